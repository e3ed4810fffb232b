/* Base class of objects that work in a background thread: owns a worker thread
 * (thread/worker-thread.h), keeps the serial of the latest request and the property "running".
 *
 * Subclasses define the requests and what to do with a report.  Reports arrive in the
 * thread-default main context of the caller of trammel_background_set_role(). */
#pragma once

#include "ui/session/thread/worker-thread.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_BACKGROUND (trammel_background_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelBackground, trammel_background, TRAMMEL, BACKGROUND, GObject)

/* Property "running" (gboolean, read-only, notifies): TRUE while the latest request is not
 * finished. */
struct _TrammelBackgroundClass {
  GObjectClass parent_class;
  void (*take_report)(TrammelBackground *self, gpointer report);
};

/* Starts the thread; call it once.  `role` must be static; takes ownership of `state`. */
void trammel_background_set_role(TrammelBackground *self,
                                 const TrammelCourierRole *role,
                                 gpointer state);

/* Returns the serial of the next request, which becomes the latest one. */
guint trammel_background_next_serial(TrammelBackground *self);
guint trammel_background_get_serial(TrammelBackground *self);

/* Submits `request`, taking ownership, and sets "running". */
void trammel_background_submit(TrammelBackground *self, gpointer request);

/* Cancels all requests up to `serial`. */
void trammel_background_cancel(TrammelBackground *self, guint serial);

void trammel_background_set_running(TrammelBackground *self, gboolean running);
gboolean trammel_background_get_running(TrammelBackground *self);

G_END_DECLS
