#include "engine/signal/health.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/finite.h"
#include "engine/base/order.h"
#include "engine/signal/noise.h"

/* Samples over which the motion into and out of a run is compared with the motion before. */
static const size_t reaches[] = {4, 10};

/* Motion at the start of a run: the last reach moves at least this share of the one before it (a
 * stop at constant deceleration moves a third), and this many quanta and noises. */
#define MOTION_SHARE  0.7
#define MOTION_QUANTA 4
#define MOTION_NOISES 8

/* Jump in usual steps with which a stuck channel returns. */
#define RETURN_STEPS 5

/* Least share of the log of a run that lasts to its end. */
#define DEAD_SHARE 0.1

/* A spike in robust standard deviations, in quanta and as a share of the range. */
#define SPIKE_SIGMAS 15
#define SPIKE_QUANTA 6
#define SPIKE_SHARE  0.02

/* A jump as a share of the range, its neighbours as a share of it, and the tolerance of equal
 * jumps. */
#define JUMP_SHARE     0.5
#define JUMP_NEIGHBOUR 0.2
#define JUMP_ALIKE     0.05
#define JUMP_QUANTA    10
#define JUMP_NOISES    20

/* Rest: sd in the window over that of the whole channel. */
#define QUIET_SHARE 0.02

/* Noise changes its sign in every second sample and does not drift. */
#define CROSSING_SHARE 0.35
#define DRIFT_SIGMAS   4

enum { QUIET_MIN = 100, QUIET_MAX = 2000, QUIET_WINDOWS = 40 };

/* Collects steps forward into steps[n], errors of order into *out; returns the number of steps. */
static size_t
collect_steps(TrClockHealth *out, double *steps, const double *t, size_t n)
{
  double last = NAN;
  size_t m = 0;

  for (size_t i = 0; i < n; i++) {
    if (!isfinite(t[i]))
      continue;
    out->n++;
    if (t[i] < last) {
      if (out->n_back++ == 0)
        out->first_back = i;
      continue;
    }
    if (t[i] == last) {
      if (out->n_equal++ == 0)
        out->first_equal = i;
      continue;
    }
    if (isfinite(last))
      steps[m++] = t[i] - last;
    last = t[i];
  }
  return m;
}

static void
find_gaps(TrClockHealth *out, const double *t, size_t n)
{
  double last = NAN, longest = 0;

  for (size_t i = 0; i < n; i++) {
    if (!isfinite(t[i]) || t[i] <= last)
      continue;
    double step = t[i] - last;

    if (step > TR_GAP_STEPS * out->step) {
      out->n_gaps++;
      if (step > longest) {
        longest = step;
        out->gap_from = last;
        out->gap_to = t[i];
      }
    }
    last = t[i];
  }
}

TrStatus
tr_health_clock(TrClockHealth *out, const double *t, size_t n)
{
  TR_ASSERT(out && tr_is_array(t, n));

  double *steps = malloc((n + 1) * sizeof *steps);
  size_t m, kept = 0;

  *out = (TrClockHealth){
      .step = NAN, .jitter_median = NAN, .jitter_p99 = NAN, .gap_from = NAN, .gap_to = NAN};
  if (!steps)
    return TR_NO_MEMORY;
  m = collect_steps(out, steps, t, n);
  out->step = tr_quantile(steps, m, 0.5);
  for (size_t i = 0; i < m; i++)
    if (steps[i] <= TR_GAP_STEPS * out->step)
      steps[kept++] = fabs(steps[i] - out->step);
  out->jitter_p99 = tr_quantile(steps, kept, 0.99);
  out->jitter_median = tr_quantile(steps, kept, 0.5);
  find_gaps(out, t, n);
  free(steps);
  return TR_OK;
}

/* Data common to the tests of one channel. */
typedef struct Channel {
  const double *t, *y;
  size_t n;
  double step;  /* median time step */
  double usual; /* 90 % quantile of |d| */
  double *work; /* [n] */
} Channel;

static bool
is_gap(const Channel *c, size_t i)
{
  return c->t[i + 1] - c->t[i] > TR_GAP_STEPS * c->step;
}

/* Returns whether y moves as fast in the `reach` steps towards `at` as in those before; direction
 * -1 looks back from a run's first sample, +1 forward from its last. */
static bool
moves_by_reach(const Channel *c, const TrSignalHealth *h, size_t at, int direction, size_t reach)
{
  bool back = direction < 0;

  if (back ? at < 2 * reach : at + 2 * reach >= c->n)
    return false;

  const double *y = c->y + at;
  ptrdiff_t step = (ptrdiff_t)reach * direction;
  double near = y[0] - y[step], far = y[step] - y[2 * step];
  double least = fmax(MOTION_QUANTA * h->quantum, MOTION_NOISES * h->noise);

  return near * far > 0 && fabs(near) > MOTION_SHARE * fabs(far) && fabs(near) > least;
}

static bool
is_moving(const Channel *c, const TrSignalHealth *h, size_t at, int direction)
{
  for (size_t i = 0; i < TR_COUNT(reaches); i++)
    if (!moves_by_reach(c, h, at, direction, reaches[i]))
      return false;
  return true;
}

static void
keep_longest(size_t *number, TrTimeSpan *longest, TrTimeSpan run)
{
  (*number)++;
  if (run.count > longest->count)
    *longest = run;
}

static void
judge_run(TrSignalHealth *out, const Channel *c, TrTimeSpan run)
{
  size_t last = run.first + run.count - 1;
  double value = c->y[last];
  bool extreme = value == out->min || value == out->max, ends = last + 1 == c->n;

  if (!is_moving(c, out, run.first, -1))
    return;
  if (extreme && !ends && is_moving(c, out, last, 1))
    keep_longest(&out->n_saturated, &out->saturated, run);
  else if (ends ? (double)run.count > DEAD_SHARE * (double)c->n
                : fabs(c->y[last + 1] - value) > RETURN_STEPS * c->usual)
    keep_longest(&out->n_stuck, &out->stuck, run);
}

static void
find_runs(TrSignalHealth *out, const Channel *c)
{
  TrTimeSpan run = {0, 1};

  for (size_t i = 1; i <= c->n; i++) {
    if (i < c->n && c->y[i] == c->y[run.first] && !is_gap(c, i - 1)) {
      run.count++;
      continue;
    }
    if (run.count >= TR_STUCK_SAMPLES)
      judge_run(out, c, run);
    run = (TrTimeSpan){i, 1};
  }
}

/* Distance of sample i from the cubic through its neighbours, evenly spaced. */
static double
distance_from_cubic(const double *y, size_t i)
{
  return y[i] - (4 * (y[i - 1] + y[i + 1]) - y[i - 2] - y[i + 2]) / 6;
}

static bool
is_spike(const Channel *c, size_t i, double least)
{
  double before = c->y[i] - c->y[i - 1], after = c->y[i] - c->y[i + 1];

  return before * after > 0 && fmin(fabs(before), fabs(after)) > least &&
         fabs(c->y[i + 1] - c->y[i - 1]) < 0.3 * fmin(fabs(before), fabs(after));
}

static void
find_spikes(TrSignalHealth *out, const Channel *c)
{
  double least, largest = 0;
  size_t m = 0;

  for (size_t i = 2; i + 2 < c->n; i++)
    c->work[m++] = fabs(distance_from_cubic(c->y, i));
  if (m == 0)
    return;
  /* the quantile beside the median guards against noise in bursts */
  least = SPIKE_SIGMAS *
          fmax(tr_quantile(c->work, m, 0.5) / 0.6745, tr_order(c->work, m, 9 * m / 10) / 1.645);
  least = fmax(least, fmax(SPIKE_QUANTA * out->quantum, SPIKE_SHARE * (out->max - out->min)));
  for (size_t i = 2; i + 2 < c->n; i++) {
    double size = fabs(distance_from_cubic(c->y, i));

    if (size <= least || !is_spike(c, i, 0.6 * least) || is_gap(c, i - 1) || is_gap(c, i))
      continue;
    out->n_spikes++;
    if (size > largest) {
      largest = size;
      out->spike = i;
    }
  }
}

static void
find_jumps(TrSignalHealth *out, const Channel *c)
{
  double least = fmax(JUMP_SHARE * (out->max - out->min),
                      fmax(JUMP_QUANTA * out->quantum, JUMP_NOISES * out->noise));
  double typical;
  size_t m = 0;

  for (size_t i = 1; i + 2 < c->n; i++) {
    double d = c->y[i + 1] - c->y[i], before = c->y[i] - c->y[i - 1],
           after = c->y[i + 2] - c->y[i + 1];

    if (fabs(d) < least || fmax(fabs(before), fabs(after)) > JUMP_NEIGHBOUR * fabs(d) ||
        is_gap(c, i))
      continue;
    if (m == 0)
      out->at_jump = i;
    c->work[m++] = fabs(d - (before + after) / 2);
  }
  out->n_jumps = m;
  tr_sort(c->work, m);
  typical = m ? c->work[m / 2] : 0;
  out->jump = typical;
  if (m && (c->work[0] < (1 - JUMP_ALIKE) * typical || c->work[m - 1] > (1 + JUMP_ALIKE) * typical))
    out->jump = 0;
}

/* sd about the straight line of least squares; INFINITY when the line rises or the deviations keep
 * their sign for long, as in a slow motion. */
static double
measure_spread(const double *y, size_t n)
{
  double centre = (double)(n - 1) / 2, mean = 0, slope = 0, square = 0, sum = 0, last = 0;
  size_t crossings = 0;

  for (size_t i = 0; i < n; i++)
    mean += y[i];
  mean /= (double)n;
  for (size_t i = 0; i < n; i++) {
    double x = (double)i - centre;

    slope += x * (y[i] - mean);
    square += x * x;
  }
  slope /= square;
  for (size_t i = 0; i < n; i++) {
    double e = y[i] - mean - slope * ((double)i - centre);

    crossings += e * last < 0;
    last = e;
    sum += e * e;
  }
  if (sum > 0 && ((double)crossings < CROSSING_SHARE * (double)n ||
                  fabs(slope) * (double)n > DRIFT_SIGMAS * sqrt(sum / (double)n)))
    return INFINITY;
  return sqrt(sum / (double)(n - 2));
}

static double
measure_deviation(const double *y, size_t n)
{
  double mean = 0, sum = 0;

  for (size_t i = 0; i < n; i++)
    mean += y[i] / (double)n;
  for (size_t i = 0; i < n; i++)
    sum += (y[i] - mean) * (y[i] - mean);
  return sqrt(sum / (double)n);
}

static void
find_quiet_window(TrSignalHealth *out, const Channel *c)
{
  size_t width = c->n / QUIET_WINDOWS;
  double least = QUIET_SHARE * measure_deviation(c->y, c->n);

  width = width < QUIET_MIN ? QUIET_MIN : width > QUIET_MAX ? QUIET_MAX : width;
  for (size_t at = 0; at + width <= c->n; at += width / 2) {
    double spread = measure_spread(c->y + at, width);

    if (spread >= least)
      continue;
    least = spread;
    out->quiet = (TrTimeSpan){at, width};
    out->quiet_sigma = spread;
  }
}

static void
run_tests(TrSignalHealth *out, Channel *c)
{
  for (size_t i = 0; i + 1 < c->n; i++)
    c->work[i] = c->t[i + 1] - c->t[i];
  c->step = tr_quantile(c->work, c->n - 1, 0.5);
  for (size_t i = 0; i + 1 < c->n; i++)
    c->work[i] = fabs(c->y[i + 1] - c->y[i]);
  c->usual = tr_quantile(c->work, c->n - 1, 0.9);
  find_runs(out, c);
  find_spikes(out, c);
  find_jumps(out, c);
  find_quiet_window(out, c);
}

TrStatus
tr_health_signal(TrSignalHealth *out, const double *t, const double *y, size_t n)
{
  TR_ASSERT(out && tr_is_array(t, n) && tr_is_array(y, n));
  TR_ASSERT(tr_all_finite(y, n));
  Channel c = {.t = t, .y = y, .n = n};

  *out = (TrSignalHealth){.n = n, .min = INFINITY, .max = -INFINITY};
  for (size_t i = 0; i < n; i++) {
    out->min = fmin(out->min, y[i]);
    out->max = fmax(out->max, y[i]);
  }
  out->constant = n > 0 && out->min == out->max;
  if (n < 2 || out->constant)
    return TR_OK;
  c.work = malloc(n * sizeof *c.work);
  if (!c.work)
    return TR_NO_MEMORY;
  out->quantum = tr_signal_quantum(y, n);
  out->noise = tr_signal_noise(y, n);
  run_tests(out, &c);
  free(c.work);
  return TR_OK;
}

size_t
tr_count_reversals(const double *y, size_t n, double least)
{
  TR_ASSERT(tr_is_array(y, n));

  size_t reversals = 0;
  double turn = n ? y[0] : 0, lowest = turn, highest = turn;
  int direction = 0;

  for (size_t i = 1; i < n; i++) {
    lowest = fmin(lowest, y[i]);
    highest = fmax(highest, y[i]);
    if (direction >= 0 && highest - y[i] > least) {
      reversals += direction > 0;
      direction = -1;
      lowest = y[i];
    } else if (direction <= 0 && y[i] - lowest > least) {
      reversals += direction < 0;
      direction = 1;
      highest = y[i];
    }
    if (direction > 0)
      lowest = y[i];
    if (direction < 0)
      highest = y[i];
  }
  return reversals;
}
