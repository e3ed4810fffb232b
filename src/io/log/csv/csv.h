/* Reader of CSV files. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Readers of the file formats.  `columns` as in trammel_dataset_load_columns(). */
TrammelDataset *trammel_csv_read(const char *path,
                                 const TrammelImport *import,
                                 const char *const *columns,
                                 const TrammelWatch *watch,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
