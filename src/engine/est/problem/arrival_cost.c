#include "engine/est/problem/arrival_cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"

enum { KEPT = 2 };

/* A pivot below this share of its diagonal element counts as zero. */
#define PIVOT_TOLERANCE 1e-13

TrArrivalCost *
tr_arrival_cost_new(const TrProblem *problem)
{
  TR_ASSERT(problem);

  TrArrivalCost *a = calloc(1, sizeof *a);
  size_t m = (size_t)(KEPT * problem->n + problem->p), poses = (size_t)(problem->n / 6) * TR_POSE;
  size_t columns = m + (size_t)problem->max_auxiliary + 1;

  if (!a)
    return NULL;
  a->n = problem->n;
  a->p = problem->p;
  a->n_columns = problem->n_columns;
  a->m = (int)m;
  a->pose =
      calloc(KEPT * poses + (size_t)a->n_columns + m * (m + 3) + m * columns + 1, sizeof *a->pose);
  if (!a->pose) {
    free(a);
    return NULL;
  }
  a->values = a->pose + KEPT * poses;
  a->root = a->values + a->n_columns;
  a->offset = a->root + m * m;
  a->delta = a->offset + m;
  a->r = a->delta + m;
  a->jac = a->r + m;
  return a;
}

void
tr_arrival_cost_free(TrArrivalCost *arrival)
{
  if (!arrival)
    return;
  free(arrival->pose);
  free(arrival);
}

/* ---- the cost ---- */

/* delta and R delta + d for the poses of the first two nodes. */
static void
evaluate(TrArrivalCost *a, const TrProblem *problem, const double *pose)
{
  int n_bodies = a->n / 6, m = a->m;

  for (int i = 0; i < KEPT * n_bodies; i++) {
    const double *from = a->pose + TR_POSE * i, *to = pose + TR_POSE * i;
    double relative[4];

    tr_vec3_sub(a->delta + 6 * i, to, from);
    tr_quat_relative(relative, from + 3, to + 3);
    tr_quat_log(a->delta + 6 * i + 3, relative);
  }
  for (int i = 0; i < a->n_columns; i++) {
    double change = problem->values[i] - a->values[i];

    if (i < a->p)
      a->delta[KEPT * a->n + i] = change;
    for (int k = 0; problem->params[i].kind == TR_PARAM_COM && k < KEPT; k++) {
      int body = k * n_bodies + problem->params[i].owner;
      double rot[9];

      tr_quat_matrix(rot, a->pose + TR_POSE * body + 3);
      for (int x = 0; x < 3; x++)
        a->delta[6 * body + x] -= change * rot[3 * x + problem->params[i].axis];
    }
  }
  for (int r = 0; r < m; r++) {
    a->r[r] = a->offset[r];
    for (int c = r; c < m; c++)
      a->r[r] += a->root[r * m + c] * a->delta[c];
  }
}

/* R times d delta: rotations through the right Jacobian of the logarithm; parameters also in their
 * frozen columns. */
static void
fill_rows(TrArrivalCost *a, const TrProblem *problem)
{
  int m = a->m, states = KEPT * a->n, columns = states + tr_problem_visited(problem);

  memset(a->jac, 0, (size_t)(m * columns) * sizeof *a->jac);
  for (int r = 0; r < m; r++) {
    const double *root = a->root + r * m;
    double *row = a->jac + r * columns;

    memcpy(row, root, (size_t)m * sizeof *row);
    for (int i = 0; i < a->p; i++)
      row[states + tr_problem_frozen(problem, i)] = root[states + i];
  }
  for (int b = 0; b < states / 6; b++) {
    double turn[9];

    tr_so3_right_jacobian_inverse(turn, a->delta + 6 * b + 3);
    for (int r = 0; r < m; r++)
      for (int x = 0; x < 3; x++)
        a->jac[r * columns + 6 * b + 3 + x] = a->root[r * m + 6 * b + 3] * turn[x] +
                                              a->root[r * m + 6 * b + 4] * turn[3 + x] +
                                              a->root[r * m + 6 * b + 5] * turn[6 + x];
  }
}

TrStatus
tr_arrival_cost_visit(TrArrivalCost *a, TrProblem *problem, TrVisit visit, void *user)
{
  evaluate(a, problem, problem->pose);
  fill_rows(a, problem);
  return visit(user, &(TrArrowResidual){problem->first[0], KEPT, a->jac, a->r, a->m, 1});
}

double
tr_arrival_cost_try(TrArrivalCost *a, const TrProblem *problem)
{
  evaluate(a, problem, problem->trial_pose);
  return tr_vec_square(a->r, a->m);
}

/* ---- marginalisation ---- */

/* Normal matrix of the leaving nodes, the two behind them and the parameters. */
typedef struct Sum {
  int n, p, leaving, size;
  double *normal, *gradient; /* [size x size], [size] */
} Sum;

/* Index in the sum of a column of a residual on blocks from `block` on. */
static int
place_of(const Sum *sum, int block, int touched, int column)
{
  int states = touched * sum->n;

  return column < states ? block * sum->n + column
                         : (sum->leaving + KEPT) * sum->n + column - states;
}

static TrStatus
add_leaving(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac, *r = residual->r;
  double weight = residual->weight;
  Sum *sum = user;
  int columns = touched * sum->n + sum->p;
  bool is_initial = touched == 1 && n_rows > 1; /* replaced by the arrival cost */

  if (block >= sum->leaving && !is_initial)
    return TR_OK;
  for (int k = 0; k < n_rows; k++)
    for (int i = 0; i < columns; i++) {
      double left = weight * jac[k * columns + i];
      int at = place_of(sum, block, touched, i);

      if (left == 0)
        continue;
      sum->gradient[at] += left * r[k];
      for (int j = 0; j < columns; j++)
        sum->normal[at * sum->size + place_of(sum, block, touched, j)] +=
            left * jac[k * columns + j];
    }
  return TR_OK;
}

/* Schur complement on the variables after the leaving nodes, in place: L^-1 of the border, then
 * minus its products. */
static TrStatus
eliminate(Sum *sum, double *corner)
{
  int out = sum->leaving * sum->n, size = sum->size, kept = size - out;

  for (int i = 0; i < out; i++)
    memcpy(corner + i * out, sum->normal + i * size, (size_t)out * sizeof *corner);
  TR_TRY(tr_dense_cholesky(corner, out));
  for (int k = 0; k <= kept; k++) { /* the last one is the gradient */
    double *b = k < kept ? sum->normal + (out + k) * size : sum->gradient;

    for (int i = 0; i < out; i++) {
      for (int j = 0; j < i; j++)
        b[i] -= corner[i * out + j] * b[j];
      b[i] /= corner[i * out + i];
    }
  }
  for (int i = out; i < size; i++)
    for (int l = 0; l < out; l++) {
      sum->gradient[i] -= sum->normal[i * size + l] * sum->gradient[l];
      for (int j = out; j < size; j++)
        sum->normal[i * size + j] -= sum->normal[i * size + l] * sum->normal[j * size + l];
    }
  return TR_OK;
}

/* R and d from R^T R and R^T d; a row whose pivot is rounding becomes zero. */
static void
take_root(TrArrivalCost *a, const Sum *sum)
{
  int m = a->m, out = sum->leaving * sum->n;

  memset(a->root, 0, (size_t)(m * m) * sizeof *a->root);
  for (int r = 0; r < m; r++) {
    const double *row = sum->normal + (out + r) * sum->size + out;
    double pivot = row[r], pull = sum->gradient[out + r];

    for (int k = 0; k < r; k++) {
      pivot -= a->root[k * m + r] * a->root[k * m + r];
      pull -= a->root[k * m + r] * a->offset[k];
    }
    a->offset[r] = 0;
    if (!(pivot > PIVOT_TOLERANCE * row[r]))
      continue;
    a->root[r * m + r] = sqrt(pivot);
    a->offset[r] = pull / a->root[r * m + r];
    for (int c = r + 1; c < m; c++) {
      double sum_of = row[c];

      for (int k = 0; k < r; k++)
        sum_of -= a->root[k * m + r] * a->root[k * m + c];
      a->root[r * m + c] = sum_of / a->root[r * m + r];
    }
  }
}

TrStatus
tr_arrival_cost_marginalise(TrArrivalCost *out, TrProblem *problem, int leaving)
{
  TR_ASSERT(out && problem && leaving > 0);

  size_t gone = (size_t)(leaving * problem->n);
  Sum sum = {.n = problem->n,
             .p = problem->p,
             .leaving = leaving,
             .size = (leaving + KEPT) * problem->n + problem->p};
  size_t size = (size_t)sum.size, poses = (size_t)(problem->n / 6) * TR_POSE;
  double *memory = calloc(size * size + size + gone * gone + 1, sizeof *memory);
  TrStatus status;

  if (!memory)
    return TR_NO_MEMORY;
  sum.normal = memory;
  sum.gradient = sum.normal + size * size;
  tr_problem_use(problem, problem->model, problem->parameters);
  status = tr_problem_visit(problem, add_leaving, &sum);
  if (status == TR_OK)
    status = eliminate(&sum, sum.gradient + size);
  if (status == TR_OK) {
    take_root(out, &sum);
    memcpy(out->pose, problem->pose + (size_t)leaving * poses, KEPT * poses * sizeof *out->pose);
    memcpy(out->values, problem->values, (size_t)out->n_columns * sizeof *out->values);
  }
  free(memory);
  return status;
}
