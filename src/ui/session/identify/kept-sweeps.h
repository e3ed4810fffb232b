/* The sweeps that are kept with a document (io/study/project_sweeps.h), the latest over each
 * setting: made and deleted as steps of its history. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/identify/sweeper.h"

G_BEGIN_DECLS

/* `swept` is what the sweep was made of. */
gboolean trammel_kept_sweeps_add(TrammelDocument *document,
                                 const TrammelSweep *sweep,
                                 TrammelProject *swept,
                                 GError **error);

/* FALSE where there is none. */
gboolean trammel_kept_sweeps_delete(TrammelDocument *document, TrammelSweeperTarget target);

/* The one over that setting and what it was made of, both the caller's; FALSE where there is none.
 */
gboolean trammel_kept_sweeps_get(TrammelDocument *document,
                                 TrammelSweeperTarget target,
                                 TrammelSweep **sweep,
                                 TrammelProject **swept);

/* Whether both projects keep the same sweep over that setting. */
gboolean trammel_kept_sweeps_equal(const TrammelProject *a,
                                   const TrammelProject *b,
                                   TrammelSweeperTarget target);

/* The setting of the newest of them; -1. */
int trammel_kept_sweeps_get_target(TrammelDocument *document);

G_END_DECLS
