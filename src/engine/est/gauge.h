/* Directions of the parameters that the motion cannot show, and how the fit is kept from running
 * away along them.
 *
 * The state error is measured as an impulse, r = W(p) e with the velocity error e.  Along some
 * directions of masses, inertias and arms nothing changes that can be measured, e included: a
 * common factor of all forces, or a body's centre of mass together with its inertia.  W changes all
 * the same, so the cost would fall along them without end (METHOD §6).  They are the null space of
 * the information with W frozen, all other parameters free to follow: null to the discretisation,
 * since information that only the finite step makes says nothing of the mechanism.  The gauge holds
 * the start's masses, inertias and arms along them; what the data do determine is free to move. */
#pragma once

#include "engine/mbs/param.h"

typedef struct TrGauge {
  int n;             /* parameters */
  int n_directions;  /* held */
  double null_share; /* of the largest information: what is below it is not there */
  double *direction; /* [n x n], n_directions rows: orthonormal, over the scaled parameters that W
                        depends on */
  double *loading;   /* [n x n] likewise: unit vectors over all scaled parameters, the others
                        following as the data want */
  double weight;     /* of sum (direction . (p - start)/scale)^2 in the cost */
} TrGauge;

/* Whether the weight W of the state error depends on a parameter. */
bool tr_param_weighs(TrParam param);

/* Fills the directions from the frozen information s[n x n] (scaled, lower part); size[n] is its
 * diagonal before the states were eliminated, which tells what rounding is; values[n] are the
 * parameters over their scale.  A common factor of all forces comes first.  Allocates. */
TR_NODISCARD TrStatus tr_gauge_find(TrGauge *gauge,
                                    const double *s,
                                    const double *size,
                                    const double *values,
                                    const TrFree *parameters);

/* sum (direction . (p - start)/scale)^2, weighted */
double tr_gauge_cost(const TrGauge *gauge,
                     const double *parameters,
                     const double *start,
                     const double *scale);

/* Element (i, j) of the gauge's part of the information, and i of its gradient. */
double tr_gauge_information(const TrGauge *gauge, const double *scale, int i, int j);
double tr_gauge_slope(const TrGauge *gauge,
                      const double *parameters,
                      const double *start,
                      const double *scale,
                      int i);
