/* Tests of formulas of derived channels. */
#include "io/units/formula.h"

#include <math.h>
#include <string.h>

#include "io/base/error.h"

static void
check(const char *text, double expected)
{
  static const double columns[] = {10, 100};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelFormula) formula = trammel_formula_parse(text, &error);

  g_assert_no_error(error);
  g_test_message("%s", text);
  double value = trammel_formula_evaluate(formula, 3, columns);
  if (isnan(expected))
    g_assert_true(isnan(value));
  else
    g_assert_cmpfloat_with_epsilon(value, expected, 1e-12);
}

static void
test_values(void)
{
  check("x", 3);
  check("0.5*(x + [a])", 6.5);
  check("[a] - [b [deg]] - [a]", -100);
  check("-x^2", -9);
  check("2^-1 * 2^3^0", 1);
  check("12/x/2", 2);
  check("sqrt(x^2 + 4^2)", 5);
  check("atan2(x, 0) - pi/2", 0);
  check("max(x, [a]) + min(x, [a])", 13);
  check("abs(-x) + log(exp(2)) + cos(0) - sin(0)", 6);
  check("1/(x - 3)", NAN);
  check("sign(-x) + 10*sign(0) + 100*sign(x)", 99);
  check("step(x - 3) + step(x - 3.1)", 1);
  check("x + 1e3", 1003);
}

static void
test_columns(void)
{
  g_autoptr(TrammelFormula) formula = trammel_formula_parse("[b]*x - [a]/[b]", NULL);
  const char *const *names = trammel_formula_get_columns(formula);

  g_assert_cmpstr(names[0], ==, "b");
  g_assert_cmpstr(names[1], ==, "a");
  g_assert_null(names[2]);
}

/* A function of the time has the variable t, and no columns. */
static void
test_time(void)
{
  g_autoptr(TrammelFormula) formula = trammel_formula_parse_time("2*sin(pi*t) + step(t - 1)", NULL);
  static const char *const faults[] = {"x", "[a]", "t t", "2*"};

  g_assert_cmpfloat_with_epsilon(trammel_formula_evaluate(formula, 0.5, NULL), 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(trammel_formula_evaluate(formula, 1.5, NULL), -1, 1e-12);
  for (gsize i = 0; i < G_N_ELEMENTS(faults); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_formula_parse_time(faults[i], &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_assert_nonnull(strstr(error->message, "sin(2*pi*t)"));
  }
}

/* The error names the place and what is missing. */
static void
test_errors(void)
{
  static const char *const cases[][2] = {
      {"", "character 1"},        {"x +", "character 4"},      {"(x", "expected )"},
      {"[a", "expected ]"},       {"y", "a column as [name]"}, {"sin x", "expected ("},
      {"atan2(x)", "expected ,"}, {"x x", "an operator"},      {"x*(1+2))", "an operator"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_formula_parse(cases[i][0], &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, cases[i][1]));
  }
  g_autofree char *deep = g_strnfill(1000, '(');
  g_autofree char *long_sum = g_strjoinv("+", (char *[]){"x", "x", "x", "x", NULL});
  g_assert_null(trammel_formula_parse(deep, NULL));
  check(long_sum, 12);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/units/formula/values", test_values);
  g_test_add_func("/io/units/formula/columns", test_columns);
  g_test_add_func("/io/units/formula/time", test_time);
  g_test_add_func("/io/units/formula/errors", test_errors);
  return g_test_run();
}
