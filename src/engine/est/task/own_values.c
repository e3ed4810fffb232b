#include "engine/est/task/own_values.h"

#include <math.h>

#include "engine/mbs/model/active.h"

bool
tr_log_owns(const TrLog *log, TrParam param)
{
  TR_ASSERT(log);
  for (int i = 0; i < log->n_own; i++)
    if (tr_param_is_same(log->own[i].param, param))
      return true;
  return false;
}

void
tr_log_put_own(TrModel *model, const TrLog *log)
{
  TR_ASSERT(model && log);
  for (int i = 0; i < log->n_own; i++)
    tr_param_set(model, log->own[i].param, log->own[i].value);
}

TrModel *
tr_log_model_new(const TrModel *model, const TrLog *log)
{
  TR_ASSERT(model && log);

  TrModel *own = tr_model_copy(model);

  if (own)
    tr_log_put_own(own, log);
  return own;
}

void
tr_model_copy_quantities(TrModel *to, const TrModel *from)
{
  TR_ASSERT(to && from && to->n_bodies == from->n_bodies && to->n_joints == from->n_joints);
  for (int i = 0; i < tr_param_count(from); i++) {
    TrParam param = tr_param_at(from, i);

    tr_param_set(to, param, tr_param_get(from, param));
  }
}

bool
tr_param_can_be_own(const TrModel *model, TrParam param)
{
  TR_ASSERT(model);
  return tr_param_is_of_model(param) && tr_param_can_be_free(model, param) &&
         !tr_param_is_contact(param) && !tr_param_is_stop(param);
}

static TrStatus
check_log(const TrTask *task, const TrLog *log, TrError *error)
{
  char id[TR_ID_SIZE];
  TrModel *model;
  TrStatus status;

  for (int i = 0; i < log->n_own; i++) {
    tr_task_param_id(id, task, log->own[i].param);
    if (!tr_param_can_be_own(task->model, log->own[i].param))
      return tr_error_set(error, TR_BAD_LOG,
                          "log '%s': %s cannot have a value of its own in a log; remove it",
                          log->name, id);
    if (!isfinite(log->own[i].value))
      return tr_error_set(error, TR_BAD_LOG, "log '%s': the value of %s must be a finite number",
                          log->name, id);
  }
  model = tr_log_model_new(task->model, log);
  if (!model)
    return TR_NO_MEMORY;
  status = tr_error_prefix(error, tr_model_check(model, error),
                           "log '%s' with its own values: ", log->name);
  tr_model_free(model);
  return status;
}

/* Returns whether a free quantity, or one that is tied to it, acts in some log. */
static bool
acts(const TrTask *task, int which)
{
  for (int l = 0; l < task->n_logs; l++) {
    bool is_here = !tr_log_owns(&task->logs[l], task->free[which].param);

    for (int k = 0; k < task->n_ties && !is_here; k++)
      is_here = task->ties[k].master == which && !tr_log_owns(&task->logs[l], task->ties[k].param);
    if (is_here)
      return true;
  }
  return false;
}

const TrLog *
tr_task_find_own(const TrTask *task)
{
  TR_ASSERT(tr_task_is_whole(task));
  for (int l = 0; l < task->n_logs; l++)
    if (task->logs[l].n_own > 0)
      return &task->logs[l];
  return NULL;
}

/* The switched mechanisms of a problem are those of one model. */
static TrStatus
check_switching(const TrTask *task, TrError *error)
{
  const TrLog *log = tr_task_find_own(task);

  if (!log || !tr_model_switches(task->model))
    return TR_OK;
  return tr_error_set(error, TR_BAD_SETTING,
                      "log '%s' has values of its own, but the model has joints or contacts that "
                      "are active in spans of time; remove the values, or the spans",
                      log->name);
}

TrStatus
tr_task_check_own(const TrTask *task, TrError *error)
{
  TR_ASSERT(tr_task_is_whole(task));

  char id[TR_ID_SIZE];

  TR_TRY(check_switching(task, error));
  for (int l = 0; l < task->n_logs; l++)
    if (task->logs[l].n_own > 0)
      TR_TRY(check_log(task, &task->logs[l], error));
  for (int l = 0; l < task->n_validation; l++)
    if (task->validation[l].n_own > 0)
      TR_TRY(check_log(task, &task->validation[l], error));
  for (int i = 0; i < task->n_free; i++)
    if (!acts(task, i)) {
      tr_task_free_id(id, task, i);
      return tr_error_set(error, TR_BAD_SETTING,
                          "%s is free, but every log of the fit has its own value for it; fix it, "
                          "or remove the value from one of the logs",
                          id);
    }
  return TR_OK;
}
