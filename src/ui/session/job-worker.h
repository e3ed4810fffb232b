/* The thread behind TrammelJob. */
#pragma once

#include "ui/session/courier.h"
#include "ui/session/job.h"

G_BEGIN_DECLS

typedef struct {
  guint serial; /* of the worker, rising from 1 */
  TrammelRunKind kind;
  TrammelProject *project;
  TrammelProblem *base; /* nullable */
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

/* Starts the thread.  `prepare` (nullable) is called there with every run; `deliver` in `context`
 * with TrammelReport. */
TrammelWorker *trammel_worker_new(GMainContext *context,
                                  TrammelRunPrepareFunc prepare,
                                  TrammelDeliverFunc deliver,
                                  GObject *user);

/* Takes over `request`, replaces one that has not begun, and stops what runs. */
void trammel_worker_submit(TrammelWorker *worker, TrammelRequest *request);

/* Stops all requests up to `serial`. */
void trammel_worker_cancel(TrammelWorker *worker, guint serial);

/* Lets the thread end by itself; does not wait. */
void trammel_worker_quit(TrammelWorker *worker);

G_END_DECLS
