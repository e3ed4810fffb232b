/* Undo history: whole projects, which are small, since the samples of logs are not in them, and
 * what the user has said about the runs. */
#pragma once

#include "ui/session/run/run-list.h"

G_BEGIN_DECLS

typedef struct _TrammelUndo TrammelUndo;

TrammelUndo *trammel_undo_new(void);
void trammel_undo_free(TrammelUndo *undo);

/* What an edit changes; marks may be NULL. */
typedef struct {
  TrammelProject *project;
  TrammelRunMarks *marks;
} TrammelState;

void trammel_state_clear(TrammelState *state);

/* Remembers `before`, the state that the edit `label` ("change kappa") is about to leave.  Edits
 * with the same `key` within one second become one step.  Clears the redo side. */
void trammel_undo_push(TrammelUndo *undo,
                       const TrammelState *before,
                       const char *label,
                       const char *key);

/* The next edit starts a step of its own, whatever its key (a slider was released). */
void trammel_undo_close_step(TrammelUndo *undo);

/* Label of a step: -1 is the one that undo takes, -2 the one before it, 1 the one that redo takes;
 * NULL where there is none. */
const char *trammel_undo_get_label(const TrammelUndo *undo, int step);

/* Exchanges `present` for the state before (direction -1) or after it (1), which is to be cleared;
 * FALSE when there is none. */
gboolean trammel_undo_move(TrammelUndo *undo,
                           int direction,
                           const TrammelState *present,
                           TrammelState *next);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelUndo, trammel_undo_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TrammelState, trammel_state_clear)

G_END_DECLS
