/* Time columns of a log, found by their name or unit. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Reports whether a vector is named like a time or has a unit of time. */
gboolean trammel_column_is_time(const TrammelColumn *column);

G_END_DECLS
