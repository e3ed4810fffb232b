#include "engine/signal/noise.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"
#include "engine/base/order.h"

/* Largest number of samples used, in evenly spread blocks. */
enum { MAX_SAMPLES = 20000 };

/* Differences count as multiples of a quantum within this share of it. */
#define QUANTUM_TOLERANCE 0.02

/* Precision of an exact signal, as a share of its range. */
#define EXACT_SHARE 1e-9

/* sd of the k-th difference of unit white noise is sqrt(binomial(2k, k)); k = 4: sqrt(70).  The
 * median of |x| of a normal variable is 0.6745 sd. */
#define FOURTH_DIFFERENCE_SD 8.366600265340756
#define MEDIAN_OF_NORMAL     0.6744897501960817

double
tr_signal_quantum(const double *y, size_t n)
{
  TR_ASSERT(tr_is_array(y, n));

  double least = INFINITY, range = 0;

  for (size_t i = 1; i < n; i++) {
    double d = fabs(y[i] - y[i - 1]);

    range = fmax(range, fabs(y[i] - y[0]));
    if (d > 0)
      least = fmin(least, d);
  }
  /* a step of the size of rounding is no quantum */
  if (!isfinite(least) || least < 1e-12 * range)
    return 0;
  for (size_t i = 1; i < n; i++) {
    double steps = fabs(y[i] - y[i - 1]) / least;

    if (steps > 1e6 || fabs(steps - round(steps)) > QUANTUM_TOLERANCE * fmax(1, 1e-3 * steps))
      return 0;
  }
  return least;
}

double
tr_signal_noise(const double *y, size_t n)
{
  TR_ASSERT(tr_is_array(y, n));

  size_t stride = n / MAX_SAMPLES + 1, m = 0;
  double *size, median;

  if (n < 16)
    return 0;
  size = malloc((n / stride + 1) * sizeof *size);
  if (!size)
    return 0;
  for (size_t i = 4; i < n; i += stride)
    size[m++] = fabs(y[i] - 4 * y[i - 1] + 6 * y[i - 2] - 4 * y[i - 3] + y[i - 4]);
  median = tr_order(size, m, m / 2);
  free(size);
  return median / (MEDIAN_OF_NORMAL * FOURTH_DIFFERENCE_SD);
}

double
tr_signal_sigma(const double *t, const double *y, size_t n)
{
  TR_ASSERT(tr_is_array(t, n) && tr_is_array(y, n));

  double sigma = fmax(tr_signal_quantum(y, n) / sqrt(12), tr_signal_noise(y, n)), range = 0;

  if (sigma > 0)
    return sigma;
  for (size_t i = 1; i < n; i++)
    range = fmax(range, fabs(y[i] - y[0]));
  return range > 0 ? EXACT_SHARE * range : EXACT_SHARE;
}
