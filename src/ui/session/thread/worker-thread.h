/* A background thread with two slots: one for the next request, one for the newest report.
 *
 * A request replaces one that the thread has not begun; a report replaces one that was not
 * delivered.  So the thread never works for nothing and the main loop never catches up.  Only
 * pthread and C11 atomics guard what both threads touch: ThreadSanitizer does not see GLib's own
 * locks. */
#pragma once

#include <glib-object.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct _TrammelCourier TrammelCourier;

typedef struct {
  /* On the thread; reports with trammel_courier_publish(). */
  void (*work)(TrammelCourier *courier, gpointer request, gpointer state);
  GDestroyNotify free_request, free_report;
  GDestroyNotify free_state; /* nullable; on whichever thread is the last to let go */
  int priority;              /* of the source that delivers */
} TrammelCourierRole;

/* Called in the context, with the newest report, as long as the user is alive. */
typedef void (*TrammelDeliverFunc)(gpointer report, gpointer user);

/* Starts the thread.  `role` is static; `state` is taken; `user` is an object that is held weakly.
 */
TrammelCourier *trammel_courier_new(const TrammelCourierRole *role,
                                    gpointer state,
                                    GMainContext *context,
                                    TrammelDeliverFunc deliver,
                                    GObject *user);

/* Takes over `request`. */
void trammel_courier_submit(TrammelCourier *courier, gpointer request);

/* On the thread: takes over `report`. */
void trammel_courier_publish(TrammelCourier *courier, gpointer report);

/* On any thread: whether a request waits for the present one to end. */
bool trammel_courier_has_next(TrammelCourier *courier);

/* On any thread: the requests up to `serial` (rising, as the user numbers them) shall stop; and
 * whether the one of that number shall. */
void trammel_courier_cancel(TrammelCourier *courier, guint serial);
bool trammel_courier_is_cancelled(const TrammelCourier *courier, guint serial);

/* Cancels everything and lets the thread end by itself; does not wait. */
void trammel_courier_quit(TrammelCourier *courier);

G_END_DECLS
