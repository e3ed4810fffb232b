/* Time stamps of a log: read, checked to increase, and counted from the first one. */
#pragma once

#include "io/project/private.h"

G_BEGIN_DECLS

/* Stamps of one clock, as they are in the file: epoch + raw * unit. */
typedef struct {
  double *raw; /* [n] NAN = missing */
  gsize n;
  double unit;  /* [s] of one */
  gint64 epoch; /* [s] since 1970-01-01T00:00:00Z, for dates; else 0 */
} TrammelStamps;

/* `n` is the number of samples when the clock is a rate; unused otherwise.  Errors: a column that
 * is not there, stamps that do not increase (with both stamps and the row). */
gboolean trammel_stamps_read(TrammelStamps *stamps,
                             const TrammelDataset *dataset,
                             const char *log,
                             const TrammelClock *clock,
                             gsize n,
                             GError **error);

/* The same without asking them to increase, and without the log: for showing what is there. */
gboolean trammel_stamps_read_any(TrammelStamps *stamps,
                                 const TrammelDataset *dataset,
                                 const TrammelClock *clock,
                                 gsize n,
                                 GError **error);
void trammel_stamps_clear(TrammelStamps *stamps);

/* A moment as it stands in the file. */
typedef struct {
  double raw, unit;
  gint64 epoch;
} TrammelOrigin;

/* A column that is used must not hold words; error TRAMMEL_ERROR_UNREADABLE with line and cell. */
gboolean trammel_column_check_cells(const TrammelColumn *column,
                                    const TrammelDataset *dataset,
                                    GError **error);

/* The first stamp that is there; raw is NAN when there is none. */
TrammelOrigin trammel_stamps_get_first(const TrammelStamps *stamps);

TrammelOrigin trammel_stamps_get_last(const TrammelStamps *stamps);

/* Seconds from `origin` to a moment; differences are taken before the unit is applied where both
 * have the same, which keeps large stamps exact. */
double trammel_origin_measure(TrammelOrigin moment, TrammelOrigin origin);

/* Stamp i in seconds since `origin`. */
double trammel_stamps_get(const TrammelStamps *stamps, gsize i, TrammelOrigin origin);

G_END_DECLS
