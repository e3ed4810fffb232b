/* Reader of MAT files, which a helper process parses. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* `columns` as in trammel_dataset_load_columns(); errors as there. */
TrammelDataset *trammel_mat_read(const char *path,
                                 const char *const *columns,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
