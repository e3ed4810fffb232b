#include "engine/est/task/task.h"

#include <math.h>
#include <stdio.h>

#include "engine/mbs/model/sensor.h"

/* Least automatic limit of iterations. */
enum { LEAST_LIMIT = 20 };

TrSettings
tr_settings_default(void)
{
  return (TrSettings){.formulation = TR_FORMULATION_SECOND_ORDER,
                      .kappa = NAN,
                      .h = 0.01,
                      .observations = TR_OBSERVE_LOCAL_FIT,
                      .compliance_scale = 1,
                      .damping_scale = 1,
                      .cutoff = 10,
                      .friction_rate = NAN,
                      .consistency = TR_INERTIA_RULE_NONE,
                      .threads = 1};
}

int
tr_settings_limit(const TrSettings *settings, int n_free)
{
  TR_ASSERT(settings && n_free >= 0);
  int automatic = 10 + 3 * n_free;

  if (settings->max_iterations > 0)
    return settings->max_iterations;
  return automatic > LEAST_LIMIT ? automatic : LEAST_LIMIT;
}

static bool
logs_are_whole(const TrLog *logs, int n)
{
  if (!tr_is_array(logs, n))
    return false;
  for (int l = 0; l < n; l++) {
    if (!tr_is_array(logs[l].excluded, logs[l].n_excluded) ||
        !tr_is_array(logs[l].channels, logs[l].n_channels) ||
        !tr_is_array(logs[l].own, logs[l].n_own))
      return false;
    for (int i = 0; i < logs[l].n_channels; i++) {
      const TrChannel *c = &logs[l].channels[i];

      if (c->n > 0 && (!c->t || !c->y))
        return false;
    }
  }
  return true;
}

bool
tr_task_is_whole(const TrTask *task)
{
  return task && tr_model_is_whole(task->model) && tr_is_array(task->free, task->n_free) &&
         tr_is_array(task->ties, task->n_ties) &&
         tr_is_array(task->constraints, task->n_constraints) &&
         logs_are_whole(task->logs, task->n_logs) &&
         logs_are_whole(task->validation, task->n_validation);
}

static const char *
signal_name(const TrTask *task, const TrChannel *channel)
{
  return channel->kind == TR_SIGNAL_SENSOR ? task->model->sensors[channel->index].name
                                           : task->model->motors[channel->index].name;
}

bool
tr_task_frees(const TrTask *task, TrParam param)
{
  TR_ASSERT(task);
  for (int i = 0; i < task->n_free; i++)
    if (tr_param_is_same(task->free[i].param, param))
      return true;
  for (int i = 0; i < task->n_ties; i++)
    if (tr_param_is_same(task->ties[i].param, param))
      return true;
  return false;
}

void
tr_task_param_id(char id[TR_ID_SIZE], const TrTask *task, TrParam param)
{
  TR_ASSERT(id && task);

  static const char *const words[] = {[TR_PARAM_CHANNEL_OFFSET] = "offset",
                                      [TR_PARAM_CHANNEL_SCALE] = "scale",
                                      [TR_PARAM_CHANNEL_DELAY] = "delay",
                                      [TR_PARAM_CHANNEL_START] = "start",
                                      [TR_PARAM_CHANNEL_START_RATE] = "start_rate"};

  if (tr_param_is_of_model(param)) {
    tr_param_id(id, task->model, param);
    return;
  }

  const TrLog *log = &task->logs[param.owner];

  snprintf(id, TR_ID_SIZE, "log.%s.%s.%s", log->name, signal_name(task, &log->channels[param.axis]),
           words[param.kind]);
}

const char *
tr_task_param_unit(const TrTask *task, TrParam param)
{
  TR_ASSERT(task);

  const TrChannel *channel;

  if (tr_param_is_of_model(param))
    return tr_param_unit(task->model, param);
  channel = &task->logs[param.owner].channels[param.axis];
  if (param.kind == TR_PARAM_CHANNEL_DELAY)
    return "s";
  if (channel->kind == TR_SIGNAL_MOTOR && param.kind != TR_PARAM_CHANNEL_SCALE)
    return tr_motor_channel_unit(task->model, channel->index, param.kind);
  if (param.kind == TR_PARAM_CHANNEL_SCALE)
    return "1";
  return tr_sensor_unit(task->model, channel->index);
}

void
tr_task_free_id(char id[TR_ID_SIZE], const TrTask *task, int index)
{
  TR_ASSERT(task && index >= 0 && index < task->n_free);
  tr_task_param_id(id, task, task->free[index].param);
}

const char *
tr_task_free_unit(const TrTask *task, int index)
{
  TR_ASSERT(task && index >= 0 && index < task->n_free);
  return tr_task_param_unit(task, task->free[index].param);
}

TrStatus
tr_settings_check(const TrSettings *s, TrError *error)
{
  TR_ASSERT(s);
  if (!(s->h > 0) || !isfinite(s->h))
    return tr_error_set(error, TR_BAD_SETTING, "the time step h is %g s; it must be above zero",
                        s->h);
  if (!isnan(s->kappa) && (!(s->kappa > 0) || !isfinite(s->kappa)))
    return tr_error_set(error, TR_BAD_SETTING, "kappa is %g; it must be above zero, or \"auto\"",
                        s->kappa);
  if (!(s->compliance_scale >= 0) || !(s->damping_scale >= 0))
    return tr_error_set(error, TR_BAD_SETTING,
                        "compliance_scale (%g) and damping_scale (%g) must not be negative",
                        s->compliance_scale, s->damping_scale);
  if (!(s->cutoff > 0) || s->friction_rate <= 0)
    return tr_error_set(error, TR_BAD_SETTING,
                        "cutoff (%g Hz) and friction_rate (%g) must be above zero", s->cutoff,
                        s->friction_rate);
  if (!(s->energy >= 0) || !isfinite(s->energy))
    return tr_error_set(error, TR_BAD_SETTING,
                        "the window of the energy observations is %g s; it must be above zero, or "
                        "\"none\"",
                        s->energy);
  if (s->max_iterations < 0)
    return tr_error_set(error, TR_BAD_SETTING,
                        "max_iterations is %d; it must be at least 1, or 0 for \"auto\"",
                        s->max_iterations);
  return TR_OK;
}
