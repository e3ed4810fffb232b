/* Memory of a trial: the model that is simulated, the channels and the task of the log. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/design/trial_private.h"

bool
tr_actor_is_replaced(const TrPlanner *planner, int actor)
{
  const TrActor *a = &planner->wish->actors[actor];

  return a->follows && planner->model->motors[a->motor].drive == TR_DRIVE_NONE;
}

int
tr_drive_number(const TrModel *model, int motor)
{
  int n = 0;

  for (int m = 0; m < motor; m++)
    n += model->motors[m].drive != TR_DRIVE_NONE;
  return n;
}

/* Adds a drive to the model for each motor that follows set-points. */
static bool
add_drives(TrTrial *t)
{
  const TrPlanner *p = t->planner;
  size_t n = (size_t)(p->model->n_motors + p->wish->n_actors);
  TrModel *model = tr_model_copy(p->model);
  TrMotor *motors = model ? realloc(model->motors, (n + 1) * sizeof *motors) : NULL;

  t->drives = model;
  if (!motors)
    return false;
  model->motors = motors;
  for (int a = 0; a < p->wish->n_actors; a++) {
    TrMotor *drive = &model->motors[model->n_motors];

    if (!tr_actor_is_replaced(p, a))
      continue;
    *drive = tr_motor_default();
    snprintf(drive->name, sizeof drive->name, "set-points %d", a + 1);
    drive->joint = p->model->motors[p->wish->actors[a].motor].joint;
    drive->drive = TR_DRIVE_POSITION;
    model->joints[drive->joint].start = p->wish->actors[a].centre;
    model->n_motors++;
  }
  return true;
}

static bool
take_memory(TrTrial *t)
{
  const TrPlanner *p = t->planner;
  const TrModel *model = p->model;
  size_t samples = (size_t)p->n_samples, bodies = (size_t)model->n_bodies;
  size_t actors = (size_t)p->wish->n_actors, free_ones = (size_t)p->task->n_free;
  size_t nodes = (size_t)(p->time[p->n_samples - 1] / p->settings.h) + 4;
  size_t channels = (size_t)(model->n_motors + p->n_sensors);

  t->drive_channels = calloc((size_t)t->drives->n_motors + 1, sizeof *t->drive_channels);
  t->pose = calloc(bodies * TR_POSE + 1, sizeof *t->pose);
  t->twist = calloc(bodies * TR_TWIST + 1, sizeof *t->twist);
  t->curves = calloc(actors * samples + 1, sizeof *t->curves);
  t->rate_step = calloc(actors + 1, sizeof *t->rate_step);
  t->rest = calloc(samples, sizeof *t->rest);
  t->values = calloc(channels * samples + 1, sizeof *t->values);
  t->nodes = calloc(nodes, sizeof *t->nodes);
  t->excess = calloc((size_t)p->wish->n_limits + actors + 1, sizeof *t->excess);
  t->parts = calloc((size_t)tr_trial_n_parts(t) + 1, sizeof *t->parts);
  t->state_sigmas = calloc((size_t)p->n_freedoms + 1, sizeof *t->state_sigmas);
  t->friction_rate = calloc((size_t)model->n_joints + 1, sizeof *t->friction_rate);
  t->information = calloc((free_ones + 1) * (free_ones + 1), sizeof *t->information);
  t->channels = calloc(channels + 1, sizeof *t->channels);
  t->free = calloc(free_ones + 1, sizeof *t->free);
  t->ties = calloc((size_t)p->task->n_ties + 1, sizeof *t->ties);
  t->constraints = calloc((size_t)p->task->n_constraints + 1, sizeof *t->constraints);
  return t->drive_channels && t->pose && t->twist && t->curves && t->rate_step && t->rest &&
         t->values && t->nodes && t->excess && t->parts && t->state_sigmas && t->friction_rate &&
         t->information && t->channels && t->free && t->ties && t->constraints;
}

/* Channel of the first log that has a signal; NULL: none. */
static const TrChannel *
find_logged(const TrPlanner *p, TrSignalKind kind, int index)
{
  for (int l = 0; l < p->task->n_logs; l++)
    for (int c = 0; c < p->task->logs[l].n_channels; c++) {
      const TrChannel *own = &p->task->logs[l].channels[c];

      if (own->kind == kind && own->index == index)
        return own;
    }
  return NULL;
}

static TrChannel
make_channel(const TrPlanner *p, TrSignalKind kind, int index, const double *y)
{
  return (TrChannel){
      .kind = kind, .index = index, .n = (size_t)p->n_samples, .t = p->time, .y = y, .scale = 1};
}

/* Makes the channels of the plan's log: the motors', then the sensors'.  The logs say how well a
 * delay is known, and whether an input is joined by lines; one without a log is held. */
static void
fill_channels(TrTrial *t)
{
  const TrPlanner *p = t->planner;
  int n_motors = p->model->n_motors;

  t->log.channels = t->channels;
  t->log.n_channels = n_motors + p->n_sensors;
  for (int c = 0; c < t->log.n_channels; c++) {
    TrSignalKind kind = c < n_motors ? TR_SIGNAL_MOTOR : TR_SIGNAL_SENSOR;
    int index = c < n_motors ? c : p->sensors[c - n_motors];
    const TrChannel *logged = find_logged(p, kind, index);

    t->channels[c] = make_channel(p, kind, index, t->values + c * p->n_samples);
    t->channels[c].linear = logged && logged->linear;
    t->channels[c].delay_sd = logged ? logged->delay_sd : 0;
  }
  for (int m = 0; m < n_motors; m++) {
    const TrMotor *motor = &p->model->motors[m];

    t->channels[m].linear |= motor->drive != TR_DRIVE_NONE;
    t->channels[m].start = p->model->joints[motor->joint].start;
  }
}

/* Channel of the plan that carries the same signal as one of the task's first log; -1: none. */
static int
find_channel(const TrTrial *t, const TrParam *param)
{
  const TrTask *task = t->planner->task;

  if (param->owner != 0 || task->n_logs == 0)
    return -1;
  for (int c = 0; c < t->log.n_channels; c++)
    if (t->channels[c].kind == task->logs[0].channels[param->axis].kind &&
        t->channels[c].index == task->logs[0].channels[param->axis].index)
      return c;
  return -1;
}

/* The model's parameters without priors, which count once, then those of channels as in the first
 * log. */
static void
fill_free(TrTrial *t)
{
  const TrTask *task = t->planner->task;
  const TrKnown *known = &t->planner->known;

  for (int i = 0; i < known->n; i++) {
    TrFree *f = &t->free[t->task.n_free++];

    *f = task->free[known->index[i]];
    f->start = tr_param_get(t->planner->model, f->param);
    f->min = fmin(f->min, f->start);
    f->max = fmax(f->max, f->start);
    f->prior_mean = f->start;
    f->prior_sigma = INFINITY;
  }
  for (int i = 0; i < task->n_free; i++) {
    int channel =
        tr_param_is_of_model(task->free[i].param) ? -1 : find_channel(t, &task->free[i].param);

    if (channel < 0 || task->free[i].param.kind == TR_PARAM_CHANNEL_START ||
        task->free[i].param.kind == TR_PARAM_CHANNEL_START_RATE)
      continue;
    t->free[t->task.n_free] = task->free[i];
    t->free[t->task.n_free].start = task->free[i].param.kind == TR_PARAM_CHANNEL_SCALE;
    t->free[t->task.n_free].param = (TrParam){task->free[i].param.kind, 0, channel};
    t->free[t->task.n_free].min = -INFINITY;
    t->free[t->task.n_free++].max = INFINITY;
  }
}

static void
fill_ties(TrTrial *t)
{
  const TrTask *task = t->planner->task;
  const TrKnown *known = &t->planner->known;

  for (int i = 0; i < task->n_ties; i++)
    for (int m = 0; m < known->n; m++)
      if (known->index[m] == task->ties[i].master && tr_param_is_of_model(task->ties[i].param)) {
        t->ties[t->task.n_ties] = task->ties[i];
        t->ties[t->task.n_ties++].master = m;
      }
}

/* Hard constraints that are those of the model alone. */
static void
fill_constraints(TrTrial *t)
{
  const TrTask *task = t->planner->task;

  for (int i = 0; i < task->n_constraints; i++) {
    bool is_of_model = true;

    for (int k = 0; k < task->constraints[i].n_terms; k++)
      is_of_model = is_of_model && tr_param_is_of_model(task->constraints[i].terms[k].param);
    if (is_of_model)
      t->constraints[t->task.n_constraints++] = task->constraints[i];
  }
  t->task.constraints = t->constraints;
}

static void
fill_task(TrTrial *t)
{
  const TrPlanner *p = t->planner;
  double sigma0 = tr_planner_sigma0(p->model, p->sensors, p->n_sensors);

  snprintf(t->log.name, sizeof t->log.name, "plan");
  t->log.end = p->time[p->n_samples - 1];
  fill_channels(t);
  t->task = (TrTask){.model = p->model, .n_logs = 1, .logs = &t->log, .settings = p->settings};
  t->task.settings.energy = 0;
  t->kappa = p->settings.kappa * pow(sigma0 / p->sigma0, 2);
  t->task.settings.kappa = t->kappa;
  fill_free(t);
  fill_ties(t);
  fill_constraints(t);
  t->task.free = t->free;
  t->task.ties = t->ties;
}

/* Samples that a motor has in the simulation. */
static const double *
find_samples(const TrTrial *t, int motor)
{
  const TrPlanner *p = t->planner;
  int own = p->model->n_motors;

  for (int a = 0; a < p->wish->n_actors; a++) {
    bool is_replaced = tr_actor_is_replaced(p, a);

    if (is_replaced ? own == motor : p->wish->actors[a].motor == motor)
      return t->curves + a * p->n_samples;
    own += is_replaced;
  }
  return t->rest;
}

/* Largest change of a curve within half a sample step. */
static double
find_step(const double *curve, int n)
{
  double most = 0;

  for (int i = 1; i < n; i++)
    most = fmax(most, fabs(curve[i] - curve[i - 1]) / 2);
  return most;
}

void
tr_trial_link(TrTrial *t)
{
  const TrPlanner *p = t->planner;

  for (int m = 0; m < t->drives->n_motors; m++) {
    t->drive_channels[m] = make_channel(p, TR_SIGNAL_MOTOR, m, find_samples(t, m));
    t->drive_channels[m].linear = m >= p->model->n_motors || t->channels[m].linear;
    t->drive_channels[m].start = t->drives->joints[t->drives->motors[m].joint].start;
  }
  for (int a = 0; a < p->wish->n_actors; a++)
    t->rate_step[a] = find_step(t->curves + a * p->n_samples, p->n_samples);
}

TrTrial *
tr_trial_new(const TrPlanner *planner)
{
  TR_ASSERT(planner && planner->model);

  TrTrial *t = calloc(1, sizeof *t);

  if (!t)
    return NULL;
  t->planner = planner;
  if (!add_drives(t) || !take_memory(t)) {
    tr_trial_free(t);
    return NULL;
  }
  fill_task(t);
  return t;
}

void
tr_trial_free(TrTrial *t)
{
  if (!t)
    return;
  tr_model_free(t->drives);
  tr_trajectory_free(t->motion);
  free(t->drive_channels);
  free(t->pose);
  free(t->twist);
  free(t->curves);
  free(t->rate_step);
  free(t->rest);
  free(t->values);
  free(t->nodes);
  free(t->excess);
  free(t->parts);
  free(t->state_sigmas);
  free(t->friction_rate);
  free(t->information);
  free(t->channels);
  free(t->free);
  free(t->ties);
  free(t->constraints);
  free(t);
}
