/* Residuals that a log with rolling bodies has at its beginning, beside those of
 * est/step/initial.c.
 *
 * The slip of the first interval is zero (est/step/first_slip.h).  The orientation of a balanced
 * ball, or of a wheel without encoder, has no effect that a sensor sees.  So that the motion is
 * determined, its start has a prior: log(e_s* e) of the body at the first node, e_s that of the
 * start motion, with the standard deviation TR_ROLLING_FREE where nothing depends on it, and
 * TR_ROLLING_TURN where something may. */
#pragma once

#include "engine/est/problem/problem.h"

#define TR_ROLLING_FREE 0.01 /* [rad] */
#define TR_ROLLING_TURN 1.0  /* [rad] */

/* Returns the number of such joints. */
int tr_rolling_count(const TrModel *model);

/* Computes r[3 count] of the orientations at the first node of a log, by their standard deviations,
 * and, unless jac is NULL, their Jacobian [3 count x (node_size + tr_problem_columns())]. */
void tr_rolling_orientations(double *r, double *jac, const TrProblem *problem, bool trial, int log);

/* Computes r[n] of the slip and its Jacobian jac[n x (2 n + tr_problem_columns())], which may be
 * NULL; returns its rank, 0 for formulations with velocities of their own, which have it in their
 * initial residuals. */
int tr_rolling_slip(double *r, double *jac, TrProblem *problem, bool trial, int log);

/* Cost of both at the tried point. */
double tr_rolling_cost(TrProblem *problem, int log);
