/* Reading of a log file into a dataset. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Reads a CSV or MAT file, told apart by content; MAT files are parsed by the helper process, never
 * in this one.  Free with trammel_dataset_unref().  Errors: TRAMMEL_ERROR_UNREADABLE,
 * TRAMMEL_ERROR_FAILED without the helper, G_IO_ERROR_CANCELLED. */
TrammelDataset *trammel_dataset_load(const char *path,
                                     const TrammelImport *import,
                                     GCancellable *cancellable,
                                     GError **error);

/* Same as trammel_dataset_load(), but reads and keeps only the requested columns: `columns` as in
 * trammel_dataset_dup_vector(), NULL-terminated, NULL = all.  The other columns are listed with
 * their names and units and are marked as skipped.  A name that the file does not have is an error
 * only when it is looked up. */
TrammelDataset *trammel_dataset_load_columns(const char *path,
                                             const TrammelImport *import,
                                             const char *const *columns,
                                             GCancellable *cancellable,
                                             GError **error);

/* Same as trammel_dataset_load(), with a progress callback; MAT files report no progress. */
TrammelDataset *trammel_dataset_load_watched(const char *path,
                                             const TrammelImport *import,
                                             const TrammelWatch *watch,
                                             GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
