/* A framebuffer of our own: with several samples a pixel, which a GtkGLArea does not have, or with
 * one, to be read. */
#pragma once

#include <epoxy/gl.h>
#include <gtk/gtk.h>

#include "ui/desktop/raster.h"

G_BEGIN_DECLS

typedef struct {
  GLuint framebuffer, color, depth;
  int width, height;
} TrammelGlTarget;

/* Makes it, or makes it again for another size, and binds it; with as many samples as there are, up
 * to `samples`.  FALSE when the context refuses. */
gboolean
trammel_gl_target_bind(TrammelGlTarget *target, int samples, int width, int height, GError **error);

/* Copies the picture to another framebuffer of the same size and binds that one. */
void trammel_gl_target_copy_to(const TrammelGlTarget *target, GLuint framebuffer);

/* The picture of a target with one sample, which is bound. */
TrammelRaster *trammel_gl_target_read(const TrammelGlTarget *target);

void trammel_gl_target_clear(TrammelGlTarget *target);

G_END_DECLS
