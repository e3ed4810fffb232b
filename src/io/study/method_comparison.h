/* Comparison of both methods on a problem: joint estimation and regression, parameter by parameter,
 * with the reason in words where they differ by more than their sigmas. */
#pragma once

#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/task/fit.h"
#include "io/problem/problem.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

/* Difference, in units of both sigmas, above which the methods disagree. */
#define TRAMMEL_METHODS_DIFFER 2.0

typedef struct {
  char id[TR_ID_SIZE];
  const char *unit;
  double joint, joint_sigma, regression, regression_sigma; /* NAN where there is none */
  double sigmas;    /* regression - joint in units of both sigmas; NAN without both */
  double by_filter; /* largest change of the regression at half and twice the cutoff; NAN unknown */
  char *remark;     /* in both languages (io/base/bilingual.h): the reason; "" where they agree */
} TrammelMethodEntry;

typedef struct {
  TrammelProblem *problem;
  TrCutoffSweep cutoffs; /* without points where the project states its cutoff */
  TrFit *joint, *regression;
  GArray *rows;             /* TrammelMethodEntry, of the free parameters */
  int n_compared, n_differ; /* rows that both methods determine; of these, rows that differ by more
                               than TRAMMEL_METHODS_DIFFER */
} TrammelMethodComparison;

/* Fits a problem by both methods, and the regression also at half and twice its cutoff: that of the
 * project where it states one, else that which a sweep over cutoffs chooses.  The joint
 * estimation has the formulation of the project, or the automatic one where that is the regression.
 * NULL with an error of the engine, or cancelled by the options' monitor.  Free with
 * trammel_method_comparison_free(). */
TrammelMethodComparison *trammel_method_comparison_new(TrammelProblem *problem,
                                                       const TrammelValidationOptions *options,
                                                       GError **error);
void trammel_method_comparison_free(TrammelMethodComparison *comparison);

/* Returns one sentence in both languages; free with g_free(). */
char *trammel_method_comparison_dup_summary(const TrammelMethodComparison *comparison);

/* Returns a sentence in both languages on the cutoff that the sweep chose; NULL where the project
 * states it.  Free with g_free(). */
char *trammel_method_comparison_dup_filter_text(const TrammelMethodComparison *comparison);

/* Return the comparison in English as a table or JSON; free with g_free(). */
char *trammel_method_comparison_to_table(const TrammelMethodComparison *comparison);
char *trammel_method_comparison_to_json(const TrammelMethodComparison *comparison);

/* Sets the free quantities of a project to the regression's values, where it has one. */
gboolean trammel_method_comparison_apply(const TrammelMethodComparison *comparison,
                                         TrammelProject *project,
                                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMethodComparison, trammel_method_comparison_free)

G_END_DECLS
