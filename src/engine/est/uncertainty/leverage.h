/* What is left of the residuals' freedom when states and parameters have taken theirs, by kind.
 *
 * With weights w, H = sum J^T w J at the present point and the leverages Lev = w J H^-1 J^T, a sum
 * of squares of a kind with n residuals has the expectation (n - tr Lev)/w: the restricted maximum
 * likelihood estimate of its variance is sum r^2/(n - tr Lev) (theory 8.4).  All leverages, with
 * those of the priors, are the number of unknowns together; so none of a step is worked out. */
#pragma once

#include "engine/est/problem/problem.h"

typedef struct TrVariance {
  long n;       /* residuals of the kind */
  double sum;   /* of their squares, weighted */
  double trace; /* of their leverages */
} TrVariance;

typedef struct TrLeverage {
  TrVariance state;
  TrVariance *sensors; /* [n_sensors] */
  void *work;
} TrLeverage;

/* For problems of this size; NULL when memory is out. */
TrLeverage *tr_leverage_new(const TrProblem *problem);
void tr_leverage_free(TrLeverage *leverage);

/* At the present point, which is linearised unless it has just been, with the weights that the
 * problem has now. */
TR_NODISCARD TrStatus tr_leverage_fill(TrLeverage *leverage, TrProblem *problem);
