/* Unsaved work of a document, kept in the user's state folder until it is saved or given up, so
 * that a program that was killed has lost nothing.
 *
 * A file is written where the document has changed since the last time: every so often, and when
 * the owner asks (before each fit).  It is written to a temporary file, synchronised and renamed.
 *
 * Signal "failed" (const GError *): what is not saved could not be kept in its time; once, until it
 * can be again. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RECOVERY (trammel_recovery_get_type())
G_DECLARE_FINAL_TYPE(TrammelRecovery, trammel_recovery, TRAMMEL, RECOVERY, GObject)

/* The folder of this user; free with g_free(). */
char *trammel_recovery_dup_folder(void);

/* Follows `document`; `interval` [s] between writes, 0: only when asked.  `path` (nullable) is a
 * file that was left behind and goes on with this document. */
TrammelRecovery *trammel_recovery_new(TrammelDocument *document, const char *path, guint interval);
void trammel_recovery_set_interval(TrammelRecovery *recovery, guint interval);

/* Writes what has not been written; nothing where all is saved. */
gboolean trammel_recovery_write(TrammelRecovery *recovery, GError **error);

/* The document is closed, its changes are saved or given up: deletes the file. */
void trammel_recovery_close(TrammelRecovery *recovery);

/* The file, whether or not it was written yet. */
const char *trammel_recovery_get_path(TrammelRecovery *recovery);

/* What a program that no longer runs has left behind. */
typedef struct {
  char *path, *title;
  char *file;      /* of the document; NULL when it had none */
  char *folder;    /* where the files of its logs were; nullable */
  GDateTime *time; /* local */
} TrammelLeftover;

/* TrammelLeftover, the newest first; free with g_ptr_array_unref().  Files that are none are
 * passed over. */
GPtrArray *trammel_recovery_list(void);

/* Deletes, on another thread, the temporary folders of programs that were killed, but those that
 * unsaved work still needs. */
void trammel_recovery_sweep(void);

/* The document of such a file, which has unsaved changes.  Errors: TRAMMEL_ERROR_UNREADABLE and
 * those of a project. */
TrammelDocument *trammel_recovery_open(const char *path, GError **error);

G_END_DECLS
