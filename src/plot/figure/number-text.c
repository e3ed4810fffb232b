#include "plot/figure/number-text.h"

#include <string.h>

#define MINUS "\u2212"

static const char *const powers[] = {"²", "³"}; /* from 2 */

static char decimal_sign = '.';

void
trammel_number_text_set_decimal_sign(char sign)
{
  decimal_sign = sign == ',' ? ',' : '.';
}

/* Returns TRUE if a number may begin at `at`. */
static gboolean
is_free_before(const char *text, const char *at)
{
  return at == text || strchr(" \t\n([{|=<>~;", at[-1]) != NULL || (at[-1] & 0x80) != 0;
}

/* Returns the end of the digits with at most one point; NULL if this is no number, as in 1.2.3,
 * 3.csv or 4x. */
static const char *
find_end(const char *digits, const char **point)
{
  const char *at = digits;

  *point = NULL;
  while (g_ascii_isdigit(*at))
    at++;
  if (*at == '.' && g_ascii_isdigit(at[1])) {
    *point = at++;
    while (g_ascii_isdigit(*at))
      at++;
  }
  if (*at == 'e' && (g_ascii_isdigit(at[1]) || ((at[1] == '-' || at[1] == '+') && at[2])))
    return at;
  return g_ascii_isalnum(*at) || *at == '_' || (*at == '.' && g_ascii_isalnum(at[1])) ? NULL : at;
}

static gboolean
is_zero(const char *from, const char *end)
{
  return strspn(from, "0.") >= (gsize)(end - from) && *end != 'e';
}

/* Appends the number from `digits` to `end`, with its exponent. */
static const char *
append_number(GString *text, const char *digits, const char *point, const char *end)
{
  for (const char *c = digits; c < end; c++)
    g_string_append_c(text, c == point ? decimal_sign : *c);
  if (*end != 'e')
    return end;
  g_string_append_c(text, *end++);
  if (*end == '-')
    g_string_append(text, MINUS), end++;
  return end;
}

/* Returns the superscript of "m^2" at its "^"; NULL if this is none. */
static const char *
find_power(const char *all, const char *at)
{
  gboolean is_power = *at == '^' && at > all && g_ascii_isalpha(at[-1]) &&
                      (at[1] == '2' || at[1] == '3') && !g_ascii_isalnum(at[2]);

  return is_power ? powers[at[1] - '2'] : NULL;
}

/* Appends the number or the other sign at `at`; returns what follows it. */
static const char *
append_next(GString *text, const char *all, const char *at)
{
  gboolean is_signed = *at == '-' || *at == '+', may_begin = is_free_before(all, at);
  const char *power = find_power(all, at), *digits = at + (is_signed ? 1 : 0), *point,
             *end = may_begin && g_ascii_isdigit(*digits) ? find_end(digits, &point) : NULL;

  if (end) {
    if (is_signed && !is_zero(digits, end))
      g_string_append(text, *at == '-' ? MINUS : "+");
    return append_number(text, digits, point, end);
  }
  if (power) {
    g_string_append(text, power);
    return at + 2;
  }
  if (*at == '-' && may_begin && at > all && at[1] == ' ')
    g_string_append(text, MINUS);
  else
    g_string_append_c(text, *at);
  return at + 1;
}

char *
trammel_number_text_dup(const char *text)
{
  GString *shown = g_string_sized_new(strlen(text) + 8);

  for (const char *at = text; *at;)
    at = append_next(shown, text, at);
  return g_string_free(shown, FALSE);
}

char *
trammel_number_text_dup_plain(const char *text)
{
  static const char *const signs[][2] = {{MINUS, "-"}, {"²", "^2"}, {"³", "^3"}};
  GString *plain = g_string_sized_new(strlen(text));

  for (const char *at = text; *at; at++)
    g_string_append_c(plain, *at == decimal_sign && g_ascii_isdigit(at[1]) ? '.' : *at);
  for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
    g_string_replace(plain, signs[i][0], signs[i][1], 0);
  return g_string_free(plain, FALSE);
}

void
trammel_number_text_print(char *text, gsize size, const char *number)
{
  g_autofree char *shown = trammel_number_text_dup(number);

  g_strlcpy(text, shown, size);
}
