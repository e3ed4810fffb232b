/* Identification job: reads logs and runs tr_identify() in one background thread, so that the main
 * loop never waits.
 *
 * The latest request wins: a new one cancels the running one, whose result is dropped.  Cancelling
 * without a new request keeps the best iterate.  Progress passes through one slot and at most one
 * pending idle source.  Inputs are immutable; signals are emitted in the thread-default main
 * context of the caller of trammel_job_new(). */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_JOB (trammel_job_get_type())
G_DECLARE_FINAL_TYPE(TrammelJob, trammel_job, TRAMMEL, JOB, TrammelWorker)

/* Progress of a running fit; valid during the signal's emission. */
typedef struct {
  TrammelRunKind kind;
  TrammelProblem *problem;
  int n_history, n_free, max_iterations;
  const TrIteration *history;
  const double *history_parameters; /* [n_history x n_free] */
  GPtrArray *measured;              /* TrammelCurve */
  GPtrArray *estimated;             /* TrammelCurve, decimated, same order */
} TrammelJobProgress;

/* Signals: "progress" (const TrammelJobProgress *), "finished" (TrammelRun *nullable, GError
 * *nullable: exactly one is given), "extended" (TrammelRun *: values for h = 0 were added to a
 * finished full run, or will not come; not emitted if a new request comes first).  Property
 * "extending" (gboolean, notifies): these values are being computed.  `prepare` (nullable) is
 * called with every new run on the worker thread. */
TrammelJob *trammel_job_new(TrammelRunPrepareFunc prepare);

/* Starts a fit of `project` with the samples of `base` if given (their mappings must agree), else
 * reads the logs. */
void trammel_job_start(TrammelJob *job,
                       TrammelRunKind kind,
                       TrammelProject *project,
                       TrammelProblem *base);

/* Starts a full fit of `project` for the run of `key` in the cache (ui/session/run/fit-cache.h),
 * which takes only the time of reading the logs, or none with `base`.  If it is not there, the fit
 * is computed or, if `must_be_kept`, the job ends with G_IO_ERROR_CANCELLED. */
void trammel_job_recall(TrammelJob *job,
                        TrammelProject *project,
                        TrammelProblem *base,
                        const char *key,
                        gboolean must_be_kept);

/* Starts a full fit of `project` that begins with the values, motions and kappa of `run`, whose
 * logs it has; the run ends with an error if other parameters are free. */
void trammel_job_go_on(TrammelJob *job, TrammelProject *project, TrammelRun *run);

/* Cancels the running fit; "finished" follows with its best iterate. */
void trammel_job_cancel(TrammelJob *job);

/* Cancels the running request and drops its result: no signal follows. */
void trammel_job_forget(TrammelJob *job);

gboolean trammel_job_get_running(TrammelJob *job);
gboolean trammel_job_get_extending(TrammelJob *job);

/* Returns the kind of the latest request. */
TrammelRunKind trammel_job_get_kind(TrammelJob *job);

G_END_DECLS
