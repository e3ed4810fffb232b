/* Slip of a log's first interval.
 *
 * The rows of rolling bodies (TR_PRIM_ROLL) hold for the rates after each step.  Nothing holds them
 * for the rates of the first interval, which the first step would change freely by an impulse; so a
 * log has one residual more (theory 6.6)
 *
 *   r = W G^+ P G v,  W = M + G^T Sigma_w^-1 G
 *
 * with v the mean velocity between the first two nodes, G at the second one and P the rows of rates
 * alone. */
#pragma once

#include "engine/est/step/residual.h"

/* Computes r[n] from the poses of the first two nodes and, unless jac is NULL, its Jacobian [n x
 * (2n + n_params)] with W and G^+ frozen.  Returns the number of rows. */
int tr_step_first_slip(double *r,
                       double *jac,
                       TrStepWork *work,
                       const TrStepContext *context,
                       const double *before,
                       const double *now);
