/* Sensitivity of the estimates of a fit to the noise of the samples, and the correlation between
 * the estimates of two fits of the same samples.
 *
 * To first order, with the states eliminated (theory 11.4b):
 *
 *   dp = sum_i a_i dy_i         a_i = S^-1 T_i^T w_i, of observation i
 *   dy_i = sum_m c_im dy_m      of the samples m that it was made from (local quadratic fit)
 *   cov(p, p') = sum_m sigma_m^2 (sum_i a_i c_im) (sum_j a'_j c'_jm)^T
 *
 * Where hard constraints are active, S^-1 is that of their null space
 * (est/lsq/constraint_nullspace.h).  The same sample enters fits at different steps with different
 * weights: estimates from the node's own sample are strongly correlated, estimates from local fits
 * over windows of different length less. */
#pragma once

#include "engine/est/problem/problem.h"

/* Samples of one channel in order, each belonging to one observation at most. */
typedef struct TrSampleShare {
  size_t n;
  int *observation; /* [n] counted over all logs; -1: the sample is not used */
  double *weight;   /* [n] c_im */
} TrSampleShare;

/* Derivatives of the estimates by the observations, and of these by the samples. */
typedef struct TrSensitivity {
  int p;                 /* parameters */
  int n_channels;        /* of all logs, sensors and motors */
  int n_observations;    /* of all logs */
  double *rows;          /* [n_observations x p] a_i; 0 for parameters at a bound or fixed by
                            constraints */
  TrSampleShare *shares; /* [n_channels]; n = 0 for motors */
  double *variance;      /* [n_channels] of one sample */
} TrSensitivity;

/* Computes the sensitivity from a solved problem and its fit; repeats the elimination.  Returns
 * TR_NOT_DEFINITE when the parameters' information is singular, or TR_NO_MEMORY; then nothing is to
 * be cleared. */
TR_NODISCARD TrStatus tr_sensitivity_init(TrSensitivity *sensitivity,
                                          const TrFit *fit,
                                          TrProblem *problem);
void tr_sensitivity_clear(TrSensitivity *sensitivity);

/* correlation[p] between the estimates of two fits of the same logs; NAN where one of them does not
 * depend on the samples. */
void tr_sensitivity_correlate(double *correlation, const TrSensitivity *a, const TrSensitivity *b);
