/* Preparation of the equations: samples, inputs and motions of the logs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/regress/equations_private.h"
#include "engine/est/task/own_values.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

/* An input whose samples are less than so many steps apart is sampled with the positions. */
#define PROMPT 1.5

/* Span of a value at an instant, in steps. */
#define INSTANT 1e-3

/* Mean step of a channel's samples. */
static double
step_of(const TrChannel *c)
{
  return c->n > 1 ? (c->t[c->n - 1] - c->t[0]) / (double)(c->n - 1) : INFINITY;
}

/* Step of the fastest sensor in the logs. */
double
tr_equations_step(const TrTask *task)
{
  double step = INFINITY;

  for (int l = 0; l < task->n_logs; l++)
    for (int i = 0; i < task->logs[l].n_channels; i++)
      if (task->logs[l].channels[i].kind == TR_SIGNAL_SENSOR)
        step = fmin(step, step_of(&task->logs[l].channels[i]));
  return isfinite(step) ? step : task->settings.h;
}

TrStatus
tr_equations_check_cutoff(const TrTask *task, double step, TrError *error)
{
  if (task->settings.cutoff < TR_MAX_CUTOFF_SHARE / step)
    return TR_OK;
  return tr_error_set(error, TR_BAD_SETTING,
                      "a regression differentiates filtered positions; with samples every %g s the "
                      "cutoff must be below %.3g Hz, but it is %g Hz",
                      step, TR_MAX_CUTOFF_SHARE / step, task->settings.cutoff);
}

TrStatus
tr_equations_check_own(const TrTask *task, TrError *error)
{
  const TrLog *log = tr_task_find_own(task);

  if (!log)
    return TR_OK;
  return tr_error_set(error, TR_BAD_SETTING,
                      "log '%s' has values of its own, which a regression cannot use; choose the "
                      "formulation \"second-order\", or remove the values",
                      log->name);
}

/* Returns whether a channel is an input that is sampled as fast as the positions: a regression
 * compares it with the motion at its stamp.  Slower ones act as they are held. */
static bool
is_prompt(const TrEquations *e, const TrChannel *c)
{
  return c->kind == TR_SIGNAL_MOTOR && e->model->motors[c->index].drive == TR_DRIVE_NONE &&
         step_of(c) < PROMPT * e->step;
}

/* Copies the logs, with prompt inputs linear between their samples. */
static TrStatus
copy_logs(TrEquations *e, const TrTask *task)
{
  TrChannel *channel;
  size_t n = 1;

  for (int l = 0; l < task->n_logs; l++)
    n += (size_t)task->logs[l].n_channels;
  e->logs = calloc((size_t)task->n_logs + 1, sizeof *e->logs);
  e->channels = channel = calloc(n, sizeof *e->channels);
  if (!e->logs || !e->channels)
    return TR_NO_MEMORY;
  for (int l = 0; l < task->n_logs; l++) {
    e->logs[l] = task->logs[l];
    e->logs[l].channels = channel;
    for (int i = 0; i < task->logs[l].n_channels; i++, channel++) {
      *channel = task->logs[l].channels[i];
      channel->linear = channel->linear || is_prompt(e, channel);
    }
  }
  return TR_OK;
}

/* Replaces the means of prompt inputs over the steps by their values at the samples. */
static TrStatus
take_prompt_inputs(TrEquations *e, TrPreparedLog *log)
{
  size_t n_inputs = (size_t)tr_model_n_inputs(e->model);
  double *u = calloc(n_inputs + 1, sizeof *u);

  if (!u)
    return TR_NO_MEMORY;
  for (int k = 0; k < log->n_nodes; k++) {
    tr_inputs_at(u, log->inputs, log->log->start + k * e->step, INSTANT * e->step);
    for (int i = 0; i < log->log->n_channels; i++)
      if (is_prompt(e, &log->log->channels[i]))
        log->input[(size_t)k * n_inputs + (size_t)log->log->channels[i].index] =
            u[log->log->channels[i].index];
  }
  free(u);
  return TR_OK;
}

/* Motions at the samples, of a model whose bodies have their origins for centres of mass. */
TrStatus
tr_equations_prepare(TrEquations *e, const TrTask *task, TrError *error)
{
  TrTask bench = {.model = e->model,
                  .n_logs = task->n_logs,
                  .settings = task->settings,
                  .monitor = task->monitor};

  TR_TRY(copy_logs(e, task));
  bench.logs = e->logs;
  bench.settings.formulation = TR_FORMULATION_PREDICTED;
  bench.settings.h = e->step;
  TR_TRY(tr_prepare(&e->prepared, &bench, error));
  for (int l = 0; l < e->prepared.n_logs; l++)
    TR_TRY(take_prompt_inputs(e, &e->prepared.logs[l]));
  return TR_OK;
}

/* Replaces the prepared motion of the only log by poses of the centres of mass of a model. */
void
tr_equations_take_motion(TrEquations *e, const TrTrajectory *motion, const TrModel *model)
{
  TrTrajectory *to = e->prepared.logs[0].start;
  int n = to->n_nodes < motion->n_nodes ? to->n_nodes : motion->n_nodes;

  for (int k = 0; k < n; k++)
    for (int b = 0; b < to->n_bodies; b++) {
      double *pose = tr_trajectory_pose(to, k) + TR_POSE * b, rot[9], arm[3];

      memcpy(pose, tr_trajectory_pose(motion, k) + TR_POSE * b, TR_POSE * sizeof *pose);
      tr_quat_matrix(rot, pose + 3);
      tr_mat3_apply(arm, rot, model->bodies[b].com);
      tr_vec3_sub(pose, pose, arm);
    }
}
