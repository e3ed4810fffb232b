/* Posterior of the parameters that are not at a bound: the matrices that the covariance, the limits
 * at bounds and the information over time share. */
#pragma once

#include "engine/est/problem/problem.h"
#include "engine/est/uncertainty/likelihood.h"
#include "engine/linalg/product.h"

/* Matrices of the posterior, with scratch; built by est/uncertainty/covariance.c. */
typedef struct TrPosterior {
  TrProblem *problem;
  int q;          /* parameters that are not at a bound */
  int *index;     /* [q] their indices */
  int d;          /* directions among them that no hard constraint fixes ... */
  double *basis;  /* [d x q] ... orthonormal, scaled; the identity where no constraint is active */
  double *schur;  /* [q x q] S without the weak prior, scaled by the natural sizes */
  double *spread; /* [q x q] its inverse */
  double *scores; /* [p x stride] covariance of the sum of the scores of all parameters, scaled */
  double *memory; /* [q] variances from scores that remember, scaled */
  int stride;     /* of the rows of the two that follow: p, filled up by zeros */
  double *response; /* [states x stride] H^-1 B^T with a minus */
  double *rows;     /* [rows of a residual block x stride] scratch */
  const TrProductKernels *products;
  double *product;  /* [q x q] scratch */
  double *sandwich; /* [q x q] covariance from the scores (est/uncertainty/scores.h) */
  double *row;      /* [p] scratch */
  TrLikelihood likelihood;
  double variance;  /* cost/dof */
  bool is_expected; /* by the weights alone, whatever the residuals are */
} TrPosterior;

/* rows[n_rows x stride] = J_p + J_x X of a visited block: the response of the residuals to the
 * parameters when the states follow. */
void
tr_posterior_project(TrPosterior *posterior, int block, int touched, const double *jac, int n_rows);
