/* Small dense least-squares problems behind the operations of the outer loop (engine/est/lsq/lm.h).
 *
 *   cost(x) = sum r_i(x)^2
 *
 * Residuals are written with complex numbers: r(x + i s e_j) has the derivative's column s dr/dx_j
 * in its imaginary part, exact to the last digits since nothing is subtracted.  Steps come from
 * orthogonal transformations of the Jacobian, not of its square, so that a failure is the loop's
 * and not the algebra's.  The first n_states unknowns have the role of states: undamped and
 * eliminated before the others. */
#pragma once

#include <complex.h>

#include "engine/est/lsq/lm.h"

enum { TR_DENSE_MAX_UNKNOWNS = 12 };

typedef void (*TrDenseFunc)(double complex *r, const double complex *x, const void *user);

typedef struct TrDense {
  int m, n, n_states;
  TrDenseFunc func;
  const void *user;
  TrDamping rule;
  double x[TR_DENSE_MAX_UNKNOWNS], trial[TR_DENSE_MAX_UNKNOWNS], step[TR_DENSE_MAX_UNKNOWNS];
  double scale[TR_DENSE_MAX_UNKNOWNS], largest[TR_DENSE_MAX_UNKNOWNS];
  double *r, *jac, *work; /* [m], [m x n], [(m + n) x (n + 1)] */
  double complex *value;  /* [m] */
  bool is_ahead;          /* the Jacobian is that of the tried point */
  int n_ahead, n_lost;    /* points tried ahead, and those of them that were not accepted */
} TrDense;

/* Sets up the problem at x[n]; the natural size of an unknown is its start value, 1 where this is
 * zero. */
void tr_dense_init(TrDense *dense,
                   int m,
                   int n,
                   int n_states,
                   TrDenseFunc func,
                   const void *user,
                   const double *x,
                   TrDamping rule);
void tr_dense_clear(TrDense *dense);

/* Sum of squares at x. */
double tr_dense_cost(TrDense *dense, const double *x);

extern const TrLsqOps tr_dense_ops;
