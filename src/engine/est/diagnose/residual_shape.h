/* Shape of a sensor's residuals compared with the normal distribution of their sigma, and
 * deviations from it. */
#pragma once

#include "engine/est/diagnose/whiteness.h"

/* Deviations from white normal noise of the stated sigma, as bits. */
typedef enum TrResidualOddity {
  TR_RESIDUALS_COLOURED = 1 << 0, /* positively correlated: less than half are independent */
  TR_RESIDUALS_BIASED = 1 << 1,   /* the mean is more than 4 of its standard deviations from 0 */
  TR_RESIDUALS_HEAVY = 1 << 2,  /* more beyond 4 robust standard deviations than normal noise has */
  TR_RESIDUALS_FOLLOW = 1 << 3, /* they follow an input */
  TR_RESIDUALS_LARGE = 1 << 4   /* more than twice the stated sigma */
} TrResidualOddity;

/* Moments, quantiles and deviations; cleared by tr_residual_shape_clear(). */
typedef struct TrResidualShape {
  int n;
  double mean, sd;   /* of the normalised residuals; NAN without any */
  double mean_error; /* standard deviation of the mean, from the number of independent
                        residuals */
  double *sorted;    /* [n] normalised residuals, ascending */
  double *normal;    /* [n] expectation for a normal sample of this size (Blom): Phi^-1((i +
                        5/8)/(n + 1/4)) */
  int n_outliers;    /* est/diagnose/outliers.h */
  unsigned oddities; /* TrResidualOddity */
} TrResidualShape;

/* Computes the shape of a sensor's residuals from its check.  Returns TR_NO_MEMORY or TR_OK; free
 * with tr_residual_shape_clear(). */
TR_NODISCARD TrStatus tr_residual_shape(TrResidualShape *out,
                                        const TrSensorFit *sensor,
                                        const TrResidualCheck *check);
void tr_residual_shape_clear(TrResidualShape *shape);

/* Severity of a deviation of the residuals, 0 for none: the factor between their number and that of
 * the independent ones; |r| with the motor input that they follow the closest (*motor: -1 for
 * none); the ratio to their sigma. */
double tr_residuals_correlated(const TrResidualCheck *check, int n);
double tr_residuals_following(int *motor, const TrResidualCheck *check);
double tr_residuals_too_large(const TrResidualCheck *check, int n);
