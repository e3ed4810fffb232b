#include "engine/signal/process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/signal/filtfilt.h"
#include "engine/signal/health.h"
#include "engine/signal/localfit.h"
#include "engine/signal/noise.h"

enum { ORDER = 4, MOST_REACH = 500 };

/* Standard deviation of a normal distribution over its median distance from the median. */
#define SIGMA_PER_MAD 1.4826

/* Largest number of samples that a resampled channel may have. */
#define MOST_SAMPLES 50e6

static const struct {
  const char *name, *numbers[TR_PROCESS_NUMBERS];
  double usual[TR_PROCESS_NUMBERS];
} kinds[TR_N_PROCESSES] = {
    [TR_PROCESS_DETREND] = {"detrend", {"degree"}, {1}},
    [TR_PROCESS_OUTLIERS] = {"outliers", {"threshold", "reach"}, {5, 5}},
    [TR_PROCESS_LOW_PASS] = {"low-pass", {"cutoff"}, {NAN}},
    [TR_PROCESS_BAND_PASS] = {"band-pass", {"low", "high"}, {NAN, NAN}},
    [TR_PROCESS_NOTCH] = {"notch", {"frequency", "width"}, {NAN, 2}},
    [TR_PROCESS_DERIVATIVE] = {"derivative", {NULL}, {0}},
    [TR_PROCESS_RESAMPLE] = {"resample", {"rate"}, {NAN}},
};

const char *
tr_process_name(TrProcessKind kind)
{
  return kinds[kind].name;
}

const char *
tr_process_number_name(TrProcessKind kind, int i)
{
  return i < TR_PROCESS_NUMBERS ? kinds[kind].numbers[i] : NULL;
}

double
tr_process_default(TrProcessKind kind, int i)
{
  return kinds[kind].usual[i];
}

bool
tr_process_is_valid(const TrProcess *step)
{
  const double *x = step->number;

  switch (step->kind) {
  case TR_PROCESS_DETREND:
    return x[0] == 0 || x[0] == 1;
  case TR_PROCESS_OUTLIERS:
    return x[0] > 0 && x[1] >= 1 && x[1] <= MOST_REACH && x[1] == floor(x[1]);
  case TR_PROCESS_BAND_PASS:
    return x[0] > 0 && x[1] > x[0] && isfinite(x[1]);
  case TR_PROCESS_NOTCH:
    return x[1] > 0 && x[0] > x[1] / 2 && isfinite(x[0]);
  case TR_PROCESS_DERIVATIVE:
    return true;
  default:
    return x[0] > 0 && isfinite(x[0]);
  }
}

/* ---- parts between gaps ---------------------------------------------------------------------- */

/* Samples of a channel; `scratch` has room for as many numbers as t. */
typedef struct Samples {
  double *t, *y, *scratch;
  size_t n;
  double step; /* median */
} Samples;

static void
measure_step(Samples *s)
{
  for (size_t i = 1; i < s->n; i++)
    s->scratch[i - 1] = s->t[i] - s->t[i - 1];
  s->step = s->n > 1 ? tr_median(s->scratch, s->n - 1) : NAN;
}

/* Returns the end of the part that begins at `first`. */
static size_t
find_end(const Samples *s, size_t first)
{
  size_t i = first + 1;

  while (i < s->n && s->t[i] - s->t[i - 1] <= TR_GAP_STEPS * s->step)
    i++;
  return i;
}

typedef TrStatus (*PartFunc)(Samples *s, size_t first, size_t n, const double *number);

static TrStatus
for_each_part(Samples *s, const TrProcess *step, PartFunc func)
{
  TrStatus status = TR_OK;

  for (size_t first = 0; first < s->n && status == TR_OK;) {
    size_t end = find_end(s, first);
    status = func(s, first, end - first, step->number);
    first = end;
  }
  return status;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void
detrend(Samples *s, int degree)
{
  double mean_t = 0, mean_y = 0, tt = 0, ty = 0;

  for (size_t i = 0; i < s->n; i++) {
    mean_t += s->t[i] / (double)s->n;
    mean_y += s->y[i] / (double)s->n;
  }
  for (size_t i = 0; i < s->n; i++) {
    tt += (s->t[i] - mean_t) * (s->t[i] - mean_t);
    ty += (s->t[i] - mean_t) * (s->y[i] - mean_y);
  }
  double slope = degree == 1 && tt > 0 ? ty / tt : 0;
  for (size_t i = 0; i < s->n; i++)
    s->y[i] -= mean_y + slope * (s->t[i] - mean_t);
}

/* Returns TRUE if sample i of the part is far from its neighbours. */
static bool
is_outlier(const double *y, size_t n, size_t i, const double *number, double noise)
{
  double around[2 * MOST_REACH + 1];
  size_t reach = (size_t)number[1], from = i > reach ? i - reach : 0,
         to = i + reach + 1 < n ? i + reach + 1 : n;

  memcpy(around, y + from, (to - from) * sizeof *y);
  double median = tr_median(around, to - from);
  for (size_t k = from; k < to; k++)
    around[k - from] = fabs(y[k] - median);
  double spread = SIGMA_PER_MAD * tr_median(around, to - from);
  return fabs(y[i] - median) > number[0] * fmax(spread, noise);
}

/* Marks the outliers of a part by NAN in the scratch. */
static TrStatus
mark_outliers(Samples *s, size_t first, size_t n, const double *number)
{
  double noise = tr_signal_sigma(s->t + first, s->y + first, n);

  for (size_t i = 0; i < n; i++)
    s->scratch[first + i] = is_outlier(s->y + first, n, i, number, noise) ? NAN : 0;
  return TR_OK;
}

static TrStatus
remove_outliers(Samples *s, const TrProcess *step)
{
  size_t n = 0;
  TrStatus status = for_each_part(s, step, mark_outliers);

  for (size_t i = 0; i < s->n; i++)
    if (!isnan(s->scratch[i])) {
      s->t[n] = s->t[i];
      s->y[n++] = s->y[i];
    }
  s->n = n;
  return status;
}

static TrStatus
pass_low(Samples *s, size_t first, size_t n, const double *number)
{
  return tr_filter_zero_phase(s->y + first, n, 1 / s->step, number[0], ORDER);
}

static TrStatus
pass_band(Samples *s, size_t first, size_t n, const double *number)
{
  double *slow = s->scratch + first, *y = s->y + first;
  TrStatus status = tr_filter_zero_phase(y, n, 1 / s->step, number[1], ORDER);

  if (status != TR_OK)
    return status;
  memcpy(slow, y, n * sizeof *y);
  status = tr_filter_zero_phase(slow, n, 1 / s->step, number[0], ORDER);
  for (size_t i = 0; i < n; i++)
    y[i] -= slow[i];
  return status;
}

static TrStatus
stop_band(Samples *s, size_t first, size_t n, const double *number)
{
  return tr_notch_zero_phase(s->y + first, n, 1 / s->step, number[0], number[1]);
}

/* Slope at point k of the parabola through three points. */
static double
find_slope(const double *t, const double *y, int k)
{
  double slope = 0;

  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    double weight = (2 * t[k] - t[a] - t[b]) / ((t[i] - t[a]) * (t[i] - t[b]));
    slope += weight * y[i];
  }
  return slope;
}

static TrStatus
differentiate(Samples *s, size_t first, size_t n, const double *number)
{
  const double *t = s->t + first, *y = s->y + first;

  (void)number;
  for (size_t i = 0; i < n; i++) {
    size_t from = i == 0 ? 0 : i + 1 == n ? n - 3 : i - 1;
    s->scratch[first + i] = n >= 3   ? find_slope(t + from, y + from, (int)(i - from))
                            : n == 2 ? (y[1] - y[0]) / (t[1] - t[0])
                                     : 0;
  }
  memcpy(s->y + first, s->scratch + first, n * sizeof *y);
  return TR_OK;
}

/* Value at a time within the part [first, end): `at` is the index of the last sample not after it.
 */
static double
interpolate(const Samples *s, size_t at, size_t end, double time, double half)
{
  size_t from = at, to = at;
  TrLocalFit fit;

  while (from > 0 && s->t[from - 1] >= time - half)
    from--;
  if (s->t[from] < time - half)
    from++;
  while (to + 1 < end && s->t[to + 1] <= time + half)
    to++;
  if (to >= from + 3 && tr_local_fit(&fit, s->t + from, s->y + from, to - from + 1, time))
    return fit.value;
  if (at + 1 == end || time <= s->t[at])
    return s->y[at];
  double share = (time - s->t[at]) / (s->t[at + 1] - s->t[at]);
  return (1 - share) * s->y[at] + share * s->y[at + 1];
}

/* Writes the samples at the new times after the old ones and moves them to the front. */
static TrStatus
resample(Samples *s, double rate, size_t room)
{
  double start = s->t[0], half = 0.5 / rate * (1 + 1e-9);
  double *new_t = malloc(2 * room * sizeof *new_t), *new_y = new_t ? new_t + room : NULL;
  size_t n = 0, k = 0;

  if (!new_t)
    return TR_NO_MEMORY;
  for (size_t first = 0; first < s->n;) {
    size_t end = find_end(s, first), at = first;
    while (start + (double)k / rate < s->t[first] - half * 1e-6)
      k++;
    for (; n < room && start + (double)k / rate <= s->t[end - 1] + half * 1e-6; k++) {
      double time = start + (double)k / rate;
      while (at + 1 < end && s->t[at + 1] <= time)
        at++;
      new_t[n] = time;
      new_y[n++] = interpolate(s, at, end, time, half);
    }
    first = end;
  }
  memcpy(s->t, new_t, n * sizeof *new_t);
  memcpy(s->y, new_y, n * sizeof *new_y);
  s->n = n;
  free(new_t);
  return TR_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static size_t
count_resampled(const double *t, size_t n, double rate)
{
  double wanted = n > 0 ? (t[n - 1] - t[0]) * rate + 2 : 0;

  return wanted < MOST_SAMPLES ? (size_t)wanted : (size_t)MOST_SAMPLES;
}

size_t
tr_process_room(const double *t, size_t n, const TrProcess *steps, int n_steps)
{
  size_t room = n > 0 ? n : 1;

  for (int i = 0; i < n_steps; i++) {
    size_t wanted =
        steps[i].kind == TR_PROCESS_RESAMPLE ? count_resampled(t, n, steps[i].number[0]) : 0;
    room = wanted > room ? wanted : room;
  }
  return room;
}

static TrStatus
apply(Samples *s, const TrProcess *step, size_t room)
{
  measure_step(s);
  switch (step->kind) {
  case TR_PROCESS_DETREND:
    detrend(s, (int)step->number[0]);
    return TR_OK;
  case TR_PROCESS_OUTLIERS:
    return remove_outliers(s, step);
  case TR_PROCESS_LOW_PASS:
    return for_each_part(s, step, pass_low);
  case TR_PROCESS_BAND_PASS:
    return for_each_part(s, step, pass_band);
  case TR_PROCESS_NOTCH:
    return for_each_part(s, step, stop_band);
  case TR_PROCESS_DERIVATIVE:
    return for_each_part(s, step, differentiate);
  default:
    return resample(s, step->number[0], room);
  }
}

TrStatus
tr_process(double *t, double *y, size_t *n, const TrProcess *steps, int n_steps, int *failed)
{
  size_t room = tr_process_room(t, *n, steps, n_steps);
  Samples s = {t, y, malloc(room * sizeof(double)), *n, NAN};
  TrStatus status = s.scratch ? TR_OK : TR_NO_MEMORY;

  for (int i = 0; i < n_steps && status == TR_OK && s.n > 1; i++) {
    *failed = i;
    status = apply(&s, &steps[i], room);
  }
  *n = s.n;
  free(s.scratch);
  return status;
}
