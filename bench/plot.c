/* bench-plot: times to build, redraw and pan plots of many samples, and memory of their tables.
 * Times are CPU times of the main thread, medians.
 *
 *   bench-plot             all rows
 *   bench-plot KIND N      one plot of N samples drawn 20 times, to be counted by a profiler
 *   bench-plot pan N       the stack of six alone */
#include <gtk/gtk.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/stopwatch.h"
#include "engine/base/order.h"
#include "ui/plot/private.h"

enum { WIDTH = 800, HEIGHT = 200, TURNS = 25, N_STACKED = 6, N_PANS = 150 };

typedef TrammelSeries *(*Build)(GBytes *x, GBytes *y);

static TrammelSeries *
build_line(GBytes *x, GBytes *y)
{
  return trammel_series_new_from_bytes("estimated", x, y,
                                       &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED});
}

static TrammelSeries *
build_points(GBytes *x, GBytes *y)
{
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_POINTS};
  return trammel_series_new_from_bytes("measured", x, y, &style);
}

static TrammelSeries *
build_cloud(GBytes *x, GBytes *y)
{
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_SCATTER};
  return trammel_series_new_from_bytes("samples", x, y, &style);
}

static TrammelSeries *
build_band(GBytes *x, GBytes *y)
{
  gsize n = g_bytes_get_size(y) / sizeof(double);
  const double *low = g_bytes_get_data(y, NULL);
  g_autofree double *high = g_memdup2(low, n * sizeof *low);
  for (gsize i = 0; i < n; i++)
    high[i] += 0.2;
  return trammel_series_new_band("band", g_bytes_get_data(x, NULL), low, high, n,
                                 &(TrammelSeriesStyle){.role = TRAMMEL_ROLE_ESTIMATED});
}

static const struct {
  const char *name;
  double noise; /* of a swing of 1 */
  Build build;
} kinds[] = {
    {"line", 0.0, build_line},     {"ripple", 0.05, build_line}, {"noise", 1.0, build_line},
    {"points", 0.3, build_points}, {"band", 0.0, build_band},    {"cloud", 0.3, build_cloud},
};

/* an hour of a decaying swing with noise, from a small generator of its own */
static GBytes *
create_samples(gsize n, double noise)
{
  double *y = g_new(double, n);
  guint64 state = 88172645463325252u;
  for (gsize i = 0; i < n; i++) {
    double t = (double)i / (double)n;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    y[i] = exp(-t) * sin(60.0 * t) + noise * ((double)(state >> 11) / 4503599627370496.0 - 1.0);
  }
  return g_bytes_new_take(y, n * sizeof *y);
}

static GBytes *
create_times(gsize n)
{
  double *x = g_new(double, n);
  for (gsize i = 0; i < n; i++)
    x[i] = 3600.0 * (double)i / (double)n;
  return g_bytes_new_take(x, n * sizeof *x);
}

/* A figure with its picture. */
typedef struct {
  TrammelFigure figure;
  PangoContext *context;
  cairo_surface_t *surface;
} Canvas;

static void
init_canvas(Canvas *self)
{
  trammel_figure_init(&self->figure);
  self->figure.x_title = g_strdup("t [s]");
  self->figure.y_title = g_strdup("q [rad]");
  self->figure.x.max = 3600.0;
  self->figure.y.min = -2.0;
  self->figure.y.max = 2.0;
  self->context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  self->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
}

static void
clear_canvas(Canvas *self)
{
  cairo_surface_destroy(self->surface);
  g_object_unref(self->context);
  trammel_figure_clear(&self->figure);
}

/* Cost of a change of the range: layout, ticks, texts, curves. */
static void
redraw(gpointer data)
{
  Canvas *self = data;
  TrammelPaintStyle style = trammel_paint_style_for_paper();
  TrammelLayout layout;
  cairo_t *cr = cairo_create(self->surface);
  style.columns_per_pixel = 1.0;
  trammel_layout_init(&layout, &self->figure, self->context, WIDTH, HEIGHT, 0);
  trammel_painter_draw(cr, &self->figure, &layout, &style);
  trammel_layout_clear(&layout);
  cairo_destroy(cr);
}

static double
time_redraws(Canvas *canvas)
{
  double times[TURNS];
  for (int i = 0; i < TURNS; i++) {
    double start = bench_cpu_seconds();
    redraw(canvas);
    times[i] = bench_cpu_seconds() - start;
  }
  return tr_median(times, TURNS);
}

static void
measure_kind(gsize kind, gsize n, GBytes *x)
{
  Canvas canvas;
  g_autoptr(GBytes) y = create_samples(n, kinds[kind].noise);
  init_canvas(&canvas);
  double start = bench_cpu_seconds();
  TrammelSeries *series = kinds[kind].build(x, y);
  double built = bench_cpu_seconds() - start;
  gsize overhead = trammel_series_get_overhead(series);
  g_ptr_array_add(canvas.figure.series, series);
  double whole = time_redraws(&canvas);
  /* a thousandth of it, somewhere in the middle */
  canvas.figure.x.min = 1200.0;
  canvas.figure.x.max = 1203.6;
  double part = time_redraws(&canvas);
  gsize values = kinds[kind].build == build_band ? 2 * n : n;
  g_print("%-8s %9zu %9.1f %11.2f %11.2f %9.1f %%\n", kinds[kind].name, n, 1e3 * built, 1e3 * whole,
          1e3 * part, 100.0 * (double)overhead / (8.0 * (double)values));
  clear_canvas(&canvas);
}

/* ---- six plots of a stack, panned together -----------------------------------------------------
 */

typedef struct {
  GtkWidget *window;
  TrammelPlotView *views[N_STACKED];
  TrammelXRange *range;
  gint64 worst; /* [us] */
} Stack;

static void
create_stack(Stack *self, gsize n, GBytes *x)
{
  g_autoptr(TrammelLabelGroup) labels = trammel_label_group_new();
  g_autoptr(TrammelTimeline) timeline = trammel_timeline_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  self->window = gtk_window_new();
  self->range = trammel_x_range_new();
  for (int i = 0; i < N_STACKED; i++) {
    g_autoptr(GBytes) measured = create_samples(n, 0.3);
    g_autoptr(GBytes) estimated = create_samples(n, 0.0);
    TrammelSeries *series[] = {build_points(x, measured), build_line(x, estimated)};
    self->views[i] = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());
    gtk_widget_set_size_request(GTK_WIDGET(self->views[i]), WIDTH, 140);
    trammel_plot_view_set_y_title(self->views[i], "q [rad]");
    trammel_plot_view_link_x(self->views[i], self->range);
    trammel_plot_view_set_label_group(self->views[i], labels);
    trammel_plot_view_set_timeline(self->views[i], timeline);
    trammel_plot_view_set_series(self->views[i], series, 2);
    trammel_series_unref(series[0]);
    trammel_series_unref(series[1]);
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(self->views[i]));
  }
  gtk_window_set_child(GTK_WINDOW(self->window), box);
  gtk_window_present(GTK_WINDOW(self->window));
  gtk_test_widget_wait_for_draw(self->window);
}

/* One step: the range changes, and all six draw.  GTK's own work on the pictures is not counted. */
static double
pan_once(Stack *self, double from)
{
  double start = bench_cpu_seconds();
  trammel_x_range_zoom(self->range, from, from + 900.0);
  for (int i = 0; i < N_STACKED; i++) {
    GtkSnapshot *snapshot = gtk_snapshot_new();
    GTK_WIDGET_GET_CLASS(self->views[i])->snapshot(GTK_WIDGET(self->views[i]), snapshot);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    gsk_render_node_unref(node);
  }
  return bench_cpu_seconds() - start;
}

static void
measure_pan(gsize n, GBytes *x)
{
  Stack stack = {0};
  double times[N_PANS];
  create_stack(&stack, n, x);
  for (int i = 0; i < N_PANS; i++)
    times[i] = pan_once(&stack, 20.0 * i);
  double median = tr_median(times, N_PANS);
  g_print(
      "pan of %d plots of 2 x %zu samples: %.1f ms a step (60 Hz leave 16.7 ms), longest %.1f ms\n",
      N_STACKED, n, 1e3 * median, 1e3 * times[N_PANS - 1]);
  gtk_window_destroy(GTK_WINDOW(stack.window));
  g_object_unref(stack.range);
}

static int
draw_one(const char *name, gsize n)
{
  if (g_str_equal(name, "pan") && gtk_init_check()) {
    g_autoptr(GBytes) x = create_times(n);
    measure_pan(n, x);
    return EXIT_SUCCESS;
  }
  for (gsize k = 0; k < G_N_ELEMENTS(kinds); k++) {
    if (!g_str_equal(kinds[k].name, name))
      continue;
    g_autoptr(GBytes) x = create_times(n);
    g_autoptr(GBytes) y = create_samples(n, kinds[k].noise);
    Canvas canvas;
    init_canvas(&canvas);
    g_ptr_array_add(canvas.figure.series, kinds[k].build(x, y));
    for (int i = 0; i < 20; i++)
      redraw(&canvas);
    clear_canvas(&canvas);
    return EXIT_SUCCESS;
  }
  g_printerr("%s: no such kind; choose line, ripple, noise, points, band or cloud.\n", name);
  return EXIT_FAILURE;
}

int
main(int argc, char **argv)
{
  const gsize sizes[] = {10000, 1000000, 10000000};
  if (argc == 3)
    return draw_one(argv[1], (gsize)g_ascii_strtod(argv[2], NULL));
  bench_pin();
  g_print("%d x %d px; CPU time [ms]\n%-8s %9s %9s %11s %11s %11s\n", WIDTH, HEIGHT, "kind",
          "samples", "build", "redraw", "of 1/1000", "table");
  for (gsize s = 0; s < G_N_ELEMENTS(sizes); s++) {
    g_autoptr(GBytes) x = create_times(sizes[s]);
    for (gsize k = 0; k < G_N_ELEMENTS(kinds); k++)
      measure_kind(k, sizes[s], x);
  }
  if (!gtk_init_check()) {
    g_print("pan: skipped, there is no display\n");
    return EXIT_SUCCESS;
  }
  for (gsize s = 1; s < G_N_ELEMENTS(sizes); s++) {
    g_autoptr(GBytes) x = create_times(sizes[s]);
    measure_pan(sizes[s], x);
  }
  return EXIT_SUCCESS;
}
