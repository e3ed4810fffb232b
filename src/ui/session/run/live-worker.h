/* Work of TrammelLive on its thread. */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

typedef struct {
  TrammelProject *project;
  TrammelRun *base;
} TrammelLiveRequest;

/* Report; exactly one of run and error is given. */
typedef struct {
  gboolean final; /* no further report follows */
  TrammelRun *run;
  GError *error;
} TrammelLiveReport;

/* Sets the work and the types of requests, reports and the state. */
void _trammel_live_set_work(TrammelWorkerClass *klass);
gpointer _trammel_live_state_new(TrammelRunPrepareFunc prepare);

G_END_DECLS
