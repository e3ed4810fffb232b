/* Protection of a document against loss: its recovery file, the lock of its file, and the watch
 * over that file and those of its logs. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_DOCUMENT_GUARD (trammel_document_guard_get_type())
G_DECLARE_FINAL_TYPE(TrammelDocumentGuard, trammel_document_guard, TRAMMEL, DOCUMENT_GUARD, GObject)

/* Signals: "failed" (const GError *): unsaved work could not be kept, as of TrammelRecovery;
 * "log-changed" (guint, index of the log): its file has other content; "file-changed": another
 * program has written the document's file (trammel_document_is_file_changed()); "open-elsewhere":
 * the file that the document was saved to under another name is locked by another process. */

/* Guards `document`; `leftover` (nullable) is the recovery file that it was opened from, `interval`
 * [s] is that of the recovery file. */
TrammelDocumentGuard *
trammel_document_guard_new(TrammelDocument *document, const char *leftover, guint interval);

void trammel_document_guard_set_interval(TrammelDocumentGuard *guard, guint interval);

/* Returns a sentence on the process that has locked the file, owned by the guard; NULL if there is
 * none. */
const char *trammel_document_guard_get_other(TrammelDocumentGuard *guard);

/* Writes unsaved work to the recovery file now. */
gboolean trammel_document_guard_keep(TrammelDocumentGuard *guard, GError **error);

/* Writes unsaved work to the recovery file and leaves it for the next start; drops the lock.  For
 * the end of the program without questions. */
gboolean trammel_document_guard_leave(TrammelDocumentGuard *guard, GError **error);

/* Ends the protection: deletes the recovery file and drops the lock. */
void trammel_document_guard_close(TrammelDocumentGuard *guard);

G_END_DECLS
