/* Gallery of plots: writes plots of every kind as PNG files, to be looked at: plot-gallery FOLDER
 * [light|dark|large], where large is light with text of twice the size.  Prints the time of one
 * redraw of a million samples. */
#include <errno.h>
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

#include "ui/plot/gallery-kinds.h"
#include "ui/plot/picture-save.h"
#include "ui/plot/plot-view.h"
#include "ui/plot/private.h"

#define N_SAMPLES 4000
#define N_LARGE   1000000

typedef struct {
  GtkWidget *window;
  TrammelPlotView *fit[3], *cost, *history, *empty, *small;
  TrammelTimeline *timeline;
} Gallery;

static void
set_and_release(TrammelPlotView *view, TrammelSeries **series, gsize n)
{
  trammel_plot_view_set_series(view, series, n);
  for (gsize i = 0; i < n; i++)
    trammel_series_unref(series[i]);
}

static void
fill_fit(TrammelPlotView *view, double amplitude, double damping, gsize n, double noise)
{
  g_autofree double *t = g_new(double, n);
  g_autofree double *measured = g_new(double, n);
  g_autofree double *estimated = g_new(double, n);
  g_autofree double *simulated = g_new(double, n);
  g_autofree double *low = g_new(double, n);
  g_autofree double *high = g_new(double, n);
  GRand *random = g_rand_new_with_seed(7);
  for (gsize i = 0; i < n; i++) {
    t[i] = 20.0 * (double)i / (double)(n - 1);
    estimated[i] = amplitude * exp(-damping * t[i]) * cos(2.4 * t[i]);
    simulated[i] = 1.08 * amplitude * exp(-1.15 * damping * t[i]) * cos(2.36 * t[i]);
    double sigma = amplitude * (0.02 + 0.004 * t[i]);
    low[i] = estimated[i] - 2.0 * sigma;
    high[i] = estimated[i] + 2.0 * sigma;
    gboolean is_gap = t[i] > 11.0 && t[i] < 11.6;
    measured[i] = is_gap ? NAN : estimated[i] + noise * g_rand_double_range(random, -1.0, 1.0);
  }
  g_rand_free(random);
  TrammelSeries *series[] = {
      trammel_series_new_band(
          "±2 sigma", t, low, high, n,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED, .not_in_legend = TRUE}),
      trammel_series_new(
          "measured", t, measured, n,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_POINTS}),
      trammel_series_new(
          "simulated", t, simulated, n,
          &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_DASHES}),
      trammel_series_new("estimated", t, estimated, n,
                         &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED, .width = 2.0}),
  };
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_cost(TrammelPlotView *view)
{
  static const char *const names[] = {"total", "measurement", "dynamics", "prior", "constraint"};
  double x[9], y[9];
  TrammelSeries *series[G_N_ELEMENTS(names) + 1];
  for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
    for (guint i = 0; i < 9; i++) {
      x[i] = i;
      y[i] = pow(10.0, 5.0 - k) * (exp(-1.6 * i) + 1e-3 * (k + 1));
    }
    y[0] = k == 3 ? 0.0 : y[0]; /* a prior has no cost at its mean */
    TrammelSeriesStyle style = {.index = k, .shape = TRAMMEL_SHAPE_LINE_POINTS};
    series[k] = trammel_series_new(names[k], x, y, 9, &style);
  }
  double rejected_x[] = {3.0, 5.0}, rejected_y[] = {9e4, 3e4};
  series[G_N_ELEMENTS(names)] = trammel_series_new(
      "rejected", rejected_x, rejected_y, 2,
      &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_WARNING, .shape = TRAMMEL_SHAPE_HOLLOW});
  set_and_release(view, series, G_N_ELEMENTS(series));
}

static void
fill_history(TrammelPlotView *view)
{
  static const char *const names[] = {"mass of link1",
                                      "centre of mass z of link1",
                                      "inertia of link1",
                                      "viscous friction of j1",
                                      "Coulomb friction",
                                      "motor gain",
                                      "tilt",
                                      "gravity"};
  double x[9], y[9], low[9], high[9];
  GPtrArray *series = g_ptr_array_new();
  for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
    TrammelSeriesStyle style = {.index = k, .shape = TRAMMEL_SHAPE_LINE_POINTS};
    for (guint i = 0; i < 9; i++) {
      x[i] = i;
      y[i] = ((k % 3) - 1.2) * (1.0 + 0.2 * k) * (1.0 - exp(-0.8 * i));
      low[i] = y[i] - 0.3 * exp(-0.2 * i);
      high[i] = y[i] + 0.3 * exp(-0.2 * i);
    }
    if (k < 3) {
      TrammelSeriesStyle band = style;
      band.not_in_legend = TRUE;
      g_ptr_array_add(series, trammel_series_new_band("band", x, low, high, 9, &band));
    }
    g_ptr_array_add(series, trammel_series_new(names[k], x, y, 9, &style));
  }
  TrammelSeriesStyle bound = {
      .role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_DASHES, .width = 1};
  g_ptr_array_add(series, trammel_series_new_level("bound", 1.5, 1.5, &bound));
  set_and_release(view, (TrammelSeries **)series->pdata, series->len);
  g_ptr_array_unref(series);
}

static TrammelPlotView *
create_view(GtkGrid *grid,
            int column,
            int row,
            int width,
            const char *title,
            const char *x_title,
            const char *y_title)
{
  GtkWidget *view = trammel_plot_view_new();
  gtk_widget_set_hexpand(view, TRUE);
  gtk_widget_set_vexpand(view, TRUE);
  gtk_grid_attach(grid, view, column, row, width, 1);
  trammel_plot_view_set_title(TRAMMEL_PLOT_VIEW(view), title);
  trammel_plot_view_set_x_title(TRAMMEL_PLOT_VIEW(view), x_title);
  trammel_plot_view_set_y_title(TRAMMEL_PLOT_VIEW(view), y_title);
  return TRAMMEL_PLOT_VIEW(view);
}

static void
create_fit_plots(Gallery *self, GtkGrid *grid)
{
  static const char *const titles[] = {"j1.position [deg]", "j2.position [rad]", "current [A]"};
  g_autoptr(TrammelXRange) range = trammel_x_range_new();
  g_autoptr(TrammelLabelGroup) group = trammel_label_group_new();
  for (int i = 0; i < 3; i++) {
    self->fit[i] = create_view(grid, 0, i, 2, i == 0 ? "Fit" : NULL, "t [s]", titles[i]);
    trammel_plot_view_link_x(self->fit[i], range);
    trammel_plot_view_set_label_group(self->fit[i], group);
    trammel_plot_view_set_timeline(self->fit[i], self->timeline);
  }
  trammel_plot_view_set_y_kind(self->fit[0], TRAMMEL_AXIS_DEGREES);
  fill_fit(self->fit[0], 160.0, 0.08, N_SAMPLES, 4.0);
  fill_fit(self->fit[1], 0.0031, 0.05, 240, 2e-4);
  fill_fit(self->fit[2], 12.0, 0.2, N_SAMPLES, 3.0);
  trammel_plot_view_set_note(self->fit[2], "preview");
}

static Gallery *
create_gallery(void)
{
  Gallery *self = g_new0(Gallery, 1);
  GtkWidget *grid = gtk_grid_new();
  self->window = gtk_window_new();
  self->timeline = trammel_timeline_new();
  trammel_timeline_set_range(self->timeline, 0.0, 20.0);
  trammel_timeline_set_position(self->timeline, 3.214);
  gtk_window_set_default_size(GTK_WINDOW(self->window), 1180, 860);
  gtk_window_set_child(GTK_WINDOW(self->window), grid);
  gtk_grid_set_row_spacing(GTK_GRID(grid), 1);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 1);
  create_fit_plots(self, GTK_GRID(grid));
  self->cost = create_view(GTK_GRID(grid), 0, 3, 1, "Cost per iteration", "iteration", "cost");
  trammel_plot_view_set_log_y(self->cost, TRUE);
  trammel_plot_view_set_x_kind(self->cost, TRAMMEL_AXIS_INTEGER);
  fill_cost(self->cost);
  self->history = create_view(GTK_GRID(grid), 1, 3, 1, "Parameters", "iteration",
                              "change from start [prior sigma]");
  trammel_plot_view_set_x_kind(self->history, TRAMMEL_AXIS_INTEGER);
  fill_history(self->history);
  self->empty = create_view(GTK_GRID(grid), 0, 4, 1, "Cost", "iteration", "cost");
  trammel_plot_view_set_empty_text(self->empty, "No run yet.");
  self->small = create_view(GTK_GRID(grid), 1, 4, 1, NULL, "frequency [Hz]", "amplitude [rad]");
  trammel_plot_view_set_x_kind(self->small, TRAMMEL_AXIS_LOG);
  trammel_plot_view_set_log_y(self->small, TRUE);
  double f[400], a[400];
  for (int i = 0; i < 400; i++) {
    f[i] = pow(10.0, -2.0 + 5.0 * i / 399.0);
    a[i] = 1.0 / hypot(1.0 - f[i] * f[i] / 9.0, 0.05 * f[i]);
  }
  TrammelSeries *response = trammel_series_new("", f, a, 400, NULL);
  set_and_release(self->small, &response, 1);
  return self;
}

static void
wait_for_frames(GtkWidget *window)
{
  gtk_test_widget_wait_for_draw(window);
  gtk_test_widget_wait_for_draw(window);
}

static void
save_window(GtkWidget *window, const char *path)
{
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(window);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, gdk_paintable_get_intrinsic_width(paintable),
                         gdk_paintable_get_intrinsic_height(paintable));
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
  gdk_texture_save_to_png(texture, path);
  gsk_render_node_unref(node);
}

static GtkEventController *
find_controller(TrammelPlotView *view, GType type)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(view));
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (g_type_is_a(G_OBJECT_TYPE(controller), type))
      return controller;
  }
  return NULL;
}

static void
hover_over(TrammelPlotView *view, double x, double y)
{
  GtkEventController *motion = find_controller(view, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  g_signal_emit_by_name(motion, "motion", x, y);
}

/* hovers near the sample of the last curve at `x` */
static void
hover_over_sample(TrammelPlotView *view, double x)
{
  const TrammelFigure *figure = &view->figure;
  double y =
      trammel_series_interpolate(trammel_figure_get_series(figure, figure->series->len - 1), x);
  hover_over(view, trammel_axis_to_pixel(&figure->x, x) + 3.0,
             trammel_axis_to_pixel(&figure->y, y) - 4.0);
}

static void
measure_large(TrammelPlotView *view)
{
  gint64 start = g_get_monotonic_time();
  fill_fit(view, 12.0, 0.05, N_LARGE, 3.0);
  gint64 built = g_get_monotonic_time();
  double best = G_MAXDOUBLE;
  for (int i = 0; i < 10; i++) {
    gint64 before = g_get_monotonic_time();
    trammel_plot_view_invalidate(view);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    GTK_WIDGET_GET_CLASS(view)->snapshot(GTK_WIDGET(view), snapshot);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    gsk_render_node_unref(node);
    best = MIN(best, (double)(g_get_monotonic_time() - before) * 1e-3);
  }
  g_print("%d samples x 4 curves, %d x %d px: generated and indexed in %.0f ms, redraw %.2f ms\n",
          N_LARGE, gtk_widget_get_width(GTK_WIDGET(view)), gtk_widget_get_height(GTK_WIDGET(view)),
          (double)(built - start) * 1e-3, best);
}

/* Adds the user's decorations to plots: markers, lines, a legend elsewhere, one highlighted
 * curve. */
static void
decorate(Gallery *self)
{
  trammel_x_range_set_marker(self->fit[0]->x_range, TRAMMEL_MARKER_A, 4.0);
  trammel_x_range_set_marker(self->fit[0]->x_range, TRAMMEL_MARKER_B, 9.25);
  trammel_plot_view_set_active(self->fit[1], 3);
  trammel_plot_view_update_markers(self->fit[1]);
  trammel_plot_view_add_reference(self->fit[2], FALSE, 5.0);
  trammel_plot_view_add_reference(self->fit[2], TRUE, 13.2);
  if (trammel_plot_view_ensure_layout(self->fit[0]) && self->fit[0]->layout.legend->len > 2)
    trammel_plot_view_highlight(self->fit[0], 2);
  g_object_set(self->fit[1], "show-points", TRUE, NULL);
  g_assert_true(trammel_plot_view_ensure_layout(self->history));
  const TrammelRect *area = &self->history->layout.area;
  trammel_plot_view_move_legend(self->history, area->x + 0.6 * area->width, area->y + 4.0);
  trammel_plot_view_pick_curve(self->cost, 1);
  trammel_plot_view_pick_sample(self->cost, 2);
}

static void
export_all(Gallery *self, const char *folder)
{
  static const char *const files[] = {"fit.png", "fit.svg", "fit.pdf", "fit.csv"};
  for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autofree char *path = g_build_filename(folder, files[i], NULL);
    g_autoptr(GError) error = NULL;
    if (!trammel_plot_view_export(self->fit[0], path, &error))
      g_printerr("%s\n", error->message);
  }
}

static char *
dup_path(const char *folder, const char *style, const char *what)
{
  g_autofree char *name = g_strconcat(style, what, ".png", NULL);
  return g_build_filename(folder, name, NULL);
}

int
main(int argc, char **argv)
{
  const char *folder = argc > 1 ? argv[1] : ".";
  const char *style = argc > 2 ? argv[2] : "light";
  gboolean dark = strcmp(style, "dark") == 0;
  gtk_init();
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
  if (strcmp(style, "large") == 0)
    g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    g_printerr("%s: %s\n", folder, g_strerror(errno));
    return 1;
  }

  Gallery *gallery = create_gallery();
  gtk_window_present(GTK_WINDOW(gallery->window));
  wait_for_frames(gallery->window);
  hover_over_sample(gallery->fit[0], 6.7);
  trammel_plot_view_set_curve_visible(gallery->history, "tilt", FALSE);
  wait_for_frames(gallery->window);
  g_autofree char *page = dup_path(folder, style, "");
  save_window(gallery->window, page);
  export_all(gallery, folder);

  measure_large(gallery->fit[2]);
  trammel_plot_view_zoom_to(gallery->fit[1], 3.0, 14.9, -0.004, 0.004);
  wait_for_frames(gallery->window);
  decorate(gallery);
  wait_for_frames(gallery->window);
  g_autofree char *zoomed = dup_path(folder, style, "-marks");
  save_window(gallery->window, zoomed);
  g_autofree char *whole = g_build_filename(folder, "page.svg", NULL);
  g_autofree char *whole_png = g_build_filename(folder, "page.png", NULL);
  g_autoptr(GError) error = NULL;
  if (!trammel_picture_export_page(TRAMMEL_PICTURE(gallery->cost), whole, &error) ||
      !trammel_picture_export_page(TRAMMEL_PICTURE(gallery->cost), whole_png, &error))
    g_printerr("%s\n", error->message);
  GtkWidget *kinds = gallery_kinds_window_new();
  gtk_window_present(GTK_WINDOW(kinds));
  wait_for_frames(kinds);
  g_autofree char *kinds_path = dup_path(folder, style, "-kinds");
  save_window(kinds, kinds_path);
  gtk_window_destroy(GTK_WINDOW(kinds));
  gtk_window_destroy(GTK_WINDOW(gallery->window));
  g_object_unref(gallery->timeline);
  g_free(gallery);
  return 0;
}
