/* MAT helper process: start, output with a deadline, end. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TrammelMatProcess TrammelMatProcess;

typedef enum {
  TRAMMEL_MAT_ENDED,     /* ended with status 0 */
  TRAMMEL_MAT_FAILED,    /* ended with another status */
  TRAMMEL_MAT_CRASHED,   /* ended by a signal */
  TRAMMEL_MAT_TIMED_OUT, /* stopped for its CPU time or for the deadline */
  TRAMMEL_MAT_KILLED,    /* by trammel_mat_process_finish(), or by the kernel for want of memory */
} TrammelMatEnd;

/* Starts the helper on `path`, without environment variables, for the variables of these names or,
 * with NULL, for all.  It is searched for in TRAMMEL_MAT_HELPER, else next to the running program
 * (build tree), else in the installed folder.  End with trammel_mat_process_finish(). */
TrammelMatProcess *trammel_mat_process_new(const char *path,
                                           const char *const *variables,
                                           GCancellable *cancellable,
                                           GError **error);

/* Fills `buffer` with exactly `size` bytes; FALSE when the output ends early, the deadline passes
 * or the read is cancelled. */
gboolean trammel_mat_process_read(TrammelMatProcess *process, void *buffer, gsize size);

/* Stops the helper if it still runs, waits for it and frees the process; returns the way in which
 * it ended. */
TrammelMatEnd trammel_mat_process_finish(TrammelMatProcess *process);

G_END_DECLS
