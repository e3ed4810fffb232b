/* Work of TrammelJob on its thread. */
#pragma once

#include "ui/session/run/job.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

typedef struct {
  TrammelRunKind kind;
  TrammelProject *project;
  TrammelProblem *base;  /* nullable */
  TrammelRun *from;      /* nullable: run that the fit goes on from */
  char *key;             /* nullable: of a kept fit (ui/session/run/fit-cache.h) ... */
  gboolean must_be_kept; /* ... which is not computed if it is not there */
  GCancellable *cancellable;
} TrammelRequest;

/* Report of the worker; run and error are NULL while the fit is running.  A full run is reported as
 * soon as it is finished, and again when its values for h = 0 are finished or have failed. */
typedef struct {
  gboolean finished;
  gboolean extends; /* TRUE if the second report follows */
  TrammelRun *run;
  GError *error;
  TrPhysical *physical;        /* values for h = 0 of run ... */
  TrammelRunAccount *account;  /* ... and its account with them */
  TrammelJobProgress progress; /* its history is empty before the first iterate */
} TrammelJobReport;

/* Sets the work and the types of requests, reports and the state, a TrammelJobState. */
void _trammel_job_set_work(TrammelWorkerClass *klass);

typedef struct {
  TrammelRunPrepareFunc prepare; /* nullable; called with every run */
} TrammelJobState;

G_END_DECLS
