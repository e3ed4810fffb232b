/* Degrees of freedom that states and parameters leave to the residuals, by kind of residual.
 *
 * With weights w, H = sum J^T w J at the present point and the leverages Lev = w J H^-1 J^T, a sum
 * of squares of a kind with n residuals has the expectation (n - tr Lev)/w: the restricted maximum
 * likelihood estimate of its variance is sum r^2/(n - tr Lev) (theory 8.4).  The residuals of the
 * state error are the impulses along the freedoms of the joints, V^T r' (est/step/joint_weight.c),
 * summed over the groups that have one variance.
 *
 * With the weighted residuals r_i of the kind i alone and their gradient g_i = J^T w r_i,
 *
 *   c_ij = r_i^T w (I - Lev) r_j = delta_ij sum_i - g_i^T H^-1 g_j
 *
 * is the average information on the logarithms of the variances, times two (Gilmour, Thompson and
 * Cullis 1995). */
#pragma once

#include "engine/est/problem/problem.h"

/* Sums over the residuals of one kind. */
typedef struct TrVariance {
  double n;     /* residuals of the kind; not a whole number in loops */
  double sum;   /* of their squares, weighted */
  double trace; /* of their leverages */
} TrVariance;

/* Sums of each group of the state error, of each sensor, and of the energy observations. The kinds
 * of the coupling are the groups, then the sensors. */
typedef struct TrLeverage {
  int n_groups, n_sensors;
  TrVariance *groups;  /* [n_groups] */
  TrVariance *sensors; /* [n_sensors], behind the groups */
  TrVariance *energy;  /* behind the sensors; its sum is that of y^2, without a weight */
  double *coupling;    /* [n_kinds x n_kinds] */
  void *work;
} TrLeverage;

/* Returns memory for a problem, which must outlive it and keeps its impulses from now on; NULL when
 * memory is out.  The caller frees it. */
TrLeverage *tr_leverage_new(TrProblem *problem);
void tr_leverage_free(TrLeverage *leverage);

/* Fills sums, traces and coupling at the present point, with the present weights of the problem;
 * linearises the point unless it has just been.  Where the Gauss-Newton step from it lowers the
 * cost by at most 2 %, sums and coupling are those of the residuals behind this step.  Returns
 * TR_NOT_DEFINITE, TR_NOT_FINITE, TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_leverage_fill(TrLeverage *leverage, TrProblem *problem);
