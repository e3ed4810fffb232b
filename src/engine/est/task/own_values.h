/* Values of model quantities that a log has for itself, such as the mass of a load that is there in
 * one log only.
 *
 * In a log that has a value of its own for a quantity, the quantity is that number: whatever is
 * free or tied, it does not act there.  All other quantities are those of the task, common to all
 * logs. */
#pragma once

#include "engine/est/task/task.h"

/* Returns whether a log has a value of its own for a quantity. */
bool tr_log_owns(const TrLog *log, TrParam param);

/* Sets the quantities of a model to the log's own values; the model has the structure of the
 * task's. */
void tr_log_put_own(TrModel *model, const TrLog *log);

/* Returns a copy of a model with the log's own values; NULL when memory is out. */
TrModel *tr_log_model_new(const TrModel *model, const TrLog *log);

/* Copies all quantities of a model (tr_param_at()) to another one of the same structure. */
void tr_model_copy_quantities(TrModel *to, const TrModel *from);

/* Returns whether the estimator can use a value of its own for a quantity in one log: those that
 * can be free, except for those of stops and contacts. */
bool tr_param_can_be_own(const TrModel *model, TrParam param);

/* Returns the first log of the task that has values of its own; NULL: none. */
const TrLog *tr_task_find_own(const TrTask *task);

/* Checks the own values of all logs: TR_BAD_LOG or TR_BAD_MODEL for a value that is impossible
 * there, TR_BAD_SETTING for a free quantity that acts in no log, or for a model that is switched in
 * time. */
TR_NODISCARD TrStatus tr_task_check_own(const TrTask *task, TrError *error);
