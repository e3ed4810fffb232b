/* Cross-validation: each fit to one log is scored on the others, by simulations with the stepper's
 * values, and the reported values of the fits are compared (io/study/log_agreement.h). */
#pragma once

#include "io/study/base_agreement.h"
#include "io/study/log_agreement.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

/* Reference counted; immutable. */
typedef struct {
  TrammelProblem *problem;
  TrammelValidationOptions options;
  guint n_logs, n_free;
  double kappa;   /* of all scores: that of the fit to all logs */
  TrFit *all;     /* fit to all logs */
  TrFit **single; /* [n_logs] fits to one log each; NULL where interrupted before */
  /* Fitted to all logs, to each log, the start values and, on request, fitted to all logs but the
   * scored one; by these logs and then those of role `validate`, which the start values and the
   * last row are not scored on. */
  TrammelScoreMatrix *matrix;
  TrammelLogAgreement *agreement;
  TrammelBaseAgreement *base; /* nullable: without base parameters */
  gboolean is_complete, has_converged;
  TrammelProblem *extra; /* of the logs that are scored only; NULL if there are none, or if it was
                            interrupted before */
  guint n_extra;
  char *key; /* trammel_score_key_new() of the project, with all logs */
} TrammelCrossValidation;

/* Fits and scores the logs of a problem, at least two, with one free parameter or more; then scores
 * the project's other logs of role `validate`.  Each fit has the weights of its own logs, but a
 * kappa that was chosen by prediction is that of the fit to all logs; all scores have the weights
 * of that fit.  Single fits begin from it, with the priors and bounds of the project.  Quantities
 * of a log's channels that the fitted log does not contain have the values of the fit to all logs,
 * or without one those of the project.  The monitor may end it early: is_complete is then FALSE. */
TrammelCrossValidation *trammel_crossvalidation_new(TrammelProblem *problem,
                                                    const TrammelValidationOptions *options,
                                                    GError **error);
TrammelCrossValidation *trammel_crossvalidation_ref(TrammelCrossValidation *cross);
void trammel_crossvalidation_unref(TrammelCrossValidation *cross);

/* Returns a score of the matrix with traces; free with tr_log_score_free(). options: without their
 * start, which is that of the matrix. *model receives the mechanism that moves; the caller frees
 * it.  Returns NULL without an error if the monitor ended it. */
TrLogScore *trammel_crossvalidation_replay(const TrammelCrossValidation *cross,
                                           guint row,
                                           guint log,
                                           const TrammelValidationOptions *options,
                                           TrModel **model,
                                           GError **error);

/* Returns the cross-validation as JSON; free with g_free(). */
char *trammel_crossvalidation_to_json(const TrammelCrossValidation *cross);

/* Returns four tables, with empty lines between: the matrix, one line per fit and log, the
 * parameters, the tests of all parameters together, and the base parameters; free with g_free(). */
char *trammel_crossvalidation_to_table(const TrammelCrossValidation *cross);

/* Returns a sentence on the agreement of the logs about a parameter; free with g_free(). */
char *trammel_crossvalidation_dup_text(const TrammelCrossValidation *cross, guint parameter);

/* Return sentences on the tests of all parameters together: of the single fits, and of the fit to
 * all logs against their mean; free with g_free(). */
char *trammel_crossvalidation_dup_logs_text(const TrammelCrossValidation *cross);
char *trammel_crossvalidation_dup_all_text(const TrammelCrossValidation *cross);

/* TRUE if the logs agree about a parameter, and also if fewer than two logs determine it. */
gboolean trammel_crossvalidation_is_consistent(const TrammelCrossValidation *cross,
                                               guint parameter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCrossValidation, trammel_crossvalidation_unref)

G_END_DECLS
