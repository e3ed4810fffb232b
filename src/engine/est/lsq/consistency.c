#include "engine/est/lsq/consistency.h"

#include <float.h>
#include <math.h>

enum { MAX_TERMS = 10000 };

/* exp(-x) x^a / Gamma(a) */
static double
gamma_factor(double a, double x)
{
  int sign; /* lgamma() would keep it in a global variable */

  return exp(a * log(x) - x - lgamma_r(a, &sign));
}

/* Lower function by its series: P = factor sum x^n / (a (a + 1) .. (a + n)). */
static double
sum_lower_series(double a, double x)
{
  double term = 1 / a, sum = term;

  for (int n = 1; n < MAX_TERMS && term > sum * DBL_EPSILON; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return gamma_factor(a, x) * sum;
}

/* Upper function by its continued fraction, evaluated forward with the ratios of successive
 * numerators and denominators (Lentz):
 *
 *   Q = factor / (x + 1 - a - 1 (1 - a)/(x + 3 - a - 2 (2 - a)/(x + 5 - a - ..))) */
static double
evaluate_upper_fraction(double a, double x)
{
  double b = x + 1 - a, c = 1 / DBL_MIN, d = 1 / b, value = d;

  for (int n = 1; n < MAX_TERMS; n++) {
    double numerator = -n * (n - a), ratio;

    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
    c = fabs(c) < DBL_MIN ? DBL_MIN : c;
    ratio = c * d;
    value *= ratio;
    if (fabs(ratio - 1) < DBL_EPSILON)
      break;
  }
  return gamma_factor(a, x) * value;
}

double
tr_chi2_p_value(double chi2, int dof)
{
  double a = 0.5 * dof, x = 0.5 * chi2;

  if (isnan(chi2) || dof < 1)
    return NAN;
  if (x <= 0)
    return 1;
  if (isinf(x))
    return 0;
  return x < a + 1 ? 1 - sum_lower_series(a, x) : evaluate_upper_fraction(a, x);
}

static bool
counts(double value, double sigma)
{
  return isfinite(value) && isfinite(sigma) && sigma > 0;
}

void
tr_consistency(TrConsistency *out, const double *values, const double *sigmas, int n)
{
  TR_ASSERT(out && tr_is_array(values, n) && tr_is_array(sigmas, n));

  double weight = 0, sum = 0, largest = -1;

  *out = (TrConsistency){.value = NAN, .sigma = NAN, .chi2 = NAN, .p_value = NAN, .farthest = -1};
  for (int i = 0; i < n; i++) {
    if (!counts(values[i], sigmas[i]))
      continue;
    weight += 1 / (sigmas[i] * sigmas[i]);
    sum += values[i] / (sigmas[i] * sigmas[i]);
    out->n++;
  }
  if (out->n == 0)
    return;
  out->value = sum / weight;
  out->sigma = 1 / sqrt(weight);
  out->dof = out->n - 1;
  if (out->n < 2)
    return;
  out->chi2 = 0;
  for (int i = 0; i < n; i++) {
    double distance = fabs(values[i] - out->value) / sigmas[i];

    if (!counts(values[i], sigmas[i]))
      continue;
    out->chi2 += distance * distance;
    if (distance > largest) {
      largest = distance;
      out->farthest = i;
    }
  }
  out->p_value = tr_chi2_p_value(out->chi2, out->dof);
}
