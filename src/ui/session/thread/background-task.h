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

#define TRAMMEL_TYPE_BACKGROUND_TASK (trammel_background_task_get_type())
G_DECLARE_DERIVABLE_TYPE(
    TrammelBackgroundTask, trammel_background_task, TRAMMEL, BACKGROUND_TASK, TrammelWorker)

/* Context of an order while the thread works on it. */
typedef struct _TrammelTaskContext TrammelTaskContext;

struct _TrammelBackgroundTaskClass {
  TrammelWorkerClass parent_class;
  /* Runs on the thread; returns the outcome, or NULL with an error. */
  gpointer (*work)(TrammelTaskContext *context, gpointer order, GError **error);
  GDestroyNotify free_order, free_outcome;
};

/* Both run on the thread, with a TrammelTaskContext as `context`.  The first is a TrMonitorFunc: it
 * returns FALSE when the task was cancelled.  The second reports progress. */
bool trammel_task_context_goes_on(void *context, const void *event);
void trammel_task_context_report(gpointer context, guint done, guint total, const char *what);

/* Starts `order`, taking ownership; an order in progress is cancelled and its outcome dropped. */
void trammel_background_task_start(TrammelBackgroundTask *task, gpointer order);

/* Cancels the order in progress; "finished" follows with a partial outcome, or "failed". */
void trammel_background_task_cancel(TrammelBackgroundTask *task);

/* Cancels the order in progress and drops its outcome: no signal follows. */
void trammel_background_task_drop(TrammelBackgroundTask *task);

/* Return the last outcome and the order that it came from; both owned by the task, NULL before the
 * first. */
gpointer trammel_background_task_get_outcome(TrammelBackgroundTask *task);
gpointer trammel_background_task_get_order(TrammelBackgroundTask *task);

G_END_DECLS
