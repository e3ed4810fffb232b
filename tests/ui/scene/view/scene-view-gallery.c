/* Gallery of the 3D view's widget with its labels, to be looked at:
 * scene-view-gallery FOLDER [PROJECT...] */
#include <errno.h>
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/view/scene-view.h"

typedef struct {
  const char *name;
  TrModel *(*create)(void);
  double position[2], ghost[2];
  gboolean has_marks;
  int width, height;
  double swing[2]; /* amplitude about position to be framed; 0: all reachable positions */
} Scene;

static const Scene scenes[] = {
    {"view-furuta", tr_mechanism_furuta, {0.5, 2.2}, {0.75, 1.8}, FALSE, 700, 700, {0}},
    {"view-marks", tr_mechanism_furuta, {0.5, 0.8}, {0.4, 0.9}, TRUE, 700, 500, {0}},
    {"view-slider", tr_mechanism_slider, {0.1}, {-0.2}, TRUE, 420, 420, {0}},
    {"view-pendulum", tr_mechanism_pendulum, {0.6}, {0.3}, FALSE, 300, 500, {0}},
    {"view-motion", tr_mechanism_furuta, {0.5, 0.4}, {0.45, 0.3}, FALSE, 330, 650, {0.6, 2}},
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

/* Frames a swing about the scene's positions. */
static void
set_motion(TrammelSceneView *view, const TrModel *model, const Scene *scene)
{
  enum { N_NODES = 100 };
  gsize size = TR_POSE * (gsize)model->n_bodies;
  g_autofree double *poses = g_new(double, N_NODES *size);

  for (int i = 0; i < N_NODES; i++) {
    double position[2];
    for (int k = 0; k < 2; k++)
      position[k] = scene->position[k] + scene->swing[k] * sin(0.1 * (k + 1) * i);
    tr_forward_kinematics(poses + size * (gsize)i, NULL, model, position, NULL);
  }
  trammel_scene_view_set_motion(view, poses, N_NODES);
}

static void
show_mechanism(const Scene *scene,
               const TrModel *model,
               const GArray *shapes,
               const char *folder,
               gboolean dark)
{
  GtkWidget *window = gtk_window_new();
  TrammelSceneView *view = TRAMMEL_SCENE_VIEW(trammel_scene_view_new());
  g_autofree double *pose = g_new(double, TR_POSE * model->n_bodies);
  g_autofree double *ghost = g_new(double, TR_POSE * model->n_bodies);

  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
  gtk_window_set_default_size(GTK_WINDOW(window), scene->width, scene->height);
  gtk_window_set_child(GTK_WINDOW(window), GTK_WIDGET(view));
  trammel_scene_view_set_mechanism(view, model, (const TrammelShape *)(void *)shapes->data,
                                   shapes->len);
  tr_forward_kinematics(pose, NULL, model, scene->position, NULL);
  tr_forward_kinematics(ghost, NULL, model, scene->ghost, NULL);
  if (scene->swing[0] > 0)
    set_motion(view, model, scene);
  trammel_scene_view_set_pose(view, pose, ghost);
  g_object_set(view, "show-axes", scene->has_marks, "show-labels", scene->has_marks, NULL);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(window);
  while (!trammel_scene_view_is_settled(view))
    g_main_context_iteration(NULL, TRUE);
  gtk_test_widget_wait_for_draw(window);
  save(window, folder, scene->name, dark);
  gtk_window_destroy(GTK_WINDOW(window));
}

static void
show_scene(const Scene *scene, const char *folder)
{
  TrModel *model = scene->create();
  g_autoptr(GArray) shapes = g_array_new(FALSE, FALSE, sizeof(TrammelShape));

  for (int dark = 0; dark < 2; dark++)
    show_mechanism(scene, model, shapes, folder, dark);
  tr_model_free(model);
}

static void
show_project(const char *path, const char *folder)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
  g_autoptr(GArray) shapes = g_array_new(FALSE, FALSE, sizeof(TrammelShape));

  if (project == NULL) {
    g_printerr("%s\n", error->message);
    return;
  }
  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++)
    g_array_append_vals(shapes, trammel_project_get_shape(project, i), 1);
  const TrModel *model = trammel_project_get_model(project);
  Scene scene = {.name = trammel_project_get_name(project), .width = 480, .height = 420};
  for (int i = 0; i < (int)G_N_ELEMENTS(scene.position); i++) {
    gboolean slides = i < model->n_joints && model->joints[i].type == TR_JOINT_SLIDE;
    scene.position[i] = slides ? 0.05 : 0.6 + 0.8 * i;
    scene.ghost[i] = slides ? -0.05 : 0.4 + 0.8 * i;
  }
  if (model->n_joints > (int)G_N_ELEMENTS(scene.position)) {
    g_printerr("%s: more joints than this program has angles for\n", path);
    return;
  }
  for (int dark = 0; dark < 2; dark++)
    show_mechanism(&scene, model, shapes, folder, dark);
}

int
main(int argc, char **argv)
{
  if (argc < 2) {
    g_printerr("usage: scene-view-gallery FOLDER [PROJECT...]\n");
    return 2;
  }
  if (g_mkdir_with_parents(argv[1], 0755) != 0) {
    g_printerr("%s: %s\n", argv[1], g_strerror(errno));
    return 1;
  }
  gtk_init();
  for (gsize i = 0; i < G_N_ELEMENTS(scenes); i++)
    show_scene(&scenes[i], argv[1]);
  for (int i = 2; i < argc; i++)
    show_project(argv[i], argv[1]);
  return 0;
}
