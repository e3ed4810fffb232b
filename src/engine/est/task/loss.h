/* Loss functions of residuals in the cost: rho(s) of the squared normalised residual s =
 * (r/sigma)^2.
 *
 *   none     s
 *   huber    s for s <= k^2, 2 k sqrt(s) - k^2 beyond      k = scale, 1.345
 *   cauchy   c^2 ln(1 + s/c^2)                             c = scale, 2.3849
 *   student  (nu + 1) ln(1 + s/(nu + 1))                   nu = scale, 4
 *
 * All have rho'(0) = 1, so that small residuals count as in least squares and kappa keeps its
 * meaning.  The default k and c have 95 % efficiency on normal data.  The last one is -2 log of the
 * likelihood of Student's t with nu degrees of freedom whose scale is sigma sqrt((nu + 1)/nu).
 *
 * The steps are Gauss-Newton with the weights rho'. rho is concave in s, so that the weighted
 * squares lie above it and every full step of a linear problem lowers the cost; the exact curvature
 * psi' = rho' + 2 s rho'' (psi = r rho', s = r^2) turns negative beyond c and would have to be cut
 * off.  The covariance is that of an M-estimate, (mean psi')^-2 psi^2, with the exact curvature. */
#pragma once

#include "engine/est/task/fit.h"

/* Value and derivatives of a loss by s. */
typedef struct TrLossValue {
  double rho, slope, curvature; /* rho, rho', rho'' */
} TrLossValue;

/* Value and derivatives of the loss at s >= 0. */
TrLossValue tr_loss(TrLoss loss, double s);

/* Scale in use; NAN for none. */
double tr_loss_scale(TrLoss loss);

/* Mean of rho'(z^2) z^2 over a standard normal z, 1 for none: the mean of a residual's weighted
 * square when sigma is right.  Estimates of sigma from weighted squares divide by it. */
double tr_loss_normal_share(TrLoss loss);

/* Returns the name in the project file; static. */
const char *tr_loss_name(TrLossKind kind);

/* Returns the loss of a sensor: its own, or that of the settings. */
TrLoss tr_loss_of_sensor(const TrTask *task, int sensor);
