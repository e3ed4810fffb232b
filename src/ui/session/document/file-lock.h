/* A small hidden file beside a project that is open, ".NAME.lock", which says who has opened it.
 * It keeps nobody out: the second one to open is warned. */
#pragma once

#include <gio/gio.h>

#include "ui/session/document/process-identity.h"

G_BEGIN_DECLS

typedef struct _TrammelFileLock TrammelFileLock;

/* Takes the lock of `file`, or tells in `other` who has it and still lives (then the lock is not
 * taken, and TRUE is given back in `taken_by_other`).  NULL where it was not taken, e.g. in a
 * folder that cannot be written. */
TrammelFileLock *trammel_file_lock_new(GFile *file, TrammelOwner *other, gboolean *taken_by_other);

/* Lets go of it and deletes the file. */
void trammel_file_lock_free(TrammelFileLock *lock);

G_END_DECLS
