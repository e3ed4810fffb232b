#include "engine/signal/localfit.h"

#include <math.h>

#include "engine/base/base.h"

enum { MIN_SAMPLES = 4, ORDER = 3 };

/* Time from `at` in half widths of the window, so that the normal matrix is well scaled. */
static double
scaled_time(const double *t, size_t i, size_t n, double at)
{
  return 2 * (t[i] - at) / (t[n - 1] - t[0]);
}

/* First column of the inverse normal matrix of 1, x, x^2: by cofactors. */
static void
solve_moments(double c[ORDER], const double moment[5])
{
  double m0 = moment[0], m1 = moment[1], m2 = moment[2], m3 = moment[3], m4 = moment[4];
  double a = m2 * m4 - m3 * m3, b = m2 * m3 - m1 * m4, d = m1 * m3 - m2 * m2;
  double determinant = m0 * a + m1 * b + m2 * d;

  c[0] = a / determinant;
  c[1] = b / determinant;
  c[2] = d / determinant;
}

static void
fit_polynomial(double c[ORDER], const double *t, size_t n, double at)
{
  double moment[5] = {0};

  for (size_t i = 0; i < n; i++) {
    double x = scaled_time(t, i, n, at), power = 1;

    for (int k = 0; k < 5; k++, power *= x)
      moment[k] += power;
  }
  solve_moments(c, moment);
}

bool
tr_local_fit(TrLocalFit *fit, const double *t, const double *y, size_t n, double at)
{
  TR_ASSERT(fit && tr_is_array(t, n) && tr_is_array(y, n));

  double c[ORDER];

  if (n < MIN_SAMPLES)
    return false;
  fit_polynomial(c, t, n, at);
  *fit = (TrLocalFit){.n_samples = (int)n};
  for (size_t i = 0; i < n; i++) {
    double x = scaled_time(t, i, n, at);
    double weight = c[0] + x * (c[1] + x * c[2]);

    fit->value += weight * y[i];
    fit->variance_factor += weight * weight;
  }
  return isfinite(fit->value);
}
