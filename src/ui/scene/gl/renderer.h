/* OpenGL renderer: draws a list of solids with OpenGL 3.3 into the bound framebuffer.
 *
 * Plain functions on the current context, used by the widget and the tests.  All functions need the
 * context in which the renderer was made. */
#pragma once

#include <gtk/gtk.h>

#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/draw-list.h"

G_BEGIN_DECLS

typedef struct _TrammelRenderer TrammelRenderer;

typedef enum {
  TRAMMEL_BACKGROUND_THEME,
  TRAMMEL_BACKGROUND_WHITE, /* with the colours of the light theme */
  TRAMMEL_BACKGROUND_NONE   /* transparent; colours are premultiplied */
} TrammelSceneBackground;

typedef struct {
  int width, height; /* of the target [px] */
  double scale;      /* pixels of the target for one of the interface */
  TrammelCamera camera;
  gboolean dark, show_grid, show_axes;
  TrammelSceneBackground background;
  gboolean is_draft; /* the shadow has a hard edge: a soft one takes most of the time */
  double ground;     /* [m] height of the grid along the camera's up */
} TrammelSceneImage;

/* Returns a renderer; free with trammel_renderer_free().  NULL with an error of GDK_GL_ERROR when
 * shaders do not build. */
TrammelRenderer *trammel_renderer_new(GError **error);
void trammel_renderer_free(TrammelRenderer *renderer);

/* Sets the sRGB colours of the background at its upper and lower edge. */
void trammel_renderer_get_background(gboolean dark, double top[3], double bottom[3]);

/* Sorts the list, draws it with antialiasing (as many samples as available, up to 4) and copies the
 * picture into the framebuffer bound for drawing, from its lower left corner; that one stays bound.
 * FALSE when there is no memory for the picture. */
gboolean trammel_renderer_draw(TrammelRenderer *renderer,
                               const TrammelSceneImage *picture,
                               TrammelDrawList *list,
                               GError **error);

G_END_DECLS
