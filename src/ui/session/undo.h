/* Undo history: whole projects, which are small; the samples of logs are not in them. */
#pragma once

#include "io/project.h"

G_BEGIN_DECLS

typedef struct _TrammelUndo TrammelUndo;

TrammelUndo *trammel_undo_new(void);
void trammel_undo_free(TrammelUndo *undo);

/* Remembers `before`, the state that the edit `label` ("change kappa") is about to leave.  Edits
 * with the same `key` within one second become one step.  Clears the redo side. */
void
trammel_undo_push(TrammelUndo *undo, TrammelProject *before, const char *label, const char *key);

/* The next edit starts a step of its own, whatever its key (a slider was released). */
void trammel_undo_close_step(TrammelUndo *undo);

/* Label of the step that undo or redo would take; NULL when there is none. */
const char *trammel_undo_get_undo_label(const TrammelUndo *undo);
const char *trammel_undo_get_redo_label(const TrammelUndo *undo);

/* Exchanges `present` for the state before or after it (transfer full); NULL when there is none. */
TrammelProject *trammel_undo_undo(TrammelUndo *undo, TrammelProject *present);
TrammelProject *trammel_undo_redo(TrammelUndo *undo, TrammelProject *present);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelUndo, trammel_undo_free)

G_END_DECLS
