/* Worker thread with a one-slot mailbox on either side: one for the next request, one for the
 * newest report.
 *
 * A new request replaces one that the thread has not begun; a new report replaces one that was not
 * delivered.  Superseded requests are not computed and stale reports are not delivered.  GLib
 * starts the thread; only pthread's mutex and C11 atomics guard the shared data, because
 * ThreadSanitizer does not see GLib's own locks. */
#pragma once

#include <glib-object.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct _TrammelWorkerThread TrammelWorkerThread;

typedef struct {
  const char *name; /* of the thread, for debuggers and profilers; at most 15 bytes */
  /* Runs on the thread; reports with trammel_worker_thread_publish(). */
  void (*work)(TrammelWorkerThread *thread, gpointer request, gpointer state);
  GDestroyNotify free_request, free_report;
  GDestroyNotify free_state; /* nullable; runs on the thread that drops the last reference */
  int priority;              /* of the source that delivers */
} TrammelWorkerThreadRole;

/* Called in the context with the newest report, while `user` is alive. */
typedef void (*TrammelDeliverFunc)(gpointer report, gpointer user);

/* Starts the thread.  Copies `role`; takes ownership of `state`; keeps a weak reference to
 * `user`. */
TrammelWorkerThread *trammel_worker_thread_new(const TrammelWorkerThreadRole *role,
                                               gpointer state,
                                               GMainContext *context,
                                               TrammelDeliverFunc deliver,
                                               GObject *user);

/* Submits `request`, taking ownership. */
void trammel_worker_thread_submit(TrammelWorkerThread *thread, gpointer request);

/* Publishes `report`, taking ownership.  Call it on the worker thread. */
void trammel_worker_thread_publish(TrammelWorkerThread *thread, gpointer report);

/* Returns TRUE if a request waits for the present one to end.  May be called on any thread. */
bool trammel_worker_thread_has_next(TrammelWorkerThread *thread);

/* The first cancels all requests up to `serial` (serials rise; the user assigns them); the second
 * returns TRUE if request `serial` is cancelled.  Both may be called on any thread. */
void trammel_worker_thread_cancel(TrammelWorkerThread *thread, guint serial);
bool trammel_worker_thread_is_cancelled(const TrammelWorkerThread *thread, guint serial);

/* Cancels all requests and lets the thread end by itself; does not wait. */
void trammel_worker_thread_quit(TrammelWorkerThread *thread);

G_END_DECLS
