/* Decimal numbers of a CSV text, correctly rounded: the same bits as strtod(), several times
 * faster, and independent of the locale. */
#pragma once

#include "io/log/text/line.h"

G_BEGIN_DECLS

/* Reads a whole cell, in quotes or not, as a number with this decimal sign; FALSE when it is
 * something else.  "inf", "nan" and values too large for a double are not numbers here. */
gboolean trammel_csv_parse_number(TrammelSpan cell, char decimal, double *value);

/* Takes a cell that is nothing but a number off a line, as trammel_csv_next_cell() would; FALSE,
 * and nothing is taken, when the cell is something else or in quotes. */
gboolean trammel_csv_take_number(
    const char **at, const char *end, char separator, char decimal, gboolean *more, double *value);

G_END_DECLS
