#include "ui/scene/gl-target.h"

#define WANTED_SAMPLES 4

static void
add_buffer(GLuint *buffer, GLenum attachment, GLenum format, GLint samples, int width, int height)
{
  glGenRenderbuffers(1, buffer);
  glBindRenderbuffer(GL_RENDERBUFFER, *buffer);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, *buffer);
}

gboolean
trammel_gl_target_bind(TrammelGlTarget *target, int width, int height, GError **error)
{
  GLint samples = 0;

  if (target->framebuffer != 0 && target->width == width && target->height == height) {
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    return TRUE;
  }
  trammel_gl_target_clear(target);
  glGetIntegerv(GL_MAX_SAMPLES, &samples);
  samples = MIN(samples, WANTED_SAMPLES);
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

void
trammel_gl_target_clear(TrammelGlTarget *target)
{
  /* deleting 0 does nothing */
  glDeleteFramebuffers(1, &target->framebuffer);
  glDeleteRenderbuffers(1, &target->color);
  glDeleteRenderbuffers(1, &target->depth);
  *target = (TrammelGlTarget){0};
}
