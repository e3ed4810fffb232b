/* Means of channels under the weights of a step, even or a hat, against sums over fine pieces, and
 * the reason for the hat: the second difference of a motion under the channel's force. */
#include <math.h>

#include "engine/signal/window.h"
#include "support/check.h"
#include "support/seed.h"

enum { N = 12, N_TRIALS = 60, PIECES = 20000 };

/* A channel with random samples. */
typedef struct Draw {
  TrChannel channel;
  double t[N], y[N];
} Draw;

static void
draw_channel(Draw *d, bool linear)
{
  d->channel = (TrChannel){
      .linear = linear, .n = (size_t)g_test_rand_int_range(1, N + 1), .t = d->t, .y = d->y};
  for (size_t i = 0; i < d->channel.n; i++) {
    d->t[i] = (i ? d->t[i - 1] : 0) + g_test_rand_double_range(0.05, 1);
    d->y[i] = g_test_rand_double_range(-1, 1);
  }
}

/* A step before, across or behind the samples. */
static TrStepWindow
draw_step(const TrChannel *c, bool is_hat)
{
  return (TrStepWindow){.t = g_test_rand_double_range(-0.5, c->t[c->n - 1] + 0.5),
                        .h = g_test_rand_double_range(0.05, 2),
                        .is_hat = is_hat};
}

static double
weight_at(TrStepWindow s, double t)
{
  double off = fabs(t - s.t) / s.h;

  if (!s.is_hat)
    return off < 0.5 ? 1 / s.h : 0;
  return off < 1 ? (1 - off) / s.h : 0;
}

static TrChannelMean
mean_of_pieces(const TrChannel *c, TrStepWindow s, TrRange range)
{
  TrChannelMean mean = {0};
  double from = s.t - s.h, length = 2 * s.h / PIECES;

  for (int i = 0; i < PIECES; i++) {
    double t = from + (i + 0.5) * length, y = tr_channel_value(c, t);
    double weight = weight_at(s, t) * length, held = tr_range_clamp(range, y);

    mean.value += weight * held;
    mean.inside += held == y ? weight : 0;
    mean.part += held == y ? weight * y : 0;
  }
  return mean;
}

static void
test_quadrature(void)
{
  for (int trial = 0; trial < N_TRIALS; trial++) {
    TrRange range = trial / 4 % 2 ? (TrRange){-0.4, 0.3} : tr_range_of_limit(0);
    TrChannelMean mean, expected;
    TrStepWindow step;
    Draw d;

    draw_channel(&d, trial % 2);
    step = draw_step(&d.channel, trial / 2 % 2);
    mean = tr_channel_step_mean(&d.channel, step, range);
    expected = mean_of_pieces(&d.channel, step, range);
    /* a piece across a sample or a limit is counted to one side, with a weight of 2/PIECES */
    tr_assert_close(mean.value, expected.value, 0, 4.0 * N / PIECES);
    tr_assert_close(mean.inside, expected.inside, 0, 8.0 * N / PIECES);
    tr_assert_close(mean.part, expected.part, 0, 8.0 * N / PIECES);
  }
}

/* Constant and linear channels have their value at the middle of the step; before the first sample
 * and behind the last one these hold. */
static void
test_exact(void)
{
  double t[] = {1, 2, 4}, level[] = {7, 7, 7}, ramp[] = {1, 2, 4}, y[] = {3, 5, -1};
  TrChannel constant = {.n = 3, .t = t, .y = level};
  TrChannel linear = {.linear = true, .n = 3, .t = t, .y = ramp};
  TrChannel held = {.n = 3, .t = t, .y = y};
  TrRange all = tr_range_of_limit(0);

  for (int hat = 0; hat < 2; hat++) {
    TrStepWindow inside = {2.3, 1.2, hat}, before = {-3, 2, hat}, behind = {9, 2, hat};

    tr_assert_close(tr_channel_step_mean(&constant, inside, all).value, 7, 1e-15, 0);
    tr_assert_close(tr_channel_step_mean(&constant, inside, all).inside, 1, 1e-15, 0);
    tr_assert_close(tr_channel_step_slope(&constant, inside, all), 0, 0, 1e-14);
    tr_assert_close(tr_channel_step_mean(&linear, inside, all).value, 2.3, 1e-14, 0);
    tr_assert_close(tr_channel_step_slope(&linear, inside, all), 1, 1e-14, 0);
    tr_assert_close(tr_channel_step_mean(&held, before, all).value, 3, 1e-15, 0);
    tr_assert_close(tr_channel_step_mean(&held, behind, all).value, -1, 1e-15, 0);
  }
  /* the step of the held value at t = 2 has half of the hat on either side */
  tr_assert_close(tr_channel_step_mean(&held, (TrStepWindow){2, 1, true}, all).value, 4, 1e-15, 0);
  tr_assert_close(tr_channel_step_slope(&held, (TrStepWindow){2, 1, true}, all), 2, 1e-15, 0);
  /* an eighth of the weight is more than half of h away */
  tr_assert_close(tr_channel_step_mean(&held, (TrStepWindow){1.5, 1, true}, all).value, 3 + 2 / 8.0,
                  1e-15, 0);
}

/* A ramp that crosses the limit at the middle of the hat. */
static void
test_limit(void)
{
  double t[] = {0, 10}, y[] = {0, 10};
  TrChannel ramp = {.linear = true, .n = 2, .t = t, .y = y};
  TrStepWindow step = {5, 2, true};
  TrChannelMean mean = tr_channel_step_mean(&ramp, step, (TrRange){-5, 5});

  /* on the left the centre of the weight is h/3 before the middle */
  tr_assert_close(mean.value, 5 - 1 / 3.0, 1e-15, 0);
  tr_assert_close(mean.inside, 0.5, 1e-15, 0);
  tr_assert_close(mean.part, (5 - 2 / 3.0) / 2, 1e-15, 0);
  tr_assert_close(tr_channel_step_slope(&ramp, step, (TrRange){-5, 5}), 0.5, 1e-15, 0);
}

typedef struct MeanAt {
  const TrChannel *channel;
  TrStepWindow step;
  TrRange range;
} MeanAt;

static void
mean_at(double *out, const double *dx, void *user)
{
  MeanAt at = *(const MeanAt *)user;

  at.step.t += dx[0];
  *out = tr_channel_step_mean(at.channel, at.step, at.range).value;
}

/* The slope of the mean, of linear and held channels, within limits, too.  Limits that a linear
 * value crosses between two samples are crossed in the mean at the same place. */
static void
test_slope(void)
{
  static const double t[] = {0, 0.11, 0.2, 0.34, 0.4, 0.52, 0.6};
  static const double y[] = {0, 0.7, -0.9, 0.2, 1.1, -0.4, 0.3};

  for (int i = 0; i < 8; i++) {
    TrChannel channel = {.linear = i % 2, .n = G_N_ELEMENTS(t), .t = t, .y = y};
    MeanAt at = {&channel, {0.27, 0.1, i / 2 % 2}, i / 4 ? (TrRange){-0.3, 0.5} : (TrRange){-9, 9}};
    double slope = tr_channel_step_slope(&channel, at.step, at.range);
    TrDerivative derivative = {.name = "mean",
                               .m = 1,
                               .n = 1,
                               .jacobian = &slope,
                               .func = mean_at,
                               .user = &at,
                               .step = 1e-3,
                               .is_exact = true};

    tr_assert_derivative(&derivative);
  }
}

/* Path from rest at t = 0 under the channel as acceleration, by moments over the pieces between
 * samples: x(t) is the integral of (t - s) y(s). */
static double
path_at(const TrChannel *c, double t)
{
  double sum = 0, from = 0;

  for (size_t i = 0; i <= c->n && from < t; i++) {
    double to = i < c->n && c->t[i] < t ? c->t[i] : t, length = to - from;
    double a = tr_channel_value(c, from),
           b = c->linear && length > 0 ? 2 * tr_channel_value(c, from + length / 2) - a : a;

    sum += length * (a * (t - from - length / 2) + (b - a) * ((t - from) / 2 - length / 3));
    from = to;
  }
  return sum;
}

/* x(t + h) - 2 x(t) + x(t - h) = h^2 mean under the hat, whatever the channel does between. */
static void
test_second_difference(void)
{
  for (int trial = 0; trial < N_TRIALS; trial++) {
    TrStepWindow step = {.is_hat = true};
    double mean, difference;
    Draw d;

    draw_channel(&d, trial % 2);
    step.h = g_test_rand_double_range(0.1, 1);
    step.t = step.h + g_test_rand_double_range(0, d.t[d.channel.n - 1]);
    mean = tr_channel_step_mean(&d.channel, step, tr_range_of_limit(0)).value;
    difference = path_at(&d.channel, step.t + step.h) - 2 * path_at(&d.channel, step.t) +
                 path_at(&d.channel, step.t - step.h);
    tr_assert_close(difference, step.h * step.h * mean, 0, 1e-12);
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/signal/step-mean/quadrature", test_quadrature);
  g_test_add_func("/engine/signal/step-mean/exact", test_exact);
  g_test_add_func("/engine/signal/step-mean/limit", test_limit);
  g_test_add_func("/engine/signal/step-mean/slope", test_slope);
  g_test_add_func("/engine/signal/step-mean/second-difference", test_second_difference);
  return g_test_run();
}
