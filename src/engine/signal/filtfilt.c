#include "engine/signal/filtfilt.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PAIRS = 8 };

/* A second-order section y = b/a u with a[0] = 1 and its two states (transposed direct form). */
typedef struct Section {
  double b[3], a[3];
  double steady[2]; /* states for a constant input of one */
} Section;

/* Bilinear transform of one Butterworth pole pair, prewarped: w = tan(pi cutoff/rate). */
static Section
design_section(double cutoff, double rate, int order, int pair)
{
  double w = tan(M_PI * cutoff / rate);
  double q = 2 * cos(M_PI * (2 * pair + 1) / (2.0 * order));
  double damping = fabs(q), norm = 1 / (1 + damping * w + w * w);
  Section s;

  s.b[0] = s.b[2] = w * w * norm;
  s.b[1] = 2 * s.b[0];
  s.a[0] = 1;
  s.a[1] = 2 * (w * w - 1) * norm;
  s.a[2] = (1 - damping * w + w * w) * norm;

  /* gain one at rest: x1 = b2 - a2, x0 = b1 - a1 + x1 */
  s.steady[1] = s.b[2] - s.a[2];
  s.steady[0] = s.b[1] - s.a[1] + s.steady[1];
  return s;
}

static void
run_section(double *y, size_t n, const Section *s, bool backward)
{
  double first = backward ? y[n - 1] : y[0];
  double x0 = s->steady[0] * first, x1 = s->steady[1] * first;

  for (size_t k = 0; k < n; k++) {
    double *at = backward ? &y[n - 1 - k] : &y[k];
    double u = *at, out = s->b[0] * u + x0;

    x0 = s->b[1] * u - s->a[1] * out + x1;
    x1 = s->b[2] * u - s->a[2] * out;
    *at = out;
  }
}

/* y with `pad` values reflected through each end point. */
static double *
pad_odd(const double *y, size_t n, size_t pad)
{
  double *padded = malloc((n + 2 * pad) * sizeof *padded);

  if (!padded)
    return NULL;
  for (size_t i = 0; i < pad; i++) {
    padded[i] = 2 * y[0] - y[pad - i];
    padded[pad + n + i] = 2 * y[n - 1] - y[n - 2 - i];
  }
  for (size_t i = 0; i < n; i++)
    padded[pad + i] = y[i];
  return padded;
}

/* Runs the sections over y forward and backward, beyond its ends by `wanted` samples at most. */
static TrStatus
run_both_ways(double *y, size_t n, const Section *sections, int n_sections, size_t wanted)
{
  size_t pad = wanted < n - 1 ? wanted : n - 1;
  double *padded = pad_odd(y, n, pad);

  if (!padded)
    return TR_NO_MEMORY;
  for (int backward = 0; backward < 2; backward++)
    for (int i = 0; i < n_sections; i++)
      run_section(padded, n + 2 * pad, &sections[i], backward);
  for (size_t i = 0; i < n; i++)
    y[i] = padded[pad + i];
  free(padded);
  return TR_OK;
}

TrStatus
tr_filter_zero_phase(double *y, size_t n, double rate, double cutoff, int order)
{
  TR_ASSERT(tr_is_array(y, n) && order > 0 && order % 2 == 0);

  Section sections[MOST_PAIRS];

  if (!(cutoff > 0) || !(cutoff < rate / 2) || order < 2 || order % 2 || order / 2 > MOST_PAIRS)
    return TR_BAD_SETTING;
  if (n < 2)
    return TR_OK;
  for (int i = 0; i < order / 2; i++)
    sections[i] = design_section(cutoff, rate, order, i);
  return run_both_ways(y, n, sections, order / 2, (size_t)ceil(order * rate / cutoff));
}

/* Bilinear transform of (s^2 + w^2)/(s^2 + b s + w^2), prewarped; forward and backward, its gain is
 * 1/2 where its own power gain is. */
static Section
design_notch(double frequency, double width, double rate)
{
  double angle = 2 * M_PI * frequency / rate, r = tan(M_PI * width / rate), norm = 1 / (1 + r);
  Section s;

  s.b[0] = s.b[2] = norm;
  s.b[1] = s.a[1] = -2 * cos(angle) * norm;
  s.a[0] = 1;
  s.a[2] = (1 - r) * norm;
  s.steady[1] = s.b[2] - s.a[2];
  s.steady[0] = s.b[1] - s.a[1] + s.steady[1];
  return s;
}

TrStatus
tr_notch_zero_phase(double *y, size_t n, double rate, double frequency, double width)
{
  TR_ASSERT(tr_is_array(y, n));

  if (!(width > 0) || !(width / 2 < frequency) || !(frequency < rate / 2))
    return TR_BAD_SETTING;
  if (n < 2)
    return TR_OK;
  Section s = design_notch(frequency, width, rate);
  return run_both_ways(y, n, &s, 1, (size_t)ceil(4 * rate / width));
}
