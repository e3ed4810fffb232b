/* Helper process that parses a file of others: start, output with a deadline, end. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TrammelCageProcess TrammelCageProcess;

typedef enum {
  TRAMMEL_CAGE_ENDED,     /* ended with status 0 */
  TRAMMEL_CAGE_FAILED,    /* ended with another status */
  TRAMMEL_CAGE_CRASHED,   /* ended by a signal */
  TRAMMEL_CAGE_TIMED_OUT, /* stopped for its CPU time or for the deadline */
  TRAMMEL_CAGE_KILLED, /* by trammel_cage_process_finish(), or by the kernel for want of memory */
} TrammelCageEnd;

/* Returns what that says of the file, as a word for a bilingual sentence (io/base/bilingual.h);
 * static. */
const char *trammel_cage_end_text(TrammelCageEnd end);

/* Helper and its task.  The program is searched for at the path in the environment variable, else
 * next to the running program (build tree), else in the installed folder. */
typedef struct {
  const char *program;          /* "trammel-mat-helper" */
  const char *variable;         /* "TRAMMEL_MAT_HELPER" */
  const char *const *arguments; /* NULL-terminated */
  int input;                    /* becomes the standard input and is closed here; -1: none */
  guint cpu_seconds;            /* its limit; the deadline is several times that */
} TrammelCageTask;

/* Starts the helper without environment variables, which may hold secrets.  End with
 * trammel_cage_process_finish(). */
TrammelCageProcess *
trammel_cage_process_new(const TrammelCageTask *task, GCancellable *cancellable, GError **error);

/* Fills `buffer` with exactly `size` bytes; FALSE when the output ends early, the deadline passes
 * or the read is cancelled. */
gboolean trammel_cage_process_read(TrammelCageProcess *process, void *buffer, gsize size);

/* Stops the helper if it still runs, waits for it and frees the process; returns the way in which
 * it ended. */
TrammelCageEnd trammel_cage_process_finish(TrammelCageProcess *process);

G_END_DECLS
