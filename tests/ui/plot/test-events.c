/* Tests of plots with real key presses, clicks and scrolling, sent by xdotool to the X server.
 * Skipped without xdotool. */
#include <gtk/gtk.h>
#include <math.h>

#include "ui/plot/plot-view.h"
#include "ui/plot/private.h"
#include "ui/real-input.h"
#include "ui/ui-support.h"

typedef struct {
  GtkWidget *window;
  TrammelPlotView *view, *other;
  TrammelTimeline *timeline;
} Fixture;

static void
set_curves(TrammelPlotView *view)
{
  double x[101], y[101], z[101];
  for (int i = 0; i <= 100; i++) {
    x[i] = 0.1 * i;
    y[i] = x[i];
    z[i] = 10.0 - x[i];
  }
  TrammelSeries *series[] = {
      trammel_series_new("up", x, y, 101, NULL),
      trammel_series_new("down", x, z, 101, &(TrammelSeriesStyle){.index = 1}),
  };
  trammel_plot_view_set_series(view, series, 2);
  trammel_series_unref(series[0]);
  trammel_series_unref(series[1]);
}

static TrammelPlotView *
add_view(GtkWidget *box, const char *title)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
  gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  trammel_plot_view_set_title(view, title);
  trammel_plot_view_set_x_title(view, "t [s]");
  trammel_plot_view_set_y_title(view, "q [rad]");
  set_curves(view);
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(view));
  return view;
}

/* waits so long that the next click does not count as a double click */
static void
pause_clicking(void)
{
  real_input_run_for(500);
}

#define send(fixture, ...) real_input_send((fixture)->window, __VA_ARGS__)

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  fixture->window = gtk_window_new();
  gtk_window_set_decorated(GTK_WINDOW(fixture->window), FALSE);
  fixture->view = add_view(box, "First");
  fixture->other = add_view(box, "Second");
  fixture->timeline = trammel_timeline_new();
  trammel_timeline_set_range(fixture->timeline, 0.0, 10.0);
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), 800, 600);
  gtk_window_set_child(GTK_WINDOW(fixture->window), box);
  gtk_window_present(GTK_WINDOW(fixture->window));
  gtk_test_widget_wait_for_draw(fixture->window);
  real_input_settle(fixture->window);
  real_input_focus(fixture->window);
  gtk_widget_grab_focus(GTK_WIDGET(fixture->view));
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  send(fixture, "mousemove 1400 890");
  gtk_window_destroy(GTK_WINDOW(fixture->window));
  g_object_unref(fixture->timeline);
  real_input_run_for(20);
}

static void
point_at(Fixture *fixture, TrammelPlotView *view, double x, double y)
{
  real_input_point_at(GTK_WIDGET(view), x, y);
}

static double
to_x(TrammelPlotView *view, double x)
{
  g_assert_true(trammel_plot_view_ensure_layout(view));
  return trammel_axis_to_pixel(&view->figure.x, x);
}

static double
to_y(TrammelPlotView *view, double y)
{
  g_assert_true(trammel_plot_view_ensure_layout(view));
  return trammel_axis_to_pixel(&view->figure.y, y);
}

static void
point_at_value(Fixture *fixture, double x, double y)
{
  point_at(fixture, fixture->view, to_x(fixture->view, x), to_y(fixture->view, y));
}

/* asserts the range shown, within a pixel */
static gboolean
has_range(TrammelPlotView *view, double x_low, double x_high, double y_low, double y_high)
{
  double a, b, c, d;
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  return fabs(a - x_low) < 0.03 && fabs(b - x_high) < 0.03 && fabs(c - y_low) < 0.09 &&
         fabs(d - y_high) < 0.09;
}

static void
assert_range(TrammelPlotView *view, double x_low, double x_high, double y_low, double y_high)
{
  double a, b, c, d;
  test_until(has_range(view, x_low, x_high, y_low, y_high), TEST_DEADLINE);
  trammel_plot_view_get_range(view, &a, &b, &c, &d);
  g_assert_cmpfloat_with_epsilon(a, x_low, 0.03);
  g_assert_cmpfloat_with_epsilon(b, x_high, 0.03);
  g_assert_cmpfloat_with_epsilon(c, y_low, 0.09);
  g_assert_cmpfloat_with_epsilon(d, y_high, 0.09);
}

static double
get_width(TrammelPlotView *view)
{
  return view->figure.x.max - view->figure.x.min;
}

static double
get_height(TrammelPlotView *view)
{
  return view->figure.y.max - view->figure.y.min;
}

static void
test_wheel(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  double width = get_width(view), height = get_height(view);
  point_at_value(fixture, 3.0, 7.0);
  double x = to_x(view, 3.0), y = to_y(view, 7.0);
  send(fixture, "click 4");
  soon_close(get_width(view), width / 1.2, 1e-6);
  soon_close(get_height(view), height / 1.2, 1e-6);
  soon_close(to_x(view, 3.0), x, 1.0);
  soon_close(to_y(view, 7.0), y, 1.0);
  send(fixture, "click 5");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);

  send(fixture, "keydown ctrl click 4 keyup ctrl");
  soon_close(get_width(view), width / 1.2, 1e-6);
  soon_close(get_height(view), height, 1e-6);
  send(fixture, "keydown shift click 4 keyup shift");
  soon_close(get_width(view), width / 1.2, 1e-6);
  soon_close(get_height(view), height / 1.2, 1e-6);
  /* all of it was one zoom step of the wheel */
  send(fixture, "key BackSpace");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

static void
test_wheel_on_axes(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  point_at(fixture, view, to_x(view, 5.0), view->layout.height - 6.0);
  send(fixture, "click 4");
  soon_close(get_width(view), 10.0 / 1.2, 1e-6);
  soon_close(get_height(view), 10.6 - -0.6, 1e-6);
  point_at(fixture, view, 8.0, to_y(view, 5.0));
  send(fixture, "click 4");
  soon_close(get_width(view), 10.0 / 1.2, 1e-6);
  soon_close(get_height(view), 11.2 / 1.2, 1e-6);
}

/* buttons 6 and 7 are the horizontal wheel */
static void
test_horizontal_wheel(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  point_at_value(fixture, 5.0, 5.0);
  send(fixture, "click 7");
  soon_cmpfloat(view->figure.x.min, >, 0.2);
  soon_close(get_width(view), 10.0, 1e-6);
  send(fixture, "click 6");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

static void
test_time_plot(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  trammel_plot_view_set_timeline(view, fixture->timeline);
  real_input_settle(fixture->window);
  point_at_value(fixture, 4.0, 5.5);
  send(fixture, "click 4");
  soon_close(get_width(view), 10.0 / 1.2, 1e-6);
  soon_close(get_height(view), 11.2, 1e-6);
  send(fixture, "key 0");
  point_at_value(fixture, 4.0, 8.0);
  send(fixture, "click 1");
  soon_close(trammel_timeline_get_position(fixture->timeline), 4.0, 0.03);
  /* Shift and drag scrubs */
  send(fixture, "keydown shift mousedown 1");
  point_at_value(fixture, 6.0, 8.0);
  point_at_value(fixture, 7.0, 2.0);
  soon_close(trammel_timeline_get_position(fixture->timeline), 7.0, 0.03);
  send(fixture, "mouseup 1 keyup shift");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

static void
drag(Fixture *fixture, int button, double x, double y, double to_x_value, double to_y_value)
{
  double end_x = to_x(fixture->view, to_x_value), end_y = to_y(fixture->view, to_y_value);
  double begin_x = to_x(fixture->view, x), begin_y = to_y(fixture->view, y);
  point_at(fixture, fixture->view, begin_x, begin_y);
  send(fixture, "mousedown %d", button);
  point_at(fixture, fixture->view, 0.5 * (begin_x + end_x), 0.5 * (begin_y + end_y));
  point_at(fixture, fixture->view, end_x, end_y);
}

static void
test_box(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  drag(fixture, 1, 2.0, 8.0, 6.0, 3.0);
  soon_cmpint(view->drag.kind, ==, TRAMMEL_DRAG_BOX);
  send(fixture, "key Escape");
  send(fixture, "mouseup 1");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);

  drag(fixture, 1, 2.0, 8.0, 6.0, 3.0);
  send(fixture, "mouseup 1");
  assert_range(view, 2.0, 6.0, 3.0, 8.0);
  /* flat: x only; thin: y only */
  drag(fixture, 1, 3.0, 5.0, 5.0, 5.0);
  send(fixture, "mouseup 1");
  assert_range(view, 3.0, 5.0, 3.0, 8.0);
  drag(fixture, 1, 4.0, 7.0, 4.0, 4.0);
  send(fixture, "mouseup 1");
  assert_range(view, 3.0, 5.0, 4.0, 7.0);
  send(fixture, "key BackSpace key BackSpace");
  assert_range(view, 2.0, 6.0, 3.0, 8.0);
  send(fixture, "key shift+BackSpace");
  assert_range(view, 3.0, 5.0, 3.0, 8.0);
  point_at_value(fixture, 4.0, 5.0);
  send(fixture, "click --repeat 2 --delay 40 1");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

static void
test_pan(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  drag(fixture, 2, 5.0, 5.0, 7.0, 5.0);
  send(fixture, "mouseup 2");
  assert_range(view, -2.0, 8.0, -0.6, 10.6);
  drag(fixture, 3, 3.0, 5.0, 3.0, 3.0);
  send(fixture, "mouseup 3");
  assert_range(view, -2.0, 8.0, 1.4, 12.6);
  soon_null(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
  /* the left button on an axis */
  double y = view->layout.height - 6.0;
  point_at(fixture, view, to_x(view, 2.0), y);
  double end = to_x(view, 0.0);
  send(fixture, "mousedown 1");
  point_at(fixture, view, to_x(view, 1.0), y);
  point_at(fixture, view, end, y);
  send(fixture, "mouseup 1");
  assert_range(view, 0.0, 10.0, 1.4, 12.6);
}

static void
test_linked(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(TrammelXRange) range = trammel_x_range_new();
  trammel_plot_view_link_x(fixture->view, range);
  trammel_plot_view_link_x(fixture->other, range);
  drag(fixture, 1, 2.0, 8.0, 6.0, 3.0);
  send(fixture, "mouseup 1");
  assert_range(fixture->other, 2.0, 6.0, -0.6, 10.6);
}

static double
get_marker(TrammelPlotView *view, TrammelMarker marker)
{
  return trammel_x_range_get_marker(view->x_range, marker);
}

/* Ctrl+click sets A, B, then A again; on the nearest sample, and the curve is read off there */
static void
test_markers(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  point_at_value(fixture, 2.0, 8.0);
  send(fixture, "keydown ctrl click 1 keyup ctrl");
  soon_true(get_marker(view, TRAMMEL_MARKER_A) == 2.0);
  soon_true(isnan(get_marker(view, TRAMMEL_MARKER_B)));
  soon_cmpstr(view->figure.measure.text, ==, "down:   A 2.000 s, 8.000 rad");
  point_at_value(fixture, 4.0, 6.0);
  send(fixture, "keydown ctrl click 1 keyup ctrl");
  soon_true(get_marker(view, TRAMMEL_MARKER_B) == 4.0);
  /* 21 samples from 8 down to 6 */
  soon_cmpstr(view->figure.measure.text, ==,
              "down:   A 2.000 s, 8.000 rad   "
              "B 4.000 s, 6.000 rad   \u0394t 2 s   "
              "1/\u0394t 0.5 Hz   \u0394y \u22122 rad   "
              "slope \u22121 rad/s   mean 7 rad   "
              "RMS 7.026 rad   n 21");
  /* a marker is grabbed at its line and dragged, without a zoom box */
  double y = to_y(view, 2.0);
  point_at(fixture, view, to_x(view, 4.0) + 2.0, y);
  send(fixture, "mousedown 1");
  point_at(fixture, view, to_x(view, 5.0), y);
  point_at(fixture, view, to_x(view, 6.0), y);
  send(fixture, "mouseup 1");
  soon_close(get_marker(view, TRAMMEL_MARKER_B), 6.0, 0.03);
  assert_range(view, 0.0, 10.0, -0.6, 10.6);

  point_at_value(fixture, 9.0, 5.0);
  send(fixture, "keydown ctrl click 1 keyup ctrl");
  soon_close(get_marker(view, TRAMMEL_MARKER_A), 9.0, 0.03);
  soon_true(isnan(get_marker(view, TRAMMEL_MARKER_B)));
  send(fixture, "key Delete");
  soon_null(view->figure.measure.text);
}

/* everything by keys: curve, sample, markers */
static void
test_keys(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  send(fixture, "key Tab");
  soon_true(view->hover.picked);
  soon_cmpuint(view->hover.series, ==, 0);
  soon_cmpuint(view->hover.sample, ==, 50);
  send(fixture, "key Next Next Next");
  soon_cmpuint(view->hover.sample, ==, 53);
  soon_cmpstr(pango_layout_get_text(view->hover.text), ==, "up\n5.300 rad   t 5.300 s   #53");
  send(fixture, "key shift+Prior");
  soon_cmpuint(view->hover.sample, ==, 43);
  send(fixture, "key a");
  soon_cmpfloat(get_marker(view, TRAMMEL_MARKER_A), ==, 0.1 * 43);
  send(fixture, "key Tab");
  soon_cmpuint(view->hover.series, ==, 1);
  soon_cmpuint(view->hover.sample, ==, 43);
  send(fixture, "key ctrl+Next");
  soon_cmpuint(view->hover.sample, ==, 100);
  send(fixture, "key b");
  soon_cmpfloat(get_marker(view, TRAMMEL_MARKER_B), ==, 0.1 * 100);
  soon_true(g_str_has_prefix(view->figure.measure.text, "down:"));
  send(fixture, "key shift+Tab");
  soon_cmpuint(view->hover.series, ==, 0);
  send(fixture, "key Escape");
  soon_false(view->hover.picked);
}

/* Tab leaves the plot after its last curve, and continues with the next plot */
static void
test_focus(Fixture *fixture, gconstpointer unused)
{
  send(fixture, "key Tab Tab");
  soon_true(gtk_widget_has_focus(GTK_WIDGET(fixture->view)));
  send(fixture, "key Tab");
  soon_false(fixture->view->hover.picked);
  soon_true(gtk_widget_has_focus(GTK_WIDGET(fixture->other)));
  send(fixture, "key shift+Tab shift+Tab shift+Tab");
  soon_true(gtk_widget_has_focus(GTK_WIDGET(fixture->view)));
}

static void
test_range_keys(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  send(fixture, "key Right");
  assert_range(view, 1.0, 11.0, -0.6, 10.6);
  send(fixture, "key Left");
  send(fixture, "key Up");
  assert_range(view, 0.0, 10.0, 0.52, 11.72);
  send(fixture, "key y");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
  send(fixture, "key plus");
  soon_close(get_width(view), 8.0, 1e-6);
  send(fixture, "key minus minus");
  soon_close(get_width(view), 12.5, 1e-6);
  send(fixture, "key 0");
  assert_range(view, 0.0, 10.0, -0.6, 10.6);
}

/* a sample beyond the range is scrolled into view */
static void
test_reveal(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  trammel_plot_view_zoom_to(view, 4.0, 6.0, 0.0, 10.0);
  send(fixture, "key Tab");
  send(fixture, "key ctrl+Prior");
  soon_cmpuint(view->hover.sample, ==, 0);
  soon_cmpfloat(view->figure.x.min, <, 0.0);
  soon_close(get_width(view), 2.0, 1e-9);
}

static void
test_copy(Fixture *fixture, gconstpointer unused)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(fixture->view));
  trammel_plot_view_zoom_to(fixture->view, 1.95, 2.15, 0.0, 10.0);
  send(fixture, "key c");
  g_auto(GValue) text = G_VALUE_INIT;
  g_value_init(&text, G_TYPE_STRING);
  soon_nonnull(gdk_clipboard_get_content(clipboard));
  g_assert_true(gdk_content_provider_get_value(gdk_clipboard_get_content(clipboard), &text, NULL));
  g_auto(GStrv) lines = g_strsplit(g_value_get_string(&text), "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, 4); /* header, two samples, the end */
  g_assert_cmpstr(lines[0], ==, "t [s]\tup [rad]\tdown [rad]");
  g_assert_cmpstr(lines[1], ==, "2\t2\t8");
  send(fixture, "key ctrl+c");
  soon_true(
      gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), GDK_TYPE_TEXTURE));
}

static void
point_at_legend(Fixture *fixture, guint entry)
{
  g_assert_true(trammel_plot_view_ensure_layout(fixture->view));
  TrammelRect rect = g_array_index(fixture->view->layout.legend, TrammelLegendEntry, entry).rect;
  point_at(fixture, fixture->view, rect.x + 8.0, rect.y + 0.5 * rect.height);
}

static void
test_legend(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  point_at_legend(fixture, 1);
  soon_cmpstr(view->figure.highlight, ==, "down");
  send(fixture, "click 1");
  soon_false(trammel_plot_view_get_curve_visible(view, "down"));
  pause_clicking();
  send(fixture, "click 1");
  soon_true(trammel_plot_view_get_curve_visible(view, "down"));
  pause_clicking();
  point_at_legend(fixture, 0);
  send(fixture, "click --repeat 2 --delay 40 1");
  soon_true(trammel_plot_view_get_curve_visible(view, "up"));
  soon_false(trammel_plot_view_get_curve_visible(view, "down"));
  pause_clicking();
  send(fixture, "click --repeat 2 --delay 40 1");
  soon_true(trammel_plot_view_get_curve_visible(view, "up"));
  soon_true(trammel_plot_view_get_curve_visible(view, "down"));
  point_at_value(fixture, 5.0, 8.0);
  soon_null(view->figure.highlight);
}

/* from the header onto the area, and back */
static void
test_legend_drag(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  point_at_legend(fixture, 0);
  send(fixture, "mousedown 1");
  point_at_value(fixture, 7.0, 3.0);
  point_at_value(fixture, 2.0, 5.0);
  send(fixture, "mouseup 1");
  soon_true(view->figure.legend.floats);
  g_assert_true(trammel_plot_view_ensure_layout(view));
  const TrammelRect *box = &view->layout.legend_box;
  soon_close(box->x, to_x(view, 2.0), 3.0);
  soon_close(box->y, to_y(view, 5.0), 3.0);
  soon_true(trammel_plot_view_get_curve_visible(view, "up"));
  point_at_legend(fixture, 0);
  send(fixture, "mousedown 1");
  point_at_value(fixture, 2.0, 8.0);
  point_at(fixture, view, 300.0, 5.0);
  send(fixture, "mouseup 1");
  soon_false(view->figure.legend.floats);
}

static void
test_menu(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  send(fixture, "key Menu");
  soon_nonnull(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
  gtk_popover_popdown(GTK_POPOVER(trammel_picture_get_menu(TRAMMEL_PICTURE(view))));
  soon_null(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
  real_input_settle(fixture->window);
  point_at_value(fixture, 3.0, 4.0);
  send(fixture, "click 3");
  soon_nonnull(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
  gtk_popover_popdown(GTK_POPOVER(trammel_picture_get_menu(TRAMMEL_PICTURE(view))));
  soon_null(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
  real_input_settle(fixture->window);
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "plot.add-level", NULL));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "plot.add-upright", NULL));
  const GArray *lines = view->figure.references;
  g_assert_cmpuint(lines->len, ==, 2);
  g_assert_cmpfloat_with_epsilon(g_array_index(lines, TrammelReference, 0).value, 4.0, 0.06);
  g_assert_cmpfloat_with_epsilon(g_array_index(lines, TrammelReference, 1).value, 3.0, 0.03);
}

/* repeatedly; and the menu's keys do not reach the plot */
static void
test_menu_again(Fixture *fixture, gconstpointer unused)
{
  TrammelPlotView *view = fixture->view;
  for (int i = 0; i < 3; i++) {
    /* the first motion after a popover has closed only updates the pointer position in GTK */
    point_at_value(fixture, 3.0 + i, 4.0);
    point_at_value(fixture, 3.1 + i, 4.0);
    send(fixture, "click 3");
    soon_nonnull(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
    send(fixture, "key Down");
    send(fixture, "key Escape");
    soon_null(trammel_picture_get_menu(TRAMMEL_PICTURE(view)));
    assert_range(view, 0.0, 10.0, -0.6, 10.6);
  }
}

#define ADD(path, function)                                                                        \
  g_test_add("/ui/plot/events/" path, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  if (!real_input_is_there())
    return 0;
  ADD("wheel", test_wheel);
  ADD("wheel-on-axes", test_wheel_on_axes);
  ADD("horizontal-wheel", test_horizontal_wheel);
  ADD("time-plot", test_time_plot);
  ADD("box", test_box);
  ADD("pan", test_pan);
  ADD("linked", test_linked);
  ADD("markers", test_markers);
  ADD("keys", test_keys);
  ADD("focus", test_focus);
  ADD("range-keys", test_range_keys);
  ADD("reveal", test_reveal);
  ADD("copy", test_copy);
  ADD("legend", test_legend);
  ADD("legend-drag", test_legend_drag);
  ADD("menu", test_menu);
  ADD("menu-again", test_menu_again);
  return g_test_run();
}
