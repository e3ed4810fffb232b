#include "engine/signal/lost.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/order.h"
#include "engine/signal/noise.h"

/* Least motion in a step, by the median change from step to step and by the quantum. */
#define LEAST_MOTION 8.0

/* Differences of motions, by the motion, and of steps of time, by the median one. */
#define ALIKE      0.25
#define ALIKE_STEP 0.2

/* Difference of the mean step of time from the median one, by that, where stamps count on. */
#define REGULAR 0.005

static bool
has_equal_steps(const double *t, size_t i, double step)
{
  for (size_t k = i - 1; k <= i + 1; k++)
    if (!(fabs(t[k + 1] - t[k] - step) < ALIKE_STEP * step))
      return false;
  return true;
}

/* Returns whether a sample is missing between i and i + 1. */
static bool
is_lost(const double *y, size_t i, double least)
{
  double before = y[i] - y[i - 1], here = y[i + 1] - y[i], after = y[i + 2] - y[i + 1];
  double mean = (before + after) / 2, room = ALIKE * fabs(mean);

  return fabs(mean) > least && fabs(here - 2 * mean) < room && fabs(after - before) < room;
}

/* Returns whether the signal stands between i and i + 1 while it moves: a sample came late before.
 */
static bool
is_held(const double *y, size_t i, double least)
{
  double mean = (y[i] - y[i - 1] + y[i + 2] - y[i + 1]) / 2;

  return fabs(mean) > least && fabs(y[i + 1] - y[i]) < ALIKE * fabs(mean);
}

TrStatus
tr_lost_samples_find(TrLostSamples *out, const double *t, const double *y, size_t n)
{
  TR_ASSERT(out && ((t && y) || n == 0));
  double *scratch, step, least;
  size_t n_held = 0;

  *out = (TrLostSamples){0};
  if (n < 4)
    return TR_OK;
  scratch = calloc(n, sizeof *scratch);
  if (!scratch)
    return TR_NO_MEMORY;
  for (size_t i = 0; i + 1 < n; i++)
    scratch[i] = t[i + 1] - t[i];
  step = tr_median(scratch, n - 1);
  if (!(fabs((t[n - 1] - t[0]) / (double)(n - 1) - step) < REGULAR * step)) {
    free(scratch);
    return TR_OK;
  }
  for (size_t i = 0; i + 2 < n; i++)
    scratch[i] = fabs(y[i + 2] - 2 * y[i + 1] + y[i]);
  least = LEAST_MOTION * fmax(tr_median(scratch, n - 2), tr_signal_quantum(y, n));
  free(scratch);
  for (size_t i = 1; i + 2 < n; i++) {
    n_held += is_held(y, i, least);
    if (!is_lost(y, i, least) || !has_equal_steps(t, i, step))
      continue;
    out->first = out->n++ == 0 ? i : out->first;
  }
  out->n -= n_held < out->n ? n_held : out->n;
  return TR_OK;
}
