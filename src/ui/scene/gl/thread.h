/* Thread that draws pictures where OpenGL draws on the processor.
 *
 * There the translation of a program takes a tenth of a second and a picture some hundredths; in
 * its own thread with its own context, made by EGL without a window, neither keeps the window
 * waiting.  All functions are called on the main thread. */
#pragma once

#include "ui/scene/gl/renderer.h"

G_BEGIN_DECLS

typedef struct _TrammelGlThread TrammelGlThread;

/* Picture that was ordered; it belongs to the thread. */
typedef struct _TrammelGlOrder TrammelGlOrder;

/* Callback on the main thread: `surface` is in CAIRO_FORMAT_ARGB32 (transfer full), or NULL with an
 * error.  The order is gone afterwards. */
typedef void (*TrammelGlDone)(cairo_surface_t *surface, const GError *error, gpointer user);

/* Returns a thread.  Its pictures fail with GDK_GL_ERROR_NOT_AVAILABLE where EGL has no OpenGL 3.3
 * without a window. */
TrammelGlThread *trammel_gl_thread_new(void);

/* Waits for the picture under way.  Orders that are not forgotten are still answered. */
void trammel_gl_thread_free(TrammelGlThread *thread);

/* Orders a picture of the list (transfer full). */
TrammelGlOrder *trammel_gl_thread_draw(TrammelGlThread *thread,
                                       const TrammelSceneImage *picture,
                                       TrammelDrawList *list,
                                       TrammelGlDone done,
                                       gpointer user);

/* Forgets an order: the callback will not be called. */
void trammel_gl_order_forget(TrammelGlOrder *order);

G_END_DECLS
