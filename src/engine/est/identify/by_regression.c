#include "engine/est/identify/by_regression.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/identify/ends.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/regress/force_error.h"
#include "engine/est/regress/regression.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

/* Share of the forces that a regression leaves unexplained above which it is no answer. */
#define MOST_LEFT 0.5

/* Room for the errors of the forces by a fit over those by a regression, which are the least. */
#define FORCE_ROOM 1.1

/* ---- which fits ------------------------------------------------------------------------------ */

/* Whether the input of a motor is the force along the freedom of a joint. */
static bool
is_driven(const TrModel *model, int joint)
{
  int motor = tr_model_find_force_motor(model, joint);

  return motor >= 0 && !tr_motor_has_servo(&model->motors[motor]);
}

bool
tr_regression_leads(const TrTask *task)
{
  TR_ASSERT(task);
  const TrModel *model = task->model;

  if (!tr_task_finds_variances(task) || task->warm_fit || task->warm_kappa > 0 ||
      !tr_problem_is_of_tree(task))
    return false;
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type != TR_JOINT_FIXED && !is_driven(model, j))
      return false;
  return true;
}

/* ---- in place of a regression ---------------------------------------------------------------- */

static bool
explains_little(const TrFit *regression)
{
  double most = 0;

  for (int l = 0; l < regression->n_logs; l++)
    most = fmax(most, regression->logs[l].unexplained);
  return most > MOST_LEFT;
}

/* Whether the forces that the measured motion of a log needs are as near to the motors' with the
 * values of a fit as with those of a regression, joint by joint; so where they cannot be compared.
 */
static bool
explains_forces(const TrFit *fit, const TrFit *regression, const TrTask *task, int log)
{
  TrTask by_fit = *task, by_regression = *task;
  TrForceErrors own = {0}, other = {0};
  bool is_good = true;

  by_fit.model = tr_fit_model_of_log(fit, log);
  by_regression.model = tr_fit_model_of_log(regression, log);
  tr_cutoff_keep(&by_fit.settings, regression);
  tr_cutoff_keep(&by_regression.settings, regression);
  if (tr_force_errors(&own, &by_fit, log, NULL, NULL) == TR_OK &&
      tr_force_errors(&other, &by_regression, log, NULL, NULL) == TR_OK)
    for (int i = 0; i < own.n; i++)
      is_good &= own.errors[i].rmse <= FORCE_ROOM * other.errors[i].rmse;
  tr_force_errors_clear(&own);
  tr_force_errors_clear(&other);
  return is_good;
}

static bool
is_as_good(const TrFit *fit, const TrFit *regression, const TrTask *task)
{
  bool is_good = !tr_end_is_doubtful(fit, task);

  for (int l = 0; is_good && l < fit->n_logs; l++)
    is_good = fit->logs[l].unexplained <= MOST_LEFT && explains_forces(fit, regression, task, l);
  return is_good;
}

/* Replaces a regression by the fit of another task if that converges and passes the test, which is
 * nullable; also by one that was cancelled or ran out of memory, with its status. */
static TrStatus
replace_by(TrFit **regression,
           const TrTask *task,
           bool (*is_good)(const TrFit *fit, const TrFit *regression, const TrTask *task))
{
  TrFit *fit = NULL;
  TrStatus status = tr_task_run(&fit, task, tr_task_solve, NULL);

  if (status == TR_CANCELLED || status == TR_NO_MEMORY ||
      (status == TR_OK && (!is_good || is_good(fit, *regression, task)))) {
    tr_fit_free(*regression);
    *regression = fit;
    return status;
  }
  tr_fit_free(fit);
  return TR_OK;
}

/* Replaces a regression that explains little by a fit from below, if that converges. */
static TrStatus
try_below(TrFit **regression, const TrTask *task)
{
  TrTask below = *task;

  below.begins_below = below.gives_up = true;
  return replace_by(regression, &below, NULL);
}

/* Replaces a regression by a fit that begins with its values where the motion follows the samples,
 * as that of the regression does, if that fit converges and explains the logs as well. */
static TrStatus
go_on(TrFit **regression, const TrTask *task)
{
  TrTask from = *task;
  double *start = calloc((size_t)task->n_free + 1, sizeof *start);
  TrStatus status = TR_NO_MEMORY;

  if (start) {
    for (int i = 0; i < task->n_free; i++)
      start[i] = (*regression)->estimates[i].value;
    from.warm_start = start;
    from.begins_below = from.gives_up = true;
    status = replace_by(regression, &from, is_as_good);
  }
  free(start);
  return status;
}

/* Runs a regression with the filter of the start values; where the inertias that fit best belong to
 * no body, with those of real bodies. */
static TrStatus
run_regression(TrFit **fit, const TrTask *task)
{
  TrTask own = *task;
  TrStatus status = tr_regression(fit, task, NULL);

  if (status != TR_NOT_DEFINITE || task->settings.consistency == TR_INERTIA_RULE_FULL)
    return status;
  tr_fit_free(*fit);
  own.settings.consistency = TR_INERTIA_RULE_FULL;
  return tr_regression(fit, &own, NULL);
}

TrStatus
tr_fit_by_regression(TrFit **fit, const TrTask *task)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  TrFit *other = NULL;
  TrStatus status = run_regression(&other, task);

  if (status == TR_OK && !explains_little(other))
    status = go_on(&other, task);
  else if (status == TR_OK)
    status = *fit ? try_below(&other, task) : TR_NOT_CONVERGED;
  if (status != TR_OK && status != TR_CANCELLED && status != TR_NO_MEMORY) {
    tr_fit_free(other);
    return TR_NOT_CONVERGED;
  }
  tr_fit_free(*fit);
  *fit = other;
  return status;
}
