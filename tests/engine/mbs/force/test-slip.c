/* Direction of dry friction: the mean over a step against numerical quadrature, slopes against
 * differences, and its limit without smoothing. */
#include <math.h>

#include "engine/mbs/force/slip.h"
#include "support/check.h"
#include "support/seed.h"

enum { N_TRIALS = 200, N_PIECES = 20000 };

/* D of the rate that the step has at the given part of its length. */
static double
direction_at(double rate, double rate_after, double part, double smoothing)
{
  double v = rate + part * (rate_after - rate);

  return v / hypot(v, smoothing);
}

/* Simpson's rule. */
static double
mean_of_pieces(double rate, double rate_after, double smoothing)
{
  double sum = 0;

  for (int i = 0; i < N_PIECES; i++)
    sum += (direction_at(rate, rate_after, (double)i / N_PIECES, smoothing) +
            4 * direction_at(rate, rate_after, (i + 0.5) / N_PIECES, smoothing) +
            direction_at(rate, rate_after, (i + 1.0) / N_PIECES, smoothing)) /
           6;
  return sum / N_PIECES;
}

static double
draw_signed(double least, double most)
{
  double size = exp(g_test_rand_double_range(log(least), log(most)));

  return g_test_rand_bit() ? size : -size;
}

static void
test_mean(void)
{
  for (int trial = 0; trial < N_TRIALS; trial++) {
    double rate = draw_signed(1e-2, 10), after = draw_signed(1e-2, 10);
    double smoothing = fabs(draw_signed(1e-2, 1));

    tr_assert_close(tr_slip_mean(rate, after, smoothing).direction,
                    mean_of_pieces(rate, after, smoothing), 0, 1e-9);
  }
}

/* Where the rate does not change, the mean is D itself. */
static void
test_constant(void)
{
  for (int trial = 0; trial < N_TRIALS; trial++) {
    double rate = draw_signed(1e-4, 10), smoothing = fabs(draw_signed(1e-4, 1));

    tr_assert_close(tr_slip_mean(rate, rate, smoothing).direction,
                    tr_slip_after(rate, smoothing).direction, 1e-15, 0);
    tr_assert_close(tr_slip_after(rate, smoothing).direction, rate / hypot(rate, smoothing), 1e-15,
                    0);
  }
  g_assert_true(tr_slip_mean(0, 0, 1e-3).direction == 0);
}

/* Without smoothing the mean of the sign: the time with positive rate less that with negative. */
static void
test_limit(void)
{
  for (int trial = 0; trial < N_TRIALS; trial++) {
    double rate = draw_signed(1e-2, 10), after = draw_signed(1e-2, 10);
    double same = rate > 0 ? 1 : -1, reversal = rate / (rate - after);
    double expected = rate * after > 0 ? same : same * (2 * reversal - 1);

    tr_assert_close(tr_slip_mean(rate, after, 1e-12).direction, expected, 0, 1e-12);
    tr_assert_close(tr_slip_after(after, 1e-12).direction, after > 0 ? 1 : -1, 1e-15, 0);
  }
}

typedef struct SlipAt {
  double rate, rate_after, smoothing;
  bool is_mean;
} SlipAt;

static TrSlip
slip_of(const SlipAt *at)
{
  return at->is_mean ? tr_slip_mean(at->rate, at->rate_after, at->smoothing)
                     : tr_slip_after(at->rate_after, at->smoothing);
}

static void
slip_at(double *out, const double *dx, void *user)
{
  SlipAt at = *(const SlipAt *)user;

  at.rate += dx[0];
  at.rate_after += dx[1];
  *out = slip_of(&at).direction;
}

/* Reversals, too: the mean is smooth there even where smoothing is narrow. */
static void
test_slopes(void)
{
  static const double rates[] = {-1.3, -0.2, 0, 0.07, 0.9}, smoothings[] = {0.1, 0.5};

  for (size_t i = 0; i < G_N_ELEMENTS(rates); i++)
    for (size_t j = 0; j < G_N_ELEMENTS(rates); j++)
      for (int k = 0; k < 4; k++) {
        SlipAt at = {rates[i], rates[j], smoothings[k % 2], k / 2};
        TrSlip slip = slip_of(&at);
        double jac[2] = {slip.d_rate, slip.d_rate_after};
        TrDerivative derivative = {.name = at.is_mean ? "mean" : "after",
                                   .m = 1,
                                   .n = 2,
                                   .jacobian = jac,
                                   .func = slip_at,
                                   .user = &at,
                                   .step = 0.1 * at.smoothing,
                                   .is_exact = true};

        tr_assert_derivative(&derivative);
      }
}

/* While the rate reverses, the slopes stay finite without smoothing: those of (s + s+)/(|s| +
 * |s+|). */
static void
test_slopes_of_reversal(void)
{
  double rate = 0.4, after = -0.1, sum = 0.5;
  TrSlip slip = tr_slip_mean(rate, after, 1e-12);

  tr_assert_close(slip.d_rate, (1 - 0.6) / sum, 1e-12, 0);
  tr_assert_close(slip.d_rate_after, (1 + 0.6) / sum, 1e-12, 0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/force/slip/mean", test_mean);
  g_test_add_func("/engine/force/slip/constant", test_constant);
  g_test_add_func("/engine/force/slip/limit", test_limit);
  g_test_add_func("/engine/force/slip/slopes", test_slopes);
  g_test_add_func("/engine/force/slip/slopes-of-reversal", test_slopes_of_reversal);
  return g_test_run();
}
