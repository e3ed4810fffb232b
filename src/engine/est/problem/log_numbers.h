/* Models of logs that have values of their own (est/task/own_values.h).
 *
 * The model, mechanism and columns of a problem are those of the log that tr_problem_use_log() has
 * selected; a problem without such logs has one set, and nothing here changes anything.  In the
 * columns of a log, a quantity that is the log's own is one that nothing depends on. */
#pragma once

#include "engine/est/problem/problem.h"

/* Creates problem->numbers from the problem's model and mechanism, if a log has values of its own;
 * false when memory is out.  Twins share them. */
bool tr_log_numbers_take(TrProblem *problem);

/* Frees them, after selecting those of the problem itself. */
void tr_log_numbers_free(TrProblem *problem);

/* Sets the columns of each log, once problem->params are complete. */
void tr_log_numbers_fill_columns(TrProblem *problem);

/* Selects the numbers of a log; -1: those common to all logs. */
void tr_log_numbers_select(TrProblem *problem, int log);

/* Follows the quantities of the common `model`, whose mechanism is up to date, in the models of all
 * logs, and selects the common ones. */
void tr_log_numbers_follow(TrProblem *problem, TrModel *model);

/* Returns the common model for the selected one that has its role, present or tried. */
TrModel *tr_log_numbers_common(const TrProblem *problem, TrModel *model);

/* Makes the present models those that the weight is held at; or `model` (nullable) with the values
 * of the logs, which stays the caller's. */
void tr_log_numbers_hold(TrProblem *problem, const TrModel *model);

/* Exchanges the present and the tried models of all logs. */
void tr_log_numbers_swap(TrProblem *problem);
