/* Tests of numbers as they are shown: minus, zero, decimal sign; and of what is left as it is. */
#include <glib.h>

#include "plot/figure/number-text.h"

static void
assert_shown(const char *text, const char *expected)
{
  g_autofree char *shown = trammel_number_text_dup(text);

  g_assert_cmpstr(shown, ==, expected);
}

static void
test_minus(void)
{
  assert_shown("-0.5 kg", "−0.5 kg");
  assert_shown("mean -1.25 σ, (-3)", "mean −1.25 σ, (−3)");
  assert_shown("≥ -2e-05", "≥ −2e−05");
  assert_shown("a.mass - 2 b.mass", "a.mass − 2 b.mass");
  assert_shown("+3 %", "+3 %");
}

static void
test_powers(void)
{
  assert_shown("0.5 kg m^2, 3 m/s^2", "0.5 kg m², 3 m/s²");
  assert_shown("x^23 2^2 m^2a", "x^23 2^2 m^2a");
}

/* A value that rounds to zero has no sign. */
static void
test_zero(void)
{
  assert_shown("mean -0.00 σ", "mean 0.00 σ");
  assert_shown("+0.0 %", "0.0 %");
  assert_shown("-0", "0");
}

/* Names, versions, ids and words with a hyphen stay. */
static void
test_names(void)
{
  static const char *const texts[] = {"body-1.5", "log 1.2.3",  "run-2.csv", "j1.viscous",
                                      "4x",       "0.5.csv",    "a-3",       "joint-position",
                                      "2024-1-5", "motor.m1.2", "2.5mm"};

  trammel_number_text_set_decimal_sign(',');
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
    assert_shown(texts[i], texts[i]);
  trammel_number_text_set_decimal_sign('.');
}

static void
test_decimal_sign(void)
{
  trammel_number_text_set_decimal_sign(',');
  assert_shown("0.012 ± 0.003", "0,012 ± 0,003");
  assert_shown("1.5e-07 N.", "1,5e−07 N.");
  g_autofree char *plain = trammel_number_text_dup_plain("−0,5*2,25");
  g_assert_cmpstr(plain, ==, "-0.5*2.25");
  g_autofree char *power = trammel_number_text_dup_plain("3 kg m²");
  g_assert_cmpstr(power, ==, "3 kg m^2");
  g_autofree char *point = trammel_number_text_dup_plain("30.5 deg");
  g_assert_cmpstr(point, ==, "30.5 deg");
  trammel_number_text_set_decimal_sign('.');
  assert_shown("0.012", "0.012");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/number-text/minus", test_minus);
  g_test_add_func("/plot/number-text/powers", test_powers);
  g_test_add_func("/plot/number-text/zero", test_zero);
  g_test_add_func("/plot/number-text/names", test_names);
  g_test_add_func("/plot/number-text/decimal-sign", test_decimal_sign);
  return g_test_run();
}
