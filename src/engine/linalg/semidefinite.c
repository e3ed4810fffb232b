#include "engine/linalg/semidefinite_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/vec.h"

/* Growth of the weight of the objective between centrings, Newton steps of each, and the decrement
 * that ends one. */
#define GROWTH    20.0
#define DECREMENT 1e-8
enum { MOST_NEWTON = 60, MOST_HALVINGS = 60 };

/* Weight of an objective without slope or curvature. */
#define FIRST_WEIGHT 1.0

/* Part of its size that a reference on the border lies inside. */
#define THIN 1e-9

/* Slope that a step must keep of the predicted one. */
#define SLOPE_SHARE 0.1

/* Share by which the diagonal of a Hessian grows that rounding has made indefinite, and its growth.
 */
#define FIRST_SHIFT  1e-14
#define SHIFT_GROWTH 100.0
#define MOST_SHIFT   1e-2

typedef struct Work {
  const TrSemidefinite *problem;
  double weight;              /* of the objective */
  double *gradient, *hessian; /* of the centring function */
  double *step, *trial;       /* [n] */
  double *reference;          /* [n_blocks x 16] R_b^-1 */
  double *turned;             /* [n x 16] P^-1 P_i of a block */
  int *used, *n_used;         /* [n_blocks x n], [n_blocks]: the i whose P_bi is not zero */
} Work;

static const double *
matrix_of(const TrSemidefinite *p, int block, int i)
{
  return p->block + ((size_t)block * (size_t)(p->n + 1) + (size_t)i) * TR_PSEUDO_SIZE;
}

static void
list_used(Work *w)
{
  const TrSemidefinite *p = w->problem;

  for (int b = 0; b < p->n_blocks; b++)
    for (int i = 0; i < p->n; i++) {
      bool is_used = false;

      for (int k = 0; k < TR_PSEUDO_SIZE; k++)
        is_used = is_used || matrix_of(p, b, i + 1)[k] != 0;
      if (is_used)
        w->used[b * p->n + w->n_used[b]++] = i;
    }
}

static void
fill_block(double out[TR_PSEUDO_SIZE], const Work *w, int block, const double *x)
{
  const int *used = w->used + block * w->problem->n;

  memcpy(out, matrix_of(w->problem, block, 0), TR_PSEUDO_SIZE * sizeof *out);
  for (int u = 0; u < w->n_used[block]; u++) {
    const double *m = matrix_of(w->problem, block, used[u] + 1);

    for (int k = 0; k < TR_PSEUDO_SIZE; k++)
      out[k] += x[used[u]] * m[k];
  }
}

/* Cholesky factor in place; returns log det, NAN where it is not definite. */
static double
factorize(double m[TR_PSEUDO_SIZE])
{
  double sum = 0;

  if (tr_dense_cholesky(m, TR_PSEUDO) != TR_OK)
    return NAN;
  for (int i = 0; i < TR_PSEUDO; i++)
    sum += 2 * log(m[i * TR_PSEUDO + i]);
  return sum;
}

/* Slack of a row. */
static double
slack_of(const TrSemidefinite *p, int row, const double *x)
{
  return p->most[row] - tr_vec_dot(p->rows + row * p->n, x, p->n);
}

/* Element (i, j) of A. */
static double
element(const TrSemidefinite *p, int i, int j)
{
  return i >= j ? p->a[i * p->n + j] : p->a[j * p->n + i];
}

/* Factor of log det P_b in the centring function: barrier and pull. */
static double
barrier_weight(const Work *w)
{
  return 1 + w->weight * w->problem->pull;
}

/* Centring function; infinite outside. */
static double
value_at(const Work *w, const double *x)
{
  const TrSemidefinite *p = w->problem;
  double sum = 0;

  for (int i = 0; i < p->n; i++)
    sum += w->weight * x[i] *
           (tr_vec_dot(p->a + i * p->n, x, i) + p->a[i * p->n + i] * x[i] / 2 + p->g[i]);
  for (int r = 0; r < p->n_rows; r++) {
    double slack = slack_of(p, r, x);

    if (!(slack > 0))
      return INFINITY;
    sum -= log(slack);
  }
  for (int b = 0; b < p->n_blocks; b++) {
    double m[TR_PSEUDO_SIZE], size;

    fill_block(m, w, b, x);
    if (p->pull > 0)
      sum += w->weight * p->pull * tr_vec_dot(w->reference + b * TR_PSEUDO_SIZE, m, TR_PSEUDO_SIZE);
    size = factorize(m);
    if (isnan(size))
      return INFINITY;
    sum -= barrier_weight(w) * size;
  }
  return sum;
}

static void
add_objective(Work *w, const double *x)
{
  const TrSemidefinite *p = w->problem;

  for (int i = 0; i < p->n; i++) {
    w->gradient[i] = w->weight * p->g[i];
    for (int j = 0; j < p->n; j++) {
      double a = w->weight * element(p, i, j);

      w->gradient[i] += a * x[j];
      w->hessian[i * p->n + j] = a;
    }
  }
}

static void
add_rows(Work *w, const double *x)
{
  const TrSemidefinite *p = w->problem;

  for (int r = 0; r < p->n_rows; r++) {
    const double *row = p->rows + r * p->n;
    double slack = slack_of(p, r, x);

    for (int i = 0; i < p->n; i++) {
      if (row[i] == 0)
        continue;
      w->gradient[i] += row[i] / slack;
      for (int j = 0; j <= i; j++)
        w->hessian[i * p->n + j] += row[i] * row[j] / (slack * slack);
    }
  }
}

static double
trace_of_product(const double a[TR_PSEUDO_SIZE], const double b[TR_PSEUDO_SIZE])
{
  double sum = 0;

  for (int i = 0; i < TR_PSEUDO; i++)
    for (int j = 0; j < TR_PSEUDO; j++)
      sum += a[i * TR_PSEUDO + j] * b[j * TR_PSEUDO + i];
  return sum;
}

/* tr(P_i Q) and tr(Q P_i Q P_j), Q = P^-1. */
static void
add_block(Work *w, int block, const double *x)
{
  const TrSemidefinite *p = w->problem;
  const int *used = w->used + block * p->n;
  double m[TR_PSEUDO_SIZE], factor = barrier_weight(w);

  fill_block(m, w, block, x);
  (void)factorize(m);
  for (int u = 0; u < w->n_used[block]; u++) {
    int i = used[u];
    double *turned = w->turned + i * TR_PSEUDO_SIZE;
    const double *own = matrix_of(p, block, i + 1);

    memcpy(turned, own, TR_PSEUDO_SIZE * sizeof *turned);
    tr_dense_cholesky_solve(turned, m, TR_PSEUDO, TR_PSEUDO);
    for (int k = 0; k < TR_PSEUDO; k++)
      w->gradient[i] -= factor * turned[k * TR_PSEUDO + k];
    if (p->pull > 0)
      w->gradient[i] += w->weight * p->pull *
                        tr_vec_dot(w->reference + block * TR_PSEUDO_SIZE, own, TR_PSEUDO_SIZE);
    for (int v = 0; v <= u; v++)
      w->hessian[i * p->n + used[v]] +=
          factor * trace_of_product(turned, w->turned + used[v] * TR_PSEUDO_SIZE);
  }
}

/* Gradient, and the Cholesky factor of the Hessian with a share of its diagonal added. */
static TrStatus
factorize_hessian(Work *w, const double *x, double share)
{
  int n = w->problem->n;

  add_objective(w, x);
  add_rows(w, x);
  for (int b = 0; b < w->problem->n_blocks; b++)
    add_block(w, b, x);
  for (int i = 0; i < n; i++)
    w->hessian[i * n + i] *= 1 + share;
  return tr_dense_cholesky(w->hessian, n);
}

/* Newton step from x; its squared decrement, negative where the Hessian is not definite. */
static double
find_step(Work *w, const double *x)
{
  int n = w->problem->n;
  double shift = 0;

  while (factorize_hessian(w, x, shift) != TR_OK) {
    shift = shift > 0 ? SHIFT_GROWTH * shift : FIRST_SHIFT;
    if (shift > MOST_SHIFT)
      return -1;
  }
  for (int i = 0; i < n; i++)
    w->step[i] = -w->gradient[i];
  tr_dense_cholesky_solve(w->step, w->hessian, n, 1);
  return -tr_vec_dot(w->gradient, w->step, n);
}

/* Newton's method on the centring function. */
static TrStatus
centre(Work *w, double *x)
{
  int n = w->problem->n;
  double value = value_at(w, x);

  for (int k = 0; k < MOST_NEWTON; k++) {
    double before = value, share = 1, decrement = find_step(w, x);
    int halvings = 0;

    if (decrement < 0)
      return TR_NOT_DEFINITE;
    if (decrement / 2 < DECREMENT)
      return TR_OK;
    for (; halvings < MOST_HALVINGS; halvings++, share /= 2) {
      for (int i = 0; i < n; i++)
        w->trial[i] = x[i] + share * w->step[i];
      value = value_at(w, w->trial);
      if (value <= before - SLOPE_SHARE * share * decrement)
        break;
    }
    if (halvings == MOST_HALVINGS) /* rounding */
      return TR_OK;
    memcpy(x, w->trial, (size_t)n * sizeof *x);
  }
  return TR_OK;
}

static bool
take_memory(Work *w)
{
  size_t n = (size_t)w->problem->n + 1, blocks = (size_t)w->problem->n_blocks;

  w->gradient = calloc(n, sizeof *w->gradient);
  w->hessian = calloc(n * n, sizeof *w->hessian);
  w->step = calloc(n, sizeof *w->step);
  w->trial = calloc(n, sizeof *w->trial);
  w->reference = calloc(blocks * TR_PSEUDO_SIZE + 1, sizeof *w->reference);
  w->turned = calloc(n * TR_PSEUDO_SIZE, sizeof *w->turned);
  w->used = calloc(blocks * n + 1, sizeof *w->used);
  w->n_used = calloc(blocks + 1, sizeof *w->n_used);
  return w->gradient && w->hessian && w->step && w->trial && w->reference && w->turned && w->used &&
         w->n_used;
}

static void
clear(Work *w)
{
  free(w->gradient);
  free(w->hessian);
  free(w->step);
  free(w->trial);
  free(w->reference);
  free(w->turned);
  free(w->used);
  free(w->n_used);
}

/* Inverses of the references; those on the border count as a little inside. */
static TrStatus
fill_references(Work *w)
{
  for (int b = 0; w->problem->pull > 0 && b < w->problem->n_blocks; b++) {
    double m[TR_PSEUDO_SIZE], *out = w->reference + b * TR_PSEUDO_SIZE;

    memcpy(m, w->problem->reference + b * TR_PSEUDO_SIZE, sizeof m);
    for (int i = 0; i < TR_PSEUDO; i++)
      m[i * TR_PSEUDO + i] += THIN * tr_semidefinite_size(w->problem, b, i);
    if (isnan(factorize(m)))
      return TR_BAD_SETTING;
    for (int i = 0; i < TR_PSEUDO; i++)
      out[i * TR_PSEUDO + i] = 1;
    tr_dense_cholesky_solve(out, m, TR_PSEUDO, TR_PSEUDO);
  }
  return TR_OK;
}

/* Weight at which the objective can fall by about as much as the barrier rises. */
static double
first_weight(Work *w, double order)
{
  const TrSemidefinite *p = w->problem;
  double fall = 0;

  memcpy(w->hessian, p->a, (size_t)(p->n * p->n) * sizeof *w->hessian);
  memcpy(w->step, p->g, (size_t)p->n * sizeof *w->step);
  if (tr_dense_cholesky(w->hessian, p->n) != TR_OK)
    return FIRST_WEIGHT;
  tr_dense_cholesky_solve(w->step, w->hessian, p->n, 1);
  fall = tr_vec_dot(w->step, p->g, p->n) / 2;
  return fall > 0 ? order / fall : FIRST_WEIGHT;
}

static TrStatus
solve(Work *w, double *x)
{
  const TrSemidefinite *p = w->problem;
  double order = p->n_rows + TR_PSEUDO * p->n_blocks;

  list_used(w);
  TR_TRY(fill_references(w));
  w->weight = 1 / p->gap;
  if (order == 0)
    return centre(w, x);
  for (w->weight = fmin(first_weight(w, order), order / p->gap);;
       w->weight = fmin(GROWTH * w->weight, order / p->gap)) {
    TR_TRY(centre(w, x));
    if (w->weight >= order / p->gap)
      return TR_OK;
  }
}

TrStatus
tr_semidefinite_solve_from(double *x, const TrSemidefinite *problem)
{
  Work w = {.problem = problem};
  TrStatus status = take_memory(&w) ? solve(&w, x) : TR_NO_MEMORY;

  clear(&w);
  return status;
}
