/* Levenberg-Marquardt for problems with many states and few parameters: the outer loop, without
 * linear algebra.
 *
 * TR_DAMP_PARAMETERS: states take undamped Gauss-Newton steps; only the parameters' Schur
 * complement S is damped, with S + damping C and a box (theory 7.3), C the diagonal of S, each
 * element at its largest value so far.  A rejected step costs one small solve and one back
 * substitution, not a new elimination; when no damping helps, the step is halved.  A small
 * decrease, gradient or step counts as convergence only where it is not merely the effect of
 * damping.
 *
 * TR_DAMP_ALL: the published algorithm 1, H + damping I over all unknowns.  A rejected step costs a
 * new elimination; steps are not halved. */
#pragma once

#include "engine/base/base.h"
#include "engine/est/task/fit.h"

/* Operations that the loop needs from a problem.  Each may fail; TR_CANCELLED ends the loop. */
typedef struct TrLsqOps {
  /* Residuals, Jacobian and elimination at the present point. */
  TrStatus (*linearize)(void *self, TrCost *cost);
  /* Step of the parameters at a damping, then of the states; the decrease of the cost that the
   * undamped model predicts, and the largest parameter step and gradient in scaled units. */
  TrStatus (*solve)(void *self, double damping, double *decrease, double *step, double *gradient);
  /* Cost at the present point plus `share` of the step. */
  TrStatus (*try_step)(void *self, double share, TrCost *cost);
  /* Cost of the whole step, with residuals and Jacobian there: the next linearisation if the point
   * is accepted; else the present point has to be linearised again.  May be NULL. */
  TrStatus (*try_ahead)(void *self, TrCost *cost);
  /* Makes the tried point the present one. */
  void (*accept)(void *self);
  /* Completes linearize() of a point that was tried ahead and accepted. */
  TrStatus (*take_ahead)(void *self, TrCost *cost);
  /* Called when the steps of two iterations in a row have been halved, with the damping that the
   * iteration began with: the next linearisations may resist the whole step.  Not in loops with
   * patience, which end where progress is slow.  May be NULL. */
  TrStatus (*restrain)(void *self);
  /* Reports an iteration; returns false to stop. */
  bool (*report)(void *self, const TrIteration *iteration);
  /* Largest element of the diagonal of H at the present point; for TR_DAMP_ALL. */
  double (*largest_diagonal)(void *self);
} TrLsqOps;

/* Options of the loop. */
typedef struct TrLmOptions {
  TrDamping rule;
  int max_iterations;  /* linearisations */
  double damping;      /* at the start; of TR_DAMP_ALL in units of the largest diagonal element */
  double decrease_tol; /* relative decrease that ends the loop */
  double gradient_tol; /* predicted relative decrease that ends the loop, before it is tried */
  double step_tol;     /* largest scaled parameter step that ends the loop */
  bool has_kinks;      /* of contacts, which open and close: a point without descent is an end where
                          no more than promise_tol is promised, and every raise of the cost counts
                          against the damping, never against the states' step alone */
  double promise_tol; /* a small decrease or step ends the loop where no more than this share of the
                         cost was predicted before the step was shortened */
  int calm;     /* iterations in a row that lower the cost by no more than decrease_tol that end the
                   loop, however much was predicted: of costs with kinks; 0: no limit */
  int patience; /* iterations in a row that lower the cost by less than a thirtieth, though more
                   was predicted, before the loop gives up; 0: no limit */
  bool trusts;  /* the start is close to the solution: steps are tried ahead from the first
                   one on */
} TrLmOptions;

/* Returns the default options. */
TrLmOptions tr_lm_options_default(void);

/* Outcome of the loop. */
typedef struct TrLmResult {
  TrStatus status; /* as returned */
  TrStopReason stop;
  int iterations; /* linearisations */
  int solves;     /* steps solved for, rejected ones included */
  int fits;       /* loops whose iterations and solves are counted together; 0: only this one */
  TrLmOptions options;
  double first_cost; /* of the first linearisation */
  TrCost cost;
} TrLmResult;

/* Runs the loop.  Returns TR_OK when converged, else TR_NOT_CONVERGED, TR_CANCELLED or the error of
 * an operation.  Leaves the problem at the best point. */
TR_NODISCARD TrStatus tr_lm_run(TrLmResult *result,
                                const TrLsqOps *ops,
                                void *self,
                                const TrLmOptions *options);

/* Writes the outcome in words, "Converged after 9 iterations: the minimum is reached."; nothing of
 * a result of zeros, whose loop did not run. */
void tr_lm_describe(char message[TR_ERROR_SIZE], const TrLmResult *result);
