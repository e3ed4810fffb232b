/* Layout of a CSV text: parts that the import recipe leaves open are guessed from its beginning. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/log/text/line.h"

G_BEGIN_DECLS

typedef struct {
  char separator, decimal;
  gsize header_line; /* 1-based line of the names, 0 = none */
  gsize units_line;  /* 1-based line of the units, 0 = none */
  gsize first_line;  /* 1-based line of the first values */
} TrammelCsvLayout;

/* Sets the layout.  [text, end) is the whole text or its first part, from the first byte of a
 * line. */
void trammel_csv_sniff(TrammelCsvLayout *layout,
                       const char *text,
                       const char *end,
                       const TrammelImport *import);

/* TRUE for comment and blank lines, which carry no values. */
gboolean trammel_csv_is_comment(TrammelSpan line, const TrammelImport *import);

/* Returns a line without its comment sign: numpy.savetxt() and others write "# t, q1" above the
 * values. */
TrammelSpan trammel_csv_strip_comment(TrammelSpan line, const TrammelImport *import);

G_END_DECLS
