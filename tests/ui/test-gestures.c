/* The window under real drags, right clicks and keys, sent by xdotool to the X server.  Skipped
 * where there is no xdotool. */
#include "real-input.h"
#include "ui/pages/channel-list.h"
#include "ui/pages/log-plots.h"
#include "ui/plot/plot-view-private.h"
#include "window-support.h"

/* ---- the page Data --------------------------------------------------------------------------- */

typedef struct {
  TrammelWindow *window;
  GtkWidget *list;
  TrammelLogPlots *plots;
  GPtrArray *rows, *ticks;
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

/* "arm,pendulum u": names of channels by the plots' titles, whose units are left out */
static void
assert_plots(DataPage *page, const char *expected)
{
  g_autoptr(GString) text = g_string_new(NULL);

  for (guint i = 0; i < trammel_log_plots_get_n(page->plots); i++) {
    g_autofree char *title =
        trammel_plot_view_dup_axis_name(trammel_log_plots_get_plot(page->plots, i), FALSE);
    char *unit = strstr(title, " [");
    if (unit)
      *unit = '\0';
    g_string_append_printf(text, "%s%s", i ? " | " : "", title);
  }
  g_assert_cmpstr(text->str, ==, expected);
}

/* Into the middle of a plot's area, on its axis, and on its edges. */
static void
drop_at(DataPage *page, guint row, guint plot, double across, double down)
{
  GtkWidget *view = GTK_WIDGET(trammel_log_plots_get_plot(page->plots, plot));

  real_input_drag(page->rows->pdata[row], view, across * gtk_widget_get_width(view),
                  down * gtk_widget_get_height(view));
}

static void
test_drag_channels(void)
{
  DataPage page;

  open_data_page(&page);
  assert_plots(&page, "arm | pendulum | u");
  drop_at(&page, 2, 0, 0.5, 0.5); /* with */
  assert_plots(&page, "arm, pendulum | u");
  drop_at(&page, 1, 1, 0.02, 0.5); /* on the axis: instead */
  assert_plots(&page, "pendulum | arm");
  drop_at(&page, 3, 0, 0.5, 0.99); /* between */
  assert_plots(&page, "pendulum | u | arm");
  drop_at(&page, 1, 0, 0.5, 0.01); /* above */
  assert_plots(&page, "arm | pendulum | u");
  for (guint i = 1; i < 4; i++)
    g_assert_true(gtk_check_button_get_active(page.ticks->pdata[i]));
  close_data_page(&page);
}

/* Several rows go together, and a drop beside the plots changes nothing. */
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
  g_assert_true(gtk_list_box_row_is_selected(page.rows->pdata[1]));
  g_assert_true(gtk_list_box_row_is_selected(page.rows->pdata[2]));
  drop_at(&page, 2, 2, 0.5, 0.5);
  assert_plots(&page, "u, arm, pendulum");
  real_input_drag(second, page.rows->pdata[0], 20, 5);
  assert_plots(&page, "u, arm, pendulum");
  /* a plain click means one row again */
  real_input_click(second, 1, 100, 10);
  g_assert_false(gtk_list_box_row_is_selected(page.rows->pdata[1]));
  close_data_page(&page);
}

/* Carries the first entry of a plot's legend to pixels of a widget. */
static void
drag_legend(TrammelPlotView *view, GtkWidget *to, double x, double y)
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

static void
test_drag_legend(void)
{
  DataPage page;

  open_data_page(&page);
  GtkWidget *last = GTK_WIDGET(trammel_log_plots_get_plot(page.plots, 2));
  drag_legend(trammel_log_plots_get_plot(page.plots, 0), last, 0.5 * gtk_widget_get_width(last),
              0.5 * gtk_widget_get_height(last));
  assert_plots(&page, "pendulum | u, arm");
  drag_legend(trammel_log_plots_get_plot(page.plots, 0), page.list, 60, 200);
  assert_plots(&page, "u, arm");
  g_assert_false(gtk_check_button_get_active(page.ticks->pdata[2]));
  close_data_page(&page);
}

/* Presses the item of an open menu. */
static void
choose(GtkWidget *owner, const char *item)
{
  GtkWidget *label = find_widget(owner, GTK_TYPE_LABEL, item);

  g_assert_nonnull(label);
  real_input_click(label, 1, 0.5 * gtk_widget_get_width(label), 0.5 * gtk_widget_get_height(label));
}

static void
test_channel_menu(void)
{
  DataPage page;

  open_data_page(&page);
  real_input_click(page.rows->pdata[2], 3, 60, 10);
  g_assert_true(gtk_list_box_row_is_selected(page.rows->pdata[2]));
  choose(page.list, "Show with");
  choose(page.list, "arm");
  assert_plots(&page, "arm, pendulum | u");
  real_input_click(page.rows->pdata[2], 3, 60, 10);
  choose(page.list, "Show Alone");
  assert_plots(&page, "arm | u | pendulum");
  real_input_click(page.rows->pdata[1], 3, 60, 10);
  choose(page.list, "Show Instead of");
  choose(page.list, "u");
  assert_plots(&page, "arm | pendulum");
  real_input_click(page.rows->pdata[1], 3, 60, 10);
  choose(page.list, "Hide");
  assert_plots(&page, "pendulum");
  /* by keys */
  real_input_send(GTK_WIDGET(page.window), "key Menu");
  g_assert_nonnull(find_widget(page.list, GTK_TYPE_LABEL, "Show Alone"));
  real_input_send(GTK_WIDGET(page.window), "key Return");
  assert_plots(&page, "pendulum | arm");
  close_data_page(&page);
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
  return run_window_tests();
}
