#include <epoxy/gl.h>

#include "ui/scene/gl/offscreen.h"

gboolean
offscreen_open(Offscreen *screen, int width, int height, GError **error)
{
  *screen = (Offscreen){.width = width, .height = height};
  screen->context = gdk_display_create_gl_context(gdk_display_get_default(), error);
  if (screen->context == NULL)
    return FALSE;
  gdk_gl_context_set_required_version(screen->context, 3, 3);
  if (!gdk_gl_context_realize(screen->context, error)) {
    g_clear_object(&screen->context);
    return FALSE;
  }
  gdk_gl_context_make_current(screen->context);
  glGenFramebuffers(1, &screen->framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, screen->framebuffer);
  glGenRenderbuffers(1, &screen->color);
  glBindRenderbuffer(GL_RENDERBUFFER, screen->color);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, screen->color);
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void
offscreen_close(Offscreen *screen)
{
  if (screen->context == NULL)
    return;
  gdk_gl_context_make_current(screen->context);
  glDeleteFramebuffers(1, &screen->framebuffer);
  glDeleteRenderbuffers(1, &screen->color);
  gdk_gl_context_clear_current();
  g_clear_object(&screen->context);
}

guint8 *
offscreen_read(const Offscreen *screen)
{
  gsize stride = 4 * (gsize)screen->width;
  guint8 *upside_down = g_malloc(stride * (gsize)screen->height);
  guint8 *pixels = g_malloc(stride * (gsize)screen->height);

  glReadPixels(0, 0, screen->width, screen->height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down);
  for (int row = 0; row < screen->height; row++)
    memcpy(pixels + stride * (gsize)row, upside_down + stride * (gsize)(screen->height - 1 - row),
           stride);
  g_free(upside_down);
  return pixels;
}

void
offscreen_frame(TrammelSceneImage *picture, const TrammelSceneModel *look, const Offscreen *screen)
{
  TrammelViewport viewport = {screen->width, screen->height};
  gsize n_balls;
  const TrammelBall *balls = trammel_scene_model_get_reach(look, &n_balls);
  double up[3];

  *picture = (TrammelSceneImage){.width = screen->width,
                                 .height = screen->height,
                                 .scale = 1,
                                 .show_grid = TRUE,
                                 .show_axes = TRUE,
                                 .ground = trammel_scene_model_get_ground(look)};
  trammel_scene_model_get_up(look, up);
  trammel_camera_init(&picture->camera, up);
  trammel_camera_frame_balls(&picture->camera, &viewport, balls, n_balls);
}
