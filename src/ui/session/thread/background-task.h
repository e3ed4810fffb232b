/* Background task: takes an order, reports progress, and delivers a result or an error.  Runs one
 * order at a time; a cancelled task may deliver a partial result.
 *
 * Subclasses define the order and the work.  Signals: "progress" (guint done, guint total, const
 * char *what: the part that begins, nullable), "finished" (gpointer: the outcome, owned by the
 * task), "failed" (GError *). */
#pragma once

#include <stdbool.h>

#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHORE (trammel_chore_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelChore, trammel_chore, TRAMMEL, CHORE, TrammelBackground)

/* Context of an order while the thread works on it. */
typedef struct _TrammelTurn TrammelTurn;

struct _TrammelChoreClass {
  TrammelBackgroundClass parent_class;
  /* Runs on the thread; returns the outcome, or NULL with an error. */
  gpointer (*work)(TrammelTurn *turn, gpointer order, GError **error);
  GDestroyNotify free_order, free_outcome;
};

/* Both run on the thread, with a TrammelTurn as `turn`.  The first is a TrMonitorFunc: it returns
 * FALSE when the task was cancelled.  The second reports progress. */
bool trammel_turn_goes_on(void *turn, const void *event);
void trammel_turn_tell(gpointer turn, guint done, guint total, const char *what);

/* Starts `order`, taking ownership; an order in progress is cancelled and its outcome dropped. */
void trammel_chore_start(TrammelChore *chore, gpointer order);

/* Cancels the order in progress; "finished" follows with a partial outcome, or "failed". */
void trammel_chore_cancel(TrammelChore *chore);

/* Cancels the order in progress and drops its outcome: no signal follows. */
void trammel_chore_drop(TrammelChore *chore);

/* Return the last outcome and the order that it came from; both owned by the task, NULL before the
 * first. */
gpointer trammel_chore_get_outcome(TrammelChore *chore);
gpointer trammel_chore_get_order(TrammelChore *chore);

G_END_DECLS
