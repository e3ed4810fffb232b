/* The thread behind TrammelJob: one slot for the next request, one for progress, one for the
 * result.
 *
 * Only pthread and C11 atomics guard what both threads touch: ThreadSanitizer does not see GLib's
 * own locks. */
#pragma once

#include "ui/session/job.h"

G_BEGIN_DECLS

typedef struct {
  guint serial; /* of the worker, rising from 1 */
  TrammelRunKind kind;
  TrammelProject *project;
  TrammelProblem *base; /* nullable */
  double *warm_start;   /* nullable */
  gsize n_warm_start;
  GCancellable *cancellable;
} TrammelRequest;

/* What the worker reports; run and error are NULL while the fit goes on.  A full run is reported as
 * soon as it is there, and once more when the values for h = 0 are. */
typedef struct {
  guint serial;
  gboolean finished;
  TrammelRun *run;
  GError *error;
  TrPhysical *physical;     /* of run */
  TrammelProgress progress; /* history empty before the first iterate */
} TrammelReport;

typedef struct _TrammelWorker TrammelWorker;

/* Called in `context`, with the newest report; older ones that were not delivered are dropped. */
typedef void (*TrammelReportFunc)(TrammelReport *report, gpointer user);

/* Starts the thread.  `prepare` (nullable) is called there with every run; `user` is an object that
 * is held weakly. */
TrammelWorker *trammel_worker_new(GMainContext *context,
                                  TrammelRunPrepareFunc prepare,
                                  TrammelReportFunc func,
                                  GObject *user);

/* Hands over `request`, replaces one that has not begun, and stops what runs. */
void trammel_worker_submit(TrammelWorker *worker, TrammelRequest *request);

/* Stops all requests up to `serial`. */
void trammel_worker_cancel(TrammelWorker *worker, guint serial);

/* Lets the thread end by itself; does not wait. */
void trammel_worker_quit(TrammelWorker *worker);

void trammel_request_free(TrammelRequest *request);

G_END_DECLS
