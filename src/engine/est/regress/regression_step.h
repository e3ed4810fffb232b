/* Internal interface of the step of a regression: coordinates, and the matrix inequalities of
 * bodies (theory 15.5). */
#pragma once

#include "engine/est/regress/private.h"

/* A matrix inequality: the pseudo-inertia of a body (about its centre of mass where x is
 * central), or the lower bound of a moment of inertia,
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
  bool is_central; /* x has inertias about the centres of mass */
  int p, n_blocks, n_rows, n_equal;
  TrRegressionBlock *blocks;         /* [n_blocks] */
  double *start, *now;               /* [p] x */
  double *start_mass;                /* [n_bodies] */
  double *unit;                      /* [p] of x */
  double *z, *values;                /* [n_z], [p] at a trial */
  double *slope;                     /* [n_z x p] dz/dx, in units */
  double *turn;                      /* [p x p] dp/dx, in units of x */
  double *hessian, *gradient, *step; /* [p x p], [p], [p] */
  double *rows, *most;               /* [n_rows x p], [n_rows] rows . y <= most */
  double *equal, *level;             /* [n_equal x p], [n_equal] equal . y = level */
  double *block;                     /* [n_blocks x (p + 1) x 16] */
  double *reference;                 /* [n_blocks x 16] blocks of the start */
  double *work;                      /* [n_z x p] */
} TrRegressionStep;

static inline bool
tr_regression_is_inertial(TrParamKind kind)
{
  return kind == TR_PARAM_MASS || kind == TR_PARAM_COM || kind == TR_PARAM_INERTIA;
}

/* Room for rows: both bounds of each parameter, and both sides of each constraint. */
static inline size_t
tr_regression_most_rows(const TrRegressionStep *f)
{
  return 2 * (size_t)(f->p + tr_constraints_n_rows(f->problem->constraints));
}

/* Computes the parameters of x: masses, then centres of mass, then inertias; the model
 * follows. */
void tr_regression_use_coordinates(double *parameters, TrRegressionStep *f, const double *x);

/* Returns whether the lower bound of a quantity is a matrix inequality: it is not linear in x. */
bool tr_regression_has_moment_block(const TrTask *task, TrParam param);

/* Lists the matrix inequalities: bodies that must stay realisable, and their moments of inertia. */
void tr_regression_list_blocks(TrRegressionStep *f);

/* Fills the matrix inequalities as functions of y = (x - start)/unit, linearised at `now` where
 * some numbers of a body are held.  With `thick`, second moments about the centre of mass keep a
 * share of their sum: a body without one has no inverse of its inertia. */
void tr_regression_fill_blocks(TrRegressionStep *f, bool thick);

/* Adds the hard constraints of the task to rows and equalities, linearised at `now`
 * (regression_rows.c). */
void tr_regression_add_constraints(TrRegressionStep *f);

/* Returns whether the trial values meet the hard constraints within rounding. */
bool tr_regression_meets_constraints(const TrRegressionStep *f);

/* Minimum y[p] of the cost under rows, equalities and matrix inequalities. */
TR_NODISCARD TrStatus tr_regression_solve_rows(double *y, TrRegressionStep *f);
TR_NODISCARD TrStatus tr_regression_solve_blocks(double *y, TrRegressionStep *f);

/* Puts the trial values into their bounds, and the model to them.  Returns whether bodies that must
 * be so are realisable, and their inertias missed the bounds by no more than rounding. */
bool tr_regression_keep_conditions(TrRegressionStep *f);
