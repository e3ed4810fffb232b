/* Reading of a log file into a dataset. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Reads a CSV or MAT file, told apart by content.  Errors: TRAMMEL_ERROR_UNREADABLE,
 * TRAMMEL_ERROR_FAILED without the helper, G_IO_ERROR_CANCELLED.  MAT files are parsed by the
 * helper process, never in this one. */
TrammelDataset *trammel_dataset_load(const char *path,
                                     const TrammelImport *import,
                                     GCancellable *cancellable,
                                     GError **error);

/* The same, but reads and keeps only what is asked for: `columns` as in
 * trammel_dataset_dup_vector(), NULL-terminated, NULL = all.  The other columns are there with
 * their names and units and are marked as skipped; a name that the file does not have is no error
 * before it is looked up. */
TrammelDataset *trammel_dataset_load_columns(const char *path,
                                             const TrammelImport *import,
                                             const char *const *columns,
                                             GCancellable *cancellable,
                                             GError **error);

/* trammel_dataset_load() that tells how far it is; MAT files tell nothing. */
TrammelDataset *trammel_dataset_load_watched(const char *path,
                                             const TrammelImport *import,
                                             const TrammelWatch *watch,
                                             GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
