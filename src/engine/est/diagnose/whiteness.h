/* Whiteness of residuals, and their correlation with an input.
 *
 * Only pairs of samples a whole number of median steps apart are compared, so that gaps do not
 * shift lags.  With z the series less its mean and n_k pairs at lag k:
 *
 *   r_k = mean of z_i z_i+k / mean of z_i^2,  +- 1.96/sqrt(n) for 95 % of the lags of white noise
 *   Q   = (n + 2)/n sum_k n_k r_k^2           Ljung and Box 1978; chi2 of as many degrees as lags
 *
 * Residuals of a fit in which the motion itself is estimated are never exactly white, even with a
 * perfect model: the motion follows the slow part of the noise, which leaves small negative
 * correlations at the first lags, the more the smaller kappa is, and the test detects them in long
 * logs.  Positive correlations are the bad sign: noise that is not white, or an incomplete model.
 * Local fits (theory 5.2) do not correlate residuals: every sample is in one window. */
#pragma once

#include "engine/est/task/fit.h"

/* Number of lags examined: at most so many, and a quarter of the samples. */
enum { TR_MAX_LAGS = 25, TR_LEAST_WHITENESS_SAMPLES = 20 };

/* Autocorrelation of a series and its test. */
typedef struct TrWhiteness {
  int n_lags;              /* 0 with too few samples or a constant series: the rest is NAN */
  double step;             /* [s] of one lag */
  double acf[TR_MAX_LAGS]; /* r_1 .. */
  double band;             /* 95 % of white noise's r lie within +- band */
  double statistic;        /* Q */
  double p_value;          /* of Q, under white noise */
  double independent;      /* number of independent samples that give a mean as precise: n/(1 + 2
                              sum r_k) over the first positive r_k beyond the band; <= n */
} TrWhiteness;

/* Tests y[n] at stamps t[n], increasing.  Returns TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_whiteness(TrWhiteness *out, const double *t, const double *y, int n);

/* Autocorrelations r_1 .. r_lags of y[n] at stamps t[n], for plots of more lags than the test
 * needs; *count is the number available: 0 with too few samples or a constant series, at most
 * n/4. */
TR_NODISCARD TrStatus
tr_autocorrelation(double *r, int *count, const double *t, const double *y, int n, int lags);

/* Cross-correlation of a series with an input at the same instants, over lags of -TR_MAX_LAGS to
 * TR_MAX_LAGS steps. */
typedef struct TrCrossCorrelation {
  double largest; /* r with the largest absolute value; NAN where either is constant */
  double lag;     /* [s] by which the series is behind the input there */
  double band;    /* with 95 % probability the largest |r| of independent series is smaller: the
                     variance of one r by Bartlett from both autocorrelations, Bonferroni's bound
                     over the lags */
  int n_lags;     /* 0 with too few samples or a constant series */
  double step;    /* [s] of one lag */
  double r[2 * TR_MAX_LAGS + 1]; /* at lags -n_lags .. n_lags: [n_lags + k] at k */
} TrCrossCorrelation;

/* Correlates y[n] with u[n] at stamps t[n], increasing.  Returns TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_cross_correlation(
    TrCrossCorrelation *out, const double *t, const double *y, const double *u, int n);

/* Checks of the residuals of one sensor in one log. */
typedef struct TrResidualCheck {
  TrWhiteness whiteness;
  double chi2;   /* sum of (residual/sigma)^2; with a loss, of its weight times that over its mean
                    (tr_loss_normal_share) */
  double chi2_p; /* of at least that sum under the stated sigmas; the motion takes some degrees of
                    freedom, so that a small sum means nothing */
  int n_inputs;  /* motors */
  TrCrossCorrelation *inputs; /* [n_inputs] with each motor's mean input at the residual's node */
} TrResidualCheck;

/* Checks a sensor of the log, with n_motors inputs: its normalised residuals, limited to 4 robust
 * standard deviations (est/diagnose/outliers.h), so that single bad samples do not hide
 * correlations of the others.  Returns TR_NO_MEMORY or TR_OK; free with tr_residual_check_clear().
 */
TR_NODISCARD TrStatus tr_residual_check(TrResidualCheck *out,
                                        const TrLogFit *log,
                                        const TrSensorFit *sensor,
                                        int n_motors);
void tr_residual_check_clear(TrResidualCheck *check);
