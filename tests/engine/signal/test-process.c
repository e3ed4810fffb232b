/* Tests of the processing of a channel: gains of the filters, derivative, outliers, resampling,
 * gaps and settings that do not fit. */
#include <math.h>

#include "engine/signal/process.h"
#include "support/check.h"
#include "support/seed.h"

enum { N = 2001, ROOM = 4 * N };

static double t[ROOM], y[ROOM];

/* Fills N samples at 1 kHz, from -1 s, with cos(2 pi f t). */
static size_t
fill_wave(double frequency)
{
  for (int i = 0; i < N; i++) {
    t[i] = (i - N / 2) / 1000.0;
    y[i] = cos(2 * G_PI * frequency * t[i]);
  }
  return N;
}

static size_t
run(const TrProcess *steps, int n_steps, size_t n)
{
  int failed = -1;

  g_assert_cmpuint(tr_process_room(t, n, steps, n_steps), <=, ROOM);
  tr_assert_ok(tr_process(t, y, &n, steps, n_steps, &failed), NULL);
  return n;
}

/* Returns the gain of a step for a wave, in the middle of the samples. */
static double
find_gain(TrProcess step, double frequency)
{
  g_assert_cmpuint(run(&step, 1, fill_wave(frequency)), ==, N);
  return y[N / 2];
}

static void
test_filters(void)
{
  const TrProcess low = {TR_PROCESS_LOW_PASS, {20}}, band = {TR_PROCESS_BAND_PASS, {5, 50}},
                  notch = {TR_PROCESS_NOTCH, {50, 4}};

  tr_assert_close(find_gain(low, 20), 0.5, 1e-6, 0);
  tr_assert_close(find_gain(low, 2), 1, 1e-6, 0);
  tr_assert_close(find_gain(band, 0.5), 0, 0, 1e-3);
  tr_assert_close(find_gain(band, 5), 0.5, 1e-3, 0);
  tr_assert_close(find_gain(band, 16), 1, 1e-2, 0);
  tr_assert_close(find_gain(band, 50), 0.5, 1e-3, 0);
  tr_assert_close(find_gain(notch, 50), 0, 0, 1e-4); /* the rest of the transients of the ends */
  tr_assert_close(find_gain(notch, 52), 0.5, 0.03, 0);
  tr_assert_close(find_gain(notch, 48), 0.5, 0.03, 0);
  tr_assert_close(find_gain(notch, 5), 1, 1e-3, 0);
}

/* Exact for parabolas, also at uneven stamps and at the ends. */
static void
test_derivative(void)
{
  const TrProcess step = {TR_PROCESS_DERIVATIVE, {0}};

  for (int i = 0; i < 50; i++) {
    t[i] = 0.01 * i + 0.002 * sin(9 * i);
    y[i] = 1 - 3 * t[i] + 7 * t[i] * t[i];
  }
  g_assert_cmpuint(run(&step, 1, 50), ==, 50);
  for (int i = 0; i < 50; i++)
    tr_assert_close(y[i], -3 + 14 * t[i], 1e-9, 1e-9);
}

static void
test_detrend(void)
{
  for (int degree = 0; degree <= 1; degree++) {
    const TrProcess step = {TR_PROCESS_DETREND, {degree}};
    fill_wave(5);
    for (int i = 0; i < N; i++)
      y[i] = 4 + 2 * t[i];
    run(&step, 1, N);
    tr_assert_close(y[0], degree ? 0 : 2 * t[0], 0, 1e-9);
    tr_assert_close(y[N - 1], degree ? 0 : 2 * t[N - 1], 0, 1e-9);
  }
}

/* Single samples far off go; a wave, noise and a step of the signal stay. */
static void
test_outliers(void)
{
  const TrProcess step = {TR_PROCESS_OUTLIERS, {5, 5}};

  fill_wave(3);
  for (int i = 0; i < N; i++)
    y[i] += 0.01 * sin(1e4 * i) + (i > 1200 ? 3 : 0);
  y[400] += 1;
  y[900] -= 2;
  g_assert_cmpuint(run(&step, 1, N), ==, N - 2);
  g_assert_cmpfloat(t[400], >, (400 - N / 2 + 0.5) / 1000.0);
}

/* A parabola keeps its values at any rate; nothing appears within a gap. */
static void
test_resample(void)
{
  static const double rates[] = {100, 250, 1000, 3000};

  for (int r = 0; r < 4; r++) {
    const TrProcess step = {TR_PROCESS_RESAMPLE, {rates[r]}};
    fill_wave(1);
    for (int i = 0; i < N; i++) {
      t[i] += i > N / 2 ? 0.5 : 0;
      y[i] = 2 * t[i] * t[i] - t[i];
    }
    size_t n = run(&step, 1, N);
    g_assert_cmpfloat(fabs((double)n - 2 * rates[r]), <=, 3);
    for (size_t k = 0; k < n; k++) {
      double place = (t[k] - t[0]) * rates[r];
      tr_assert_close(place, round(place), 0, 1e-6);
      tr_assert_close(y[k], 2 * t[k] * t[k] - t[k], 1e-6, 1e-6);
      g_assert_true(t[k] < 0.001 || t[k] > 0.5);
    }
  }
}

/* A filter does not reach over a gap. */
static void
test_gap(void)
{
  const TrProcess step = {TR_PROCESS_LOW_PASS, {10}};

  fill_wave(1);
  for (int i = 0; i < N; i++) {
    t[i] += i >= 1000 ? 1 : 0;
    y[i] = i >= 1000;
  }
  run(&step, 1, N);
  tr_assert_close(y[999], 0, 0, 1e-9);
  tr_assert_close(y[1000], 1, 1e-9, 0);
}

/* The steps act one after the other; the one that cannot is named. */
static void
test_failed(void)
{
  const TrProcess steps[] = {{TR_PROCESS_RESAMPLE, {100}}, {TR_PROCESS_LOW_PASS, {60}}};
  const TrProcess odd[] = {{TR_PROCESS_BAND_PASS, {5, 5}},
                           {TR_PROCESS_NOTCH, {1, 3}},
                           {TR_PROCESS_DETREND, {2}},
                           {TR_PROCESS_OUTLIERS, {5, 0}},
                           {TR_PROCESS_RESAMPLE, {0}}};
  size_t n = fill_wave(5);
  int failed = -1;

  g_assert_cmpint(tr_process(t, y, &n, steps, 2, &failed), ==, TR_BAD_SETTING);
  g_assert_cmpint(failed, ==, 1);
  g_assert_true(tr_process_is_valid(&steps[1]));
  for (gsize i = 0; i < G_N_ELEMENTS(odd); i++)
    g_assert_false(tr_process_is_valid(&odd[i]));
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/signal/process/filters", test_filters);
  g_test_add_func("/engine/signal/process/derivative", test_derivative);
  g_test_add_func("/engine/signal/process/detrend", test_detrend);
  g_test_add_func("/engine/signal/process/outliers", test_outliers);
  g_test_add_func("/engine/signal/process/resample", test_resample);
  g_test_add_func("/engine/signal/process/gap", test_gap);
  g_test_add_func("/engine/signal/process/failed", test_failed);
  return g_test_run();
}
