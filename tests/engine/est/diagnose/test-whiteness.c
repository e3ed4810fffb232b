/* Whiteness and cross-correlation of series whose correlations are known. */
#include "engine/est/diagnose/whiteness.h"

#include <math.h>
#include <string.h>

#include "support/check.h"

enum { N = 2000, N_DRAWS = 200 };

#define STEP 0.01

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

/* y_k = rho y_k-1 + noise, from its stationary distribution */
static void
draw_series(double *y, int n, double rho, GRand *random)
{
  double spread = sqrt(1 - rho * rho);

  y[0] = draw_normal(random);
  for (int i = 1; i < n; i++)
    y[i] = rho * y[i - 1] + spread * draw_normal(random);
}

static void
fill_clock(double *t, int n)
{
  for (int i = 0; i < n; i++)
    t[i] = 3 + i * STEP;
}

/* +1, -1, +1 ..: r_k = (-1)^k over n - k pairs. */
static void
test_alternating(void)
{
  enum { SHORT = 40 };
  double t[SHORT], y[SHORT], q = 0;
  TrWhiteness w;

  fill_clock(t, SHORT);
  for (int i = 0; i < SHORT; i++)
    y[i] = i % 2 ? -1 : 1;
  tr_assert_ok(tr_whiteness(&w, t, y, SHORT), NULL);
  g_assert_cmpint(w.n_lags, ==, 10);
  tr_assert_close(w.step, STEP, 1e-9, 0);
  tr_assert_close(w.band, 1.959963984540054 / sqrt(SHORT), 1e-12, 0);
  for (int k = 1; k <= 10; k++) {
    tr_assert_close(w.acf[k - 1], k % 2 ? -1 : 1, 1e-12, 0);
    q += (SHORT + 2.0) / SHORT * (SHORT - k);
  }
  tr_assert_close(w.statistic, q, 1e-12, 0);
  g_assert_cmpfloat(w.p_value, <, 1e-20);
  tr_assert_close(w.independent, SHORT, 1e-12, 0);
}

/* Of white noise the p values are uniform and 95 % of the lags lie in the band. */
static void
test_white(void)
{
  static double t[N], y[N];
  g_autoptr(GRand) random = g_rand_new_with_seed(11);
  int inside = 0, lags = 0, low = 0, half = 0;

  fill_clock(t, N);
  for (int d = 0; d < N_DRAWS; d++) {
    TrWhiteness w;

    draw_series(y, N, 0, random);
    tr_assert_ok(tr_whiteness(&w, t, y, N), NULL);
    for (int k = 0; k < w.n_lags; k++, lags++)
      inside += fabs(w.acf[k]) < w.band;
    low += w.p_value < 0.05;
    half += w.p_value < 0.5;
    g_assert_cmpfloat(w.independent, >, 0.8 * N);
  }
  /* 4 standard deviations of the binomial distributions */
  g_test_message("%.4f in the band, %d of %d below 0.05, %d below 0.5", (double)inside / lags, low,
                 N_DRAWS, half);
  tr_assert_close((double)inside / lags, 0.95, 0, 0.013);
  g_assert_cmpint(low, <=, 22);
  g_assert_cmpint(ABS(half - N_DRAWS / 2), <=, 28);
}

static void
test_autoregressive(void)
{
  enum { LONG = 20000 };
  static double t[LONG], y[LONG];
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  TrWhiteness w, moved;

  fill_clock(t, LONG);
  draw_series(y, LONG, 0.8, random);
  tr_assert_ok(tr_whiteness(&w, t, y, LONG), NULL);
  for (int k = 1; k <= 5; k++)
    tr_assert_close(w.acf[k - 1], pow(0.8, k), 0, 0.06);
  g_assert_cmpfloat(w.p_value, <, 1e-20);
  tr_assert_close(w.independent, LONG * 0.2 / 1.8, 0.2, 0);

  /* neither unit nor offset matter */
  for (int i = 0; i < LONG; i++)
    y[i] = 7 - 1e-4 * y[i];
  tr_assert_ok(tr_whiteness(&moved, t, y, LONG), NULL);
  tr_assert_close_array(moved.acf, w.acf, w.n_lags, 1e-8, 0);
}

/* Of a wave of four samples a period one is missing: lags are counted in time, not in samples. */
static void
test_gap(void)
{
  enum { SHORT = 200 };
  double t[SHORT], y[SHORT];
  TrWhiteness w;

  for (int i = 0; i < SHORT; i++) {
    int k = i < 90 ? i : i + 1;

    t[i] = k * STEP;
    y[i] = sin(k * G_PI / 2 + 0.3);
  }
  tr_assert_ok(tr_whiteness(&w, t, y, SHORT), NULL);
  tr_assert_close(w.acf[3], 1, 0, 0.01);
  tr_assert_close(w.acf[1], -1, 0, 0.01);
}

static void
test_too_little(void)
{
  double t[30], y[30];
  TrWhiteness w;
  TrCrossCorrelation c;

  fill_clock(t, 30);
  for (int i = 0; i < 30; i++)
    y[i] = 0.1;
  tr_assert_ok(tr_whiteness(&w, t, y, 30), NULL);
  g_assert_cmpint(w.n_lags, ==, 0);
  g_assert_true(isnan(w.p_value));
  y[4] = 1;
  tr_assert_ok(tr_whiteness(&w, t, y, 19), NULL);
  g_assert_cmpint(w.n_lags, ==, 0);
  tr_assert_ok(tr_whiteness(&w, t, y, 0), NULL);
  tr_assert_ok(tr_cross_correlation(&c, t, y, y + 5, 25), NULL);
  g_assert_true(isnan(c.largest));
}

/* A series that follows an input by five steps, with the sign changed. */
static void
test_follows(void)
{
  static double t[N], y[N], u[N];
  g_autoptr(GRand) random = g_rand_new_with_seed(2);
  TrCrossCorrelation c;

  fill_clock(t, N);
  draw_series(u, N, 0, random);
  draw_series(y, N, 0, random);
  for (int i = 5; i < N; i++)
    y[i] -= 0.5 * u[i - 5];
  tr_assert_ok(tr_cross_correlation(&c, t, y, u, N), NULL);
  tr_assert_close(c.lag, 5 * STEP, 1e-9, 0);
  tr_assert_close(c.largest, -0.5 / sqrt(1.25), 0, 0.06);
  g_assert_cmpfloat(fabs(c.largest), >, c.band);
  g_assert_cmpint(c.n_lags, ==, TR_MAX_LAGS);
  g_assert_cmpfloat(c.r[c.n_lags + 5], ==, c.largest);
  g_assert_cmpfloat(c.r[c.n_lags - 5], <, c.band);
  tr_assert_close(c.step, STEP, 1e-9, 0);
  tr_assert_ok(tr_cross_correlation(&c, t, u, y, N), NULL);
  tr_assert_close(c.lag, -5 * STEP, 1e-9, 0);
}

/* Independent series, both slow: one in twenty exceeds the band, at most. */
static void
test_independent(void)
{
  static double t[N], y[N], u[N];
  g_autoptr(GRand) random = g_rand_new_with_seed(8);
  int outside = 0;

  fill_clock(t, N);
  for (int d = 0; d < N_DRAWS / 2; d++) {
    TrCrossCorrelation c;

    draw_series(y, N, 0.7, random);
    draw_series(u, N, 0.9, random);
    tr_assert_ok(tr_cross_correlation(&c, t, y, u, N), NULL);
    outside += fabs(c.largest) > c.band;
  }
  g_test_message("%d of %d outside", outside, N_DRAWS / 2);
  g_assert_cmpint(outside, <=, 12);
}

/* A fit by hand: residuals that follow the motor, and bad samples that are limited. */
static void
test_check(void)
{
  static double t[N], scaled[N], input[N];
  g_autoptr(GRand) random = g_rand_new_with_seed(4);
  TrTrajectory motion = {.n_nodes = N, .start = 3, .h = STEP};
  TrSensorFit sensor = {.n_residuals = N, .t = t, .scaled = scaled};
  TrLogFit log = {.n_nodes = N,
                  .trajectory = &motion,
                  .n_inputs = 1,
                  .input = input,
                  .n_sensors = 1,
                  .sensors = &sensor};
  TrResidualCheck check;
  double sum = 0;

  fill_clock(t, N);
  draw_series(input, N, 0, random);
  draw_series(scaled, N, 0, random);
  for (int i = 2; i < N; i++)
    scaled[i] += 0.4 * input[i - 2];
  scaled[700] = 500;
  scaled[701] = 500;
  for (int i = 0; i < N; i++)
    sum += scaled[i] * scaled[i];
  tr_assert_ok(tr_residual_check(&check, &log, &sensor, 1), NULL);
  g_assert_cmpint(check.n_inputs, ==, 1);
  tr_assert_close(check.inputs[0].lag, 2 * STEP, 1e-9, 0);
  tr_assert_close(check.inputs[0].largest, 0.4 / sqrt(1.16), 0, 0.08);
  tr_assert_close(check.chi2, sum, 1e-12, 0);
  g_assert_cmpfloat(check.chi2_p, <, 1e-20);
  /* two bad samples side by side would make r_1 = 0.5 */
  g_assert_cmpfloat(fabs(check.whiteness.acf[0]), <, 0.1);
  tr_residual_check_clear(&check);

  /* consistent with the sigmas: chi2 is probable */
  draw_series(scaled, N, 0, random);
  tr_assert_ok(tr_residual_check(&check, &log, &sensor, 1), NULL);
  g_assert_cmpfloat(check.chi2_p, >, 1e-3);
  g_assert_cmpfloat(check.chi2_p, <, 1 - 1e-3);
  tr_residual_check_clear(&check);
  sensor.loss = (TrLoss){TR_LOSS_CAUCHY, 0};
  tr_assert_ok(tr_residual_check(&check, &log, &sensor, 1), NULL);
  g_assert_cmpfloat(check.chi2_p, >, 1e-3);
  g_assert_cmpfloat(check.chi2_p, <, 1 - 1e-3);
  tr_residual_check_clear(&check);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/whiteness/alternating", test_alternating);
  g_test_add_func("/engine/whiteness/white", test_white);
  g_test_add_func("/engine/whiteness/autoregressive", test_autoregressive);
  g_test_add_func("/engine/whiteness/gap", test_gap);
  g_test_add_func("/engine/whiteness/too-little", test_too_little);
  g_test_add_func("/engine/whiteness/follows", test_follows);
  g_test_add_func("/engine/whiteness/independent", test_independent);
  g_test_add_func("/engine/whiteness/check", test_check);
  return g_test_run();
}
