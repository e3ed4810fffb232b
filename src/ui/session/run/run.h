/* Run: one fit with everything that it was made from.  Immutable, so that runs stay comparable,
 * except for the values for h = 0, which are added later. */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/est/identify/physical_values.h"
#include "ui/session/run/curves.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RUN (trammel_run_get_type())
G_DECLARE_FINAL_TYPE(TrammelRun, trammel_run, TRAMMEL, RUN, GObject)

typedef enum {
  TRAMMEL_RUN_PREPARED, /* only the start values, nothing is identified yet */
  TRAMMEL_RUN_PREVIEW,  /* a few steps while a slider moves */
  TRAMMEL_RUN_FULL      /* result of Identify */
} TrammelRunKind;

/* Creates a run; takes ownership of `fit` and a reference to `problem`.  Draws nothing and may run
 * on any thread. */
TrammelRun *trammel_run_new(TrammelRunKind kind, TrammelProblem *problem, TrFit *fit);

/* Creates a preview: at most 4000 points of each predicted curve, and the measured curves of `base`
 * if the samples are the same. */
TrammelRun *trammel_run_new_preview(TrammelProblem *problem, TrFit *fit, TrammelRun *base);

TrammelRunKind trammel_run_get_kind(TrammelRun *run);
TrammelProblem *trammel_run_get_problem(TrammelRun *run);
const TrFit *trammel_run_get_fit(TrammelRun *run);

/* Return TrammelCurve by log and sensor; both arrays have the same order and are owned by the
 * run. */
GPtrArray *trammel_run_get_measured(TrammelRun *run);
GPtrArray *trammel_run_get_estimated(TrammelRun *run);

/* Returns the index of the free parameter `id` in the fit, -1 if it was not free. */
int trammel_run_find_parameter(TrammelRun *run, const char *id);

/* Account of a run: result and findings.  It takes tens of milliseconds to compute, so the worker
 * thread does it before the run is shown. */
typedef struct {
  JsonNode *result; /* content of a result file */
  GArray *findings; /* TrammelFinding (io/result/fit_finding.h) */
} TrammelRunAccount;

/* Computes the account.  `physical`: the values for h = 0 that the run will get (nullable). */
TrammelRunAccount *trammel_run_account_new(TrammelRun *run, TrPhysical *physical);
void trammel_run_account_free(TrammelRunAccount *account);

/* Stores the account, taking ownership. */
void trammel_run_take_account(TrammelRun *run, TrammelRunAccount *account);

/* Return copies (transfer full); computed on the call if no account is stored. */
JsonNode *trammel_run_dup_result(TrammelRun *run);
GArray *trammel_run_dup_findings(TrammelRun *run);

/* Adds the values for h = 0, once, and the account with them (nullable); takes ownership of
 * both. */
void trammel_run_take_physical(TrammelRun *run, TrPhysical *physical, TrammelRunAccount *account);

/* Sets or returns whether these values are being computed (FALSE at first); only on the main
 * thread. */
void trammel_run_set_awaits_physical(TrammelRun *run, gboolean awaits);
gboolean trammel_run_get_awaits_physical(TrammelRun *run);

/* Prepares the data that a view stores with the run; called once on the worker thread
 * (trammel_job_new). */
typedef void (*TrammelRunPrepareFunc)(TrammelRun *run);
void trammel_run_set_drawing(TrammelRun *run, gpointer drawing, GDestroyNotify free_drawing);
gconstpointer trammel_run_get_drawing(TrammelRun *run);

G_END_DECLS
