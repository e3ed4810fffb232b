/* Restricted likelihood: largest at the variances that the rounds of variances settle at. */
#include <math.h>

#include "engine/est/solve/drawn_log.h"
#include "support/check.h"

/* -2 log L of a fit with fixed variances, in units of the settled ones. */
static double
find_likelihood(TrDrawnLog *f, const TrFit *settled, double kappa, double sigma)
{
  double result;
  TrFit *fit;

  f->task.settings.kappa = settled->kappa * kappa;
  f->task.settings.weighting = TR_WEIGHTING_HELD;
  f->model->sensors[0].sigma = settled->logs[0].sensors[0].sigma * sigma;
  fit = tr_drawn_log_identify(f);
  result = fit->likelihood;
  tr_fit_free(fit);
  return result;
}

/* The variances that the rounds settle at are those of the largest restricted likelihood: its slope
 * is zero in both, a change by a tenth lowers it. */
static void
test_likelihood(void)
{
  static const double change = 1.1;
  TrDrawnLog f;
  TrFit *fit;

  tr_drawn_log_set_up(&f);
  tr_drawn_log_draw(&f, TR_DRAWN_NOISE, 300);
  fit = tr_drawn_log_identify(&f);
  for (int both = 0; both < 2; both++) {
    double up = find_likelihood(&f, fit, both ? 1 : change, both ? change : 1);
    double down = find_likelihood(&f, fit, both ? 1 : 1 / change, both ? 1 / change : 1);
    double here = find_likelihood(&f, fit, 1, 1);

    g_test_message("-2 log L %.3f, changes %.4f and %.4f", here, up - here, down - here);
    tr_assert_close(here, fit->likelihood, 1e-6, 0);
    g_assert_cmpfloat(up, >, here);
    g_assert_cmpfloat(down, >, here);
    g_assert_cmpfloat(fabs(up - down), <, 0.3 * (up + down - 2 * here));
  }
  tr_fit_free(fit);
  tr_drawn_log_tear_down(&f);
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/likelihood/settled", test_likelihood);
  return g_test_run();
}
