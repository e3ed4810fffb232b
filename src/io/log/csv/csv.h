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

/* Splits `name [unit]` and `name (unit)`; *unit may be NULL.  Round brackets may hold any remark,
 * so only a known unit counts there.  Free both with g_free(). */
char *trammel_csv_split_header(const char *header, char **unit);

G_END_DECLS
