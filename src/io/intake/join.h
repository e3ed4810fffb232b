/* Logs that were recorded beside each other, joined by time into one CSV file. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  const char *const *paths; /* CSV files, NULL-terminated */
  double rate;              /* [Hz] of files without a time column; 0: such a file is refused */
} TrammelJoin;

typedef struct {
  char *csv;
  gsize n_rows;
  guint n_columns; /* beside the time */
  guint n_by_rate; /* files without a time column */
} TrammelJoined;

/* Joined log: a column `t` in seconds since the first stamp of all files, with the stamps of all of
 * them to the nanosecond, then the columns of numbers, file by file.  A cell is empty where its
 * file has no sample at that time.  A column whose name an earlier file has gets that of its file
 * before it, "torque/tau1".  The time of a file is its first column that is named like a time or
 * holds stamps; without one its rows follow each other by the rate, from the first stamp of the
 * others. Free with trammel_joined_clear().  Errors: TRAMMEL_ERROR_UNREADABLE,
 * TRAMMEL_ERROR_INVALID (no time and no rate, stamps that do not increase, files that do not
 * overlap, a MAT file, a cell that is no number, more than 1e8 cells), TRAMMEL_ERROR_USAGE for
 * fewer than two files. */
gboolean trammel_logs_join(TrammelJoined *joined,
                           const TrammelJoin *join,
                           GCancellable *cancellable,
                           GError **error);
void trammel_joined_clear(TrammelJoined *joined);

/* Returns the name of the joined file of these, "position+torque.csv"; free with g_free(). */
char *trammel_join_dup_name(const char *const *paths);

G_END_DECLS
