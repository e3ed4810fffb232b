#include "engine/signal/drive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/signal/localfit.h"
#include "engine/signal/unwrap.h"

static double
scale_of(const TrChannel *channel)
{
  return channel->scale != 0 ? channel->scale : 1;
}

/* Slope between sample i and the next one: 0 where the value is constant. */
static double
slope_after(const TrDriveCurve *curve, size_t i)
{
  const TrChannel *c = curve->channel;

  if (!c->linear || i + 1 >= c->n)
    return 0;
  return (curve->y[i + 1] - curve->y[i]) / (c->t[i + 1] - c->t[i]);
}

/* Position and rate a time x after sample i, of orders 1 and 2. */
static void
integrate_from(double *position, double *rate, const TrDriveCurve *curve, size_t i, double x)
{
  double y = curve->y[i], slope = x > 0 ? slope_after(curve, i) : 0;
  double once = x * (y + x * slope / 2), twice = x * x * (y / 2 + x * slope / 6);

  if (curve->order == 1) {
    *position = curve->position[i] + once;
    *rate = y + slope * x;
  } else {
    *position = curve->position[i] + x * curve->rate[i] + twice;
    *rate = curve->rate[i] + once;
  }
}

bool
tr_drive_curve_init(TrDriveCurve *curve, const TrChannel *channel, int order, bool is_angle)
{
  TR_ASSERT(curve && channel && channel->n > 0 && order >= 0 && order <= 2);

  size_t n = channel->n;

  *curve = (TrDriveCurve){.channel = channel, .order = order};
  curve->y = calloc(3 * n + 1, sizeof *curve->y);
  if (!curve->y)
    return false;
  curve->position = curve->y + n;
  curve->rate = curve->position + n;
  memcpy(curve->y, channel->y, n * sizeof *curve->y);
  if (order == 0 && is_angle)
    tr_unwrap(curve->y, n);
  for (size_t i = 0; i < n; i++)
    curve->y[i] = (curve->y[i] + channel->offset) / scale_of(channel);
  for (size_t i = 0; order > 0 && i + 1 < n; i++)
    integrate_from(&curve->position[i + 1], &curve->rate[i + 1], curve, i,
                   channel->t[i + 1] - channel->t[i]);
  return true;
}

void
tr_drive_curve_clear(TrDriveCurve *curve)
{
  free(curve->y);
  *curve = (TrDriveCurve){0};
}

TrDriveNumbers
tr_drive_curve_numbers(const TrDriveCurve *curve)
{
  TR_ASSERT(curve);

  const TrChannel *c = curve->channel;

  return (TrDriveNumbers){
      .offset = c->offset, .scale = scale_of(c), .start = c->start, .start_rate = c->start_rate};
}

/* Number of samples before t. */
static size_t
count_before(const TrChannel *c, double t)
{
  size_t low = 0, high = c->n;

  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (c->t[middle] < t)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Slope of the parabola through a sample and its neighbours, of the line at the ends. */
static double
slope_at(const TrDriveCurve *curve, size_t i)
{
  const double *t = curve->channel->t, *y = curve->y;
  size_t last = curve->channel->n - 1, a = i > 0 ? i - 1 : 0, b = i < last ? i + 1 : last;
  double before, after;

  if (a == i || b == i)
    return (y[b] - y[a]) / (t[b] - t[a]);
  before = (y[i] - y[a]) / (t[i] - t[a]);
  after = (y[b] - y[i]) / (t[b] - t[i]);
  return (before * (t[b] - t[i]) + after * (t[i] - t[a])) / (t[b] - t[a]);
}

/* Cubic between the samples around t; `next` is the first one not before it. */
static void
join_samples(double *position, double *rate, const TrDriveCurve *curve, size_t next, double t)
{
  const TrChannel *c = curve->channel;
  size_t i = next > 0 ? next - 1 : 0;
  double width, x, a, b, rise;

  *rate = 0;
  if (next == c->n || (next == 0 && t < c->t[0]) || c->n == 1) {
    *position = curve->y[next == c->n ? c->n - 1 : 0];
    return;
  }
  width = c->t[i + 1] - c->t[i];
  x = (t - c->t[i]) / width;
  a = slope_at(curve, i) * width;
  b = slope_at(curve, i + 1) * width;
  rise = curve->y[i + 1] - curve->y[i];
  *position = curve->y[i] + x * (a + x * (3 * rise - 2 * a - b + x * (a + b - 2 * rise)));
  *rate = (a + x * (2 * (3 * rise - 2 * a - b) + 3 * x * (a + b - 2 * rise))) / width;
}

/* Share of the window over which the slope of its parabola is taken. */
#define SLOPE_SHARE 0.25

static void
find_position(double *position, double *rate, const TrDriveCurve *curve, double t, double h)
{
  const TrChannel *c = curve->channel;
  size_t first = count_before(c, t - h / 2), end = count_before(c, t + h / 2);
  TrLocalFit fit, before, after;

  if (end > first && tr_local_fit(&fit, c->t + first, curve->y + first, end - first, t)) {
    double x = SLOPE_SHARE * h;

    tr_local_fit(&before, c->t + first, curve->y + first, end - first, t - x);
    tr_local_fit(&after, c->t + first, curve->y + first, end - first, t + x);
    *position = fit.value;
    *rate = (after.value - before.value) / (2 * x);
  } else {
    join_samples(position, rate, curve, count_before(c, t), t);
  }
}

/* position = scale S(t) - offset T^order/order! + start + start_rate T, T since the first sample */
void
tr_drive_curve_at(
    TrDriveValue *out, const TrDriveCurve *curve, const TrDriveNumbers *numbers, double t, double h)
{
  TR_ASSERT(out && curve && numbers && h > 0);

  const TrChannel *c = curve->channel;
  double at = t - numbers->late, elapsed = at - c->t[0], position, rate, rate_of_offset = 0;
  size_t next = count_before(c, at);

  *out = (TrDriveValue){.by_offset = -1};
  if (curve->order == 0) {
    find_position(&position, &rate, curve, at, h);
  } else {
    size_t i = next > 0 ? next - 1 : 0;

    integrate_from(&position, &rate, curve, i, at - c->t[i]);
    out->by_offset = curve->order == 1 ? -elapsed : -elapsed * elapsed / 2;
    rate_of_offset = curve->order == 1 ? -1 : -elapsed;
    out->by_start = 1;
    out->by_start_rate = curve->order == 2 ? elapsed : 0;
  }
  out->by_scale = position;
  out->value = numbers->scale * position + numbers->offset * out->by_offset +
               numbers->start * out->by_start + numbers->start_rate * out->by_start_rate;
  out->by_late = -(numbers->scale * rate + numbers->offset * rate_of_offset +
                   (curve->order == 2 ? numbers->start_rate : 0));
}

/* (b - a)/h, in value and derivatives. */
static TrDriveValue
difference(const TrDriveValue *a, const TrDriveValue *b, double h)
{
  return (TrDriveValue){.value = (b->value - a->value) / h,
                        .by_offset = (b->by_offset - a->by_offset) / h,
                        .by_scale = (b->by_scale - a->by_scale) / h,
                        .by_late = (b->by_late - a->by_late) / h,
                        .by_start = (b->by_start - a->by_start) / h,
                        .by_start_rate = (b->by_start_rate - a->by_start_rate) / h};
}

/* Share of h by which a node may lie outside the samples. */
#define REACH 1e-6

void
tr_drive_curve_step(
    TrDriveStep *out, const TrDriveCurve *curve, const TrDriveNumbers *numbers, double t, double h)
{
  TR_ASSERT(out && curve && numbers && h > 0);

  const TrChannel *c = curve->channel;
  double at = t - numbers->late;
  bool is_before = curve->order == 0 && at - h < c->t[0] - REACH * h;
  bool is_after = curve->order == 0 && at + h > c->t[c->n - 1] + REACH * h;
  TrDriveValue before, after;

  tr_drive_curve_at(&out->position, curve, numbers, t, h);
  tr_drive_curve_at(&before, curve, numbers, t - h, h);
  tr_drive_curve_at(&after, curve, numbers, t + h, h);
  out->rate = difference(&before, &out->position, h);
  out->rate_after = difference(&out->position, &after, h);
  if (is_before && !is_after)
    out->rate = out->rate_after;
  else if (is_after && !is_before)
    out->rate_after = out->rate;
}
