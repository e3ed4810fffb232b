/* Internal interface of est/regress: the least-squares problem of a regression. */
#pragma once

#include "engine/est/problem/problem.h"
#include "engine/est/regress/equations.h"

/* A regression under way.  The task comes first: the callback of tr_task_run() finds the regression
 * by it. */
typedef struct TrRegressionWork {
  TrTask task;
  TrEquations *equations;
  TrModel *model; /* with the present parameters */
  int n_z, p;     /* coefficients, parameters */
  int n_kinds;    /* kinds of rows, each with a sigma: the freedoms, then the balance of energy */
  bool *has;      /* [p] whether the regression estimates it */
  double *z;      /* [n_z] */
  double *slope;  /* [n_z x p] dz/dp in natural sizes of the parameters */
  double *gram;   /* [n_kinds x n_z x n_z] products of the rows */
  double *sigma;  /* [n_kinds] */
  double *normal; /* [n_z x n_z] weighted sum of the products */
  double *known;  /* [p x p] information on the parameters without the weak prior, scaled */
  double *gradient, *trial; /* [p] */
  double *work;             /* [n_z x max(p, n_z)] */
} TrRegressionWork;

/* Rows of a freedom that are filled. */
static inline int
tr_regression_rows(const TrRegressionWork *r)
{
  return r->equations->first[r->equations->n_logs];
}

/* Rows [tr_regression_count() x n_z] of a kind, and the row of the freedoms at whose time the k-th
 * of them is. */
static inline const double *
tr_regression_kind(const TrRegressionWork *r, int kind)
{
  return kind < r->equations->n_freedoms ? tr_equations_rows(r->equations, kind)
                                         : r->equations->balance;
}

static inline int
tr_regression_count(const TrRegressionWork *r, int kind)
{
  return kind < r->equations->n_freedoms ? tr_regression_rows(r) : r->equations->n_windows;
}

static inline int
tr_regression_place(const TrRegressionWork *r, int kind, int k)
{
  return kind < r->equations->n_freedoms ? k : r->equations->middle[k];
}

/* Sum of squares of the residuals of a kind of rows under z. */
double tr_regression_square(const TrRegressionWork *r, int kind, const double *z);

/* Largest rms of a part of the rows of a kind: its forces, or energies. */
double tr_regression_force(const TrRegressionWork *r, int kind);

/* Sets the model to parameters, with the quantities tied to them. */
void tr_regression_use(TrRegressionWork *r, const double *parameters);

/* Fills normal equations at the model in use; parameters[p] are its parameters. */
void
tr_regression_linearize(TrRegressionWork *r, const TrProblem *problem, const double *parameters);

/* Cost at parameters [p] under the present weights; the model follows. */
double tr_regression_cost(TrRegressionWork *r, const TrProblem *problem, const double *parameters);

/* Takes a step to the minimum under the present weights, in the bounds, with realisable inertias
 * where bodies must stay so, and sets its largest part in natural sizes (regression_step.c). */
TR_NODISCARD TrStatus tr_regression_step(double *step, TrRegressionWork *r, TrProblem *problem);

/* Fills sigma, covariance, information and directions of a fit at the linearisation
 * (regression_sigma.c). */
TR_NODISCARD TrStatus tr_regression_judge(TrFit *fit, TrRegressionWork *r, TrProblem *problem);

/* Fills a fit, whose status is that of the iteration, from the end of the iteration: motion,
 * forces, uncertainty, cost, and a message that is never empty (regression_fit.c). */
TR_NODISCARD TrStatus tr_regression_describe(TrFit *fit, TrRegressionWork *r, TrProblem *problem);
