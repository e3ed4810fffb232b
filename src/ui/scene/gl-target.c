#include "ui/scene/gl-target.h"

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

/* OpenGL's rows begin at the bottom. */
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

GdkTexture *
trammel_gl_target_read(const TrammelGlTarget *target)
{
  gsize stride = 4 * (gsize)target->width, size = stride * (gsize)target->height;
  guchar *pixels = g_malloc(size);
  g_autoptr(GBytes) bytes = g_bytes_new_take(pixels, size);

  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, target->width, target->height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
  turn_over(pixels, stride, target->height);
  /* the packed order above is this one on machines of either byte order */
  return gdk_memory_texture_new(target->width, target->height, GDK_MEMORY_DEFAULT, bytes, stride);
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
