/* Table of texts and numbers: columns with a title, a unit and a number format, written as TSV, CSV
 * or JSON.  The cells of a column are all texts or all numbers. */
#pragma once

#include "io/base/json_writer.h"

G_BEGIN_DECLS

typedef struct _TrammelTable TrammelTable;

/* Returns a table without columns; free with trammel_table_free().  missing: text of a number that
 * is not finite, in TSV and CSV; outlives the table. */
TrammelTable *trammel_table_new(const char *missing);
void trammel_table_free(TrammelTable *table);

/* Adds columns without unit, by their titles; the list ends with NULL. */
void trammel_table_add_columns(TrammelTable *table, const char *title, ...) G_GNUC_NULL_TERMINATED;

/* Adds a column.  unit: nullable; format: printf format of a double, NULL: the shortest that reads
 * back exactly (trammel_json_format_number()); outlives the table. */
void trammel_table_add_column(TrammelTable *table,
                              const char *title,
                              const char *unit,
                              const char *format);

/* Adds a column with n_rows numbers and returns them, all 0, to be filled; they belong to the table
 * and are not moved when columns are added. */
double *
trammel_table_add_values(TrammelTable *table, const char *title, const char *unit, gsize n_rows);

/* Sets the next cell; cells are set row by row, from the first column to the last.  A NULL text is
 * empty in TSV and CSV, null in JSON. */
void trammel_table_add_text(TrammelTable *table, const char *text);
void trammel_table_add_number(TrammelTable *table, double value);
void trammel_table_add_numbers(TrammelTable *table, const double *values, gsize n);

guint trammel_table_get_n_columns(const TrammelTable *table);
const char *trammel_table_get_title(const TrammelTable *table, guint column);
const char *trammel_table_get_unit(const TrammelTable *table, guint column); /* nullable */

/* Returns the numbers of a column [n_rows]. */
const double *trammel_table_get_values(const TrammelTable *table, guint column);

/* Returns the titles and the rows as lines, cells separated by tabs, without units; free with
 * g_free(). */
char *trammel_table_to_tsv(const TrammelTable *table);

/* Returns the table as CSV by RFC 4180 with `title [unit]` as headings; texts that spreadsheets
 * take for formulas (engine/base/formula.h) get an apostrophe before them.  Free with g_free(). */
char *trammel_table_to_csv(const TrammelTable *table);

/* Writes an array of objects, one per row, with the titles as keys. */
void trammel_table_write(TrammelJsonWriter *json, const TrammelTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelTable, trammel_table_free)

G_END_DECLS
