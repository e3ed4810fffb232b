/* Tests of the options in the menu of a plot: switches, lines, axis range, table, saving; and of
 * their drawing. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

#include "plot/figure/number-text.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/plot/axis-window.h"
#include "ui/plot/picture-save.h"
#include "ui/plot/private.h"
#include "ui/ui-support.h"

typedef struct {
  GtkWidget *window;
  TrammelPlotView *view, *other;
  char *folder;
  char *chosen;     /* path that the user "chooses"; NULL: cancels */
  char *suggestion; /* suggested name */
} Fixture;

static TrammelPlotView *
add_view(GtkWidget *box, const char *title, double scale)
{
  double x[51], y[51];
  for (int i = 0; i <= 50; i++) {
    x[i] = 0.2 * i;
    y[i] = scale * (1.0 + x[i]);
  }
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  TrammelSeries *series = trammel_series_new("curve", x, y, 51, NULL);
  trammel_plot_view_set_title(view, title);
  trammel_plot_view_set_x_title(view, "t [s]");
  trammel_plot_view_set_y_title(view, "q [rad]");
  trammel_plot_view_set_series(view, &series, 1);
  trammel_series_unref(series);
  gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(view));
  return view;
}

static GFile *
choose(TrammelChoice choice, const char *name, gpointer user)
{
  Fixture *fixture = user;
  g_free(fixture->suggestion);
  fixture->suggestion = g_strdup(name);
  return fixture->chosen == NULL ? NULL : g_file_new_for_path(fixture->chosen);
}

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  *fixture = (Fixture){.window = gtk_window_new()};
  fixture->view = add_view(box, "Fit: j1.position", 1.0);
  fixture->other = add_view(box, "Torque", 100.0);
  fixture->folder = g_dir_make_tmp("trammel-plot-XXXXXX", NULL);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose, .user = fixture});
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), 700, 500);
  gtk_window_set_child(GTK_WINDOW(fixture->window), box);
  gtk_window_present(GTK_WINDOW(fixture->window));
  gtk_test_widget_wait_for_draw(fixture->window);
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  gpointer view = fixture->view;
  g_object_add_weak_pointer(G_OBJECT(view), &view);
  gtk_window_destroy(GTK_WINDOW(fixture->window));
  g_assert_true(test_wait(test_is_null, &view, TEST_DEADLINE));
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  g_assert_cmpint(g_rmdir(fixture->folder), ==, 0);
  g_free(fixture->folder);
  g_free(fixture->chosen);
  g_free(fixture->suggestion);
}

static gboolean
activate(TrammelPlotView *view, const char *action)
{
  return gtk_widget_activate_action(GTK_WIDGET(view), action, NULL);
}

static void
test_log_y(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  trammel_plot_view_set_y_kind(view, TRAMMEL_AXIS_DEGREES);
  g_assert_true(activate(view, "plot.log-y"));
  g_assert_true(trammel_plot_view_is_log(view, FALSE));
  g_assert_cmpfloat(view->figure.y.min, >, 0.0);
  g_assert_true(activate(view, "plot.log-y"));
  g_assert_cmpint(view->figure.y.kind, ==, TRAMMEL_AXIS_DEGREES);
}

/* the user's options are kept as long as the axis shows the same quantity */
static void
test_same_quantity(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double a, b, low, high;
  trammel_plot_view_set_y_title(view, "angle [deg]");
  trammel_plot_view_set_y_kind(view, TRAMMEL_AXIS_DEGREES);
  trammel_plot_view_zoom_to(view, 1.0, 2.0, 0.25, 0.5);
  trammel_plot_view_set_y_title(view, "angle [deg]");
  trammel_plot_view_set_y_kind(view, TRAMMEL_AXIS_DEGREES);
  trammel_plot_view_get_range(view, &a, &b, &low, &high);
  g_assert_true(low == 0.25 && high == 0.5);

  g_assert_true(activate(view, "plot.log-y"));
  trammel_plot_view_set_y_kind(view, TRAMMEL_AXIS_LINEAR);
  g_assert_true(trammel_plot_view_is_log(view, FALSE));
  g_assert_true(activate(view, "plot.log-y"));
  g_assert_cmpint(view->figure.y.kind, ==, TRAMMEL_AXIS_LINEAR);

  trammel_plot_view_zoom_to(view, 1.0, 2.0, 0.25, 0.5);
  trammel_plot_view_set_y_title(view, "torque [N m]");
  trammel_plot_view_get_range(view, &a, &b, &low, &high);
  g_assert_true(low != 0.25 && high != 0.5);
}

static void
test_show_points(Fixture *fixture, gconstpointer unused)
{
  guint n = trammel_plot_view_get_n_renders(fixture->view);
  g_assert_true(activate(fixture->view, "plot.show-points"));
  g_assert_true(fixture->view->figure.show_points);
  gtk_test_widget_wait_for_draw(fixture->window);
  g_assert_cmpuint(trammel_plot_view_get_n_renders(fixture->view), ==, n + 1);
}

/* a plot can leave its stack, with a range and markers of its own, and return */
static void
test_link(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  g_autoptr(TrammelXRange) range = trammel_x_range_new();
  double a, b, c, d;
  gboolean linked = FALSE;
  trammel_plot_view_link_x(view, range);
  trammel_plot_view_link_x(fixture->other, range);
  trammel_x_range_set_marker(range, TRAMMEL_MARKER_A, 3.0);
  g_assert_nonnull(view->figure.measure.text);
  g_assert_nonnull(fixture->other->figure.measure.text);
  g_object_get(view, "linked", &linked, NULL);
  g_assert_true(linked);

  g_assert_true(activate(view, "plot.linked"));
  g_assert_null(view->figure.measure.text);
  trammel_plot_view_zoom_to(fixture->other, 1.0, 2.0, 0.0, 9.0);
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_true(a == 0.0 && b == 10.0);
  g_assert_true(activate(view, "plot.linked"));
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_true(a == 1.0 && b == 2.0);
  g_assert_nonnull(view->figure.measure.text);
}

static GdkTexture *
render(TrammelPlotView *view)
{
  TrammelExportSize size = trammel_picture_get_export_size(TRAMMEL_PICTURE(view));
  TrammelDrawing drawing = trammel_drawing_of_figure(&view->figure);
  size.dpi = 96.0;
  g_autoptr(GBytes) png = trammel_export_to_png(&drawing, &size, NULL);
  return gdk_texture_new_from_bytes(png, NULL);
}

/* Returns the number of pixels of a colour. */
static guint
count_pixels(TrammelPlotView *view, guint32 color)
{
  g_autoptr(GdkTexture) texture = render(view);
  gsize width = (gsize)gdk_texture_get_width(texture);
  gsize height = (gsize)gdk_texture_get_height(texture);
  g_autofree guint32 *pixels = g_new(guint32, width * height);
  guint n = 0;
  gdk_texture_download(texture, (guchar *)pixels, 4 * width);
  for (gsize i = 0; i < width * height; i++)
    n += (pixels[i] & 0xffffff) == color;
  return n;
}

static void
test_references(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double width = view->layout.area.width, height = view->layout.area.height;
  g_assert_cmpuint(count_pixels(view, 0x009e73), ==, 0);
  trammel_plot_view_add_reference(view, FALSE, 5.0);
  g_assert_cmpuint(count_pixels(view, 0x009e73), >=, (guint)(0.9 * width));
  trammel_plot_view_add_reference(view, TRUE, 2.5);
  g_assert_cmpuint(count_pixels(view, 0x009e73), >=, (guint)(0.9 * (width + height)));
  g_assert_true(activate(view, "plot.remove-lines"));
  g_assert_cmpuint(count_pixels(view, 0x009e73), ==, 0);
}

/* pointing at a legend entry fades all other curves */
static void
test_highlight(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  const double x[] = {0, 10}, a[] = {2, 2}, b[] = {8, 8};
  TrammelSeries *series[] = {
      trammel_series_new("a", x, a, 2,
                         &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED, .width = 3}),
      trammel_series_new("b", x, b, 2,
                         &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_SIMULATED, .width = 3}),
  };
  trammel_plot_view_set_series(view, series, 2);
  g_assert_true(trammel_plot_view_ensure_layout(view));
  guint n = count_pixels(view, 0x0072b2);
  trammel_plot_view_highlight(view, 1);
  g_assert_cmpstr(view->figure.highlight, ==, "b");
  /* on the screen only, not on paper */
  g_assert_cmpuint(count_pixels(view, 0x0072b2), ==, n);
  trammel_plot_view_highlight(view, -1);
  g_assert_null(view->figure.highlight);
  trammel_series_unref(series[0]);
  trammel_series_unref(series[1]);
}

/* a floating legend stays in the area at any position */
static void
test_floating_legend(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  for (double x = -100.0; x < 900.0; x += 83.0)
    for (double y = view->layout.area.y; y < 500.0; y += 37.0) {
      trammel_plot_view_move_legend(view, x, y);
      g_assert_true(trammel_plot_view_ensure_layout(view));
      const TrammelRect *box = &view->layout.legend_box, *area = &view->layout.area;
      const TrammelLegendEntry *entry = &g_array_index(view->layout.legend, TrammelLegendEntry, 0);
      g_assert_true(view->figure.legend.floats);
      g_assert_cmpfloat(box->x, >=, area->x);
      g_assert_cmpfloat(box->x + box->width, <=, area->x + area->width + 1.0);
      g_assert_cmpfloat(box->y, >=, area->y);
      g_assert_cmpfloat(box->y + box->height, <=, area->y + area->height + 1.0);
      g_assert_true(trammel_rect_contains(box, entry->rect.x, entry->rect.y));
    }
}

/* the readout never covers the area */
static void
test_readout_layout(Fixture *fixture, gconstpointer unused)
{
  TrammelFigure *figure = &fixture->view->figure;
  TrammelXRange *range = fixture->view->x_range;
  PangoContext *context = gtk_widget_get_pango_context(GTK_WIDGET(fixture->view));
  trammel_x_range_set_marker(range, TRAMMEL_MARKER_A, 1.0);
  trammel_x_range_set_marker(range, TRAMMEL_MARKER_B, 7.0);
  for (int width = 160; width < 1200; width += 79)
    for (int height = 104; height < 500; height += 77) {
      TrammelLayout layout;
      int text_width, text_height;
      trammel_layout_init(&layout, figure, context, width, height, 0);
      g_assert_nonnull(layout.readout);
      pango_layout_get_pixel_size(layout.readout, &text_width, &text_height);
      g_assert_cmpfloat(layout.readout_y + text_height, <=, layout.area.y);
      g_assert_cmpint(text_width, <=, width);
      g_assert_cmpfloat(layout.area.height, >=, height < 150 ? 24.0 : 30.0);
      trammel_layout_clear(&layout);
    }
}

static void
collect_children(GtkWidget *widget, GType type, GPtrArray *found)
{
  if (g_type_is_a(G_OBJECT_TYPE(widget), type))
    g_ptr_array_add(found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
       child = gtk_widget_get_next_sibling(child))
    collect_children(child, type, found);
}

static void
enter(GPtrArray *entries, guint field, const char *text)
{
  gtk_editable_set_text(GTK_EDITABLE(g_ptr_array_index(entries, field)), text);
}

static void
test_axis_window(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *window = trammel_axis_window_present(fixture->view);
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  double a, b, c, d;
  collect_children(window, GTK_TYPE_ENTRY, entries);
  collect_children(window, GTK_TYPE_LABEL, labels);
  g_assert_cmpuint(entries->len, ==, 4);
  g_assert_cmpstr(gtk_editable_get_text(g_ptr_array_index(entries, 1)), ==, "10");
  GtkWidget *apply = gtk_window_get_default_widget(GTK_WINDOW(window));

  enter(entries, 0, "two");
  g_signal_emit_by_name(apply, "clicked");
  g_assert_true(gtk_widget_has_css_class(g_ptr_array_index(entries, 0), "error"));
  gboolean told = FALSE;
  for (guint i = 0; i < labels->len; i++)
    told |= strstr(gtk_label_get_text(g_ptr_array_index(labels, i)), "two") != NULL;
  g_assert_true(told);
  enter(entries, 0, " 2.5 ");
  enter(entries, 1, "1");
  g_signal_emit_by_name(apply, "clicked");
  g_assert_true(gtk_widget_has_css_class(g_ptr_array_index(entries, 1), "error"));
  trammel_plot_view_get_range(fixture->view, &a, &b, &c, &d);
  g_assert_true(a == 0.0 && b == 10.0);

  enter(entries, 1, "7.5");
  enter(entries, 2, "-1e1");
  enter(entries, 3, "20");
  g_signal_emit_by_name(apply, "clicked");
  trammel_plot_view_get_range(fixture->view, &a, &b, &c, &d);
  g_assert_true(a == 2.5 && b == 7.5 && c == -10.0 && d == 20.0);
  trammel_plot_view_go_back(fixture->view);
  trammel_plot_view_get_range(fixture->view, &a, &b, &c, &d);
  g_assert_true(a == 0.0 && b == 10.0);
}

/* the ends are shown and read with the decimal sign of the user */
static void
test_axis_window_comma(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  double a, b, c, d;

  trammel_number_text_set_decimal_sign(',');
  GtkWidget *window = trammel_axis_window_present(fixture->view);
  collect_children(window, GTK_TYPE_ENTRY, entries);
  enter(entries, 0, "0,5");
  enter(entries, 1, "6.25");
  g_signal_emit_by_name(gtk_window_get_default_widget(GTK_WINDOW(window)), "clicked");
  trammel_plot_view_get_range(fixture->view, &a, &b, &c, &d);
  g_assert_true(a == 0.5 && b == 6.25);
  window = trammel_axis_window_present(fixture->view);
  g_ptr_array_set_size(entries, 0);
  collect_children(window, GTK_TYPE_ENTRY, entries);
  g_assert_cmpstr(gtk_editable_get_text(g_ptr_array_index(entries, 1)), ==, "6,25");
  gtk_window_destroy(GTK_WINDOW(window));
  trammel_number_text_set_decimal_sign('.');
}

/* the window may outlive its plot, and a log axis refuses 0 */
static void
test_axis_window_alone(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  trammel_plot_view_set_log_y(fixture->other, TRUE);
  GtkWidget *window = trammel_axis_window_present(fixture->other);
  GtkWidget *apply = gtk_window_get_default_widget(GTK_WINDOW(window));
  collect_children(window, GTK_TYPE_ENTRY, entries);
  enter(entries, 2, "0");
  g_signal_emit_by_name(apply, "clicked");
  g_assert_true(gtk_widget_has_css_class(g_ptr_array_index(entries, 2), "error"));
  gtk_box_remove(GTK_BOX(gtk_widget_get_parent(GTK_WIDGET(fixture->other))),
                 GTK_WIDGET(fixture->other));
  g_signal_emit_by_name(apply, "clicked");
  gtk_window_destroy(GTK_WINDOW(window));
}

static void
choose_file(Fixture *fixture, const char *name)
{
  g_free(fixture->chosen);
  fixture->chosen = g_build_filename(fixture->folder, name, NULL);
}

static gboolean
is_there(gpointer path)
{
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

static char *
wait_for_file(char *path)
{
  char *data = NULL;
  g_assert_true(test_wait(is_there, path, TEST_DEADLINE));
  g_assert_true(g_file_get_contents(path, &data, NULL, NULL));
  g_assert_cmpint(g_remove(path), ==, 0);
  return data;
}

/* the message to the window */
static void
on_message_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  char **message = data;
  gboolean is_error;
  const char *text;
  g_variant_get(parameter, "(b&s)", &is_error, &text);
  g_free(*message);
  *message = g_strdup_printf("%s: %s", is_error ? "error" : "info", text);
}

static void
add_message_action(Fixture *fixture, char **message)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new();
  g_autoptr(GSimpleAction) action = g_simple_action_new("show-message", G_VARIANT_TYPE("(bs)"));
  g_signal_connect(action, "activate", G_CALLBACK(on_message_cb), message);
  g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
  gtk_widget_insert_action_group(fixture->window, "win", G_ACTION_GROUP(group));
}

static void
test_save(Fixture *fixture, gconstpointer unused)
{
  g_autofree char *message = NULL;
  add_message_action(fixture, &message);
  choose_file(fixture, "a.svg");
  g_assert_true(activate(fixture->view, "picture.save-image"));
  g_autofree char *svg = wait_for_file(fixture->chosen);
  g_assert_nonnull(strstr(svg, "<svg"));
  g_assert_cmpstr(fixture->suggestion, ==, "fit-j1-position.png");
  g_assert_cmpstr(message, ==, "info: a.svg was saved.");

  choose_file(fixture, "a.csv");
  g_assert_true(activate(fixture->view, "picture.save-data"));
  g_autofree char *csv = wait_for_file(fixture->chosen);
  g_assert_true(g_str_has_prefix(csv, "t [s],curve [rad]\n0,1\n"));

  choose_file(fixture, "a.gif");
  g_assert_true(activate(fixture->view, "picture.save-image"));
  while (g_main_context_iteration(NULL, FALSE))
    continue;
  g_assert_true(g_str_has_prefix(message, "error: "));
  g_assert_nonnull(strstr(message, ".png, .svg or .pdf"));
}

/* cancelling writes no file and shows no message */
static void
test_save_cancelled(Fixture *fixture, gconstpointer unused)
{
  g_autofree char *message = NULL;
  add_message_action(fixture, &message);
  g_assert_true(activate(fixture->view, "picture.save-image"));
  while (g_main_context_iteration(NULL, FALSE))
    continue;
  g_assert_nonnull(fixture->suggestion);
  g_assert_null(message);
}

/* all plots of the window in one figure, with the layout of the screen */
static void
test_save_page(Fixture *fixture, gconstpointer unused)
{
  g_autofree char *path = g_build_filename(fixture->folder, "page.png", NULL);
  g_autoptr(GError) error = NULL;
  GtkWidget *view = GTK_WIDGET(fixture->view), *other = GTK_WIDGET(fixture->other);
  g_assert_cmpuint(trammel_picture_count_page(TRAMMEL_PICTURE(view)), ==, 2);
  g_assert_true(trammel_picture_export_page(TRAMMEL_PICTURE(view), path, &error));
  g_assert_no_error(error);
  g_autoptr(GdkTexture) page = gdk_texture_new_from_filename(path, &error);
  g_assert_no_error(error);
  int both = gtk_widget_get_height(view) + gtk_widget_get_height(other) + 16;
  g_assert_cmpint(abs(gdk_texture_get_height(page) - 2 * both), <=, 2);
  g_assert_cmpint(abs(gdk_texture_get_width(page) - 2 * (gtk_widget_get_width(view) + 16)), <=, 2);
  gtk_widget_set_visible(other, FALSE);
  g_assert_cmpuint(trammel_picture_count_page(TRAMMEL_PICTURE(view)), ==, 1);
  g_assert_cmpint(g_remove(path), ==, 0);
}

static void
test_table(Fixture *fixture, gconstpointer unused)
{
  g_assert_true(activate(fixture->view, "picture.view-table"));
  GtkWidget *window = NULL;
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  for (GList *l = windows; l != NULL; l = l->next)
    if (gtk_window_get_transient_for(l->data) == GTK_WINDOW(fixture->window))
      window = l->data;
  g_assert_nonnull(window);
  g_autoptr(GPtrArray) tables = g_ptr_array_new();
  collect_children(window, GTK_TYPE_COLUMN_VIEW, tables);
  GtkColumnView *table = g_ptr_array_index(tables, 0);
  g_assert_cmpuint(g_list_model_get_n_items(gtk_column_view_get_columns(table)), ==, 2);
  g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(gtk_column_view_get_model(table))), ==,
                   51);
  gtk_test_widget_wait_for_draw(window);
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  collect_children(GTK_WIDGET(table), GTK_TYPE_LABEL, labels);
  gboolean found = FALSE;
  for (guint i = 0; i < labels->len; i++)
    found |= g_str_equal(gtk_label_get_text(g_ptr_array_index(labels, i)), "1.2");
  g_assert_true(found);
  trammel_plot_view_set_series(fixture->view, NULL, 0);
  gtk_test_widget_wait_for_draw(window);
}

#define ADD(path, function)                                                                        \
  g_test_add("/ui/plot/options/" path, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  ADD("log-y", test_log_y);
  ADD("same-quantity", test_same_quantity);
  ADD("show-points", test_show_points);
  ADD("link", test_link);
  ADD("references", test_references);
  ADD("highlight", test_highlight);
  ADD("floating-legend", test_floating_legend);
  ADD("readout-layout", test_readout_layout);
  ADD("axis-window", test_axis_window);
  ADD("axis-window-comma", test_axis_window_comma);
  ADD("axis-window-alone", test_axis_window_alone);
  ADD("save", test_save);
  ADD("save-cancelled", test_save_cancelled);
  ADD("save-page", test_save_page);
  ADD("table", test_table);
  return g_test_run();
}
