/* Worker thread with a one-slot mailbox on either side: one for the next request, one for the
 * newest report.
 *
 * A new request replaces one that the thread has not begun; a new report replaces one that was not
 * delivered.  Superseded requests are not computed and stale reports are not delivered.  Only
 * pthread and C11 atomics guard the shared data: ThreadSanitizer does not see GLib's own locks. */
#pragma once

#include <glib-object.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct _TrammelCourier TrammelCourier;

typedef struct {
  /* Runs on the thread; reports with trammel_courier_publish(). */
  void (*work)(TrammelCourier *courier, gpointer request, gpointer state);
  GDestroyNotify free_request, free_report;
  GDestroyNotify free_state; /* nullable; runs on the thread that drops the last reference */
  int priority;              /* of the source that delivers */
} TrammelCourierRole;

/* Called in the context with the newest report, while `user` is alive. */
typedef void (*TrammelDeliverFunc)(gpointer report, gpointer user);

/* Starts the thread.  `role` must be static; takes ownership of `state`; keeps a weak reference to
 * `user`. */
TrammelCourier *trammel_courier_new(const TrammelCourierRole *role,
                                    gpointer state,
                                    GMainContext *context,
                                    TrammelDeliverFunc deliver,
                                    GObject *user);

/* Submits `request`, taking ownership. */
void trammel_courier_submit(TrammelCourier *courier, gpointer request);

/* Publishes `report`, taking ownership.  Call it on the worker thread. */
void trammel_courier_publish(TrammelCourier *courier, gpointer report);

/* Returns TRUE if a request waits for the present one to end.  May be called on any thread. */
bool trammel_courier_has_next(TrammelCourier *courier);

/* The first cancels all requests up to `serial` (serials rise; the user assigns them); the second
 * returns TRUE if request `serial` is cancelled.  Both may be called on any thread. */
void trammel_courier_cancel(TrammelCourier *courier, guint serial);
bool trammel_courier_is_cancelled(const TrammelCourier *courier, guint serial);

/* Cancels all requests and lets the thread end by itself; does not wait. */
void trammel_courier_quit(TrammelCourier *courier);

G_END_DECLS
