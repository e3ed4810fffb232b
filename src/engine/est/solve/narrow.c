#include "engine/est/solve/narrow.h"

#include <math.h>

/* Iterations of a fit with narrower rates before it counts as not converged. */
enum { MAX_ITERATIONS = 10 };

/* Returns whether dry friction of a joint changes sign over its smoothing rate. */
static bool
is_dry(const TrFriction *f)
{
  return tr_friction_is_dry(f->model) || f->asymmetry[TR_SIDE_DRY] != 0 ||
         f->asymmetry[TR_SIDE_VISCOUS] != 0;
}

/* Returns whether the rate of a joint in a log may be narrower. */
static bool
may_narrow(const TrProblem *problem, const TrPreparedLog *log, int joint)
{
  return problem->formulation->midpoint && is_dry(&problem->model->joints[joint].friction) &&
         log->smoothing[joint] > log->narrowest[joint];
}

/* Returns whether any rate may be narrower. */
static bool
may_narrow_any(const TrProblem *problem)
{
  for (int l = 0; l < problem->prepared->n_logs; l++)
    for (int j = 0; j < problem->model->n_joints; j++)
      if (may_narrow(problem, &problem->prepared->logs[l], j))
        return true;
  return false;
}

bool
tr_smoothing_narrow(TrProblem *problem)
{
  bool any = may_narrow_any(problem);

  for (int l = 0; l < problem->prepared->n_logs; l++)
    for (int j = 0; j < problem->model->n_joints; j++) {
      TrPreparedLog *log = &problem->prepared->logs[l];

      if (may_narrow(problem, log, j))
        log->smoothing[j] = fmax(TR_NARROWER * log->smoothing[j], log->narrowest[j]);
    }
  problem->chord = any ? 1 / TR_NARROWER - 1 : 0;
  return any;
}

bool
tr_smoothing_widen(TrProblem *problem)
{
  bool any = false;

  for (int l = 0; l < problem->prepared->n_logs; l++)
    for (int j = 0; j < problem->model->n_joints; j++) {
      TrPreparedLog *log = &problem->prepared->logs[l];

      if (!is_dry(&problem->model->joints[j].friction) || log->smoothing[j] >= log->widest[j])
        continue;
      log->smoothing[j] = fmin(TR_WIDER * log->smoothing[j], log->widest[j]);
      any = true;
    }
  return any;
}

bool
tr_smoothing_blocks(TrStatus status)
{
  return status == TR_NOT_CONVERGED || status == TR_NOT_DEFINITE || status == TR_NOT_FINITE;
}

void
tr_smoothing_limit(TrLmOptions *options)
{
  options->decrease_tol = options->gradient_tol = TR_ROUGH_DECREASE;
  options->promise_tol = TR_ROUGH_DECREASE;
  if (options->max_iterations > MAX_ITERATIONS)
    options->max_iterations = MAX_ITERATIONS;
}

/* Runs one fit and adds it to the others. */
static TrStatus
run_one(TrLmResult *all, TrProblem *problem, const TrLmOptions *options)
{
  TrLmResult one;
  TrStatus status = tr_lm_run(&one, &tr_problem_ops, problem, options);

  one.iterations += all->iterations;
  one.solves += all->solves;
  one.fits = all->fits + 1;
  *all = one;
  return status;
}

TrStatus
tr_smoothing_fit(TrLmResult *result, TrProblem *problem, const TrLmOptions *options)
{
  TrLmOptions rough = *options;
  TrStatus status;

  if (!may_narrow_any(problem))
    return tr_lm_run(result, &tr_problem_ops, problem, options);
  *result = (TrLmResult){0};
  rough.decrease_tol = rough.gradient_tol = TR_ROUGH_DECREASE;
  status = run_one(result, problem, &rough);
  if (status != TR_OK)
    return status;
  tr_smoothing_limit(&rough);
  while (status == TR_OK && tr_smoothing_narrow(problem))
    status = run_one(result, problem, &rough);
  if (tr_smoothing_blocks(status))
    (void)tr_smoothing_widen(problem);
  else if (status != TR_OK)
    return status;
  do
    status = run_one(result, problem, options);
  while (tr_smoothing_blocks(status) && tr_smoothing_widen(problem));
  return status;
}
