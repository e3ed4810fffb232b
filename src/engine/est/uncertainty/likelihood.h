/* Restricted likelihood of a fit: the density of its samples with states and parameters integrated
 * out, by Laplace's approximation (theory 8.4b).
 *
 *   -2 log L = sum w r^2 - sum log w - 2 sum_k log |det dr_k/dq_k+1| + log det H + log det S
 *
 * over the residuals of the state error r_k, of steps k, of the initial states and the
 * observations, each with its weight w; H is the information on the states, S that on the
 * parameters in their units, both with the priors.  It depends on units: only differences between
 * ends of one problem mean something.  The smaller one explains the samples better. */
#pragma once

#include "engine/est/problem/problem.h"

/* The sum over the residuals that have been added. */
typedef struct TrLikelihood {
  double minus_two_log;
  double *block; /* [node_size x node_size] scratch */
} TrLikelihood;

/* Adds a block of tr_problem_visit(), with the state error's weight frozen. */
void
tr_likelihood_add(TrLikelihood *sum, const TrProblem *problem, const TrArrowResidual *residual);

/* Returns -2 log L after all blocks have been added; NAN where a determinant is not positive.  The
 * arrow is as tr_problem_inform() leaves it; schur[q x q] is S of the parameters that are not at a
 * bound, lower part, and becomes its factor. */
double tr_likelihood_close(const TrLikelihood *sum, const TrProblem *problem, double *schur, int q);
