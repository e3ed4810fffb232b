/* Tests of numbers as text for the user and from the user. */
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "ui/session/text/format.h"

static void
check_value(double value, double sigma, const char *expected)
{
  g_autofree char *text = trammel_format_value(value, sigma);
  g_assert_cmpstr(text, ==, expected);
}

static void
test_value(void)
{
  check_value(1.20433, 0.0031, "1.2043");
  check_value(95.123456, 0.45, "95.12");
  check_value(-0.148213, 0.0004, "-0.14821");
  check_value(3.21e-7, 2e-9, "3.210e-07");
  check_value(1.5, NAN, "1.5");
  check_value(0, 1e-6, "0");
  check_value(NAN, 1, "");
}

static void
test_sigma(void)
{
  g_autofree char *known = trammel_format_sigma(0.0031234);
  g_autofree char *unknown = trammel_format_sigma(NAN);

  g_assert_cmpstr(known, ==, "0.0031");
  g_assert_cmpstr(unknown, ==, "not determined");
}

/* The text of an entry reads back to the same bits. */
static void
test_entry_round_trip(void)
{
  const double values[] = {0.1, 1e-8, 1.0 / 3, 12345678.9, -2.5e-300, 95.1089};

  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    g_autofree char *text = trammel_format_entry(values[i]);
    g_assert_true(g_ascii_strtod(text, NULL) == values[i]);
  }
  g_autofree char *none = trammel_format_entry(INFINITY);
  g_assert_cmpstr(none, ==, "");
}

static void
check_parse(const char *text, const char *unit, double expected)
{
  double value = NAN;
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_parse_quantity(text, unit, NAN, &value, &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(fabs(value - expected), <=, 1e-15 * fabs(expected));
}

static void
test_parse(void)
{
  check_parse("1e-8", "", 1e-8);
  check_parse("2 ms", "s", 0.002);
  check_parse("2ms", "s", 0.002);
  check_parse(" 500 g", "kg", 0.5);
  check_parse("180 deg", "rad", G_PI);
  check_parse("0.25 kg m^2", "kg m^2", 0.25);
}

static void
check_refused(const char *text, const char *unit, const char *word)
{
  double value = 7;
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_parse_quantity(text, unit, NAN, &value, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, word));
  g_assert_cmpfloat(value, ==, 7);
}

static void
test_parse_refuses(void)
{
  check_refused("", "s", "not a number");
  check_refused("abc", "s", "abc");
  check_refused("0,5", "kg", "kg");
  check_refused("2 ms", "kg", "ms");
  check_refused("inf", "s", "inf");
}

static void
test_parse_empty_bound(void)
{
  double value = 0;

  g_assert_true(trammel_parse_quantity("", "kg", -INFINITY, &value, NULL));
  g_assert_true(isinf(value) && value < 0);
  g_assert_true(trammel_parse_quantity("none", "kg", INFINITY, &value, NULL));
  g_assert_true(isinf(value) && value > 0);
}

static void
test_prefix(void)
{
  g_autofree char *step = trammel_format_prefixed(0.002, "s");
  g_autofree char *zero = trammel_format_prefixed(0, "m");

  g_assert_cmpstr(step, ==, "2 ms");
  g_assert_cmpstr(zero, ==, "0 m");
}

static void
check_brackets(double value, double sigma, const char *expected)
{
  g_autofree char *text = trammel_format_brackets(value, sigma);

  g_assert_cmpstr(text, ==, expected);
}

/* Sigma stands in units of the last digit of the value. */
static void
test_brackets(void)
{
  check_brackets(0.0105092, 1.5e-5, "0.010509(15)");
  check_brackets(2.6995, 0.0021, "2.6995(21)");
  check_brackets(-1234.6, 23, "-1235(23)");
  check_brackets(3.2186e-7, 4.2e-10, "3.2186(42)e-07");
  check_brackets(5, NAN, "5");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/format/value", test_value);
  g_test_add_func("/ui/session/format/sigma", test_sigma);
  g_test_add_func("/ui/session/format/entry-round-trip", test_entry_round_trip);
  g_test_add_func("/ui/session/format/parse", test_parse);
  g_test_add_func("/ui/session/format/parse-refuses", test_parse_refuses);
  g_test_add_func("/ui/session/format/parse-empty-bound", test_parse_empty_bound);
  g_test_add_func("/ui/session/format/prefix", test_prefix);
  g_test_add_func("/ui/session/format/brackets", test_brackets);
  return g_test_run();
}
