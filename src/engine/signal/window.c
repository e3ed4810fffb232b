#include "engine/signal/window.h"

#include <math.h>

/* Last sample at or before t, 0 when there is none. */
static size_t
find_sample(const TrChannel *c, double t)
{
  size_t low = 0, high = c->n;

  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;

    if (c->t[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Value at t, which lies in the interval that begins with sample i. */
static double
value_in(const TrChannel *c, size_t i, double t)
{
  if (!c->linear || i + 1 >= c->n || t <= c->t[i])
    return c->y[i];
  return c->y[i] + (t - c->t[i]) / (c->t[i + 1] - c->t[i]) * (c->y[i + 1] - c->y[i]);
}

double
tr_range_clamp(TrRange range, double x)
{
  return x < range.least ? range.least : x > range.most ? range.most : x;
}

TrRange
tr_range_of_limit(double limit)
{
  TR_ASSERT(limit >= 0);

  double most = limit > 0 ? limit : INFINITY;

  return (TrRange){-most, most};
}

double
tr_channel_value(const TrChannel *c, double t)
{
  TR_ASSERT(c->n > 0);
  return value_in(c, find_sample(c, t), t);
}

/* End of the stretch from `at` on in which the value is within the range or beyond one of its
 * limits, at most `end`: both lie in the interval that begins with sample i. */
static double
find_stretch_end(const TrChannel *c, size_t i, double at, double end, TrRange range)
{
  const double limits[] = {range.least, range.most};

  if (!c->linear || i + 1 >= c->n || at < c->t[0] || c->y[i] == c->y[i + 1])
    return end;
  for (int k = 0; k < 2; k++) {
    double share = (limits[k] - c->y[i]) / (c->y[i + 1] - c->y[i]);
    double crossing = c->t[i] + share * (c->t[i + 1] - c->t[i]);

    if (crossing > at && crossing < end)
      end = crossing;
  }
  return end;
}

/* Adds a stretch of the window in which the value is x. */
static void
add_stretch(TrChannelMean *mean, double length, double x, TrRange range)
{
  double held = tr_range_clamp(range, x);

  mean->value += length * held;
  if (held != x)
    return;
  mean->inside += length;
  mean->part += length * x;
}

TrChannelMean
tr_channel_mean_within(const TrChannel *c, double from, double to, TrRange range)
{
  TR_ASSERT(c->n > 0 && from <= to);

  size_t i = find_sample(c, from);
  double at = from, width = to - from;
  TrChannelMean mean = {0};

  if (from < c->t[0]) {
    at = to < c->t[0] ? to : c->t[0];
    add_stretch(&mean, at - from, c->y[0], range);
  }

  while (at < to) {
    double end = i + 1 < c->n && c->t[i + 1] < to ? c->t[i + 1] : to;
    double next = find_stretch_end(c, i, at, end, range);

    /* the last sample before `next` closes its interval, so the value is taken inside it */
    add_stretch(&mean, next - at, value_in(c, i, at + (next - at) / 2), range);
    at = next;
    i += next == end;
  }
  return (TrChannelMean){mean.value / width, mean.inside / width, mean.part / width};
}

/* Adds a stretch without a sample inside under one side of a hat, exact for a linear value: two
 * Gauss points. */
static void
add_under_hat(TrChannelMean *mean,
              const TrChannel *c,
              size_t i,
              const double ends[2],
              TrStepWindow s,
              TrRange range)
{
  double length = ends[1] - ends[0], middle = ends[0] + length / 2;

  for (int side = -1; side <= 1; side += 2) {
    double at = middle + side * length / (2 * sqrt(3));
    double weight = (1 - fabs(at - s.t) / s.h) / s.h;

    add_stretch(mean, weight * length / 2, at < c->t[0] ? c->y[0] : value_in(c, i, at), range);
  }
}

/* Adds one side of a hat. */
static void
add_side(
    TrChannelMean *mean, const TrChannel *c, double from, double to, TrStepWindow s, TrRange range)
{
  size_t i = find_sample(c, from);
  double at = from;

  while (at < to) {
    size_t after = at < c->t[0] ? 0 : i + 1;
    double end = after < c->n && c->t[after] < to ? c->t[after] : to;
    double next = find_stretch_end(c, i, at, end, range);

    add_under_hat(mean, c, i, (const double[]){at, next}, s, range);
    if (next == end)
      i = after;
    at = next;
  }
}

TrChannelMean
tr_channel_step_mean(const TrChannel *c, TrStepWindow s, TrRange range)
{
  TR_ASSERT(c->n > 0 && s.h > 0);

  TrChannelMean mean = {0};

  if (!s.is_hat)
    return tr_channel_mean_within(c, s.t - s.h / 2, s.t + s.h / 2, range);
  add_side(&mean, c, s.t - s.h, s.t, s, range);
  add_side(&mean, c, s.t, s.t + s.h, s, range);
  return mean;
}

double
tr_channel_step_slope(const TrChannel *c, TrStepWindow s, TrRange range)
{
  TR_ASSERT(c->n > 0 && s.h > 0);

  if (s.is_hat)
    return (tr_channel_mean_within(c, s.t, s.t + s.h, range).value -
            tr_channel_mean_within(c, s.t - s.h, s.t, range).value) /
           s.h;
  return (tr_range_clamp(range, tr_channel_value(c, s.t + s.h / 2)) -
          tr_range_clamp(range, tr_channel_value(c, s.t - s.h / 2))) /
         s.h;
}

double
tr_channel_mean(const TrChannel *c, double from, double to)
{
  TR_ASSERT(c->n > 0 && from <= to);
  return tr_channel_mean_within(c, from, to, tr_range_of_limit(0)).value;
}
