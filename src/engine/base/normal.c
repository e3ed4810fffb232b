#include "engine/base/normal.h"

#include <math.h>

#include "engine/base/base.h"

/* Solves Phi(z) = p by Newton within a bisection; Phi from erfc is exact to the last digit. */
double
tr_normal_quantile(double p)
{
  TR_ASSERT(!(p < 0 || p > 1));

  double low = -40, high = 40, z = 0;

  for (int i = 0; i < 200 && high - low > 1e-12; i++) {
    double error = erfc(-z / sqrt(2)) / 2 - p;
    double next = z - error * sqrt(2 * M_PI) * exp(z * z / 2);

    if (error < 0)
      low = z;
    else
      high = z;
    if (fabs(next - z) < 1e-10)
      return next;
    z = next > low && next < high ? next : (low + high) / 2;
  }
  return z;
}
