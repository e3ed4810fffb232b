/* Lines and cells of a CSV text, without copying. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A piece of text that is not terminated. */
typedef struct {
  const char *text;
  gsize length;
} TrammelSpan;

/* Takes the next line (without CR, LF or CRLF) off [*at, end); FALSE at the end. */
gboolean trammel_csv_next_line(const char **at, const char *end, TrammelSpan *line);

/* Takes the next cell off a line.  Quoted cells may hold separators and doubled quotes; spaces
 * around a cell do not count; runs of spaces are one separator when that is ' '.  *more tells
 * whether another cell follows. */
TrammelSpan trammel_csv_next_cell(const char **at, const char *end, char separator, gboolean *more);

/* The same without telling what was in the cell. */
void trammel_csv_skip_cell(const char **at, const char *end, char separator, gboolean *more);

gboolean trammel_span_is_blank(TrammelSpan span);
gboolean trammel_span_equals(TrammelSpan span, const char *text);

/* A terminated copy with quotes undone, converted from `encoding`; NULL: UTF-8, and what is not
 * valid UTF-8 is taken for Windows-1252, which has Latin-1 in it. */
char *trammel_span_dup(TrammelSpan span, const char *encoding);

G_END_DECLS
