/* Internal interface of io/log/data/dataset for the readers that fill it. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Returns an empty dataset; kind is static. */
TrammelDataset *trammel_dataset_new(const char *path, const char *kind);

/* Takes over the members of *column. */
void trammel_dataset_take_column(TrammelDataset *dataset, const TrammelColumn *column);

/* Adds a problem: a sentence formatted by io/base/bilingual.h. */
void trammel_dataset_add_problem(TrammelDataset *dataset, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

/* Sets the text of trammel_dataset_get_objects(); takes it. */
void trammel_dataset_take_objects(TrammelDataset *dataset, char *words);

/* Adds a copy of the fault. */
void trammel_dataset_add_fault(TrammelDataset *dataset, const TrammelFault *fault);

/* Sets the order of the rows: order[row] is the place of a row in the file.  Takes the array. */
void trammel_dataset_take_order(TrammelDataset *dataset, gsize *order);

/* Applies the names, units and order of rows of the recipe; the last step of reading (import.c).
 * Errors: TRAMMEL_ERROR_INVALID for a sort column that is missing or holds text. */
gboolean trammel_import_apply(const TrammelImport *import, TrammelDataset *dataset, GError **error);

/* Records that the content of this MATLAB path, and of all paths below it, cannot be used for the
 * reason that was added last; "" stands for content without a name. */
void trammel_dataset_refuse(TrammelDataset *dataset, const char *path);

/* Returns the problem that makes `column` unusable; NULL if there is none. */
const char *trammel_dataset_find_refusal(const TrammelDataset *dataset, const char *column);

/* Records that, from this row on, rows are `lines` lines further down than their 0-based number;
 * calls go down the file. */
void trammel_dataset_add_offset(TrammelDataset *dataset, gsize row, gsize lines);

/* Returns "log.csv, line 12", or "log.mat, row 12" for files without lines; free with g_free(). */
char *trammel_dataset_describe_row(const TrammelDataset *dataset, gsize row);

/* Returns the whole array that `column` (docs/user/project-file.md) names, without a slice; errors
 * as in trammel_dataset_dup_vector(). */
const TrammelColumn *
trammel_dataset_find_column(const TrammelDataset *dataset, const char *column, GError **error);

/* Returns the index of that column; G_MAXUINT if there is none. */
guint trammel_dataset_find_index(const TrammelDataset *dataset, const char *column);

/* Returns column `i` for writing, for readers that know the names of the columns before their
 * numbers. */
TrammelColumn *trammel_dataset_edit_column(TrammelDataset *dataset, guint i);

void trammel_dataset_set_sha256(TrammelDataset *dataset, const char *sha256);

G_END_DECLS
