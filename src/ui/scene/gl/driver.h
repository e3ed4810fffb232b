/* OpenGL driver: hardware or software rendering. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* TRUE if the current context draws on the processor (llvmpipe, softpipe, SwiftShader). */
gboolean trammel_gl_driver_is_software(void);

/* Selects the renderer of GTK before the first window, unless GSK_RENDERER is set: without graphics
 * hardware GTK draws through cairo, which repaints only changed parts, while OpenGL on the
 * processor composes the whole window for each frame. */
void trammel_gl_driver_choose_renderer(GdkDisplay *display);

G_END_DECLS
