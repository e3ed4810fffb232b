/* Tests of context menus with real right clicks and keys, and of their commands.  Skipped without
 * xdotool. */
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/import/mapping-grid.h"
#include "ui/pages/model/model-tree-view.h"
#include "ui/pages/start/project-browser.h"
#include "ui/pages/start/run-row.h"
#include "ui/plot/private.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
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

/* ---- the tree of the model ------------------------------------------------------------------- */

/* Returns the row of a model element by its name. */
static GtkWidget *
find_tree_row(TrammelWindow *window, const char *name)
{
  GtkWidget *tree = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL);
  GtkWidget *label = find_widget(tree, GTK_TYPE_LABEL, name);

  g_assert_nonnull(label);
  return gtk_widget_get_ancestor(label, GTK_TYPE_LIST_BOX_ROW);
}

static void
choose_of_row(TrammelWindow *window, const char *name, const char *item, const char *sub_item)
{
  GtkWidget *tree = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL);

  real_menu_choose_at(find_tree_row(window, name), 100, 8, tree, item);
  if (sub_item)
    real_menu_choose(tree, sub_item);
}

static void
test_tree_menu(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *widget = GTK_WIDGET(window);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("model"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  real_input_focus(widget);
  g_autofree char *joint = g_strdup(get_model(window)->joints[0].name);
  int n_joints = get_model(window)->n_joints, n_sensors = get_model(window)->n_sensors;
  choose_of_row(window, joint, "Add", "Sensor");
  soon_cmpint(get_model(window)->n_sensors, ==, n_sensors + 1);
  real_input_send(widget, "key ctrl+z");
  soon_cmpint(get_model(window)->n_sensors, ==, n_sensors);
  choose_of_row(window, joint, "Duplicate", NULL);
  soon_cmpint(get_model(window)->n_joints, ==, n_joints + 1);
  real_input_send(widget, "key ctrl+z");
  choose_of_row(window, joint, "Rename", NULL);
  soon_true(is_typing(window));
  real_input_send(widget, "key ctrl+a");
  real_input_send(widget, "type --delay 20 turning");
  real_input_send(widget, "key Return");
  soon_cmpstr(get_model(window)->joints[0].name, ==, "turning");
  choose_of_row(window, "turning", "Delete", NULL);
  soon_nonnull(find_widget(widget, GTK_TYPE_BUTTON, "Delete All"));
  real_input_send(widget, "key Escape");
  soon_cmpint(get_model(window)->n_joints, ==, n_joints);
  real_input_click(find_tree_row(window, "turning"), 1, 100, 8);
  real_input_send(widget, "key shift+F10");
  real_menu_choose(find_widget(widget, TRAMMEL_TYPE_MODEL_TREE_VIEW, NULL), "Duplicate");
  soon_cmpint(get_model(window)->n_joints, ==, n_joints + 1);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- the list of runs ------------------------------------------------------------------------ */

static guint
count_runs(TrammelWindow *window)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_RUN_ROW, rows);
  return rows->len;
}

static void
choose_of_run(TrammelWindow *window, const char *item)
{
  GtkWidget *browser = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PROJECT_BROWSER, NULL);
  GtkWidget *row = find_widget(browser, TRAMMEL_TYPE_RUN_ROW, NULL);

  real_menu_choose_at(row, 80, 8, browser, item);
}

static double
get_mass(TrammelWindow *window)
{
  return trammel_project_find_quantity(get_project(window), "body.pendulum.inertia.zz")->value;
}

/* TestCondition: a run's name is being edited. */
static gboolean
has_entry(gpointer window)
{
  GtkWidget *row = find_widget(window, TRAMMEL_TYPE_RUN_ROW, NULL);

  return find_widget(row, GTK_TYPE_ENTRY, NULL) != NULL;
}

static void
test_run_menu(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *widget = GTK_WIDGET(window);

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  real_input_focus(widget);
  double before = get_mass(window);
  choose_of_run(window, "Apply Values to Model");
  soon_cmpfloat(get_mass(window), !=, before);
  real_input_send(widget, "key ctrl+z");
  soon_cmpfloat(get_mass(window), ==, before);
  choose_of_run(window, "Rename");
  g_assert_true(test_wait(has_entry, window, TEST_DEADLINE));
  soon_true(is_typing(window));
  real_input_send(widget, "type --delay 20 best");
  real_input_send(widget, "key Return");
  GtkWidget *row = find_widget(widget, TRAMMEL_TYPE_RUN_ROW, NULL);
  TrammelRunRecord *record = trammel_run_row_get_record(TRAMMEL_RUN_ROW(row));
  soon_cmpstr(trammel_run_record_get_name(record), ==, "best");
  choose_of_run(window, "Delete");
  soon_cmpuint(count_runs(window), ==, 0);
  real_input_send(widget, "key ctrl+z");
  soon_cmpuint(count_runs(window), ==, 1);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- plots ----------------------------------------------------------------------------------- */

/* Returns the window on top of the main one, or NULL. */
static GtkWindow *
find_above(TrammelWindow *window)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (gtk_window_get_transient_for(l->data) == GTK_WINDOW(window))
      return l->data;
  return NULL;
}

/* TestCondition */
static gboolean
has_table(gpointer window)
{
  return find_above(window) != NULL;
}

/* TestCondition */
static gboolean
has_mapping(gpointer window)
{
  GtkWindow *above = find_above(window);

  return above && TRAMMEL_IS_MAPPING_DIALOG(above) &&
         trammel_mapping_dialog_is_ready(TRAMMEL_MAPPING_DIALOG(above));
}

/* TestCondition: a drop-down of the mapping has the third channel. */
static gboolean
has_dropped(gpointer choice)
{
  return gtk_drop_down_get_selected(choice) == 3;
}

static void
test_drag_mapping(void)
{
  TrammelWindow *window = open_example("furuta");

  real_input_focus(GTK_WIDGET(window));
  real_input_send(GTK_WIDGET(window), "key ctrl+m");
  g_assert_true(test_wait(has_mapping, window, TEST_DEADLINE));
  GtkWidget *grid = find_widget(GTK_WIDGET(find_above(window)), TRAMMEL_TYPE_MAPPING_GRID, NULL);
  GtkWidget *choice = find_widget(grid, GTK_TYPE_DROP_DOWN, NULL);
  gtk_test_widget_wait_for_draw(grid);
  real_input_focus(GTK_WIDGET(find_above(window)));
  g_assert_false(has_dropped(choice));
  for (int i = 0; i < REAL_INPUT_TRIES && !has_dropped(choice); i++) {
    real_input_drag(find_widget(grid, GTK_TYPE_LABEL, "pendulum"), choice, 30, 8);
    test_wait(has_dropped, choice, REAL_INPUT_WAIT);
  }
  g_assert_true(has_dropped(choice));
  gtk_window_close(find_above(window));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Returns the end of the x range shown. */
static double
get_end(GtkWidget *plot)
{
  double x_low, x_high, y_low, y_high;

  trammel_plot_view_get_range(TRAMMEL_PLOT_VIEW(plot), &x_low, &x_high, &y_low, &y_high);
  return x_high;
}

static void
test_plot_menu(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *widget = GTK_WIDGET(window);
  GtkWidget *plot = find_widget(widget, TRAMMEL_TYPE_PLOT_VIEW, NULL);

  real_input_focus(widget);
  soon_cmpint(gtk_widget_get_height(plot), >, 0);
  double x = 0.6 * gtk_widget_get_width(plot), y = 0.5 * gtk_widget_get_height(plot);
  double whole = get_end(plot);
  real_input_point_at(plot, x, y);
  real_input_send_until(widget, get_end(plot) < whole, "click 4");
  g_assert_cmpfloat(get_end(plot), <, whole);
  real_menu_choose_at(plot, x, y, plot, "Fit");
  soon_cmpfloat(get_end(plot), ==, whole);
  real_menu_choose_at(plot, x, y, plot, "View as table");
  g_assert_true(test_wait(has_table, window, TEST_DEADLINE));
  gtk_window_close(find_above(window));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/menus/tree", test_tree_menu);
  g_test_add_func("/ui/menus/run", test_run_menu);
  g_test_add_func("/ui/menus/plot", test_plot_menu);
  g_test_add_func("/ui/menus/drag-mapping", test_drag_mapping);
  return run_window_tests();
}
