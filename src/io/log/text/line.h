/* Lines and cells of a CSV text, without copying. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Piece of text without a final NUL. */
typedef struct {
  const char *text;
  gsize length;
} TrammelSpan;

/* Takes the next line (without CR, LF or CRLF) off [*at, end); FALSE at the end. */
gboolean trammel_csv_next_line(const char **at, const char *end, TrammelSpan *line);

/* Takes the next cell off a line.  Quoted cells may hold separators and doubled quotes; spaces
 * around a cell do not count; runs of spaces are one separator when that is ' '.  *more is TRUE if
 * another cell follows. */
TrammelSpan trammel_csv_next_cell(const char **at, const char *end, char separator, gboolean *more);

/* Same as trammel_csv_next_cell(), without returning the cell. */
void trammel_csv_skip_cell(const char **at, const char *end, char separator, gboolean *more);

gboolean trammel_span_is_blank(TrammelSpan span);
gboolean trammel_span_equals(TrammelSpan span, const char *text);

/* Returns a copy with a final NUL, with quotes undone and without the apostrophe before a formula
 * (engine/base/formula.h), converted from `encoding`; free with
 * g_free().  With NULL the text is UTF-8, and text that is not valid UTF-8 is read as Windows-1252,
 * which includes Latin-1. */
char *trammel_span_dup(TrammelSpan span, const char *encoding);

G_END_DECLS
