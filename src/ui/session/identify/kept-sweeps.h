/* Sweeps kept with a document (io/study/project_sweeps.h), the latest of each setting; adding and
 * deleting one is a step of the undo history. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/identify/sweeper.h"

G_BEGIN_DECLS

/* Adds a sweep; `swept` is the project that it was made of. */
gboolean trammel_kept_sweeps_add(TrammelDocument *document,
                                 const TrammelSweep *sweep,
                                 TrammelProject *swept,
                                 GError **error);

/* Deletes the sweep of a setting; returns FALSE if there is none. */
gboolean trammel_kept_sweeps_delete(TrammelDocument *document, TrammelSweeperTarget target);

/* Gets the sweep of a setting and the project that it was made of (both transfer full); returns
 * FALSE if there is none. */
gboolean trammel_kept_sweeps_get(TrammelDocument *document,
                                 TrammelSweeperTarget target,
                                 TrammelSweep **sweep,
                                 TrammelProject **swept);

/* Returns TRUE if both projects keep the same sweep of that setting. */
gboolean trammel_kept_sweeps_equal(const TrammelProject *a,
                                   const TrammelProject *b,
                                   TrammelSweeperTarget target);

/* Returns the setting of the newest sweep; -1 if there is none. */
int trammel_kept_sweeps_get_target(TrammelDocument *document);

G_END_DECLS
