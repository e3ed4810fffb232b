/* Tests of the context menus of the heat-map, of the 3D view and of the selected element in the
 * tree, with real right clicks.  Skipped without xdotool. */
#include "ui/pages/model/model-tree-view.h"
#include "ui/pages/model/usages-popover.h"
#include "ui/pages/parts/scene-menu.h"
#include "ui/plot/matrix-view.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/scene/view/private.h"
#include "ui/window-support.h"

static TrammelProject *
get_project(TrammelWindow *window)
{
  return trammel_document_get_project(trammel_window_get_document(window));
}

static const TrModel *
get_model(TrammelWindow *window)
{
  return trammel_project_get_model(get_project(window));
}

static gboolean
has_image(GtkWidget *widget)
{
  return gdk_content_formats_contain_gtype(
      gdk_clipboard_get_formats(gtk_widget_get_clipboard(widget)), GDK_TYPE_TEXTURE);
}

/* TestCondition: the heat-map of the uncertainties is drawn. */
static gboolean
has_matrix(gpointer window)
{
  GtkWidget *view = find_widget(window, TRAMMEL_TYPE_MATRIX_VIEW, NULL);

  return view && trammel_matrix_view_get_matrix(TRAMMEL_MATRIX_VIEW(view));
}

/* Returns the window on top of the main one, or NULL. */
static GtkWindow *
find_above(gpointer window)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (gtk_window_get_transient_for(l->data) == GTK_WINDOW(window))
      return l->data;
  return NULL;
}

/* TestCondition */
static gboolean
has_above(gpointer window)
{
  GtkWindow *above = find_above(window);

  return above && gtk_widget_get_mapped(GTK_WIDGET(above));
}

static void
open_page(TrammelWindow *window, const char *page)
{
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string(page));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
}

static void
choose_at(
    GtkWidget *widget, double x, double y, GtkWidget *owner, const char *text, const char *sub_text)
{
  real_menu_choose_at(widget, x, y, owner, text);
  if (sub_text)
    real_menu_choose(owner, sub_text);
}

/* ---- the heat-map ---------------------------------------------------------------------------- */

static void
test_matrix(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  open_page(window, "inspect");
  show_view(window, "uncertainty");
  g_assert_true(test_wait(has_matrix, window, TEST_DEADLINE));
  GtkWidget *matrix = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MATRIX_VIEW, NULL);
  real_input_focus(GTK_WIDGET(window));
  soon_cmpint(gtk_widget_get_height(matrix), >, 0);
  double x = 0.6 * gtk_widget_get_width(matrix), y = 0.5 * gtk_widget_get_height(matrix);
  g_assert_false(has_image(matrix));
  choose_at(matrix, x, y, matrix, "Copy image", NULL);
  soon_true(has_image(matrix));
  choose_at(matrix, x, y, matrix, "View as table", NULL);
  g_assert_true(test_wait(has_above, window, TEST_DEADLINE));
  gtk_window_close(find_above(window));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- 3D view --------------------------------------------------------------------------------- */

static void
choose_of_scene(TrammelSceneView *view, const char *item, const char *sub_item)
{
  GtkWidget *widget = GTK_WIDGET(view);

  choose_at(widget, 0.9 * gtk_widget_get_width(widget), 0.1 * gtk_widget_get_height(widget), widget,
            item, sub_item);
}

static gboolean
shows(TrammelSceneView *view, const char *property)
{
  gboolean is_shown = FALSE;

  g_object_get(view, property, &is_shown, NULL);
  return is_shown;
}

static void
test_scene(void)
{
  TrammelWindow *window = open_example("furuta");
  TrammelSceneView *view =
      TRAMMEL_SCENE_VIEW(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_VIEW, NULL));
  TrammelSceneMenu *menu =
      TRAMMEL_SCENE_MENU(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_MENU, NULL));

  real_input_focus(GTK_WIDGET(window));
  choose_of_scene(view, "View from", "Top");
  soon_close(view->camera.elevation, G_PI_2, 1e-12);
  choose_of_scene(view, "Parallel projection", NULL);
  soon_true(view->camera.parallel);
  choose_of_scene(view, "Centre here", NULL);
  soon_true(view->is_camera_moved);
  choose_of_scene(view, "Show all", NULL);
  soon_false(view->is_camera_moved);
  choose_of_scene(view, "Show", "Grid");
  soon_false(shows(view, "show-grid"));
  choose_of_scene(view, "Show", "Gravity");
  soon_true(shows(view, "show-gravity"));
  /* the button has the same tick */
  soon_true(gtk_check_button_get_active(trammel_scene_menu_get(menu, "show-gravity")));
  choose_of_scene(view, "Copy image", NULL);
  soon_true(has_image(GTK_WIDGET(view)));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* A drag with the right button pans and opens nothing. */
static void
test_right_drag(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *view = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_VIEW, NULL);
  double target = TRAMMEL_SCENE_VIEW(view)->camera.target[0];

  real_input_focus(GTK_WIDGET(window));
  real_input_point_at(view, 100, 100);
  real_input_send(GTK_WIDGET(window), "mousedown 3");
  real_input_point_at(view, 130, 100);
  real_input_point_at(view, 160, 120);
  real_input_send(GTK_WIDGET(window), "mouseup 3");
  soon_cmpfloat(TRAMMEL_SCENE_VIEW(view)->camera.target[0], !=, target);
  soon_null(find_widget(view, GTK_TYPE_POPOVER, NULL));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* On the page Model a click selects the element, and the menu has the commands on it. */
static void
test_thing_in_scene(void)
{
  TrammelWindow *window = open_example("furuta");
  open_page(window, "model");
  TrammelSceneView *view =
      TRAMMEL_SCENE_VIEW(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_VIEW, NULL));
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  int n_bodies = get_model(window)->n_bodies;
  double pixel[2];

  real_input_focus(GTK_WIDGET(window));
  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport,
                                       trammel_scene_view_get_shown_pose(view) + TR_POSE));
  trammel_scene_view_set_selected(view, (TrammelThing){TRAMMEL_THING_BODY, 1});
  choose_at(GTK_WIDGET(view), pixel[0], pixel[1], GTK_WIDGET(view), "Duplicate", NULL);
  soon_cmpint(get_model(window)->n_bodies, ==, n_bodies + 1);
  g_assert_cmpstr(get_model(window)->bodies[n_bodies].name, ==, "pendulum2");
  real_input_send(GTK_WIDGET(window), "key ctrl+z");
  soon_cmpint(get_model(window)->n_bodies, ==, n_bodies);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* Returns the row of an element by its badge and its name: a sensor may have the name of a body. */
static GtkWidget *
find_row(TrammelWindow *window, const char *badge, const char *name)
{
  GtkWidget *tree = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL);
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  collect_widgets(tree, GTK_TYPE_LIST_BOX_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    if (find_widget(rows->pdata[i], GTK_TYPE_LABEL, badge) &&
        find_widget(rows->pdata[i], GTK_TYPE_LABEL, name))
      return rows->pdata[i];
  g_error("there is no row %s %s", badge, name);
}

static void
choose_of_body(TrammelWindow *window, const char *item, const char *sub_item)
{
  GtkWidget *tree = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL);

  choose_at(find_row(window, "B", "pendulum"), 100, 8, tree, item, sub_item);
}

static guint
count_free(TrammelWindow *window, const char *prefix)
{
  guint n = 0;

  for (guint i = 0; i < trammel_project_get_n_quantities(get_project(window)); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(get_project(window), i);
    n += quantity->free && g_str_has_prefix(quantity->id, prefix);
  }
  return n;
}

static void
test_mirror(void)
{
  TrammelWindow *window = open_example("furuta");

  open_page(window, "model");
  real_input_focus(GTK_WIDGET(window));
  int n = get_model(window)->n_bodies;
  choose_of_body(window, "Mirror", "z to −z");
  soon_cmpint(get_model(window)->n_bodies, ==, n + 1);
  g_assert_cmpstr(get_model(window)->bodies[n].name, ==, "pendulum2");
  real_input_send(GTK_WIDGET(window), "key ctrl+z");
  soon_cmpint(get_model(window)->n_bodies, ==, n);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_free(void)
{
  TrammelWindow *window = open_example("furuta");
  const char *mass = "body.pendulum.mass";

  open_page(window, "model");
  real_input_focus(GTK_WIDGET(window));
  guint before = count_free(window, "body.pendulum.");
  soon_false(trammel_project_find_quantity(get_project(window), mass)->free);
  choose_of_body(window, "Free parameters", "Mass");
  soon_true(trammel_project_find_quantity(get_project(window), mass)->free);
  choose_of_body(window, "Free parameters", "Mass");
  soon_false(trammel_project_find_quantity(get_project(window), mass)->free);
  choose_of_body(window, "Free parameters", "Fix all");
  soon_cmpuint(count_free(window, "body.pendulum."), ==, 0);
  choose_of_body(window, "Free parameters", "Free all");
  soon_cmpuint(count_free(window, "body.pendulum."), >=, 10);
  for (int i = 0; i < 2; i++)
    real_input_send(GTK_WIDGET(window), "key ctrl+z");
  soon_cmpuint(count_free(window, "body.pendulum."), ==, before);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
is_row_selected(TrammelWindow *window, const char *badge, const char *name)
{
  return gtk_list_box_row_is_selected(GTK_LIST_BOX_ROW(find_row(window, badge, name)));
}

/* TestCondition */
static gboolean
has_usages(gpointer window)
{
  return find_widget(window, TRAMMEL_TYPE_USAGES_POPOVER, NULL) != NULL;
}

static void
test_usages(void)
{
  TrammelWindow *window = open_example("furuta");

  open_page(window, "model");
  real_input_focus(GTK_WIDGET(window));
  choose_of_body(window, "Find usages", NULL);
  g_assert_true(test_wait(has_usages, window, TEST_DEADLINE));
  soon_true(is_row_selected(window, "B", "pendulum"));
  real_menu_choose(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_USAGES_POPOVER, NULL),
                   "joint elbow");
  soon_true(is_row_selected(window, "J", "elbow"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- an open menu ---------------------------------------------------------------------------- */

/* Opens a menu at the middle of a widget. */
static void
open_menu(GtkWidget *at, GtkWidget *owner)
{
  for (int i = 0; i < REAL_INPUT_TRIES && !find_widget(owner, GTK_TYPE_POPOVER_MENU, NULL); i++) {
    real_input_click(at, 3, 0.5 * gtk_widget_get_width(at), 0.5 * gtk_widget_get_height(at));
    real_input_run_for(500);
  }
  g_assert_nonnull(find_widget(owner, GTK_TYPE_POPOVER_MENU, NULL));
}

static void
on_gone_cb(gpointer is_gone, GObject *widget)
{
  (void)widget;
  *(gboolean *)is_gone = TRUE;
}

/* A window that closes takes its open menus along. */
static void
test_close_with_menu(void)
{
  for (int i = 0; i < 2; i++) {
    TrammelWindow *window = open_example("furuta");
    open_page(window, "model");
    GtkWidget *tree = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL);
    GtkWidget *view = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_VIEW, NULL);
    GtkWidget *owner = i == 0 ? tree : view;
    gboolean is_gone = FALSE;

    real_input_focus(GTK_WIDGET(window));
    open_menu(i == 0 ? find_row(window, "B", "pendulum") : view, owner);
    g_object_weak_ref(G_OBJECT(find_widget(owner, GTK_TYPE_POPOVER_MENU, NULL)), on_gone_cb,
                      &is_gone);
    close_window(window);
    soon_true(is_gone);
  }
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/context-menus/matrix", test_matrix);
  g_test_add_func("/ui/context-menus/scene", test_scene);
  g_test_add_func("/ui/context-menus/right-drag", test_right_drag);
  g_test_add_func("/ui/context-menus/thing-in-scene", test_thing_in_scene);
  g_test_add_func("/ui/context-menus/mirror", test_mirror);
  g_test_add_func("/ui/context-menus/free", test_free);
  g_test_add_func("/ui/context-menus/usages", test_usages);
  g_test_add_func("/ui/context-menus/close-with-menu", test_close_with_menu);
  return run_window_tests();
}
