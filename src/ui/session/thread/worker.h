/* Base class of objects that work in a background thread: owns a worker thread
 * (thread/worker-thread.h), the serials of the requests, their cancellation, and the property
 * "running".
 *
 * Subclasses give the work, the types of requests and reports, and what to do with a report.
 * Reports arrive in the thread-default main context of the caller of trammel_worker_start(); late
 * ones are dropped. */
#pragma once

#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_WORKER (trammel_worker_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelWorker, trammel_worker, TRAMMEL, WORKER, GObject)

/* Request while the thread works on it. */
typedef struct _TrammelWork TrammelWork;

/* Property "running" (gboolean, read-only, notifies): TRUE while the latest request is not
 * finished. */
struct _TrammelWorkerClass {
  GObjectClass parent_class;
  const char *name; /* of the thread, at most 15 bytes */
  /* Runs on the thread; reports with trammel_work_publish(). */
  void (*work)(TrammelWork *work, gpointer request, gpointer state);
  GDestroyNotify free_request, free_report;
  GDestroyNotify free_state; /* nullable; runs on the thread that drops the last reference */
  int priority;              /* of the delivery */
  /* Runs in the main context. */
  void (*take_report)(TrammelWorker *self, gpointer report, gboolean is_latest);
  gboolean takes_late; /* also reports of requests before the latest one */
};

/* Starts the thread; call it once.  Takes ownership of `state`. */
void trammel_worker_start(TrammelWorker *self, gpointer state);

/* Submits `request`, taking ownership, and sets "running". */
void trammel_worker_submit(TrammelWorker *self, gpointer request);

/* Cancels all requests so far; their reports are still delivered. */
void trammel_worker_cancel(TrammelWorker *self);

/* Cancels all requests so far and drops their reports; clears "running". */
void trammel_worker_drop(TrammelWorker *self);

/* The following are called on the thread.  The first takes ownership of `report`; the second
 * returns TRUE if a newer request waits. */
void trammel_work_publish(const TrammelWork *work, gpointer report);
bool trammel_work_has_next(const TrammelWork *work);
bool trammel_work_is_cancelled(const TrammelWork *work);

void trammel_worker_set_running(TrammelWorker *self, gboolean running);
gboolean trammel_worker_get_running(TrammelWorker *self);

G_END_DECLS
