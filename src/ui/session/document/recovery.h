/* Recovery file of a document: its unsaved work, kept in the user's state folder until it is saved
 * or discarded, so that a killed program loses nothing.
 *
 * The file is written if the document has changed since the last time: at every interval, and on
 * request of the owner (before each fit).  It is written to a temporary file, synchronised and
 * renamed.
 *
 * Signal "failed" (const GError *): the file could not be written at an interval; emitted once
 * until writing succeeds again. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RECOVERY (trammel_recovery_get_type())
G_DECLARE_FINAL_TYPE(TrammelRecovery, trammel_recovery, TRAMMEL, RECOVERY, GObject)

/* Returns the folder of this user; free with g_free(). */
char *trammel_recovery_dup_folder(void);

/* Follows `document`; `interval` [s] between writes, 0: only on request.  `path` (nullable) is an
 * existing recovery file that this document continues: it becomes one of this process. */
TrammelRecovery *trammel_recovery_new(TrammelDocument *document, const char *path, guint interval);
void trammel_recovery_set_interval(TrammelRecovery *recovery, guint interval);

/* Writes the file unless it is current; does nothing if the document has no unsaved changes. */
gboolean trammel_recovery_write(TrammelRecovery *recovery, GError **error);

/* Deletes the file: the document is closed, its changes are saved or discarded. */
void trammel_recovery_close(TrammelRecovery *recovery);

/* Returns the path of the file, written or not; owned by the recovery. */
const char *trammel_recovery_get_path(TrammelRecovery *recovery);

/* Recovery file of a process that no longer runs. */
typedef struct {
  char *path, *title;
  char *file;      /* of the document; NULL when it had none */
  char *folder;    /* folder of the files of its logs; nullable */
  GDateTime *time; /* local */
} TrammelLeftover;

void trammel_leftover_free(TrammelLeftover *leftover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLeftover, trammel_leftover_free)

/* Returns TrammelLeftover, the newest first; free with g_ptr_array_unref().  Skips files that are
 * not recovery files. */
GPtrArray *trammel_recovery_list(void);

/* Deletes, on another thread, the temporary folders of killed processes, except those that unsaved
 * work still needs. */
void trammel_recovery_sweep(void);

/* Opens a recovery file as a document with unsaved changes (transfer full).  Errors:
 * TRAMMEL_ERROR_UNREADABLE and those of a project. */
TrammelDocument *trammel_recovery_open(const char *path, GError **error);

G_END_DECLS
