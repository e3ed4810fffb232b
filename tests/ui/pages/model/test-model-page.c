/* Tests of the page Model in process: tree, properties and 3D view share one selection; edits go
 * through the document; a refused edit is reported at its field; a new project starts here. */
#include <math.h>
#include <string.h>

#include "ui/pages/model/model-findings-list.h"
#include "ui/pages/model/model-page.h"
#include "ui/pages/model/model-scene.h"
#include "ui/pages/model/model-tree-view.h"
#include "ui/pages/model/property-row.h"
#include "ui/scene/view/scene-view.h"
#include "ui/session/import/templates.h"
#include "ui/widgets/commit-entry.h"
#include "ui/window-support.h"

static TrammelWindow *
open_template(const char *title)
{
  TrammelWindow *window = open_window();
  g_autoptr(TrammelProject) project = NULL;

  for (guint i = 0; i < trammel_templates_get_n() && !project; i++)
    if (strstr(trammel_templates_get_title(i), title))
      project = trammel_templates_load(i, NULL);
  g_assert_nonnull(project);
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  trammel_window_show_document(window, document);
  return window;
}

static GtkWidget *
find_page(TrammelWindow *window)
{
  return find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_PAGE, NULL);
}

/* Returns TRUE if the property pane has this title, e.g.  "Body cart". */
static gboolean
shows(TrammelWindow *window, const char *title)
{
  return find_widget(find_page(window), GTK_TYPE_LABEL, title) != NULL;
}

/* Returns the row of the pane with this label. */
static TrammelPropertyRow *
find_row(TrammelWindow *window, const char *label)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  collect_widgets(find_page(window), TRAMMEL_TYPE_PROPERTY_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    if (find_widget(rows->pdata[i], GTK_TYPE_LABEL, label))
      return rows->pdata[i];
  g_error("there is no row “%s”", label);
}

static void
type_into(TrammelPropertyRow *row, const char *text)
{
  GtkWidget *entry = trammel_property_row_get_editor(row);

  gtk_editable_set_text(GTK_EDITABLE(entry), text);
  g_signal_emit_by_name(entry, "activate");
}

static const char *
text_of(TrammelPropertyRow *row)
{
  return gtk_editable_get_text(GTK_EDITABLE(trammel_property_row_get_editor(row)));
}

static double
get_value(TrammelWindow *window, const char *id)
{
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));

  return trammel_project_find_quantity(project, id)->value;
}

static void
pick(TrammelWindow *window, TrammelThingKind kind, guint index)
{
  GtkWidget *view = find_widget(find_page(window), TRAMMEL_TYPE_SCENE_VIEW, NULL);

  g_signal_emit_by_name(view, "picked", (guint)kind, index);
}

/* A template opens on the page, with a body selected and no message. */
static void
test_new_project(void)
{
  TrammelWindow *window = open_template("pushed by a motor");

  g_assert_null(trammel_window_get_message(window));
  g_assert_true(shows(window, "Body cart"));
  g_assert_true(is_idle(window));
  g_assert_nonnull(find_widget(find_page(window), GTK_TYPE_LABEL,
                               "2 degrees of freedom  ·  2 bodies, 2 joints"));
  close_window(window);
}

static void
test_selection_is_shared(void)
{
  TrammelWindow *window = open_template("pushed by a motor");
  GtkWidget *tree = find_widget(find_page(window), TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL);
  GtkListBox *list = GTK_LIST_BOX(find_widget(tree, GTK_TYPE_LIST_BOX, NULL));

  pick(window, TRAMMEL_THING_BODY, 1);
  g_assert_true(shows(window, "Body pole"));
  g_assert_cmpint(gtk_list_box_row_get_index(gtk_list_box_get_selected_row(list)), ==, 7);
  pick(window, TRAMMEL_THING_JOINT, 0);
  g_assert_true(shows(window, "Joint rail"));
  gtk_list_box_select_row(list, gtk_list_box_get_row_at_index(list, 2));
  g_assert_true(shows(window, "Motor force"));
  pick(window, TRAMMEL_THING_NONE, 0);
  g_assert_true(shows(window, "Gravity"));
  close_window(window);
}

static void
test_edit(void)
{
  TrammelWindow *window = open_template("pushed by a motor");
  TrammelDocument *document = trammel_window_get_document(window);

  pick(window, TRAMMEL_THING_BODY, 1);
  type_into(find_row(window, "Mass"), "100 g + 0.1 kg");
  g_assert_cmpfloat(get_value(window, "body.pole.mass"), ==, 0.2);
  g_assert_cmpstr(text_of(find_row(window, "Mass")), ==, "0.2");
  type_into(find_row(window, "Mass"), "-1");
  g_assert_cmpfloat(get_value(window, "body.pole.mass"), ==, 0.2);
  g_assert_cmpstr(text_of(find_row(window, "Mass")), ==, "-1");
  g_assert_true(
      gtk_widget_has_css_class(trammel_property_row_get_editor(find_row(window, "Mass")), "error"));
  trammel_document_undo(document);
  g_assert_cmpfloat(get_value(window, "body.pole.mass"), ==, 0.15);
  g_assert_cmpstr(text_of(find_row(window, "Mass")), ==, "0.15");
  type_into(find_row(window, "Name"), "rod");
  g_assert_true(shows(window, "Body rod"));
  type_into(find_row(window, "Name"), "cart");
  g_assert_true(shows(window, "Body rod"));
  close_window(window);
}

static void
test_freedom(void)
{
  TrammelWindow *window = open_template("pushed by a motor");
  TrammelProject *project;

  pick(window, TRAMMEL_THING_BODY, 1);
  GtkWidget *lock = find_widget(GTK_WIDGET(find_row(window, "Mass")), GTK_TYPE_TOGGLE_BUTTON, NULL);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(lock), TRUE);
  project = trammel_document_get_project(trammel_window_get_document(window));
  g_assert_true(trammel_project_find_quantity(project, "body.pole.mass")->free);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(lock), FALSE);
  project = trammel_document_get_project(trammel_window_get_document(window));
  g_assert_false(trammel_project_find_quantity(project, "body.pole.mass")->free);
  close_window(window);
}

/* Runs an action of the page, as buttons and keys do. */
static void
do_action(TrammelWindow *window, const char *name)
{
  g_assert_true(gtk_widget_activate_action(find_page(window), name, NULL));
}

static void
test_structure(void)
{
  TrammelWindow *window = open_template("pushed by a motor");
  TrammelDocument *document = trammel_window_get_document(window);

  pick(window, TRAMMEL_THING_BODY, 1);
  do_action(window, "model.add-body");
  g_assert_true(shows(window, "Body body1"));
  do_action(window, "model.add-sensor");
  g_assert_true(shows(window, "Sensor sensor1"));
  /* nothing refers to it */
  do_action(window, "model.delete");
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_sensors, ==,
                  2);
  pick(window, TRAMMEL_THING_BODY, 1);
  do_action(window, "model.delete");
  /* a question is open; nothing is deleted yet */
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_bodies, ==,
                  3);
  GtkWidget *button = find_widget(find_page(window), GTK_TYPE_BUTTON, "Delete All");
  g_assert_nonnull(button);
  g_signal_emit_by_name(button, "clicked");
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_bodies, ==,
                  1);
  trammel_document_undo(document);
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_bodies, ==,
                  3);
  close_window(window);
}

/* A new contact takes the shape of its body, and its row says so. */
static void
test_contact_of_shape(void)
{
  TrammelWindow *window = open_template("pushed by a motor");
  TrammelDocument *document = trammel_window_get_document(window);

  pick(window, TRAMMEL_THING_BODY, 1);
  do_action(window, "model.add-contact");
  g_assert_true(shows(window, "Contact contact1"));
  g_assert_nonnull(find_row(window, "Taken from"));
  const TrModel *model = trammel_project_get_model(trammel_document_get_project(document));
  g_assert_cmpint(model->n_contacts, ==, 1);
  g_assert_cmpint(model->contacts[0].shape, ==, TR_SHAPE_CAPSULE);
  g_assert_cmpfloat(model->contacts[0].size[2], >, 0);
  trammel_document_undo(document);
  g_assert_cmpint(trammel_project_get_model(trammel_document_get_project(document))->n_contacts, ==,
                  0);
  close_window(window);
}

/* With a log: a structural edit after a run starts a job that reads the logs again. */
static void
test_structure_after_run(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  activate(window, "live", NULL);
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  activate(window, "page", "model");
  pick(window, TRAMMEL_THING_BODY, 0);
  type_into(find_row(window, "Name"), "swing");
  do_action(window, "model.add-sensor");
  type_into(find_row(window, "Name"), "second");
  activate(window, "identify", NULL);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  TrammelRun *run = trammel_document_get_run(document);
  g_assert_cmpint(trammel_run_get_fit(run)->model->n_sensors, ==, 2);
  g_assert_cmpint(trammel_run_find_parameter(run, "body.swing.inertia.zz"), >=, 0);
  for (int i = 0; i < 3; i++)
    trammel_document_undo(document);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_pose_sliders(void)
{
  TrammelWindow *window = open_template("Four-bar linkage");
  GtkWidget *scene = find_widget(find_page(window), TRAMMEL_TYPE_MODEL_SCENE, NULL);
  TrammelModelPose *pose = trammel_model_scene_get_pose(TRAMMEL_MODEL_SCENE(scene));
  GtkWidget *scale = find_widget(scene, GTK_TYPE_SCALE, NULL);

  double start = trammel_model_pose_get_slider(pose, 0)->value;
  gtk_range_set_value(GTK_RANGE(scale), 20);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 0)->value - 20), <, 1e-3);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 2)->value), >, 0.1);
  /* no edit of the document */
  g_assert_null(trammel_document_get_undo_label(trammel_window_get_document(window)));
  g_signal_emit_by_name(find_widget(scene, GTK_TYPE_BUTTON, "Start Pose"), "clicked");
  g_assert_cmpfloat(fabs(trammel_model_pose_get_slider(pose, 0)->value - start), <, 1e-6);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/model-page/new-project", test_new_project);
  g_test_add_func("/ui/model-page/selection-is-shared", test_selection_is_shared);
  g_test_add_func("/ui/model-page/edit", test_edit);
  g_test_add_func("/ui/model-page/freedom", test_freedom);
  g_test_add_func("/ui/model-page/structure", test_structure);
  g_test_add_func("/ui/model-page/contact-of-shape", test_contact_of_shape);
  g_test_add_func("/ui/model-page/structure-after-run", test_structure_after_run);
  g_test_add_func("/ui/model-page/pose-sliders", test_pose_sliders);
  return run_window_tests();
}
