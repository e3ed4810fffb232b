/* Test of the residual level along a log. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "ui/session/inspect/residual-strip.h"

enum { N = 1600 };

/* Two sensors over 0 ... 16 s, 0.5 sigma everywhere; the second one 6 sigma in 8.0 ... 8.1 s, and
 * no sample of either from 12 s on. */
static void
test_strip(void)
{
  double t[N], small[N], large[N];
  TrSensorFit sensors[2] = {{.n_residuals = N, .t = t, .scaled = small},
                            {.n_residuals = N, .t = t, .scaled = large}};
  const TrLogFit log = {.n_sensors = 2, .sensors = sensors};

  for (int i = 0; i < N; i++) {
    t[i] = 16.0 * (i + 0.5) / N;
    small[i] = t[i] < 12 ? 0.5 : NAN;
    large[i] = t[i] < 12 ? (t[i] >= 8 && t[i] < 8.1 ? -6 : 0.5) : NAN;
  }
  g_autofree TrammelResidualStrip *strip = trammel_residual_strip_new(&log, 0, 16);
  g_assert_cmpfloat_with_epsilon(strip->rms[0], 0.5, 1e-12);
  g_assert_cmpuint(strip->worst, ==, 80);
  g_assert_cmpfloat_with_epsilon(strip->rms[80], sqrt((36 + 0.25) / 2), 1e-12);
  g_assert_true(isnan(strip->rms[130]));
  g_assert_cmpfloat_with_epsilon(strip->total,
                                 sqrt((2 * 1200 * 0.25 + 10 * (36 - 0.25)) / (2 * 1200)), 1e-12);
  g_assert_cmpfloat(trammel_residual_strip_get_level(strip, 0), ==, 0);
  g_assert_cmpfloat(trammel_residual_strip_get_level(strip, 80), ==, 1);
  g_assert_cmpfloat(trammel_residual_strip_get_level(strip, 130), ==, 0);
  g_assert_cmpuint(trammel_residual_strip_find(strip, -1), ==, 0);
  g_assert_cmpuint(trammel_residual_strip_find(strip, 8.05), ==, 80);
  g_assert_cmpuint(trammel_residual_strip_find(strip, 99), ==, TRAMMEL_STRIP_BINS - 1);
  g_autofree char *all = trammel_residual_strip_describe(strip);
  g_autofree char *part = trammel_residual_strip_describe_bin(strip, 80);
  g_autofree char *none = trammel_residual_strip_describe_bin(strip, 130);
  g_assert_nonnull(strstr(all, "from 8.0 to 8.1 s with 4.3 σ"));
  g_assert_cmpstr(part, ==, "8.0 to 8.1 s: residuals of 4.3 σ (rms of all sensors)");
  g_assert_cmpstr(none, ==, "13.0 to 13.1 s: no sample");
}

/* Parts of the log outside the trim do not count. */
static void
test_ends(void)
{
  double t[] = {0, 1, 2, 3}, scaled[] = {9, 1, 1, 9};
  TrSensorFit sensor = {.n_residuals = 4, .t = t, .scaled = scaled};
  const TrLogFit log = {.n_sensors = 1, .sensors = &sensor};
  g_autofree TrammelResidualStrip *strip = trammel_residual_strip_new(&log, 1, 2);
  const TrLogFit empty = {0};
  g_autofree TrammelResidualStrip *nothing = trammel_residual_strip_new(&empty, 0, 1);

  g_assert_cmpfloat(strip->total, ==, 1);
  g_assert_cmpfloat(strip->rms[0], ==, 1);
  g_assert_cmpfloat(strip->rms[TRAMMEL_STRIP_BINS - 1], ==, 1);
  g_assert_true(isnan(nothing->total));
  g_autofree char *words = trammel_residual_strip_describe(nothing);
  g_assert_cmpstr(words, ==, "The run has no residuals of this log.");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/residual-strip/strip", test_strip);
  g_test_add_func("/ui/session/residual-strip/ends", test_ends);
  return g_test_run();
}
