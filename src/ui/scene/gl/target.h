/* Framebuffer with several samples per pixel, which a GtkGLArea does not have, or with one, for
 * reading. */
#pragma once

#include <epoxy/gl.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct {
  GLuint framebuffer, color, depth;
  int width, height;
} TrammelGlTarget;

/* Makes the framebuffer, again if the size has changed, and binds it, with the available number of
 * samples up to `samples`.  FALSE when the context refuses. */
gboolean
trammel_gl_target_bind(TrammelGlTarget *target, int samples, int width, int height, GError **error);

/* Copies the picture to another framebuffer of the same size and binds that one. */
void trammel_gl_target_copy_to(const TrammelGlTarget *target, GLuint framebuffer);

/* Returns the picture of a target with one sample, which is bound, in CAIRO_FORMAT_ARGB32 (transfer
 * full). */
cairo_surface_t *trammel_gl_target_read(const TrammelGlTarget *target);

void trammel_gl_target_clear(TrammelGlTarget *target);

G_END_DECLS
