/* What is said of a task as a whole: names of its quantities, and whether its numbers can be used.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/est/constraints.h"
#include "engine/est/prepare.h"
#include "engine/mbs/sensor.h"

static const char *
signal_name(const TrTask *task, const TrChannel *channel)
{
  return channel->kind == TR_SIGNAL_SENSOR ? task->model->sensors[channel->index].name
                                           : task->model->motors[channel->index].name;
}

void
tr_task_param_id(char id[TR_ID_SIZE], const TrTask *task, TrParam param)
{
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

TrStatus
tr_settings_check(const TrSettings *s, TrError *error)
{
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
  if (s->max_iterations < 1)
    return tr_error_set(error, TR_BAD_SETTING, "max_iterations is %d; it must be at least 1",
                        s->max_iterations);
  return TR_OK;
}

static bool
is_known(const TrTask *task, TrParam param)
{
  if (tr_param_is_of_model(param))
    return tr_param_can_be_free(task->model, param);
  return param.owner >= 0 && param.owner < task->n_logs && param.axis >= 0 &&
         param.axis < task->logs[param.owner].n_channels;
}

static TrStatus
check_one(const TrTask *task, const TrFree *f, TrError *error)
{
  char id[TR_ID_SIZE];

  if (!tr_param_is_of_model(f->param) && !is_known(task, f->param))
    return tr_error_set(error, TR_BAD_SETTING,
                        "a free parameter belongs to a channel that no log "
                        "of the fit has; fix it");
  tr_task_param_id(id, task, f->param);
  if (!is_known(task, f->param))
    return tr_error_set(error, TR_BAD_SETTING, "%s cannot be estimated; fix it", id);
  if (!(f->min <= f->start) || !(f->start <= f->max))
    return tr_error_set(error, TR_BAD_SETTING,
                        "%s starts at %g, outside its bounds %g .. %g; move the start or the "
                        "bounds",
                        id, f->start, f->min, f->max);
  if (!(f->prior_sigma > 0))
    return tr_error_set(error, TR_BAD_SETTING, "%s: the prior's sigma must be above zero", id);
  if (f->transform == TR_TRANSFORM_LOG && !(f->start > 0))
    return tr_error_set(error, TR_BAD_SETTING,
                        "%s starts at %g; with the transform 'log' it must be above zero", id,
                        f->start);
  return TR_OK;
}

static TrStatus
check_tie(const TrTask *task, const TrTie *tie, TrError *error)
{
  if (!is_known(task, tie->param) || tie->master < 0 || tie->master >= task->n_free ||
      !isfinite(tie->factor))
    return tr_error_set(error, TR_BAD_SETTING,
                        "a tied quantity cannot be estimated, or its master is not free; remove "
                        "the tie, or free the master");
  return TR_OK;
}

static bool
is_quantity(const TrTask *task, TrParam param)
{
  return tr_param_is_of_model(param) || is_known(task, param);
}

/* Whether there are parameters that meet all constraints. */
static TrStatus
check_constraints(const TrTask *task, TrError *error)
{
  TrConstraints *constraints;

  for (int k = 0; k < task->n_constraints; k++)
    for (int i = 0; i < task->constraints[k].n_terms; i++)
      if (!is_quantity(task, task->constraints[k].terms[i].param))
        return tr_error_set(error, TR_BAD_SETTING,
                            "constraint '%s' has a quantity of a channel that no log of the fit "
                            "has; remove it, or add the log",
                            task->constraints[k].name);
  TR_TRY(tr_constraints_new(&constraints, task, error));
  tr_constraints_free(constraints);
  return TR_OK;
}

TrStatus
tr_task_check_free(const TrTask *task, TrError *error)
{
  for (int i = 0; i < task->n_free; i++)
    TR_TRY(check_one(task, &task->free[i], error));
  for (int i = 0; i < task->n_ties; i++)
    TR_TRY(check_tie(task, &task->ties[i], error));
  return check_constraints(task, error);
}

void
tr_settings_hold_kappa(TrSettings *settings, const TrFit *fit)
{
  settings->kappa = fit->kappa;
  settings->weighting = fit->holds_weight ? TR_WEIGHTING_HELD : TR_WEIGHTING_JOINT;
}

void
tr_model_hold_sigmas(TrModel *model, const TrFit *fit)
{
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &fit->logs[l].sensors[s];

      if (sensor->sigma > 0)
        model->sensors[sensor->sensor].sigma = sensor->sigma;
    }
}

TrModel *
tr_task_continue(TrTask *task, double *start, const TrFit *fit)
{
  TrModel *model = tr_model_copy(task->model);

  if (!model)
    return NULL;
  for (int i = 0; i < fit->n_free; i++)
    start[i] = fit->estimates[i].value;
  task->warm_start = start;
  tr_settings_hold_kappa(&task->settings, fit);
  tr_model_hold_sigmas(model, fit);
  task->model = model;
  return model;
}
