/* One long piece of work at a time on a thread of its own: an order goes in, progress is told, and
 * an outcome or an error comes out.  Ended early, a chore may still give what there is.
 *
 * Subclasses say what an order is and how it is worked off.  Signals: "progress" (guint done, guint
 * total, const char *what: the part that begins, nullable), "finished" (gpointer: the outcome),
 * "failed" (GError *). */
#pragma once

#include <stdbool.h>

#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHORE (trammel_chore_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelChore, trammel_chore, TRAMMEL, CHORE, TrammelBackground)

/* What the thread holds while it works an order off. */
typedef struct _TrammelTurn TrammelTurn;

struct _TrammelChoreClass {
  TrammelBackgroundClass parent_class;
  /* On the thread: the outcome, or NULL with an error. */
  gpointer (*work)(TrammelTurn *turn, gpointer order, GError **error);
  GDestroyNotify free_order, free_outcome;
};

/* On the thread, with a TrammelTurn as `turn`.  The first is a TrMonitorFunc: FALSE when the end
 * was asked for; the second tells progress. */
bool trammel_turn_goes_on(void *turn, const void *event);
void trammel_turn_tell(gpointer turn, guint done, guint total, const char *what);

/* Takes over `order`, and begins; what is under way ends with nothing. */
void trammel_chore_start(TrammelChore *chore, gpointer order);

/* Asks for the end; "finished" follows with what there is, or "failed". */
void trammel_chore_cancel(TrammelChore *chore);

/* Nothing comes of what is under way any more. */
void trammel_chore_drop(TrammelChore *chore);

/* The last outcome and the order that it came from; NULL before the first.  The chore's. */
gpointer trammel_chore_get_outcome(TrammelChore *chore);
gpointer trammel_chore_get_order(TrammelChore *chore);

G_END_DECLS
