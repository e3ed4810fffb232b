/* delta over a pair of parameters, and its contours. */
#include <math.h>
#include <stdlib.h>

#include "engine/est/identify/profile_private.h"
#include "engine/linalg/dense.h"

/* Root of delta at which the grid ends in both directions: beyond the 95 % level of a pair. */
#define REACH 2.6

typedef struct Axes {
  int first, second; /* parameters */
  double low, high;  /* of the first */
  double spread;     /* sd of the second with the first fixed */
} Axes;

/* Value at which the profile's root is REACH, or the end of the profile. */
static double
find_reach(const TrProfile *profile, int at, int by)
{
  double before = 0;
  int k = at + by;

  for (; k >= 0 && k < profile->n_points; k += by) {
    double root = sqrt(fmax(profile->points[k].delta, 0));

    if (root >= REACH) {
      double share = (REACH - before) / (root - before);

      return profile->points[k - by].value +
             share * (profile->points[k].value - profile->points[k - by].value);
    }
    before = root;
  }
  return profile->points[k - by].value;
}

static int
find_estimate(const TrProfile *profile)
{
  int at = 0;

  while (profile->points[at].value < profile->estimate)
    at++;
  return at;
}

/* sd of the second parameter with the first fixed and all other free ones following: the last pivot
 * of the information with it in the last place; 0 where it has none. */
static double
linear_spread(const TrProfiler *p, int first, int second, double *matrix, int *index)
{
  const TrFit *fit = p->fit;
  int n = fit->n_free, m = 0;

  for (int i = 0; i < n; i++)
    if (i != first && i != second && !fit->estimates[i].at_bound && fit->estimates[i].identifiable)
      index[m++] = i;
  index[m++] = second;
  for (int i = 0; i < m; i++)
    for (int j = 0; j <= i; j++)
      matrix[i * m + j] = fit->information[index[i] * n + index[j]];
  if (tr_dense_cholesky(matrix, m) != TR_OK)
    return 0;
  return fit->estimates[second].scale * sqrt(p->result->variance) / matrix[m * m - 1];
}

/* Spread by the information, or where that is singular, by the second parameter's own profile. */
static TrStatus
find_spread(double *spread, const TrProfiler *p, const TrProfile *first, const TrProfile *second)
{
  size_t n = (size_t)p->fit->n_free;
  int at = find_estimate(second);
  double *matrix = malloc(n * n * sizeof *matrix);
  int *index = malloc(n * sizeof *index);
  double own = (find_reach(second, at, 1) - find_reach(second, at, -1)) / (2 * REACH);

  *spread =
      matrix && index ? linear_spread(p, first->parameter, second->parameter, matrix, index) : 0;
  if (!(*spread > 0) || *spread > own)
    *spread = own;
  free(index);
  free(matrix);
  return matrix && index ? TR_OK : TR_NO_MEMORY;
}

/* Fits one node, from the present point on; delta NAN where its fit fails. */
static TrStatus
fill_node(TrProfiler *p, const Axes *axes, int node, double second)
{
  TrProfileGrid *grid = &p->result->grid;
  int parameters[2] = {axes->first, axes->second};
  TrStatus status;

  grid->second[node] = second;
  status =
      tr_profiler_fit(p, &grid->delta[node], 2, parameters, (double[]){grid->first[node], second});
  if (status == TR_OK || status == TR_CANCELLED || status == TR_NO_MEMORY)
    return status;
  grid->delta[node] = NAN;
  return TR_OK;
}

/* Fits a column, from its best second value to both sides; ends at a bound. */
static TrStatus
fill_column(TrProfiler *p, const Axes *axes, int column, TrSnapshot *middle)
{
  TrProfileGrid *grid = &p->result->grid;
  int half = grid->n / 2, at = column * grid->n + half;
  double best = p->problem->parameters[axes->second], step = REACH * axes->spread / half;

  grid->second[at] = best;
  tr_snapshot_save(middle, p->problem);
  for (int sign = -1; sign <= 1; sign += 2) {
    double bound = sign < 0 ? p->floor[axes->second] : p->ceiling[axes->second], last = best;

    tr_snapshot_restore(middle, p->problem);
    for (int k = 1; k <= half && last != bound; k++) {
      last = sign < 0 ? fmax(best - k * step, bound) : fmin(best + k * step, bound);
      TR_TRY(fill_node(p, axes, at + sign * k, last));
    }
  }
  tr_snapshot_restore(middle, p->problem);
  return TR_OK;
}

/* Fits the columns on one side of the estimate, each from its neighbour's middle. */
static TrStatus
fill_side(TrProfiler *p, const Axes *axes, int sign, TrSnapshot *middle)
{
  TrProfileGrid *grid = &p->result->grid;
  int half = grid->n / 2;
  double estimate = p->estimate.parameters[axes->first];
  double end = sign < 0 ? axes->low : axes->high;

  tr_snapshot_restore(&p->estimate, p->problem);
  for (int k = sign < 0; k <= half; k++) {
    int column = half + sign * k, at = column * grid->n + half;
    double first = estimate + (end - estimate) * k / half;
    TrStatus status = TR_OK;

    if (k > 0 && end == estimate)
      return TR_OK;
    for (int j = 0; j < grid->n; j++)
      grid->first[column * grid->n + j] = first;
    grid->delta[at] = 0;
    if (k > 0)
      status = tr_profiler_fit(p, &grid->delta[at], 1, &axes->first, &first);
    if (status == TR_CANCELLED || status == TR_NO_MEMORY)
      return status;
    if (status != TR_OK) {
      grid->delta[at] = NAN;
      return TR_OK;
    }
    TR_TRY(fill_column(p, axes, column, middle));
  }
  return TR_OK;
}

static TrStatus
draw(TrProfileGrid *grid)
{
  size_t n = (size_t)grid->n * (size_t)grid->n;
  double *root = malloc(n * sizeof *root);
  TrStatus status = root ? TR_OK : TR_NO_MEMORY;

  /* the root is nearly linear outwards, delta is not */
  for (size_t k = 0; root && k < n; k++)
    root[k] = isnan(grid->delta[k]) ? NAN : sqrt(fmax(grid->delta[k], 0));
  for (int l = 0; l < TR_PROFILE_LEVELS && status == TR_OK; l++)
    status = tr_contour_find(&grid->contour[l],
                             &(TrContourGrid){grid->first, grid->second, root, grid->n, grid->n},
                             sqrt(tr_profile_level(l, 2)));
  free(root);
  return status;
}

TrStatus
tr_profiler_fill_grid(TrProfiler *p)
{
  TrProfileGrid *grid = &p->result->grid;
  const TrProfile *first = &p->result->profiles[0], *second = &p->result->profiles[1];
  size_t n = (size_t)grid->n * (size_t)grid->n;
  int at = find_estimate(first);
  Axes axes = {.first = first->parameter,
               .second = second->parameter,
               .low = find_reach(first, at, -1),
               .high = find_reach(first, at, 1)};
  TrSnapshot middle;
  TrStatus status = TR_NO_MEMORY;

  grid->first = malloc(n * sizeof *grid->first);
  grid->second = malloc(n * sizeof *grid->second);
  grid->delta = malloc(n * sizeof *grid->delta);
  if (tr_snapshot_init(&middle, p->problem) && grid->first && grid->second && grid->delta) {
    for (size_t k = 0; k < n; k++)
      grid->first[k] = grid->second[k] = grid->delta[k] = NAN;
    status = find_spread(&axes.spread, p, first, second);
    if (status == TR_OK)
      status = fill_side(p, &axes, 1, &middle);
    if (status == TR_OK)
      status = fill_side(p, &axes, -1, &middle);
    if (status == TR_OK)
      status = draw(grid);
  } else {
    grid->n = 0;
  }
  tr_snapshot_clear(&middle);
  return status;
}
