/* The vector test against closed forms, with unknown elements and directions, and its rate of false
 * alarms; Holm's rule against its definition. */
#include "engine/est/lsq/agreement.h"

#include <math.h>

#include "engine/base/random.h"
#include "engine/est/lsq/consistency.h"
#include "support/check.h"
#include "support/seed.h"

/* Two values that differ little each, but in a direction that both estimates know well. */
static void
test_correlated(void)
{
  const double values[] = {1, 1, 1.5, 0.5}, c = 0.99;
  const double covariances[] = {1, c, c, 1, 1, c, c, 1};
  TrVectorTest test;
  double mean[2], covariance[4];

  tr_assert_ok(
      tr_agreement(&test, mean, covariance, &(TrVectorEstimates){2, 2, values, covariances}), NULL);
  /* the difference lies along (1, -1)/sqrt 2 with variance 2 (1 - c) */
  tr_assert_close(test.chi2, 0.5 / (2 * (1 - c)), 1e-9, 0);
  g_assert_cmpint(test.dof, ==, 2);
  tr_assert_close(test.p_value, tr_chi2_p_value(test.chi2, 2), 1e-12, 0);
  g_assert_cmpfloat(test.p_value, <, 1e-5);
  tr_assert_close(mean[0], 1.25, 1e-9, 0);
  tr_assert_close(covariance[1], c / 2, 1e-9, 0);
}

/* Elements that only some estimates know, and a direction that none of them knows. */
static void
test_unknown(void)
{
  const double values[] = {3, NAN, 5, 3.1, 7, NAN};
  const double covariances[] = {0.01, NAN, 0,   NAN, NAN, NAN, 0,   NAN, 4,
                                0.01, 0,   NAN, 0,   1,   NAN, NAN, NAN, NAN};
  TrVectorTest test;
  double mean[3], covariance[9];

  tr_assert_ok(
      tr_agreement(&test, mean, covariance, &(TrVectorEstimates){2, 3, values, covariances}), NULL);
  g_assert_cmpint(test.dof, ==, 1);
  tr_assert_close(test.chi2, 0.01 / 0.02, 1e-9, 0);
  tr_assert_close(mean[0], 3.05, 1e-12, 0);
  tr_assert_close(mean[1], 7, 1e-12, 0);
  tr_assert_close(mean[2], 5, 1e-12, 0);
  g_assert_true(isnan(tr_chi2_p_value(NAN, 1)));
}

/* A covariance of rank one compares one direction alone. */
static void
test_singular(void)
{
  const double values[] = {1, 2, 2, 4};
  const double covariances[] = {1, 2, 2, 4, 1, 2, 2, 4};
  TrVectorTest test;
  double mean[2], covariance[4];

  tr_assert_ok(
      tr_agreement(&test, mean, covariance, &(TrVectorEstimates){2, 2, values, covariances}), NULL);
  g_assert_cmpint(test.dof, ==, 1);
  tr_assert_close(test.chi2, 0.5, 1e-9, 0);
}

static void
test_nothing(void)
{
  const double values[] = {1, NAN}, covariances[] = {1, NAN};
  TrVectorTest test;
  double mean, covariance;

  tr_assert_ok(
      tr_agreement(&test, &mean, &covariance, &(TrVectorEstimates){2, 1, values, covariances}),
      NULL);
  g_assert_true(test.dof == 0 && isnan(test.chi2) && isnan(test.p_value));
  g_assert_cmpfloat(mean, ==, 1);
  tr_assert_ok(tr_difference_test(&test, &(double){NAN}, &(double){1}, 1), NULL);
  g_assert_true(test.dof == 0 && isnan(test.p_value));
}

/* Estimates that do agree are refused as often as the level says. */
static void
test_level(void)
{
  enum { N_DRAWS = 4000, M = 3 };
  const double root[] = {2, 0, 0, 1.9, 0.1, 0, -0.5, 0.3, 1e-3};
  TrRandom random = tr_random_stream(5, 1);
  double values[M * 3], covariances[M * 9], mean[3], covariance[9];
  int refused = 0;

  for (int k = 0; k < M * 9; k++) {
    int i = k % 9 / 3, j = k % 3;

    covariances[k] = 0;
    for (int a = 0; a < 3; a++)
      covariances[k] += root[3 * i + a] * root[3 * j + a];
  }
  for (int draw = 0; draw < N_DRAWS; draw++) {
    TrVectorTest test;

    for (int l = 0; l < M; l++) {
      double z[3];

      for (int a = 0; a < 3; a++)
        z[a] = tr_random_normal(&random);
      for (int i = 0; i < 3; i++) {
        values[3 * l + i] = 100;
        for (int a = 0; a < 3; a++)
          values[3 * l + i] += root[3 * i + a] * z[a];
      }
    }
    tr_assert_ok(
        tr_agreement(&test, mean, covariance, &(TrVectorEstimates){M, 3, values, covariances}),
        NULL);
    g_assert_cmpint(test.dof, ==, 6);
    refused += test.p_value < 0.05;
  }
  g_test_message("%d of %d refused", refused, N_DRAWS);
  g_assert_cmpint(abs(refused - N_DRAWS / 20), <, 60);
}

static void
test_difference(void)
{
  const double covariance[] = {4, 0, 0, 0, 0.25, 0, 0, 0, NAN};
  TrVectorTest test;

  tr_assert_ok(tr_difference_test(&test, (double[]){2, 1, 9}, covariance, 3), NULL);
  g_assert_cmpint(test.dof, ==, 2);
  tr_assert_close(test.chi2, 5, 1e-12, 0);
}

static void
test_holm(void)
{
  double p[] = {0.04, NAN, 0.001, 0.03, 0.9};

  tr_holm_adjust(p, p, 5);
  tr_assert_close(p[2], 0.004, 1e-15, 0);
  tr_assert_close(p[3], 0.09, 1e-12, 0);
  tr_assert_close(p[0], 0.09, 1e-12, 0); /* not below the one before */
  tr_assert_close(p[4], 0.9, 1e-12, 0);
  g_assert_true(isnan(p[1]));
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/est/agreement/correlated", test_correlated);
  g_test_add_func("/engine/est/agreement/unknown", test_unknown);
  g_test_add_func("/engine/est/agreement/singular", test_singular);
  g_test_add_func("/engine/est/agreement/nothing", test_nothing);
  g_test_add_func("/engine/est/agreement/level", test_level);
  g_test_add_func("/engine/est/agreement/difference", test_difference);
  g_test_add_func("/engine/est/agreement/holm", test_holm);
  return g_test_run();
}
