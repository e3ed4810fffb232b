#include "engine/est/data_share.h"

#include <math.h>
#include <stdlib.h>

#include "engine/linalg/dense.h"

/* sd of a prior that weighs nothing because the logs fit the start motion exactly, in natural
 * sizes. */
#define WIDEST_PRIOR 10

/* A held direction shorter than this beside those before it is one of them. */
#define SMALLEST_LENGTH 1e-6

typedef struct Share {
  const TrProblem *problem;
  int q;
  int *index;   /* [q] parameters that are not at a bound */
  double *root; /* [p] square root of the prior's weight in the cost */
  double *a;    /* [q x q] the data's information in units of the priors, then eigenvectors */
  double *held; /* [p x q] directions of the gauge in the same units, orthonormal */
  double *row;  /* [q] */
} Share;

/* Whether a prior was stated. */
static bool
has_prior(const TrProblem *problem, int i)
{
  return isfinite(problem->task->free[i].prior_sigma);
}

static void
fill_priors(Share *s, TrFit *fit)
{
  const TrProblem *problem = s->problem;

  for (int i = 0; i < problem->p; i++) {
    double widest = WIDEST_PRIOR * problem->scale[i];
    double sd = has_prior(problem, i)         ? problem->task->free[i].prior_sigma
                : problem->weak_weight[i] > 0 ? 1 / sqrt(problem->weak_weight[i])
                                              : widest;

    s->root[i] = 1 / sd;
    fit->estimates[i].prior_sd = sd;
    fit->estimates[i].prior_is_stated = has_prior(problem, i);
    fit->estimates[i].data_share = NAN;
    if (!fit->estimates[i].at_bound)
      s->index[s->q++] = i;
  }
}

static void
fill_information(Share *s)
{
  for (int r = 0; r < s->q; r++)
    for (int c = 0; c <= r; c++) {
      int i = s->index[r], j = s->index[c];
      double value = *tr_arrow_corner(s->problem->arrow, i, j) / (s->root[i] * s->root[j]);

      if (i == j)
        value -= s->problem->weak_weight[i] > 0 || has_prior(s->problem, i);
      s->a[r * s->q + c] = s->a[c * s->q + r] = value;
    }
}

static double
dot(const double *a, const double *b, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* The gauge's directions in units of the priors, made orthonormal; their number. */
static int
fill_held(Share *s)
{
  const TrGauge *gauge = &s->problem->gauge;
  int n = 0, q = s->q;

  for (int k = 0; k < gauge->n_directions; k++) {
    double *v = s->held + n * q, size;

    for (int a = 0; a < q; a++)
      v[a] = gauge->loading[k * gauge->n + s->index[a]] * s->problem->scale[s->index[a]] *
             s->root[s->index[a]];
    size = sqrt(dot(v, v, q));
    for (int m = 0; m < n; m++) {
      double along = dot(v, s->held + m * q, q);

      for (int a = 0; a < q; a++)
        v[a] -= along * s->held[m * q + a];
    }
    double left = sqrt(dot(v, v, q));

    if (!(left > SMALLEST_LENGTH * size))
      continue;
    for (int a = 0; a < q; a++)
      v[a] /= left;
    n++;
  }
  return n;
}

/* A without what it holds along a unit vector v: (I - v v^T) A (I - v v^T). */
static void
remove_direction(Share *s, const double *v)
{
  int q = s->q;
  double along;

  for (int i = 0; i < q; i++)
    s->row[i] = dot(s->a + i * q, v, q);
  along = dot(s->row, v, q);
  for (int i = 0; i < q; i++)
    for (int j = 0; j < q; j++)
      s->a[i * q + j] += v[i] * v[j] * along - s->row[i] * v[j] - v[i] * s->row[j];
}

static TrStatus
compute(Share *s, TrFit *fit)
{
  int n_held, q;

  fill_priors(s, fit);
  q = s->q;
  if (q == 0)
    return TR_OK;
  fill_information(s);
  n_held = fill_held(s);
  for (int k = 0; k < n_held; k++)
    remove_direction(s, s->held + k * q);
  TR_TRY(tr_dense_symmetric_eigen(s->a, s->row, q));
  for (int a = 0; a < q; a++) {
    double left = 0;

    for (int k = 0; k < q; k++)
      left += pow(s->a[k * q + a], 2) / (1 + fmax(s->row[k], 0));
    fit->estimates[s->index[a]].data_share = fmin(fmax(1 - left, 0), 1);
  }
  return TR_OK;
}

TrStatus
tr_data_share(TrFit *fit, const TrProblem *problem)
{
  size_t p = (size_t)problem->p;
  Share s = {.problem = problem,
             .index = calloc(p + 1, sizeof(int)),
             .root = calloc(p + 1, sizeof(double)),
             .a = calloc(p * p + 1, sizeof(double)),
             .held = calloc(p * p + 1, sizeof(double)),
             .row = calloc(p + 1, sizeof(double))};
  TrStatus status = TR_NO_MEMORY;

  if (s.index && s.root && s.a && s.held && s.row)
    status = compute(&s, fit);
  free(s.index);
  free(s.root);
  free(s.a);
  free(s.held);
  free(s.row);
  return status;
}
