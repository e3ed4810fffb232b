#include "engine/est/uncertainty/information_share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/constraint_nullspace.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec.h"

/* sd, in natural sizes, of a prior without weight because the logs fit the start motion exactly. */
#define WIDEST_PRIOR 10

/* A gauge direction shorter than this, beside those before it, is dependent. */
#define SMALLEST_LENGTH 1e-6

/* Share of a parameter's variance below which constraints determine it. */
#define SMALLEST_FREEDOM 1e-12

typedef struct Share {
  const TrProblem *problem;
  int q;
  int *index;   /* [q] parameters that are not at a bound */
  double *sd;   /* [p] of the prior, as the cost weighs it */
  double *a;    /* [q x q] the data's information in units of the priors, then eigenvectors */
  double *held; /* [p x q] directions of the gauge in the same units, orthonormal */
  double *row;  /* [q] */
  double *free; /* [d x q] directions that no hard constraint holds, in units of the priors */
  int d;
} Share;

/* Returns whether a prior was stated. */
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

    s->sd[i] = sd;
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
      double value = *tr_arrow_corner(s->problem->arrow, i, j) * s->sd[i] * s->sd[j];

      if (i == j)
        value -= s->problem->weak_weight[i] > 0 || has_prior(s->problem, i);
      s->a[r * s->q + c] = s->a[c * s->q + r] = value;
    }
}

/* The gauge's directions in units of the priors, made orthonormal; returns their number. */
static int
fill_held(Share *s)
{
  const TrGauge *gauge = &s->problem->gauge;
  int n = 0, q = s->q;

  for (int k = 0; k < gauge->n_directions; k++) {
    double *v = s->held + n * q, size;

    for (int a = 0; a < q; a++)
      v[a] = gauge->loading[k * gauge->n + s->index[a]] * s->problem->scale[s->index[a]] /
             s->sd[s->index[a]];
    size = sqrt(tr_vec_dot(v, v, q));
    for (int m = 0; m < n; m++) {
      double along = tr_vec_dot(v, s->held + m * q, q);

      for (int a = 0; a < q; a++)
        v[a] -= along * s->held[m * q + a];
    }
    double left = sqrt(tr_vec_dot(v, v, q));

    if (!(left > SMALLEST_LENGTH * size))
      continue;
    for (int a = 0; a < q; a++)
      v[a] /= left;
    n++;
  }
  return n;
}

/* Removes the unit vector v[q] from A: (I - v v^T) A (I - v v^T). */
static void
remove_direction(Share *s, const double *v)
{
  int q = s->q;
  double along;

  for (int i = 0; i < q; i++)
    s->row[i] = tr_vec_dot(s->a + i * q, v, q);
  along = tr_vec_dot(s->row, v, q);
  for (int i = 0; i < q; i++)
    for (int j = 0; j < q; j++)
      s->a[i * q + j] += v[i] * v[j] * along - s->row[i] * v[j] - v[i] * s->row[j];
}

/* A along the free directions, [d x d], in place; scratch: held. */
static void
reduce(Share *s)
{
  int q = s->q, d = s->d;

  if (d == q)
    return;
  memset(s->held, 0, (size_t)(d * q) * sizeof *s->held);
  tr_dense_add_product(s->held, 1, s->free, s->a, (TrProductSize){d, q, q});
  for (int k = 0; k < d; k++)
    for (int m = 0; m < d; m++)
      s->a[k * d + m] = tr_vec_dot(s->held + k * q, s->free + m * q, q);
}

/* Share of parameter a, from the eigenvectors in `a`: 1 - posterior/prior variance, both within the
 * free directions. */
static double
find_share(const Share *s, int a)
{
  double left = 0, all = 0;

  for (int k = 0; k < s->d; k++) {
    double along = 0;

    for (int m = 0; m < s->d; m++)
      along += s->a[k * s->d + m] * s->free[m * s->q + a];
    left += along * along / (1 + fmax(s->row[k], 0));
    all += along * along;
  }
  return all > SMALLEST_FREEDOM ? fmin(fmax(1 - left / all, 0), 1) : NAN;
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
  TR_TRY(tr_constraint_nullspace_find(s->free, &s->d, s->problem->constraints, s->index, q, s->sd));
  reduce(s);
  if (s->d > 0)
    TR_TRY(tr_dense_symmetric_eigen(s->a, s->row, s->d));
  for (int a = 0; a < q; a++)
    fit->estimates[s->index[a]].data_share = find_share(s, a);
  return TR_OK;
}

TrStatus
tr_information_share(TrFit *fit, const TrProblem *problem)
{
  TR_ASSERT(fit && problem);

  size_t p = (size_t)problem->p;
  Share s = {.problem = problem,
             .index = calloc(p + 1, sizeof(int)),
             .sd = calloc(p + 1, sizeof(double)),
             .a = calloc(p * p + 1, sizeof(double)),
             .held = calloc(p * p + 1, sizeof(double)),
             .row = calloc(p + 1, sizeof(double)),
             .free = calloc(p * p + 1, sizeof(double))};
  TrStatus status = TR_NO_MEMORY;

  if (s.index && s.sd && s.a && s.held && s.row && s.free)
    status = compute(&s, fit);
  free(s.index);
  free(s.sd);
  free(s.a);
  free(s.held);
  free(s.row);
  free(s.free);
  return status;
}
