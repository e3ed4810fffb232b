/* Shared OpenGL context and renderer of all 3D views of a display: the work of a driver at the
 * first use of a program (a tenth of a second on the processor) is done once instead of for each
 * page. */
#pragma once

#include "ui/scene/gl/renderer.h"
#include "ui/scene/gl/thread.h"

G_BEGIN_DECLS

typedef struct {
  GdkGLContext *context;
  TrammelRenderer *renderer; /* of the context; NULL where there is a thread, or neither can draw */
  TrammelGlThread *thread;   /* where OpenGL draws on the processor; else NULL */
} TrammelGlShare;

/* Returns the share of the display, made at the first call; each call is matched by one
 * trammel_gl_share_give_back().  NULL with an error without OpenGL 3.3 or when shaders do not
 * build. */
TrammelGlShare *trammel_gl_share_take(GdkDisplay *display, GError **error);

/* Draws without the thread from now on, because it cannot draw.  FALSE when shaders do not build.
 */
gboolean trammel_gl_share_drop_thread(TrammelGlShare *share, GError **error);

/* Releases the share; the last user frees all. */
void trammel_gl_share_give_back(TrammelGlShare *share);

G_END_DECLS
