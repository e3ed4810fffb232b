/* Pictures of the 3D view's widget with its texts, to be looked at: scene-view-gallery FOLDER. */
#include <errno.h>
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "engine/mbs/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/scene-view.h"

typedef struct {
  const char *name;
  TrModel *(*create)(void);
  double position[2], ghost[2];
  gboolean has_marks;
  int width, height;
} Scene;

static const Scene scenes[] = {
    {"view-furuta", tr_mechanism_furuta, {0.5, 2.2}, {0.75, 1.8}, FALSE, 700, 700},
    {"view-marks", tr_mechanism_furuta, {0.5, 0.8}, {0.4, 0.9}, TRUE, 700, 500},
    {"view-slider", tr_mechanism_slider, {0.1}, {-0.2}, TRUE, 420, 420},
    {"view-pendulum", tr_mechanism_pendulum, {0.6}, {0.3}, FALSE, 300, 500},
};

static void
save(GtkWidget *window, const char *folder, const char *name, gboolean dark)
{
  g_autofree char *file = g_strdup_printf("%s-%s.png", name, dark ? "dark" : "light");
  g_autofree char *path = g_build_filename(folder, file, NULL);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(window);
  GtkSnapshot *snapshot = gtk_snapshot_new();

  gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window),
                         gtk_widget_get_height(window));
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
  gsk_render_node_unref(node);
  if (!gdk_texture_save_to_png(texture, path))
    g_error("cannot write %s", path);
}

static void
show_scene(const Scene *scene, const char *folder, gboolean dark)
{
  GtkWidget *window = gtk_window_new();
  TrammelSceneView *view = TRAMMEL_SCENE_VIEW(trammel_scene_view_new());
  TrModel *model = scene->create();
  g_autofree double *pose = g_new(double, TR_POSE * model->n_bodies);
  g_autofree double *ghost = g_new(double, TR_POSE * model->n_bodies);

  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
  gtk_window_set_default_size(GTK_WINDOW(window), scene->width, scene->height);
  gtk_window_set_child(GTK_WINDOW(window), GTK_WIDGET(view));
  trammel_scene_view_set_mechanism(view, model, NULL, 0);
  tr_forward_kinematics(pose, NULL, model, scene->position, NULL);
  tr_forward_kinematics(ghost, NULL, model, scene->ghost, NULL);
  trammel_scene_view_set_pose(view, pose, ghost);
  g_object_set(view, "show-axes", scene->has_marks, "show-labels", scene->has_marks, NULL);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(window);
  gtk_test_widget_wait_for_draw(window);
  save(window, folder, scene->name, dark);
  gtk_window_destroy(GTK_WINDOW(window));
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  if (argc != 2) {
    g_printerr("usage: scene-view-gallery FOLDER\n");
    return 2;
  }
  if (g_mkdir_with_parents(argv[1], 0755) != 0) {
    g_printerr("%s: %s\n", argv[1], g_strerror(errno));
    return 1;
  }
  gtk_init();
  for (gsize i = 0; i < G_N_ELEMENTS(scenes); i++)
    for (int dark = 0; dark < 2; dark++)
      show_scene(&scenes[i], argv[1], dark);
  return 0;
}
