/* Worker role of TrammelLive. */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

typedef struct {
  guint serial;
  TrammelProject *project;
  TrammelRun *base;
} TrammelLiveRequest;

/* Report; exactly one of run and error is given. */
typedef struct {
  guint serial;   /* of the request */
  gboolean final; /* no further report follows */
  TrammelRun *run;
  GError *error;
} TrammelLiveReport;

/* Role of the worker thread, and its state. */
extern const TrammelWorkerThreadRole _trammel_live_role;
gpointer _trammel_live_state_new(TrammelRunPrepareFunc prepare);

G_END_DECLS
