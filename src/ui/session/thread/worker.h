/* What has its work done on a thread of its own: a courier (thread/worker-thread.h), the serial of
 * the latest request, and whether something is asked for and not there yet.
 *
 * Subclasses say what a request is and what becomes of a report.  Reports arrive in the
 * thread-default main context of the caller of trammel_background_set_role(). */
#pragma once

#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_BACKGROUND (trammel_background_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelBackground, trammel_background, TRAMMEL, BACKGROUND, GObject)

/* Property "running" (gboolean) notifies. */
struct _TrammelBackgroundClass {
  GObjectClass parent_class;
  void (*take_report)(TrammelBackground *self, gpointer report);
};

/* Starts the thread, once; `role` is static and `state` is taken. */
void trammel_background_set_role(TrammelBackground *self,
                                 const TrammelCourierRole *role,
                                 gpointer state);

/* The number of the next request, which is the latest one from now on. */
guint trammel_background_next_serial(TrammelBackground *self);
guint trammel_background_get_serial(TrammelBackground *self);

/* Takes over `request`, and runs. */
void trammel_background_submit(TrammelBackground *self, gpointer request);

/* Asks for the end of all requests up to `serial`. */
void trammel_background_cancel(TrammelBackground *self, guint serial);

void trammel_background_set_running(TrammelBackground *self, gboolean running);
gboolean trammel_background_get_running(TrammelBackground *self);

G_END_DECLS
