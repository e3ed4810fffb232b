/* Lock file of an open project: a small hidden file ".NAME.lock" beside it that names the process
 * that has opened it.  It only warns: it prevents nobody from opening the project. */
#pragma once

#include <gio/gio.h>

#include "ui/session/document/process-identity.h"

G_BEGIN_DECLS

typedef struct _TrammelFileLock TrammelFileLock;

/* Takes the lock of `file`.  If another running process holds it, sets `other` to that process and
 * *taken_by_other to TRUE, and does not take the lock.  Returns NULL if the lock was not taken,
 * e.g. in a folder that is not writable. */
TrammelFileLock *
trammel_file_lock_new(GFile *file, TrammelProcessIdentity *other, gboolean *taken_by_other);

/* Releases the lock and deletes its file. */
void trammel_file_lock_free(TrammelFileLock *lock);

G_END_DECLS
