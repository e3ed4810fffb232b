/* Covariance of both passes together (est/identify/impact_passes.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/impact_passes.h"
#include "engine/linalg/dense.h"

/* The first pass gives the held quantities a with covariance C, the second one the friction m at
 * these, with the covariance D.  S is the information of the second pass on all of them, in natural
 * sizes.  To first order the friction follows the held quantities by
 *
 *   dm = J da,  J = -S_mm^-1 S_ma       cov(a, m) = C J^T,  cov(m) = D + J C J^T
 */
typedef struct Merge {
  TrFit *second;
  const TrFit *first;
  int n;         /* quantities */
  int n_moved;   /* frictions */
  int *moved;    /* [n] index of the frictions that the second pass determines */
  double *slope; /* [n_moved x n] J in units of the quantities; 0 by those without a sigma */
} Merge;

static bool
is_known(const TrFit *fit, int i)
{
  return isfinite(fit->covariance[(size_t)i * (size_t)fit->n_free + (size_t)i]);
}

static bool
open_merge(Merge *merge, const TrTask *task)
{
  size_t n = (size_t)merge->n;

  merge->moved = calloc(n + 1, sizeof *merge->moved);
  merge->slope = calloc(n * n + 1, sizeof *merge->slope);
  if (!merge->moved || !merge->slope)
    return false;
  for (int i = 0; i < merge->n; i++)
    if (tr_impact_moves(task, i) && is_known(merge->second, i))
      merge->moved[merge->n_moved++] = i;
  return true;
}

/* Fills J from the information of the second pass. */
static TrStatus
fill_slope(Merge *merge, const TrTask *task)
{
  int n = merge->n, m = merge->n_moved;
  const double *s = merge->second->information;
  double *block = calloc((size_t)(m * m) + 1, sizeof *block);
  TrStatus status = block ? TR_OK : TR_NO_MEMORY;

  for (int a = 0; block && a < m; a++) {
    for (int b = 0; b < m; b++)
      block[a * m + b] = s[merge->moved[a] * n + merge->moved[b]];
    for (int j = 0; j < n; j++)
      if (!tr_impact_moves(task, j) && is_known(merge->first, j))
        merge->slope[a * n + j] = -s[merge->moved[a] * n + j];
  }
  if (block)
    status = tr_dense_cholesky(block, m);
  if (status == TR_OK)
    tr_dense_cholesky_solve(merge->slope, block, m, n);
  for (int a = 0; status == TR_OK && a < m; a++)
    for (int j = 0; j < n; j++)
      merge->slope[a * n + j] *=
          merge->second->estimates[merge->moved[a]].scale / merge->second->estimates[j].scale;
  free(block);
  return status;
}

/* C J^T of a held quantity and a friction. */
static double
find_common(const Merge *merge, int held, int a)
{
  double sum = 0;

  for (int j = 0; j < merge->n; j++)
    if (merge->slope[a * merge->n + j] != 0)
      sum += merge->first->covariance[held * merge->n + j] * merge->slope[a * merge->n + j];
  return sum;
}

/* J C J^T of two frictions. */
static double
find_spread(const Merge *merge, int a, int b)
{
  double sum = 0;

  for (int j = 0; j < merge->n; j++)
    if (merge->slope[a * merge->n + j] != 0)
      sum += merge->slope[a * merge->n + j] * find_common(merge, j, b);
  return sum;
}

/* Fills the covariance of all quantities. */
static void
fill_covariance(Merge *merge, const TrTask *task)
{
  int n = merge->n;
  double *c = merge->second->covariance;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (!tr_impact_moves(task, i) && !tr_impact_moves(task, j))
        c[i * n + j] = merge->first->covariance[i * n + j];
  for (int a = 0; a < merge->n_moved; a++) {
    for (int i = 0; i < n; i++)
      if (!tr_impact_moves(task, i))
        c[i * n + merge->moved[a]] = c[merge->moved[a] * n + i] =
            is_known(merge->first, i) ? find_common(merge, i, a) : NAN;
    for (int b = 0; b < merge->n_moved; b++)
      c[merge->moved[a] * n + merge->moved[b]] += find_spread(merge, a, b);
  }
}

/* Takes the estimates of the held quantities, and adds their part to the sigmas of the frictions.
 */
static void
fill_estimates(Merge *merge, const TrTask *task)
{
  for (int i = 0; i < merge->n; i++)
    if (!tr_impact_moves(task, i))
      merge->second->estimates[i] = merge->first->estimates[i];
  for (int a = 0; a < merge->n_moved; a++) {
    TrEstimate *e = &merge->second->estimates[merge->moved[a]];
    double spread = find_spread(merge, a, a);

    e->sigma = sqrt(e->sigma * e->sigma + spread);
    e->sigma_linear = sqrt(e->sigma_linear * e->sigma_linear + spread);
  }
}

/* Takes the directions that the windows do not determine: the second pass holds all of them. */
static void
take_directions(TrFit *second, const TrFit *first)
{
  size_t n = (size_t)second->n_free;

  second->n_directions = first->n_directions;
  second->n_null = first->n_null;
  for (int d = 0; d < first->n_directions; d++) {
    second->directions[d].sd_ratio = first->directions[d].sd_ratio;
    memcpy(second->directions[d].loading, first->directions[d].loading, n * sizeof(double));
  }
}

/* Makes the information that of the covariance, scaled: variance S^-1 is the covariance.  It keeps
 * the second pass's where a quantity has no sigma. */
static TrStatus
fill_information(TrFit *fit)
{
  int n = fit->n_free;
  size_t size = (size_t)n * (size_t)n;
  double variance = fit->cost.total / (double)fit->dof;
  double *l = calloc(size + 1, sizeof *l), *inverse = calloc(size + 1, sizeof *inverse);
  TrStatus status = l && inverse ? TR_OK : TR_NO_MEMORY;

  for (int i = 0; status == TR_OK && i < n; i++) {
    inverse[i * n + i] = variance;
    for (int j = 0; j < n; j++) {
      l[i * n + j] =
          fit->covariance[i * n + j] / (fit->estimates[i].scale * fit->estimates[j].scale);
      if (!isfinite(l[i * n + j]))
        status = TR_NOT_DEFINITE;
    }
  }
  if (status == TR_OK)
    status = tr_dense_cholesky(l, n);
  if (status == TR_OK) {
    tr_dense_cholesky_solve(inverse, l, n, n);
    memcpy(fit->information, inverse, size * sizeof *inverse);
  }
  free(l);
  free(inverse);
  return status == TR_NO_MEMORY ? status : TR_OK;
}

TrStatus
tr_impact_merge(TrFit *second, const TrFit *first, const TrTask *task)
{
  TR_ASSERT(second && first && task && second->n_free == first->n_free);

  Merge merge = {.second = second, .first = first, .n = second->n_free};
  TrStatus status = open_merge(&merge, task) ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK)
    status = fill_slope(&merge, task);
  if (status == TR_OK) {
    fill_covariance(&merge, task);
    fill_estimates(&merge, task);
    take_directions(second, first);
    status = fill_information(second);
  }
  free(merge.moved);
  free(merge.slope);
  return status == TR_NO_MEMORY ? status : TR_OK;
}
