/* Cross-validation: each fit to one log is scored on the others, and the parameters of the logs are
 * compared within their standard deviations. */
#pragma once

#include "engine/est/lsq/consistency.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

/* Significance level of the chi-square test: below it the estimates of the single logs disagree. */
#define TRAMMEL_CONSISTENT_P 0.01

/* Row of the matrix: values from one source, scored on every log. */
typedef struct {
  TrLogScore **scores; /* [n_logs] NULL where it was interrupted before, or does not apply */
  double *parameters;  /* [n_logs x n_free] values that each log was scored with; NAN where it was
                          not */
} TrammelScoreRow;

typedef struct {
  TrammelProblem *problem;
  TrammelValidationOptions options;
  guint n_logs, n_free;
  double kappa;             /* of all fits: that of the fit to all logs */
  TrFit *all;               /* fit to all logs */
  TrFit **single;           /* [n_logs] fits to one log each; NULL where interrupted before */
  TrammelScoreRow *rows;    /* [n_logs] row i: fitted to log i */
  TrammelScoreRow all_row;  /* fitted to all logs */
  TrammelScoreRow start;    /* the start values */
  TrammelScoreRow left_out; /* log j: fitted to all logs but j; on request */
  double *values, *sigmas; /* [n_free x n_logs] of the single fits; sigma NAN where the log does not
                              determine the value or the value lies on its bound, value NAN where
                              the parameter does not belong to the log */
  TrConsistency *consistency; /* [n_free] */
  gboolean is_complete, has_converged;
  TrammelProblem *extra; /* of the logs that are scored only; NULL if there are none */
  guint n_extra;
  TrLogScore **extra_scores; /* [(1 + n_logs) x n_extra] fitted to all logs, then to each one; NULL
                                where it was interrupted before */
} TrammelCrossValidation;

/* Fits and scores the logs of a problem, at least two, with one free parameter or more; free with
 * trammel_crossvalidation_free().  All fits use the same kappa and the same sigmas of the sensors;
 * single fits begin from the fit to all logs, with the priors and bounds of the project.
 * Quantities of a log's channels that the fitted log does not contain have the values of the fit to
 * all logs.  The monitor may end it early: is_complete is then FALSE. */
TrammelCrossValidation *trammel_crossvalidation_new(TrammelProblem *problem,
                                                    const TrammelValidationOptions *options,
                                                    GError **error);
void trammel_crossvalidation_free(TrammelCrossValidation *cross);

/* Scores also the project's logs of role `validate` that were not fitted, with the fit to all logs
 * and the fits to single logs, once.  Does nothing if there are no such logs, or if the rest was
 * interrupted. */
gboolean trammel_crossvalidation_score_extra(TrammelCrossValidation *cross,
                                             const TrammelValidationOptions *options,
                                             GError **error);

/* Scores a log of a problem of the same project with parameters[n_free] of a row, weighted like the
 * rest of the matrix; a quantity of a channel that is not in the cross-validation keeps the value
 * of `problem`.  Otherwise as trammel_score_log(). */
gboolean trammel_crossvalidation_score(TrLogScore **score,
                                       const TrammelCrossValidation *cross,
                                       const double *parameters,
                                       const TrammelProblem *problem,
                                       int log,
                                       const TrammelValidationOptions *options,
                                       GError **error);

/* Returns the cross-validation as JSON; free with g_free(). */
char *trammel_crossvalidation_to_json(const TrammelCrossValidation *cross);

/* Returns two tables, with an empty line between: the matrix, one line per fit and log, and the
 * parameters; free with g_free(). */
char *trammel_crossvalidation_to_table(const TrammelCrossValidation *cross);

/* Returns a sentence on the agreement of the logs about a parameter; free with g_free(). */
char *trammel_crossvalidation_dup_text(const TrammelCrossValidation *cross, guint parameter);

/* TRUE if the logs agree about a parameter, and also if fewer than two logs determine it. */
gboolean trammel_crossvalidation_is_consistent(const TrammelCrossValidation *cross,
                                               guint parameter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCrossValidation, trammel_crossvalidation_free)

G_END_DECLS
