#include "ui/session/text/format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/units/expression.h"
#include "plot/figure/number-text.h"
#include "ui/session/text/notation.h"

static char *
format_with(const char *format, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd(text, sizeof text, format, value);
  return g_strdup(text);
}

char *
trammel_format_value(double value, double sigma)
{
  char format[8];

  if (!isfinite(value))
    return g_strdup("");
  if (!isfinite(sigma) || sigma <= 0 || value == 0)
    return format_with("%.6g", value);

  /* the last digit of the value is the last one of sigma */
  int last = (int)floor(log10(sigma)) + 1 - trammel_notation_get().sigma_digits;
  int first = (int)floor(log10(fabs(value)));
  int digits = CLAMP(first - last + 1, 2, 12);
  if (first >= -4 && first < 6 && last <= 0)
    g_snprintf(format, sizeof format, "%%.%df", MIN(-last, 12));
  else
    g_snprintf(format, sizeof format, "%%.%de", digits - 1);
  return format_with(format, value);
}

char *
trammel_format_sigma(double sigma)
{
  char format[8];

  if (!isfinite(sigma))
    return g_strdup(_("not determined"));
  g_snprintf(format, sizeof format, "%%.%dg", trammel_notation_get().sigma_digits);
  return format_with(format, sigma);
}

char *
trammel_format_brackets(double value, double sigma)
{
  g_autofree char *text = trammel_format_value(value, sigma);

  if (!isfinite(value) || !isfinite(sigma) || sigma <= 0 || value == 0)
    return g_steal_pointer(&text);
  const char *exponent = strchr(text, 'e'), *end = exponent ? exponent : text + strlen(text);
  const char *point = strchr(text, '.');
  int decimals = point && point < end ? (int)(end - point) - 1 : 0;
  int power = exponent ? (int)g_ascii_strtoll(exponent + 1, NULL, 10) : 0;

  return g_strdup_printf("%.*s(%.0f)%s", (int)(end - text), text, sigma * pow(10, decimals - power),
                         end);
}

char *
trammel_format_cost(double cost)
{
  if (!isfinite(cost))
    return g_strdup("–");
  /* an exponent would be as wide as two digits */
  return format_with(cost >= 9999.5 && cost < 1e7 ? "%.0f" : "%.4g", cost);
}

char *
trammel_format_cell(const char *format, double value, const char *suffix)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite(value))
    return g_strdup("–");
  return g_strconcat(g_ascii_formatd(text, sizeof text, format, value), suffix, NULL);
}

char *
trammel_format_entry(double value)
{
  if (!isfinite(value))
    return g_strdup("");
  for (int digits = 6; digits < 17; digits += 3) {
    char format[8];
    g_snprintf(format, sizeof format, "%%.%dg", digits);
    char *text = format_with(format, value);
    if (g_ascii_strtod(text, NULL) == value)
      return text;
    g_free(text);
  }
  return format_with("%.17g", value);
}

char *
trammel_format_prefixed(double value, const char *unit)
{
  static const struct {
    const char *prefix;
    double factor;
  } prefixes[] = {{"G", 1e9},  {"M", 1e6},  {"k", 1e3}, {"", 1},
                  {"m", 1e-3}, {"µ", 1e-6}, {"n", 1e-9}};

  double size = fabs(value);
  guint i = 3;
  if (size > 0) {
    i = 0;
    while (i + 1 < G_N_ELEMENTS(prefixes) && size < prefixes[i].factor * 0.9995)
      i++;
  }
  g_autofree char *number = format_with("%.3g", value / prefixes[i].factor);
  return g_strdup_printf("%s %s%s", number, prefixes[i].prefix, unit);
}

char *
trammel_format_shown(const char *text)
{
  return trammel_number_text_dup(text);
}

gboolean
trammel_parse_typed(
    const char *text, const char *unit, const char *shown, double *value, GError **error)
{
  g_autofree char *plain = trammel_number_text_dup_plain(text);

  return trammel_expression_evaluate(plain, unit, shown, value, error);
}

gboolean
trammel_parse_quantity(
    const char *text, const char *unit, double empty, double *value, GError **error)
{
  g_autofree char *copy = g_strstrip(g_strdup(text));

  if (!isnan(empty) && (*copy == '\0' || g_ascii_strcasecmp(copy, "none") == 0)) {
    *value = empty;
    return TRUE;
  }
  return trammel_parse_typed(copy, unit, NULL, value, error);
}

char *
trammel_label_within(const char *label)
{
  const char *rest = g_utf8_next_char(label);
  char first[8] = "";

  /* Translators: "lower" where words within a sentence begin with small letters, "keep" where those
   * of the labels do not, as nouns in German. */
  if (!*label || g_str_equal(C_("first letter within a sentence", "lower"), "keep") ||
      g_unichar_isupper(g_utf8_get_char(rest)))
    return g_strdup(label);
  g_unichar_to_utf8(g_unichar_tolower(g_utf8_get_char(label)), first);
  return g_strconcat(first, rest, NULL);
}

const char *
trammel_display_unit(const char *unit, double *factor)
{
  TrammelNotation notation = trammel_notation_get();

  if (g_str_equal(unit, "rad") && !notation.radians) {
    *factor = 180 / G_PI;
    return "deg";
  }
  if (g_str_equal(unit, "m") && notation.millimetres) {
    *factor = 1000;
    return "mm";
  }
  *factor = 1;
  return unit;
}
