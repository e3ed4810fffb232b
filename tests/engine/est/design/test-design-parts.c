/* Parts of the design of experiments: curves at rest at both ends, judgements on matrices of
 * information, and sums over the reports of drawn logs. */
#include "engine/est/design/drawn_reports.h"
#include "engine/est/design/knowledge.h"
#include "engine/est/design/series.h"

#include <math.h>

#include "support/check.h"

static void
test_ends(void)
{
  const double x[] = {0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.2, 0.6};

  for (int shape = 0; shape < TR_N_PLAN_SHAPES; shape++) {
    TrPlanSeries series = {(TrPlanShape)shape, 5, 0.4, 5};
    TrPlanCurve curve;

    tr_series_curve_init(&curve, &series, x);
    for (int end = 0; end < 2; end++) {
      TrPlanPoint p = tr_series_at(&curve, end * series.duration);

      g_assert_cmpfloat(fabs(p.value), <, 1e-9);
      g_assert_cmpfloat(fabs(p.rate), <, 1e-8);
      g_assert_cmpfloat(fabs(p.acceleration), <, 1e-7);
    }
  }
}

static void
test_slopes(void)
{
  const double x[] = {0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.2, 0.6}, d = 1e-5;

  for (int shape = 0; shape < TR_N_PLAN_SHAPES; shape++) {
    TrPlanSeries series = {(TrPlanShape)shape, 5, 0.4, 5};
    TrPlanCurve curve;

    tr_series_curve_init(&curve, &series, x);
    for (double t = 0.07; t < 4.95; t += 0.13) {
      TrPlanPoint p = tr_series_at(&curve, t);
      TrPlanPoint a = tr_series_at(&curve, t - d), b = tr_series_at(&curve, t + d);

      g_assert_cmpfloat(fabs((b.value - a.value) / (2 * d) - p.rate), <, 1e-6);
      g_assert_cmpfloat(fabs((b.rate - a.rate) / (2 * d) - p.acceleration), <, 2e-3);
    }
  }
}

static void
test_judgement(void)
{
  /* two parameters seen through their sum and the first: covariance [1 -1; -1 1.25]/4 of S */
  double s[] = {5, 4, 4, 4}, scale[] = {1, 2}, value[] = {1, 1};
  bool interest[] = {true, true};
  TrKnown known = {.n = 2, .scale = scale, .value = value};
  TrJudgement *j = tr_judgement_new(2);

  tr_assert_ok(tr_judge(j, &known, s, NULL), NULL);
  g_assert_true(j->is_known[0] && j->is_known[1]);
  g_assert_cmpfloat(fabs(j->sigma[0] - 1), <, 1e-12);
  g_assert_cmpfloat(fabs(j->sigma[1] - 2 * sqrt(1.25)), <, 1e-12);
  /* det C = 1/4 */
  g_assert_cmpfloat(fabs(tr_criterion_value(TR_CRITERION_D, j, &known, interest) - log(0.25) / 4),
                    <, 1e-12);
  /* both sigmas by their natural sizes: 1 and the root of 1.25 */
  g_assert_cmpfloat(fabs(tr_criterion_value(TR_CRITERION_M, j, &known, interest) - log(1.25) / 4),
                    <, 1e-12);
  s[3] = 3.2; /* now the determinant is zero */
  tr_assert_ok(tr_judge(j, &known, s, NULL), NULL);
  g_assert_true(!j->is_known[0] && !j->is_known[1]);
  g_assert_cmpint(j->companion[0], ==, 1);
  tr_judgement_free(j);
}

static void
test_reduce(void)
{
  double s[] = {4, 1, 2, 1, 3, 1, 2, 1, 2}, out[4];

  tr_assert_ok(tr_information_reduce(out, s, 2, 3, 0), NULL);
  g_assert_cmpfloat(fabs(out[0] - 2), <, 1e-12);
  g_assert_cmpfloat(fabs(out[1]), <, 1e-12);
  g_assert_cmpfloat(fabs(out[3] - 2.5), <, 1e-12);
}

enum { N_DRAWS = 10 };

/* Report of a draw: 1 or -1 in turns with a sigma of 2; the stepper's is 50 with a sigma of 0.01.
 */
static TrReported
make_report(int draw, TrPhysicalGap gap)
{
  bool is_physical = gap == TR_PHYSICAL_KNOWN;

  return (TrReported){.value = is_physical ? 1 - 2 * (draw % 2) : 50,
                      .sigma = is_physical ? 2 : 0.01,
                      .is_physical = is_physical,
                      .gap = gap};
}

/* A draw whose fits for h -> 0 did not end well has the values of the stepper, which are no
 * outliers of the others: it does not count; nor does a value at its bound among others. */
static void
test_reports(void)
{
  TrReported all[2 * N_DRAWS];
  TrDrawnReports reports = {2, N_DRAWS, all};
  TrReportSum sum;

  for (int d = 0; d < N_DRAWS; d++)
    all[2 * d] = all[2 * d + 1] = make_report(d, TR_PHYSICAL_KNOWN);
  for (int i = 0; i < 2; i++) {
    all[2 * 3 + i] = all[2 * 4 + i] = make_report(0, TR_PHYSICAL_FAILED);
    all[2 * 5 + i] = all[2 * 6 + i] = (TrReported){.value = NAN, .sigma = NAN};
  }
  all[2 * 8 + 1] = make_report(0, TR_PHYSICAL_AT_BOUND);
  g_assert_cmpint(tr_reports_count(&reports), ==, 6);
  sum = tr_reports_sum(&reports, 0);
  g_assert_cmpfloat(fabs(sum.scatter - sqrt(6.0 / 5)), <, 1e-12);
  g_assert_cmpint(sum.n_sigmas, ==, 6);
  g_assert_cmpfloat(fabs(sum.sigma - 2), <, 1e-12);
  g_assert_cmpfloat(sum.error, <, 1e-12);
  sum = tr_reports_sum(&reports, 1);
  g_assert_cmpfloat(fabs(sum.scatter - sqrt(4.8 / 4)), <, 1e-12);
  g_assert_cmpfloat(fabs(sum.sigma - 2), <, 1e-12);
}

/* Where no draw has values for h -> 0, or most have none, those of the stepper count. */
static void
test_reports_of_stepper(void)
{
  TrReported all[N_DRAWS];
  TrDrawnReports reports = {1, N_DRAWS, all};

  for (int others = 0; others < 3; others += 2) {
    for (int d = 0; d < N_DRAWS; d++)
      all[d] = make_report(d, d < others ? TR_PHYSICAL_KNOWN : TR_PHYSICAL_NOT_COMPUTED);
    g_assert_cmpint(tr_reports_count(&reports), ==, N_DRAWS - others);
    g_assert_cmpfloat(fabs(tr_reports_sum(&reports, 0).sigma - 0.01), <, 1e-12);
    g_assert_cmpfloat(tr_reports_sum(&reports, 0).scatter, <, 1e-12);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/design/ends", test_ends);
  g_test_add_func("/engine/est/design/slopes", test_slopes);
  g_test_add_func("/engine/est/design/judgement", test_judgement);
  g_test_add_func("/engine/est/design/reduce", test_reduce);
  g_test_add_func("/engine/est/design/reports", test_reports);
  g_test_add_func("/engine/est/design/reports-of-stepper", test_reports_of_stepper);
  return g_test_run();
}
