/* Tests of the state of the window that a project keeps: it is saved with the project, comes back
 * when the file is opened, and a file with anything in its place opens, too. */
#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "io/project/put.h"
#include "ui/pages/identify/fit-plots.h"
#include "ui/pages/parts/kept-parts.h"
#include "ui/pages/parts/kept.h"
#include "ui/plot/plot-view.h"
#include "ui/window-support.h"

typedef struct {
  char *folder, *path;
  TrammelWindow *window;
} Fixture;

static void
set_up(Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  f->path = g_build_filename(f->folder, "kept.trammel", NULL);
  f->window = open_example("pendulum");
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  close_window(f->window);
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
  g_free(f->path);
}

/* Returns the widget of that id below another one, mapped or not. */
static GtkWidget *
find_by_id(GtkWidget *widget, const char *id)
{
  GtkWidget *found = NULL;

  if (g_strcmp0(gtk_buildable_get_buildable_id(GTK_BUILDABLE(widget)), id) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child && !found;
       child = gtk_widget_get_next_sibling(child))
    found = find_by_id(child, id);
  return found;
}

/* Returns a widget of the page of that name. */
static GtkWidget *
find_in_page(TrammelWindow *window, const char *page, const char *id)
{
  GtkStack *pages = GTK_STACK(find_by_id(GTK_WIDGET(window), "pages"));

  return find_by_id(gtk_stack_get_child_by_name(pages, page), id);
}

static const char *
get_page(TrammelWindow *window)
{
  return gtk_stack_get_visible_child_name(GTK_STACK(find_by_id(GTK_WIDGET(window), "pages")));
}

/* Writes the project as the command Save does. */
static void
save(Fixture *f)
{
  g_autoptr(GFile) file = g_file_new_for_path(f->path);
  TrammelDocument *document = trammel_window_get_document(f->window);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_save(document, file, &error));
  g_assert_no_error(error);
  activate(f->window, "save", NULL);
  g_assert_false(trammel_document_get_dirty(document));
}

static void
reopen(Fixture *f)
{
  g_autoptr(GFile) file = g_file_new_for_path(f->path);

  close_window(f->window);
  f->window = open_window();
  trammel_window_open_file(f->window, file);
  g_assert_true(test_wait(has_prepared, f->window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(f->window));
}

static void
test_restored(Fixture *f, gconstpointer data)
{
  GtkPaned *split = GTK_PANED(find_in_page(f->window, "identify", "split"));
  TrammelKept *plots = TRAMMEL_KEPT(find_in_page(f->window, "identify", "fit"));
  JsonNode *markers = json_from_string("{ \"a\": 1.5, \"b\": 2.5 }", NULL);
  int position = gtk_paned_get_position(split) - 37;

  gtk_paned_set_position(split, position);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(find_in_page(f->window, "identify", "strip_choice")), 1);
  TRAMMEL_KEPT_GET_IFACE(plots)->restore(plots, markers);
  json_node_unref(markers);
  g_action_group_change_action_state(G_ACTION_GROUP(f->window), "show-settings",
                                     g_variant_new_boolean(FALSE));
  g_action_group_change_action_state(G_ACTION_GROUP(f->window), "page",
                                     g_variant_new_string("model"));
  g_assert_cmpstr(get_page(f->window), ==, "model");
  save(f);
  g_assert_null(trammel_document_get_undo_label(trammel_window_get_document(f->window)));
  reopen(f);

  g_assert_cmpstr(get_page(f->window), ==, "model");
  split = GTK_PANED(find_in_page(f->window, "identify", "split"));
  show_view(f->window, "identify");
  g_assert_cmpint(gtk_paned_get_position(split), ==, position);
  g_assert_cmpuint(gtk_drop_down_get_selected(
                       GTK_DROP_DOWN(find_in_page(f->window, "identify", "strip_choice"))),
                   ==, 1);
  plots = TRAMMEL_KEPT(find_in_page(f->window, "identify", "fit"));
  g_autoptr(JsonNode) state = TRAMMEL_KEPT_GET_IFACE(plots)->store(plots);
  g_autofree char *text = json_to_string(state, FALSE);
  g_assert_cmpstr(text, ==, "{\"a\":1.5,\"b\":2.5}");
  g_autoptr(GVariant) settings =
      g_action_group_get_action_state(G_ACTION_GROUP(f->window), "show-settings");
  g_assert_false(g_variant_get_boolean(settings));
  g_assert_false(trammel_document_get_dirty(trammel_window_get_document(f->window)));
}

/* The dividers of the pages Inspect and Validate come back. */
static void
test_dividers(Fixture *f, gconstpointer data)
{
  static const struct {
    const char *page, *id;
  } dividers[] = {{"inspect", "split"},
                  {"validate", "split_scene"},
                  {"validate", "split_tables"},
                  {"validate", "split_cell"}};

  for (guint i = 0; i < G_N_ELEMENTS(dividers); i++)
    gtk_paned_set_position(GTK_PANED(find_in_page(f->window, dividers[i].page, dividers[i].id)),
                           340 + (int)i);
  save(f);
  reopen(f);
  for (guint i = 0; i < G_N_ELEMENTS(dividers); i++)
    g_assert_cmpint(gtk_paned_get_position(
                        GTK_PANED(find_in_page(f->window, dividers[i].page, dividers[i].id))),
                    ==, 340 + (int)i);
}

/* A camera waits for the mechanism, and is kept while it waits. */
static void
test_camera(Fixture *f, gconstpointer data)
{
  static const char aim[] = "{ \"azimuth\": 0.25, \"elevation\": 0.5, \"distance\": 3.5, "
                            "\"target\": [1, 2, 3], \"parallel\": true }";
  TrammelSceneView *view = TRAMMEL_SCENE_VIEW(g_object_ref_sink(trammel_scene_view_new()));
  const TrModel *model = trammel_project_get_model(
      trammel_document_get_project(trammel_window_get_document(f->window)));
  JsonNode *state = json_from_string(aim, NULL);
  TrammelSceneAim found;

  g_assert_null(trammel_kept_store_camera(view));
  trammel_kept_restore_camera(view, state);
  json_node_unref(state);
  trammel_scene_view_set_mechanism(view, model, NULL, 0);
  g_assert_true(trammel_scene_view_get_aim(view, &found));
  g_assert_true(found.azimuth == 0.25 && found.elevation == 0.5 && found.distance == 3.5);
  g_assert_true(found.target[0] == 1 && found.target[2] == 3 && found.parallel);
  trammel_scene_view_frame_all(view);
  g_assert_null(trammel_kept_store_camera(view));
  g_object_unref(view);
}

/* States of another form are ignored. */
static void
test_hostile(Fixture *f, gconstpointer data)
{
  static const char *const views[] = {
      "3", "{ \"page\": \"nowhere\", \"shown\": [1], \"kept\": 7 }",
      "{ \"page\": 4, \"shown\": { \"show-scene\": \"x\" }, \"kept\": { \"identify.split\": \"x\", "
      "\"identify.views\": \"none\", \"identify.strip_choice\": 1e300, \"identify.fit\": [1], "
      "\"model.scene\": { \"distance\": -1, \"target\": [null, 1, 2] } } }"};
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(trammel_window_get_document(f->window)));

  save(f);
  for (gsize i = 0; i < G_N_ELEMENTS(views); i++) {
    g_autoptr(TrammelProject) odd = trammel_project_load(f->path, NULL);
    g_assert_true(trammel_project_put(odd, "window", views[i], NULL));
    g_autofree char *text = trammel_project_to_data(odd);
    g_assert_true(g_file_set_contents(f->path, text, -1, NULL));
    reopen(f);
    g_assert_cmpstr(get_page(f->window), ==, "identify");
  }
}

#define ADD(name, test) g_test_add("/ui/kept/" name, Fixture, NULL, set_up, test, tear_down)

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  ADD("restored", test_restored);
  ADD("dividers", test_dividers);
  ADD("camera", test_camera);
  ADD("hostile", test_hostile);
  return run_window_tests();
}
