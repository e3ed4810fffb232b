/* Design of the next experiment for a project: its plan, what the plan shows, and its forms for
 * people, controllers and files. */
#pragma once

#include "engine/est/design/helps.h"
#include "engine/est/design/rehearsal.h"
#include "io/base/json_writer.h"
#include "io/design/wish.h"

G_BEGIN_DECLS

typedef struct {
  TrammelProblem *problem;
  const TrFit *fit; /* of the problem's logs; NULL: the start values */
  TrammelWish wish;
  TrPlanner *planner;
  TrPlan *plan;
  TrPlanner shortened;   /* the planner in the steps of a machine's log */
  TrTrial *trial;        /* with the plan's motion and log in these */
  TrHelps helps;         /* n = 0: not wanted */
  TrRehearsal rehearsal; /* n_draws = 0: not wanted */
} TrammelDesign;

typedef struct {
  const TrammelPlanOptions *options;
  gboolean wants_helps;
  int n_draws;                /* of a rehearsal; 0: none */
  const TrExchange *exchange; /* nullable */
  TrMonitor monitor;          /* TrPlanEvent */
} TrammelDesignRequest;

/* Returns the design of a problem and a fit of its task (nullable), which must outlive it; free
 * with trammel_design_free().  Errors: those of trammel_wish_init() and tr_plan_find();
 * G_IO_ERROR_CANCELLED when the monitor ends the search before the first plan. */
TrammelDesign *trammel_design_new(TrammelProblem *problem,
                                  const TrFit *fit,
                                  const TrammelDesignRequest *request,
                                  GError **error);
void trammel_design_free(TrammelDesign *design);

/* Number of the model's parameters, and the id (static buffer of the caller) and unit of one. */
int trammel_design_get_n(const TrammelDesign *design);
void trammel_design_get_id(char id[TR_ID_SIZE], const TrammelDesign *design, int i);
const char *trammel_design_get_unit(const TrammelDesign *design, int i);

/* First harmonic of the plan [Hz], that of the request or the best of those tried. */
double trammel_design_get_frequency(const TrammelDesign *design);

/* Returns what a plan leaves open of a parameter and why, as a sentence with marks
 * (io/base/bilingual.h); NULL: it is determined.  Free with g_free(). */
char *trammel_design_dup_remark(const TrammelDesign *design, int i);

/* Returns a help in words with marks, "an encoder at joint 'elbow'"; free with g_free(). */
char *trammel_design_dup_help(const TrammelDesign *design, const TrHelp *help);

/* Return the design as tables for people, and as JSON (data/schema/design.schema.json); free with
 * g_free(). */
char *trammel_design_to_text(const TrammelDesign *design);
char *trammel_design_to_json(const TrammelDesign *design);

/* Writes the members "wish", "motors" and "limits" of a plan: what it was made for, the curves, and
 * the limits that it keeps. */
void trammel_design_write_plan(TrammelJsonWriter *json, const TrammelDesign *design);

/* Returns a row for each sample: time, inputs or set-points of the motors, predicted readings of
 * the sensors; free with g_free(). */
char *trammel_design_to_csv(const TrammelDesign *design);

/* Returns a C header with the coefficients of each motor's curve and a function that evaluates
 * them; free with g_free(). */
char *trammel_design_to_c_header(const TrammelDesign *design);

/* Keeps the plan in a project, in place of an earlier one: its curves, its limits, and the sigmas
 * before and after. */
gboolean trammel_design_keep(const TrammelDesign *design, TrammelProject *project, GError **error);

/* Sigma of a parameter as a kept plan has it. */
typedef struct {
  char *id;
  double now, predicted; /* NAN: not determined */
} TrammelPromise;

/* Returns the sigmas of the plan that a project keeps (TrammelPromise); NULL if it keeps none.
 * Free with g_array_unref(). */
GArray *trammel_project_dup_promises(const TrammelProject *project);

/* Returns predicted beside reached sigmas of a fit, a row for each parameter of the kept plan; free
 * with g_free(). */
char *trammel_promises_to_text(const GArray *promises, const TrTask *task, const TrFit *fit);
char *trammel_promises_to_json(const GArray *promises, const TrTask *task, const TrFit *fit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelDesign, trammel_design_free)

G_END_DECLS
