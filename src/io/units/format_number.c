#include "io/units/format_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Range of powers of ten that are written without an exponent. */
enum { SMALLEST_PLAIN = -4, LARGEST_PLAIN = 5, MAX_DECIMALS = 15 };

/* Returns the power of ten of a number that is rounded to `digits` digits: 0.0996 to one digit is
 * 0.1. */
static int
get_exponent(double value, int digits)
{
  char format[16], text[64];
  const char *e;

  if (value == 0)
    return 0;
  g_snprintf(format, sizeof format, "%%.%de", digits - 1);
  e = strchr(g_ascii_formatd(text, sizeof text, format, value), 'e');
  return e ? atoi(e + 1) : 0;
}

static char *
format_fixed(double value, int decimals)
{
  char format[16], text[400];

  g_snprintf(format, sizeof format, "%%.%df", CLAMP(decimals, 0, MAX_DECIMALS));
  return g_strdup(g_ascii_formatd(text, sizeof text, format, value));
}

/* Returns " × 10⁻⁷". */
static char *
format_power(int exponent)
{
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  g_autofree char *plain = g_strdup_printf("%d", abs(exponent));
  GString *text = g_string_new(" × 10");

  g_string_append(text, exponent < 0 ? "⁻" : "");
  for (const char *at = plain; *at; at++)
    g_string_append(text, digits[*at - '0']);
  return g_string_free(text, FALSE);
}

/* Returns value / 10^exponent, in two steps because the power of the smallest numbers overflows. */
static double
take_power(double value, int exponent)
{
  int half = exponent / 2;

  return value * pow(10, -half) * pow(10, half - exponent);
}

/* Rounds to decimals, to tens or hundreds if these are negative. */
static double
round_to(double value, int decimals)
{
  double unit = pow(10, -decimals);

  return decimals < 0 ? round(value / unit) * unit : value;
}

char *
trammel_format_number(double value, int digits)
{
  int exponent = isfinite(value) ? get_exponent(value, digits) : 0;
  g_autofree char *mantissa = NULL, *power = NULL;
  char format[16], text[64];

  if (isnan(value))
    return g_strdup("");
  if (isinf(value))
    return g_strdup(value > 0 ? "∞" : "-∞");
  g_snprintf(format, sizeof format, "%%.%dg", digits);
  if (exponent >= SMALLEST_PLAIN && exponent <= LARGEST_PLAIN)
    return exponent >= digits ? format_fixed(round_to(value, digits - 1 - exponent), 0)
                              : g_strdup(g_ascii_formatd(text, sizeof text, format, value));
  mantissa = g_strdup(g_ascii_formatd(text, sizeof text, format, take_power(value, exponent)));
  power = format_power(exponent);
  return g_strconcat(mantissa, power, NULL);
}

/* Returns "a ± b", or with another sign, both rounded to two digits of sigma; exponents of a larger
 * than those written plainly are taken out. */
static char *
format_pair(double a, const char *sign, double b, double sigma)
{
  g_autofree char *first = NULL, *second = NULL, *power = NULL;
  int decimals = 1 - get_exponent(sigma, 2);
  int exponent = get_exponent(MAX(MAX(fabs(a), fabs(b)), sigma), 2);

  if (exponent >= SMALLEST_PLAIN && exponent <= LARGEST_PLAIN) {
    first = format_fixed(round_to(a, decimals), decimals);
    second = format_fixed(round_to(b, decimals), decimals);
    return g_strdup_printf("%s %s %s", first, sign, second);
  }
  first = format_fixed(take_power(a, exponent), decimals + exponent);
  second = format_fixed(take_power(b, exponent), decimals + exponent);
  power = format_power(exponent);
  return g_strdup_printf("(%s %s %s)%s", first, sign, second, power);
}

char *
trammel_format_estimate(double value, double sigma)
{
  if (!isfinite(sigma) || sigma <= 0 || !isfinite(value))
    return trammel_format_number(value, 4);
  return format_pair(value, "±", sigma, sigma);
}

char *
trammel_format_interval(double low, double high, double sigma)
{
  return format_pair(low, "…", high, sigma);
}
