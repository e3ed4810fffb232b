/* The thread behind TrammelLive. */
#pragma once

#include "ui/session/courier.h"
#include "ui/session/run.h"

G_BEGIN_DECLS

typedef struct _TrammelLiveWorker TrammelLiveWorker;

/* One of run and error is given. */
typedef struct {
  guint serial;   /* of the request */
  gboolean final; /* nothing more will come of it */
  TrammelRun *run;
  GError *error;
} TrammelLiveReport;

/* Starts the thread; `deliver` is called in `context` with TrammelLiveReport. */
TrammelLiveWorker *trammel_live_worker_new(GMainContext *context,
                                           TrammelRunPrepareFunc prepare,
                                           TrammelDeliverFunc deliver,
                                           GObject *user);

/* serial rises from 1. */
void trammel_live_worker_submit(TrammelLiveWorker *worker,
                                guint serial,
                                TrammelProject *project,
                                TrammelRun *base);

/* Stops all requests up to `serial`. */
void trammel_live_worker_cancel(TrammelLiveWorker *worker, guint serial);

/* Lets the thread end by itself; does not wait. */
void trammel_live_worker_quit(TrammelLiveWorker *worker);

G_END_DECLS
