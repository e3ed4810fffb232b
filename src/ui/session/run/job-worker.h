/* Worker role of TrammelJob. */
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

/* Report of the worker; run and error are NULL while the fit is running.  A full run is reported as
 * soon as it is finished, and again when its values for h = 0 are finished or have failed. */
typedef struct {
  guint serial;
  gboolean finished;
  gboolean extends; /* TRUE if the second report follows */
  TrammelRun *run;
  GError *error;
  TrPhysical *physical;        /* values for h = 0 of run ... */
  TrammelRunAccount *account;  /* ... and its account with them */
  TrammelJobProgress progress; /* its history is empty before the first iterate */
} TrammelJobReport;

/* Role of the worker thread; its state is a TrammelJobState, freed with g_free(). */
extern const TrammelWorkerThreadRole _trammel_job_role;

typedef struct {
  TrammelRunPrepareFunc prepare; /* nullable; called with every run */
} TrammelJobState;

G_END_DECLS
