#include "engine/est/design/planner.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/design/reversals.h"
#include "engine/est/step/formulation.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Smoothing rate of dry friction that a fit ends with, over the joint's rms rate
 * (est/prepare/start.c). */
#define NARROW_SHARE (0.01 / 64)

enum { MOST_SAMPLES = 2000000, MOST_STEPS = 12 };

double
tr_planner_sigma0(const TrModel *model, const int *sensors, int n_sensors)
{
  double precision = 0;

  for (int i = 0; i < n_sensors; i++)
    precision += pow(model->sensors[sensors[i]].sigma, -2);
  return sqrt(n_sensors / precision);
}

static bool
is_mapped(const TrTask *task, int sensor)
{
  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++)
      if (task->logs[l].channels[c].kind == TR_SIGNAL_SENSOR &&
          task->logs[l].channels[c].index == sensor)
        return true;
  return task->n_logs == 0;
}

static bool
take_memory(TrPlanner *p)
{
  const TrModel *model = p->task->model;
  size_t free_ones = (size_t)p->task->n_free;

  p->now = calloc(free_ones * free_ones + 1, sizeof *p->now);
  p->is_of_interest = calloc(free_ones + 1, sizeof *p->is_of_interest);
  p->friction_share = calloc((size_t)model->n_joints + 1, sizeof *p->friction_share);
  p->sensors = calloc((size_t)model->n_sensors + 1, sizeof *p->sensors);
  p->margin = calloc((size_t)p->wish->n_limits + 1, sizeof *p->margin);
  return p->now && p->is_of_interest && p->friction_share && p->sensors && p->margin;
}

/* Root mean square of a joint's rate in a motion. */
static double
find_rms_rate(const TrModel *model, int joint, const TrTrajectory *motion)
{
  double sum = 0;

  for (int k = 1; k < motion->n_nodes; k++)
    sum += pow(tr_joint_velocity(model, joint, tr_trajectory_pose(motion, k),
                                 tr_trajectory_twist(motion, k)),
               2);
  return sqrt(sum / fmax(motion->n_nodes - 1, 1));
}

static void
find_friction_shares(TrPlanner *p, const TrFit *fit)
{
  const TrModel *model = p->model;

  for (int j = 0; j < model->n_joints; j++) {
    double stated = isnan(p->settings.friction_rate) ? model->joints[j].friction.rate
                                                     : p->settings.friction_rate;
    const TrLogFit *log = fit && fit->n_logs > 0 ? &fit->logs[0] : NULL;
    double rms =
        log && tr_joint_has_axis(&model->joints[j]) ? find_rms_rate(model, j, log->trajectory) : 0;

    p->friction_share[j] = !isnan(stated) ? -stated
                           : rms > 0      ? log->friction_rate[j] / rms
                                          : NARROW_SHARE;
  }
}

/* Squared distance of the joints that follow set-points from the start of these, by their sizes. */
static double
measure_distance(const TrPlanner *p, const double *pose)
{
  double sum = 0;

  for (int a = 0; a < p->wish->n_actors; a++) {
    const TrActor *actor = &p->wish->actors[a];
    int joint = p->model->motors[actor->motor].joint;
    double off = tr_joint_position(p->model, joint, pose) - actor->centre;

    if (tr_joint_turns(&p->model->joints[joint]))
      off = remainder(off, 2 * M_PI);
    sum += actor->follows ? pow(off / actor->size, 2) : 0;
  }
  return sum;
}

/* Pose of the first log's motion that a plan starts near: its beginning; with loops, which can be
 * closed in several ways, the pose that is nearest to the start of the set-points. */
static const double *
choose_start(const TrPlanner *p, const TrTrajectory *motion)
{
  int best = 0;

  for (int k = 1; k < motion->n_nodes && !tr_model_is_tree(p->model); k++)
    if (measure_distance(p, tr_trajectory_pose(motion, k)) <
        measure_distance(p, tr_trajectory_pose(motion, best)))
      best = k;
  return tr_trajectory_pose(motion, best);
}

/* Share of the fit's state error variance that the machine has: an estimated one is that of the
 * fits which the reported values come from (theory 11.2), at half the step, where discretisation
 * poses least as noise. */
static double
find_share(const TrTask *task, const TrFit *fit)
{
  const TrPhysical *physical = fit->physical;
  bool is_estimated = isnan(task->settings.kappa) && task->settings.kappa_rule == TR_KAPPA_AUTO;

  if (!is_estimated || !physical || physical->status != TR_OK || !(physical->kappa > 0))
    return 1;
  return fmin(1, fit->kappa / physical->kappa);
}

/* Takes the fit's state error apart. */
static TrStatus
take_state_error(TrPlanner *p, const TrFit *fit)
{
  double share = find_share(p->task, fit);

  p->state_sigmas = fit->state_sigmas;
  p->n_freedoms = fit->n_freedoms;
  p->fit_step = p->task->settings.h;
  if (!fit->weight_is_frozen_in_step || fit->n_freedoms == 0 || fit->n_logs == 0) {
    p->settings.kappa /= share;
    return TR_OK;
  }
  p->has_reversals = !tr_formulation(p->settings.formulation)->midpoint;
  p->left = calloc((size_t)fit->n_freedoms, sizeof *p->left);
  if (!p->left)
    return TR_NO_MEMORY;
  tr_reversals_take_out(p->left, fit);
  for (int i = 0; i < fit->n_freedoms; i++)
    p->left[i] = fmin(p->left[i], share * pow(fit->state_sigmas[i].sigma, 2));
  return TR_OK;
}

/* Takes values, noise and start of the joints from a fit. */
static TrStatus
take_fit(TrPlanner *p, const TrFit *fit)
{
  const double *start = fit->n_logs > 0 ? choose_start(p, fit->logs[0].trajectory) : NULL;

  for (int j = 0; start && j < p->model->n_joints; j++)
    if (tr_joint_has_axis(&p->model->joints[j]))
      p->model->joints[j].start = tr_joint_position(p->model, j, start);
  tr_settings_hold_kappa(&p->settings, fit);
  tr_model_hold_sigmas(p->model, fit);
  return take_state_error(p, fit);
}

static TrStatus
take_model(TrPlanner *p, const TrFit *fit)
{
  p->settings = p->task->settings;
  p->settings.threads = 1;
  if (p->settings.formulation == TR_FORMULATION_REGRESSION)
    p->settings.formulation = tr_formulation_for(p->task->model, TR_FORMULATION_SECOND_ORDER);
  p->model = tr_model_copy(fit ? fit->model : p->task->model);
  if (!p->model)
    return TR_NO_MEMORY;
  if (fit)
    TR_TRY(take_fit(p, fit));
  else
    p->settings.kappa_rule = TR_KAPPA_NATURAL;
  find_friction_shares(p, fit);
  return TR_OK;
}

static TrStatus
take_sensors(TrPlanner *p, TrError *error)
{
  for (int s = 0; s < p->model->n_sensors; s++) {
    if (!is_mapped(p->task, s))
      continue;
    p->sensors[p->n_sensors++] = s;
    if (!(p->model->sensors[s].sigma > 0))
      return tr_error_set(error, TR_BAD_SETTING,
                          "the noise of sensor '%s' is not known without a fit; state its sigma",
                          p->model->sensors[s].name);
  }
  if (p->n_sensors == 0)
    return tr_error_set(error, TR_BAD_SETTING,
                        "no sensor is mapped, so that no motion shows anything; add a sensor");
  p->sigma0 = tr_planner_sigma0(p->model, p->sensors, p->n_sensors);
  return TR_OK;
}

static TrStatus
take_time(TrPlanner *p, TrError *error)
{
  const TrWish *wish = p->wish;
  double n = wish->series.duration / wish->sample_step;

  if (!(n >= 8) || n > MOST_SAMPLES)
    return tr_error_set(error, TR_BAD_SETTING,
                        "a plan of %g s with samples every %g s is not possible; choose 8 to %d "
                        "samples",
                        wish->series.duration, wish->sample_step, MOST_SAMPLES);
  p->n_samples = (int)floor(n + 1e-9) + 1;
  p->time = malloc((size_t)p->n_samples * sizeof *p->time);
  for (int i = 0; p->time && i < p->n_samples; i++)
    p->time[i] = i * wish->sample_step;
  return p->time ? TR_OK : TR_NO_MEMORY;
}

/* Every drive must act: nothing else says where its joint is. */
static TrStatus
check_drives(const TrPlanner *p, TrError *error)
{
  for (int m = 0; m < p->model->n_motors; m++) {
    bool acts = p->model->motors[m].drive == TR_DRIVE_NONE;

    for (int a = 0; a < p->wish->n_actors; a++)
      acts = acts || p->wish->actors[a].motor == m;
    if (!acts)
      return tr_error_set(error, TR_BAD_SETTING,
                          "the drive '%s' prescribes the motion of its joint, and must be one of "
                          "the motors of the plan",
                          p->model->motors[m].name);
  }
  return TR_OK;
}

static TrStatus
take_interest(TrPlanner *p, TrError *error)
{
  int n = 0;

  for (int i = 0; i < p->known.n; i++) {
    p->is_of_interest[i] = p->wish->is_of_interest[p->known.index[i]];
    n += p->is_of_interest[i];
  }
  if (n == 0)
    return tr_error_set(error, TR_BAD_SETTING,
                        "no free parameter of the model is of interest; free one, or name one");
  if (p->wish->n_actors == 0)
    return tr_error_set(error, TR_BAD_SETTING,
                        "nothing moves in this plan; add a motor to the model, or name one");
  return TR_OK;
}

static TrStatus
fill(TrPlanner *p, const TrFit *fit, TrError *error)
{
  if (!take_memory(p))
    return TR_NO_MEMORY;
  TR_TRY(take_model(p, fit));
  TR_TRY(tr_known_init(&p->known, p->task, fit, error));
  TR_TRY(take_interest(p, error));
  TR_TRY(check_drives(p, error));
  TR_TRY(take_sensors(p, error));
  TR_TRY(take_time(p, error));
  p->n_curves = p->wish->n_actors * tr_series_count(&p->wish->series);
  p->n_numbers = p->n_curves + 1;
  TR_TRY(tr_known_fill(p->now, &p->known, p->task, fit));
  p->region = tr_judgement_new(p->known.n);
  TR_TRY(p->region ? tr_judge(p->region, &p->known, p->now, NULL) : TR_NO_MEMORY);
  return p->wish->is_alone ? tr_known_fill(p->now, &p->known, p->task, NULL) : TR_OK;
}

void
tr_planner_curve_init(TrPlanCurve *curve, const TrPlanner *planner, const double *x, int actor)
{
  TR_ASSERT(curve && planner && x && actor >= 0 && actor < planner->wish->n_actors);

  TrPlanSeries series = planner->wish->series;

  series.frequency = x[planner->n_curves];
  tr_series_curve_init(curve, &series, x + actor * tr_series_count(&series));
}

TrStatus
tr_planner_new(
    TrPlanner **out, const TrTask *task, const TrFit *fit, const TrWish *wish, TrError *error)
{
  TR_ASSERT(out && tr_task_is_whole(task) && wish);

  TrPlanner *p = calloc(1, sizeof *p);
  TrStatus status = TR_NO_MEMORY;

  *out = p;
  if (p) {
    p->task = task;
    p->wish = wish;
    status = fill(p, fit, error);
  }
  if (status != TR_OK) {
    tr_planner_free(p);
    *out = NULL;
  }
  return status;
}

int
tr_planner_count_steps(const TrPlanner *p)
{
  TR_ASSERT(p);
  return (int)fmax(1, fmin(MOST_STEPS, floor(p->settings.h / p->wish->sample_step + 1e-9)));
}

TrPlanner
tr_planner_shorten(const TrPlanner *p)
{
  TrPlanner shortened = *p;

  shortened.settings.h /= tr_planner_count_steps(p);
  return shortened;
}

void
tr_planner_free(TrPlanner *p)
{
  if (!p)
    return;
  tr_known_clear(&p->known);
  tr_model_free(p->model);
  free(p->now);
  tr_judgement_free(p->region);
  free(p->is_of_interest);
  free(p->friction_share);
  free(p->sensors);
  free(p->time);
  free(p->margin);
  free(p->left);
  free(p);
}
