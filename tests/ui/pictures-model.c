/* Pictures of the page Model and of the dialog of a new project (pictures.h). */
#include <string.h>

#include "ui/desktop/settings.h"
#include "ui/pages/model/model-page.h"
#include "ui/pages/model/model-tree-view.h"
#include "ui/pages/start/template-dialog.h"
#include "ui/pictures.h"
#include "ui/scene/view/private.h"
#include "ui/session/import/templates.h"
#include "ui/ui-support.h"

static void
show_model_page(TrammelWindow *window)
{
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("model"));
}

/* Takes an example with the quality of its run's estimates. */
static gboolean
take_example(GtkApplication *application,
             const char *folder,
             const char *example,
             const char *what,
             const char *style,
             const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string(example));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  if (came)
    g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  came = came && test_wait(has_fit, window, TEST_DEADLINE);
  show_model_page(window);
  if (came)
    take_picture(GTK_WINDOW(window), folder, what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* Takes a new project from a template, unchanged. */
static gboolean
take_template(GtkApplication *application,
              const char *folder,
              const char *title,
              const char *what,
              const char *style,
              const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);
  g_autoptr(TrammelProject) project = NULL;

  for (guint i = 0; i < trammel_templates_get_n() && !project; i++)
    if (strstr(trammel_templates_get_title(i), title))
      project = trammel_templates_load(i, NULL);

  if (!project)
    return FALSE;
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  trammel_window_show_document(window, document);
  take_picture(GTK_WINDOW(window), folder, what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return TRUE;
}

/* Takes all optional items of the 3D view, after a run. */
static gboolean
take_marks(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  static const char *const all[] = {
      "show-labels",  "show-joint-axes", "show-centres", "show-inertias", "show-axes",
      "show-gravity", "show-forces",     "show-trails",  "knowledge",     NULL};
  GSettings *settings = trammel_settings_get();

  if (!settings)
    return FALSE;
  g_settings_set_strv(settings, "model-shows", all);
  g_settings_set_strv(settings, "playback-shows", all);
  gboolean taken = take_example(application, folder, "four-bar", "model-marks", style, size);
  g_settings_reset(settings, "model-shows");
  g_settings_reset(settings, "playback-shows");
  return taken;
}

/* A model with meshing gears, a rack, a belt, a strut, a spring along a slide and one about a
 * hinge, and limits. */
static const char couplings_text[] =
    "{'format': 'trammel/1', 'name': 'Couplings', 'model': {"
    "'gravity': {'magnitude': 9.81, 'direction': [0, -1, 0]},"
    "'bodies': [{'name': 'pinion', 'mass': 1, 'inertia': {'xx': 0.01, 'yy': 0.01, 'zz': 0.01}},"
    " {'name': 'wheel', 'mass': 1, 'inertia': {'xx': 0.01, 'yy': 0.01, 'zz': 0.01}},"
    " {'name': 'fan', 'mass': 1, 'inertia': {'xx': 0.01, 'yy': 0.01, 'zz': 0.01}},"
    " {'name': 'table', 'mass': 1, 'inertia': {'xx': 0.01, 'yy': 0.01, 'zz': 0.01}, 'shapes': ["
    "  {'type': 'box', 'position': [0, 0, 0], 'size': [0.1, 0.04, 0.06]}]},"
    " {'name': 'arm', 'mass': 1, 'com': [0.12, 0, 0],"
    "  'inertia': {'xx': 0.01, 'yy': 0.01, 'zz': 0.01}}],"
    "'joints': ["
    " {'name': 'a', 'type': 'hinge', 'parent': 'world', 'child': 'pinion'},"
    " {'name': 'b', 'type': 'hinge', 'parent': 'world', 'child': 'wheel',"
    "  'parent_frame': {'position': [0.16, 0.05, 0]}},"
    " {'name': 'c', 'type': 'hinge', 'parent': 'world', 'child': 'fan',"
    "  'parent_frame': {'position': [-0.16, 0.12, 0]}},"
    " {'name': 'rail', 'type': 'slide', 'parent': 'world', 'child': 'table',"
    "  'parent_frame': {'position': [0, -0.12, 0], 'quat_wxyz': [0.70710678, 0, 0.70710678, 0]},"
    "  'child_frame': {'quat_wxyz': [0.70710678, 0, 0.70710678, 0]},"
    "  'limits': [-0.12, 0.15]},"
    " {'name': 'swing', 'type': 'hinge', 'parent': 'world', 'child': 'arm', 'start': 0.4,"
    "  'parent_frame': {'position': [0.36, 0.05, 0]}, 'spring': {'stiffness': 2},"
    "  'limits': [-0.5, 1.2]},"
    " {'name': 'mesh', 'type': 'gear', 'joints': ['a', 'b'], 'ratio': -0.6},"
    " {'name': 'belt', 'type': 'gear', 'joints': ['a', 'c'], 'ratio': 2},"
    " {'name': 'rack', 'type': 'gear', 'joints': ['a', 'rail'], 'ratio': 0.05},"
    " {'name': 'strut', 'type': 'spring', 'parent': 'world', 'child': 'arm',"
    "  'parent_frame': {'position': [0.5, -0.12, 0]}, 'child_frame': {'position': [0.12, 0, 0]},"
    "  'spring': {'stiffness': 100, 'rest': 0.2},"
    "  'friction': {'model': 'viscous', 'viscous': 1}}]},"
    "'logs': []}";

/* A cube over a tilted table, and a ball beside it. */
static const char contacts_text[] =
    "{'format': 'trammel/1', 'name': 'Contacts', 'model': {"
    "'gravity': {'magnitude': 9.81, 'direction': [0, 0, -1]},"
    "'bodies': [{'name': 'cube', 'mass': 0.4, 'inertia': {'xx': 0.001, 'yy': 0.001, 'zz': 0.001},"
    "  'shapes': [{'type': 'box', 'position': [0, 0, 0], 'size': [0.1, 0.1, 0.1]}]},"
    " {'name': 'ball', 'mass': 0.1, 'inertia': {'xx': 1e-4, 'yy': 1e-4, 'zz': 1e-4}}],"
    "'joints': ["
    " {'name': 'air', 'type': 'free', 'parent': 'world', 'child': 'cube',"
    "  'parent_frame': {'position': [0, 0, 0.08]}},"
    " {'name': 'above', 'type': 'free', 'parent': 'world', 'child': 'ball',"
    "  'parent_frame': {'position': [0.12, 0, 0.03]}}],"
    "'contacts': ["
    " {'name': 'table', 'body': 'cube', 'shape': 'box', 'size': [0.05, 0.05, 0.05],"
    "  'friction': {'value': 0.3, 'free': true}, 'restitution': 0.2, 'tilt': [0.1, 0]},"
    " {'name': 'floor', 'body': 'ball', 'radius': 0.03, 'friction': 0.3}]},"
    "'logs': []}";

/* An arm between stops that the estimator has. */
static const char stops_text[] =
    "{'format': 'trammel/1', 'name': 'Stops', 'model': {"
    "'gravity': {'magnitude': 9.81, 'direction': [0, -1, 0]},"
    "'bodies': [{'name': 'arm', 'mass': 1, 'com': [0.12, 0, 0],"
    "  'inertia': {'xx': 0.01, 'yy': 0.01, 'zz': 0.01}}],"
    "'joints': [{'name': 'pivot', 'type': 'hinge', 'parent': 'world', 'child': 'arm',"
    "  'limits': [-0.5, {'value': 1.2, 'free': true}], 'stops': 'estimated',"
    "  'stop_restitution': {'value': 0.3, 'free': true}}]},"
    "'logs': []}";

/* A pendulum that a latch holds for some time. */
static const char spans_text[] =
    "{'format': 'trammel/2', 'name': 'Spans', 'model': {"
    "'gravity': {'magnitude': 9.81, 'direction': [0, -1, 0]},"
    "'bodies': [{'name': 'pendulum', 'mass': 0.6, 'com': [0, -0.2, 0],"
    "  'inertia': {'xx': 0.01, 'yy': 0.001, 'zz': 0.01}}],"
    "'joints': [{'name': 'pivot', 'type': 'hinge', 'parent': 'world', 'child': 'pendulum'},"
    " {'name': 'latch', 'type': 'ball', 'parent': 'world', 'child': 'pendulum',"
    "  'parent_frame': {'position': [0.12, -0.16, 0]}, 'child_frame': {'position': [0, -0.2, 0]},"
    "  'active': [[2.7755, 3.1], [5.272, 6.2], [9.0261, 9.3]], 'switch_impulse': 5}]},"
    "'logs': []}";

/* A pendulum whose motor is a servo, with all its fields. */
static const char servo_text[] =
    "{'format': 'trammel/2', 'name': 'Servo', 'model': {"
    "'gravity': {'magnitude': 9.81, 'direction': [0, -1, 0]},"
    "'bodies': [{'name': 'pendulum', 'mass': 0.6, 'com': [0, -0.2, 0],"
    "  'inertia': {'xx': 0.01, 'yy': 0.001, 'zz': 0.01}}],"
    "'joints': [{'name': 'pivot', 'type': 'hinge', 'parent': 'world', 'child': 'pendulum'}],"
    "'motors': [{'name': 'drive', 'joint': 'pivot', 'gain': 0.4, 'limit': 6, 'servo': {"
    "  'command': 'position', 'kp': {'value': 40, 'free': true}, 'kd': {'value': 3, 'free': true},"
    "  'delay': 0.003, 'sample_time': 0.002, 'command_range': [-1.5, 1.5]}}]},"
    "'logs': []}";

/* A project that is drawn, with a row of the model's tree selected. */
typedef struct {
  const char *what, *text;
  int row;
} Sketch;

/* Returns the first widget of a type below a widget, or NULL. */
static GtkWidget *
find_below(GtkWidget *widget, GType type)
{
  if (g_type_is_a(G_OBJECT_TYPE(widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = find_below(child, type);
    if (found)
      return found;
  }
  return NULL;
}

static gboolean
take_sketch(GtkApplication *application,
            const char *folder,
            const Sketch *sketch,
            const char *style,
            const int size[2])
{
  static const char *const axes[] = {"show-joint-axes", "show-labels", NULL};
  g_autofree char *text = g_strdelimit(g_strdup(sketch->text), "'", '"');
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, NULL, &error);
  GSettings *settings = trammel_settings_get();

  if (!project || !settings) {
    g_printerr("%s\n", error ? error->message : "no settings");
    return FALSE;
  }
  g_settings_set_strv(settings, "model-shows", axes);
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  trammel_window_show_document(window, document);
  show_model_page(window);
  GtkWidget *tree = find_below(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_TREE_VIEW);
  GtkListBox *list = GTK_LIST_BOX(find_below(tree, GTK_TYPE_LIST_BOX));
  gtk_list_box_select_row(list, gtk_list_box_get_row_at_index(list, sketch->row));
  take_picture(GTK_WINDOW(window), folder, sketch->what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  g_settings_reset(settings, "model-shows");
  return TRUE;
}

/* Measures from the first joint to the centre of mass of the second body. */
static gboolean
take_measured(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("furuta"));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  show_model_page(window);
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  GtkWidget *page = find_below(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_PAGE);
  TrammelSceneView *view = TRAMMEL_SCENE_VIEW(find_below(page, TRAMMEL_TYPE_SCENE_VIEW));
  const double *pose = trammel_scene_view_get_shown_pose(view);
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  double joint[3], pixel[2];
  trammel_scene_model_get_joint_place(view->look, 0, pose, joint);
  const double *const ends[] = {joint, pose + TR_POSE};
  for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
    if (trammel_camera_project(&view->camera, pixel, &viewport, ends[i]))
      trammel_scene_view_measure_at(view, pixel);
  take_picture(GTK_WINDOW(window), folder, "model-measured", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

static void
on_dialog_closed_cb(GObject *source, GAsyncResult *result, gpointer unused)
{
  g_assert_null(trammel_template_dialog_finish(result, NULL));
}

static GtkWindow *
find_dialog(TrammelWindow *window)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (gtk_window_get_transient_for(l->data) == GTK_WINDOW(window))
      return l->data;
  return NULL;
}

static gboolean
take_dialog(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  trammel_template_dialog_run(GTK_WINDOW(window), on_dialog_closed_cb, NULL);
  GtkWindow *dialog = find_dialog(window);
  if (dialog)
    take_picture(dialog, folder, "new-project", style);
  if (dialog)
    gtk_window_destroy(dialog);
  gtk_window_destroy(GTK_WINDOW(window));
  return dialog != NULL;
}

/* Takes the dialog that imports a model of the tests. */
static gboolean
take_import(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "models", "arm.urdf", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);

  trammel_window_open_file(window, file);
  GtkWindow *dialog = find_dialog(window);
  if (dialog)
    take_picture(dialog, folder, "import-model", style);
  if (dialog)
    gtk_window_destroy(dialog);
  gtk_window_destroy(GTK_WINDOW(window));
  return dialog != NULL;
}

gboolean
take_model_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  static const Sketch couplings = {"model-couplings", couplings_text, 0},
                      contacts = {"model-contacts", contacts_text, 3},
                      stops = {"model-stops", stops_text, 1},
                      spans = {"model-spans", spans_text, 3},
                      servo = {"model-servo", servo_text, 2};
  const int size[2] = {width, height};

  return take_example(application, folder, "furuta", "model", style, size) &&
         take_measured(application, folder, style, size) &&
         take_marks(application, folder, style, size) &&
         take_sketch(application, folder, &couplings, style, size) &&
         take_sketch(application, folder, &contacts, style, size) &&
         take_sketch(application, folder, &stops, style, size) &&
         take_sketch(application, folder, &spans, style, size) &&
         take_sketch(application, folder, &servo, style, size) &&
         take_import(application, folder, style, size) &&
         take_template(application, folder, "Four-bar", "model-four-bar", style, size) &&
         take_template(application, folder, "Double pendulum", "model-double", style, size) &&
         take_dialog(application, folder, style, size);
}
