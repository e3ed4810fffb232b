/* Table columns with the numbers of a figure: for CSV, clipboard and the table window. */
#pragma once

#include "plot/figure/figure.h"

G_BEGIN_DECLS

typedef struct {
  char *head;           /* "name [unit]", owned */
  const double *values; /* [n], of the figure's series; NaN for a gap */
  gsize n;
  double *own; /* if `values` had to be copied, else NULL */
} TrammelTableColumn;

/* Returns an array of TrammelTableColumn, valid as long as the figure's series: for each visible
 * curve a column of x and one of y (bands: low and high; bars and spans: start and end of x).  A
 * column of x that equals the one before is left out.  With `in_range` only samples in the x range
 * shown. Free with g_array_unref(). */
GArray *trammel_columns_new(const TrammelFigure *figure, gboolean in_range);

gsize trammel_columns_count_rows(const GArray *columns);

/* Appends a text as one cell, in quotes if need be; what a spreadsheet takes for a formula
 * (engine/base/formula.h) gets an apostrophe before it. */
void trammel_columns_append_text(GString *text, const char *cell, char separator);

/* Returns one line of heads and one line per row; numbers with 17 digits at most, decimal point and
 * no grouping; gaps are empty cells.  Free with g_free(). */
char *trammel_columns_to_text(const GArray *columns, char separator);

G_END_DECLS
