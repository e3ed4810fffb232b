/* Reported value of a parameter: the number that stands in tables, reports and exports.
 *
 * It is the mechanism's own value, h -> 0, where that could be had, else the stepper's at the step
 * of the fit (theory 11); that of a regression has no step.  sigma covers everything that is known
 * to blur it:
 *
 *   sigma^2 = noise^2 + model^2 + timing^2 + step^2 + smoothing^2
 *
 * "±" is one sigma everywhere, and the 95 % interval is value ± 1.96 sigma; at a bound it is
 * one-sided (`TrEstimate.limit`). */
#pragma once

#include "engine/est/task/fit.h"

typedef struct TrReported {
  double value;
  double sigma;     /* of the parts below; NAN where the data do not determine the value */
  double noise;     /* by the samples and by unknown forces */
  double model;     /* by forces that the model may lack; 0 where none was tested, NAN as sigma */
  double timing;    /* by unknown delays of the signals (est/uncertainty/timing.h); NAN where it was
                       not computed, and sigma lacks it */
  double step;      /* by the extrapolation to h = 0; NAN where there was none */
  double smoothing; /* by smoothing dry friction; NAN where it was not measured */
  bool is_physical; /* else `value` is the stepper's, and sigma lacks the parts that are NAN */
  TrPhysicalGap gap; /* reason why it is not */
} TrReported;

/* Returns whether the k-th of the tested forces is suspected, and not one that falls with the step:
 * that is discretisation, which the value of the mechanism does not have. */
bool tr_fit_suspects(const TrFit *fit, int k);

/* Returns the reported value of parameter i, 0 <= i < fit->n_free. */
TrReported tr_fit_report(const TrFit *fit, int i);

/* Fills covariance [n_free x n_free], row-major, of the reported values: correlated by the noise of
 * the samples as in fit->covariance, scaled to the reported noise, and by the suspected forces and
 * the unknown delays, which change both; the variances of step and smoothing are added to the
 * diagonal.  Rows and columns without a sigma are NAN. */
void tr_fit_report_covariance(double *covariance, const TrFit *fit);

/* Returns the correlation of two reported values; NAN if one has no sigma. */
double tr_fit_report_correlation(const TrFit *fit, int i, int j);

/* Returns the brief word for the reason of a missing physical value in result files, "" for a known
 * one; static. */
const char *tr_physical_gap_name(TrPhysicalGap gap);
