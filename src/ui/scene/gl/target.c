#include "ui/scene/gl/target.h"

#include <string.h>

static void
add_buffer(GLuint *buffer, GLenum attachment, GLenum format, GLint samples, int width, int height)
{
  glGenRenderbuffers(1, buffer);
  glBindRenderbuffer(GL_RENDERBUFFER, *buffer);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, *buffer);
}

gboolean
trammel_gl_target_bind(TrammelGlTarget *target, int samples, int width, int height, GError **error)
{
  GLint most = 0;

  if (target->framebuffer != 0 && target->width == width && target->height == height) {
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    return TRUE;
  }
  trammel_gl_target_clear(target);
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  samples = samples > 1 ? MIN(samples, most) : 0;
  glGenFramebuffers(1, &target->framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
  add_buffer(&target->color, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, width, height);
  add_buffer(&target->depth, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, samples, width,
             height);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    g_set_error(error, GDK_GL_ERROR, GDK_GL_ERROR_NOT_AVAILABLE,
                "No framebuffer of %d x %d pixels with %d samples", width, height, samples);
    trammel_gl_target_clear(target);
    return FALSE;
  }
  target->width = width;
  target->height = height;
  return TRUE;
}

void
trammel_gl_target_copy_to(const TrammelGlTarget *target, GLuint framebuffer)
{
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

/* Flips the rows, which begin at the bottom in OpenGL. */
static void
turn_over(guchar *pixels, gsize stride, int height)
{
  g_autofree guchar *row = g_malloc(stride);

  for (int above = 0, below = height - 1; above < below; above++, below--) {
    memcpy(row, pixels + (gsize)above * stride, stride);
    memcpy(pixels + (gsize)above * stride, pixels + (gsize)below * stride, stride);
    memcpy(pixels + (gsize)below * stride, row, stride);
  }
}

cairo_surface_t *
trammel_gl_target_read(const TrammelGlTarget *target)
{
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, target->width, target->height);
  guchar *pixels = cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface);

  /* the packed order below is cairo's on machines of either byte order */
  cairo_surface_flush(surface);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, stride / 4);
  glReadPixels(0, 0, target->width, target->height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  turn_over(pixels, (gsize)stride, target->height);
  cairo_surface_mark_dirty(surface);
  return surface;
}

void
trammel_gl_target_clear(TrammelGlTarget *target)
{
  /* deleting 0 does nothing */
  glDeleteFramebuffers(1, &target->framebuffer);
  glDeleteRenderbuffers(1, &target->color);
  glDeleteRenderbuffers(1, &target->depth);
  *target = (TrammelGlTarget){0};
}
