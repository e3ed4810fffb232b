#include "engine/linalg/boxqp.h"

#include <math.h>

#include "engine/linalg/dense.h"

/* Limit of the rounds, far above the need for an n of a few dozen. */
#define ROUNDS_PER_VARIABLE 20

/* Share of its own terms up to which a slope is rounding: releasing a variable for less makes the
 * active set cycle when the minimum lies on a bound. */
#define SLOPE_ROUNDING 1e-12

typedef struct Work {
  double *matrix; /* [n x n] free part of A */
  double *target; /* [n] minimiser on the free variables */
  double *slope;  /* [n] A x + g */
  int *index;     /* [n] variables that are free */
  bool *fixed;    /* [n] fixed at a bound */
} Work;

size_t
tr_boxqp_work_size(int n)
{
  TR_ASSERT(n >= 0);

  size_t k = (size_t)n;

  return (k * k + 2 * k) * sizeof(double) + k * sizeof(int) + k * sizeof(bool) + sizeof(double);
}

static Work
lay_out(void *memory, int n)
{
  size_t k = (size_t)n;
  Work work = {.matrix = memory};

  work.target = work.matrix + k * k;
  work.slope = work.target + k;
  work.index = (int *)(work.slope + k);
  work.fixed = (bool *)(work.index + k);
  return work;
}

static double
element(const double *a, int n, int i, int j)
{
  return i >= j ? a[i * n + j] : a[j * n + i];
}

/* Minimiser over the free variables with the others fixed. */
static TrStatus
solve_free(Work *work, const double *x, const double *a, const double *g, int n, int *n_free)
{
  int m = 0;

  for (int i = 0; i < n; i++)
    if (!work->fixed[i])
      work->index[m++] = i;
  for (int r = 0; r < m; r++) {
    int i = work->index[r];

    work->target[r] = -g[i];
    for (int j = 0; j < n; j++)
      if (work->fixed[j])
        work->target[r] -= element(a, n, i, j) * x[j];
    for (int c = 0; c <= r; c++)
      work->matrix[r * m + c] = element(a, n, i, work->index[c]);
  }
  *n_free = m;
  TR_TRY(tr_dense_cholesky(work->matrix, m));
  tr_dense_cholesky_solve(work->target, work->matrix, m, 1);
  return TR_OK;
}

/* Moves the free variables towards the target until the first bound; true when it was reached
 * whole. */
static bool
move(double *x, Work *work, const double *lower, const double *upper, int n_free)
{
  double reach = 1;
  int hit = -1;

  for (int r = 0; r < n_free; r++) {
    int i = work->index[r];
    double d = work->target[r] - x[i];
    double room = d < 0 ? lower[i] - x[i] : upper[i] - x[i];

    if (d != 0 && room / d < reach) {
      reach = room / d;
      hit = r;
    }
  }
  for (int r = 0; r < n_free; r++) {
    int i = work->index[r];

    x[i] += reach * (work->target[r] - x[i]);
  }
  if (hit < 0)
    return true;

  int i = work->index[hit];

  x[i] = work->target[hit] < x[i] || x[i] <= lower[i] ? lower[i] : upper[i];
  work->fixed[i] = true;
  return false;
}

/* Frees the fixed variable with the largest slope into the box; false when none has one. */
static bool
release(const double *x, Work *work, const TrBoxqp *problem)
{
  const double *a = problem->a, *g = problem->g, *lower = problem->lower, *upper = problem->upper;
  int n = problem->n;
  int best = -1;
  double strongest = 0;

  for (int i = 0; i < n; i++) {
    double scale = sqrt(a[i * n + i]), slope = g[i], terms = fabs(g[i]);

    if (!work->fixed[i] || lower[i] == upper[i])
      continue;
    for (int j = 0; j < n; j++) {
      slope += element(a, n, i, j) * x[j];
      terms += fabs(element(a, n, i, j) * x[j]);
    }
    if (fabs(slope) <= SLOPE_ROUNDING * terms)
      continue;
    slope = (x[i] <= lower[i] ? -slope : slope) / scale;
    if (slope > strongest) {
      strongest = slope;
      best = i;
    }
  }
  if (best < 0)
    return false;
  work->fixed[best] = false;
  return true;
}

TrStatus
tr_boxqp_solve(double *x, const TrBoxqp *problem, void *memory)
{
  TR_ASSERT(problem && memory && tr_is_array(x, problem->n));
  TR_ASSERT(tr_is_array(problem->a, problem->n) && tr_is_array(problem->g, problem->n));
  TR_ASSERT(tr_is_array(problem->lower, problem->n) && tr_is_array(problem->upper, problem->n));

  const double *lower = problem->lower, *upper = problem->upper;
  int n = problem->n, n_free;
  Work work = lay_out(memory, n);

  for (int i = 0; i < n; i++) {
    work.fixed[i] = lower[i] == upper[i];
    x[i] = work.fixed[i] ? lower[i] : 0;
  }
  for (int round = 0; round < ROUNDS_PER_VARIABLE * (n + 1); round++) {
    TR_TRY(solve_free(&work, x, problem->a, problem->g, n, &n_free));
    if (move(x, &work, lower, upper, n_free) && !release(x, &work, problem))
      return TR_OK;
  }
  return TR_NOT_CONVERGED;
}
