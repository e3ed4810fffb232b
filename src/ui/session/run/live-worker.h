/* The thread behind TrammelLive. */
#pragma once

#include "ui/session/run/run.h"
#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

typedef struct {
  guint serial;
  TrammelProject *project;
  TrammelRun *base;
} TrammelLiveRequest;

/* One of run and error is given. */
typedef struct {
  guint serial;   /* of the request */
  gboolean final; /* nothing more will come of it */
  TrammelRun *run;
  GError *error;
} TrammelLiveReport;

/* What the thread does, and its state. */
extern const TrammelCourierRole _trammel_live_role;
gpointer _trammel_live_state_new(TrammelRunPrepareFunc prepare);

G_END_DECLS
