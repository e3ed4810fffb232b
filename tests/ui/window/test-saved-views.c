/* Test of saved views with real clicks and keys: one is saved by the menu of the page Model, kept
 * in the project, used in another 3D view, replaced, deleted and undone.  Skipped without xdotool.
 */
#include "io/project/put.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/scene/view/private.h"
#include "ui/window-support.h"

static TrammelSceneView *
show_page(TrammelWindow *window, const char *page)
{
  activate(window, "page", page);
  real_input_settle(GTK_WIDGET(window));
  GtkWidget *view = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_VIEW, NULL);
  g_assert_nonnull(view);
  return TRAMMEL_SCENE_VIEW(view);
}

static void
choose(TrammelSceneView *view, const char *item)
{
  real_menu_choose_at(GTK_WIDGET(view), 60, 60, GTK_WIDGET(view), "Saved views");
  real_menu_choose(GTK_WIDGET(view), item);
}

static void
save_as(TrammelWindow *window, TrammelSceneView *view, const char *name)
{
  choose(view, "Save this view…");
  soon_true(find_widget(GTK_WIDGET(view), GTK_TYPE_ENTRY, NULL) != NULL);
  real_input_settle(GTK_WIDGET(window));
  real_input_send(GTK_WIDGET(window), "key ctrl+a");
  real_input_send(GTK_WIDGET(window), "type '%s'", name);
  real_input_send(GTK_WIDGET(window), "key Return");
  soon_true(find_widget(GTK_WIDGET(view), GTK_TYPE_ENTRY, NULL) == NULL);
  real_input_run_for(300); /* the popover goes */
}

static void
orbit(TrammelSceneView *view, double azimuth)
{
  view->camera.azimuth = azimuth;
  view->camera.distance *= 1.5;
  trammel_scene_view_move_camera(view);
}

static guint
count(TrammelWindow *window)
{
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));
  JsonNode *views = trammel_project_find_at(project, "views");

  return views ? json_array_get_length(json_node_get_array(views)) : 0;
}

static void
test_saved(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  real_input_focus(GTK_WIDGET(window));
  TrammelSceneView *view = show_page(window, "model");
  orbit(view, 0.25);
  TrammelCamera saved = view->camera;
  save_as(window, view, "from the left");
  g_assert_cmpuint(count(window), ==, 1);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "save the view 'from the left'");
  orbit(view, 1.5);

  /* the 3D view of another page has it */
  TrammelSceneView *other = show_page(window, "identify");
  g_assert_true(other != view);
  choose(other, "from the left");
  g_assert_cmpfloat(other->camera.azimuth, ==, saved.azimuth);
  g_assert_cmpfloat(other->camera.distance, ==, saved.distance);

  /* a name that exists is replaced */
  orbit(other, -0.5);
  save_as(window, other, "from the left");
  g_assert_cmpuint(count(window), ==, 1);
  view = show_page(window, "model");
  choose(view, "from the left");
  g_assert_cmpfloat(view->camera.azimuth, ==, -0.5);

  real_menu_choose_at(GTK_WIDGET(view), 60, 60, GTK_WIDGET(view), "Saved views");
  real_menu_choose(GTK_WIDGET(view), "Delete a view");
  real_menu_choose(GTK_WIDGET(view), "from the left");
  soon_true(count(window) == 0);
  trammel_document_undo(document);
  g_assert_cmpuint(count(window), ==, 1);
  trammel_document_undo(document);
  trammel_document_undo(document);
  g_assert_cmpuint(count(window), ==, 0);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/saved-views/saved", test_saved);
  return run_window_tests();
}
