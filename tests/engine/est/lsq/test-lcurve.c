/* Corner of an L-curve. */
#include <glib.h>
#include <math.h>

#include "engine/est/lsq/lcurve.h"

enum { N = 17 };

/* Noise below weight 1, an incomplete model above `knee`: misfits of a fit of known shape, at
 * weights from 1e-4 to 1e12 in decades. */
static void
fill_curve(double *observation, double *state, double knee)
{
  for (int i = 0; i < N; i++) {
    double weight = pow(10, i - 4), relief = 1 / (1 + 1 / weight);
    observation[i] = relief * sqrt(1 + pow(weight / knee, 1.2));
    state[i] = 1e-2 / (1 + weight) + 1e-2 / knee * pow(weight / knee, -0.1);
  }
}

static void
test_knee_is_found(void)
{
  double observation[N], state[N];

  for (int exponent = 3; exponent <= 6; exponent++) {
    fill_curve(observation, state, pow(10, exponent));
    TrLCorner corner = tr_lcurve_corner(observation, state, N);
    g_assert_cmpint(abs(corner.index - (exponent + 4)), <=, 1);
    g_assert_cmpfloat(corner.turn, >, TR_LCURVE_TURN);
    g_assert_null(corner.why);
  }
}

/* A turn to the right, as where all noise is explained, is no corner. */
static void
test_right_turn_is_no_corner(void)
{
  double observation[N], state[N];

  for (int i = 0; i < N; i++) {
    double weight = pow(10, i - 8);
    observation[i] = 1 / (1 + 1 / weight);
    state[i] = 1 / (1 + weight);
  }
  TrLCorner corner = tr_lcurve_corner(observation, state, N);
  g_assert_cmpint(corner.index, ==, -1);
  g_assert_nonnull(corner.why);
  g_assert_cmpfloat(corner.turn, <, TR_LCURVE_TURN);
}

static void
test_straight_line_is_no_corner(void)
{
  double observation[N], state[N];

  for (int i = 0; i < N; i++) {
    observation[i] = pow(10, 0.3 * i);
    state[i] = pow(10, -0.3 * i);
  }
  TrLCorner corner = tr_lcurve_corner(observation, state, N);
  g_assert_cmpint(corner.index, ==, -1);
  g_assert_cmpfloat_with_epsilon(corner.turn, 0, 1e-9);
}

static void
test_short_curves_have_none(void)
{
  double observation[N], state[N];

  fill_curve(observation, state, 1e4);
  g_assert_cmpstr(tr_lcurve_corner(observation, state, 4).why, ==, "fewer than five usable points");
  for (int i = 0; i < N; i++) {
    observation[i] = 1 + 1e-3 * i;
    state[i] = 1 - 1e-3 * i;
  }
  g_assert_cmpstr(tr_lcurve_corner(observation, state, N).why, ==, "the misfits hardly change");
}

/* Failed points, a local minimum that others beat, and points that nearly coincide. */
static void
test_odd_points_do_not_matter(void)
{
  double observation[N], state[N];

  fill_curve(observation, state, 1e4);
  int expected = tr_lcurve_corner(observation, state, N).index;
  observation[2] = NAN;
  state[3] = 0;
  observation[5] *= 30;
  state[5] *= 30;
  g_assert_cmpint(tr_lcurve_corner(observation, state, N).index, ==, expected);
  observation[6] = observation[7] * (1 - 1e-9);
  state[6] = state[7] * (1 + 1e-7);
  g_assert_cmpint(tr_lcurve_corner(observation, state, N).index, ==, expected);
}

/* Units change neither misfit's logarithm but for a shift. */
static void
test_units_do_not_matter(void)
{
  double observation[N], state[N];

  fill_curve(observation, state, 1e4);
  TrLCorner one = tr_lcurve_corner(observation, state, N);
  for (int i = 0; i < N; i++) {
    observation[i] *= 180 / 3.14159;
    state[i] *= 1e-6;
  }
  TrLCorner other = tr_lcurve_corner(observation, state, N);
  g_assert_cmpint(one.index, ==, other.index);
  g_assert_cmpfloat_with_epsilon(one.turn, other.turn, 1e-9);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/lcurve/knee", test_knee_is_found);
  g_test_add_func("/lcurve/right-turn", test_right_turn_is_no_corner);
  g_test_add_func("/lcurve/straight", test_straight_line_is_no_corner);
  g_test_add_func("/lcurve/short", test_short_curves_have_none);
  g_test_add_func("/lcurve/odd-points", test_odd_points_do_not_matter);
  g_test_add_func("/lcurve/units", test_units_do_not_matter);
  return g_test_run();
}
