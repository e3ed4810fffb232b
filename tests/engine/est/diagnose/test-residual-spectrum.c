/* Spectrum of series with known power. */
#include "engine/est/diagnose/residual_spectrum.h"

#include <math.h>

#include "support/check.h"

enum { N = 20000 };
#define STEP 0.01

static double t[N], z[N];

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

static void
fill_noise(double sigma)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(7);

  for (int i = 0; i < N; i++) {
    t[i] = STEP * i;
    z[i] = sigma * draw_normal(random);
  }
}

/* White noise has its variance at every frequency, and 95 % of the values lie in the band. */
static void
test_white(void)
{
  TrResidualSpectrum spectrum;
  double sum = 0;
  int inside = 0;

  fill_noise(1);
  tr_residual_spectrum(&spectrum, t, z, N);
  g_assert_cmpint(spectrum.n, ==, TR_SPECTRUM_MOST - 1);
  tr_assert_close(spectrum.frequency[0], 1 / (2 * TR_SPECTRUM_MOST * STEP), 1e-12, 0);
  for (int k = 0; k < spectrum.n; k++) {
    sum += spectrum.power[k] / spectrum.n;
    inside += spectrum.power[k] > spectrum.low && spectrum.power[k] < spectrum.high;
  }
  tr_assert_close(sum, 1, 0.03, 0);
  g_assert_cmpfloat(fabs((double)inside / spectrum.n - 0.95), <, 0.03);
  fill_noise(3);
  tr_residual_spectrum(&spectrum, t, z, N);
  sum = 0;
  for (int k = 0; k < spectrum.n; k++)
    sum += spectrum.power[k] / spectrum.n;
  tr_assert_close(sum, 9, 0.3, 0);
}

/* The sum over a sine's peak is its power: A^2/4 L of one side, less what the window spreads. */
static void
test_sine(void)
{
  TrResidualSpectrum spectrum;
  int best = 0;
  double sum = 0, amplitude = 0.5, length = 2 * TR_SPECTRUM_MOST;

  for (int i = 0; i < N; i++) {
    t[i] = STEP * i;
    z[i] = 3 + amplitude * sin(2 * G_PI * 7.3 * t[i]);
  }
  tr_residual_spectrum(&spectrum, t, z, N);
  for (int k = 0; k < spectrum.n; k++) {
    sum += spectrum.power[k];
    best = spectrum.power[k] > spectrum.power[best] ? k : best;
  }
  tr_assert_close(spectrum.frequency[best], 7.3, 1 / (length * STEP), 0);
  /* Parseval: the mean of the two-sided spectrum is the variance A^2/2 */
  tr_assert_close(2 * sum / length, amplitude * amplitude / 2, 0.01 * amplitude * amplitude, 0);
}

static void
test_few(void)
{
  TrResidualSpectrum spectrum;

  fill_noise(1);
  tr_residual_spectrum(&spectrum, t, z, 63);
  g_assert_cmpint(spectrum.n, ==, 0);
  tr_residual_spectrum(&spectrum, t, z, 64);
  g_assert_cmpint(spectrum.n, ==, 7);
  tr_residual_spectrum(&spectrum, t, z, 0);
  g_assert_cmpint(spectrum.n, ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/residual-spectrum/white", test_white);
  g_test_add_func("/engine/est/residual-spectrum/sine", test_sine);
  g_test_add_func("/engine/est/residual-spectrum/few", test_few);
  return g_test_run();
}
