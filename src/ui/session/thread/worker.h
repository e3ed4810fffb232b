/* Base class of objects that work in a background thread: owns a worker thread
 * (thread/worker-thread.h), keeps the serial of the latest request and the property "running".
 *
 * Subclasses define the requests and what to do with a report.  Reports arrive in the
 * thread-default main context of the caller of trammel_worker_set_role(). */
#pragma once

#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_WORKER (trammel_worker_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelWorker, trammel_worker, TRAMMEL, WORKER, GObject)

/* Property "running" (gboolean, read-only, notifies): TRUE while the latest request is not
 * finished. */
struct _TrammelWorkerClass {
  GObjectClass parent_class;
  void (*take_report)(TrammelWorker *self, gpointer report);
};

/* Starts the thread; call it once.  `role` must be static; takes ownership of `state`. */
void
trammel_worker_set_role(TrammelWorker *self, const TrammelWorkerThreadRole *role, gpointer state);

/* Returns the serial of the next request, which becomes the latest one. */
guint trammel_worker_next_serial(TrammelWorker *self);
guint trammel_worker_get_serial(TrammelWorker *self);

/* Submits `request`, taking ownership, and sets "running". */
void trammel_worker_submit(TrammelWorker *self, gpointer request);

/* Cancels all requests up to `serial`. */
void trammel_worker_cancel(TrammelWorker *self, guint serial);

void trammel_worker_set_running(TrammelWorker *self, gboolean running);
gboolean trammel_worker_get_running(TrammelWorker *self);

G_END_DECLS
