/* Reported values of parameters: from the physical value where there is one, else the stepper's. */
#include <math.h>

#include "engine/est/task/reported.h"
#include "support/check.h"

enum { N = 3 };

typedef struct Fixture {
  TrEstimate estimates[N];
  TrPhysicalValue values[N];
  TrPhysical physical;
  double covariance[N * N];
  TrFit fit;
} Fixture;

/* Sigmas 1, 2, 3 and correlations 0.5, -0.25, 0.1 of the stepper's values; physical values of the
 * first two, the third out of its bounds. */
static void
set_up(Fixture *f)
{
  static const double correlation[N * N] = {1, 0.5, -0.25, 0.5, 1, 0.1, -0.25, 0.1, 1};

  *f = (Fixture){0};
  for (int i = 0; i < N; i++) {
    f->estimates[i] = (TrEstimate){.value = 10 * (i + 1), .sigma = i + 1, .identifiable = true};
    for (int j = 0; j < N; j++)
      f->covariance[i * N + j] = correlation[i * N + j] * (i + 1) * (j + 1);
  }
  f->values[0] = (TrPhysicalValue){.value = 11, .noise = 2, .step = 3, .smoothing = 6};
  f->values[1] = (TrPhysicalValue){.value = 19, .noise = 5, .step = 12};
  f->values[2] = (TrPhysicalValue){
      .value = NAN, .noise = NAN, .step = NAN, .smoothing = NAN, .gap = TR_PHYSICAL_OUT_OF_BOUNDS};
  f->physical = (TrPhysical){.status = TR_OK, .n_free = N, .values = f->values};
  f->fit = (TrFit){.n_free = N,
                   .estimates = f->estimates,
                   .covariance = f->covariance,
                   .physical = &f->physical};
}

static void
test_physical(void)
{
  TrReported reported;
  Fixture f;

  set_up(&f);
  reported = tr_fit_report(&f.fit, 0);
  g_assert_true(reported.is_physical && reported.gap == TR_PHYSICAL_KNOWN);
  g_assert_true(reported.value == 11);
  g_assert_true(reported.noise == 2 && reported.step == 3 && reported.smoothing == 6);
  tr_assert_close(reported.sigma, 7, 1e-15, 0);
  tr_assert_close(tr_fit_report(&f.fit, 1).sigma, 13, 1e-15, 0);
}

/* Asserts the stepper's value and the reason for it. */
static void
assert_stepper(const Fixture *f, int i, TrPhysicalGap gap)
{
  TrReported reported = tr_fit_report(&f->fit, i);

  g_assert_false(reported.is_physical);
  g_assert_cmpint(reported.gap, ==, gap);
  g_assert_true(reported.value == f->estimates[i].value);
  g_assert_true(reported.sigma == f->estimates[i].sigma);
  g_assert_true(reported.noise == f->estimates[i].sigma);
  g_assert_true(isnan(reported.step) && isnan(reported.smoothing));
}

static void
test_gaps(void)
{
  static const TrPhysicalGap gaps[] = {TR_PHYSICAL_NOT_DETERMINED, TR_PHYSICAL_AT_BOUND,
                                       TR_PHYSICAL_OUT_OF_BOUNDS};
  Fixture f;

  set_up(&f);
  for (size_t i = 0; i < G_N_ELEMENTS(gaps); i++) {
    f.values[2].gap = gaps[i];
    assert_stepper(&f, 2, gaps[i]);
  }
  f.physical.status = TR_NOT_CONVERGED;
  for (int i = 0; i < N; i++)
    assert_stepper(&f, i, TR_PHYSICAL_FAILED);
  f.fit.physical = NULL;
  for (int i = 0; i < N; i++)
    assert_stepper(&f, i, TR_PHYSICAL_NOT_COMPUTED);
}

/* A value that the data do not determine has no sigma, whatever the fit has in its place. */
static void
test_not_identifiable(void)
{
  TrReported reported;
  Fixture f;

  set_up(&f);
  f.fit.physical = NULL;
  f.estimates[1].identifiable = false;
  reported = tr_fit_report(&f.fit, 1);
  g_assert_true(reported.value == f.estimates[1].value);
  g_assert_true(isnan(reported.sigma) && isnan(reported.noise));
}

/* Unknown delays widen sigmas and change covariances; a fit without the part has none. */
static void
test_timing(void)
{
  const double g[N] = {4, -5, 6};
  double timing[N * N], covariance[N * N];
  Fixture f;

  set_up(&f);
  g_assert_true(isnan(tr_fit_report(&f.fit, 0).timing));
  for (int i = 0; i < N * N; i++)
    timing[i] = g[i / N] * g[i % N];
  f.fit.timing = timing;
  tr_assert_close(tr_fit_report(&f.fit, 0).timing, 4, 1e-15, 0);
  tr_assert_close(tr_fit_report(&f.fit, 0).sigma, sqrt(49 + 16), 1e-15, 0);
  tr_assert_close(tr_fit_report(&f.fit, 2).sigma, sqrt(9 + 36), 1e-15, 0);
  tr_fit_report_covariance(covariance, &f.fit);
  tr_assert_close(covariance[1], 0.5 * 10 - 20, 1e-14, 0);
  tr_assert_close(covariance[0], 49 + 16, 1e-14, 0);
  tr_assert_close(tr_fit_report_correlation(&f.fit, 0, 1),
                  covariance[1] / sqrt(covariance[0] * covariance[N + 1]), 1e-14, 0);
  g_assert_cmpfloat(tr_fit_report_correlation(&f.fit, 2, 2), ==, 1);
}

/* Correlations by noise are those of the fit; step and smoothing are independent. */
static void
test_covariance(void)
{
  static const double expected[N * N] = {49,       0.5 * 10,  -0.25 * 6, 0.5 * 10, 169,
                                         0.1 * 15, -0.25 * 6, 0.1 * 15,  9};
  double covariance[N * N];
  Fixture f;

  set_up(&f);
  tr_fit_report_covariance(covariance, &f.fit);
  tr_assert_close_array(covariance, expected, N * N, 1e-15, 0);
  f.fit.physical = NULL;
  tr_fit_report_covariance(covariance, &f.fit);
  tr_assert_close_array(covariance, f.covariance, N * N, 1e-15, 0);
}

/* Rows and columns without a sigma are not-a-number, and the others are not affected. */
static void
test_covariance_gap(void)
{
  double covariance[N * N];
  Fixture f;

  set_up(&f);
  f.fit.physical = NULL;
  f.estimates[1].identifiable = false;
  tr_fit_report_covariance(covariance, &f.fit);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i == 1 || j == 1)
        g_assert_true(isnan(covariance[i * N + j]));
      else
        tr_assert_close(covariance[i * N + j], f.covariance[i * N + j], 1e-15, 0);
}

static void
test_names(void)
{
  g_assert_cmpstr(tr_physical_gap_name(TR_PHYSICAL_KNOWN), ==, "");
  g_assert_cmpstr(tr_physical_gap_name(TR_PHYSICAL_NOT_DETERMINED), ==, "not-identifiable");
  g_assert_cmpstr(tr_physical_gap_name(TR_PHYSICAL_AT_BOUND), ==, "at-bound");
  g_assert_cmpstr(tr_physical_gap_name(TR_PHYSICAL_OUT_OF_BOUNDS), ==, "out-of-bounds");
  g_assert_cmpstr(tr_physical_gap_name(TR_PHYSICAL_NOT_COMPUTED), ==, "not-computed");
  g_assert_cmpstr(tr_physical_gap_name(TR_PHYSICAL_FAILED), ==, "failed");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/reported/physical", test_physical);
  g_test_add_func("/engine/est/reported/gaps", test_gaps);
  g_test_add_func("/engine/est/reported/not-identifiable", test_not_identifiable);
  g_test_add_func("/engine/est/reported/timing", test_timing);
  g_test_add_func("/engine/est/reported/covariance", test_covariance);
  g_test_add_func("/engine/est/reported/covariance-gap", test_covariance_gap);
  g_test_add_func("/engine/est/reported/names", test_names);
  return g_test_run();
}
