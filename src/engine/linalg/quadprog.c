#include "engine/linalg/quadprog.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/vec.h"

/* Limit of the rounds, far above the need for a few dozen constraints. */
#define ROUNDS_PER_CONSTRAINT 20

/* Share of its side and of the largest unknown up to which a violation is rounding: all unknowns
 * come from one solution, in which a small one has no more digits than the largest. */
#define VIOLATION_ROUNDING 1e-11

/* Least share of a normal outside the span of the active ones for it to be independent. */
#define DEPENDENT 1e-10

typedef struct Work {
  const TrQuadprog *problem;
  double *factor;     /* [n x n] L of A = L L^T */
  double *q, *r;      /* [n x n], [n x n] active normals L^-1 n = Q R; columns of Q are rows here */
  double *normal;     /* [n] of the added constraint, then L^-1 of it, then its remainder */
  double *step;       /* [n] in x */
  double *along;      /* [n] Q^T L^-1 normal, then R^-1 of it: change in the active multipliers */
  double *multiplier; /* [n] of the active constraints */
  int *active;        /* [n] constraints: variables, then rows ... */
  int *sign;          /* [n] ... at their lower (1) or upper (-1) side */
  int n_active;
} Work;

size_t
tr_quadprog_work_size(int n, int n_rows)
{
  TR_ASSERT(n >= 0 && n_rows >= 0);

  size_t k = (size_t)n;

  (void)n_rows;
  return (3 * k * k + 4 * k) * sizeof(double) + 2 * k * sizeof(int) + sizeof(double);
}

static Work
lay_out(const TrQuadprog *problem, void *memory)
{
  size_t k = (size_t)problem->n;
  Work w = {.problem = problem, .factor = memory};

  w.q = w.factor + k * k;
  w.r = w.q + k * k;
  w.normal = w.r + k * k;
  w.step = w.normal + k;
  w.along = w.step + k;
  w.multiplier = w.along + k;
  w.active = (int *)(void *)(w.multiplier + k);
  w.sign = w.active + k;
  return w;
}

static bool
is_equality(const TrQuadprog *p, int c)
{
  return c < p->n ? p->lower[c] == p->upper[c] : p->least[c - p->n] == p->most[c - p->n];
}

static void
fill_normal(double *normal, const TrQuadprog *p, int c, int sign)
{
  memset(normal, 0, (size_t)p->n * sizeof *normal);
  if (c < p->n)
    normal[c] = sign;
  for (int i = 0; c >= p->n && i < p->n; i++)
    normal[i] = sign * p->rows[(c - p->n) * p->n + i];
}

/* b <- L^-1 b, and b <- L^-T b. */
static void
solve_lower(double *b, const double *l, int n)
{
  for (int i = 0; i < n; i++)
    b[i] = (b[i] - tr_vec_dot(l + i * n, b, i)) / l[i * n + i];
}

static void
solve_upper(double *b, const double *l, int n)
{
  for (int i = n - 1; i >= 0; i--) {
    b[i] /= l[i * n + i];
    for (int j = 0; j < i; j++)
      b[j] -= l[i * n + j] * b[i];
  }
}

/* Removes from v[n] its components in the span of Q, twice for precision; along[n_active]: the
 * components. */
static void
project(double *v, double *along, const Work *w)
{
  int n = w->problem->n;

  memset(along, 0, (size_t)w->n_active * sizeof *along);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < w->n_active; k++) {
      double share = tr_vec_dot(w->q + k * n, v, n);

      along[k] += share;
      for (int i = 0; i < n; i++)
        v[i] -= share * w->q[k * n + i];
    }
}

/* Appends the constraint whose remainder is in w->normal, with its length, and its place in R. */
static void
append(Work *w, int c, int sign, double multiplier, const double *along, double length)
{
  int n = w->problem->n, at = w->n_active++;

  for (int k = 0; k < at; k++)
    w->r[k * n + at] = along[k];
  w->r[at * n + at] = length;
  for (int i = 0; i < n; i++)
    w->q[at * n + i] = w->normal[i] / length;
  w->active[at] = c;
  w->sign[at] = sign;
  w->multiplier[at] = multiplier;
}

/* Drops the active constraint at an index and builds Q R of the others anew; the normal of the
 * added one is scratch. */
static void
drop(Work *w, int place)
{
  int n = w->problem->n, count = w->n_active;

  w->n_active = place;
  for (int k = place + 1; k < count; k++) {
    int c = w->active[k], sign = w->sign[k];
    double multiplier = w->multiplier[k];

    fill_normal(w->normal, w->problem, c, sign);
    solve_lower(w->normal, w->factor, n);
    project(w->normal, w->along, w);
    append(w, c, sign, multiplier, w->along, sqrt(tr_vec_dot(w->normal, w->normal, n)));
  }
}

/* Violation of a side of the constraint, as a share of its terms if that is more than rounding,
 * else 0; `largest` is |x|. */
static double
violation(const TrQuadprog *p, const double *x, double largest, int c, int sign)
{
  double side, value = 0, weight = 0, terms, below;

  if (c < p->n) {
    side = sign > 0 ? p->lower[c] : p->upper[c];
    value = x[c];
    weight = 1;
  } else {
    const double *row = p->rows + (c - p->n) * p->n;

    side = sign > 0 ? p->least[c - p->n] : p->most[c - p->n];
    for (int i = 0; i < p->n; i++) {
      value += row[i] * x[i];
      weight += fabs(row[i]);
    }
  }
  if (!isfinite(side))
    return 0;
  below = sign * (side - value);
  terms = fabs(side) + weight * largest;
  return below > VIOLATION_ROUNDING * terms ? below / terms : 0;
}

static bool
is_active(const Work *w, int c)
{
  for (int k = 0; k < w->n_active; k++)
    if (w->active[k] == c)
      return true;
  return false;
}

/* Chooses the constraint with the largest violation, equalities first; false when none is violated.
 */
static bool
choose(const Work *w, const double *x, int *constraint, int *sign)
{
  const TrQuadprog *p = w->problem;
  double most = 0, largest = tr_vec_largest(x, p->n);
  bool equality = false;

  for (int c = 0; c < p->n + p->n_rows; c++)
    for (int s = -1; s <= 1; s += 2) {
      double by = is_active(w, c) ? 0 : violation(p, x, largest, c, s);
      bool is_first = is_equality(p, c) && !equality;

      if (by <= 0 || (!is_first && (by <= most || equality != is_equality(p, c))))
        continue;
      most = by;
      equality = is_equality(p, c);
      *constraint = c;
      *sign = s;
    }
  return most > 0;
}

/* R^-1 along, in place. */
static void
follow(double *along, const Work *w)
{
  int n = w->problem->n;

  for (int k = w->n_active - 1; k >= 0; k--) {
    for (int j = k + 1; j < w->n_active; j++)
      along[k] -= w->r[k * n + j] * along[j];
    along[k] /= w->r[k * n + k];
  }
}

/* First active inequality whose multiplier reaches zero, and the length of the step there; -1. */
static int
find_blocking(const Work *w, double *reach)
{
  int blocking = -1;

  *reach = INFINITY;
  for (int k = 0; k < w->n_active; k++) {
    double at = w->multiplier[k] / w->along[k];

    if (w->along[k] > 0 && !is_equality(w->problem, w->active[k]) && at < *reach) {
      *reach = at;
      blocking = k;
    }
  }
  return blocking;
}

static double
shortfall(const TrQuadprog *p, const double *x, int c, int sign)
{
  int row = c - p->n;

  if (row < 0)
    return sign * ((sign > 0 ? p->lower[c] : p->upper[c]) - x[c]);
  return sign *
         ((sign > 0 ? p->least[row] : p->most[row]) - tr_vec_dot(p->rows + row * p->n, x, p->n));
}

/* Adds one constraint: by steps along which the active ones stay met, dropping those whose
 * multiplier would change its sign.  False when it contradicts them. */
static bool
take_in(Work *w, double *x, int c, int sign)
{
  const TrQuadprog *p = w->problem;
  double multiplier = 0;
  int n = p->n;

  for (;;) {
    double whole, length, reach, full;
    int blocking;
    bool independent;

    fill_normal(w->normal, p, c, sign);
    solve_lower(w->normal, w->factor, n);
    whole = sqrt(tr_vec_dot(w->normal, w->normal, n));
    project(w->normal, w->along, w);
    length = sqrt(tr_vec_dot(w->normal, w->normal, n));
    independent = w->n_active < n && length > DEPENDENT * whole;
    memcpy(w->step, w->along, (size_t)w->n_active * sizeof *w->step);
    follow(w->along, w);
    blocking = find_blocking(w, &reach);
    full = independent ? shortfall(p, x, c, sign) / (length * length) : INFINITY;
    if (blocking < 0 && !independent)
      return false;
    for (int k = 0; k < w->n_active; k++)
      w->multiplier[k] -= fmin(reach, full) * w->along[k];
    multiplier += fmin(reach, full);
    memcpy(w->along, w->step, (size_t)w->n_active * sizeof *w->along);
    if (independent) {
      memcpy(w->step, w->normal, (size_t)n * sizeof *w->step);
      solve_upper(w->step, w->factor, n);
      for (int i = 0; i < n; i++)
        x[i] += fmin(reach, full) * w->step[i];
    }
    if (full <= reach) {
      append(w, c, sign, multiplier, w->along, length);
      return true;
    }
    drop(w, blocking);
  }
}

/* Starts at the unconstrained minimum. */
static TrStatus
start(Work *w, double *x)
{
  const TrQuadprog *p = w->problem;

  memcpy(w->factor, p->a, (size_t)(p->n * p->n) * sizeof *w->factor);
  TR_TRY(tr_dense_cholesky(w->factor, p->n));
  for (int i = 0; i < p->n; i++)
    x[i] = -p->g[i];
  tr_dense_cholesky_solve(x, w->factor, p->n, 1);
  return TR_OK;
}

static void
finish(const Work *w, double *x, double *push)
{
  const TrQuadprog *p = w->problem;

  for (int i = 0; push && i < p->n + p->n_rows; i++)
    push[i] = 0;
  for (int k = 0; k < w->n_active; k++) {
    int c = w->active[k];

    if (push)
      push[c] = w->sign[k] * w->multiplier[k];
    if (c < p->n)
      x[c] = w->sign[k] > 0 ? p->lower[c] : p->upper[c];
  }
  for (int i = 0; i < p->n; i++)
    x[i] = fmin(fmax(x[i], p->lower[i]), p->upper[i]);
}

TrStatus
tr_quadprog_solve(
    double *x, double *push, TrQuadprogEnd *end, const TrQuadprog *problem, void *memory)
{
  TR_ASSERT(x && end && memory && problem && problem->n >= 0 && problem->n_rows >= 0);
  TR_ASSERT(problem->n == 0 || (problem->a && problem->g && problem->lower && problem->upper));
  TR_ASSERT(problem->n_rows == 0 || (problem->rows && problem->least && problem->most));
  Work w = lay_out(problem, memory);
  int c = -1, sign = 0;

  *end = (TrQuadprogEnd){.conflict = -1};
  TR_TRY(start(&w, x));
  for (int round = 0; round < ROUNDS_PER_CONSTRAINT * (problem->n + problem->n_rows + 1); round++) {
    if (!choose(&w, x, &c, &sign)) {
      finish(&w, x, push);
      return TR_OK;
    }
    if (!take_in(&w, x, c, sign)) {
      *end = (TrQuadprogEnd){.is_infeasible = true, .conflict = c};
      return TR_NOT_CONVERGED;
    }
  }
  return TR_NOT_CONVERGED;
}
