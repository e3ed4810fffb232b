#include "engine/est/lsq/dense_lsq.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define COMPLEX_STEP 1e-100

void
tr_dense_init(TrDense *dense,
              int m,
              int n,
              int n_states,
              TrDenseFunc func,
              const void *user,
              const double *x,
              TrDamping rule)
{
  g_assert_cmpint(n, <=, TR_DENSE_MAX_UNKNOWNS);
  *dense =
      (TrDense){.m = m, .n = n, .n_states = n_states, .func = func, .user = user, .rule = rule};
  dense->r = g_new(double, m);
  dense->jac = g_new(double, m *n);
  dense->work = g_new(double, (m + n) * (n + 1));
  dense->value = g_new(double complex, m);
  memcpy(dense->x, x, (size_t)n * sizeof *x);
  for (int i = 0; i < n; i++)
    dense->scale[i] = x[i] != 0 ? fabs(x[i]) : 1;
}

void
tr_dense_clear(TrDense *dense)
{
  g_free(dense->r);
  g_free(dense->jac);
  g_free(dense->work);
  g_free(dense->value);
}

double
tr_dense_cost(TrDense *dense, const double *x)
{
  double complex z[TR_DENSE_MAX_UNKNOWNS];
  double sum = 0;

  for (int i = 0; i < dense->n; i++)
    z[i] = x[i];
  dense->func(dense->value, z, dense->user);
  for (int i = 0; i < dense->m; i++)
    sum += creal(dense->value[i]) * creal(dense->value[i]);
  return sum;
}

static TrStatus
linearize_at(TrDense *d, const double *x, TrCost *cost)
{
  double complex z[TR_DENSE_MAX_UNKNOWNS];

  *cost = (TrCost){.total = tr_dense_cost(d, x)};
  for (int i = 0; i < d->m; i++)
    d->r[i] = creal(d->value[i]);
  for (int j = 0; j < d->n; j++) {
    for (int i = 0; i < d->n; i++)
      z[i] = CMPLX(x[i], i == j ? COMPLEX_STEP : 0);
    d->func(d->value, z, d->user);
    for (int i = 0; i < d->m; i++)
      d->jac[i * d->n + j] = cimag(d->value[i]) / COMPLEX_STEP;
  }
  return isfinite(cost->total) ? TR_OK : TR_NOT_FINITE;
}

static TrStatus
linearize(void *self, TrCost *cost)
{
  TrDense *d = self;

  d->n_lost += d->is_ahead;
  d->is_ahead = false;
  return linearize_at(d, d->x, cost);
}

/* Householder's reflections of columns `from` .. `to` of a[rows x columns], applied to the columns
 * behind them, too.  The first row to work on is `from`. */
static void
triangularize(double *a, int rows, int columns, int from, int to)
{
  for (int k = from; k < to; k++) {
    double norm = 0, head = a[k * columns + k], beta;

    for (int i = k; i < rows; i++)
      norm = hypot(norm, a[i * columns + k]);
    if (norm == 0)
      continue;
    norm = head > 0 ? -norm : norm;
    beta = 1 / (norm * (norm - head));
    a[k * columns + k] = head - norm;
    for (int j = k + 1; j < columns; j++) {
      double dot = 0;

      for (int i = k; i < rows; i++)
        dot += a[i * columns + k] * a[i * columns + j];
      for (int i = k; i < rows; i++)
        a[i * columns + j] -= beta * dot * a[i * columns + k];
    }
    a[k * columns + k] = norm;
    for (int i = k + 1; i < rows; i++)
      a[i * columns + k] = 0;
  }
}

/* Jacobian and residual, and below them n rows for the damping. */
static void
fill_work(TrDense *d)
{
  int columns = d->n + 1;

  memset(d->work, 0, (size_t)((d->m + d->n) * columns) * sizeof *d->work);
  for (int i = 0; i < d->m; i++) {
    memcpy(d->work + i * columns, d->jac + i * d->n, (size_t)d->n * sizeof(double));
    d->work[i * columns + d->n] = d->r[i];
  }
}

/* Damping of the parameters' columns after the states are eliminated (their squares sum to the
 * diagonal of the Schur complement) by their greatest lengths so far, or of all unknowns alike. */
static void
add_damping(TrDense *d, double damping)
{
  int columns = d->n + 1, from = d->rule == TR_DAMP_ALL ? 0 : d->n_states;

  for (int j = from; j < d->n; j++) {
    double norm = 0;

    for (int i = d->n_states; i < d->m; i++)
      norm = hypot(norm, d->work[i * columns + j]);
    if (norm == 0 && d->largest[j] == 0)
      norm = 1;
    d->largest[j] = fmax(d->largest[j], norm);
    d->work[(d->m + j) * columns + j] =
        sqrt(damping) * (d->rule == TR_DAMP_ALL ? 1 : d->largest[j]);
  }
}

/* Decrease of |r + J step|^2 against |r|^2. */
static double
predict_decrease(const TrDense *d)
{
  double sum = 0;

  for (int i = 0; i < d->m; i++) {
    double change = 0;

    for (int j = 0; j < d->n; j++)
      change += d->jac[i * d->n + j] * d->step[j];
    sum -= change * (2 * d->r[i] + change);
  }
  return sum;
}

static double
largest_gradient(const TrDense *d)
{
  double largest = 0;

  for (int j = d->n_states; j < d->n; j++) {
    double sum = 0;

    for (int i = 0; i < d->m; i++)
      sum += d->jac[i * d->n + j] * d->r[i];
    largest = fmax(largest, fabs(sum) * d->scale[j]);
  }
  return largest;
}

static TrStatus
solve(void *self, double damping, double *decrease, double *step, double *gradient)
{
  TrDense *d = self;
  int columns = d->n + 1, early = d->rule == TR_DAMP_ALL ? 0 : d->n_states;

  g_assert_false(d->is_ahead);
  fill_work(d);
  triangularize(d->work, d->m, columns, 0, early);
  add_damping(d, damping);
  triangularize(d->work, d->m + d->n, columns, early, d->n);
  *step = 0;
  for (int i = d->n - 1; i >= 0; i--) {
    const double *row = d->work + i * columns;
    double sum = -row[d->n];

    for (int j = i + 1; j < d->n; j++)
      sum -= row[j] * d->step[j];
    if (row[i] == 0)
      return TR_NOT_DEFINITE;
    d->step[i] = sum / row[i];
    if (i >= d->n_states)
      *step = fmax(*step, fabs(d->step[i]) / d->scale[i]);
  }
  *decrease = predict_decrease(d);
  *gradient = largest_gradient(d);
  return isfinite(*decrease) ? TR_OK : TR_NOT_DEFINITE;
}

static void
move_trial(TrDense *d, double share)
{
  for (int i = 0; i < d->n; i++)
    d->trial[i] = d->x[i] + share * d->step[i];
}

static TrStatus
try_step(void *self, double share, TrCost *cost)
{
  TrDense *d = self;

  g_assert_false(d->is_ahead);
  move_trial(d, share);
  *cost = (TrCost){.total = tr_dense_cost(d, d->trial)};
  return isfinite(cost->total) ? TR_OK : TR_NOT_FINITE;
}

static TrStatus
try_ahead(void *self, TrCost *cost)
{
  TrDense *d = self;

  g_assert_false(d->is_ahead);
  d->is_ahead = true;
  d->n_ahead++;
  move_trial(d, 1);
  return linearize_at(d, d->trial, cost);
}

static TrStatus
take_ahead(void *self, TrCost *cost)
{
  TrDense *d = self;

  g_assert_true(d->is_ahead);
  d->is_ahead = false;
  *cost = (TrCost){.total = tr_dense_cost(d, d->x)};
  return TR_OK;
}

static void
accept(void *self)
{
  TrDense *d = self;

  memcpy(d->x, d->trial, sizeof d->x);
}

static bool
report(void *self, const TrIteration *iteration)
{
  (void)self;
  return isfinite(iteration->cost.total);
}

static double
largest_diagonal(void *self)
{
  const TrDense *d = self;
  double largest = 0;

  for (int j = 0; j < d->n; j++) {
    double sum = 0;

    for (int i = 0; i < d->m; i++)
      sum += d->jac[i * d->n + j] * d->jac[i * d->n + j];
    largest = fmax(largest, sum);
  }
  return largest;
}

const TrLsqOps tr_dense_ops = {.linearize = linearize,
                               .solve = solve,
                               .try_step = try_step,
                               .try_ahead = try_ahead,
                               .accept = accept,
                               .take_ahead = take_ahead,
                               .report = report,
                               .largest_diagonal = largest_diagonal};
