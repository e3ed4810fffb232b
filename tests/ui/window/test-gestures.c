/* Tests of the window with real drags, right clicks and keys, sent by xdotool to the X server.
 * Skipped without xdotool. */
#include "ui/pages/data/channel-list.h"
#include "ui/pages/data/log-plots.h"
#include "ui/pages/identify/param-table.h"
#include "ui/pages/model/model-tree-view.h"
#include "ui/pages/parts/heat-strip.h"
#include "ui/pages/parts/timeline-bar.h"
#include "ui/pages/start/help-window.h"
#include "ui/pages/start/log-row.h"
#include "ui/pages/start/project-browser.h"
#include "ui/plot/private.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/window-support.h"

/* ---- the page Data --------------------------------------------------------------------------- */

typedef struct {
  TrammelWindow *window;
  GtkWidget *list;
  TrammelLogPlots *plots;
  GPtrArray *rows, *ticks;
  const char *expected;
} DataPage;

/* TestCondition */
static gboolean
is_read(gpointer window)
{
  return find_widget(window, GTK_TYPE_SPINNER, NULL) == NULL;
}

static void
open_data_page(DataPage *page)
{
  page->window = open_example("furuta");
  GtkWidget *window = GTK_WIDGET(page->window);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("data"));
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  real_input_focus(window);
  page->list = find_widget(window, TRAMMEL_TYPE_CHANNEL_LIST, NULL);
  page->plots = TRAMMEL_LOG_PLOTS(find_widget(window, TRAMMEL_TYPE_LOG_PLOTS, NULL));
  page->rows = g_ptr_array_new();
  page->ticks = g_ptr_array_new();
  collect_widgets(page->list, GTK_TYPE_LIST_BOX_ROW, page->rows);
  collect_widgets(page->list, GTK_TYPE_CHECK_BUTTON, page->ticks);
  g_assert_cmpuint(page->rows->len, ==, 4);
}

static void
close_data_page(DataPage *page)
{
  g_assert_true(test_wait(is_idle, page->window, TEST_DEADLINE));
  g_ptr_array_unref(page->rows);
  g_ptr_array_unref(page->ticks);
  real_input_send(GTK_WIDGET(page->window), "mousemove 1439 899");
  close_window(page->window);
}

/* Returns "arm, pendulum | u": the plotted channels, by the plots' titles without units. */
static char *
dup_plots(DataPage *page)
{
  GString *text = g_string_new(NULL);

  for (guint i = 0; i < trammel_log_plots_get_n(page->plots); i++) {
    g_autofree char *title =
        trammel_plot_view_dup_axis_name(trammel_log_plots_get_plot(page->plots, i), FALSE);
    char *unit = strstr(title, " [");
    if (unit)
      *unit = '\0';
    g_string_append_printf(text, "%s%s", i ? " | " : "", title);
  }
  return g_string_free(text, FALSE);
}

/* TestCondition: the plots are as expected. */
static gboolean
is_as_expected(gpointer data)
{
  DataPage *page = data;
  g_autofree char *text = dup_plots(page);

  return g_str_equal(text, page->expected);
}

/* Waits for these plots: the drop is delivered after the button was released. */
static void
assert_plots(DataPage *page, const char *expected)
{
  page->expected = expected;
  test_wait(is_as_expected, page, TEST_DEADLINE);
  g_autofree char *text = dup_plots(page);
  g_assert_cmpstr(text, ==, expected);
}

/* Drops a row at a relative position of a plot, the middle of its area, its axis, or its edges,
 * until the plots are as expected. */
static void
drop_at(DataPage *page, guint row, guint plot, double across, double down, const char *expected)
{
  page->expected = expected;
  for (int i = 0; i < REAL_INPUT_TRIES && !is_as_expected(page); i++) {
    GtkWidget *view = GTK_WIDGET(trammel_log_plots_get_plot(page->plots, plot));
    real_input_drag(page->rows->pdata[row], view, across * gtk_widget_get_width(view),
                    down * gtk_widget_get_height(view));
    test_wait(is_as_expected, page, REAL_INPUT_WAIT);
  }
  assert_plots(page, expected);
}

static void
test_drag_channels(void)
{
  DataPage page;

  open_data_page(&page);
  assert_plots(&page, "arm | pendulum | u");
  drop_at(&page, 2, 0, 0.5, 0.5, "arm, pendulum | u");   /* with */
  drop_at(&page, 1, 1, 0.02, 0.5, "pendulum | arm");     /* on the axis: instead */
  drop_at(&page, 3, 0, 0.5, 0.99, "pendulum | u | arm"); /* between */
  drop_at(&page, 1, 0, 0.5, 0.01, "arm | pendulum | u"); /* above */
  for (guint i = 1; i < 4; i++)
    soon_true(gtk_check_button_get_active(page.ticks->pdata[i]));
  close_data_page(&page);
}

/* Several rows are dragged together, and a drop beside the plots changes nothing. */
static void
test_drag_several(void)
{
  DataPage page;

  open_data_page(&page);
  GtkWidget *window = GTK_WIDGET(page.window), *second = page.rows->pdata[2];
  real_input_click(page.rows->pdata[1], 1, 100, 10);
  real_input_send(window, "keydown ctrl");
  real_input_click(second, 1, 100, 10);
  real_input_send(window, "keyup ctrl");
  soon_true(gtk_list_box_row_is_selected(page.rows->pdata[1]));
  soon_true(gtk_list_box_row_is_selected(page.rows->pdata[2]));
  drop_at(&page, 2, 2, 0.5, 0.5, "u, arm, pendulum");
  real_input_drag(second, page.rows->pdata[0], 20, 5);
  assert_plots(&page, "u, arm, pendulum");
  /* a plain click selects one row again */
  real_input_click(second, 1, 100, 10);
  soon_false(gtk_list_box_row_is_selected(page.rows->pdata[1]));
  close_data_page(&page);
}

/* Drags the first legend entry of a plot to a position [px] of a widget, once. */
static void
drag_legend_once(TrammelPlotView *view, GtkWidget *to, double x, double y)
{
  GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(to));

  g_assert_true(trammel_plot_view_ensure_layout(view));
  TrammelRect entry = g_array_index(view->layout.legend, TrammelLegendEntry, 0).rect;
  double middle = entry.y + 0.5 * entry.height;
  real_input_point_at(GTK_WIDGET(view), entry.x + 8, middle);
  real_input_send(window, "mousedown 1");
  real_input_point_at(GTK_WIDGET(view), entry.x + 18, middle);
  real_input_point_at(to, x - 4, y);
  real_input_point_at(to, x, y);
  real_input_send(window, "mouseup 1");
}

/* Drags the first legend entry of a plot until the plots are as expected. */
static void
drag_legend(DataPage *page, guint plot, GtkWidget *to, double x, double y, const char *expected)
{
  page->expected = expected;
  for (int i = 0; i < REAL_INPUT_TRIES && !is_as_expected(page); i++) {
    drag_legend_once(trammel_log_plots_get_plot(page->plots, plot), to, x, y);
    test_wait(is_as_expected, page, REAL_INPUT_WAIT);
  }
  assert_plots(page, expected);
}

static void
test_drag_legend(void)
{
  DataPage page;

  open_data_page(&page);
  GtkWidget *last = GTK_WIDGET(trammel_log_plots_get_plot(page.plots, 2));
  drag_legend(&page, 0, last, 0.5 * gtk_widget_get_width(last), 0.5 * gtk_widget_get_height(last),
              "pendulum | u, arm");
  drag_legend(&page, 0, page.list, 60, 200, "u, arm");
  soon_false(gtk_check_button_get_active(page.ticks->pdata[2]));
  close_data_page(&page);
}

static void
test_channel_menu(void)
{
  DataPage page;

  open_data_page(&page);
  real_menu_choose_at(page.rows->pdata[2], 60, 10, page.list, "Show with");
  soon_true(gtk_list_box_row_is_selected(page.rows->pdata[2]));
  real_menu_choose(page.list, "arm");
  assert_plots(&page, "arm, pendulum | u");
  real_menu_choose_at(page.rows->pdata[2], 60, 10, page.list, "Show Alone");
  assert_plots(&page, "arm | u | pendulum");
  real_menu_choose_at(page.rows->pdata[1], 60, 10, page.list, "Show Instead of");
  real_menu_choose(page.list, "u");
  assert_plots(&page, "arm | pendulum");
  real_menu_choose_at(page.rows->pdata[1], 60, 10, page.list, "Hide");
  assert_plots(&page, "pendulum");
  /* by keys */
  real_input_send(GTK_WIDGET(page.window), "key Menu");
  soon_nonnull(find_widget(page.list, GTK_TYPE_LABEL, "Show Alone"));
  real_input_send(GTK_WIDGET(page.window), "key Return");
  assert_plots(&page, "pendulum | arm");
  close_data_page(&page);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Window other than the main one, set by a TestCondition. */
static GtkWindow *dialog;

static gboolean
has_dialog(gpointer window)
{
  GListModel *all = gtk_window_get_toplevels();

  dialog = NULL;
  for (guint i = 0; i < g_list_model_get_n_items(all); i++) {
    g_autoptr(GtkWindow) other = g_list_model_get_item(all, i);
    if (other != window && gtk_widget_get_mapped(GTK_WIDGET(other)))
      dialog = other;
  }
  return dialog != NULL;
}

static gboolean
has_no_dialog(gpointer window)
{
  return !has_dialog(window);
}

/* Opens a window by keys and returns it; it gets the keys from now on. */
static GtkWidget *
open_by_keys(TrammelWindow *window, const char *keys)
{
  real_input_focus(GTK_WIDGET(window));
  real_input_send(GTK_WIDGET(window), "key %s", keys);
  g_assert_true(test_wait(has_dialog, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(dialog));
  real_input_focus(GTK_WIDGET(dialog));
  return GTK_WIDGET(dialog);
}

static gboolean
get_state(TrammelWindow *window, const char *action)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(window), action);

  return g_variant_get_boolean(state);
}

static void
test_palette(void)
{
  TrammelWindow *window = open_example("furuta");
  gboolean live = get_state(window, "live");
  GtkWidget *palette = open_by_keys(window, "ctrl+k");

  /* a disabled command shows that and does nothing */
  real_input_send(palette, "type --delay 20 undo");
  soon_nonnull(find_widget(palette, GTK_TYPE_LABEL, "There is nothing to undo."));
  real_input_send(palette, "key Return");
  soon_true(has_dialog(window));
  real_input_send(palette, "key ctrl+a");
  real_input_send(palette, "type --delay 20 live");
  real_input_send(palette, "key Return");
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  soon_true(get_state(window, "live") != live);
  palette = open_by_keys(window, "ctrl+k");
  real_input_send(palette, "key Down Down Up Escape");
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  /* with the pointer */
  palette = open_by_keys(window, "ctrl+k");
  real_input_send(palette, "type --delay 20 browser");
  real_menu_choose(palette, "Project browser");
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  soon_false(get_state(window, "show-browser"));
  close_window(window);
}

static guint
count_rows(TrammelWindow *window, GType list)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  collect_widgets(find_widget(GTK_WIDGET(window), list, NULL), GTK_TYPE_LIST_BOX_ROW, rows);
  return rows->len;
}

/* TestConditions: only the search results are shown. */
static gboolean
has_one_channel(gpointer window)
{
  return count_rows(window, TRAMMEL_TYPE_CHANNEL_LIST) == 1;
}

/* TestCondition: only the elbow and its ancestors are shown: the arm, its joint, the world. */
static gboolean
has_few_things(gpointer window)
{
  return count_rows(window, TRAMMEL_TYPE_MODEL_TREE_VIEW) == 4;
}

static gboolean
has_two_tilts(gpointer window)
{
  g_autoptr(GPtrArray) checks = g_ptr_array_new();

  collect_widgets(find_widget(window, TRAMMEL_TYPE_PARAM_TABLE, NULL), GTK_TYPE_CHECK_BUTTON,
                  checks);
  return checks->len == 2;
}

/* TestCondition: a search entry has the focus. */
static gboolean
is_searching(gpointer window)
{
  GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));

  return focus && gtk_widget_get_ancestor(focus, GTK_TYPE_SEARCH_ENTRY);
}

/* Page that a TestCondition waits for: it is drawn, and the window has the focus. */
static const char *wanted_page;

static gboolean
shows_page(gpointer window)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state(window, "page");

  return g_str_equal(g_variant_get_string(state, NULL), wanted_page) &&
         gtk_window_is_active(GTK_WINDOW(window));
}

/* Shows a page by its number, and searches there. */
static void
find_on_page(TrammelWindow *window, int page, const char *text)
{
  static const char *const pages[] = {"data", "model", "identify"};
  GtkWidget *widget = GTK_WIDGET(window);

  real_input_send(widget, "key alt+%d", page);
  wanted_page = pages[page - 1];
  g_assert_true(test_wait(shows_page, window, TEST_DEADLINE));
  real_input_settle(widget);
  real_input_send(widget, "key ctrl+f");
  g_assert_true(test_wait(is_searching, window, TEST_DEADLINE));
  real_input_send(widget, "type --delay 20 %s", text);
}

static void
test_find(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *widget = GTK_WIDGET(window);

  real_input_focus(widget);
  find_on_page(window, 1, "PEND");
  g_assert_true(test_wait(has_one_channel, window, TEST_DEADLINE));
  find_on_page(window, 2, "elbow");
  g_assert_true(test_wait(has_few_things, window, TEST_DEADLINE));
  find_on_page(window, 3, "Tilt");
  g_assert_true(test_wait(has_two_tilts, window, TEST_DEADLINE));
  real_input_send(widget, "key alt+5");
  soon_false(g_action_group_get_action_enabled(G_ACTION_GROUP(window), "find"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* TestCondition */
static gboolean
has_reported_findings(gpointer window)
{
  const char *text = trammel_window_get_message(window);

  return text && g_str_has_prefix(text, "Checked:");
}

static void
test_keys(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *widget = GTK_WIDGET(window);

  real_input_focus(widget);
  soon_nonnull(find_widget(widget, TRAMMEL_TYPE_PARAM_TABLE, NULL));
  real_input_send(widget, "key ctrl+t");
  soon_null(find_widget(widget, TRAMMEL_TYPE_PARAM_TABLE, NULL));
  real_input_send(widget, "key ctrl+t");
  soon_nonnull(find_widget(widget, TRAMMEL_TYPE_PARAM_TABLE, NULL));
  real_input_send(widget, "key F6");
  g_assert_true(test_wait(has_reported_findings, window, TEST_DEADLINE));
  GtkWidget *mapping = open_by_keys(window, "ctrl+m");
  g_assert_true(g_str_has_prefix(gtk_window_get_title(GTK_WINDOW(mapping)), "Mapping"));
  gtk_window_close(GTK_WINDOW(mapping));
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  real_input_focus(widget);
  real_input_send(widget, "key alt+4");
  TrammelHelpWindow *help = TRAMMEL_HELP_WINDOW(open_by_keys(window, "F1"));
  soon_cmpstr(trammel_help_window_get_page(help), ==, "inspect.md");
  g_assert_true(trammel_help_window_follow(help, "formulations.md#the-value-of-the-mechanism"));
  soon_cmpstr(trammel_help_window_get_page(help), ==, "formulations.md");
  real_input_send(GTK_WIDGET(help), "key Escape");
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- logs ------------------------------------------------------------------------------------ */

static TrammelProject *
get_project(TrammelWindow *window)
{
  return trammel_document_get_project(trammel_window_get_document(window));
}

static GtkWidget *
find_log_row(TrammelWindow *window)
{
  return find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_LOG_ROW, NULL);
}

static void
test_log_keys(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *widget = GTK_WIDGET(window);

  real_input_focus(widget);
  real_input_click(find_log_row(window), 1, 120, 10);
  real_input_send(widget, "key F2");
  soon_true(is_typing(window));
  real_input_send(widget, "key ctrl+a");
  real_input_send(widget, "type --delay 20 swung");
  real_input_send(widget, "key Return");
  soon_cmpstr(trammel_project_get_log_name(get_project(window), 0), ==, "swung");
  real_input_send(widget, "key Delete");
  soon_cmpuint(trammel_project_get_n_logs(get_project(window)), ==, 0);
  real_input_send(widget, "key ctrl+z");
  real_input_send(widget, "key ctrl+z");
  soon_cmpstr(trammel_project_get_log_name(get_project(window), 0), ==, "swing-up");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_log_menu(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *widget = GTK_WIDGET(window);
  GtkWidget *browser = find_widget(widget, TRAMMEL_TYPE_PROJECT_BROWSER, NULL);

  real_input_focus(widget);
  real_menu_choose_at(find_log_row(window), 120, 10, browser, "Use for");
  real_menu_choose(browser, "Validation");
  soon_cmpint(trammel_project_get_log_role(get_project(window), 0), ==, TRAMMEL_ROLE_VALIDATE);
  real_menu_choose_at(find_log_row(window), 120, 10, browser, "Use for");
  real_menu_choose(browser, "Estimation");
  soon_cmpint(trammel_project_get_log_role(get_project(window), 0), ==, TRAMMEL_ROLE_ESTIMATE);
  real_menu_choose_at(find_log_row(window), 120, 10, browser, "Mapping…");
  g_assert_true(test_wait(has_dialog, window, TEST_DEADLINE));
  gtk_window_close(dialog);
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  real_input_focus(widget);
  real_menu_choose_at(find_log_row(window), 120, 10, browser, "Re-import…");
  g_assert_true(test_wait(has_dialog, window, TEST_DEADLINE));
  gtk_window_close(dialog);
  g_assert_true(test_wait(has_no_dialog, window, TEST_DEADLINE));
  real_input_focus(widget);
  real_menu_choose_at(find_log_row(window), 120, 10, browser, "Remove");
  soon_cmpuint(trammel_project_get_n_logs(get_project(window)), ==, 0);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- the table of the parameters ------------------------------------------------------------- */

/* Returns the header of a column, which owns its menu; other headers have labels like the
 * items'. */
static GtkWidget *
get_head(GtkWidget *title)
{
  while (!g_str_equal(G_OBJECT_TYPE_NAME(title), "GtkColumnViewTitle"))
    title = gtk_widget_get_parent(title);
  return title;
}

/* The header's menu hides a column and shows it again; rows have another menu. */
static void
test_table_menus(void)
{
  TrammelWindow *window = open_example("furuta");
  GtkWidget *widget = GTK_WIDGET(window);

  real_input_focus(widget);
  show_view(window, "setup");
  real_input_settle(widget);
  GtkWidget *table = find_widget(widget, TRAMMEL_TYPE_PARAM_TABLE, NULL);
  GtkWidget *title = find_widget(table, GTK_TYPE_LABEL, "Unit");
  g_assert_nonnull(title);
  real_menu_choose_at(title, 8, 8, get_head(title), "Min");
  soon_null(find_widget(table, GTK_TYPE_LABEL, "Min"));
  GtkWidget *start = find_widget(table, GTK_TYPE_LABEL, "Start");
  real_menu_choose_at(start, 8, 8, get_head(start), "Min");
  soon_nonnull(find_widget(table, GTK_TYPE_LABEL, "Min"));
  GtkWidget *cell = find_widget(table, GTK_TYPE_LABEL, "Inertia zz · arm");
  real_input_click(cell, 1, 10, 8);
  real_menu_choose_at(cell, 10, 8, table, "Fix the selected rows");
  soon_false(trammel_project_find_quantity(get_project(window), "body.arm.inertia.zz")->free);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* ---- timeline -------------------------------------------------------------------------------- */

/* The strip is empty before a run; afterwards a click moves the time cursor. */
static void
test_heat_strip(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *widget = GTK_WIDGET(window);
  GtkWidget *strip = find_widget(widget, TRAMMEL_TYPE_HEAT_STRIP, NULL);
  GtkWidget *scale =
      find_widget(gtk_widget_get_ancestor(strip, TRAMMEL_TYPE_TIMELINE_BAR), GTK_TYPE_SCALE, NULL);

  real_input_focus(widget);
  soon_null(trammel_heat_strip_get(TRAMMEL_HEAT_STRIP(strip)));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  const TrammelResidualStrip *content = trammel_heat_strip_get(TRAMMEL_HEAT_STRIP(strip));
  g_assert_nonnull(content);
  g_assert_cmpfloat(content->total, >, 0);
  real_input_click(strip, 1, 0.5 * gtk_widget_get_width(strip), 3);
  soon_close(gtk_range_get_value(GTK_RANGE(scale)), 0.5 * (content->start + content->end),
             0.01 * (content->end - content->start));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/gestures/drag-channels", test_drag_channels);
  g_test_add_func("/ui/gestures/drag-several", test_drag_several);
  g_test_add_func("/ui/gestures/drag-legend", test_drag_legend);
  g_test_add_func("/ui/gestures/channel-menu", test_channel_menu);
  g_test_add_func("/ui/gestures/palette", test_palette);
  g_test_add_func("/ui/gestures/find", test_find);
  g_test_add_func("/ui/gestures/keys", test_keys);
  g_test_add_func("/ui/gestures/log-keys", test_log_keys);
  g_test_add_func("/ui/gestures/log-menu", test_log_menu);
  g_test_add_func("/ui/gestures/heat-strip", test_heat_strip);
  g_test_add_func("/ui/gestures/table-menus", test_table_menus);
  return run_window_tests();
}
