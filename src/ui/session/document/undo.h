/* Undo history: whole projects (small, since the samples of logs are not in them) and the marks of
 * the runs. */
#pragma once

#include "ui/session/run/run-list.h"

G_BEGIN_DECLS

typedef struct _TrammelUndo TrammelUndo;

TrammelUndo *trammel_undo_new(void);
void trammel_undo_free(TrammelUndo *undo);

/* State that an edit changes; marks may be NULL. */
typedef struct {
  TrammelProject *project;
  TrammelRunMarks *marks;
} TrammelState;

void trammel_state_clear(TrammelState *state);

/* Stores `before`, the state before the edit `label` ("change kappa").  Edits with the same `key`
 * within one second, or while the step is held, become one step with the last label.  Clears the
 * redo steps. */
void trammel_undo_push(TrammelUndo *undo,
                       const TrammelState *before,
                       const char *label,
                       const char *key);

/* Returns the state before the step that an edit with this key would join; NULL if it begins a
 * step. */
const TrammelState *trammel_undo_find_open(const TrammelUndo *undo, const char *key);

/* Begins a step that lasts until it is closed, however slow its edits are (a slider is held). */
void trammel_undo_hold_step(TrammelUndo *undo);

/* Makes the next edit a step of its own, whatever its key (a slider was released). */
void trammel_undo_close_step(TrammelUndo *undo);

/* Returns the label of a step: -1 is the next undo step, -2 the one before it, 1 the next redo
 * step; NULL if there is none. */
const char *trammel_undo_get_label(const TrammelUndo *undo, int step);

/* Replaces `present` by the state before (direction -1) or after it (1), returned in `next` and
 * cleared by the caller; returns FALSE if there is none. */
gboolean trammel_undo_move(TrammelUndo *undo,
                           int direction,
                           const TrammelState *present,
                           TrammelState *next);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelUndo, trammel_undo_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TrammelState, trammel_state_clear)

G_END_DECLS
