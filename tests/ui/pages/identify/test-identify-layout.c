/* Tests of the layout of the Identify page: nothing moves while a slider is held, small windows
 * stay small, no label is cut, and the parts of the page: plots with their strips, the table, the
 * 3D card, the folded settings. */
#include <libintl.h>
#include <locale.h>
#include <math.h>

#include "ui/pages/identify/check-panel.h"
#include "ui/pages/identify/fit-plots.h"
#include "ui/pages/identify/identify-page.h"
#include "ui/pages/identify/interval-bar.h"
#include "ui/pages/identify/param-table.h"
#include "ui/pages/identify/scene-card.h"
#include "ui/pages/identify/settings-panel.h"
#include "ui/pages/parts/message-bar.h"
#include "ui/pages/parts/setting-row.h"
#include "ui/places.h"
#include "ui/plot/plot-view.h"
#include "ui/window-support.h"

/* Sizes of the window that the page is made for. */
static const int sizes[][2] = {{1440, 900}, {1024, 700}, {1920, 1080}};

static TrammelWindow *
open_sized(const char *example, int width, int height)
{
  TrammelWindow *window = trammel_window_new(GTK_APPLICATION(application));

  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  activate(window, "open-example", example);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}

static void
identify(TrammelWindow *window)
{
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
}

static TrammelRun *
get_run(TrammelWindow *window)
{
  return trammel_document_get_run(trammel_window_get_document(window));
}

static GtkWidget *
find(TrammelWindow *window, GType type)
{
  return find_widget(GTK_WIDGET(window), type, NULL);
}

/* ---- nothing moves --------------------------------------------------------------------------- */

static gboolean
is_same(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

/* The run that is shown has the present settings. */
static gboolean
is_followed(gpointer window)
{
  const TrammelProject *project =
      trammel_problem_get_project(trammel_run_get_problem(get_run(window)));
  const TrSettings *now = trammel_project_get_settings(
      trammel_document_get_project(trammel_window_get_document(window)));
  const TrSettings *used = trammel_project_get_settings(project);

  return is_same(used->h, now->h) && is_same(used->kappa, now->kappa);
}

static gboolean
is_checked(gpointer window)
{
  return trammel_checker_is_current(trammel_window_get_checker(window));
}

/* Drags a slider with the index `row` by `way` and compares all places on the way. */
static void
hold_slider(TrammelWindow *window, guint row, double way)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  g_autoptr(GArray) places = places_list(window);

  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_SETTING_ROW, rows);
  GtkRange *scale = GTK_RANGE(find_widget(rows->pdata[row], GTK_TYPE_SCALE, NULL));
  double begin = gtk_range_get_value(scale);
  g_signal_emit_by_name(rows->pdata[row], "grasped");
  for (int i = 1; i <= 4; i++) {
    gtk_range_set_value(scale, begin + way * i / 4);
    g_assert_true(test_wait(is_followed, window, TEST_DEADLINE));
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
    places_assert_same(window, places, "held");
  }
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  places_assert_same(window, places, "checked");
  g_signal_emit_by_name(rows->pdata[row], "released");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  places_assert_same(window, places, "released");
}

static void
test_nothing_moves(void)
{
  TrammelWindow *window = open_sized("furuta", 1440, 900);
  TrammelDocument *document = trammel_window_get_document(window);

  identify(window);
  hold_slider(window, 0, -1.5);
  g_assert_true(g_str_has_prefix(trammel_document_get_undo_label(document),
                                 "change state error weight κ from auto to "));
  /* a long step brings findings */
  hold_slider(window, 3, 0.35);
  g_assert_cmpuint(
      trammel_check_panel_get_n(TRAMMEL_CHECK_PANEL(find(window, TRAMMEL_TYPE_CHECK_PANEL))), >, 0);
  activate(window, "undo", NULL);
  activate(window, "undo", NULL);
  g_assert_null(trammel_document_get_undo_label(document));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
has_message(gpointer window)
{
  return find_widget(window, GTK_TYPE_LABEL, "A message.") != NULL;
}

/* Returns the message at a place of the window; NULL if there is none. */
static GtkWidget *
pick_message(TrammelWindow *window, double x, double y)
{
  GtkWidget *at = gtk_widget_pick(GTK_WIDGET(window), x, y, GTK_PICK_DEFAULT);

  return at ? gtk_widget_get_ancestor(at, TRAMMEL_TYPE_MESSAGE_BAR) : NULL;
}

/* A message lies over the lower end of the page; before it comes, its place is free. */
static void
test_message(void)
{
  TrammelWindow *window = open_sized("pendulum", 1440, 900);
  g_autoptr(GArray) places = places_list(window);

  for (double y = 52; y < 880; y += 4)
    g_assert_null(pick_message(window, 700, y));

  g_action_group_activate_action(G_ACTION_GROUP(window), "show-message",
                                 g_variant_new("(bs)", FALSE, "A message."));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_true(test_wait(has_message, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  places_assert_same(window, places, "message");
  g_assert_null(pick_message(window, 100, 100));
  g_array_set_size(places, 0); /* they hold the widgets */
  close_window(window);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* All panes fit into the smallest window, before and after a run. */
static void
test_small_window(void)
{
  TrammelWindow *window = open_sized("furuta", 1024, 700);
  int width, height;

  for (int run = 0; run < 2; run++) {
    if (run)
      identify(window);
    g_action_group_change_action_state(G_ACTION_GROUP(window), "show-scene",
                                       g_variant_new_boolean(TRUE));
    g_action_group_change_action_state(G_ACTION_GROUP(window), "show-browser",
                                       g_variant_new_boolean(TRUE));
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
    gtk_widget_measure(GTK_WIDGET(window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                       NULL);
    gtk_widget_measure(GTK_WIDGET(window), GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
    g_assert_cmpint(width, <=, 1024);
    g_assert_cmpint(height, <=, 700);
    g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(window)), ==, 1024);
    g_assert_cmpint(gtk_widget_get_height(GTK_WIDGET(window)), ==, 700);
  }
  close_window(window);
}

static GtkScrolledWindow *
find_table_scroller(TrammelWindow *window)
{
  GtkWidget *table = find(window, TRAMMEL_TYPE_PARAM_TABLE);

  return GTK_SCROLLED_WINDOW(find_widget(table, GTK_TYPE_SCROLLED_WINDOW, NULL));
}

/* At 1440 x 900 all columns of the result and 13 of its rows are in view, and the plots are higher
 * than the table. */
static void
test_table(void)
{
  TrammelWindow *window = open_sized("three-joint-arm", 1440, 900);

  show_view(window, "result");
  GtkScrolledWindow *scroller = find_table_scroller(window);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment(scroller),
                *down = gtk_scrolled_window_get_vadjustment(scroller);
  GtkWidget *view = find(window, GTK_TYPE_COLUMN_VIEW);
  GListModel *rows = G_LIST_MODEL(gtk_column_view_get_model(GTK_COLUMN_VIEW(view)));
  g_autoptr(GPtrArray) bars = g_ptr_array_new();

  g_test_message("columns %g of %g, rows %g of %g", gtk_adjustment_get_upper(across),
                 gtk_adjustment_get_page_size(across), gtk_adjustment_get_upper(down),
                 gtk_adjustment_get_page_size(down));
  g_assert_cmpfloat(gtk_adjustment_get_upper(across), <=, gtk_adjustment_get_page_size(across));
  g_assert_cmpuint(g_list_model_get_n_items(rows), >=, 13);
  double row = gtk_adjustment_get_upper(down) / g_list_model_get_n_items(rows);
  collect_widgets(view, TRAMMEL_TYPE_INTERVAL_BAR, bars);
  g_assert_cmpuint(bars->len, >=, 13);
  g_assert_cmpfloat(gtk_adjustment_get_page_size(down) / row, >=, 13);
  GtkWidget *plots = find(window, TRAMMEL_TYPE_FIT_PLOTS);
  g_assert_cmpint(gtk_widget_get_height(plots), >,
                  gtk_widget_get_height(find(window, TRAMMEL_TYPE_PARAM_TABLE)));
  close_window(window);
}

/* The plots take about 60 % of the page with a table of ten parameters, which are all seen. */
static void
test_share(void)
{
  TrammelWindow *window = open_sized("furuta", 1440, 900);
  GtkWidget *page = find(window, TRAMMEL_TYPE_IDENTIFY_PAGE);
  GtkPaned *split = GTK_PANED(find_widget(page, GTK_TYPE_PANED, NULL));

  g_assert_cmpint(gtk_orientable_get_orientation(GTK_ORIENTABLE(split)), ==,
                  GTK_ORIENTATION_VERTICAL);
  double share = (double)gtk_paned_get_position(split) / gtk_widget_get_height(page);
  g_test_message("%.3f", share);
  g_assert_cmpfloat(fabs(share - 0.6), <, 0.02);
  GtkWidget *view = find_widget(find(window, TRAMMEL_TYPE_PARAM_TABLE), GTK_TYPE_COLUMN_VIEW, NULL);
  GtkAdjustment *down = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view));
  g_assert_cmpfloat(gtk_adjustment_get_upper(down), <=, gtk_adjustment_get_page_size(down));
  close_window(window);
}

/* At 1440 x 900, 3D view and true values included, the remarks have room for a few words, and no
 * name is cut. */
static void
test_remarks(void)
{
  enum { LEAST_WIDTH = 120 };
  TrammelWindow *window = open_sized("furuta", 1440, 900);

  identify(window);
  show_view(window, "result");
  GtkWidget *table = find(window, TRAMMEL_TYPE_PARAM_TABLE);
  GtkWidget *title = find_widget(table, GTK_TYPE_LABEL, "Remarks");
  GtkWidget *name = find_widget(table, GTK_TYPE_LABEL, "Viscous friction · elbow");
  graphene_rect_t place;

  g_assert_nonnull(name);
  g_assert_false(pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(name))));
  g_assert_true(gtk_widget_compute_bounds(title, table, &place));
  g_assert_cmpfloat(gtk_widget_get_width(table) - place.origin.x, >=, LEAST_WIDTH);
  close_window(window);
}

/* Prints the cut labels of the page; returns their number. */
static guint
count_cut(TrammelWindow *window, const char *when)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  guint n = 0;

  collect_widgets(find(window, TRAMMEL_TYPE_IDENTIFY_PAGE), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++) {
    GtkLabel *label = labels->pdata[i];
    if (!pango_layout_is_ellipsized(gtk_label_get_layout(label)))
      continue;
    n++;
    g_test_message("%s: cut: %s", when, gtk_label_get_text(label));
  }
  return n;
}

static void
set_text_scale(double scale)
{
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", (int)(96 * 1024 * scale), NULL);
}

/* Returns the number of cut labels at all sizes of the window. */
static guint
count_all_cut(const char *language, double scale)
{
  guint n = 0;

  set_text_scale(scale);
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
    TrammelWindow *window = open_sized("furuta", sizes[i][0], sizes[i][1]);
    g_autofree char *when = g_strdup_printf("%s, %d, text %g", language, sizes[i][0], scale);
    n += count_cut(window, when);
    identify(window);
    n += count_cut(window, when);
    close_window(window);
  }
  set_text_scale(1);
  return n;
}

static void
test_labels(void)
{
  guint n = count_all_cut("English", 1) + count_all_cut("English", 1.5);

  g_assert_cmpuint(n, ==, 0);
}

/* The last test: the language stays. */
static void
test_german_labels(void)
{
  g_setenv("LANGUAGE", "de", TRUE);
  setlocale(LC_ALL, "C.UTF-8");
  setlocale(LC_NUMERIC, "C");
  bindtextdomain("trammel", g_getenv("TRAMMEL_TEXTS"));
  bind_textdomain_codeset("trammel", "UTF-8");
  textdomain("trammel");
  g_assert_cmpstr(dgettext("trammel", "Estimate"), !=, "Estimate");
  guint n = count_all_cut("German", 1) + count_all_cut("German", 1.5);

  g_assert_cmpuint(n, ==, 0);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Returns the mapped plots in the view of the fit: plots and their strips in turn. */
static GPtrArray *
list_plots(TrammelWindow *window)
{
  GPtrArray *plots = g_ptr_array_new();

  collect_widgets(find(window, TRAMMEL_TYPE_FIT_PLOTS), TRAMMEL_TYPE_PLOT_VIEW, plots);
  return plots;
}

static TrammelSeries *
find_series(TrammelPlotView *view, const char *name)
{
  for (gsize i = 0; i < trammel_plot_view_get_n_series(view); i++)
    if (g_str_equal(trammel_series_get_name(trammel_plot_view_get_series(view, i)), name))
      return trammel_plot_view_get_series(view, i);
  return NULL;
}

static gboolean
has_open_loop(gpointer window)
{
  g_autoptr(GPtrArray) plots = list_plots(window);

  return find_series(plots->pdata[0], "open loop of the start values") != NULL;
}

static gboolean
has_open_strip(gpointer window)
{
  g_autoptr(GPtrArray) plots = list_plots(window);

  return plots->len == 4 && find_series(plots->pdata[1], "open loop");
}

/* Before a run the open loop of the start values is shown; afterwards the estimate with its band,
 * and the residual or the open loop below. */
static void
test_strips(void)
{
  TrammelWindow *window = open_sized("furuta", 1440, 900);
  g_autoptr(GPtrArray) before = list_plots(window);

  g_assert_cmpuint(before->len, ==, 2);
  g_assert_true(test_wait(has_open_loop, window, TEST_DEADLINE));
  identify(window);
  g_autoptr(GPtrArray) after = list_plots(window);
  g_assert_cmpuint(after->len, ==, 4);
  g_assert_nonnull(find_series(after->pdata[0], "estimated"));
  g_assert_nonnull(find_series(after->pdata[0], "measured"));
  TrammelSeries *band = find_series(after->pdata[0], "± 2σ of a sample");
  g_assert_cmpint(trammel_series_get_kind(band), ==, TRAMMEL_SERIES_BAND);
  const TrSensorFit *sensor = &trammel_run_get_fit(get_run(window))->logs[0].sensors[0];
  TrammelSeries *residual = find_series(after->pdata[1], "residual");
  g_assert_cmpuint(trammel_series_get_size(residual), ==, (gsize)sensor->n_residuals);
  g_assert_cmpfloat_with_epsilon(trammel_series_get_y(residual)[7],
                                 (sensor->measured[7] - sensor->estimated[7]) * 180 / G_PI, 1e-9);
  GtkWidget *page = find(window, TRAMMEL_TYPE_IDENTIFY_PAGE);
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  collect_widgets(page, GTK_TYPE_DROP_DOWN, choices);
  for (guint i = 0; i < choices->len; i++)
    if (g_list_model_get_n_items(gtk_drop_down_get_model(choices->pdata[i])) == 3)
      gtk_drop_down_set_selected(choices->pdata[i], TRAMMEL_STRIP_OPEN_LOOP);
  g_assert_true(test_wait(has_open_strip, window, TEST_DEADLINE));
  close_window(window);
}

/* The run before the one that is shown is drawn in grey. */
static void
test_last_run(void)
{
  TrammelWindow *window = open_sized("pendulum", 1440, 900);

  identify(window);
  g_autoptr(GPtrArray) first = list_plots(window);
  gsize n = trammel_plot_view_get_n_series(first->pdata[0]);
  identify(window);
  g_autoptr(GPtrArray) second = list_plots(window);
  g_assert_cmpuint(trammel_plot_view_get_n_series(second->pdata[0]), ==, n + 1);
  const TrammelSeries *grey = trammel_plot_view_get_series(second->pdata[0], 1);
  g_assert_true(g_str_has_prefix(trammel_series_get_name(grey), "#1"));
  g_assert_cmpint(trammel_series_get_style(grey)->role, ==, TRAMMEL_ROLE_START);
  close_window(window);
}

static void
click(TrammelWindow *window, const char *icon)
{
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();

  collect_widgets(find(window, TRAMMEL_TYPE_SCENE_CARD), GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (g_strcmp0(gtk_button_get_icon_name(buttons->pdata[i]), icon) == 0) {
      g_signal_emit_by_name(buttons->pdata[i], "clicked");
      gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
      return;
    }
  g_assert_not_reached();
}

/* The 3D view is made large, floats in a window of its own, comes back when that is closed, and is
 * hidden. */
static void
test_scene_card(void)
{
  TrammelWindow *window = open_sized("pendulum", 1440, 900);
  TrammelScenePane *pane = TRAMMEL_SCENE_PANE(find(window, TRAMMEL_TYPE_SCENE_PANE));

  click(window, "view-fullscreen-symbolic");
  g_assert_null(find(window, TRAMMEL_TYPE_FIT_PLOTS));
  g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(pane)), >, 700);
  click(window, "view-restore-symbolic");
  g_assert_nonnull(find(window, TRAMMEL_TYPE_FIT_PLOTS));
  click(window, "window-new-symbolic");
  GtkRoot *floating = gtk_widget_get_root(GTK_WIDGET(pane));
  g_assert_true(floating != GTK_ROOT(window));
  g_assert_null(find(window, TRAMMEL_TYPE_SCENE_CARD));
  gtk_window_close(GTK_WINDOW(floating));
  g_assert_true(gtk_widget_get_root(GTK_WIDGET(pane)) == GTK_ROOT(window));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  click(window, "window-new-symbolic");
  g_action_group_change_action_state(G_ACTION_GROUP(window), "show-scene",
                                     g_variant_new_boolean(FALSE));
  g_assert_true(gtk_widget_get_root(GTK_WIDGET(pane)) == GTK_ROOT(window));
  g_assert_null(find(window, TRAMMEL_TYPE_SCENE_CARD));
  close_window(window);
  /* a window that is closed takes the floating one along */
  window = open_sized("pendulum", 1440, 900);
  click(window, "window-new-symbolic");
  close_window(window);
}

/* Folded settings leave their room to the plots; the badge brings them back with the findings. */
static void
test_fold(void)
{
  TrammelWindow *window = open_sized("pendulum", 1440, 900);
  int width = gtk_widget_get_width(find(window, TRAMMEL_TYPE_FIT_PLOTS));

  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  g_action_group_change_action_state(G_ACTION_GROUP(window), "show-settings",
                                     g_variant_new_boolean(FALSE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_null(find(window, TRAMMEL_TYPE_SETTING_ROW));
  g_assert_cmpint(gtk_widget_get_width(find(window, TRAMMEL_TYPE_FIT_PLOTS)), >, width + 150);
  GtkWidget *panel = find(window, TRAMMEL_TYPE_SETTINGS_PANEL);
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  collect_widgets(panel, GTK_TYPE_BUTTON, buttons);
  g_assert_cmpuint(buttons->len, ==, 2);
  g_signal_emit_by_name(buttons->pdata[1], "clicked");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_nonnull(find(window, TRAMMEL_TYPE_CHECK_PANEL));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/identify-layout/nothing-moves", test_nothing_moves);
  g_test_add_func("/ui/identify-layout/message", test_message);
  g_test_add_func("/ui/identify-layout/small-window", test_small_window);
  g_test_add_func("/ui/identify-layout/table", test_table);
  g_test_add_func("/ui/identify-layout/share", test_share);
  g_test_add_func("/ui/identify-layout/remarks", test_remarks);
  g_test_add_func("/ui/identify-layout/labels", test_labels);
  g_test_add_func("/ui/identify-layout/strips", test_strips);
  g_test_add_func("/ui/identify-layout/last-run", test_last_run);
  g_test_add_func("/ui/identify-layout/scene-card", test_scene_card);
  g_test_add_func("/ui/identify-layout/fold", test_fold);
  g_test_add_func("/ui/identify-layout/german-labels", test_german_labels);
  return run_window_tests();
}
