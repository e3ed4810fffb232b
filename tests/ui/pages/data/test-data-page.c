/* Tests of the page Data with the widgets of a real window and an example. */
#include "io/project/put.h"
#include "ui/pages/data/channel-list.h"
#include "ui/pages/data/data-page.h"
#include "ui/pages/data/finding-list.h"
#include "ui/pages/data/log-overlay.h"
#include "ui/pages/data/log-plots.h"
#include "ui/pages/data/prepare-panel.h"
#include "ui/pages/data/process-box.h"
#include "ui/pages/data/range-overlay.h"
#include "ui/window-support.h"

static TrammelWindow *
open_page(const char *example)
{
  TrammelWindow *window = open_example(example);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("data"));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}

static TrammelProject *
get_project(TrammelWindow *window)
{
  return trammel_document_get_project(trammel_window_get_document(window));
}

/* TestCondition: the findings of the present state are listed. */
static gboolean
is_read(gpointer window)
{
  return find_widget(window, GTK_TYPE_SPINNER, NULL) == NULL;
}

static GPtrArray *
collect(TrammelWindow *window, GType type)
{
  GPtrArray *found = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(window), type, found);
  return found;
}

static void
test_channels(void)
{
  TrammelWindow *window = open_page("furuta");
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  GtkWidget *list = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_CHANNEL_LIST, NULL);
  TrammelLogPlots *plots =
      TRAMMEL_LOG_PLOTS(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_LOG_PLOTS, NULL));
  g_autoptr(GPtrArray) ticks = g_ptr_array_new();
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL,
                               "1000 Hz   10.00 s   10\u202f001 rows   0 gaps"));
  collect_widgets(list, GTK_TYPE_CHECK_BUTTON, ticks);
  g_assert_cmpuint(ticks->len, ==, 4);
  g_assert_cmpuint(trammel_log_plots_get_n(plots), ==, 3);
  /* one curve, for all samples are used as they were recorded */
  g_assert_cmpuint(trammel_plot_view_get_n_series(trammel_log_plots_get_plot(plots, 0)), ==, 1);
  gtk_check_button_set_active(ticks->pdata[1], FALSE);
  g_assert_cmpuint(trammel_log_plots_get_n(plots), ==, 2);
  gtk_check_button_set_active(ticks->pdata[0], TRUE);
  g_assert_cmpuint(trammel_log_plots_get_n(plots), ==, 3);
  g_autoptr(GArray) channels = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_vals(channels, &(guint){1}, 1);
  g_signal_emit_by_name(plots, "placed", channels, TRAMMEL_PLACE_WITH, 0);
  g_assert_cmpuint(trammel_plot_view_get_n_series(trammel_log_plots_get_plot(plots, 0)), ==, 2);
  g_assert_true(gtk_check_button_get_active(ticks->pdata[1]));
  /* find */
  GtkWidget *find = find_widget(list, GTK_TYPE_SEARCH_ENTRY, NULL);
  gtk_editable_set_text(GTK_EDITABLE(find), "PEND");
  g_signal_emit_by_name(find, "search-changed");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  collect_widgets(list, GTK_TYPE_LIST_BOX_ROW, rows);
  g_assert_cmpuint(rows->len, ==, 1);
  close_window(window);
}

/* Returns the gesture of the overlay over the first plot. */
static GtkGesture *
find_drag(TrammelWindow *window, GtkWidget **overlay)
{
  *overlay = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_RANGE_OVERLAY, NULL);
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(*overlay);

  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (GTK_IS_GESTURE_DRAG(controller))
      return GTK_GESTURE(controller);
  }
  g_assert_not_reached();
}

static void
drag(TrammelWindow *window, double from, double to)
{
  GtkWidget *overlay;
  GtkGesture *gesture = find_drag(window, &overlay);

  g_signal_emit_by_name(gesture, "drag-begin", from, 60.0);
  g_signal_emit_by_name(gesture, "drag-update", to - from, 0.0);
  g_signal_emit_by_name(gesture, "drag-end", to - from, 0.0);
}

/* The overlay takes drags of the handles, the plot below all others; a drag is one undo step. */
static void
test_drag(void)
{
  TrammelWindow *window = open_page("furuta");
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  TrammelPlotView *plot =
      TRAMMEL_PLOT_VIEW(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PLOT_VIEW, NULL));
  GtkWidget *overlay;
  graphene_rect_t area;
  double trim[2], range[2];

  find_drag(window, &overlay);
  g_assert_true(trammel_plot_view_get_area(plot, &area));
  double left = area.origin.x, width = area.size.width, y = area.origin.y + 20;
  g_assert_true(gtk_widget_contains(overlay, left + width - 2, y));
  g_assert_false(gtk_widget_contains(overlay, left + 0.5 * width, y));
  drag(window, left + width, left + 0.5 * width);
  trammel_project_get_log_trim(get_project(window), 0, trim);
  g_assert_cmpfloat_with_epsilon(trim[1], 5, 0.1);
  GtkWidget *mark = find_widget(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "Mark in the plot");
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(mark), TRUE);
  g_assert_true(gtk_widget_contains(overlay, left + 0.5 * width, y));
  drag(window, left + 0.2 * width, left + 0.3 * width);
  g_assert_false(gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(mark)));
  g_assert_cmpuint(trammel_project_get_n_excluded(get_project(window), 0), ==, 1);
  trammel_project_get_excluded(get_project(window), 0, 0, range);
  g_assert_cmpfloat_with_epsilon(range[0], 2, 0.1);
  g_assert_cmpfloat_with_epsilon(range[1], 3, 0.1);
  activate(window, "undo", NULL);
  activate(window, "undo", NULL);
  g_assert_false(trammel_document_get_dirty(trammel_window_get_document(window)));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Types into an entry of the panel; their order is trim, step, unit, scale, offset, delay,
 * sigma. */
static void
commit(GtkWidget *entry, const char *text)
{
  gtk_editable_set_text(GTK_EDITABLE(entry), text);
  g_signal_emit_by_name(entry, "activate");
}

static void
test_panel(void)
{
  TrammelWindow *window = open_page("furuta");
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  g_autoptr(GPtrArray) entries = collect(window, GTK_TYPE_ENTRY);
  double trim[2];

  g_assert_cmpuint(entries->len, ==, 9); /* the last one is the formula */
  commit(entries->pdata[0], "500 ms");
  trammel_project_get_log_trim(get_project(window), 0, trim);
  g_assert_cmpfloat(trim[0], ==, 0.5);
  commit(entries->pdata[3], "rad");
  g_assert_cmpstr(trammel_project_get_mapping(get_project(window), 0, 0)->unit, ==, "rad");
  commit(entries->pdata[5], "2 deg");
  g_assert_cmpfloat_with_epsilon(trammel_project_get_mapping(get_project(window), 0, 0)->offset,
                                 2 * G_PI / 180, 1e-12);
  commit(entries->pdata[7], "0.001");
  g_assert_cmpfloat(trammel_project_get_model(get_project(window))->sensors[0].sigma, ==, 0.001);
  /* an invalid value is reported and changes nothing */
  commit(entries->pdata[6], "-1");
  g_assert_true(gtk_widget_has_css_class(entries->pdata[6], "error"));
  g_assert_nonnull(trammel_window_get_message(window));
  g_assert_cmpfloat(trammel_project_get_mapping(get_project(window), 0, 0)->delay, ==, 0);
  GtkWidget *off = find_widget(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "Validation");
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(off), TRUE);
  g_assert_cmpint(trammel_project_get_log_role(get_project(window), 0), ==, TRAMMEL_ROLE_VALIDATE);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static const TrammelMapping *
get_mapping(TrammelWindow *window)
{
  return trammel_project_get_mapping(get_project(window), 0, 0);
}

/* Steps are added by the menu, changed by their entries and removed by their buttons, each one undo
 * step; the recorded curve stays under the processed one; the figures are listed. */
static void
test_processing(void)
{
  TrammelWindow *window = open_page("furuta");
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  GtkWidget *box = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PROCESS_BOX, NULL);
  TrammelLogPlots *plots =
      TRAMMEL_LOG_PLOTS(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_LOG_PLOTS, NULL));

  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL, "1000 Hz"));
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL, "Quantisation step"));
  gtk_widget_activate_action(box, "process.add", "i", TR_PROCESS_OUTLIERS);
  gtk_widget_activate_action(box, "process.add", "i", TR_PROCESS_LOW_PASS);
  g_assert_cmpint(get_mapping(window)->n_process, ==, 2);
  g_assert_cmpfloat(get_mapping(window)->process[1].number[0], ==, 100);
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  collect_widgets(box, GTK_TYPE_ENTRY, entries);
  g_assert_cmpuint(entries->len, ==, 4);
  commit(entries->pdata[3], "35 Hz");
  g_assert_cmpfloat(get_mapping(window)->process[1].number[0], ==, 35);
  commit(entries->pdata[3], "-2");
  g_assert_true(gtk_widget_has_css_class(entries->pdata[3], "error"));
  g_assert_cmpfloat(get_mapping(window)->process[1].number[0], ==, 35);
  commit(entries->pdata[0], "2*x");
  g_assert_cmpstr(get_mapping(window)->formula, ==, "2*x");
  commit(entries->pdata[0], "2*");
  g_assert_cmpstr(get_mapping(window)->formula, ==, "2*x");
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  g_assert_cmpuint(trammel_plot_view_get_n_series(trammel_log_plots_get_plot(plots, 0)), ==, 2);
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  collect_widgets(box, GTK_TYPE_BUTTON, buttons);
  g_signal_emit_by_name(buttons->pdata[buttons->len - 2], "clicked");
  g_assert_cmpint(get_mapping(window)->n_process, ==, 1);
  g_assert_cmpint(get_mapping(window)->process[0].kind, ==, TR_PROCESS_LOW_PASS);
  for (int i = 0; i < 5; i++)
    activate(window, "undo", NULL);
  g_assert_false(trammel_document_get_dirty(trammel_window_get_document(window)));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* TestCondition: the first plot has the curve of the other log as well. */
static gboolean
has_other_curve(gpointer window)
{
  TrammelLogPlots *plots = TRAMMEL_LOG_PLOTS(find_widget(window, TRAMMEL_TYPE_LOG_PLOTS, NULL));

  return trammel_plot_view_get_n_series(trammel_log_plots_get_plot(plots, 0)) == 2;
}

/* A second log is laid over the first one, shifted; without another log there is no choice. */
static void
test_overlay(void)
{
  TrammelWindow *window = open_page("furuta");
  TrammelDocument *document = trammel_window_get_document(window);
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  GtkWidget *overlay = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_LOG_OVERLAY, NULL);

  g_assert_null(overlay);
  g_autofree char *first = trammel_project_dup_at(get_project(window), "logs[0]");
  g_autoptr(GString) second = g_string_new(first);
  g_string_replace(second, "\"swing-up\"", "\"again\"", 1);
  g_assert_true(trammel_document_put(document, "logs[]", second->str, "add", NULL, NULL));
  g_assert_true(test_wait(is_read, window, TEST_DEADLINE));
  overlay = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_LOG_OVERLAY, NULL);
  g_assert_nonnull(overlay);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(find_widget(overlay, GTK_TYPE_DROP_DOWN, NULL)), 1);
  g_assert_true(test_wait(has_other_curve, window, TEST_DEADLINE));
  commit(find_widget(overlay, GTK_TYPE_ENTRY, NULL), "250 ms");
  g_assert_cmpfloat(trammel_log_overlay_get_shift(TRAMMEL_LOG_OVERLAY(overlay)), ==, 0.25);
  g_assert_true(has_other_curve(window));
  activate(window, "undo", NULL);
  g_assert_null(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_LOG_OVERLAY, NULL));
  g_assert_false(has_other_curve(window));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
has_ignore(gpointer window)
{
  return find_widget(window, GTK_TYPE_BUTTON, "Ignore") != NULL;
}

static gboolean
has_no_ignore(gpointer window)
{
  return !has_ignore(window);
}

static void
test_findings(void)
{
  TrammelWindow *window = open_page("furuta");
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_put(trammel_window_get_document(window), "logs[0].channels[2]",
                                     NULL, "take the drive away", NULL, &error));
  g_assert_true(test_wait(has_ignore, window, TEST_DEADLINE));
  GtkWidget *fix = find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Set it to 0");
  g_signal_emit_by_name(fix, "clicked");
  g_assert_true(test_wait(has_no_ignore, window, TEST_DEADLINE));
  activate(window, "undo", NULL);
  g_assert_true(test_wait(has_ignore, window, TEST_DEADLINE));
  g_signal_emit_by_name(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Ignore"), "clicked");
  g_assert_true(test_wait(has_no_ignore, window, TEST_DEADLINE));
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Show all findings"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* TestCondition: the page is shown with the popover open. */
static gboolean
has_split_popover(gpointer window)
{
  return find_widget(window, GTK_TYPE_BUTTON, "Split") != NULL;
}

/* The command splits from any page: it shows the page and asks. */
static void
test_split(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  g_action_group_activate_action(G_ACTION_GROUP(window), "log-split", g_variant_new_int32(-1));
  g_assert_true(test_wait(has_split_popover, window, TEST_DEADLINE));
  g_signal_emit_by_name(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Split"), "clicked");
  g_assert_cmpuint(trammel_project_get_n_logs(trammel_document_get_project(document)), ==, 2);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/data-page/channels", test_channels);
  g_test_add_func("/ui/data-page/drag", test_drag);
  g_test_add_func("/ui/data-page/panel", test_panel);
  g_test_add_func("/ui/data-page/processing", test_processing);
  g_test_add_func("/ui/data-page/overlay", test_overlay);
  g_test_add_func("/ui/data-page/findings", test_findings);
  g_test_add_func("/ui/data-page/split", test_split);
  return run_window_tests();
}
