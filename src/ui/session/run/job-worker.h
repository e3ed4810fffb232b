/* The thread behind TrammelJob. */
#pragma once

#include "ui/session/run/job.h"
#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

typedef struct {
  guint serial;
  TrammelRunKind kind;
  TrammelProject *project;
  TrammelProblem *base; /* nullable */
  GCancellable *cancellable;
} TrammelRequest;

/* What the worker reports; run and error are NULL while the fit goes on.  A full run is reported as
 * soon as it is there, and once more when the values for h = 0 are, or when there will be none. */
typedef struct {
  guint serial;
  gboolean finished;
  gboolean extends; /* the other report is still to come */
  TrammelRun *run;
  GError *error;
  TrPhysical *physical;       /* of run ... */
  TrammelRunAccount *account; /* ... with which it is this */
  TrammelProgress progress;   /* history empty before the first iterate */
} TrammelReport;

/* What the thread does; its state is a TrammelJobState, which g_free() frees. */
extern const TrammelCourierRole _trammel_job_role;

typedef struct {
  TrammelRunPrepareFunc prepare; /* nullable; called with every run */
} TrammelJobState;

G_END_DECLS
