#include "engine/est/design/helps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/team.h"

/* Load by the body's mass, its radius of gyration [m], and the precision of a sensor where there is
 * none to compare with [rad, m]. */
#define LOAD_SHARE   0.5
#define LOAD_RADIUS  0.02
#define NEW_SIGMA    1e-3
#define MORE_TIME    2
#define MORE_SAMPLES 2

/* Attempts with a smaller motion. */
enum { SHRINKINGS = 12 };
#define SHRINK 0.85

const char *
tr_help_name(TrHelpKind kind)
{
  static const char *const names[TR_N_HELP_KINDS] = {"encoder", "load", "gravity", "longer",
                                                     "rate"};

  TR_ASSERT(kind < TR_N_HELP_KINDS);
  return names[kind];
}

/* Planner of the plan with a help, and the arrays that are its own. */
typedef struct Variant {
  TrPlanner planner;
  TrWish wish;
  double *friction_share, *time;
  int *sensors;
} Variant;

static void
close_variant(Variant *v)
{
  tr_model_free(v->planner.model);
  free(v->friction_share);
  free(v->time);
  free(v->sensors);
}

static bool
open_variant(Variant *v, const TrPlanner *p)
{
  *v = (Variant){.planner = *p, .wish = *p->wish};
  v->planner.wish = &v->wish;
  v->wish.monitor = (TrMonitor){0};
  v->planner.model = tr_model_copy(p->model);
  v->sensors = calloc((size_t)p->n_sensors + 2, sizeof *v->sensors);
  v->friction_share = calloc((size_t)p->model->n_joints + 2, sizeof *v->friction_share);
  if (!v->planner.model || !v->sensors || !v->friction_share)
    return false;
  memcpy(v->sensors, p->sensors, (size_t)p->n_sensors * sizeof *v->sensors);
  memcpy(v->friction_share, p->friction_share,
         (size_t)p->model->n_joints * sizeof *v->friction_share);
  v->planner.sensors = v->sensors;
  v->planner.friction_share = v->friction_share;
  return true;
}

/* Smallest sigma of the position sensors of joints of one kind. */
static double
find_precision(const TrPlanner *p, int joint)
{
  const TrModel *model = p->model;
  double least = INFINITY;

  for (int i = 0; i < p->n_sensors; i++) {
    const TrSensor *s = &model->sensors[p->sensors[i]];

    if (s->type == TR_SENSOR_JOINT_POSITION &&
        tr_joint_turns(&model->joints[s->joint]) == tr_joint_turns(&model->joints[joint]))
      least = fmin(least, s->sigma);
  }
  return isfinite(least) ? least : NEW_SIGMA;
}

static bool
add_encoder(Variant *v, int joint)
{
  TrModel *model = v->planner.model;
  size_t n = (size_t)model->n_sensors;
  TrSensor *sensors = realloc(model->sensors, (n + 1) * sizeof *sensors);

  if (!sensors)
    return false;
  model->sensors = sensors;
  sensors[n] = tr_sensor_default();
  snprintf(sensors[n].name, sizeof sensors[n].name, "encoder of %.40s", model->joints[joint].name);
  sensors[n].joint = joint;
  sensors[n].sigma = find_precision(&v->planner, joint);
  v->sensors[v->planner.n_sensors++] = model->n_sensors++;
  return true;
}

static bool
add_load(Variant *v, int body, double mass)
{
  TrModel *model = v->planner.model;
  size_t n = (size_t)model->n_bodies, m = (size_t)model->n_joints;
  TrBody *bodies = realloc(model->bodies, (n + 1) * sizeof *bodies);
  TrJoint *joints = realloc(model->joints, (m + 1) * sizeof *joints);

  model->bodies = bodies ? bodies : model->bodies;
  model->joints = joints ? joints : model->joints;
  if (!bodies || !joints)
    return false;
  bodies[n] = tr_body_default();
  snprintf(bodies[n].name, sizeof bodies[n].name, "load");
  bodies[n].mass = mass;
  for (int i = 0; i < 6; i++)
    bodies[n].inertia[i] = i < 3 ? mass * LOAD_RADIUS * LOAD_RADIUS : 0;
  joints[m] = tr_joint_default();
  snprintf(joints[m].name, sizeof joints[m].name, "load");
  joints[m].type = TR_JOINT_FIXED;
  joints[m].parent = body;
  joints[m].child = model->n_bodies++;
  memcpy(joints[m].parent_frame.position, bodies[body].com, sizeof bodies[body].com);
  v->friction_share[m] = -1;
  model->n_joints++;
  return true;
}

/* Turns the base by a right angle, which turns gravity the other way. */
static void
turn(Variant *v, int axis)
{
  double *d = v->planner.model->gravity.direction;
  int a = (axis + 1) % 3, b = (axis + 2) % 3;
  double before = d[a];

  d[a] = d[b];
  d[b] = -before;
}

static bool
sample_faster(Variant *v)
{
  int n = (v->planner.n_samples - 1) * MORE_SAMPLES + 1;

  v->wish.sample_step /= MORE_SAMPLES;
  v->planner.n_samples = n;
  v->time = calloc((size_t)n, sizeof *v->time);
  for (int i = 0; v->time && i < n; i++)
    v->time[i] = i * v->wish.sample_step;
  v->planner.time = v->time;
  return v->time;
}

static bool
apply(Variant *v, TrHelp *help)
{
  switch (help->kind) {
  case TR_HELP_ENCODER:
    return add_encoder(v, help->owner);
  case TR_HELP_LOAD:
    help->size = LOAD_SHARE * v->planner.model->bodies[help->owner].mass;
    return add_load(v, help->owner, help->size);
  case TR_HELP_GRAVITY:
    help->size = M_PI / 2;
    turn(v, help->owner);
    return true;
  case TR_HELP_RATE:
    help->size = MORE_SAMPLES;
    return sample_faster(v);
  default:
    help->size = MORE_TIME;
    return true;
  }
}

/* Moves the plan, its n_curves numbers smaller where it would pass a limit. */
static TrStatus
move(TrTrial *trial, const TrPlan *plan, int n_curves)
{
  double *x = calloc((size_t)plan->n_numbers + 1, sizeof *x), worst = 1;
  TrStatus status = x ? TR_OK : TR_NO_MEMORY;

  for (int k = 0; status == TR_OK && worst > 0.01; k++) {
    if (k == SHRINKINGS) {
      status = TR_NOT_CONVERGED;
      break;
    }
    for (int i = 0; i < plan->n_numbers; i++)
      x[i] = (i < n_curves ? pow(SHRINK, k) : 1) * plan->x[i];
    status = tr_trial_move(trial, x, NULL);
    worst = -1;
    for (int l = 0; status == TR_OK && l < tr_trial_n_limits(trial); l++)
      worst = fmax(worst, tr_trial_excess(trial)[l]);
  }
  free(x);
  return status;
}

/* Computes the criterion with a help. */
static TrStatus
judge(TrHelp *help, const TrPlanner *p, const TrPlan *plan)
{
  size_t n = (size_t)p->known.n;
  double *s = calloc(n * n + 1, sizeof *s);
  TrTrial *trial = NULL;
  Variant v;
  TrStatus status = open_variant(&v, p) && s && apply(&v, help) ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK)
    trial = tr_trial_new(&v.planner);
  if (status == TR_OK)
    status = trial ? move(trial, plan, p->n_curves) : TR_NO_MEMORY;
  if (status == TR_OK)
    status = tr_trial_inform(s, trial);
  if (status == TR_OK)
    tr_plan_correct(s, plan);
  for (size_t i = 0; help->kind == TR_HELP_LONGER && i < n * n; i++)
    s[i] *= help->size;
  if (status == TR_OK)
    status = tr_judge(help->after, &p->known, p->now, s);
  if (status == TR_OK)
    help->criterion =
        tr_criterion_value(p->wish->criterion, help->after, &p->known, p->is_of_interest);
  tr_trial_free(trial);
  close_variant(&v);
  free(s);
  return status;
}

static bool
has_encoder(const TrPlanner *p, int joint)
{
  for (int i = 0; i < p->n_sensors; i++)
    if (p->model->sensors[p->sensors[i]].type == TR_SENSOR_JOINT_POSITION &&
        p->model->sensors[p->sensors[i]].joint == joint)
      return true;
  return false;
}

/* Returns whether the direction of gravity is sought, so that turning it changes what is sought. */
static bool
seeks_tilt(const TrPlanner *p)
{
  for (int i = 0; i < p->known.n; i++)
    if (p->task->free[p->known.index[i]].param.kind == TR_PARAM_TILT)
      return true;
  return p->model->gravity.magnitude == 0;
}

static void
add(TrHelps *helps, TrHelpKind kind, int owner)
{
  helps->list[helps->n++] = (TrHelp){.kind = kind, .owner = owner, .criterion = INFINITY};
}

static void
list_all(TrHelps *helps, const TrPlanner *p)
{
  const TrModel *model = p->model;

  for (int j = 0; j < model->n_joints; j++)
    if (tr_joint_has_axis(&model->joints[j]) && !has_encoder(p, j))
      add(helps, TR_HELP_ENCODER, j);
  for (int b = 0; b < model->n_bodies; b++)
    add(helps, TR_HELP_LOAD, b);
  for (int a = 0; a < 3 && !seeks_tilt(p); a++)
    if (model->gravity.direction[(a + 1) % 3] != 0 || model->gravity.direction[(a + 2) % 3] != 0)
      add(helps, TR_HELP_GRAVITY, a);
  add(helps, TR_HELP_LONGER, 0);
  add(helps, TR_HELP_RATE, 0);
}

/* Helps under way. */
typedef struct Work {
  TrHelps *helps;
  const TrPlanner *planner;
  const TrPlan *plan;
} Work;

/* TrTeamFunction; one that fails keeps its infinite criterion. */
static void
judge_one(void *data, int i)
{
  const Work *work = data;

  if (work->helps->list[i].after &&
      judge(&work->helps->list[i], work->planner, work->plan) != TR_OK)
    work->helps->list[i].criterion = INFINITY;
}

static void
sort(TrHelps *helps)
{
  for (int i = 1; i < helps->n; i++)
    for (int j = i; j > 0 && helps->list[j].criterion < helps->list[j - 1].criterion; j--) {
      TrHelp swap = helps->list[j];

      helps->list[j] = helps->list[j - 1];
      helps->list[j - 1] = swap;
    }
  while (helps->n > 0 && !isfinite(helps->list[helps->n - 1].criterion))
    tr_judgement_free(helps->list[--helps->n].after);
}

TrStatus
tr_helps_find(TrHelps *out, const TrPlanner *planner, const TrPlan *plan)
{
  TR_ASSERT(out && planner && plan);

  size_t most = (size_t)(planner->model->n_joints + planner->model->n_bodies) + 5;
  TrTeam *team = tr_team_new(planner->wish->threads);

  *out = (TrHelps){.list = calloc(most, sizeof *out->list)};
  if (!out->list) {
    tr_team_free(team);
    return TR_NO_MEMORY;
  }
  list_all(out, planner);
  for (int i = 0; i < out->n; i++)
    out->list[i].after = tr_judgement_new(planner->known.n);
  tr_team_run(team, out->n, judge_one, &(Work){out, planner, plan});
  tr_team_free(team);
  sort(out);
  return TR_OK;
}

void
tr_helps_clear(TrHelps *helps)
{
  for (int i = 0; i < helps->n; i++)
    tr_judgement_free(helps->list[i].after);
  free(helps->list);
  *helps = (TrHelps){0};
}
