/* One OpenGL context and one renderer for all 3D views of a display: what a driver prepares at the
 * first use of a program (on the processor a tenth of a second) is prepared once, and not again for
 * each page. */
#pragma once

#include "ui/scene/gl/renderer.h"

G_BEGIN_DECLS

typedef struct {
  GdkGLContext *context;
  TrammelRenderer *renderer;
  gboolean is_slow; /* draws on the processor */
} TrammelGlShare;

/* The share of the display, made for the first that takes it; each gives it back once.  NULL with
 * an error without OpenGL 3.3 or when shaders do not build. */
TrammelGlShare *trammel_gl_share_take(GdkDisplay *display, GError **error);

/* With the last user the renderer and the context go. */
void trammel_gl_share_give_back(TrammelGlShare *share);

G_END_DECLS
