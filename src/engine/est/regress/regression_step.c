/* Step of a regression, to realisable inertias where bodies must stay so (theory 15.3, 12.5).
 *
 * In coordinates x in which com is mass com and inertia is that about the origin, the coefficients
 * are affine, the cost is quadratic, and a body is realisable where its pseudo-inertia
 *
 *   P = [ tr(I_o)/2 1 - I_o   m c ]
 *       [ (m c)^T              m  ]
 *
 * is positive semidefinite: a convex problem (linalg/semidefinite.h), which is solved from the
 * start values anew in each iteration, since they are inside.  Without such bodies it is a
 * quadratic programme (linalg/quadprog.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/regress/private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quadprog.h"
#include "engine/linalg/semidefinite.h"

/* Step of the differences by x, in its units, and of the start inside of bounds. */
#define DIFFERENCE 1e-3
#define INSIDE     1e-6

/* Least eigenvalue that the start's pseudo-inertia counts with, as a share of its trace. */
#define THIN 1e-9

/* Accuracy of the minimum, in units of the variance. */
#define GAP 1e-6

/* Share of the largest information that is added to that on each coordinate. */
#define ROUNDING 1e-12

/* Weak prior's sd in natural sizes. */
#define WEAK_SPREAD 10.0

enum { MOST_HALVINGS = 20 };

/* A matrix inequality: the pseudo-inertia of a body, or the lower bound of a moment of inertia,
 *
 *   I_o,xx - (h_y^2 + h_z^2)/m >= bound   as   [ I_o,xx - bound  h_y  h_z ]
 *                                              [ h_y              m    0  ] >= 0
 *                                              [ h_z              0    m  ] */
typedef struct Block {
  int body, axis; /* -1: the pseudo-inertia; else TR_XX, TR_YY, TR_ZZ */
  double bound;
} Block;

typedef struct Step {
  TrRegressionWork *r;
  TrProblem *problem;
  int p, n_blocks, n_rows;
  Block *blocks;                     /* [n_blocks] */
  double *start, *now;               /* [p] x */
  double *start_mass;                /* [n_bodies] */
  double *unit;                      /* [p] of x */
  double *z, *values;                /* [n_z], [p] at a trial */
  double *slope;                     /* [n_z x p] dz/dx, in units */
  double *turn;                      /* [p x p] dp/dx, in units of x */
  double *hessian, *gradient, *step; /* [p x p], [p], [p] */
  double *rows, *most;               /* [2 p x p], [2 p] */
  double *block;                     /* [n_blocks x (p + 1) x 16] */
  double *work;                      /* [n_z x p] */
} Step;

static bool
keeps_realisable(const TrTask *task, int body)
{
  TrInertiaRule rule = task->model->bodies[body].consistency;

  if (rule == TR_INERTIA_RULE_SETTINGS)
    rule = task->settings.consistency;
  return rule != TR_INERTIA_RULE_NONE;
}

static bool
is_inertial(TrParamKind kind)
{
  return kind == TR_PARAM_MASS || kind == TR_PARAM_COM || kind == TR_PARAM_INERTIA;
}

/* Returns whether a quantity of the body is free, or tied to a free one. */
static bool
is_sought(const TrTask *task, int body)
{
  for (int i = 0; i < task->n_free; i++)
    if (is_inertial(task->free[i].param.kind) && task->free[i].param.owner == body)
      return true;
  for (int i = 0; i < task->n_ties; i++)
    if (is_inertial(task->ties[i].param.kind) && task->ties[i].param.owner == body)
      return true;
  return false;
}

static bool
has_block(const TrTask *task, int body)
{
  return keeps_realisable(task, body) && is_sought(task, body);
}

/* x of the model in use. */
static void
take_coordinates(double *x, const Step *f, const double *parameters)
{
  const TrModel *model = f->r->model;

  for (int i = 0; i < f->p; i++) {
    TrParam param = f->r->task.free[i].param;
    const TrBody *body = is_inertial(param.kind) ? &model->bodies[param.owner] : NULL;
    double inertia[6];

    x[i] = parameters[i];
    if (param.kind == TR_PARAM_COM)
      x[i] *= body->mass;
    if (param.kind == TR_PARAM_INERTIA) {
      tr_inertia_at_origin(inertia, body->mass, body->com, body->inertia);
      x[i] = inertia[param.axis];
    }
  }
}

/* Parameters of x: masses, then centres of mass, then inertias; the model follows. */
static void
use_coordinates(double *parameters, Step *f, const double *x)
{
  TrRegressionWork *r = f->r;

  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < f->p; i++) {
      TrParam param = r->task.free[i].param;
      const TrBody *body = is_inertial(param.kind) ? &r->model->bodies[param.owner] : NULL;
      double shift[6];

      if (pass == 0)
        parameters[i] = x[i];
      else if (param.kind == TR_PARAM_COM)
        parameters[i] = x[i] / body->mass;
      else if (param.kind == TR_PARAM_INERTIA) {
        tr_inertia_at_origin(shift, body->mass, body->com, (const double[6]){0});
        parameters[i] = x[i] - shift[param.axis];
      }
    }
    tr_regression_use(r, parameters);
  }
}

static void
fill_slopes(Step *f)
{
  TrRegressionWork *r = f->r;
  int p = f->p, nz = r->n_z;

  memset(f->slope, 0, (size_t)(nz * p) * sizeof *f->slope);
  memset(f->turn, 0, (size_t)(p * p) * sizeof *f->turn);
  for (int i = 0; i < p; i++)
    for (int side = -1; r->has[i] && side <= 1; side += 2) {
      memcpy(f->step, f->now, (size_t)p * sizeof *f->step);
      f->step[i] += side * DIFFERENCE * f->unit[i];
      use_coordinates(f->values, f, f->step);
      for (int a = 0; a < nz; a++)
        f->slope[a * p + i] += side * r->z[a] / (2 * DIFFERENCE);
      for (int k = 0; k < p; k++)
        f->turn[k * p + i] += side * f->values[k] / (2 * DIFFERENCE);
    }
  use_coordinates(f->values, f, f->now);
}

/* Prior of a parameter, as one on x. */
static void
add_priors(Step *f)
{
  TrRegressionWork *r = f->r;
  int p = f->p;

  for (int i = 0; i < p; i++) {
    const TrFree *free = &r->task.free[i];
    const double *row = f->turn + i * p;
    double weak = 1 / (WEAK_SPREAD * WEAK_SPREAD), off = (f->values[i] - free->prior_mean);

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
steady(Step *f)
{
  double most = 0;

  for (int i = 0; i < f->p; i++)
    most = fmax(most, f->hessian[i * f->p + i]);
  for (int i = 0; i < f->p; i++)
    f->hessian[i * f->p + i] += ROUNDING * most;
}

/* Cost around `now` as a function of y = (x - start)/unit: A, and its slope at the start. */
static void
fill_cost(Step *f)
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
find_mass(const Step *f, int body)
{
  for (int i = 0; i < f->p; i++)
    if (f->r->task.free[i].param.kind == TR_PARAM_MASS && f->r->task.free[i].param.owner == body)
      return i;
  return -1;
}

/* The row side (m c - bound m) <= 0 of a centre of mass, over y; the start stays inside. */
static void
add_com_bound(Step *f, int i, double side, double bound)
{
  int body = f->r->task.free[i].param.owner, mass = find_mass(f, body);
  double *row = f->rows + f->n_rows * f->p;

  memset(row, 0, (size_t)f->p * sizeof *row);
  row[i] = side * f->unit[i];
  if (mass >= 0)
    row[mass] = -side * bound * f->unit[mass];
  f->most[f->n_rows++] =
      fmax(side * (bound * f->start_mass[body] - f->start[i]), INSIDE * f->unit[i]);
}

/* Adds the row side p_i <= bound, p_i linearised; the start stays inside. */
static void
add_bound(Step *f, int i, double side, double bound)
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
  if (f->n_blocks > 0)
    most = fmax(most, INSIDE * f->problem->scale[i]);
  f->most[f->n_rows++] = most;
}

static void
fill_bounds(Step *f)
{
  f->n_rows = 0;
  for (int i = 0; i < f->p; i++) {
    TrParam param = f->r->task.free[i].param;

    if (param.kind == TR_PARAM_INERTIA && has_block(&f->r->task, param.owner))
      continue; /* not linear in x; the lower bound is a matrix inequality */
    add_bound(f, i, -1, f->problem->floor[i]);
    add_bound(f, i, 1, f->problem->ceiling[i]);
  }
}

/* Pseudo-inertia of the coefficients of a body. */
static void
fill_pseudo(double out[TR_PSEUDO_SIZE], const double z[TR_BODY_COEFFICIENTS])
{
  const double *h = z + 1, *inertia = z + 4;
  double half = (inertia[TR_XX] + inertia[TR_YY] + inertia[TR_ZZ]) / 2;
  const double upper[3][3] = {{half - inertia[TR_XX], -inertia[TR_XY], -inertia[TR_XZ]},
                              {-inertia[TR_XY], half - inertia[TR_YY], -inertia[TR_YZ]},
                              {-inertia[TR_XZ], -inertia[TR_YZ], half - inertia[TR_ZZ]}};

  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      out[i * TR_PSEUDO + j] = upper[i][j];
    out[i * TR_PSEUDO + 3] = out[3 * TR_PSEUDO + i] = h[i];
  }
  out[3 * TR_PSEUDO + 3] = z[0];
}

/* Matrix of the lower bound of a moment of inertia, without the bound. */
static void
fill_moment(double out[TR_PSEUDO_SIZE], const double z[TR_BODY_COEFFICIENTS], int axis)
{
  int across = 0;

  memset(out, 0, TR_PSEUDO_SIZE * sizeof *out);
  out[0] = z[4 + axis];
  for (int i = 0; i < 3; i++) {
    if (i == axis)
      continue;
    across++;
    out[across] = out[across * TR_PSEUDO] = z[1 + i];
    out[across * TR_PSEUDO + across] = z[0];
  }
}

static void
fill_matrix(double out[TR_PSEUDO_SIZE], const Block *block, const double z[TR_BODY_COEFFICIENTS])
{
  if (block->axis < 0)
    fill_pseudo(out, z);
  else
    fill_moment(out, z, block->axis);
}

/* Adds what a thin body lacks, so that the start is inside. */
static TrStatus
thicken(double m[TR_PSEUDO_SIZE])
{
  double copy[TR_PSEUDO_SIZE], values[TR_PSEUDO], trace = 0;

  memcpy(copy, m, sizeof copy);
  TR_TRY(tr_dense_symmetric_eigen(copy, values, TR_PSEUDO));
  for (int i = 0; i < TR_PSEUDO; i++)
    trace += fabs(m[i * TR_PSEUDO + i]);
  for (int i = 0; i < TR_PSEUDO; i++)
    m[i * TR_PSEUDO + i] += fmax(THIN * trace - values[0], 0);
  return TR_OK;
}

static TrStatus
fill_blocks(Step *f)
{
  int p = f->p;
  double column[TR_BODY_COEFFICIENTS];

  use_coordinates(f->values, f, f->start);
  for (int b = 0; b < f->n_blocks; b++) {
    const Block *block = &f->blocks[b];
    double *out = f->block + (size_t)b * (size_t)(p + 1) * TR_PSEUDO_SIZE;
    int at = TR_BODY_COEFFICIENTS * block->body;

    fill_matrix(out, block, f->r->z + at);
    if (block->axis >= 0) {
      out[0] -= block->bound;
      out[TR_PSEUDO_SIZE - 1] = 1;
    }
    TR_TRY(thicken(out));
    for (int i = 0; i < p; i++) {
      for (int k = 0; k < TR_BODY_COEFFICIENTS; k++)
        column[k] = f->slope[(at + k) * p + i];
      fill_matrix(out + (i + 1) * TR_PSEUDO_SIZE, block, column);
    }
  }
  use_coordinates(f->values, f, f->now);
  return TR_OK;
}

static bool
take_memory(Step *f)
{
  size_t p = (size_t)f->p, nz = (size_t)f->r->n_z, blocks = (size_t)f->n_blocks;
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
                {&f->rows, 2 * p * p},
                {&f->most, 2 * p},
                {&f->block, blocks * (p + 1) * TR_PSEUDO_SIZE},
                {&f->work, nz * p}};
  bool ok = true;

  for (size_t i = 0; i < TR_COUNT(arrays); i++) {
    *arrays[i].to = calloc(arrays[i].size + 1, sizeof(double));
    ok = ok && *arrays[i].to;
  }
  return ok && f->blocks;
}

static void
clear(Step *f)
{
  void *parts[] = {f->start_mass, f->blocks, f->start, f->now,     f->unit,
                   f->values,     f->slope,  f->turn,  f->hessian, f->gradient,
                   f->step,       f->rows,   f->most,  f->block,   f->work};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
}

/* Units of x, and x of the start and of the present parameters. */
static void
fill_coordinates(Step *f)
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

/* Goes from the present parameters to the solution, or half, a quarter ... of the way: whatever
 * lowers the cost; returns the largest part, in units. */
static double
go(Step *f, const double *y)
{
  TrRegressionWork *r = f->r;
  double before = tr_regression_cost(r, f->problem, f->problem->parameters), share = 1, most = 0;

  for (int halving = 0; halving < MOST_HALVINGS; halving++, share /= 2) {
    for (int i = 0; i < f->p; i++)
      f->step[i] = (1 - share) * f->now[i] + share * (f->start[i] + f->unit[i] * y[i]);
    use_coordinates(f->values, f, f->step);
    if (tr_regression_cost(r, f->problem, f->values) <= before * (1 + GAP) + GAP)
      break;
  }
  for (int i = 0; i < f->p; i++) {
    most = fmax(most, fabs(f->values[i] - f->problem->parameters[i]) / f->problem->scale[i]);
    f->problem->parameters[i] = r->has[i] ? f->values[i] : f->problem->parameters[i];
  }
  tr_regression_use(r, f->problem->parameters);
  return most;
}

/* Minimum with pseudo-inertias. */
static TrStatus
solve_blocks(double *y, Step *f)
{
  TrSemidefinite problem = {.n = f->p,
                            .n_rows = f->n_rows,
                            .n_blocks = f->n_blocks,
                            .a = f->hessian,
                            .g = f->gradient,
                            .rows = f->rows,
                            .most = f->most,
                            .block = f->block,
                            .pull = f->r->task.settings.inertia_prior,
                            .gap = GAP};

  TR_TRY(fill_blocks(f));
  return tr_semidefinite_solve(y, &problem);
}

/* Minimum in the bounds alone. */
static TrStatus
solve_bounds(double *y, Step *f)
{
  size_t p = (size_t)f->p, n_rows = (size_t)f->n_rows;
  double *free_box = malloc((2 * p + n_rows + 1) * sizeof *free_box);
  void *work = malloc(tr_quadprog_work_size(f->p, f->n_rows) + 1);
  TrQuadprog problem = {.n = f->p,
                        .n_rows = f->n_rows,
                        .a = f->hessian,
                        .g = f->gradient,
                        .rows = f->rows,
                        .most = f->most};
  TrQuadprogEnd end;
  TrStatus status = TR_NO_MEMORY;

  if (free_box && work) {
    for (size_t i = 0; i < 2 * p + n_rows; i++)
      free_box[i] = i >= p && i < 2 * p ? INFINITY : -INFINITY;
    problem.lower = free_box;
    problem.upper = free_box + p;
    problem.least = free_box + 2 * p;
    status = tr_quadprog_solve(y, NULL, &end, &problem, work);
  }
  free(free_box);
  free(work);
  return status;
}

static TrStatus
solve(Step *f, double *step)
{
  double *y = calloc((size_t)f->p + 1, sizeof *y);
  TrStatus status = TR_NO_MEMORY;

  if (y) {
    fill_coordinates(f);
    fill_cost(f);
    fill_bounds(f);
    status = f->n_blocks > 0 ? solve_blocks(y, f) : solve_bounds(y, f);
  }
  if (status == TR_OK)
    *step = go(f, y);
  free(y);
  return status;
}

/* Lists the matrix inequalities: bodies that must stay realisable, and their moments of inertia. */
static void
list_blocks(Step *f)
{
  const TrTask *task = &f->r->task;

  for (int b = 0; b < task->model->n_bodies; b++)
    if (has_block(task, b))
      f->blocks[f->n_blocks++] = (Block){.body = b, .axis = -1};
  for (int i = 0; i < f->p; i++) {
    TrParam param = task->free[i].param;

    if (param.kind == TR_PARAM_INERTIA && param.axis <= TR_ZZ && has_block(task, param.owner))
      f->blocks[f->n_blocks++] =
          (Block){.body = param.owner,
                  .axis = param.axis,
                  .bound = fmin(f->problem->floor[i],
                                f->problem->start[i] - INSIDE * f->problem->scale[i])};
  }
}

TrStatus
tr_regression_step(double *step, TrRegressionWork *r, TrProblem *problem)
{
  Step f = {.r = r, .problem = problem, .p = r->p};
  TrStatus status = TR_NO_MEMORY;

  f.blocks = calloc((size_t)(r->model->n_bodies + r->p) + 1, sizeof *f.blocks);
  if (f.blocks)
    list_blocks(&f);
  if (take_memory(&f))
    status = solve(&f, step);
  clear(&f);
  return status;
}
