/* The worker: reads logs and runs tr_identify() on one background thread, so that the main loop
 * never waits.
 *
 * The latest request wins: a new one stops the one that runs, whose result is dropped.  Stopping
 * without a new request keeps the best iterate.  Progress goes through one slot and at most one
 * pending idle.  Inputs are immutable; signals are emitted in the thread-default main context of
 * the caller of trammel_job_new(). */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_JOB (trammel_job_get_type())
G_DECLARE_FINAL_TYPE(TrammelJob, trammel_job, TRAMMEL, JOB, TrammelBackground)

/* What is known of a fit under way; valid during the signal's emission. */
typedef struct {
  TrammelRunKind kind;
  TrammelProblem *problem;
  int n_history, n_free, max_iterations;
  const TrIteration *history;
  const double *history_parameters; /* [n_history x n_free] */
  GPtrArray *measured;              /* TrammelCurve */
  GPtrArray *estimated;             /* TrammelCurve, decimated, same order */
} TrammelProgress;

/* Signals: "progress" (const TrammelProgress *), "finished" (TrammelRun *nullable, GError
 * *nullable: one of them is given), "extended" (TrammelRun *: a full run that had finished has got
 * its values for h = 0; it does not come when a new request is sooner).  Property "extending"
 * (gboolean) notifies: the run that has finished is still to get them.  `prepare` (nullable) is
 * called with every new run on the worker's thread. */
TrammelJob *trammel_job_new(TrammelRunPrepareFunc prepare);

/* Starts a fit of `project`, with the samples of `base` when given (their mappings must agree),
 * else the logs are read. */
void trammel_job_start(TrammelJob *job,
                       TrammelRunKind kind,
                       TrammelProject *project,
                       TrammelProblem *base);

/* Asks the fit under way to stop; "finished" follows with its best iterate. */
void trammel_job_cancel(TrammelJob *job);

/* Stops whatever is under way, of which nothing will be told any more. */
void trammel_job_forget(TrammelJob *job);

gboolean trammel_job_get_running(TrammelJob *job);
gboolean trammel_job_get_extending(TrammelJob *job);

/* Kind of the latest request. */
TrammelRunKind trammel_job_get_kind(TrammelJob *job);

G_END_DECLS
