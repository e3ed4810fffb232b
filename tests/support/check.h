/* Comparison of numbers and of derivatives for the tests, on top of g_test. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Fails, printing both expressions and values, unless |actual - expected| <= atol + rtol
 * |expected|. NaN and infinity are never close to anything. */
#define tr_assert_close(actual, expected, rtol, atol)                                              \
  tr_check_close(__FILE__, __LINE__, G_STRFUNC, #actual, #expected, (actual), (expected), (rtol),  \
                 (atol))

/* The same for arrays of n numbers, relative to the largest |expected| of the array: the measure
 * for vectors and matrices whose small elements are differences of large ones.  Prints the index
 * of the worst element. */
#define tr_assert_close_array(actual, expected, n, rtol, atol)                                     \
  tr_check_close_array(__FILE__, __LINE__, G_STRFUNC, #actual, #expected, (actual), (expected),    \
                       (n), (rtol), (atol))

/* Engine calls in tests: prints the status and the error's sentence (a TrError or NULL). */
#define tr_assert_ok(call, error)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    int tr_assert_ok_status = (int)(call);                                                         \
    tr_check_ok(__FILE__, __LINE__, G_STRFUNC, #call, tr_assert_ok_status, (error));               \
  }                                                                                                \
  G_STMT_END

/* Angles at which every function of a rotation is to be tested: zero, where series take over, the
 * ordinary range, and close to half a turn. */
#define TR_CHECK_ANGLES                                                                            \
  {                                                                                                \
    0.0, 1e-9, 1e-5, 1e-2, 1.0, G_PI - 1e-3                                                        \
  }

/* A vector function around a point: f[m] at x (+) dx, dx[n] in the tangent of x. */
typedef void (*TrVectorFunc)(double *f, const double *dx, void *user);

/* An analytic Jacobian and the function it claims to differentiate. */
typedef struct TrDerivative {
  const char *name; /* printed when it fails */
  int m, n;
  const double *jacobian; /* [m x n] row-major */
  TrVectorFunc func;
  void *user;
  double rtol;   /* of the largest element of the element's row; 0 = 1e-7 */
  double atol;   /* 0 = 1e-9 */
  double step;   /* largest step of the differences; 0 = 1e-2.  Four smaller ones follow, each a
                    tenth.  For functions with a small smoothing radius: a fraction of it. */
  bool is_exact; /* the function is linear with round numbers, or zero: equality is no fault */
} TrDerivative;

/* Compares with central differences at five steps.  Every element has to agree within atol + rtol
 * max|row| at some step, and the largest error has to fall with the square of the step down to
 * there, as it does only for the right derivative of a smooth function.  A Jacobian that equals the
 * differences to the bit at all steps was itself made by differences, and fails, too.  Returns
 * NULL, or a report with row, column and both values (free with g_free). */
char *tr_derivative_report(const TrDerivative *derivative);

/* Asserts that the report is NULL. */
#define tr_assert_derivative(derivative)                                                           \
  tr_check_derivative(__FILE__, __LINE__, G_STRFUNC, (derivative))

void tr_check_close(const char *file,
                    int line,
                    const char *function,
                    const char *actual_text,
                    const char *expected_text,
                    double actual,
                    double expected,
                    double rtol,
                    double atol);
void tr_check_close_array(const char *file,
                          int line,
                          const char *function,
                          const char *actual_text,
                          const char *expected_text,
                          const double *actual,
                          const double *expected,
                          int n,
                          double rtol,
                          double atol);
void tr_check_ok(const char *file,
                 int line,
                 const char *function,
                 const char *call,
                 int status,
                 const void *error);
void tr_check_derivative(const char *file,
                         int line,
                         const char *function,
                         const TrDerivative *derivative);

/* Returns whether tr_assert_close() would pass. */
bool tr_is_close(double actual, double expected, double rtol, double atol);

/* Path of a file in the folder of reference data ($TRAMMEL_SHARED), e.g. "ref/step_checks.json".
 * Skips the running test with a message and returns NULL if it is missing; free with g_free. */
char *tr_shared_path(const char *name);

/* Path of a file in tests/data ($TRAMMEL_TEST_DATA); fails if it is missing. */
char *tr_data_path(const char *name);
