/* Content of a heat map: a table of numbers with names, e.g. correlations or errors of logs by
 * parameter sets.  No GTK. */
#pragma once

#include "plot/figure/palette.h"

G_BEGIN_DECLS

typedef struct {
  double value;     /* NaN: no value (yet); the cell is empty */
  char *text;       /* shown instead of the number; NULL = the number with `digits` */
  gboolean hatched; /* hatched to stand out, e.g. an error on the log that was used to estimate */
} TrammelMatrixCell;

typedef struct {
  guint n_rows, n_columns;
  TrammelMatrixCell *cells; /* [n_rows * n_columns], row by row */
  char **row_names;         /* [n_rows] */
  char **column_names;      /* [n_columns] */
  char *title;              /* each of these may be NULL */
  char *row_title;          /* meaning of a row, e.g. "estimated from" */
  char *column_title;       /* meaning of a column, e.g. "evaluated on" */
  char *unit;               /* of the numbers, e.g. "%" */
  char *empty_text;         /* shown while there are no cells */
  TrammelColorScale scale;
  double low, high;   /* values of the ends of the scale; values beyond have its end colours */
  int digits;         /* after the point; 2 */
  gboolean is_square; /* rows and columns are the same things: if names do not fit above the
                         columns, these are headed by the numbers of the rows */
} TrammelMatrix;

/* Returns a matrix with a copy of values[n_rows * n_columns], row by row, with a diverging scale
 * from -1 to 1; free with trammel_matrix_free(). */
TrammelMatrix *trammel_matrix_new(const double *values, guint n_rows, guint n_columns);
TrammelMatrix *trammel_matrix_copy(const TrammelMatrix *self);
void trammel_matrix_free(TrammelMatrix *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMatrix, trammel_matrix_free)

void trammel_matrix_set_row_name(TrammelMatrix *self, guint row, const char *name);
void trammel_matrix_set_column_name(TrammelMatrix *self, guint column, const char *name);
/* Returns a cell, owned by the matrix. */
TrammelMatrixCell *trammel_matrix_get_cell(const TrammelMatrix *self, guint row, guint column);
void trammel_matrix_set_cell_text(TrammelMatrix *self, guint row, guint column, const char *text);

/* Sets the colour scale from `low` to `high`; if they are NaN, to the range of the finite
 * values. */
void
trammel_matrix_set_scale(TrammelMatrix *self, TrammelColorScale scale, double low, double high);

/* Returns the text in a cell; "" without a value.  Free with g_free(). */
char *trammel_matrix_dup_text(const TrammelMatrix *self, guint row, guint column);

/* Returns "mass of link1, friction of j1: 0.98 %", for readout and screen reader; free with
 * g_free(). */
char *trammel_matrix_dup_description(const TrammelMatrix *self, guint row, guint column);

/* Returns the colour of a value; that of the background for NaN. */
TrammelColor trammel_matrix_get_color(const TrammelMatrix *self, double value, gboolean dark);

/* Returns names and numbers as lines of cells; free with g_free(). */
char *trammel_matrix_to_text(const TrammelMatrix *self, char separator);

G_END_DECLS
