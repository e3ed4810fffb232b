/* Tests of io/units/expression.h. */
#include "io/units/expression.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "support/seed.h"

static void
check(const char *text, const char *unit, const char *shown, double expected)
{
  double value = NAN;
  g_autoptr(GError) error = NULL;

  if (!trammel_expression_evaluate(text, unit, shown, &value, &error))
    g_error("%s [%s]: %s", text, unit, error->message);
  g_assert_no_error(error);
  if (!(fabs(value - expected) <= 4e-16 * fabs(expected)))
    g_error("%s [%s]: %.17g, expected %.17g", text, unit, value, expected);
}

static void
test_arithmetic(void)
{
  check("0.5", "kg", NULL, 0.5);
  check(" 1e-8 ", "m/N", NULL, 1e-8);
  check(".5", "", NULL, 0.5);
  check("1/3", "1", NULL, 1.0 / 3);
  check("1/12*0.3*0.2^2", "kg m^2", NULL, 1.0 / 12 * 0.3 * 0.04);
  check("pi/4", "rad", NULL, G_PI / 4);
  check("2pi", "rad", NULL, 2 * G_PI);
  check("-2^2", "1", NULL, -4);
  check("2^3^2", "1", NULL, 512);
  check("2^-1", "1", NULL, 0.5);
  check("2 - 3 - 4", "1", NULL, -5);
  check("12/3/2", "1", NULL, 2);
  check("2(3+4)", "1", NULL, 14);
  check("2*(3+4)*(1-2)", "1", NULL, -14);
  check("--3", "1", NULL, 3);
  check("+3", "1", NULL, 3);
  check("3²+2³", "1", NULL, 17);
  check("3 − 1 · 2 × 1", "1", NULL, 1);
  check("sqrt(2)^2 / 2", "1", NULL, sqrt(2) * sqrt(2) / 2);
  check("exp(ln(3))", "1", NULL, exp(log(3)));
  check("abs(-3)", "1", NULL, 3);
  check("1.5e3", "1", NULL, 1500);
}

static void
test_units(void)
{
  check("500 g", "kg", NULL, 0.5);
  check("500g", "kg", NULL, 0.5);
  check("1/2 kg", "kg", NULL, 0.5);
  check("500 g + 0.2 kg", "kg", NULL, 0.7);
  check("120 g cm^2", "kg m^2", NULL, 120 * 1e-3 * 1e-4);
  check("120 g*cm²", "kg m^2", NULL, 120 * 1e-3 * 1e-4);
  check("3 kg m2", "kg m^2", NULL, 3);
  check("1/12 * 300 g * (20 cm)^2", "kg m^2", NULL,
        1.0 / 12 * 300 * 1e-3 * (20 * 1e-2) * (20 * 1e-2));
  check("30 deg", "rad", NULL, 30 * (2 * G_PI / 360));
  check("30°", "rad", NULL, 30 * (2 * G_PI / 360));
  check("0.002 N m s/rad", "N m s/rad", NULL, 0.002);
  check("0.002 N m s", "N m s/rad", NULL, 0.002);
  check("2 mN m/(rad/s)", "N m s/rad", NULL, 2 * 1e-3);
  check("1 J/V", "A s", NULL, 1);
  check("9.81 m/s2", "m/s^2", NULL, 9.81);
  check("1 g0", "m/s^2", NULL, 9.80665);
  check("1e-9 m/N", "m/N", NULL, 1e-9);
  check("1 mm/kN", "m/N", NULL, 1e-3 / 1e3);
  check("0.05 N m/A * 1 A/unit", "N m/unit", NULL, 0.05);
  check("3000 rpm", "rad/s", NULL, 3000 * (2 * G_PI / 60));
  check("2 ms", "s", NULL, 0.002);
  check("sqrt(4 kg m^2 / (1 kg))", "m", NULL, 2);
  check("sin(30 deg) * 2 m", "m", NULL, sin(30 * (2 * G_PI / 360)) * 2);
  check("50 %", "1", NULL, 0.5);
  check("4 µs", "s", NULL, 4 * 1e-6);
}

/* A plain number counts in the unit of the field; one with a unit does not depend on it. */
static void
test_shown_unit(void)
{
  check("30", "rad", "deg", 30 * (2 * G_PI / 360));
  check("0.5 rad", "rad", "deg", 0.5);
  check("200", "m", "mm", 200 * 1e-3);
  check("0.2 m", "m", "mm", 0.2);
  check("atan(1)", "rad", "deg", G_PI / 4);
  check("1/3", "kg", "g", 1.0 / 3 * 1e-3);
}

static void
check_fault(const char *text, TrammelExpressionFault fault, gsize at)
{
  TrammelExpression read = trammel_expression_read(text);

  if (read.fault != fault || read.at != at)
    g_error("“%s”: fault %d at %zu, expected %d at %zu", text, read.fault, read.at, fault, at);
  g_assert_cmpuint(read.at + read.length, <=, strlen(text));
}

static void
test_faults(void)
{
  check_fault("", TRAMMEL_EXPRESSION_EMPTY, 0);
  check_fault("  ", TRAMMEL_EXPRESSION_EMPTY, 0);
  check_fault("2+", TRAMMEL_EXPRESSION_UNFINISHED, 2);
  check_fault("sin", TRAMMEL_EXPRESSION_UNFINISHED, 0);
  check_fault("0,5", TRAMMEL_EXPRESSION_UNEXPECTED, 1);
  check_fault("2 3", TRAMMEL_EXPRESSION_UNEXPECTED, 2);
  check_fault("1.2.3", TRAMMEL_EXPRESSION_UNEXPECTED, 3);
  check_fault("0x10", TRAMMEL_EXPRESSION_UNEXPECTED, 1);
  check_fault("3)", TRAMMEL_EXPRESSION_UNEXPECTED, 1);
  check_fault("*3", TRAMMEL_EXPRESSION_UNEXPECTED, 0);
  check_fault("2 foo", TRAMMEL_EXPRESSION_UNKNOWN, 2);
  check_fault("nan", TRAMMEL_EXPRESSION_UNKNOWN, 0);
  check_fault("inf", TRAMMEL_EXPRESSION_UNKNOWN, 0);
  check_fault("(2", TRAMMEL_EXPRESSION_UNCLOSED, 0);
  check_fault("2 kg + 3 m", TRAMMEL_EXPRESSION_MISMATCH, 5);
  check_fault("2 + 3 m", TRAMMEL_EXPRESSION_MISMATCH, 2);
  check_fault("2^(3 kg)", TRAMMEL_EXPRESSION_PLAIN, 1);
  check_fault("ln(3 kg)", TRAMMEL_EXPRESSION_PLAIN, 0);
  check_fault("1/0", TRAMMEL_EXPRESSION_NOT_FINITE, 1);
  check_fault("10^400", TRAMMEL_EXPRESSION_NOT_FINITE, 2);
  check_fault("sqrt(-1)", TRAMMEL_EXPRESSION_NOT_FINITE, 0);
  check_fault("1e999", TRAMMEL_EXPRESSION_NOT_FINITE, 0);
  check_fault("m^1e308 m^1e308", TRAMMEL_EXPRESSION_NOT_FINITE, 8);
  check_fault("\xff\xfe", TRAMMEL_EXPRESSION_UNEXPECTED, 0);
}

/* A finite value may overflow in the field's unit; an empty text is not a unit. */
static void
test_not_finite_in_field(void)
{
  g_autoptr(GError) error = NULL;
  double value;

  g_assert_false(trammel_expression_evaluate("1e308", "N", "kN", &value, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "1e308"));
  g_assert_false(trammel_expression_get_factor("0", &value));
  g_assert_true(trammel_expression_get_factor("kN", &value));
}

/* Deep nesting gives a fault instead of a stack overflow. */
static void
test_depth(void)
{
  g_autofree char *minus = g_strnfill(100000, '-');
  g_autofree char *open = g_strnfill(100000, '(');
  g_autofree char *powers = g_malloc0(200001);

  for (gsize i = 0; i < 100000; i++)
    memcpy(powers + 2 * i, "1^", 2);
  g_assert_cmpint(trammel_expression_read(minus).fault, ==, TRAMMEL_EXPRESSION_TOO_DEEP);
  g_assert_cmpint(trammel_expression_read(open).fault, ==, TRAMMEL_EXPRESSION_TOO_DEEP);
  g_assert_cmpint(trammel_expression_read(powers).fault, ==, TRAMMEL_EXPRESSION_TOO_DEEP);
}

static void
check_sentence(const char *text, const char *unit, const char *shown, const char *words)
{
  double value = 7;
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_expression_evaluate(text, unit, shown, &value, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  if (!strstr(error->message, words))
    g_error("“%s” is not in: %s", words, error->message);
  g_assert_cmpfloat(value, ==, 7);
}

static void
test_sentences(void)
{
  check_sentence("0,5", "kg", NULL, "decimal point");
  check_sentence("2 m", "kg", NULL, "Write the value in kg");
  check_sentence("2 m", "kg", "g", "Write the value in g.");
  check_sentence("3 deg", "1", NULL, "plain digits");
  check_sentence("3 %", "rad", "deg", "Write the value in deg");
  check_sentence("2 N", "N m", NULL, "N m");
  check_sentence("frobnicate", "kg", NULL, "frobnicate");
  check_sentence("2+", "kg", NULL, "after “2+”");
  check_sentence("\xff", "kg", NULL, "is not allowed there");
}

/* Any short text of these characters gives a finite number or a fault inside of the text. */
static void
test_any_text(void)
{
  static const char alphabet[] = "0123456789.eE+-*/^() kgmsNradpicosqt,x%\xc2\xb2\xb5\xff";
  g_autoptr(GRand) rand = tr_test_rand_new();

  for (int i = 0; i < 200000; i++) {
    char text[24] = {0};
    int length = g_rand_int_range(rand, 0, (int)sizeof text);
    for (int k = 0; k < length; k++)
      text[k] = alphabet[g_rand_int_range(rand, 0, (int)sizeof alphabet - 1)];
    TrammelExpression read = trammel_expression_read(text);
    if (read.fault == TRAMMEL_EXPRESSION_OK)
      g_assert_true(isfinite(read.value));
    else
      g_assert_cmpuint(read.at + read.length, <=, strlen(text));
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/io/expression/arithmetic", test_arithmetic);
  g_test_add_func("/io/expression/units", test_units);
  g_test_add_func("/io/expression/shown-unit", test_shown_unit);
  g_test_add_func("/io/expression/faults", test_faults);
  g_test_add_func("/io/expression/not-finite-in-field", test_not_finite_in_field);
  g_test_add_func("/io/expression/depth", test_depth);
  g_test_add_func("/io/expression/sentences", test_sentences);
  g_test_add_func("/io/expression/any-text", test_any_text);
  return g_test_run();
}
