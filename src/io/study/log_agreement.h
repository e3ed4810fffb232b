/* Agreement of the fits to single logs with each other and with the fit to all logs (theory 12.8).
 *
 * Compared are reported values (est/task/reported.h), with the covariances of their own fits: noise
 * with its correlations, and step and smoothing as variances of their own.  A parameter whose
 * reported value is the stepper's in one of the fits is compared by the stepper's values of all,
 * and the largest known distance between a stepper's and a physical value is its standard deviation
 * by the step.  Left out are fits that did not converge, values that a log does not determine, and
 * values on a bound. */
#pragma once

#include <glib.h>

#include "engine/est/lsq/agreement.h"
#include "engine/est/lsq/consistency.h"
#include "engine/est/task/fit.h"
#include "engine/est/task/task_subset.h"

G_BEGIN_DECLS

/* Significance level of all tests together: below it the logs disagree. */
#define TRAMMEL_CONSISTENT_P 0.01

/* A fit to one log. */
typedef struct {
  const TrFit *fit;        /* nullable: interrupted before */
  const TrTaskSubset *sub; /* what it fitted; nullable as `fit` */
} TrammelLogEstimate;

typedef struct {
  guint n_logs, n_free;
  /* [n_free x n_logs] of the single fits; sigma NAN where a value is left out, value NAN where the
   * parameter does not belong to the log */
  double *values, *sigmas;
  TrConsistency *parameters; /* [n_free] each parameter alone */
  TrVectorTest logs;         /* all parameters together */
  double *mean,
      *mean_sigma;      /* [n_free] of the single fits together; NAN where none determines it */
  double *joint;        /* [n_free] of the fit to all logs; NAN where it is left out */
  TrVectorTest all;     /* `joint` against `mean` */
  int farthest;         /* parameter with the largest |joint - mean|/sigma; -1: none */
  double distance;      /* its (joint - mean)/sigma */
  guint n_tests;        /* that have something to compare */
  double *p_parameters; /* [n_free] p-values in view of all tests (tr_holm_adjust()) */
  double p_logs, p_all;
} TrammelLogAgreement;

/* Free with trammel_log_agreement_free(). singles: [n_logs]. */
TrammelLogAgreement *
trammel_log_agreement_new(const TrFit *all, const TrammelLogEstimate *singles, guint n_logs);
void trammel_log_agreement_free(TrammelLogAgreement *agreement);

/* FALSE if the tests, read together, refute that the logs agree. */
gboolean trammel_log_agreement_is_consistent(const TrammelLogAgreement *agreement);

/* FALSE if a p-value in view of all tests refutes; NAN does not. */
gboolean trammel_log_agreement_accepts(double p_adjusted);

G_END_DECLS
