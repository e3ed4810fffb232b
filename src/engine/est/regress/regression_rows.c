/* Linear conditions of the step of a regression: the hard constraints of the task, and the minimum
 * under rows, equalities and matrix inequalities (theory 15.3, 15.5).
 *
 * The barrier method has no equalities: they are eliminated by y = y_0 + N w, with y_0 the present
 * values, which meet them, and N an orthonormal basis of the directions that they leave. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/regress/regression_step.h"
#include "engine/linalg/quadprog.h"
#include "engine/linalg/semidefinite.h"
#include "engine/linalg/span.h"

/* Accuracy of the minimum, in units of the variance. */
#define GAP 1e-6

/* Rows whose remainders are below this share of the longest depend on the others. */
#define DEPENDENT 1e-10

/* Share of its terms within which a constraint is met. */
#define MET 1e-9

/* Adds side (c . p) <= side bound, or the equality, over y; c . p is linearised. */
static void
add_row(TrRegressionStep *f, const double *c, double side, double bound, bool is_equality)
{
  int p = f->p;
  double *row = is_equality ? f->equal + f->n_equal * p : f->rows + f->n_rows * p;
  double most = side * bound, size = 0;

  memset(row, 0, (size_t)p * sizeof *row);
  for (int i = 0; i < p; i++) {
    most -= side * c[i] * f->values[i];
    for (int k = 0; k < p; k++)
      row[k] += side * c[i] * f->turn[i * p + k];
  }
  for (int k = 0; k < p; k++) {
    size = fmax(size, fabs(row[k]));
    most += row[k] * (f->now[k] - f->start[k]) / f->unit[k];
  }
  if (size == 0) /* of quantities that a regression keeps, which meet it */
    return;
  if (is_equality)
    f->level[f->n_equal++] = most;
  else
    f->most[f->n_rows++] = most;
}

void
tr_regression_add_constraints(TrRegressionStep *f)
{
  const TrConstraints *constraints = f->problem->constraints;

  f->n_equal = 0;
  for (int i = 0; i < tr_constraints_n_rows(constraints); i++) {
    TrConstraintRow c = tr_constraints_row(constraints, i);
    bool is_equality = c.least == c.most;

    if (c.is_moment) /* the pseudo-inertia says more */
      continue;
    if (isfinite(c.least) && !is_equality)
      add_row(f, c.row, -1, c.least, false);
    if (isfinite(c.most))
      add_row(f, c.row, 1, c.most, is_equality);
  }
}

bool
tr_regression_meets_constraints(const TrRegressionStep *f)
{
  const TrConstraints *constraints = f->problem->constraints;

  for (int k = 0; k < tr_constraints_n_rows(constraints); k++) {
    TrConstraintRow c = tr_constraints_row(constraints, k);
    double value = 0, terms = 0;

    for (int i = 0; i < f->p; i++) {
      value += c.row[i] * f->values[i];
      terms += fabs(c.row[i]) * fmax(fabs(f->values[i]), f->problem->scale[i]);
    }
    if (!c.is_moment && (value < c.least - MET * terms || value > c.most + MET * terms))
      return false;
  }
  return true;
}

/* Rows, then equalities, as those of a quadratic programme. */
TrStatus
tr_regression_solve_rows(double *y, TrRegressionStep *f)
{
  int p = f->p, n_rows = f->n_rows + f->n_equal;
  size_t n = (size_t)p, m = (size_t)n_rows;
  double *bounds = malloc((2 * n + 2 * m + m * n + 1) * sizeof *bounds);
  void *work = malloc(tr_quadprog_work_size(p, n_rows) + 1);
  TrQuadprogEnd end;
  TrStatus status = TR_NO_MEMORY;

  if (bounds && work) {
    double *least = bounds + 2 * n, *most = least + m, *rows = most + m;

    for (size_t i = 0; i < n; i++) {
      bounds[i] = -INFINITY;
      bounds[n + i] = INFINITY;
    }
    for (int r = 0; r < n_rows; r++) {
      most[r] = r < f->n_rows ? f->most[r] : f->level[r - f->n_rows];
      least[r] = r < f->n_rows ? -INFINITY : most[r];
    }
    memcpy(rows, f->rows, (size_t)(f->n_rows * p) * sizeof *rows);
    memcpy(rows + f->n_rows * p, f->equal, (size_t)(f->n_equal * p) * sizeof *rows);
    status = tr_quadprog_solve(y, NULL, &end,
                               &(TrQuadprog){.n = p,
                                             .n_rows = n_rows,
                                             .a = f->hessian,
                                             .g = f->gradient,
                                             .lower = bounds,
                                             .upper = bounds + n,
                                             .rows = rows,
                                             .least = least,
                                             .most = most},
                               work);
  }
  free(bounds);
  free(work);
  return status;
}

/* The problem of matrix inequalities over w[n], without equalities. */
typedef struct Reduced {
  TrSemidefinite problem;
  double *offset;              /* [p] y_0 */
  double *basis;               /* [p x p] N^T: the first n rows */
  double *a, *g, *rows, *most; /* [n x n], [n], [n_rows x n], [n_rows] */
  double *block;               /* [n_blocks x (n + 1) x 16] */
  double *w;                   /* [n] */
  double *scratch;             /* [(p + 1 + max(p, n_equal)) p] */
  int *order;                  /* [max(p, n_equal)] */
} Reduced;

static void
clear(Reduced *reduced)
{
  void *parts[] = {reduced->offset, reduced->basis, reduced->a, reduced->g,       reduced->rows,
                   reduced->most,   reduced->block, reduced->w, reduced->scratch, reduced->order};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
}

static bool
take_memory(Reduced *reduced, const TrRegressionStep *f)
{
  size_t p = (size_t)f->p, n_rows = (size_t)f->n_rows, n_blocks = (size_t)f->n_blocks;
  size_t most = (size_t)(f->p > f->n_equal ? f->p : f->n_equal);
  struct {
    double **to;
    size_t size;
  } arrays[] = {{&reduced->offset, p},
                {&reduced->basis, p * p},
                {&reduced->a, p * p},
                {&reduced->g, p},
                {&reduced->rows, n_rows * p},
                {&reduced->most, n_rows},
                {&reduced->block, n_blocks * (p + 1) * TR_PSEUDO_SIZE},
                {&reduced->w, p},
                {&reduced->scratch, (p + 1 + most) * p}};
  bool ok = true;

  for (size_t i = 0; i < TR_COUNT(arrays); i++) {
    *arrays[i].to = calloc(arrays[i].size + 1, sizeof(double));
    ok = ok && *arrays[i].to;
  }
  reduced->order = calloc(most + 1, sizeof *reduced->order);
  return ok && reduced->order;
}

/* Sets y_0, and N by what the equalities leave of the unit vectors. */
static void
find_basis(Reduced *reduced, const TrRegressionStep *f)
{
  int p = f->p, rank;
  double *unit = reduced->a; /* not in use yet */
  TrSpan span = {.n = p, .basis = reduced->basis};

  for (int i = 0; i < p; i++) {
    reduced->offset[i] = (f->now[i] - f->start[i]) / f->unit[i];
    unit[i * p + i] = 1;
  }
  rank = tr_span_add_rows(&span, f->equal, f->n_equal, DEPENDENT, reduced->order, reduced->scratch);
  reduced->problem.n =
      tr_span_add_rows(&span, unit, p, DEPENDENT, reduced->order, reduced->scratch);
  memmove(reduced->basis, reduced->basis + rank * p,
          (size_t)((p - rank) * p) * sizeof *reduced->basis);
  memset(unit, 0, (size_t)(p * p) * sizeof *unit);
}

/* row . N into out[n]; returns row . y_0. */
static double
turn_row(double *out, const Reduced *reduced, const double *row, int p)
{
  double level = 0;

  for (int i = 0; i < p; i++)
    level += row[i] * reduced->offset[i];
  for (int k = 0; k < reduced->problem.n; k++) {
    out[k] = 0;
    for (int i = 0; i < p; i++)
      out[k] += reduced->basis[k * p + i] * row[i];
  }
  return level;
}

/* N^T A N and N^T (A y_0 + g), in scratch[p x n]. */
static void
reduce_cost(Reduced *reduced, const TrRegressionStep *f)
{
  int p = f->p, n = reduced->problem.n;

  for (int i = 0; i < p; i++) {
    double *row = reduced->scratch + i * n;
    double slope = f->gradient[i] + turn_row(row, reduced, f->hessian + i * p, p);

    for (int k = 0; k < n; k++) {
      double along = reduced->basis[k * p + i];

      reduced->g[k] += along * slope;
      for (int j = 0; j < n; j++)
        reduced->a[k * n + j] += along * row[j];
    }
  }
}

static void
reduce_block(Reduced *reduced, const TrRegressionStep *f, int b)
{
  int p = f->p, n = reduced->problem.n;
  const double *from = f->block + (size_t)(b * (p + 1)) * TR_PSEUDO_SIZE;
  double *to = reduced->block + (size_t)(b * (n + 1)) * TR_PSEUDO_SIZE;

  memcpy(to, from, TR_PSEUDO_SIZE * sizeof *to);
  for (int i = 0; i < p; i++)
    for (int k = 0; k < TR_PSEUDO_SIZE; k++) {
      double slope = from[(i + 1) * TR_PSEUDO_SIZE + k];

      to[k] += reduced->offset[i] * slope;
      for (int j = 0; j < n; j++)
        to[(j + 1) * TR_PSEUDO_SIZE + k] += reduced->basis[j * p + i] * slope;
    }
}

/* The programme over w. */
static void
reduce(Reduced *reduced, const TrSemidefinite *of, const TrRegressionStep *f)
{
  int p = f->p;

  find_basis(reduced, f);
  reduce_cost(reduced, f);
  for (int r = 0; r < f->n_rows; r++)
    reduced->most[r] =
        f->most[r] - turn_row(reduced->rows + r * reduced->problem.n, reduced, f->rows + r * p, p);
  for (int b = 0; b < f->n_blocks; b++)
    reduce_block(reduced, f, b);
  reduced->problem = (TrSemidefinite){.n = reduced->problem.n,
                                      .n_rows = of->n_rows,
                                      .n_blocks = of->n_blocks,
                                      .a = reduced->a,
                                      .g = reduced->g,
                                      .rows = reduced->rows,
                                      .most = reduced->most,
                                      .block = reduced->block,
                                      .reference = of->reference,
                                      .pull = of->pull,
                                      .gap = of->gap};
}

/* Solves over w from y, and sets y. */
static TrStatus
solve_reduced(double *y, const TrSemidefinite *problem, const TrRegressionStep *f)
{
  Reduced reduced = {0};
  int p = f->p;
  TrStatus status = TR_NO_MEMORY;

  if (take_memory(&reduced, f)) {
    reduce(&reduced, problem, f);
    for (int k = 0; k < reduced.problem.n; k++)
      for (int i = 0; i < p; i++)
        reduced.w[k] += reduced.basis[k * p + i] * (y[i] - reduced.offset[i]);
    status = tr_semidefinite_solve(reduced.w, &reduced.problem);
    for (int i = 0; i < p; i++) {
      y[i] = reduced.offset[i];
      for (int k = 0; k < reduced.problem.n; k++)
        y[i] += reduced.basis[k * p + i] * reduced.w[k];
    }
  }
  clear(&reduced);
  return status;
}

static TrStatus
solve_with(double *y, TrRegressionStep *f, bool thick)
{
  TrSemidefinite problem = {.n = f->p,
                            .n_rows = f->n_rows,
                            .n_blocks = f->n_blocks,
                            .a = f->hessian,
                            .g = f->gradient,
                            .rows = f->rows,
                            .most = f->most,
                            .block = f->block,
                            .reference = f->reference,
                            .pull = f->r->task.settings.inertia_prior,
                            .gap = GAP};

  memset(y, 0, (size_t)f->p * sizeof *y);
  tr_regression_fill_blocks(f, thick);
  return f->n_equal > 0 ? solve_reduced(y, &problem, f) : tr_semidefinite_solve(y, &problem);
}

TrStatus
tr_regression_solve_blocks(double *y, TrRegressionStep *f)
{
  TrStatus status = solve_with(y, f, true);

  return status == TR_BAD_SETTING ? solve_with(y, f, false) : status;
}
