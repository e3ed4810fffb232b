/* Shape of residuals with known distribution, and the detected deviations. */
#include "engine/est/diagnose/residual_shape.h"

#include <math.h>

#include "support/check.h"

enum { N = 4000 };

static double t[N], scaled[N];

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

static TrResidualShape
look(void)
{
  TrLogFit log = {0};
  TrSensorFit sensor = {.n_residuals = N, .t = t, .scaled = scaled, .loss = {TR_LOSS_NONE, 0}};
  TrResidualCheck check;
  TrResidualShape shape;

  tr_assert_ok(tr_residual_check(&check, &log, &sensor, 0), NULL);
  tr_assert_ok(tr_residual_shape(&shape, &sensor, &check), NULL);
  tr_residual_check_clear(&check);
  return shape;
}

/* White noise of the stated size has no deviation; it lies on the line of its quantiles. */
static void
test_white(void)
{
  GRand *random = g_rand_new_with_seed(11);

  for (int i = 0; i < N; i++) {
    t[i] = i * 0.01;
    scaled[i] = draw_normal(random);
  }
  TrResidualShape shape = look();
  g_assert_cmpuint(shape.oddities, ==, 0);
  g_assert_cmpfloat(fabs(shape.mean), <, 4 / sqrt(N));
  tr_assert_close(shape.mean_error, 1 / sqrt(N), 0.1, 0);
  tr_assert_close(shape.sd, 1, 4 / sqrt(2.0 * N), 0);
  for (int i = 0; i < N; i++) {
    g_assert_true(i == 0 || (shape.sorted[i] >= shape.sorted[i - 1] &&
                             shape.normal[i] > shape.normal[i - 1]));
    if (i > N / 100 && i < N - N / 100)
      g_assert_cmpfloat(fabs(shape.sorted[i] - shape.normal[i]), <, 0.3);
  }
  tr_assert_close(shape.normal[0], -shape.normal[N - 1], 1e-8, 0);
  tr_residual_shape_clear(&shape);
  g_rand_free(random);
}

/* Each deviation alone, from its cause. */
static void
test_oddities(void)
{
  GRand *random = g_rand_new_with_seed(12);
  double before = 0;

  for (int i = 0; i < N; i++)
    scaled[i] = 0.15 + draw_normal(random);
  TrResidualShape biased = look();
  g_assert_cmpuint(biased.oddities, ==, TR_RESIDUALS_BIASED);
  for (int i = 0; i < N; i++)
    scaled[i] = draw_normal(random) * (i % 40 == 0 ? 6 : 0.9);
  TrResidualShape heavy = look();
  g_assert_cmpuint(heavy.oddities, ==, TR_RESIDUALS_HEAVY);
  g_assert_cmpint(heavy.n_outliers, >, 10);
  for (int i = 0; i < N; i++)
    scaled[i] = before = 0.8 * before + 0.6 * draw_normal(random);
  TrResidualShape coloured = look();
  g_assert_cmpuint(coloured.oddities, ==, TR_RESIDUALS_COLOURED);
  for (int i = 0; i < N; i++)
    scaled[i] = 2.5 * draw_normal(random);
  TrResidualShape large = look();
  g_assert_cmpuint(large.oddities, ==, TR_RESIDUALS_LARGE);
  tr_residual_shape_clear(&biased);
  tr_residual_shape_clear(&heavy);
  tr_residual_shape_clear(&coloured);
  tr_residual_shape_clear(&large);
  g_rand_free(random);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/residual-shape/white", test_white);
  g_test_add_func("/engine/residual-shape/oddities", test_oddities);
  return g_test_run();
}
