#include "io/csv_line.h"

#include <string.h>

gboolean
trammel_csv_next_line(const char **at, const char *end, TrammelSpan *line)
{
  const char *start = *at, *stop;

  if (start >= end)
    return FALSE;
  stop = start;
  while (stop < end && *stop != '\n' && *stop != '\r')
    stop++;
  line->text = start;
  line->length = (gsize)(stop - start);
  if (stop + 1 < end && stop[0] == '\r' && stop[1] == '\n')
    stop++;
  *at = stop < end ? stop + 1 : end;
  return TRUE;
}

static TrammelSpan
trim(const char *from, const char *to)
{
  while (from < to && (*from == ' ' || *from == '\t'))
    from++;
  while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
    to--;
  return (TrammelSpan){from, (gsize)(to - from)};
}

/* End of a quoted cell that begins at `at`: behind its closing quote. */
static const char *
skip_quoted(const char *at, const char *end)
{
  for (at++; at < end; at++) {
    if (*at != '"')
      continue;
    if (at + 1 < end && at[1] == '"')
      at++;
    else
      return at + 1;
  }
  return end;
}

TrammelSpan
trammel_csv_next_cell(const char **at, const char *end, char separator, gboolean *more)
{
  const char *start = *at, *stop;
  TrammelSpan cell;

  while (start < end && *start == ' ')
    start++;
  stop = start < end && *start == '"' ? skip_quoted(start, end) : start;
  while (stop < end && *stop != separator)
    stop++;
  cell = trim(start, stop);
  *more = stop < end;
  if (stop < end)
    stop++;
  if (separator == ' ') {
    while (stop < end && *stop == ' ')
      stop++;
    *more = stop < end;
  }
  *at = stop;
  return cell;
}

/* Powers of ten that a double holds exactly. */
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { MAX_NUMBER_LENGTH = 64, MAX_EXACT_DIGITS = 15, MAX_EXACT_POWER = 22 };

/* What a decimal literal consists of. */
typedef struct {
  guint64 mantissa;
  int digits, exponent;
  gboolean negative;
} Literal;

static gboolean
scan_digits(const char **at, const char *end, Literal *out, gboolean fraction)
{
  const char *start = *at;

  for (; *at < end && g_ascii_isdigit(**at); (*at)++) {
    if (out->digits > 0 || **at != '0')
      out->digits++;
    if (out->digits <= MAX_EXACT_DIGITS)
      out->mantissa = out->mantissa * 10 + (guint64)(**at - '0');
    if (fraction)
      out->exponent--;
  }
  return *at > start;
}

static gboolean
scan_exponent(const char **at, const char *end, Literal *out)
{
  int value = 0, sign = 1;
  const char *start;

  if (*at == end || (**at != 'e' && **at != 'E'))
    return TRUE;
  (*at)++;
  if (*at < end && (**at == '+' || **at == '-'))
    sign = *(*at)++ == '-' ? -1 : 1;
  for (start = *at; *at < end && g_ascii_isdigit(**at); (*at)++)
    value = MIN(value * 10 + (**at - '0'), 100000);
  out->exponent += sign * value;
  return *at > start;
}

static gboolean
scan_literal(TrammelSpan cell, char decimal, Literal *out)
{
  const char *at = cell.text, *end = at + cell.length;
  gboolean any;

  *out = (Literal){0};
  if (at < end && (*at == '-' || *at == '+'))
    out->negative = *at++ == '-';
  any = scan_digits(&at, end, out, FALSE);
  if (at < end && *at == decimal) {
    at++;
    any = scan_digits(&at, end, out, TRUE) || any;
  }
  return any && scan_exponent(&at, end, out) && at == end;
}

gboolean
trammel_csv_parse_number(TrammelSpan cell, char decimal, double *value)
{
  Literal literal;
  char copy[MAX_NUMBER_LENGTH];
  int e;

  if (cell.length >= 2 && cell.text[0] == '"' && cell.text[cell.length - 1] == '"')
    cell = trim(cell.text + 1, cell.text + cell.length - 1);
  if (cell.length == 0 || cell.length >= sizeof copy || !scan_literal(cell, decimal, &literal))
    return FALSE;

  /* both factors exact: the product is the correctly rounded number */
  e = literal.exponent;
  if (literal.digits <= MAX_EXACT_DIGITS && e >= -MAX_EXACT_POWER && e <= MAX_EXACT_POWER) {
    double m = (double)literal.mantissa;

    m = e < 0 ? m / exact_powers[-e] : m * exact_powers[e];
    *value = literal.negative ? -m : m;
    return TRUE;
  }
  memcpy(copy, cell.text, cell.length);
  copy[cell.length] = '\0';
  if (decimal != '.')
    g_strdelimit(copy, (char[]){decimal, '\0'}, '.');
  *value = g_ascii_strtod(copy, NULL);
  return *value - *value == 0;
}

gboolean
trammel_span_is_blank(TrammelSpan span)
{
  return trim(span.text, span.text + span.length).length == 0;
}

gboolean
trammel_span_equals(TrammelSpan span, const char *text)
{
  return strlen(text) == span.length && memcmp(span.text, text, span.length) == 0;
}

char *
trammel_span_dup(TrammelSpan span, const char *encoding)
{
  g_autofree char *raw = NULL;
  char *converted;

  if (span.length >= 2 && span.text[0] == '"' && span.text[span.length - 1] == '"') {
    g_auto(GStrv) parts = NULL;
    g_autofree char *inner = g_strndup(span.text + 1, span.length - 2);

    parts = g_strsplit(inner, "\"\"", -1);
    raw = g_strstrip(g_strjoinv("\"", parts));
  } else {
    raw = g_strndup(span.text, span.length);
  }
  if (!encoding && g_utf8_validate(raw, -1, NULL))
    return g_steal_pointer(&raw);
  converted = g_convert(raw, -1, "UTF-8", encoding ? encoding : "WINDOWS-1252", NULL, NULL, NULL);
  return converted ? converted : g_utf8_make_valid(raw, -1);
}
