/* Means of channels over windows, against sums over fine pieces. */
#include <math.h>

#include "engine/signal/window.h"
#include "support/check.h"
#include "support/seed.h"

enum { N = 12, PIECES = 20000 };

/* The channel's value at t, directly from its definition. */
static double
value_at(const TrChannel *c, double t)
{
  size_t i = 0;

  if (t <= c->t[0])
    return c->y[0];
  while (i + 1 < c->n && c->t[i + 1] <= t)
    i++;
  if (!c->linear || i + 1 == c->n)
    return c->y[i];
  return c->y[i] + (c->y[i + 1] - c->y[i]) * (t - c->t[i]) / (c->t[i + 1] - c->t[i]);
}

static double
mean_of_pieces(const TrChannel *c, double from, double to)
{
  double sum = 0;

  for (int i = 0; i < PIECES; i++)
    sum += value_at(c, from + (i + 0.5) * (to - from) / PIECES);
  return sum / PIECES;
}

static void
test_random(void)
{
  double t[N], y[N];

  for (int trial = 0; trial < 50; trial++) {
    TrChannel c = {
        .linear = trial % 2, .n = (size_t)g_test_rand_int_range(1, N + 1), .t = t, .y = y};
    double from, to;

    for (size_t i = 0; i < c.n; i++) {
      t[i] = (i ? t[i - 1] : 0) + g_test_rand_double_range(0.01, 1);
      y[i] = g_test_rand_double_range(-1, 1);
    }
    /* before, across and behind the samples */
    from = g_test_rand_double_range(-1, t[c.n - 1] + 0.5);
    to = from + g_test_rand_double_range(0.01, 4);
    tr_assert_close(tr_channel_mean(&c, from, to), mean_of_pieces(&c, from, to), 0,
                    2.0 * N / PIECES);
  }
}

static void
test_exact(void)
{
  double t[] = {1, 2, 4}, y[] = {3, 5, -1};
  TrChannel held = {.n = 3, .t = t, .y = y}, linear = {.linear = true, .n = 3, .t = t, .y = y};

  tr_assert_close(tr_channel_mean(&held, 0, 5), (2 * 3 + 2 * 5 - 1) / 5.0, 1e-15, 0);
  tr_assert_close(tr_channel_mean(&linear, 0, 5), (3 + 4 + 2 * 2 - 1) / 5.0, 1e-15, 0);
  tr_assert_close(tr_channel_mean(&linear, 0.5, 1.5), (0.5 * 3 + 0.5 * 3.5), 1e-15, 0);
  tr_assert_close(tr_channel_mean(&held, -2, -1), 3, 1e-15, 0);
  tr_assert_close(tr_channel_mean(&linear, 6, 7), -1, 1e-15, 0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/signal/window/random", test_random);
  g_test_add_func("/engine/signal/window/exact", test_exact);
  return g_test_run();
}
