/* Offers of unsaved work that killed programs have left behind: one recovery file at a time, the
 * newest first.  A file is no longer offered once it was discarded, or opened in a document, which
 * continues it. */
#pragma once

#include "ui/session/document/recovery.h"

G_BEGIN_DECLS

/* Returns the recovery file to offer; NULL if there is none.  Free with trammel_leftover_free(). */
TrammelLeftover *trammel_recovery_offer_find(void);

/* Returns "Recovered unsaved work on “furuta” from 14:32."; the date stands in front of the time
 * unless it is that of `now` (local).  Free with g_free(). */
char *trammel_recovery_offer_dup_text(const TrammelLeftover *offer, GDateTime *now);

/* Opens the recovery file at `path`, which was offered, as a document with unsaved changes
 * (transfer full).  Errors: TRAMMEL_ERROR_USAGE for any other file, those of
 * trammel_recovery_open(). */
TrammelDocument *trammel_recovery_offer_open(const char *path, GError **error);

/* Deletes the recovery file at `path`, which was offered; any other file stays. */
void trammel_recovery_offer_discard(const char *path);

G_END_DECLS
