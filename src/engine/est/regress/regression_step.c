/* Step of a regression, to realisable inertias where bodies must stay so (theory 15.3, 12.5).
 *
 * In coordinates x in which com is mass com and inertia is that about the origin, the coefficients
 * are affine, the cost is quadratic, and a body is realisable where its pseudo-inertia
 *
 *   P = [ tr(I_o)/2 1 - I_o   m c ]
 *       [ (m c)^T              m  ]
 *
 * is positive semidefinite: a convex problem (linalg/semidefinite.h), which is solved from the
 * start values anew in each iteration.  Without such bodies it is a quadratic programme
 * (linalg/quadprog.h).  Hard constraints are rows of both (regression_rows.c).
 *
 * Upper bounds of inertias, and some hard constraints, are curved in x.  With inertias about the
 * centre of mass instead, the central coordinates, these bounds and the second moments are linear,
 * and the cost is quadratic only near the present values.  Where they matter a step is sought in
 * both coordinates. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/regress/regression_step.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/semidefinite.h"

/* Step of the differences by x, in its units. */
#define DIFFERENCE 1e-3

/* Rise of the cost within the accuracy of the minimum, in units of the variance. */
#define GAP 1e-6

/* Share of the largest information that is added to that on each coordinate. */
#define ROUNDING 1e-12

enum { MOST_HALVINGS = 20 };

/* x of the model in use. */
static void
take_coordinates(double *x, const TrRegressionStep *f, const double *parameters)
{
  const TrModel *model = f->r->model;

  for (int i = 0; i < f->p; i++) {
    TrParam param = f->r->task.free[i].param;
    const TrBody *body = tr_regression_is_inertial(param.kind) ? &model->bodies[param.owner] : NULL;
    double inertia[6];

    x[i] = parameters[i];
    if (param.kind == TR_PARAM_COM)
      x[i] *= body->mass;
    if (param.kind == TR_PARAM_INERTIA && !f->is_central) {
      tr_inertia_at_origin(inertia, body->mass, body->com, body->inertia);
      x[i] = inertia[param.axis];
    }
  }
}

void
tr_regression_use_coordinates(double *parameters, TrRegressionStep *f, const double *x)
{
  TrRegressionWork *r = f->r;

  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < f->p; i++) {
      TrParam param = r->task.free[i].param;
      const TrBody *body =
          tr_regression_is_inertial(param.kind) ? &r->model->bodies[param.owner] : NULL;
      double shift[6];

      if (pass == 0)
        parameters[i] = x[i];
      else if (param.kind == TR_PARAM_COM)
        parameters[i] = x[i] / body->mass;
      else if (param.kind == TR_PARAM_INERTIA && !f->is_central) {
        tr_inertia_at_origin(shift, body->mass, body->com, (const double[6]){0});
        parameters[i] = x[i] - shift[param.axis];
      }
    }
    tr_regression_use(r, parameters);
  }
}

static void
fill_slopes(TrRegressionStep *f)
{
  TrRegressionWork *r = f->r;
  int p = f->p, nz = r->n_z;

  memset(f->slope, 0, (size_t)(nz * p) * sizeof *f->slope);
  memset(f->turn, 0, (size_t)(p * p) * sizeof *f->turn);
  for (int i = 0; i < p; i++)
    for (int side = -1; r->has[i] && side <= 1; side += 2) {
      memcpy(f->step, f->now, (size_t)p * sizeof *f->step);
      f->step[i] += side * DIFFERENCE * f->unit[i];
      tr_regression_use_coordinates(f->values, f, f->step);
      for (int a = 0; a < nz; a++)
        f->slope[a * p + i] += side * r->z[a] / (2 * DIFFERENCE);
      for (int k = 0; k < p; k++)
        f->turn[k * p + i] += side * f->values[k] / (2 * DIFFERENCE);
    }
  tr_regression_use_coordinates(f->values, f, f->now);
}

/* Prior of a parameter, as one on x. */
static void
add_priors(TrRegressionStep *f)
{
  TrRegressionWork *r = f->r;
  int p = f->p;

  for (int i = 0; i < p; i++) {
    const TrFree *free = &r->task.free[i];
    const double *row = f->turn + i * p;
    double weak = 1 / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD),
           off = (f->values[i] - free->prior_mean);

    if (isfinite(free->prior_sigma)) {
      for (int a = 0; a < p; a++) {
        f->gradient[a] += row[a] * off / (free->prior_sigma * free->prior_sigma);
        for (int b = 0; b < p; b++)
          f->hessian[a * p + b] += row[a] * row[b] / (free->prior_sigma * free->prior_sigma);
      }
      weak = 0;
    }
    f->hessian[i * p + i] += weak;
    f->gradient[i] += weak * (f->now[i] - f->start[i]) / f->unit[i];
    if (!r->has[i])
      f->hessian[i * p + i] += 1;
  }
}

/* Keeps the cost convex within rounding, by a term whose minimum is at `now`. */
static void
steady(TrRegressionStep *f)
{
  double most = 0;

  for (int i = 0; i < f->p; i++)
    most = fmax(most, f->hessian[i * f->p + i]);
  for (int i = 0; i < f->p; i++)
    f->hessian[i * f->p + i] += ROUNDING * most;
}

/* Cost around `now` as a function of y = (x - start)/unit: A, and its slope at the start. */
static void
fill_cost(TrRegressionStep *f)
{
  TrRegressionWork *r = f->r;
  int p = f->p, nz = r->n_z;

  fill_slopes(f);
  memset(f->work, 0, (size_t)(nz * p) * sizeof *f->work);
  memset(f->hessian, 0, (size_t)(p * p) * sizeof *f->hessian);
  memset(f->gradient, 0, (size_t)p * sizeof *f->gradient);
  tr_dense_add_product(f->work, 1, r->normal, f->slope, (TrProductSize){nz, nz, p});
  tr_dense_add_product_tn(f->hessian, 1, f->slope, f->work, (TrProductSize){nz, p, p});
  tr_dense_add_product_tn(f->gradient, 1, f->work, r->z, (TrProductSize){nz, p, 1});
  add_priors(f);
  steady(f);
  for (int i = 0; i < p; i++)
    for (int k = 0; k < p; k++)
      f->gradient[i] -= f->hessian[i * p + k] * (f->now[k] - f->start[k]) / f->unit[k];
}

/* Index of the free mass of a body, or -1. */
static int
find_mass(const TrRegressionStep *f, int body)
{
  for (int i = 0; i < f->p; i++)
    if (f->r->task.free[i].param.kind == TR_PARAM_MASS && f->r->task.free[i].param.owner == body)
      return i;
  return -1;
}

/* The row side (m c - bound m) <= 0 of a centre of mass, over y. */
static void
add_com_bound(TrRegressionStep *f, int i, double side, double bound)
{
  int body = f->r->task.free[i].param.owner, mass = find_mass(f, body);
  double *row = f->rows + f->n_rows * f->p;

  memset(row, 0, (size_t)f->p * sizeof *row);
  row[i] = side * f->unit[i];
  if (mass >= 0)
    row[mass] = -side * bound * f->unit[mass];
  f->most[f->n_rows++] = side * (bound * f->start_mass[body] - f->start[i]);
}

/* Adds the row side p_i <= bound, p_i linearised. */
static void
add_bound(TrRegressionStep *f, int i, double side, double bound)
{
  int p = f->p;
  double *row = f->rows + f->n_rows * p, most = side * (bound - f->values[i]);

  if (!isfinite(bound) || !f->r->has[i])
    return;
  if (f->r->task.free[i].param.kind == TR_PARAM_COM) {
    add_com_bound(f, i, side, bound);
    return;
  }
  for (int k = 0; k < p; k++) {
    row[k] = side * f->turn[i * p + k];
    most += row[k] * (f->now[k] - f->start[k]) / f->unit[k];
  }
  f->most[f->n_rows++] = most;
}

static void
fill_bounds(TrRegressionStep *f)
{
  f->n_rows = 0;
  for (int i = 0; i < f->p; i++) {
    TrParam param = f->r->task.free[i].param;

    if (f->is_central || !tr_regression_has_moment_block(&f->r->task, param))
      add_bound(f, i, -1, f->problem->floor[i]);
    add_bound(f, i, 1, f->problem->ceiling[i]);
  }
}

static bool
take_memory(TrRegressionStep *f)
{
  size_t p = (size_t)f->p, nz = (size_t)f->r->n_z, blocks = (size_t)f->n_blocks;
  size_t rows = tr_regression_most_rows(f);
  struct {
    double **to;
    size_t size;
  } arrays[] = {{&f->start, p},
                {&f->start_mass, (size_t)f->r->model->n_bodies},
                {&f->now, p},
                {&f->unit, p},
                {&f->values, p},
                {&f->slope, nz * p},
                {&f->turn, p * p},
                {&f->hessian, p * p},
                {&f->gradient, p},
                {&f->step, p},
                {&f->rows, rows * p},
                {&f->most, rows},
                {&f->equal, rows * p},
                {&f->level, rows},
                {&f->block, blocks * (p + 1) * TR_PSEUDO_SIZE},
                {&f->reference, blocks * TR_PSEUDO_SIZE},
                {&f->work, nz * p}};
  bool ok = true;

  for (size_t i = 0; i < TR_COUNT(arrays); i++) {
    *arrays[i].to = calloc(arrays[i].size + 1, sizeof(double));
    ok = ok && *arrays[i].to;
  }
  return ok && f->blocks;
}

static void
clear(TrRegressionStep *f)
{
  void *parts[] = {f->start_mass, f->blocks, f->start,   f->now,       f->unit,  f->values,
                   f->slope,      f->turn,   f->hessian, f->gradient,  f->step,  f->rows,
                   f->most,       f->block,  f->work,    f->reference, f->equal, f->level};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
}

/* Units of x, and x of the start and of the present parameters. */
static void
fill_coordinates(TrRegressionStep *f)
{
  TrRegressionWork *r = f->r;

  tr_regression_use(r, f->problem->start);
  take_coordinates(f->start, f, f->problem->start);
  for (int b = 0; b < r->model->n_bodies; b++)
    f->start_mass[b] = r->model->bodies[b].mass;
  for (int i = 0; i < f->p; i++) {
    TrParam param = r->task.free[i].param;

    f->unit[i] = f->problem->scale[i];
    if (param.kind == TR_PARAM_COM)
      f->unit[i] *= fmax(r->model->bodies[param.owner].mass, 1e-3);
  }
  tr_regression_use(r, f->problem->parameters);
  take_coordinates(f->now, f, f->problem->parameters);
}

/* Trial values a share of the way to the solution: straight in x, where the cost is quadratic, or
 * straight in the parameters, where bounds are linear. */
static void
fill_trial(TrRegressionStep *f, const double *y, double share, bool by_parameters)
{
  int p = f->p;

  for (int i = 0; i < p; i++)
    f->step[i] = (1 - share) * f->now[i] + share * (f->start[i] + f->unit[i] * y[i]);
  if (!by_parameters) {
    tr_regression_use_coordinates(f->values, f, f->step);
    return;
  }
  for (int i = 0; i < p; i++) {
    f->values[i] = f->problem->parameters[i];
    for (int k = 0; k < p; k++)
      f->values[i] += f->turn[i * p + k] * (f->step[k] - f->now[k]) / f->unit[k];
  }
}

/* Minimum under rows and matrix inequalities at `now`. */
static TrStatus
solve_at_now(double *y, TrRegressionStep *f)
{
  fill_bounds(f);
  tr_regression_add_constraints(f);
  return f->n_blocks > 0 ? tr_regression_solve_blocks(y, f) : tr_regression_solve_rows(y, f);
}

static bool
is_lower(TrRegressionStep *f, double before)
{
  return tr_regression_keep_conditions(f) && tr_regression_meets_constraints(f) &&
         tr_regression_cost(f->r, f->problem, f->values) <= before * (1 + GAP) + GAP;
}

/* Finds values on the way from the present parameters to the solution, all of it, half, a quarter
 * ..., that lower the cost and meet the conditions; without such values they stay.  Returns the
 * share of the way. */
static double
find_lower(TrRegressionStep *f, const double *y)
{
  double *parameters = f->problem->parameters, share = 1;
  double before = tr_regression_cost(f->r, f->problem, parameters);
  bool is_curved = f->problem->constraints || (!f->is_central && f->n_blocks > 0);

  for (int halving = 0; halving < MOST_HALVINGS; halving++, share /= 2)
    for (int way = 0; way <= is_curved; way++) {
      fill_trial(f, y, share, way == 1);
      if (is_lower(f, before))
        return share;
    }
  memcpy(f->values, parameters, (size_t)f->p * sizeof *parameters);
  return 0;
}

/* Finds values of lower cost in one of the coordinates. */
static TrStatus
find_values(TrRegressionStep *f, double *share)
{
  double *y = calloc((size_t)f->p + 1, sizeof *y);
  TrStatus status = TR_NO_MEMORY;

  f->blocks = calloc((size_t)(f->r->model->n_bodies + f->p) + 1, sizeof *f->blocks);
  if (f->blocks)
    tr_regression_list_blocks(f);
  if (take_memory(f) && y) {
    fill_coordinates(f);
    fill_cost(f);
    status = solve_at_now(y, f);
  }
  if (status == TR_OK)
    *share = find_lower(f, y);
  free(y);
  return status;
}

/* Returns whether conditions are curved in x about the origin: central coordinates are worth a try.
 */
static bool
bounds_inertia(const TrRegressionStep *f)
{
  bool does = f->problem->constraints;

  for (int i = 0; i < f->p; i++) {
    TrParam param = f->r->task.free[i].param;

    does = does || (param.kind == TR_PARAM_INERTIA &&
                    (isfinite(f->problem->ceiling[i]) ||
                     (param.axis > TR_ZZ && isfinite(f->problem->floor[i]))));
  }
  return does;
}

/* Replaces the values by those of the central coordinates where their cost is lower. */
static void
try_values(TrRegressionStep *f)
{
  TrRegressionStep other = {.r = f->r, .problem = f->problem, .p = f->p, .is_central = true};
  double share, cost = tr_regression_cost(f->r, f->problem, f->values);

  if (find_values(&other, &share) == TR_OK &&
      tr_regression_cost(f->r, f->problem, other.values) < cost)
    memcpy(f->values, other.values, (size_t)f->p * sizeof *f->values);
  clear(&other);
}

/* Takes the step; returns its largest part, in natural sizes. */
static double
go(TrRegressionStep *f)
{
  double most = 0;

  for (int i = 0; i < f->p; i++) {
    most = fmax(most, fabs(f->values[i] - f->problem->parameters[i]) / f->problem->scale[i]);
    f->problem->parameters[i] = f->r->has[i] ? f->values[i] : f->problem->parameters[i];
  }
  tr_regression_use(f->r, f->problem->parameters);
  return most;
}

TrStatus
tr_regression_step(double *step, TrRegressionWork *r, TrProblem *problem)
{
  TrRegressionStep f = {.r = r, .problem = problem, .p = r->p};
  double share;
  TrStatus status = find_values(&f, &share);

  if (status == TR_OK) {
    if (r->task.settings.inertia_prior == 0 && (share < 1 || bounds_inertia(&f)))
      try_values(&f);
    *step = go(&f);
  }
  clear(&f);
  return status;
}
