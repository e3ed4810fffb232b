#include "engine/est/task/task_subset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/task/own_values.h"

/* Index of a log among the wanted ones, or -1. */
static int
find_log(const TrTaskSubset *sub, int log)
{
  for (int i = 0; i < sub->task.n_logs; i++)
    if (sub->log_index[i] == log)
      return i;
  return -1;
}

/* Renumbers a quantity for the wanted logs; false when it belongs to another log. */
static bool
move_param(TrParam *param, const TrTaskSubset *sub)
{
  if (tr_param_is_of_model(*param))
    return true;
  param->owner = find_log(sub, param->owner);
  return param->owner >= 0;
}

/* The free parameter in terms of its follower, which is `factor` times as large. */
static TrFree
scale_free(TrFree f, TrParam follower, double factor)
{
  double min = factor * (factor > 0 ? f.min : f.max), max = factor * (factor > 0 ? f.max : f.min);

  f.param = follower;
  f.start *= factor;
  f.min = min;
  f.max = max;
  f.prior_mean *= factor;
  f.prior_sigma *= fabs(factor);
  return f;
}

/* Returns whether the i-th free parameter of `task`, or a quantity that is tied to it, acts in one
 * of the wanted logs: not where these have values of their own. */
static bool
acts(const TrTaskSubset *sub, const TrTask *task, int i)
{
  for (int l = 0; l < sub->task.n_logs; l++) {
    if (!tr_log_owns(&sub->logs[l], task->free[i].param))
      return true;
    for (int k = 0; k < task->n_ties; k++)
      if (task->ties[k].master == i && !tr_log_owns(&sub->logs[l], task->ties[k].param))
        return true;
  }
  return false;
}

/* Takes the i-th free parameter of `task`, or the first that is tied to it. */
static void
take_free(TrTaskSubset *sub, const TrTask *task, int i)
{
  TrFree f = task->free[i];
  double factor = 1;
  bool found = move_param(&f.param, sub);

  if (found && !acts(sub, task, i))
    return;
  for (int k = 0; k < task->n_ties && !found; k++) {
    TrParam follower = task->ties[k].param;

    if (task->ties[k].master != i || task->ties[k].factor == 0 || !move_param(&follower, sub))
      continue;
    factor = task->ties[k].factor;
    f = scale_free(task->free[i], follower, factor);
    found = true;
  }
  if (!found)
    return;
  sub->free[sub->task.n_free] = f;
  sub->index[sub->task.n_free] = i;
  sub->factor[sub->task.n_free++] = factor;
}

static void
take_tie(TrTaskSubset *sub, TrTie tie)
{
  int master = -1;

  for (int i = 0; i < sub->task.n_free && master < 0; i++)
    if (sub->index[i] == tie.master)
      master = i;
  /* a quantity that replaced its master is free by now */
  if (!move_param(&tie.param, sub) || master < 0 ||
      tr_param_is_same(tie.param, sub->free[master].param))
    return;
  tie.master = master;
  tie.factor /= sub->factor[master];
  sub->ties[sub->task.n_ties++] = tie;
}

/* Copies a constraint, its terms from *at on; leaves it out where a quantity belongs to another
 * log. */
static void
take_constraint(TrTaskSubset *sub, const TrLinear *constraint, TrTerm **at)
{
  TrLinear *taken = &sub->constraints[sub->task.n_constraints];

  *taken = *constraint;
  taken->terms = *at;
  for (int i = 0; i < constraint->n_terms; i++) {
    (*at)[i] = constraint->terms[i];
    if (!move_param(&(*at)[i].param, sub))
      return;
  }
  *at += constraint->n_terms;
  sub->task.n_constraints++;
}

static bool
take_constraints(TrTaskSubset *sub, const TrTask *task)
{
  size_t n_terms = 0;
  TrTerm *at;

  for (int k = 0; k < task->n_constraints; k++)
    n_terms += (size_t)task->constraints[k].n_terms;
  sub->constraints = calloc((size_t)task->n_constraints + 1, sizeof *sub->constraints);
  at = sub->terms = calloc(n_terms + 1, sizeof *sub->terms);
  sub->task.n_constraints = 0;
  for (int k = 0; sub->constraints && at && k < task->n_constraints; k++)
    take_constraint(sub, &task->constraints[k], &at);
  sub->task.constraints = sub->constraints;
  return sub->constraints && sub->terms;
}

static void
take_logs(TrTaskSubset *sub, const TrTask *task, const bool *wanted)
{
  for (int l = 0; l < task->n_logs; l++) {
    if (!wanted[l])
      continue;
    sub->logs[sub->task.n_logs] = task->logs[l];
    sub->log_index[sub->task.n_logs++] = l;
  }
}

TrTaskSubset *
tr_task_subset_new(const TrTask *task, const bool *wanted)
{
  TR_ASSERT(tr_task_is_whole(task) && wanted);

  TrTaskSubset *sub = calloc(1, sizeof *sub);
  size_t n_free = (size_t)task->n_free + 1, n_logs = (size_t)task->n_logs + 1;

  if (!sub)
    return NULL;
  sub->index = calloc(n_free, sizeof *sub->index);
  sub->factor = calloc(n_free, sizeof *sub->factor);
  sub->free = calloc(n_free, sizeof *sub->free);
  sub->ties = calloc((size_t)task->n_ties + 1, sizeof *sub->ties);
  sub->logs = calloc(n_logs, sizeof *sub->logs);
  sub->log_index = calloc(n_logs, sizeof *sub->log_index);
  if (!sub->index || !sub->factor || !sub->free || !sub->ties || !sub->logs || !sub->log_index) {
    tr_task_subset_free(sub);
    return NULL;
  }
  sub->task = *task;
  sub->task.n_free = sub->task.n_ties = sub->task.n_logs = 0;
  sub->task.warm_start = NULL;
  sub->task.warm_fit = NULL;
  take_logs(sub, task, wanted);
  for (int i = 0; i < task->n_free; i++)
    take_free(sub, task, i);
  for (int k = 0; k < task->n_ties; k++)
    take_tie(sub, task->ties[k]);
  if (!take_constraints(sub, task)) {
    tr_task_subset_free(sub);
    return NULL;
  }
  sub->task.free = sub->free;
  sub->task.ties = sub->ties;
  sub->task.logs = sub->logs;
  return sub;
}

void
tr_task_subset_free(TrTaskSubset *sub)
{
  if (!sub)
    return;
  free(sub->index);
  free(sub->factor);
  free(sub->free);
  free(sub->ties);
  free(sub->constraints);
  free(sub->terms);
  free(sub->logs);
  free(sub->log_index);
  free(sub);
}

/* Sets a quantity of the model, or of the one log's channels. */
static void
put_value(TrAppliedTask *applied, int log, TrParam param, double value)
{
  TrChannel *channel;

  if (tr_param_is_of_model(param)) {
    tr_param_set(applied->model, param, value);
    return;
  }
  if (param.owner != log)
    return;
  channel = &applied->channels[param.axis];
  if (param.kind == TR_PARAM_CHANNEL_OFFSET)
    channel->offset = value;
  else if (param.kind == TR_PARAM_CHANNEL_SCALE)
    channel->scale = value;
  else if (param.kind == TR_PARAM_CHANNEL_DELAY)
    channel->delay = value;
  else if (param.kind == TR_PARAM_CHANNEL_START)
    channel->start = value;
  else
    channel->start_rate = value;
}

/* Samples of a channel recomputed for other numbers than those that they were made with
 * (signal/log.h). */
static bool
remake_samples(double **samples, TrChannel *channel, const TrChannel *from)
{
  double scale0 = from->scale != 0 ? from->scale : 1;
  double scale = channel->scale != 0 ? channel->scale : 1, late = channel->delay - from->delay;
  double *t, *y;

  if (channel->offset == from->offset && scale == scale0 && late == 0)
    return true;
  t = *samples = calloc(2 * from->n + 1, sizeof **samples);
  if (!t)
    return false;
  y = t + from->n;
  for (size_t i = 0; i < from->n; i++) {
    t[i] = from->t[i] + (channel->kind == TR_SIGNAL_MOTOR ? late : -late);
    y[i] = (from->y[i] + from->offset) * scale / scale0 - channel->offset;
  }
  channel->t = t;
  channel->y = y;
  return true;
}

static bool
fill_applied(TrAppliedTask *applied, const TrTask *task, int log, const double *parameters)
{
  const TrLog *from = &task->logs[log];
  bool ok = true;

  memcpy(applied->channels, from->channels, (size_t)from->n_channels * sizeof *from->channels);
  for (int i = 0; i < task->n_free; i++)
    put_value(applied, log, task->free[i].param, parameters[i]);
  for (int k = 0; k < task->n_ties; k++)
    put_value(applied, log, task->ties[k].param,
              task->ties[k].factor * parameters[task->ties[k].master]);
  tr_log_put_own(applied->model, from);
  for (int c = 0; ok && c < from->n_channels; c++)
    ok = remake_samples(&applied->samples[c], &applied->channels[c], &from->channels[c]);
  return ok;
}

TrAppliedTask *
tr_applied_task_new(const TrTask *task, int log, const double *parameters)
{
  TR_ASSERT(tr_task_is_whole(task));
  TR_ASSERT(log >= 0 && log < task->n_logs && tr_is_array(parameters, task->n_free));

  TrAppliedTask *applied = calloc(1, sizeof *applied);
  size_t n_channels = (size_t)task->logs[log].n_channels;

  if (!applied)
    return NULL;
  applied->log = task->logs[log];
  applied->model = tr_model_copy(task->model);
  applied->channels = calloc(n_channels + 1, sizeof *applied->channels);
  applied->samples = calloc(n_channels + 1, sizeof *applied->samples);
  if (!applied->model || !applied->channels || !applied->samples ||
      !fill_applied(applied, task, log, parameters)) {
    tr_applied_task_free(applied);
    return NULL;
  }
  applied->log.channels = applied->channels;
  applied->task = *task;
  applied->task.model = applied->model;
  applied->task.n_free = applied->task.n_ties = applied->task.n_constraints = 0;
  applied->task.n_logs = 1;
  applied->task.logs = &applied->log;
  applied->task.warm_start = NULL;
  applied->task.warm_fit = NULL;
  return applied;
}

void
tr_applied_task_free(TrAppliedTask *applied)
{
  if (!applied)
    return;
  for (int c = 0; applied->samples && c < applied->log.n_channels; c++)
    free(applied->samples[c]);
  free(applied->samples);
  free(applied->channels);
  tr_model_free(applied->model);
  free(applied);
}
