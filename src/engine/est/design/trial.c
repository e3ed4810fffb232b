#include "engine/est/design/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/design/reversals.h"
#include "engine/est/design/trial_private.h"
#include "engine/est/identify/predicted_information.h"
#include "engine/est/predict/start_state.h"
#include "engine/est/problem/problem.h"
#include "engine/est/step/formulation.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/kinematics/readings.h"

/* Distance from the set-points at which a joint no longer follows, by the size of its curve. */
#define FOLLOW_SHARE 0.05

/* Values of the actors' curves at the samples. */
static void
fill_curves(TrTrial *t, const double *x)
{
  const TrPlanner *p = t->planner;

  for (int a = 0; a < p->wish->n_actors; a++) {
    const TrActor *actor = &p->wish->actors[a];
    TrDrive drive = p->model->motors[actor->motor].drive;
    TrPlanCurve curve;

    tr_planner_curve_init(&curve, p, x, a);
    for (int i = 0; i < p->n_samples; i++) {
      TrPlanPoint s = tr_series_at(&curve, p->time[i]);

      t->curves[a * p->n_samples + i] = actor->centre + actor->size * s.value;
      if (drive == TR_DRIVE_VELOCITY)
        t->curves[a * p->n_samples + i] = actor->size * s.rate;
      if (drive == TR_DRIVE_ACCELERATION)
        t->curves[a * p->n_samples + i] = actor->size * s.acceleration;
    }
  }
}

/* Simulates the drives' model from rest at the start of the joints. */
static TrStatus
simulate(TrTrial *t, TrError *error)
{
  const TrPlanner *p = t->planner;
  TrLog log = t->log;
  TrSimOptions options = {.h = p->settings.h,
                          .duration = p->time[p->n_samples - 1],
                          .compliance_scale = p->settings.compliance_scale,
                          .damping_scale = p->settings.damping_scale,
                          .solver = tr_formulation_solver(p->settings.formulation),
                          .push = t->push,
                          .push_user = t->push_user};
  TrSimCase from = {t->pose, t->twist, t->drives->n_motors, t->drive_channels};

  log.channels = t->drive_channels;
  log.n_channels = t->drives->n_motors;
  TR_TRY(tr_start_from_drives(t->pose, t->twist, t->drives, &log, &options, error));
  if (tr_model_n_drives(t->drives) == 0)
    TR_TRY(tr_start_at_rest(t->twist, t->pose, t->drives, &log, &options));
  tr_trajectory_free(t->motion);
  return tr_simulate(&t->motion, t->drives, &from, &options, NULL, error);
}

/* Mean force between two times, in nodes behind the first: each step around a node has its own, the
 * last node none. */
static double
find_force(const double *force, int stride, int n, double from, double to)
{
  double sum = 0;

  for (int k = (int)floor(from + 0.5); k - 0.5 < to; k++)
    sum += (fmin(to, k + 0.5) - fmax(from, k - 0.5)) * force[(int)fmin(fmax(k, 0), n - 2) * stride];
  return sum / (to - from);
}

/* Inputs of the motors that follow set-points, from the forces that these take: over the time for
 * which a sample is held, or around it where samples are joined by lines. */
static void
fill_inputs(TrTrial *t)
{
  const TrPlanner *p = t->planner;
  const TrTrajectory *m = t->motion;
  int drive = tr_model_n_drives(p->model);

  for (int a = 0; a < p->wish->n_actors; a++) {
    const TrMotor *motor = &p->model->motors[p->wish->actors[a].motor];
    double unit = motor->gear * motor->gain / (motor->resistance > 0 ? motor->resistance : 1);
    double *u = t->values + p->wish->actors[a].motor * p->n_samples;
    double width = p->wish->sample_step / m->h;
    double lead = t->channels[p->wish->actors[a].motor].linear ? width / 2 : 0;

    if (!tr_actor_is_replaced(p, a)) {
      memcpy(u, t->curves + a * p->n_samples, (size_t)p->n_samples * sizeof *u);
      continue;
    }
    for (int i = 0; i < p->n_samples; i++) {
      double from = p->time[i] / m->h - lead;

      u[i] = find_force(m->drive_force + drive, m->n_drives, m->n_nodes, from, from + width) / unit;
    }
    drive++;
  }
}

static TrStatus
fill_readings(TrTrial *t)
{
  const TrPlanner *p = t->planner;
  int last = t->motion->n_nodes - 1;

  for (int s = 0; s < p->n_sensors; s++) {
    double *y = t->values + (p->model->n_motors + s) * p->n_samples;

    tr_motion_readings(t->nodes, t->drives, p->sensors[s], t->motion);
    for (int i = 0; i < p->n_samples; i++)
      y[i] = tr_reading_between(t->nodes, last, p->time[i] / t->motion->h);
  }
  return TR_OK;
}

/* Angle that the first coordinate of a joint is near: the start of its set-points, which counts
 * turns on. */
static double
find_start(const TrPlanner *p, int joint, double position)
{
  for (int a = 0; a < p->wish->n_actors; a++)
    if (p->wish->actors[a].follows && p->model->motors[p->wish->actors[a].motor].joint == joint)
      return p->wish->actors[a].centre;
  return position;
}

/* Continuous coordinates of a joint at the nodes. */
static void
read_joint(double *out, const TrTrial *t, int joint)
{
  bool turns = tr_joint_turns(&t->planner->model->joints[joint]);

  for (int k = 0; k < t->motion->n_nodes; k++) {
    out[k] = tr_joint_position(t->planner->model, joint, tr_trajectory_pose(t->motion, k));
    double before = k > 0 ? out[k - 1] : find_start(t->planner, joint, out[k]);

    if (turns)
      out[k] = before + remainder(out[k] - before, 2 * M_PI);
  }
}

/* Sets the excess of values over a limit, narrowed by a margin: in each span of time over the most,
 * then in each below the least. */
static void
exceed(
    double parts[TR_LIMIT_PARTS], const TrPlanLimit *limit, double margin, const double *y, int n)
{
  enum { SPANS = TR_LIMIT_PARTS / 2 };
  bool is_open = !isfinite(limit->least) || !isfinite(limit->most);
  double half = (limit->most - limit->least) / 2;

  if (is_open)
    half = fmax(isfinite(limit->most) ? fabs(limit->most) : fabs(limit->least), 1e-9);
  for (int part = 0; part < TR_LIMIT_PARTS; part++)
    parts[part] = -1;
  for (int i = 0; i < n; i++) {
    int span = (int)((size_t)i * SPANS / (size_t)n);

    parts[span] = fmax(parts[span], (y[i] - limit->most) / half + margin);
    parts[SPANS + span] = fmax(parts[SPANS + span], (limit->least - y[i]) / half + margin);
  }
}

static void
measure(double parts[TR_LIMIT_PARTS], const TrTrial *t, int limit)
{
  const TrPlanner *p = t->planner;
  const TrPlanLimit *l = &p->wish->limits[limit];
  const TrTrajectory *m = t->motion;
  int n = m->n_nodes;

  switch (l->kind) {
  case TR_LIMIT_INPUT:
    exceed(parts, l, p->margin[limit], t->values + l->owner * p->n_samples, p->n_samples);
    return;
  case TR_LIMIT_FORCE:
    for (int k = 0; k + 1 < n; k++)
      t->nodes[k] = m->drive_force[k * m->n_drives + tr_drive_number(p->model, l->owner)];
    break;
  case TR_LIMIT_POSITION:
    read_joint(t->nodes, t, l->owner);
    exceed(parts, l, p->margin[limit], t->nodes, n);
    return;
  default:
    read_joint(t->nodes, t, l->owner);
    for (int k = 0; k + 1 < n; k++)
      t->nodes[k] = (t->nodes[k + 1] - t->nodes[k]) / m->h;
  }
  exceed(parts, l, p->margin[limit], t->nodes, n - 1);
}

/* Largest distance of an actor's joint from its set-points, beyond what counts as following. */
static double
measure_following(const TrTrial *t, int actor)
{
  const TrPlanner *p = t->planner;
  const TrActor *a = &p->wish->actors[actor];
  double worst = 0, least = FOLLOW_SHARE * a->size;

  if (!tr_actor_is_replaced(p, actor) && p->model->motors[a->motor].drive != TR_DRIVE_POSITION)
    return -1;
  read_joint(t->nodes, t, p->model->motors[a->motor].joint);
  for (int k = 0; k < t->motion->n_nodes; k++) {
    double at = k * t->motion->h / p->wish->sample_step;
    int i = (int)fmin(at + 0.5, p->n_samples - 1);

    worst = fmax(worst, fabs(t->nodes[k] - t->curves[actor * p->n_samples + i]) -
                            fabs(t->rate_step[actor]));
  }
  return worst / least - 1;
}

static void
fill_excess(TrTrial *t)
{
  int n = t->planner->wish->n_limits;

  for (int l = 0; l < n; l++) {
    double *parts = t->parts + l * TR_LIMIT_PARTS;

    measure(parts, t, l);
    t->excess[l] = -1;
    for (int part = 0; part < TR_LIMIT_PARTS; part++)
      t->excess[l] = fmax(t->excess[l], parts[part]);
  }
  for (int a = 0; a < t->planner->wish->n_actors; a++)
    t->excess[n + a] = t->parts[n * TR_LIMIT_PARTS + a] = fmin(measure_following(t, a), 10);
}

TrStatus
tr_trial_move(TrTrial *t, const double *x, TrError *error)
{
  TR_ASSERT(t && x);
  fill_curves(t, x);
  tr_trial_link(t);
  TR_TRY(simulate(t, error));
  fill_inputs(t);
  TR_TRY(fill_readings(t));
  fill_excess(t);
  return TR_OK;
}

void
tr_trial_add_noise(TrTrial *t, TrRandom *random)
{
  const TrPlanner *p = t->planner;

  TR_ASSERT(t && random && t->motion);
  for (int s = 0; s < p->n_sensors; s++) {
    double *y = t->values + (p->model->n_motors + s) * p->n_samples;

    for (int i = 0; i < p->n_samples; i++)
      y[i] += p->model->sensors[p->sensors[s]].sigma * tr_random_normal(random);
  }
}

int
tr_trial_n_limits(const TrTrial *t)
{
  return t->planner->wish->n_limits + t->planner->wish->n_actors;
}

const double *
tr_trial_excess(const TrTrial *t)
{
  return t->excess;
}

int
tr_trial_n_parts(const TrTrial *t)
{
  return TR_LIMIT_PARTS * t->planner->wish->n_limits + t->planner->wish->n_actors;
}

const double *
tr_trial_parts(const TrTrial *t)
{
  return t->parts;
}

const TrTrajectory *
tr_trial_motion(const TrTrial *t)
{
  return t->motion;
}

const TrTask *
tr_trial_task(const TrTrial *t)
{
  return &t->task;
}

/* Smoothing rates of dry friction, as a fit of this log ends with. */
static void
fill_friction_rates(TrTrial *t)
{
  const TrPlanner *p = t->planner;

  for (int j = 0; j < p->model->n_joints; j++) {
    double sum = 0, share = p->friction_share[j];

    if (tr_joint_has_axis(&p->model->joints[j]) && share > 0) {
      read_joint(t->nodes, t, j);
      for (int k = 0; k + 1 < t->motion->n_nodes; k++)
        sum += pow((t->nodes[k + 1] - t->nodes[k]) / t->motion->h, 2);
    }
    t->friction_rate[j] =
        share < 0 ? -share : fmax(share * sqrt(sum / (t->motion->n_nodes - 1)), 1e-6);
  }
}

/* Makes the motion the start of a fit: only the members that a continued fit reads. */
static void
begin_at_motion(TrTrial *t, bool counts_reversals)
{
  const TrPlanner *p = t->planner;

  fill_friction_rates(t);
  if (p->left)
    t->task.settings.kappa = t->kappa * tr_reversals_add(t->state_sigmas, p, t->motion,
                                                         counts_reversals && p->has_reversals);
  t->warm_log = (TrLogFit){
      .n_nodes = t->motion->n_nodes, .trajectory = t->motion, .friction_rate = t->friction_rate};
  t->warm = (TrFit){.model = t->drives,
                    .n_logs = 1,
                    .logs = &t->warm_log,
                    .n_freedoms = p->n_freedoms,
                    .state_sigmas = p->left ? t->state_sigmas : p->state_sigmas};
  t->task.warm_fit = &t->warm;
}

/* Information of a linearised problem, the channels' parameters eliminated. */
static TrStatus
read_information(double *s, TrTrial *t, const TrProblem *problem)
{
  const TrKnown *known = &t->planner->known;
  int n = known->n, m = problem->p;

  for (int i = 0; i < m; i++)
    for (int j = 0; j <= i; j++) {
      double weak = i == j && i < n ? problem->weak_weight[i] : 0;

      t->information[i * m + j] = t->information[j * m + i] =
          *tr_arrow_corner(problem->arrow, i, j) - weak;
    }
  TR_TRY(tr_information_reduce(s, t->information, n, m, 0));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s[i * n + j] *= known->scale[i] * known->scale[j];
  return TR_OK;
}

TrStatus
tr_trial_inform(double *s, TrTrial *t)
{
  TR_ASSERT(s && t && t->motion);

  TrPrepared prepared;
  TrProblem *problem;
  TrStatus status = TR_NO_MEMORY;

  begin_at_motion(t, true);
  TR_TRY(tr_prepare(&prepared, &t->task, NULL));
  problem = tr_problem_new(&t->task, &prepared);
  if (problem) {
    problem->damps_all = false;
    status = tr_problem_inform(problem);
  }
  if (status == TR_OK)
    status = read_information(s, t, problem);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  return status;
}

TrStatus
tr_trial_fit(TrFit **fit, TrTrial *t, TrError *error)
{
  TR_ASSERT(fit && t && t->motion);
  begin_at_motion(t, false);
  return tr_predict_information(fit, &t->task, error);
}
