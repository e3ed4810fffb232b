/* Tests of the plot view: gestures, linked ranges, cached layer, disposal. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <math.h>
#include <unistd.h>

#include "ui/plot/plot-view.h"
#include "ui/plot/private.h"
#include "ui/ui-support.h"

typedef struct {
  GtkWidget *window;
  TrammelPlotView *view, *other;
} Fixture;

static void
set_ramp(TrammelPlotView *view, double x_end, double y_end)
{
  double x[101], y[101];
  for (int i = 0; i <= 100; i++) {
    x[i] = x_end * i / 100.0;
    y[i] = y_end * i / 100.0;
  }
  TrammelSeries *series[] = {
      trammel_series_new("ramp", x, y, 101, NULL),
      trammel_series_new("half", x, x, 51, &(TrammelSeriesStyle){.index = 1}),
  };
  trammel_plot_view_set_series(view, series, 2);
  trammel_series_unref(series[0]);
  trammel_series_unref(series[1]);
}

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  fixture->window = gtk_window_new();
  fixture->view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  fixture->other = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  gtk_widget_set_vexpand(GTK_WIDGET(fixture->view), TRUE);
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(fixture->view));
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(fixture->other));
  trammel_plot_view_set_title(fixture->view, "Ramp");
  trammel_plot_view_set_x_title(fixture->view, "t [s]");
  trammel_plot_view_set_y_title(fixture->view, "q [rad]");
  set_ramp(fixture->view, 10.0, 10.0);
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), 700, 600);
  gtk_window_set_child(GTK_WINDOW(fixture->window), box);
  gtk_window_present(GTK_WINDOW(fixture->window));
  gtk_test_widget_wait_for_draw(fixture->window);
  g_assert_true(trammel_plot_view_ensure_layout(fixture->view));
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  gpointer window = fixture->window;
  gpointer view = fixture->view;
  g_object_add_weak_pointer(G_OBJECT(window), &window);
  g_object_add_weak_pointer(G_OBJECT(view), &view);
  gtk_window_destroy(GTK_WINDOW(fixture->window));
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
  g_assert_true(test_wait(test_is_null, &view, TEST_DEADLINE));
}

/* returns the controller of a type; drags by name */
static GtkEventController *
find_controller(TrammelPlotView *view, GType type, const char *name)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(view));
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (g_type_is_a(G_OBJECT_TYPE(controller), type) &&
        (name == NULL || g_strcmp0(gtk_event_controller_get_name(controller), name) == 0))
      return controller;
  }
  g_assert_not_reached();
}

static void
move_pointer(TrammelPlotView *view, double x, double y)
{
  g_signal_emit_by_name(find_controller(view, GTK_TYPE_EVENT_CONTROLLER_MOTION, NULL), "motion", x,
                        y);
}

static void
scroll(TrammelPlotView *view, double dy)
{
  gboolean handled = FALSE;
  g_signal_emit_by_name(find_controller(view, GTK_TYPE_EVENT_CONTROLLER_SCROLL, NULL), "scroll",
                        0.0, dy, &handled);
  g_assert_true(handled);
}

static void
drag(TrammelPlotView *view, const char *name, double x, double y, double dx, double dy)
{
  GtkEventController *gesture = find_controller(view, GTK_TYPE_GESTURE_DRAG, name);
  g_signal_emit_by_name(gesture, "drag-begin", x, y);
  if (dx != 0.0 || dy != 0.0)
    g_signal_emit_by_name(gesture, "drag-update", dx, dy);
  g_signal_emit_by_name(gesture, "drag-end", dx, dy);
}

static gboolean
press_key(TrammelPlotView *view, guint keyval, GdkModifierType state)
{
  gboolean handled = FALSE;
  g_signal_emit_by_name(find_controller(view, GTK_TYPE_EVENT_CONTROLLER_KEY, NULL), "key-pressed",
                        keyval, 0, state, &handled);
  return handled;
}

static void
assert_range(TrammelPlotView *view, double x_low, double x_high, double y_low, double y_high)
{
  double a, b, c, d;
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat_with_epsilon(a, x_low, 1e-9);
  g_assert_cmpfloat_with_epsilon(b, x_high, 1e-9);
  g_assert_cmpfloat_with_epsilon(c, y_low, 1e-9);
  g_assert_cmpfloat_with_epsilon(d, y_high, 1e-9);
}

static double
get_x_pixel(TrammelPlotView *view, double x)
{
  g_assert_true(trammel_plot_view_ensure_layout(view));
  return trammel_axis_to_pixel(&view->figure.x, x);
}

static double
get_y_pixel(TrammelPlotView *view, double y)
{
  g_assert_true(trammel_plot_view_ensure_layout(view));
  return trammel_axis_to_pixel(&view->figure.y, y);
}

static void
test_autoscale(Fixture *fixture, gconstpointer unused)
{
  assert_range(fixture->view, 0.0, 10.0, -0.6, 10.6);
  set_ramp(fixture->view, 20.0, 30.0);
  assert_range(fixture->view, 0.0, 20.0, -1.8, 31.8);
  /* the user's zoom is kept when data change */
  trammel_plot_view_zoom_to(fixture->view, 1.0, 2.0, 3.0, 4.0);
  set_ramp(fixture->view, 50.0, 50.0);
  assert_range(fixture->view, 1.0, 2.0, 3.0, 4.0);
  trammel_plot_view_fit(fixture->view);
  assert_range(fixture->view, 0.0, 50.0, -3.0, 53.0);
}

static void
test_wheel(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double x = get_x_pixel(view, 4.0);
  double y = get_y_pixel(view, 6.0);
  move_pointer(view, x, y);
  scroll(view, -1.0);
  double a, b, c, d;
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat_with_epsilon(b - a, 10.0 / 1.2, 1e-9);
  g_assert_cmpfloat_with_epsilon(d - c, 11.2 / 1.2, 1e-9);
  g_assert_cmpfloat_with_epsilon(trammel_axis_to_pixel(&view->figure.y, 6.0), y, 1e-6);

  /* one turn of the wheel is one step back */
  scroll(view, -1.0);
  scroll(view, -1.0);
  g_assert_true(press_key(view, GDK_KEY_BackSpace, 0));
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
  g_assert_true(press_key(view, GDK_KEY_BackSpace, GDK_SHIFT_MASK));
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat_with_epsilon(b - a, 10.0 / pow(1.2, 3.0), 1e-9);
}

static void
test_wheel_on_axes(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double a, b, c, d;
  move_pointer(view, get_x_pixel(view, 5.0), view->layout.height - 6.0);
  scroll(view, -1.0);
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat(b - a, <, 9.0);
  g_assert_cmpfloat_with_epsilon(d - c, 11.2, 1e-9);
  trammel_plot_view_fit(view);
  move_pointer(view, 5.0, get_y_pixel(view, 5.0));
  scroll(view, 1.0);
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat_with_epsilon(b - a, 10.0, 1e-9);
  g_assert_cmpfloat_with_epsilon(d - c, 11.2 * 1.2, 1e-9);
}

static void
test_time_plot(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  g_autoptr(TrammelTimeline) timeline = trammel_timeline_new();
  trammel_timeline_set_range(timeline, 0.0, 10.0);
  trammel_plot_view_set_timeline(view, timeline);
  trammel_plot_view_set_timeline(fixture->other, timeline);
  move_pointer(view, get_x_pixel(view, 5.0), get_y_pixel(view, 5.0));
  scroll(view, -1.0);
  double a, b, c, d;
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat_with_epsilon(b - a, 10.0 / 1.2, 1e-9);
  g_assert_cmpfloat_with_epsilon(d - c, 11.2, 1e-9);

  drag(view, "box", get_x_pixel(view, 3.25), get_y_pixel(view, 8.0), 0.0, 0.0);
  g_assert_cmpfloat_with_epsilon(trammel_timeline_get_position(timeline), 3.25, 1e-9);
}

static void
test_box_zoom(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double x = get_x_pixel(view, 2.0), y = get_y_pixel(view, 7.0);
  drag(view, "box", x, y, get_x_pixel(view, 5.0) - x, get_y_pixel(view, 3.0) - y);
  assert_range(view, 2.0, 5.0, 3.0, 7.0);
  /* flat: x only; drawn to the left */
  x = get_x_pixel(view, 4.0);
  drag(view, "box", x, get_y_pixel(view, 5.0), get_x_pixel(view, 3.0) - x, 3.0);
  assert_range(view, 3.0, 4.0, 3.0, 7.0);
  g_assert_true(press_key(view, GDK_KEY_BackSpace, 0));
  assert_range(view, 2.0, 5.0, 3.0, 7.0);
  g_assert_true(press_key(view, GDK_KEY_0, 0));
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

static void
test_box_cancel(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  GtkEventController *gesture = find_controller(view, GTK_TYPE_GESTURE_DRAG, "box");
  g_signal_emit_by_name(gesture, "drag-begin", get_x_pixel(view, 2.0), get_y_pixel(view, 7.0));
  g_signal_emit_by_name(gesture, "drag-update", 80.0, 60.0);
  g_assert_true(press_key(view, GDK_KEY_Escape, 0));
  g_signal_emit_by_name(gesture, "drag-end", 80.0, 60.0);
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
  g_assert_false(press_key(view, GDK_KEY_Escape, 0));
}

static void
test_pan(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double dx = get_x_pixel(view, 3.0) - get_x_pixel(view, 0.0);
  drag(view, "pan", get_x_pixel(view, 5.0), get_y_pixel(view, 5.0), dx, 2.0);
  assert_range(view, -3.0, 7.0, -0.6, 10.6);
  double dy = get_y_pixel(view, 0.0) - get_y_pixel(view, 2.0);
  drag(view, "pan-right", get_x_pixel(view, 5.0), get_y_pixel(view, 5.0), 0.0, dy);
  assert_range(view, -3.0, 7.0, 1.4, 12.6);
  /* on the axis the left button pans it */
  drag(view, "box", get_x_pixel(view, 2.0), view->layout.height - 6.0, -dx, 30.0);
  assert_range(view, 0.0, 10.0, 1.4, 12.6);
  g_assert_true(press_key(view, GDK_KEY_y, 0));
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

static void
test_legend(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  trammel_plot_view_ensure_layout(view);
  TrammelRect rect = g_array_index(view->layout.legend, TrammelLegendEntry, 0).rect;
  drag(view, "box", rect.x + 5.0, rect.y + 5.0, 0.0, 0.0);
  g_assert_false(trammel_plot_view_get_curve_visible(view, "ramp"));
  g_assert_true(trammel_plot_view_get_curve_visible(view, "half"));
  assert_range(view, 0.0, 10.0, -0.3, 5.3);
  set_ramp(view, 10.0, 10.0);
  g_assert_false(trammel_plot_view_get_curve_visible(view, "ramp"));

  GtkEventController *click = find_controller(view, GTK_TYPE_GESTURE_CLICK, NULL);
  trammel_plot_view_ensure_layout(view);
  g_signal_emit_by_name(click, "pressed", 2, rect.x + 5.0, rect.y + 5.0);
  g_assert_true(trammel_plot_view_get_curve_visible(view, "ramp"));
  g_assert_false(trammel_plot_view_get_curve_visible(view, "half"));
}

static void
test_linked_range(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(TrammelXRange) range = trammel_x_range_new();
  set_ramp(fixture->other, 30.0, 1.0);
  trammel_plot_view_link_x(fixture->view, range);
  trammel_plot_view_link_x(fixture->other, range);
  assert_range(fixture->view, 0.0, 30.0, -0.6, 10.6);
  trammel_plot_view_zoom_to(fixture->view, 1.0, 2.0, 0.0, 5.0);
  double a, b, c, d;
  trammel_plot_view_get_range(fixture->other, &a, &b, &c, &d);
  g_assert_true(a == 1.0 && b == 2.0 && d > 14.0);
  trammel_plot_view_link_x(fixture->view, NULL);
  assert_range(fixture->view, 0.0, 10.0, 0.0, 5.0);
}

static void
test_label_group(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(TrammelLabelGroup) group = trammel_label_group_new();
  set_ramp(fixture->other, 10.0, 9000.0);
  trammel_plot_view_set_label_group(fixture->view, group);
  trammel_plot_view_set_label_group(fixture->other, group);
  g_assert_true(trammel_plot_view_ensure_layout(fixture->view));
  g_assert_true(trammel_plot_view_ensure_layout(fixture->other));
  g_assert_cmpfloat(fixture->view->layout.area.x, ==, fixture->other->layout.area.x);
  g_assert_cmpint(fixture->view->layout.label_width, <, fixture->other->layout.label_width);
  double shared = fixture->view->layout.area.x;
  trammel_plot_view_set_label_group(fixture->other, NULL);
  g_assert_true(trammel_plot_view_ensure_layout(fixture->view));
  g_assert_cmpfloat(fixture->view->layout.area.x, <, shared);
}

static void
draw(TrammelPlotView *view)
{
  GtkSnapshot *snapshot = gtk_snapshot_new();
  GTK_WIDGET_GET_CLASS(view)->snapshot(GTK_WIDGET(view), snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_assert_nonnull(node);
  gsk_render_node_unref(node);
}

/* moving cursors never redraw the curves; data, range and size do */
static void
test_cached_layer(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  g_autoptr(TrammelTimeline) timeline = trammel_timeline_new();
  trammel_timeline_set_range(timeline, 0.0, 10.0);
  trammel_plot_view_set_timeline(view, timeline);
  draw(view);
  guint n = trammel_plot_view_get_n_renders(view);
  g_assert_cmpuint(n, >, 0);
  for (int i = 0; i < 20; i++) {
    trammel_timeline_set_position(timeline, 0.4 * i);
    move_pointer(view, get_x_pixel(view, 0.4 * i), get_y_pixel(view, 0.4 * i));
    draw(view);
  }
  g_assert_true(view->hover.found);
  g_assert_cmpuint(trammel_plot_view_get_n_renders(view), ==, n);
  set_ramp(view, 10.0, 12.0);
  draw(view);
  g_assert_cmpuint(trammel_plot_view_get_n_renders(view), ==, n + 1);
}

static void
test_readout(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  move_pointer(view, get_x_pixel(view, 7.2) + 2.0, get_y_pixel(view, 7.2) - 3.0);
  g_assert_true(view->hover.found);
  g_assert_cmpuint(view->hover.sample, ==, 72);
  g_assert_cmpstr(pango_layout_get_text(view->hover.text), ==, "ramp\n7.200 rad   t 7.200 s   #72");
  move_pointer(view, get_x_pixel(view, 9.0), get_y_pixel(view, 1.0));
  g_assert_false(view->hover.found);
  g_signal_emit_by_name(find_controller(view, GTK_TYPE_EVENT_CONTROLLER_MOTION, NULL), "leave");
  g_assert_null(view->hover.x_text);
}

static void
on_series_clicked_cb(TrammelPlotView *view, guint series, guint sample, guint *result)
{
  result[0] = series;
  result[1] = sample;
}

static void
test_series_clicked(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  guint result[2] = {99, 99};
  g_signal_connect(view, "series-clicked", G_CALLBACK(on_series_clicked_cb), result);
  drag(view, "box", get_x_pixel(view, 9.0), get_y_pixel(view, 9.0), 1.0, 0.0);
  g_assert_cmpuint(result[0], ==, 0);
  g_assert_cmpuint(result[1], ==, 90);
}

static void
test_accessible(Fixture *fixture, gconstpointer unused)
{
  if (g_strcmp0(g_getenv("GTK_A11Y"), "test") != 0) {
    g_test_skip("needs GTK_A11Y=test");
    return;
  }
  gtk_test_accessible_assert_role(GTK_ACCESSIBLE(fixture->view), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property(GTK_ACCESSIBLE(fixture->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      "Ramp");
  gtk_test_accessible_assert_property(GTK_ACCESSIBLE(fixture->view),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      "q [rad] over t [s]: ramp: 101 samples, mean 5.000 rad, "
                                      "RMS 5.788 rad, from 0 to 10.000 rad; half: 51 samples, "
                                      "mean 2.500 rad, RMS 2.901 rad, from 0 to 5.000 rad");
}

/* A view without data works at any size and with every key. */
static void
test_empty(Fixture *fixture, gconstpointer unused)
{
  static const guint keys[] = {GDK_KEY_0,    GDK_KEY_y,     GDK_KEY_BackSpace, GDK_KEY_plus,
                               GDK_KEY_Left, GDK_KEY_minus, GDK_KEY_Up};
  TrammelPlotView *view = fixture->other;
  trammel_plot_view_set_empty_text(view, "No run yet.");
  trammel_plot_view_set_log_y(view, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
    g_assert_true(press_key(view, keys[i], 0));
  move_pointer(view, 100.0, 50.0);
  scroll(view, -1.0);
  draw(view);
  trammel_plot_view_set_series(view, NULL, 0);
  double a, b, c, d;
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_true(a < b && c < d && c > 0.0);
}

static void
test_export(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("trammel-plot-XXXXXX", &error);
  g_autofree char *path = g_build_filename(folder, "ramp.png", NULL);
  g_assert_true(trammel_plot_view_export(fixture->view, path, &error));
  g_assert_no_error(error);
  g_autoptr(GdkTexture) texture = gdk_texture_new_from_filename(path, &error);
  g_assert_no_error(error);
  g_assert_cmpint(gdk_texture_get_width(texture), ==,
                  2 * gtk_widget_get_width(GTK_WIDGET(fixture->view)));
  g_assert_cmpint(g_remove(path), ==, 0);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A symbolic link stays, and the file that it leads to keeps its permissions. */
static void
test_export_to_link(Fixture *fixture, gconstpointer unused)
{
  static const char *const names[] = {"ramp.png", "ramp.svg", "ramp.csv"};
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("trammel-plot-XXXXXX", &error);
  g_autofree char *file = g_build_filename(folder, "file", NULL);
  GStatBuf info;

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *link = g_build_filename(folder, names[i], NULL);
    g_assert_true(g_file_set_contents_full(file, "old", -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    g_assert_cmpint(symlink("file", link), ==, 0);
    g_assert_true(trammel_plot_view_export(fixture->view, link, &error));
    g_assert_no_error(error);
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    g_assert_cmpint(g_stat(file, &info), ==, 0);
    g_assert_cmpint(info.st_size, >, 10);
    g_assert_cmpuint(info.st_mode & 0777, ==, 0600);
    g_assert_cmpint(g_remove(link), ==, 0);
    g_assert_cmpint(g_remove(file), ==, 0);
  }
  g_autofree char *nowhere = g_build_filename(folder, "missing", "a.png", NULL);
  g_assert_false(trammel_plot_view_export(fixture->view, nowhere, &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A right click opens the menu, and its actions work. */
static void
test_menu(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  trammel_plot_view_zoom_to(view, 1.0, 2.0, 1.0, 2.0);
  drag(view, "pan-right", get_x_pixel(view, 1.5), get_y_pixel(view, 1.5), 0.0, 0.0);
  GtkWidget *menu = trammel_picture_get_menu(TRAMMEL_PICTURE(view));
  g_assert_nonnull(menu);
  g_assert_true(gtk_widget_get_visible(menu));
  gtk_popover_popdown(GTK_POPOVER(menu));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "plot.fit", NULL));
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "plot.back", NULL));
  assert_range(view, 1.0, 2.0, 1.0, 2.0);

  GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(view));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "picture.copy-all", NULL));
  GdkContentProvider *content = gdk_clipboard_get_content(clipboard);
  g_auto(GValue) text = G_VALUE_INIT;
  g_value_init(&text, G_TYPE_STRING);
  g_assert_true(gdk_content_provider_get_value(content, &text, NULL));
  g_assert_true(g_str_has_prefix(g_value_get_string(&text), "t [s]\tramp [rad]\t"));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "picture.copy-image", NULL));
  g_assert_true(
      gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), GDK_TYPE_TEXTURE));
}

#define ADD(path, function)                                                                        \
  g_test_add("/ui/plot/view/" path, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  ADD("autoscale", test_autoscale);
  ADD("wheel", test_wheel);
  ADD("wheel-on-axes", test_wheel_on_axes);
  ADD("time-plot", test_time_plot);
  ADD("box-zoom", test_box_zoom);
  ADD("box-cancel", test_box_cancel);
  ADD("pan", test_pan);
  ADD("legend", test_legend);
  ADD("linked-range", test_linked_range);
  ADD("label-group", test_label_group);
  ADD("cached-layer", test_cached_layer);
  ADD("readout", test_readout);
  ADD("series-clicked", test_series_clicked);
  ADD("accessible", test_accessible);
  ADD("empty", test_empty);
  ADD("export", test_export);
  ADD("export/link", test_export_to_link);
  ADD("menu", test_menu);
  return g_test_run();
}
