/* Internal interface of the step of a regression: coordinates, and the matrix inequalities of
 * bodies (theory 15.5). */
#pragma once

#include "engine/est/regress/private.h"

/* A matrix inequality: the pseudo-inertia of a body, or the lower bound of a moment of inertia,
 *
 *   I_o,xx - (h_y^2 + h_z^2)/m >= bound   as   [ I_o,xx - bound  h_y  h_z ]
 *                                              [ h_y              m    0  ] >= 0
 *                                              [ h_z              0    m  ] */
typedef struct TrRegressionBlock {
  int body, axis; /* -1: the pseudo-inertia; else TR_XX, TR_YY, TR_ZZ */
  double bound;
} TrRegressionBlock;

typedef struct TrRegressionStep {
  TrRegressionWork *r;
  TrProblem *problem;
  int p, n_blocks, n_rows;
  TrRegressionBlock *blocks;         /* [n_blocks] */
  double *start, *now;               /* [p] x */
  double *start_mass;                /* [n_bodies] */
  double *unit;                      /* [p] of x */
  double *z, *values;                /* [n_z], [p] at a trial */
  double *slope;                     /* [n_z x p] dz/dx, in units */
  double *turn;                      /* [p x p] dp/dx, in units of x */
  double *hessian, *gradient, *step; /* [p x p], [p], [p] */
  double *rows, *most;               /* [2 p x p], [2 p] */
  double *block;                     /* [n_blocks x (p + 1) x 16] */
  double *reference;                 /* [n_blocks x 16] blocks of the start */
  double *work;                      /* [n_z x p] */
} TrRegressionStep;

static inline bool
tr_regression_is_inertial(TrParamKind kind)
{
  return kind == TR_PARAM_MASS || kind == TR_PARAM_COM || kind == TR_PARAM_INERTIA;
}

/* Computes the parameters of x: masses, then centres of mass, then inertias; the model follows. */
void tr_regression_use_coordinates(double *parameters, TrRegressionStep *f, const double *x);

/* Returns whether the lower bound of a quantity is a matrix inequality: it is not linear in x. */
bool tr_regression_has_moment_block(const TrTask *task, TrParam param);

/* Lists the matrix inequalities: bodies that must stay realisable, and their moments of inertia. */
void tr_regression_list_blocks(TrRegressionStep *f);

/* Fills the matrix inequalities as functions of y = (x - start)/unit, linearised at `now` where
 * some numbers of a body are held.  With `thick`, second moments about the centre of mass keep a
 * share of their sum: a body without one has no inverse of its inertia. */
void tr_regression_fill_blocks(TrRegressionStep *f, bool thick);

/* Puts the trial values into their bounds, and the model to them.  Returns whether bodies that must
 * be so are realisable, and their inertias missed the bounds by no more than rounding. */
bool tr_regression_keep_conditions(TrRegressionStep *f);
