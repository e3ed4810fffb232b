#include "io/log/text/cell.h"

#include <string.h>

#include "io/base/bilingual.h"
#include "io/log/text/iso8601.h"
#include "io/log/text/number.h"

static const char *const missing_words[] = {"",    "NaN",  "nan",  "NAN", "NA",   "N/A",
                                            "n/a", "null", "NULL", "-",   "None", NULL};

const char *const *
trammel_cell_get_missing_words(void)
{
  return missing_words;
}

gboolean
trammel_cell_is_missing(TrammelSpan cell, const char *const *words)
{
  if (cell.length >= 2 && cell.text[0] == '"' && cell.text[cell.length - 1] == '"')
    cell = (TrammelSpan){cell.text + 1, cell.length - 2};
  if (words) {
    for (guint i = 0; words[i]; i++)
      if (trammel_span_equals(cell, words[i]))
        return TRUE;
    return cell.length == 0;
  }
  for (guint i = 0; missing_words[i]; i++)
    if (trammel_span_equals(cell, missing_words[i]))
      return TRUE;
  return FALSE;
}

/* 1,234.5 and 1.234,5 and 1 234,5 and 1'234.5: groups of three digits with one mark between. */
static gboolean
has_thousands(const char *cell)
{
  gsize at = *cell == '-' || *cell == '+' ? 1 : 0, digits = strspn(cell + at, "0123456789");
  const char *mark = cell + at + digits;
  gsize width = strlen(mark) > 0 ? (gsize)(g_utf8_next_char(mark) - mark) : 0;
  guint groups = 0;

  if (digits < 1 || digits > 3 || width == 0 ||
      !g_utf8_strchr(",.' \u00a0\u2009\u202f\u2019", -1, g_utf8_get_char(mark)))
    return FALSE;
  for (at += digits; strncmp(cell + at, mark, width) == 0; groups++) {
    if (strspn(cell + at + width, "0123456789") != 3)
      return FALSE;
    at += width + 3;
  }
  if (cell[at] == '.' || cell[at] == ',')
    return strspn(cell + at + 1, "0123456789") == strlen(cell + at + 1);
  return cell[at] == '\0' && groups > 0;
}

const char *
trammel_cell_explain(const char *cell)
{
  static const char *const infinities[] = {"inf", "-inf", "+inf", "infinity", "-infinity", NULL};
  g_autofree char *lower = g_ascii_strdown(cell, -1);
  gsize sign = *lower == '-' || *lower == '+' ? 1 : 0, number;
  TrammelInstant instant;
  double value;

  if (g_strv_contains(infinities, lower))
    return TRAMMEL_WORD("infinite values are not used");
  if (g_str_has_prefix(lower + sign, "0x"))
    return TRAMMEL_WORD("hexadecimal numbers are not read; export decimal ones");
  if (trammel_csv_parse_number((TrammelSpan){cell, strlen(cell)}, ',', &value))
    return TRAMMEL_WORD(
        "with a decimal comma it would be one: set 'import.decimal' of the log to ','");
  if (trammel_csv_parse_number((TrammelSpan){cell, strlen(cell)}, '.', &value))
    return TRAMMEL_WORD(
        "with a decimal point it would be one: set 'import.decimal' of the log to '.'");
  if (g_utf8_validate(cell, -1, NULL) && has_thousands(cell))
    return TRAMMEL_WORD("marks between thousands are not read; export numbers without them");
  if (trammel_iso8601_is_ambiguous(cell))
    return TRAMMEL_WORD(
        "day and month are ambiguous; export dates in ISO 8601, such as 2026-11-21T10:00:00.25Z");
  if (!trammel_iso8601_parse(cell, &instant))
    return TRAMMEL_WORD("time stamps in ISO 8601 need a column of their own");
  number = strspn(lower, "+-.0123456789");
  if (number > sign && strspn(lower + sign, "0123456789") > 0 && lower[number] != '\0' &&
      !strchr(lower + number, ':') && !g_ascii_isdigit(lower[strlen(lower) - 1]))
    return TRAMMEL_WORD("only the number may stand there; write its unit into the header");
  return NULL;
}
