/* Gallery of mechanisms: writes the 3D view as PNG files, to be looked at: scene-gallery FOLDER.
 * Prints the time of one picture. */
#include <epoxy/gl.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/gl/offscreen.h"

enum { WIDTH = 700, HEIGHT = 700, N_TIMED = 10 };

typedef struct {
  const char *name;
  TrModel *(*create)(void);
  double position[2], ghost[2]; /* of the joints */
} Scene;

static const Scene scenes[] = {
    {"furuta", tr_mechanism_furuta, {0.5, 2.2}, {0.75, 1.8}},
    {"furuta-agreeing", tr_mechanism_furuta, {-0.9, 0.4}, {-0.901, 0.41}},
    {"pendulum", tr_mechanism_pendulum, {0.6}, {0.3}},
    {"double-pendulum", tr_mechanism_double_pendulum, {0.6, 0.9}, {0.5, 1.3}},
    {"slider", tr_mechanism_slider, {0.1}, {-0.2}},
    {"cart-pole", tr_mechanism_cart_pole, {0.05, 0.5}, {0.0, 0.2}},
};

static void
save(const Offscreen *screen, const char *folder, const char *name, gboolean dark)
{
  g_autofree char *file = g_strdup_printf("%s-%s.png", name, dark ? "dark" : "light");
  g_autofree char *path = g_build_filename(folder, file, NULL);
  guint8 *pixels = offscreen_read(screen);
  g_autoptr(GBytes) bytes = g_bytes_new_take(pixels, 4 * (gsize)screen->width * screen->height);
  g_autoptr(GdkTexture) texture = gdk_memory_texture_new(
      screen->width, screen->height, GDK_MEMORY_R8G8B8A8, bytes, 4 * (gsize)screen->width);

  if (!gdk_texture_save_to_png(texture, path))
    g_error("cannot write %s", path);
}

static void
draw_scene(TrammelRenderer *renderer,
           const Offscreen *screen,
           const Scene *scene,
           const char *folder,
           gboolean dark)
{
  TrModel *model = scene->create();
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, NULL, 0);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  g_autofree double *pose = g_new(double, TR_POSE * model->n_bodies);
  g_autoptr(GError) error = NULL;
  TrammelSceneImage picture;

  offscreen_frame(&picture, look, screen);
  picture.dark = dark;
  tr_forward_kinematics(pose, NULL, model, scene->position, NULL);
  trammel_scene_model_draw_world(look, list, dark);
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, dark);
  tr_forward_kinematics(pose, NULL, model, scene->ghost, NULL);
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_GHOST, dark);

  gint64 start = g_get_monotonic_time();

  for (int i = 0; i < N_TIMED; i++)
    if (!trammel_renderer_draw(renderer, &picture, list, &error))
      g_error("%s", error->message);
  glFinish();
  g_print("%s: %u items, %.1f ms\n", scene->name, trammel_draw_list_get_n_items(list),
          (double)(g_get_monotonic_time() - start) / 1000.0 / N_TIMED);
  save(screen, folder, scene->name, dark);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  TrammelRenderer *renderer;
  Offscreen screen;

  if (argc != 2) {
    g_printerr("usage: scene-gallery FOLDER\n");
    return 2;
  }
  if (g_mkdir_with_parents(argv[1], 0755) != 0) {
    g_printerr("%s: %s\n", argv[1], g_strerror(errno));
    return 1;
  }
  gtk_init();
  if (!offscreen_open(&screen, WIDTH, HEIGHT, &error)) {
    g_printerr("No OpenGL 3.3: %s\n", error != NULL ? error->message : "no framebuffer");
    return 1;
  }
  renderer = trammel_renderer_new(&error);
  if (renderer == NULL) {
    g_printerr("%s\n", error->message);
    return 1;
  }
  for (gsize i = 0; i < G_N_ELEMENTS(scenes); i++)
    for (int dark = 0; dark < 2; dark++)
      draw_scene(renderer, &screen, &scenes[i], argv[1], dark);
  trammel_renderer_free(renderer);
  offscreen_close(&screen);
  return 0;
}
