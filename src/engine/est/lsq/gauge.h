/* Directions of the parameters that the motion cannot show, and how the fit is kept from running
 * away along them.
 *
 * The state error is measured as an impulse, r = W(p) e with the velocity error e.  Along some
 * directions of masses, inertias and arms nothing changes that can be measured, e included: a
 * common factor of all forces, or a body's centre of mass together with its inertia.  W changes all
 * the same, so the cost would fall along them without end (theory 9.6).  They are the null space of
 * the information with W frozen, all other parameters free to follow: null to the discretisation,
 * since information that only the finite step makes says nothing of the mechanism.  They are looked
 * for again on the way, since far from the solution, where e is large, the information looks larger
 * than it is.  The gauge holds the start's masses, inertias and arms along them; what the data do
 * determine is free to move. */
#pragma once

#include "engine/mbs/model/param.h"

typedef struct TrGauge {
  int n;             /* parameters */
  int n_directions;  /* held */
  double null_share; /* of the largest information: what is below it is not there */
  double *direction; /* [n x n], n_directions rows: orthonormal, over the scaled parameters that W
                        depends on */
  double *loading;   /* [n x n] likewise: unit vectors over all scaled parameters, the others
                        following as the data want */
  double *origin;    /* [n] parameters at which they are held */
  const double *anchor; /* nullable [n] they are held there instead of where they were found */
  double weight;        /* of sum (direction . (p - origin)/scale)^2 in the cost */
  void *work;           /* scratch of tr_gauge_find() */
} TrGauge;

/* Takes memory for n parameters; false when there is none.  tr_gauge_clear() frees it. */
bool tr_gauge_init(TrGauge *gauge, int n);
void tr_gauge_clear(TrGauge *gauge);

/* Whether the weight W of the state error depends on a parameter. */
bool tr_param_weighs(TrParam param);

/* Fills the directions from the frozen information s[n x n] (scaled, lower part); size[n] is its
 * diagonal before the states were eliminated, which tells what rounding is; values[n] are the
 * present parameters, which become the origin unless there is an anchor.  A common factor of all
 * forces comes first. */
TR_NODISCARD TrStatus tr_gauge_find(TrGauge *gauge,
                                    const double *s,
                                    const double *size,
                                    const double *values,
                                    const double *scale,
                                    const TrFree *parameters);

/* sum (direction . (p - origin)/scale)^2, weighted */
double tr_gauge_cost(const TrGauge *gauge, const double *parameters, const double *scale);

/* Element (i, j) of the gauge's part of the information, and i of its gradient. */
double tr_gauge_information(const TrGauge *gauge, const double *scale, int i, int j);
double tr_gauge_slope(const TrGauge *gauge, const double *parameters, const double *scale, int i);
