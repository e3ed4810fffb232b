/* The shape of a sensor's residuals against the normal distribution that their sigma promises, and
 * what is odd about them. */
#pragma once

#include "engine/est/diagnose/whiteness.h"

typedef enum TrResidualOddity {
  TR_RESIDUALS_COLOURED = 1 << 0, /* positively correlated: they count as less than half as many */
  TR_RESIDUALS_BIASED = 1 << 1,   /* the mean is more than 4 of its standard deviations from 0 */
  TR_RESIDUALS_HEAVY = 1 << 2,    /* more beyond 4 robust standard deviations than noise has */
  TR_RESIDUALS_FOLLOW = 1 << 3,   /* they follow an input */
  TR_RESIDUALS_LARGE = 1 << 4     /* more than twice the stated sigma */
} TrResidualOddity;

typedef struct TrResidualShape {
  int n;
  double mean, sd;           /* of the normalised residuals; NAN without any */
  double mean_error;         /* standard deviation of the mean, by the independent ones */
  double skewness, kurtosis; /* the latter in excess of the normal one */
  double *sorted;            /* [n] normalised residuals, ascending */
  double *normal;            /* [n] what a normal sample of this size has there in the mean (Blom):
                                Phi^-1((i + 5/8)/(n + 1/4)) */
  int n_outliers;            /* est/diagnose/outliers.h */
  unsigned oddities;         /* TrResidualOddity */
} TrResidualShape;

/* Of a sensor and its check.  TR_NO_MEMORY or TR_OK; free with tr_residual_shape_clear(). */
TR_NODISCARD TrStatus tr_residual_shape(TrResidualShape *out,
                                        const TrSensorFit *sensor,
                                        const TrResidualCheck *check);
void tr_residual_shape_clear(TrResidualShape *shape);

/* Whether residuals are odd as the findings of a fit name it, each with how bad it is (0: it is
 * not): they count as so many times fewer; the motor whose input they follow the closest, and its
 * |r|, the motor -1 for none; so many times their sigma. */
double tr_residuals_correlated(const TrResidualCheck *check, int n);
double tr_residuals_following(int *motor, const TrResidualCheck *check);
double tr_residuals_too_large(const TrResidualCheck *check, int n);

/* z with Phi(z) = p, 0 < p < 1; to 1e-9. */
double tr_normal_quantile(double p);
