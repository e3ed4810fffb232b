/* Checks of a task: its free quantities, ties and constraints. */
#include <math.h>

#include "engine/est/lsq/constraints.h"
#include "engine/est/prepare/prepare.h"

static bool
is_known(const TrTask *task, TrParam param)
{
  if (tr_param_is_of_model(param))
    return tr_param_can_be_free(task->model, param);
  return param.owner >= 0 && param.owner < task->n_logs && param.axis >= 0 &&
         param.axis < task->logs[param.owner].n_channels;
}

/* Returns whether a quantity is a correction of the set value of a servo. */
static bool
is_of_servo(const TrTask *task, TrParam param)
{
  const TrChannel *c;

  if (tr_param_is_of_model(param) || !is_known(task, param))
    return false;
  c = &task->logs[param.owner].channels[param.axis];
  return c->kind == TR_SIGNAL_MOTOR && tr_motor_has_servo(&task->model->motors[c->index]);
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
  if (is_of_servo(task, f->param))
    return tr_error_set(error, TR_BAD_SETTING,
                        "%s is free, but the set value of a servo is used as it is recorded; fix "
                        "it, or free the gains of the servo",
                        id);
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

/* Fails where no parameters meet all constraints. */
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
  TR_ASSERT(tr_task_is_whole(task));
  for (int i = 0; i < task->n_free; i++)
    TR_TRY(check_one(task, &task->free[i], error));
  for (int i = 0; i < task->n_ties; i++)
    TR_TRY(check_tie(task, &task->ties[i], error));
  return check_constraints(task, error);
}
