/* Filters, local fits, windows, angles and noise. */
#include <math.h>
#include <string.h>

#include "engine/signal/filtfilt.h"
#include "engine/signal/localfit.h"
#include "engine/signal/noise.h"
#include "engine/signal/unwrap.h"
#include "engine/signal/window.h"
#include "support/check.h"

enum { N = 2000 };

/* Forward and backward: amplitude 1/(1 + (tan(w/2)/tan(wc/2))^2n), and no phase. */
static void
test_filter_gain(void)
{
  static const double frequencies[] = {2, 10, 25};

  for (int order = 2; order <= 4; order += 2)
    for (size_t f = 0; f < G_N_ELEMENTS(frequencies); f++) {
      double y[N], ratio, gain;

      for (int i = 0; i < N; i++)
        y[i] = cos(2 * G_PI * frequencies[f] * (i - N / 2) / 1000.0);
      tr_assert_ok(tr_filter_zero_phase(y, N, 1000, 10, order), NULL);
      ratio = tan(G_PI * frequencies[f] / 1000) / tan(G_PI * 10 / 1000);
      gain = 1 / (1 + pow(ratio, 2 * order));
      tr_assert_close(y[N / 2], gain, 1e-6, 1e-9);
      tr_assert_close(y[N / 2 + 5], y[N / 2 - 5], 1e-6, 1e-9);
    }
}

/* A straight line passes unchanged to its ends, except for the rest of the transient behind the
 * padding; a bad cut-off fails. */
static void
test_filter_line(void)
{
  double y[50];

  for (int i = 0; i < 50; i++)
    y[i] = 3 - 0.2 * i;
  tr_assert_ok(tr_filter_zero_phase(y, 50, 100, 5, 2), NULL);
  for (int i = 0; i < 50; i++)
    tr_assert_close(y[i], 3 - 0.2 * i, 0, 1e-3);
  g_assert_cmpint(tr_filter_zero_phase(y, 50, 100, 50, 2), ==, TR_BAD_SETTING);
  g_assert_cmpint(tr_filter_zero_phase(y, 50, 100, 0, 2), ==, TR_BAD_SETTING);
}

static void
test_local_fit(void)
{
  double t[9], y[9], variance = 0;
  TrLocalFit fit;

  for (int i = 0; i < 9; i++) {
    t[i] = 5 + 0.001 * i + 0.0002 * sin(7 * i);
    y[i] = 2 - 3 * (t[i] - 5) + 40 * pow(t[i] - 5, 2);
  }
  g_assert_true(tr_local_fit(&fit, t, y, 9, 5.0043));
  tr_assert_close(fit.value, 2 - 3 * 0.0043 + 40 * 0.0043 * 0.0043, 1e-10, 0);

  /* the variance factor follows from unit changes of the samples */
  for (int i = 0; i < 9; i++) {
    TrLocalFit changed;

    y[i] += 1;
    g_assert_true(tr_local_fit(&changed, t, y, 9, 5.0043));
    y[i] -= 1;
    variance += pow(changed.value - fit.value, 2);
  }
  tr_assert_close(fit.variance_factor, variance, 1e-9, 0);
  g_assert_cmpfloat(fit.variance_factor, <, 0.5);
  g_assert_false(tr_local_fit(&fit, t, y, 3, 5));
}

static void
test_window_mean(void)
{
  static const double t[4] = {0, 1, 2, 3}, y[4] = {1, 3, -2, 4};
  TrChannel held = {.kind = TR_SIGNAL_MOTOR, .n = 4, .t = t, .y = y};
  TrChannel linear = {.kind = TR_SIGNAL_MOTOR, .linear = true, .n = 4, .t = t, .y = y};

  tr_assert_close(tr_channel_mean(&held, 0, 2), 2, 1e-14, 0);
  tr_assert_close(tr_channel_mean(&held, 0.5, 1.5), 2, 1e-14, 0);
  tr_assert_close(tr_channel_mean(&held, -2, 0), 1, 1e-14, 0);
  tr_assert_close(tr_channel_mean(&held, 2.5, 4.5), (0.5 * -2 + 1.5 * 4) / 2, 1e-14, 0);
  tr_assert_close(tr_channel_mean(&linear, 0, 1), 2, 1e-14, 0);
  tr_assert_close(tr_channel_mean(&linear, 0.25, 0.75), 2, 1e-14, 0);
  tr_assert_close(tr_channel_mean(&linear, 1, 3), (0.5 + 1) / 2, 1e-14, 0);
}

static void
test_unwrap(void)
{
  double y[200];

  for (int i = 0; i < 200; i++)
    y[i] = remainder(0.3 * i, 2 * G_PI);
  tr_unwrap(y, 200);
  for (int i = 0; i < 200; i++)
    tr_assert_close(y[i], 0.3 * i, 1e-12, 1e-12);
}

/* White noise on a slow motion, an encoder's steps, and a constant. */
static void
test_noise(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  static double t[N], y[N];

  for (int i = 0; i < N; i++) {
    double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

    t[i] = 1e-3 * i;
    y[i] = sin(9 * t[i]) + 2e-4 * sqrt(-2 * log(u)) * cos(2 * G_PI * v);
  }
  tr_assert_close(tr_signal_sigma(t, y, N), 2e-4, 0.1, 0);
  tr_assert_close(tr_signal_quantum(y, N), 0, 0, 0);
  for (int i = 0; i < N; i++)
    y[i] = 1e-3 * round(1e3 * sin(9 * t[i]));
  tr_assert_close(tr_signal_quantum(y, N), 1e-3, 1e-6, 0);
  g_assert_cmpfloat(tr_signal_sigma(t, y, N), >=, 1e-3 / sqrt(12) * 0.999);
  for (int i = 0; i < N; i++)
    y[i] = 4;
  g_assert_cmpfloat(tr_signal_sigma(t, y, N), >, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/signal/filtfilt/gain", test_filter_gain);
  g_test_add_func("/engine/signal/filtfilt/line", test_filter_line);
  g_test_add_func("/engine/signal/localfit/parabola", test_local_fit);
  g_test_add_func("/engine/signal/window/mean", test_window_mean);
  g_test_add_func("/engine/signal/unwrap", test_unwrap);
  g_test_add_func("/engine/signal/noise", test_noise);
  return g_test_run();
}
