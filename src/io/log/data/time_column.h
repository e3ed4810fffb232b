/* Time columns of a log, found by their name or unit. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Reports whether a vector is named like a time or has a unit of time. */
gboolean trammel_column_is_time(const TrammelColumn *column);

/* Returns the first column that is named like a time, has a unit of time or holds dates; G_MAXUINT
 * if there is none. */
guint trammel_dataset_find_time(const TrammelDataset *dataset);

G_END_DECLS
