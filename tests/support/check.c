#include "support/check.h"

#include "engine/base/base.h"

#include <math.h>
#include <string.h>

enum { N_STEPS = 5 };

bool
tr_is_close(double actual, double expected, double rtol, double atol)
{
  if (!isfinite(actual) || !isfinite(expected))
    return false;
  return fabs(actual - expected) <= atol + rtol * fabs(expected);
}

static void
fail(const char *file, int line, const char *function, char *message)
{
  g_assertion_message(G_LOG_DOMAIN, file, line, function, message);
  g_free(message);
}

void
tr_check_close(const char *file,
               int line,
               const char *function,
               const char *actual_text,
               const char *expected_text,
               double actual,
               double expected,
               double rtol,
               double atol)
{
  if (tr_is_close(actual, expected, rtol, atol))
    return;
  fail(file, line, function,
       g_strdup_printf("%s = %.17g, %s = %.17g, difference %.3g, allowed %.3g", actual_text, actual,
                       expected_text, expected, actual - expected, atol + rtol * fabs(expected)));
}

void
tr_check_close_array(const char *file,
                     int line,
                     const char *function,
                     const char *actual_text,
                     const char *expected_text,
                     const double *actual,
                     const double *expected,
                     int n,
                     double rtol,
                     double atol)
{
  double largest = 0.0, worst = 0.0;
  int at = -1;

  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(expected[i]));
  for (int i = 0; i < n; i++) {
    double difference = fabs(actual[i] - expected[i]);
    /* infinity beats every finite difference and stays the worst */
    if (!isfinite(actual[i]) || !isfinite(expected[i]))
      difference = INFINITY;
    if (at < 0 || difference > worst) {
      worst = difference;
      at = i;
    }
  }
  if (at < 0 || worst <= atol + rtol * largest)
    return;
  fail(file, line, function,
       g_strdup_printf("%s[%d] = %.17g, %s[%d] = %.17g, difference %.3g, allowed %.3g", actual_text,
                       at, actual[at], expected_text, at, expected[at], worst,
                       atol + rtol * largest));
}

void
tr_check_ok(const char *file,
            int line,
            const char *function,
            const char *call,
            int status,
            const void *error)
{
  const TrError *detail = error;

  if (status == TR_OK)
    return;
  fail(file, line, function,
       g_strdup_printf("%s: %s (%s)", call, tr_status_text((TrStatus)status),
                       detail ? detail->text : "no detail"));
}

/* difference[m x n] <- (f(dx + h) - f(dx - h)) / 2h at dx = 0. */
static void
difference_centrally(double *difference, const TrDerivative *d, double h)
{
  g_autofree double *dx = g_new0(double, d->n);
  g_autofree double *above = g_new0(double, d->m);
  g_autofree double *below = g_new0(double, d->m);

  for (int j = 0; j < d->n; j++) {
    dx[j] = h;
    d->func(above, dx, d->user);
    dx[j] = -h;
    d->func(below, dx, d->user);
    dx[j] = 0.0;
    for (int i = 0; i < d->m; i++)
      difference[i * d->n + j] = (above[i] - below[i]) / (2.0 * h);
  }
}

/* tolerance[m] by row. */
static void
allow_by_row(double *tolerance, const TrDerivative *d)
{
  double rtol = d->rtol > 0.0 ? d->rtol : 1e-7;
  double atol = d->atol > 0.0 ? d->atol : 1e-9;

  for (int i = 0; i < d->m; i++) {
    double largest = 0.0;
    for (int j = 0; j < d->n; j++)
      largest = fmax(largest, fabs(d->jacobian[i * d->n + j]));
    tolerance[i] = atol + rtol * largest;
  }
}

/* Differences at several steps, and their errors. */
typedef struct {
  double steps[N_STEPS];
  double *differences[N_STEPS]; /* [m x n] */
  double worst[N_STEPS];        /* largest error over its tolerance */
  double *tolerance;            /* [m] */
} Comparison;

static double
error_of(const TrDerivative *d, const Comparison *c, int step, int element)
{
  double error = fabs(c->differences[step][element] - d->jacobian[element]);
  return isfinite(error) ? error / c->tolerance[element / d->n] : INFINITY;
}

static void
compare(Comparison *c, const TrDerivative *d)
{
  double h = d->step > 0.0 ? d->step : 1e-2;

  c->tolerance = g_new(double, d->m);
  allow_by_row(c->tolerance, d);
  for (int s = 0; s < N_STEPS; s++, h *= 0.1) {
    c->steps[s] = h;
    c->differences[s] = g_new(double, d->m * d->n);
    difference_centrally(c->differences[s], d, h);
    c->worst[s] = 0.0;
    for (int e = 0; e < d->m * d->n; e++)
      c->worst[s] = fmax(c->worst[s], error_of(d, c, s, e));
  }
}

static void
clear_comparison(Comparison *c)
{
  for (int s = 0; s < N_STEPS; s++)
    g_free(c->differences[s]);
  g_free(c->tolerance);
}

/* The element whose smallest error is the largest. */
static char *
report_value(const TrDerivative *d, const Comparison *c)
{
  double worst = 0.0;
  int at = 0, at_step = 0;

  for (int e = 0; e < d->m * d->n; e++) {
    int best = 0;
    for (int s = 1; s < N_STEPS; s++)
      if (error_of(d, c, s, e) < error_of(d, c, best, e))
        best = s;
    if (error_of(d, c, best, e) > worst) {
      worst = error_of(d, c, best, e);
      at = e;
      at_step = best;
    }
  }
  if (worst <= 1.0)
    return NULL;
  return g_strdup_printf("%s: row %d, column %d: analytic %.12g, difference %.12g at step %.0e "
                         "(off by %.3g, allowed %.3g)",
                         d->name, at / d->n, at % d->n, d->jacobian[at],
                         c->differences[at_step][at], c->steps[at_step],
                         worst * c->tolerance[at / d->n], c->tolerance[at / d->n]);
}

/* A tenth of the step takes the error to a hundredth, with room for higher orders to a thirtieth,
 * until rounding takes over near the tolerance. */
static char *
report_order(const TrDerivative *d, const Comparison *c)
{
  const double floor = 10.0, fall = 30.0;

  for (int s = 0; s + 1 < N_STEPS && c->worst[s] > floor; s++) {
    if (c->worst[s + 1] <= fmax(c->worst[s] / fall, floor))
      continue;
    return g_strdup_printf("%s: the error does not fall with the square of the step: %.3g "
                           "tolerances at %.0e, %.3g at %.0e",
                           d->name, c->worst[s], c->steps[s], c->worst[s + 1], c->steps[s + 1]);
  }
  return NULL;
}

static char *
report_identity(const TrDerivative *d, const Comparison *c)
{
  if (d->is_exact)
    return NULL;
  for (int s = 0; s < N_STEPS; s++)
    for (int e = 0; e < d->m * d->n; e++)
      if (c->differences[s][e] != d->jacobian[e])
        return NULL;
  return g_strdup_printf("%s: the Jacobian equals the differences to the bit at every step",
                         d->name);
}

char *
tr_derivative_report(const TrDerivative *derivative)
{
  Comparison comparison;
  char *report;

  compare(&comparison, derivative);
  report = report_value(derivative, &comparison);
  if (!report)
    report = report_order(derivative, &comparison);
  if (!report)
    report = report_identity(derivative, &comparison);
  clear_comparison(&comparison);
  return report;
}

void
tr_check_derivative(const char *file,
                    int line,
                    const char *function,
                    const TrDerivative *derivative)
{
  char *report = tr_derivative_report(derivative);

  if (report)
    fail(file, line, function, report);
}

char *
tr_shared_path(const char *name)
{
  const char *folder = g_getenv("TRAMMEL_SHARED");
  g_autofree char *path = folder ? g_build_filename(folder, name, NULL) : NULL;

  if (path && g_file_test(path, G_FILE_TEST_EXISTS))
    return g_steal_pointer(&path);
  {
    g_autofree char *message = g_strdup_printf("no %s in $TRAMMEL_SHARED", name);
    g_test_skip(message);
  }
  return NULL;
}

char *
tr_data_path(const char *name)
{
  const char *folder = g_getenv("TRAMMEL_TEST_DATA");
  char *path = folder ? g_build_filename(folder, name, NULL) : NULL;

  if (!path || !g_file_test(path, G_FILE_TEST_EXISTS))
    g_error("no %s in $TRAMMEL_TEST_DATA (%s)", name, folder ? folder : "not set");
  return path;
}
