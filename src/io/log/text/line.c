#include "io/log/text/line.h"

#include <string.h>

#include "engine/base/formula.h"

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

/* Returns the end of a quoted cell that begins at `at`: after its closing quote. */
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

void
trammel_csv_skip_cell(const char **at, const char *end, char separator, gboolean *more)
{
  const char *stop = *at < end && **at != '"' && **at != ' ' && separator != ' '
                         ? memchr(*at, separator, (gsize)(end - *at))
                         : NULL;

  if (!stop) {
    trammel_csv_next_cell(at, end, separator, more);
    return;
  }
  *more = TRUE;
  *at = stop + 1;
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

/* Takes off the apostrophe that keeps spreadsheets from running a text as a formula. */
static char *
take_guard_off(char *text)
{
  if (text[0] == '\'' && tr_is_formula(text + 1))
    memmove(text, text + 1, strlen(text));
  return text;
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
  take_guard_off(raw);
  if (!encoding && g_utf8_validate(raw, -1, NULL))
    return g_steal_pointer(&raw);
  converted = g_convert(raw, -1, "UTF-8", encoding ? encoding : "WINDOWS-1252", NULL, NULL, NULL);
  return converted ? converted : g_utf8_make_valid(raw, -1);
}
