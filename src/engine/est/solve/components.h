/* Variance components of a problem: those of the state error by group of freedoms
 * (est/prepare/state_error.h) and those of the sensors, by restricted maximum likelihood (theory
 * 8.3).
 *
 * A round takes sums, traces and their coupling c at the end of a fit.  A component with nu = n -
 * tr Lev degrees of freedom is found where sum/nu = 1 in units of its variance; the logarithms of
 * all variances move together by the Newton step d with the average information,
 *
 *   sum_j c_ij d_j = sum_i log(sum_i/nu_i)
 *
 * No component falls below its floor: the resolution of the samples, and 1e-5 of the rms impulse of
 * inertia. */
#pragma once

#include "engine/est/problem/problem.h"

/* Change of the logarithm of a variance at which it has settled: absolute, or as a share of its own
 * standard deviation. */
#define TR_SETTLED_CHANGE 0.03
#define TR_SETTLED_SHARE  0.1

/* Least degrees of freedom of a component.  A variance from nu of them has a relative standard
 * deviation of sqrt(2/nu); with fewer than these two it cannot be distinguished from zero. */
#define TR_LEAST_FREEDOM 2.0

/* The components under estimation; its parts are private but for these. */
typedef struct TrComponents {
  bool is_settled;   /* no component moves by more than its tolerance */
  int joint, sensor; /* that moves most by its tolerance: the first of a group; -1: none */
  bool is_quiet; /* no state error is seen: all groups are at their floors, or without freedom */
  struct TrComponentsWork *work;
} TrComponents;

/* Returns components at the weights of the problem; NULL when memory is out. */
TrComponents *tr_components_new(TrProblem *problem);
void tr_components_free(TrComponents *components);

/* Estimates all components at the present point and sets the problem's weights to them.
 * `is_another`: the problem has changed since the last round, of which no secant is taken then.
 * Status as tr_leverage_fill(). */
TR_NODISCARD TrStatus tr_components_estimate(TrComponents *components,
                                             TrProblem *problem,
                                             bool is_another);

/* Sets the weights of the state error back to those before the last estimate. */
void tr_components_step_back(TrComponents *components, TrProblem *problem);

/* Sets the weight of the state error, with the shares as they are. */
void tr_components_set_weight(TrProblem *problem, double weight);
