/* Column of a CSV file while it is read: its numbers, its texts, and the cells that are neither. */
#pragma once

#include "io/log/data/private.h"
#include "io/log/text/line.h"

G_BEGIN_DECLS

typedef struct {
  gboolean takes_numbers, takes_texts; /* neither: the column is skipped */
  double *values;                      /* of all rows so far; NULL without numbers */
  GPtrArray *texts;                    /* of const char * in `store`, NULL without texts */
  GStringChunk *store;
  gsize good, missing; /* cells that are numbers, and cells that are not */
  gsize bad;           /* cells among the missing ones that hold something else than a word for "no
                                    sample" */
  GArray *faults;      /* TrammelFault of the first bad cells; NULL if there are none */
} TrammelCsvColumn;

/* Frees the content of the column, not the struct itself. */
void trammel_csv_column_clear(TrammelCsvColumn *column);

/* Starts to collect texts beside the numbers. */
void trammel_csv_column_take_texts(TrammelCsvColumn *column);

/* Appends a text; `encoding` as in trammel_span_dup().  Missing cells are empty. */
void trammel_csv_column_add_text(TrammelCsvColumn *column, TrammelSpan cell, const char *encoding);

/* Counts a cell that is neither a number nor missing. */
void trammel_csv_column_add_fault(TrammelCsvColumn *column,
                                  gsize line,
                                  TrammelSpan cell,
                                  const char *encoding);

/* Returns the first bad cell; there must be one.  Belongs to the column. */
const TrammelFault *trammel_csv_column_get_fault(const TrammelCsvColumn *column);

/* TRUE if there are more texts than numbers. */
gboolean trammel_csv_column_is_text(const TrammelCsvColumn *column);

/* Moves `n_rows` rows to `out`, whose names are set, and adds the problems of the column to the
 * dataset. */
void trammel_csv_column_finish(TrammelCsvColumn *column,
                               TrammelDataset *dataset,
                               TrammelColumn *out,
                               gsize n_rows);

G_END_DECLS
