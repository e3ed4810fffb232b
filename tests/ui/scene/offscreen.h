/* OpenGL without a window, for tests of the renderer. */
#pragma once

#include "ui/scene/gl/renderer.h"
#include "ui/scene/model/scene-model.h"

typedef struct {
  GdkGLContext *context;
  GLuint framebuffer, color;
  int width, height;
} Offscreen;

/* Makes a context current with a framebuffer of its own; FALSE where there is no OpenGL 3.3. */
gboolean offscreen_open(Offscreen *screen, int width, int height, GError **error);
void offscreen_close(Offscreen *screen);

/* Four bytes a pixel (RGBA), the top row first; to be freed with g_free(). */
guint8 *offscreen_read(const Offscreen *screen);

/* A picture of the whole look, seen from the camera's first place. */
void offscreen_frame(TrammelPicture *picture, const TrammelLook *look, const Offscreen *screen);
