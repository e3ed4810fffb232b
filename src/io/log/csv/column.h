/* A column of a CSV file while it is read: its numbers, its words, and what is odd about it. */
#pragma once

#include "io/log/data/private.h"
#include "io/log/text/line.h"

G_BEGIN_DECLS

typedef struct {
  gboolean takes_numbers, takes_texts; /* neither: the column is skipped */
  double *values;                      /* of all rows so far; NULL without numbers */
  GPtrArray *texts;                    /* of const char * in `store`, NULL without texts */
  GStringChunk *store;
  gsize good, missing; /* cells that are numbers, and that are not */
  gsize bad;           /* of the missing ones those that say something else */
  GArray *faults;      /* of TrammelFault: the first of these; NULL where there is none */
} TrammelCsvColumn;

/* Clears what the column holds, not the struct itself. */
void trammel_csv_column_clear(TrammelCsvColumn *column);

/* Starts to collect words beside the numbers. */
void trammel_csv_column_take_texts(TrammelCsvColumn *column);

/* Appends a word; `encoding` as in trammel_span_dup().  Missing ones are empty. */
void trammel_csv_column_add_text(TrammelCsvColumn *column, TrammelSpan cell, const char *encoding);

/* Counts a cell that is neither a number nor missing. */
void trammel_csv_column_add_fault(TrammelCsvColumn *column,
                                  gsize line,
                                  TrammelSpan cell,
                                  const char *encoding);

/* The first such cell; there must be one. */
const TrammelFault *trammel_csv_column_get_fault(const TrammelCsvColumn *column);

/* Whether there are more words than numbers. */
gboolean trammel_csv_column_is_text(const TrammelCsvColumn *column);

/* Hands `n_rows` rows over to `out`, which has its names, and says what was wrong with them. */
void trammel_csv_column_finish(TrammelCsvColumn *column,
                               TrammelDataset *dataset,
                               TrammelColumn *out,
                               gsize n_rows);

G_END_DECLS
