/* OpenGL context without a window, for tests of the renderer. */
#pragma once

#include "ui/scene/gl/renderer.h"
#include "ui/scene/model/scene-model.h"

typedef struct {
  GdkGLContext *context;
  GLuint framebuffer, color;
  int width, height;
} Offscreen;

/* Makes a context current with a framebuffer of its own; returns FALSE with an error without OpenGL
 * 3.3. */
gboolean offscreen_open(Offscreen *screen, int width, int height, GError **error);
void offscreen_close(Offscreen *screen);

/* Returns four bytes per pixel (RGBA), the top row first; free with g_free(). */
guint8 *offscreen_read(const Offscreen *screen);

/* Sets up a picture of the whole model, seen from the initial camera position. */
void
offscreen_frame(TrammelSceneImage *picture, const TrammelSceneModel *look, const Offscreen *screen);
