#include "engine/est/prepare/prepare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/task/own_values.h"

enum { MIN_NODES = 4, MAX_NODES = 20000000 };

const TrChannel *
tr_log_find(const TrLog *log, TrSignalKind kind, int index)
{
  TR_ASSERT(log && index >= 0);
  for (int i = 0; i < log->n_channels; i++)
    if (log->channels[i].kind == kind && log->channels[i].index == index)
      return &log->channels[i];
  return NULL;
}

static TrStatus
check_channel(const TrTask *task, const TrLog *log, const TrChannel *c, TrError *error)
{
  const TrModel *model = task->model;
  bool sensor = c->kind == TR_SIGNAL_SENSOR;
  int n = sensor ? model->n_sensors : model->n_motors;

  if (c->index < 0 || c->index >= n)
    return tr_error_set(error, TR_BAD_LOG,
                        "log '%s' maps a signal that the model does not have; correct the mapping",
                        log->name);

  const char *name = sensor ? model->sensors[c->index].name : model->motors[c->index].name;

  if (c->n == 0)
    return tr_error_set(error, TR_BAD_LOG, "log '%s': '%s' has no samples; map another column",
                        log->name, name);
  for (size_t i = 0; i < c->n; i++) {
    if (!isfinite(c->t[i]) || !isfinite(c->y[i]))
      return tr_error_set(error, TR_BAD_LOG,
                          "log '%s': sample %zu of '%s' is not finite; correct or remove it",
                          log->name, i + 1, name);
    if (i > 0 && !(c->t[i] > c->t[i - 1]))
      return tr_error_set(error, TR_BAD_LOG,
                          "log '%s': time does not increase at sample %zu of '%s' (%g s after "
                          "%g s); sort the log or drop the sample",
                          log->name, i + 1, name, c->t[i], c->t[i - 1]);
  }
  return TR_OK;
}

static bool
has_sensor(const TrLog *log)
{
  for (int i = 0; i < log->n_channels; i++)
    if (log->channels[i].kind == TR_SIGNAL_SENSOR)
      return true;
  return false;
}

static TrStatus
count_nodes(int *n_nodes, const TrTask *task, const TrLog *log, TrError *error)
{
  double steps = (log->end - log->start) / task->settings.h;

  if (!(steps >= MIN_NODES - 1))
    return tr_error_set(error, TR_BAD_LOG,
                        "log '%s' is used from %g to %g s, which is less than %d steps of h = %g "
                        "s; make h smaller or the trim longer",
                        log->name, log->start, log->end, MIN_NODES - 1, task->settings.h);
  if (steps > MAX_NODES)
    return tr_error_set(error, TR_BAD_SETTING,
                        "log '%s' would have %.10g steps of h = %g s; make h larger", log->name,
                        steps, task->settings.h);
  *n_nodes = (int)floor(steps * (1 + 1e-12) + 1e-9) + 1;
  return TR_OK;
}

static TrStatus
check_log(const TrTask *task, const TrLog *log, TrError *error)
{
  if (!has_sensor(log))
    return tr_error_set(error, TR_BAD_LOG,
                        "log '%s' has no sensor mapped; map at least one column to a sensor",
                        log->name);
  for (int i = 0; i < log->n_channels; i++)
    TR_TRY(check_channel(task, log, &log->channels[i], error));
  return TR_OK;
}

/* Inputs of all steps; those of servos are zero until their motion is there. */
static void
compute_inputs(TrPreparedLog *out, const TrTask *task)
{
  size_t n_inputs = (size_t)tr_model_n_inputs(task->model);
  double h = task->settings.h;

  for (int k = 0; k < out->n_nodes; k++)
    tr_inputs_at(out->input + (size_t)k * n_inputs, out->inputs, out->log->start + k * h, h);
}

static TrStatus
fill_inputs(TrPreparedLog *out, const TrTask *task, TrError *error)
{
  const TrModel *model = task->model;
  size_t n_inputs = (size_t)tr_model_n_inputs(model);

  out->inputs = tr_inputs_new(model, out->log->n_channels, out->log->channels);
  out->input = calloc((size_t)out->n_nodes * n_inputs + 1, sizeof *out->input);
  if (!out->inputs || !out->input)
    return TR_NO_MEMORY;
  out->inputs->is_hat = task->settings.formulation == TR_FORMULATION_SECOND_ORDER;
  TR_TRY(tr_error_prefix(error, tr_inputs_check(out->inputs, error), "log '%s': ", out->log->name));
  compute_inputs(out, task);
  return TR_OK;
}

/* Inputs of servos, from the motion that they have seen. */
static TrStatus
fill_servo_inputs(TrPreparedLog *out, const TrTask *task)
{
  if (!tr_model_has_servo(task->model))
    return TR_OK;
  TR_TRY(tr_prepare_servos(out, task));
  compute_inputs(out, task);
  return TR_OK;
}

static void
widen_ranges(double *ranges, const TrPreparedLog *out, const TrModel *model)
{
  size_t n_inputs = (size_t)tr_model_n_inputs(model);

  for (int m = 0; m < model->n_motors; m++) {
    double least = INFINITY, most = -INFINITY;

    for (int k = 0; k < out->n_nodes; k++) {
      double u = out->input[(size_t)k * n_inputs + (size_t)m];

      least = fmin(least, u);
      most = fmax(most, u);
    }
    ranges[m] = fmax(ranges[m], most - least);
  }
}

/* Weight of a step in an excluded range, where unknown forces may act: the state error has a
 * thousand times its sd, so that the motion there has no effect on the parameters. */
#define EXCLUDED_SHARE 1e-6

/* Sets the shares; a step that reaches into an excluded range counts as excluded. */
static TrStatus
fill_step_shares(TrPreparedLog *out, double h)
{
  const TrLog *log = out->log;

  if (log->n_excluded == 0)
    return TR_OK;
  out->step_share = malloc((size_t)out->n_nodes * sizeof *out->step_share);
  if (!out->step_share)
    return TR_NO_MEMORY;
  for (int k = 0; k < out->n_nodes; k++) {
    double t = log->start + k * h;

    out->step_share[k] = 1;
    for (int i = 0; i < log->n_excluded; i++)
      if (t + h > log->excluded[i][0] && t - h < log->excluded[i][1])
        out->step_share[k] = EXCLUDED_SHARE;
  }
  return TR_OK;
}

static TrStatus
copy_start(TrPreparedLog *out, const TrPreparedLog *from, const TrModel *model)
{
  size_t n = (size_t)model->n_joints;

  out->start = tr_trajectory_copy(from->start);
  memcpy(out->smoothing, from->smoothing, n * sizeof *out->smoothing);
  memcpy(out->widest, from->widest, n * sizeof *out->widest);
  memcpy(out->narrowest, from->narrowest, n * sizeof *out->narrowest);
  memcpy(out->seen, from->seen, n * sizeof *out->seen);
  return out->start ? TR_OK : TR_NO_MEMORY;
}

static TrStatus
prepare_log(TrPrepared *prepared,
            TrPreparedLog *out,
            const TrTask *task,
            const TrPreparedLog *motion,
            TrError *error)
{
  TrTask own = *task;

  if (out->log->n_own > 0) {
    own.model = out->own_model = tr_log_model_new(task->model, out->log);
    task = &own;
  }
  if (!task->model)
    return TR_NO_MEMORY;
  TR_TRY(count_nodes(&out->n_nodes, task, out->log, error));
  out->smoothing = calloc((size_t)task->model->n_joints + 1, sizeof *out->smoothing);
  out->widest = calloc((size_t)task->model->n_joints + 1, sizeof *out->widest);
  out->narrowest = calloc((size_t)task->model->n_joints + 1, sizeof *out->narrowest);
  out->seen = calloc((size_t)task->model->n_joints + 1, sizeof *out->seen);
  if (!out->smoothing || !out->widest || !out->narrowest || !out->seen)
    return TR_NO_MEMORY;
  TR_TRY(fill_inputs(out, task, error));
  TR_TRY(fill_step_shares(out, task->settings.h));
  TR_TRY(motion ? copy_start(out, motion, task->model) : tr_prepare_start(out, task, error));
  TR_TRY(fill_servo_inputs(out, task));
  widen_ranges(prepared->input_range, out, task->model);
  return tr_prepare_observations(out, task, prepared->sigma);
}

bool
tr_log_excludes(const TrLog *log, double t)
{
  TR_ASSERT(log);
  for (int i = 0; i < log->n_excluded; i++)
    if (t >= log->excluded[i][0] && t <= log->excluded[i][1])
      return true;
  return false;
}

static void
find_kappa_ref(TrPrepared *prepared, const TrTask *task)
{
  double impulse = tr_state_error_size(&prepared->state_error);

  /* a log without motion has no natural size of kappa */
  prepared->kappa_ref = impulse > 0 ? pow(prepared->sigma0 / (TR_KAPPA_REF_SHARE * impulse), 2) *
                                          task->settings.h / 0.01
                                    : 1;
}

static TrStatus
prepare_all(TrPrepared *prepared, const TrTask *task, const TrPrepared *motions, TrError *error)
{
  size_t n_sensors = (size_t)task->model->n_sensors, n_motors = (size_t)task->model->n_motors;

  prepared->sigma = calloc(n_sensors + 1, sizeof *prepared->sigma);
  prepared->input_range = calloc(n_motors + 1, sizeof *prepared->input_range);
  prepared->joint_size = calloc((size_t)task->model->n_joints + 1, sizeof *prepared->joint_size);
  prepared->logs = calloc((size_t)task->n_logs, sizeof *prepared->logs);
  prepared->sigma_floor = calloc(n_sensors + 1, sizeof *prepared->sigma_floor);
  prepared->sigma_data = calloc(n_sensors + 1, sizeof *prepared->sigma_data);
  prepared->motion = calloc(n_sensors + 1, sizeof *prepared->motion);
  prepared->n_sensors = task->model->n_sensors;
  if (!prepared->sigma || !prepared->sigma_floor || !prepared->sigma_data || !prepared->motion ||
      !prepared->input_range || !prepared->joint_size || !prepared->logs)
    return TR_NO_MEMORY;
  prepared->n_logs = task->n_logs;
  for (int l = 0; l < task->n_logs; l++) {
    prepared->logs[l].log = &task->logs[l];
    TR_TRY(check_log(task, &task->logs[l], error));
  }
  tr_prepare_noise(prepared, task);
  for (int l = 0; l < task->n_logs; l++)
    TR_TRY(
        prepare_log(prepared, &prepared->logs[l], task, motions ? &motions->logs[l] : NULL, error));
  TR_TRY(motions ? tr_prepare_state_error_like(prepared, task, motions)
                 : tr_prepare_state_error(prepared, task));
  find_kappa_ref(prepared, task);
  return TR_OK;
}

TrStatus
tr_prepare_along(TrPrepared *prepared,
                 const TrTask *task,
                 const TrPrepared *motions,
                 TrError *error)
{
  TR_ASSERT(prepared && tr_task_is_whole(task));

  TrStatus status;

  memset(prepared, 0, sizeof *prepared);
  if (task->n_logs < 1)
    return tr_error_set(error, TR_BAD_LOG, "there is no log to fit; give one the role 'estimate'");
  TR_TRY(tr_model_check(task->model, error));
  TR_TRY(tr_settings_check(&task->settings, error));
  TR_TRY(tr_task_check_free(task, error));
  TR_TRY(tr_task_check_own(task, error));
  status = prepare_all(prepared, task, motions, error);
  if (status != TR_OK)
    tr_prepared_clear(prepared);
  return status;
}

TrStatus
tr_prepare(TrPrepared *prepared, const TrTask *task, TrError *error)
{
  TR_ASSERT(prepared && tr_task_is_whole(task));
  return tr_prepare_along(prepared, task, NULL, error);
}

void
tr_prepared_clear(TrPrepared *prepared)
{
  for (int l = 0; l < prepared->n_logs; l++) {
    TrPreparedLog *log = &prepared->logs[l];

    tr_model_free(log->own_model);
    tr_inputs_free(log->inputs);
    free(log->input);
    free(log->smoothing);
    free(log->widest);
    free(log->narrowest);
    free(log->seen);
    free(log->step_share);
    free(log->observations);
    tr_trajectory_free(log->start);
  }
  free(prepared->logs);
  tr_state_error_clear(&prepared->state_error);
  free(prepared->joint_size);
  free(prepared->sigma);
  free(prepared->sigma_floor);
  free(prepared->sigma_data);
  free(prepared->motion);
  free(prepared->input_range);
  memset(prepared, 0, sizeof *prepared);
}
