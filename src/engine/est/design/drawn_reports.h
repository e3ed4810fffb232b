/* Reports of the fits of drawn logs, and their sums over the draws.
 *
 * A value for h -> 0 and one of the stepper differ by discretisation, often by many sigmas (theory
 * 11), so that their scatter together is neither's.  Only those of the kind that most draws have
 * count: of the draws, those whose fits for h -> 0 ended well or those without (for a formulation
 * that has none, all); among these, of each parameter, the values for h -> 0 or those without, such
 * as at a bound. */
#pragma once

#include "engine/est/task/reported.h"

typedef struct TrDrawnReports {
  int n_free, n_draws;
  const TrReported *all; /* [n_draws x n_free], value NAN: the fit has not ended well */
} TrDrawnReports;

/* Sums of one parameter over the draws that count. */
typedef struct TrReportSum {
  double scatter; /* standard deviation of the values; NAN of fewer than two */
  double sigma;   /* geometric mean of the sigmas; NAN where fewer than half have one */
  int n_sigmas;
  double error; /* standard error of the mean logarithm of the sigmas; INFINITY of fewer than two */
} TrReportSum;

/* Returns the number of draws that count. */
int tr_reports_count(const TrDrawnReports *reports);

/* Returns the sums of a parameter, 0 <= parameter < n_free. */
TrReportSum tr_reports_sum(const TrDrawnReports *reports, int parameter);
