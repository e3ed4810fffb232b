#include "engine/signal/window.h"

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
tr_channel_value(const TrChannel *c, double t)
{
  return value_in(c, find_sample(c, t), t);
}

double
tr_channel_mean(const TrChannel *c, double from, double to)
{
  size_t i = find_sample(c, from);
  double sum = 0, at = from;

  if (from < c->t[0]) {
    at = to < c->t[0] ? to : c->t[0];
    sum = (at - from) * c->y[0];
  }

  while (at < to) {
    double next = i + 1 < c->n && c->t[i + 1] < to ? c->t[i + 1] : to;

    /* the last sample before `next` closes its interval, so the value is taken inside it */
    sum += (next - at) * value_in(c, i, at + (next - at) / 2);
    at = next;
    i++;
  }
  return sum / (to - from);
}
