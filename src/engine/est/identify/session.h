/* Session: a task that is solved again and again while its settings change, as when a slider is
 * dragged.
 *
 * The session keeps the prepared logs, the problem with all its memory, and the present states and
 * parameters.  A changed task is taken over with as little work as the change requires
 * (est/task/compare.h), and the next solution starts where the last one ended.  A few iterations
 * then reach the minimum for which a fit from the start needs many.
 *
 * These solutions are previews: kappa is a number (the task's; else `warm_kappa`, else kappa_ref),
 * sensors keep their start sigmas, and no uncertainty is computed; tr_identify() makes a complete
 * fit.
 *
 * A session belongs to one thread at a time. */
#pragma once

#include "engine/est/task/compare.h"
#include "engine/est/task/fit.h"

/* A session; one thread at a time. */
typedef struct TrSession TrSession;

/* Limits of a solution. */
typedef struct TrBudget {
  int iterations;  /* linearisations, >= 1; no more than the task's max_iterations are done */
  double decrease; /* relative decrease of the cost that ends it */
} TrBudget;

/* Budget for interactive use: 5 iterations, 1e-5. */
TrBudget tr_budget_live(void);

/* The present point.  Arrays belong to the session and are valid until it is changed or solved
 * again. */
typedef struct TrLive {
  TrStatus status; /* TR_OK; TR_NOT_CONVERGED: budget spent; TR_CANCELLED; else the error */
  TrStopReason stop;
  int iterations;
  double seconds;
  double kappa;
  TrCost cost;
  bool is_restarted; /* the previous point was unusable: solved from the start values */
  int n_free;
  const double *parameters; /* [n_free] */
  const TrModel *model;     /* with the parameters */
  int n_logs;
  const TrTrajectory *const *motions; /* [n_logs] poses; twists are not filled */
} TrLive;

/* Prepares a task, at its warm start or start values.  The task is copied; the data that it points
 * to must live until the session is freed or has taken another task. *session is NULL on failure;
 * the caller frees it. */
TR_NODISCARD TrStatus tr_session_new(TrSession **session, const TrTask *task, TrError *error);
void tr_session_free(TrSession *session);

/* Takes over a changed task; *rework (nullable) reports the work that was necessary.
 * TR_REWORK_WEIGHTS allocates nothing.  On failure the session stays unchanged. */
TR_NODISCARD TrStatus tr_session_take(TrSession *session,
                                      const TrTask *task,
                                      TrRework *rework,
                                      TrError *error);

/* Moves to the parameters and motions of a fit of `task`, as far as the session's task has the same
 * free quantities and the same samples. */
void tr_session_move_to(TrSession *session, const TrTask *task, const TrFit *fit);

/* Solves from the present point and moves to the best point found.  Allocates nothing.  Calls the
 * task's monitor as tr_identify() does; TR_CANCELLED keeps the best point, too.  Returns
 * live->status. */
TrStatus tr_session_solve(TrLive *live, TrSession *session, const TrBudget *budget);

/* Returns status, motions, residuals, sensors' fits, cost and history of the last solution, without
 * uncertainty (like a fit that was stopped before it); the caller frees it with tr_fit_free().
 * NULL when memory is out or a residual cannot be computed. */
TrFit *tr_session_new_fit(TrSession *session);
