/* One fit with everything that it was made from; immutable, so that runs stay comparable, but for
 * the values for h = 0, which come later. */
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
  TRAMMEL_RUN_FULL      /* what Identify gives */
} TrammelRunKind;

/* Takes over `fit` and refers to `problem`.  Draws nothing and may run on any thread. */
TrammelRun *trammel_run_new(TrammelRunKind kind, TrammelProblem *problem, TrFit *fit);

/* A preview: the same with at most 4000 points of each predicted curve, and with the measured
 * curves of `base` where the samples are the same. */
TrammelRun *trammel_run_new_preview(TrammelProblem *problem, TrFit *fit, TrammelRun *base);

TrammelRunKind trammel_run_get_kind(TrammelRun *run);
TrammelProblem *trammel_run_get_problem(TrammelRun *run);
const TrFit *trammel_run_get_fit(TrammelRun *run);

/* TrammelCurve by log and sensor; both arrays have the same order. */
GPtrArray *trammel_run_get_measured(TrammelRun *run);
GPtrArray *trammel_run_get_estimated(TrammelRun *run);

/* Index of the free parameter `id` in the fit, -1 when it was not free. */
int trammel_run_find_parameter(TrammelRun *run, const char *id);

/* What is said of a run.  It takes tens of milliseconds to work out, so the worker does it before
 * the run is shown. */
typedef struct {
  JsonNode *result; /* what a result file has */
  GArray *findings; /* TrammelFinding (io/result/fit_finding.h) */
} TrammelRunAccount;

/* `physical`: the values for h = 0 that the run will get, where it has none (nullable). */
TrammelRunAccount *trammel_run_account_new(TrammelRun *run, TrPhysical *physical);
void trammel_run_account_free(TrammelRunAccount *account);

/* Keeps the account, which is taken over. */
void trammel_run_take_account(TrammelRun *run, TrammelRunAccount *account);

/* Both transfer full; worked out now where no account is kept. */
JsonNode *trammel_run_dup_result(TrammelRun *run);
GArray *trammel_run_dup_findings(TrammelRun *run);

/* Adds the values for h = 0, once, and the account with them (nullable); takes both over. */
void trammel_run_take_physical(TrammelRun *run, TrPhysical *physical, TrammelRunAccount *account);

/* What a view keeps with the run, made once on the worker's thread (trammel_job_new). */
typedef void (*TrammelRunPrepareFunc)(TrammelRun *run);
void trammel_run_set_drawing(TrammelRun *run, gpointer drawing, GDestroyNotify free_drawing);
gconstpointer trammel_run_get_drawing(TrammelRun *run);

/* Why an estimate has no sigma, or what is odd about it, in words; empty when all is well. */
char *trammel_run_dup_remark(TrammelRun *run, int parameter);

G_END_DECLS
