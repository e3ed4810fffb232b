/* What draws behind OpenGL. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether the current context draws on the processor (llvmpipe, softpipe, SwiftShader). */
gboolean trammel_gl_driver_is_software(void);

/* Before the first window, unless GSK_RENDERER says what to do: without graphics hardware GTK draws
 * through cairo, which touches what has changed alone, while OpenGL on the processor composes the
 * whole window for each frame. */
void trammel_gl_driver_choose_renderer(GdkDisplay *display);

G_END_DECLS
