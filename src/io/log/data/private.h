/* How readers fill a dataset. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* An empty dataset; kind is static. */
TrammelDataset *trammel_dataset_new(const char *path, const char *kind);

/* Takes over the members of *column. */
void trammel_dataset_take_column(TrammelDataset *dataset, const TrammelColumn *column);

/* A sentence by io/base/bilingual.h. */
void trammel_dataset_add_problem(TrammelDataset *dataset, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

/* See trammel_dataset_get_objects(); taken. */
void trammel_dataset_take_objects(TrammelDataset *dataset, char *words);

/* Copies it. */
void trammel_dataset_add_fault(TrammelDataset *dataset, const TrammelFault *fault);

/* order[row] is where a row of the dataset stood in the file; taken. */
void trammel_dataset_take_order(TrammelDataset *dataset, gsize *order);

/* Names, units and order of rows as the recipe says; the last step of reading (import.c).  Errors:
 * TRAMMEL_ERROR_INVALID for a column to sort by that is not there or holds words. */
gboolean trammel_import_apply(const TrammelImport *import, TrammelDataset *dataset, GError **error);

/* Remembers that what is at this MATLAB path, or under it, cannot be used for the reason that was
 * added last; "" stands for something without a name. */
void trammel_dataset_refuse(TrammelDataset *dataset, const char *path);

/* The problem that keeps `column` from being used; NULL for none. */
const char *trammel_dataset_find_refusal(const TrammelDataset *dataset, const char *column);

/* From this row on, rows stand this many lines further down than their 0-based number; calls go
 * down the file. */
void trammel_dataset_add_offset(TrammelDataset *dataset, gsize row, gsize lines);

/* "log.csv, line 12", or "log.mat, row 12" where there are no lines; free with g_free(). */
char *trammel_dataset_describe_row(const TrammelDataset *dataset, gsize row);

/* The whole array that `column` (docs/user/project-file.md) names, without a slice; errors as in
 * trammel_dataset_dup_vector(). */
const TrammelColumn *
trammel_dataset_find_column(const TrammelDataset *dataset, const char *column, GError **error);

/* Its index; G_MAXUINT when there is none such. */
guint trammel_dataset_find_index(const TrammelDataset *dataset, const char *column);

/* For readers that know the names of their columns before the numbers. */
TrammelColumn *trammel_dataset_edit_column(TrammelDataset *dataset, guint i);

void trammel_dataset_set_sha256(TrammelDataset *dataset, const char *sha256);

G_END_DECLS
