/* The MAT helper as a process: where it is, its output with a deadline, how it ended. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TrammelMatProcess TrammelMatProcess;

typedef enum {
  TRAMMEL_MAT_ENDED,     /* by itself, with status 0 */
  TRAMMEL_MAT_FAILED,    /* by itself, with another status */
  TRAMMEL_MAT_CRASHED,   /* by a signal */
  TRAMMEL_MAT_TIMED_OUT, /* stopped for its CPU time or for the deadline */
  TRAMMEL_MAT_KILLED,    /* by trammel_mat_process_finish(), or by the kernel for want of memory */
} TrammelMatEnd;

/* Starts the helper on `path`, for the variables of these names or, with NULL, for all.  It is
 * looked for where TRAMMEL_MAT_HELPER says, else next to the running program (build tree), else
 * where it is installed. */
TrammelMatProcess *trammel_mat_process_new(const char *path,
                                           const char *const *variables,
                                           GCancellable *cancellable,
                                           GError **error);

/* Fills `buffer` with exactly `size` bytes; FALSE when the output ends before, the deadline passes
 * or the read is cancelled. */
gboolean trammel_mat_process_read(TrammelMatProcess *process, void *buffer, gsize size);

/* Stops the helper if it still runs, waits for it and frees. */
TrammelMatEnd trammel_mat_process_finish(TrammelMatProcess *process);

G_END_DECLS
