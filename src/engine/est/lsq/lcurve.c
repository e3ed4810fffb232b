#include "engine/est/lsq/lcurve.h"

#include <math.h>
#include <stdbool.h>

#include "engine/base/base.h"

/* Shortest arm, as a share of the curve's length; shortest curve in decades. */
#define ARM_SHARE  0.05
#define MIN_LENGTH 0.1

typedef struct {
  double x, y; /* log10 of both misfits */
} Place;

static Place
read_place(const double *observation, const double *state, int i)
{
  return (Place){log10(observation[i]), log10(state[i])};
}

static bool
is_usable(const double *observation, const double *state, int i)
{
  return isfinite(observation[i]) && isfinite(state[i]) && observation[i] > 0 && state[i] > 0;
}

/* Returns whether no other usable point is better in one misfit and not worse in the other. */
static bool
is_kept(const double *observation, const double *state, int n, int i)
{
  if (!is_usable(observation, state, i))
    return false;
  for (int j = 0; j < n; j++) {
    bool as_good = observation[j] <= observation[i] && state[j] <= state[i];
    bool better = observation[j] < observation[i] || state[j] < state[i];

    if (j != i && is_usable(observation, state, j) && as_good && better)
      return false;
  }
  return true;
}

static double
measure_distance(Place a, Place b)
{
  return hypot(b.x - a.x, b.y - a.y);
}

/* Sum of the distances between the points that are kept, and their number. */
static double
measure_length(const double *observation, const double *state, int n, int *n_kept)
{
  double length = 0;
  int last = -1;

  *n_kept = 0;
  for (int i = 0; i < n; i++) {
    if (!is_kept(observation, state, n, i))
      continue;
    if (last >= 0)
      length +=
          measure_distance(read_place(observation, state, last), read_place(observation, state, i));
    last = i;
    ++*n_kept;
  }
  return length;
}

/* The next kept point from i, forwards or backwards, that is `arm` away; -1: none. */
static int
find_end(const double *observation, const double *state, int n, int i, int step, double arm)
{
  Place here = read_place(observation, state, i);

  for (int j = i + step; j >= 0 && j < n; j += step)
    if (is_kept(observation, state, n, j) &&
        measure_distance(here, read_place(observation, state, j)) >= arm)
      return j;
  return -1;
}

/* Turn to the left at b, from a to c, and the curvature that belongs to it. */
static double
measure_turn(Place a, Place b, Place c, double *curvature)
{
  double ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
  double turn = atan2(ux * vy - uy * vx, ux * vx + uy * vy);

  *curvature = 2 * turn / (hypot(ux, uy) + hypot(vx, vy));
  return turn;
}

/* Turn and curvature at point i over its arms; NAN where it has none. */
static double
measure_point(
    double *curvature, const double *observation, const double *state, int n, int i, double arm)
{
  int a = find_end(observation, state, n, i, -1, arm);
  int c = find_end(observation, state, n, i, 1, arm);

  if (a < 0 || c < 0)
    return NAN;
  return measure_turn(read_place(observation, state, a), read_place(observation, state, i),
                      read_place(observation, state, c), curvature);
}

static TrLCorner
find_corner(const double *observation, const double *state, int n, double arm)
{
  TrLCorner corner = {.index = -1, .turn = NAN, .why = "the curve has no sharp turn"};
  double best = 0, turn, curvature;

  for (int i = 0; i < n; i++) {
    if (!is_kept(observation, state, n, i))
      continue;
    turn = measure_point(&curvature, observation, state, n, i, arm);
    if (isnan(turn))
      continue;
    if (turn >= TR_LCURVE_TURN && curvature > best) {
      best = curvature;
      corner = (TrLCorner){.index = i, .turn = turn};
    } else if (corner.index < 0 && !(turn <= corner.turn)) {
      corner.turn = turn;
    }
  }
  return corner;
}

TrLCorner
tr_lcurve_corner(const double *observation, const double *state, int n)
{
  TR_ASSERT(tr_is_array(observation, n) && tr_is_array(state, n));

  int n_kept;
  double length = measure_length(observation, state, n, &n_kept);

  if (n_kept < TR_LCURVE_MIN_POINTS)
    return (TrLCorner){-1, NAN, "fewer than five usable points"};
  if (length < MIN_LENGTH)
    return (TrLCorner){-1, NAN, "the misfits hardly change"};
  return find_corner(observation, state, n, ARM_SHARE * length);
}
