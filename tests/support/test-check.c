/* The checkers themselves: right numbers pass, wrong ones do not. */
#include "support/check.h"

#include <math.h>
#include <string.h>

static void
test_close(void)
{
  g_assert_true(tr_is_close(1.0, 1.0 + 1e-13, 1e-12, 0.0));
  g_assert_false(tr_is_close(1.0, 1.0 + 1e-11, 1e-12, 0.0));
  g_assert_true(tr_is_close(1e-15, 0.0, 0.0, 1e-12));
  g_assert_false(tr_is_close(1e-15, 0.0, 1e-3, 0.0));
  g_assert_false(tr_is_close(NAN, NAN, 1.0, 1.0));
  g_assert_false(tr_is_close(INFINITY, INFINITY, 1.0, 1.0));
  g_assert_false(tr_is_close(INFINITY, 1.0, 1.0, 1.0));
}

static void
test_assertions_fail(void)
{
  const double a[] = {1.0, 2.0, 3.0}, b[] = {1.0, 2.1, 3.0}, c[] = {1.0, NAN, 3.0};

  if (g_test_subprocess()) {
    const char *which = g_getenv("WHICH");
    if (g_str_equal(which, "scalar"))
      tr_assert_close(a[1], b[1], 1e-6, 0.0);
    else if (g_str_equal(which, "array"))
      tr_assert_close_array(a, b, 3, 1e-6, 0.0);
    else
      tr_assert_close_array(c, c, 3, 1.0, 1.0);
    return;
  }
  g_setenv("WHICH", "scalar", TRUE);
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_failed();
  g_test_trap_assert_stderr("*= 2, *= 2.1*difference -0.1*");
  g_setenv("WHICH", "array", TRUE);
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_failed();
  g_setenv("WHICH", "nan", TRUE);
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_failed();
  tr_assert_close_array(a, a, 3, 0.0, 0.0);
}

/* f = (sin x0 cos x1, exp(x0 x1)) around (0.3, 0.7). */
static void
evaluate_smooth(double *f, const double *dx, void *user)
{
  double x0 = 0.3 + dx[0], x1 = 0.7 + dx[1];

  f[0] = sin(x0) * cos(x1);
  f[1] = exp(x0 * x1);
}

static void
differentiate_smooth(double j[4])
{
  j[0] = cos(0.3) * cos(0.7);
  j[1] = -sin(0.3) * sin(0.7);
  j[2] = 0.7 * exp(0.21);
  j[3] = 0.3 * exp(0.21);
}

static void
test_derivative_right(void)
{
  double j[4];
  TrDerivative d = {
      .name = "smooth", .m = 2, .n = 2, .jacobian = j, .func = evaluate_smooth, .rtol = 1e-8};

  differentiate_smooth(j);
  tr_assert_derivative(&d);
}

static void
test_derivative_wrong(void)
{
  double j[4];
  TrDerivative d = {.name = "smooth", .m = 2, .n = 2, .jacobian = j, .func = evaluate_smooth};

  for (int e = 0; e < 4; e++) {
    g_autofree char *report = NULL;
    g_autofree char *place = g_strdup_printf("row %d, column %d", e / 2, e % 2);
    differentiate_smooth(j);
    j[e] += 1e-5;
    report = tr_derivative_report(&d);
    g_assert_nonnull(report);
    g_assert_nonnull(strstr(report, place));
  }
}

static void
test_derivative_nan(void)
{
  double j[4];
  TrDerivative d = {.name = "smooth", .m = 2, .n = 2, .jacobian = j, .func = evaluate_smooth};
  g_autofree char *report = NULL;

  differentiate_smooth(j);
  j[2] = NAN;
  report = tr_derivative_report(&d);
  g_assert_nonnull(report);
}

/* A kink beside the point: some step agrees, but not by order two. */
static void
evaluate_kinked(double *f, const double *dx, void *user)
{
  f[0] = sin(dx[0]) + fabs(dx[0] - 5e-5);
}

static void
test_derivative_kink(void)
{
  const double j[1] = {0.0};
  TrDerivative d = {.name = "kink", .m = 1, .n = 1, .jacobian = j, .func = evaluate_kinked};
  g_autofree char *report = tr_derivative_report(&d);

  g_assert_nonnull(report);
}

static void
evaluate_linear(double *f, const double *dx, void *user)
{
  f[0] = 2.0 * dx[0];
}

static void
test_derivative_identical(void)
{
  const double j[1] = {2.0};
  TrDerivative d = {.name = "linear", .m = 1, .n = 1, .jacobian = j, .func = evaluate_linear};
  g_autofree char *report = tr_derivative_report(&d);

  g_assert_nonnull(report);
  g_assert_nonnull(strstr(report, "to the bit"));
  d.is_exact = true;
  tr_assert_derivative(&d);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/support/check/close", test_close);
  g_test_add_func("/support/check/assertions-fail", test_assertions_fail);
  g_test_add_func("/support/check/derivative/right", test_derivative_right);
  g_test_add_func("/support/check/derivative/wrong", test_derivative_wrong);
  g_test_add_func("/support/check/derivative/nan", test_derivative_nan);
  g_test_add_func("/support/check/derivative/kink", test_derivative_kink);
  g_test_add_func("/support/check/derivative/identical", test_derivative_identical);
  return g_test_run();
}
