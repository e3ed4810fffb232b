/* Time stamps of a log: read, checked to increase, and counted from the first one. */
#pragma once

#include "io/project/private.h"

G_BEGIN_DECLS

/* Stamps of one clock as they stand in the file: epoch + raw * unit. */
typedef struct {
  double *raw; /* [n] NAN = missing */
  gsize n;
  double unit;  /* [s] per unit of raw */
  gint64 epoch; /* [s] since 1970-01-01T00:00:00Z, for dates; else 0 */
} TrammelStamps;

/* Reads the stamps.  `n` is the number of samples when the clock is a rate; unused otherwise.
 * Errors: TRAMMEL_ERROR_INVALID or TRAMMEL_ERROR_UNREADABLE for a column that is missing, or stamps
 * that do not increase (with both stamps and the row). */
gboolean trammel_stamps_read(TrammelStamps *stamps,
                             const TrammelDataset *dataset,
                             const char *log,
                             const TrammelClock *clock,
                             gsize n,
                             GError **error);

/* Same as trammel_stamps_read() for display: the stamps need not increase, and messages do not name
 * the log. */
gboolean trammel_stamps_read_any(TrammelStamps *stamps,
                                 const TrammelDataset *dataset,
                                 const TrammelClock *clock,
                                 gsize n,
                                 GError **error);
void trammel_stamps_clear(TrammelStamps *stamps);

/* Moment as it stands in the file. */
typedef struct {
  double raw, unit;
  gint64 epoch;
} TrammelOrigin;

/* Fails when a column that is used holds text: TRAMMEL_ERROR_UNREADABLE with line and cell. */
gboolean trammel_column_check_cells(const TrammelColumn *column,
                                    const TrammelDataset *dataset,
                                    GError **error);

/* Returns the first or the last valid stamp; raw is NAN when there is none. */
TrammelOrigin trammel_stamps_get_first(const TrammelStamps *stamps);

TrammelOrigin trammel_stamps_get_last(const TrammelStamps *stamps);

/* Returns the seconds from `origin` to a moment.  If both have the same unit, the difference is
 * taken before the unit is applied, which keeps large stamps exact. */
double trammel_origin_measure(TrammelOrigin moment, TrammelOrigin origin);

/* Returns stamp i in seconds since `origin`. */
double trammel_stamps_get(const TrammelStamps *stamps, gsize i, TrammelOrigin origin);

G_END_DECLS
