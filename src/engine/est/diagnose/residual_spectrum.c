#include "engine/est/diagnose/residual_spectrum.h"

#include <math.h>

#include "engine/base/normal.h"

/* Lengths of segments; at least SEGMENTS of them fit into the residuals side by side. */
enum { SHORTEST = 16, LONGEST = 2 * TR_SPECTRUM_MOST, SEGMENTS = 4 };

/* Squared correlation of the powers of two neighbouring segments with Hann windows. */
#define OVERLAP (1 / 36.0)

/* Moves the element of index i to that with the bits of i reversed. */
static void
reverse_bits(double *re, double *im, int n)
{
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;

    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double x = re[i], y = im[i];
      re[i] = re[j], im[i] = im[j];
      re[j] = x, im[j] = y;
    }
  }
}

/* Fourier transform in place; n is a power of two (Cooley and Tukey 1965). */
static void
transform(double *re, double *im, int n)
{
  reverse_bits(re, im, n);
  for (int half = 1; half < n; half *= 2)
    for (int k = 0; k < half; k++) {
      double c = cos(M_PI * k / half), s = -sin(M_PI * k / half);

      for (int i = k; i < n; i += 2 * half) {
        double x = c * re[i + half] - s * im[i + half], y = c * im[i + half] + s * re[i + half];
        re[i + half] = re[i] - x, im[i + half] = im[i] - y;
        re[i] += x, im[i] += y;
      }
    }
}

/* Adds the power of a segment. */
static void
add_segment(double *power, const double *z, const double *window, int length)
{
  double re[LONGEST], im[LONGEST] = {0}, mean = 0;

  for (int i = 0; i < length; i++)
    mean += z[i] / length;
  for (int i = 0; i < length; i++)
    re[i] = window[i] * (z[i] - mean);
  transform(re, im, length);
  for (int k = 1; k < length / 2; k++)
    power[k - 1] += re[k] * re[k] + im[k] * im[k];
}

/* Returns the quantile of chi^2/freedoms at a normal quantile (Wilson and Hilferty 1931). */
static double
find_quantile(double freedoms, double z)
{
  double a = 2 / (9 * freedoms), root = 1 - a + z * sqrt(a);

  return root > 0 ? root * root * root : 0;
}

void
tr_residual_spectrum(TrResidualSpectrum *out, const double *t, const double *z, int n)
{
  TR_ASSERT(out && tr_is_array(t, n) && tr_is_array(z, n));

  double window[LONGEST], square = 0;
  int length = LONGEST, count = 0;
  double step = n > 1 ? (t[n - 1] - t[0]) / (n - 1) : 0;

  *out = (TrResidualSpectrum){0};
  while (length > SHORTEST && SEGMENTS * length > n)
    length /= 2;
  if (SEGMENTS * length > n || !(step > 0))
    return;
  for (int i = 0; i < length; i++) {
    double s = sin(M_PI * (i + 0.5) / length);
    window[i] = s * s;
    square += window[i] * window[i];
  }
  for (int i = 0; i + length <= n; i += length / 2, count++)
    add_segment(out->power, z + i, window, length);
  out->n = length / 2 - 1;
  for (int k = 0; k < out->n; k++) {
    out->frequency[k] = (k + 1) / (length * step);
    out->power[k] /= count * square;
  }
  double freedoms = 2 * count / (1 + 2 * OVERLAP * (count - 1) / count);
  out->low = find_quantile(freedoms, -TR_NORMAL_95);
  out->high = find_quantile(freedoms, TR_NORMAL_95);
}
