/* A task that is solved again and again while its settings change: what a slider drags.
 *
 * The session keeps the prepared logs, the problem with all its memory, and the present states and
 * parameters.  A changed task is taken over with as little work as the change asks for
 * (est/task/compare.h), and the next solution begins where the last one ended.  A few iterations
 * then do what a fit from the start needs many for, at the same minimum.
 *
 * Solutions here are for looking at: kappa is a number (the task's; else `warm_kappa`, else
 * kappa_ref), sensors have the sigmas that they begin with, and no uncertainty is worked out.  A
 * fit to keep is tr_session_identify(), which is tr_identify() and nothing else.
 *
 * A session belongs to one thread at a time. */
#pragma once

#include "engine/est/task/compare.h"
#include "engine/est/task/fit.h"

typedef struct TrSession TrSession;

/* What a solution may cost. */
typedef struct TrBudget {
  int iterations;  /* linearisations, >= 1; no more than the task's max_iterations are done */
  double decrease; /* relative decrease of the cost that ends it */
} TrBudget;

/* What follows a hand: 5 iterations, 1e-5. */
TrBudget tr_budget_live(void);

/* The present point.  Arrays belong to the session and hold until it is changed or solved again. */
typedef struct TrLive {
  TrStatus status; /* TR_OK; TR_NOT_CONVERGED: the budget was spent; TR_CANCELLED; else it failed */
  TrStopReason stop;
  int iterations;
  double seconds;
  double kappa;
  TrCost cost;
  bool is_restarted; /* the point it began from was of no use: it began at the start values */
  int n_free;
  const double *parameters; /* [n_free] */
  const TrModel *model;     /* with the parameters in place */
  int n_logs;
  const TrTrajectory *const *motions; /* [n_logs] poses; twists are not filled */
} TrLive;

/* Prepares a task, at its warm start or start values.  The task is copied, but what it points at
 * must live until the session is freed or has taken another one.  *session is NULL on failure. */
TR_NODISCARD TrStatus tr_session_new(TrSession **session, const TrTask *task, TrError *error);
void tr_session_free(TrSession *session);

/* Takes over a changed task; *rework (nullable) tells what had to be done.  TR_REWORK_WEIGHTS takes
 * no memory.  On failure the session stays as it was. */
TR_NODISCARD TrStatus tr_session_take(TrSession *session,
                                      const TrTask *task,
                                      TrRework *rework,
                                      TrError *error);

/* Moves to the parameters and motions of a fit of `task`, as far as the session's task has the same
 * quantities free and the same samples. */
void tr_session_move_to(TrSession *session, const TrTask *task, const TrFit *fit);

/* Solves from the present point, which moves to the best one that is found.  Takes no memory.  The
 * task's monitor is asked and told as by tr_identify(); TR_CANCELLED keeps the best point, too.
 * Returns live->status. */
TrStatus tr_session_solve(TrLive *live, TrSession *session, const TrBudget *budget);

/* Status, motions, residuals, sensors' fits, cost and history of the last solution, without
 * uncertainty (as those of a fit that was stopped before it); to be freed with tr_fit_free().  NULL
 * when memory is out or a residual cannot be computed. */
TrFit *tr_session_new_fit(TrSession *session);

/* tr_identify() of the task, from its own start, or warm from the present parameters.  The result
 * is that of anyone else who gives tr_identify() the same task and start, to the bit; cold it is
 * that of the command line.  The session's own point stays. */
TR_NODISCARD TrStatus tr_session_identify(TrFit **fit,
                                          const TrSession *session,
                                          bool is_warm,
                                          TrError *error);

const TrTask *tr_session_get_task(const TrSession *session);
