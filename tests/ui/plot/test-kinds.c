/* Tests of the kinds of series besides curves: contents, extents and appearance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/columns.h"
#include "plot/picture-support.h"
#include "support/seed.h"

static const TrammelSeriesStyle blue = {.role = TRAMMEL_ROLE_ESTIMATED};

static gboolean
is_bluish(guint32 pixel)
{
  return (pixel & 0xff) > (pixel >> 16) + 40;
}

/* counts of any sample add up, edges cover it, and the area of a density is 1 */
static void
test_histogram(void)
{
  enum { N = 5000 };
  double values[N], total = 0.0, area = 0.0;
  for (int i = 0; i < N; i++)
    values[i] = i % 10 == 0 ? NAN : g_test_rand_double_range(-3.0, 5.0);
  g_autoptr(TrammelSeries) counts = trammel_series_new_histogram("n", values, N, 40, FALSE, NULL);
  g_autoptr(TrammelSeries) density = trammel_series_new_histogram("p", values, N, 0, TRUE, NULL);
  g_assert_cmpuint(trammel_series_get_size(counts), ==, 40);
  for (gsize i = 0; i < 40; i++) {
    double low = trammel_series_get_x(counts)[i], high = trammel_series_get_x_end(counts)[i];
    double expected = 0.0;
    for (int k = 0; k < N; k++)
      expected += values[k] >= low && (i == 39 ? values[k] <= high : values[k] < high);
    /* an edge may fall on either side of a sample by rounding */
    g_assert_cmpfloat(fabs(trammel_series_get_y(counts)[i] - expected), <=, 1.0);
    total += trammel_series_get_y(counts)[i];
  }
  g_assert_cmpfloat(total, ==, 4500.0);
  g_assert_cmpuint(trammel_series_get_size(density), >, 5);
  for (gsize i = 0; i < trammel_series_get_size(density); i++)
    area += trammel_series_get_y(density)[i] *
            (trammel_series_get_x_end(density)[i] - trammel_series_get_x(density)[i]);
  g_assert_cmpfloat_with_epsilon(area, 1.0, 1e-12);
}

static void
test_histogram_extremes(void)
{
  const double equal[] = {2.0, 2.0, 2.0}, none[] = {NAN, INFINITY};
  g_autoptr(TrammelSeries) one = trammel_series_new_histogram("", equal, 3, 0, FALSE, NULL);
  g_autoptr(TrammelSeries) empty = trammel_series_new_histogram("", none, 2, 0, FALSE, NULL);
  g_autoptr(TrammelSeries) nothing = trammel_series_new_histogram("", NULL, 0, 0, TRUE, NULL);
  double sum = 0.0;
  for (gsize i = 0; i < trammel_series_get_size(one); i++)
    sum += trammel_series_get_y(one)[i];
  g_assert_cmpfloat(sum, ==, 3.0);
  g_assert_cmpuint(trammel_series_get_size(empty), ==, 0);
  g_assert_cmpuint(trammel_series_get_size(nothing), ==, 0);
}

/* every point has the requested Mahalanobis distance */
static void
test_ellipse(void)
{
  const double centre[] = {1.0, -2.0}, c[] = {4.0, -1.5, 0.9};
  double det = c[0] * c[2] - c[1] * c[1], widest = 0.0;
  g_autoptr(TrammelSeries) ellipse = trammel_series_new_ellipse("e", centre, c, 2.0, &blue);
  for (gsize i = 0; i < trammel_series_get_size(ellipse); i++) {
    double dx = trammel_series_get_x(ellipse)[i] - centre[0];
    double dy = trammel_series_get_y(ellipse)[i] - centre[1];
    double d2 = (c[2] * dx * dx - 2.0 * c[1] * dx * dy + c[0] * dy * dy) / det;
    g_assert_cmpfloat_with_epsilon(d2, 4.0, 1e-10);
    widest = fmax(widest, dx);
  }
  g_assert_cmpfloat_with_epsilon(widest, 4.0, 1e-3);

  const double flat[] = {1.0, 1.0, 1.0};
  g_autoptr(TrammelSeries) line = trammel_series_new_ellipse("l", centre, flat, 1.0, NULL);
  for (gsize i = 0; i < trammel_series_get_size(line); i++)
    g_assert_cmpfloat_with_epsilon(trammel_series_get_x(line)[i] - centre[0],
                                   trammel_series_get_y(line)[i] - centre[1], 1e-12);
}

/* nothing is copied, and the owner's memory is kept as long as the series */
static void
on_memory_released_cb(gpointer data)
{
  *(gboolean *)data = TRUE;
}

static void
test_from_bytes(void)
{
  static const double x[] = {0, 1, 2}, y[] = {3, 4, 5};
  gboolean released = FALSE;
  GBytes *x_bytes = g_bytes_new_static(x, sizeof x);
  GBytes *y_bytes = g_bytes_new_with_free_func(y, sizeof y, on_memory_released_cb, &released);
  TrammelSeries *series = trammel_series_new_from_bytes("s", x_bytes, y_bytes, NULL);
  g_bytes_unref(x_bytes);
  g_bytes_unref(y_bytes);
  g_assert_true(trammel_series_get_x(series) == x && trammel_series_get_y(series) == y);
  g_assert_cmpuint(trammel_series_get_size(series), ==, 3);
  g_assert_false(released);
  trammel_series_unref(series);
  g_assert_true(released);
}

/* the table that makes drawing fast stays below 15 % of the samples */
static void
test_overhead(void)
{
  enum { N = 1000000 };
  g_autofree double *x = g_new0(double, N);
  g_autoptr(TrammelSeries) series = trammel_series_new("s", x, x, N, NULL);
  gsize overhead = trammel_series_get_overhead(series);
  g_test_message("%zu bytes for %d samples: %.1f %% of 8 bytes", overhead, N,
                 100.0 * (double)overhead / (8.0 * N));
  g_assert_cmpuint(overhead, >, 0);
  g_assert_cmpuint(overhead, <, (gsize)(0.15 * 8 * N));
}

static void
test_extents(void)
{
  const double from[] = {1, 2}, to[] = {2, 4}, y[] = {3, 5};
  double low, high;
  g_autoptr(TrammelSeries) bars = trammel_series_new_bars("b", from, to, y, 2, NULL);
  g_assert_true(trammel_series_x_extent(bars, &low, &high));
  g_assert_true(low == 1.0 && high == 4.0);
  g_assert_true(trammel_series_y_extent(bars, 0.0, 9.0, FALSE, &low, &high));
  g_assert_true(low == 0.0 && high == 5.0);
  g_assert_true(trammel_series_y_extent(bars, 0.0, 9.0, TRUE, &low, &high));
  g_assert_true(low == 3.0 && high == 5.0);

  g_autoptr(TrammelSeries) spans = trammel_series_new_spans("s", from, to, 2, NULL);
  g_assert_true(trammel_series_is_backdrop(spans));
  g_assert_false(trammel_series_x_extent(spans, &low, &high));
  g_assert_false(trammel_series_y_extent(spans, 0.0, 9.0, FALSE, &low, &high));
  g_assert_null(trammel_series_get_y(spans));

  TrammelSeriesStyle stems = {.shape = TRAMMEL_SHAPE_STEMS};
  g_autoptr(TrammelSeries) r = trammel_series_new("r", from, y, 2, &stems);
  g_assert_true(trammel_series_y_extent(r, 0.0, 9.0, FALSE, &low, &high));
  g_assert_true(low == 0.0 && high == 5.0);
}

/* a bar is hit anywhere inside it, and only there */
static void
test_bar_under_pointer(void)
{
  const double from[] = {0, 1}, to[] = {1, 2}, y[] = {4, -2};
  TrammelAxis ax = {.min = 0.0, .max = 2.0, .start = 0.0, .end = 200.0};
  TrammelAxis ay = {.min = -5.0, .max = 5.0, .start = 100.0, .end = 0.0};
  gsize index = 9;
  double distance;
  g_autoptr(TrammelSeries) bars = trammel_series_new_bars("b", from, to, y, 2, NULL);
  g_assert_true(trammel_series_nearest(bars, &(TrammelPointer){&ax, &ay, 10.0, 30.0, 12.0}, &index,
                                       &distance));
  g_assert_cmpuint(index, ==, 0);
  g_assert_true(trammel_series_nearest(bars, &(TrammelPointer){&ax, &ay, 190.0, 65.0, 12.0}, &index,
                                       &distance));
  g_assert_cmpuint(index, ==, 1);
  g_assert_false(trammel_series_nearest(bars, &(TrammelPointer){&ax, &ay, 190.0, 40.0, 12.0},
                                        &index, &distance));
}

static void
test_draw_bars(void)
{
  const double from[] = {0, 4}, to[] = {2, 6}, y[] = {0.8, 0.4};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_series_new_bars("b", from, to, y, 2, &blue));
  set_range(&picture, 0.0, 8.0, 0.0, 1.0);
  draw_picture(&picture, 600, 300);
  g_assert_true(is_bluish(get_value_pixel(&picture, 1.1, 0.33)));
  g_assert_true(is_bluish(get_value_pixel(&picture, 5.1, 0.33)));
  g_assert_cmphex(get_value_pixel(&picture, 5.1, 0.53), ==, 0xffffff);
  g_assert_cmphex(get_value_pixel(&picture, 3.1, 0.33), ==, 0xffffff);
  clear_picture(&picture);
}

static void
test_draw_log_bars(void)
{
  const double from[] = {0, 4}, to[] = {2, 6}, y[] = {100.0, 0.0};
  Picture picture;
  init_picture(&picture);
  picture.figure.y.kind = TRAMMEL_AXIS_LOG;
  add_series(&picture, trammel_series_new_bars("b", from, to, y, 2, &blue));
  set_range(&picture, 0.0, 8.0, 0.1, 1000.0);
  draw_picture(&picture, 600, 300);
  g_assert_true(is_bluish(get_value_pixel(&picture, 1.1, 0.13)));
  g_assert_true(is_bluish(get_value_pixel(&picture, 1.1, 80.0)));
  g_assert_false(is_bluish(get_value_pixel(&picture, 1.1, 130.0)));
  g_assert_false(is_bluish(get_value_pixel(&picture, 5.1, 0.13)));
  clear_picture(&picture);
}

static void
test_draw_stems(void)
{
  const double x[] = {2, 6}, y[] = {0.8, -0.6};
  TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_STEMS, .width = 3.0};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_series_new("r", x, y, 2, &style));
  set_range(&picture, 0.0, 8.0, -1.0, 1.0);
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 2.0, 0.43), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 6.0, -0.33), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 6.0, 0.33), !=, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 4.3, 0.13), ==, 0xffffff);
  clear_picture(&picture);
}

/* stripes keep their x and fill the height; a vertical level is one line */
static void
test_draw_spans(void)
{
  const double low[] = {1, 5}, high[] = {3, 6};
  TrammelSeriesStyle line = {.role = TRAMMEL_ROLE_REFERENCE, .width = 1.0};
  Picture picture;
  init_picture(&picture);
  const double x[] = {0, 8}, y[] = {2, 2};
  add_series(&picture, trammel_series_new("q", x, y, 2, NULL));
  add_series(&picture, trammel_series_new_spans("excluded", low, high, 2, &blue));
  add_series(&picture, trammel_series_new_x_level("split", 7.3, &line));
  set_range(&picture, 0.0, 8.0, 0.0, 1.0);
  draw_picture(&picture, 600, 300);
  for (double v = 0.03; v < 1.0; v += 0.31) {
    g_assert_cmphex(get_value_pixel(&picture, 2.2, v), !=, 0xffffff);
    g_assert_cmphex(get_value_pixel(&picture, 5.5, v), !=, 0xffffff);
    g_assert_cmphex(get_value_pixel(&picture, 4.1, v), ==, 0xffffff);
    g_assert_cmphex(get_value_pixel(&picture, 7.3, v), ==, 0x009e73);
    g_assert_cmphex(get_value_pixel(&picture, 7.4, v), ==, 0xffffff);
  }
  clear_picture(&picture);
}

static guint
count_ink(const Picture *picture)
{
  const TrammelRect *area = &picture->layout.area;
  guint n = 0;
  for (double y = area->y; y < area->y + area->height; y++)
    for (double x = area->x; x < area->x + area->width; x++)
      n += is_bluish(get_pixel(picture, x, y)) != 0;
  return n;
}

/* a cloud is never joined, neither with few dots nor with many, and keeps its position */
static void
test_draw_cloud(void)
{
  enum { N = 40000 };
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_SCATTER};
  g_autofree double *x = g_new(double, N);
  g_autofree double *y = g_new(double, N);
  for (int i = 0; i < N; i++) {
    x[i] = i % 2 == 0 ? 1.0 : 7.0;
    y[i] = (i % 97) / 97.0;
  }
  const int sizes[] = {200, N};
  for (int k = 0; k < 2; k++) {
    Picture picture;
    init_picture(&picture);
    add_series(&picture, trammel_series_new("q", x, y, (gsize)sizes[k], &style));
    set_range(&picture, 0.0, 8.0, -0.1, 1.1);
    draw_picture(&picture, 600, 300);
    g_assert_true(is_bluish(get_value_pixel(&picture, 1.0, 0.5)));
    g_assert_true(is_bluish(get_value_pixel(&picture, 7.0, 0.5)));
    g_assert_cmphex(get_value_pixel(&picture, 4.1, 0.53), ==, 0xffffff);
    g_assert_cmpuint(count_ink(&picture), >, 300);
    g_assert_cmpuint(count_ink(&picture), <, 5000);
    clear_picture(&picture);
  }
}

static void
test_draw_error_bars(void)
{
  const double x[] = {2, 6}, low[] = {0.2, NAN}, high[] = {0.8, 0.5};
  TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_ERROR_BARS, .width = 3.0};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_series_new_band("s", x, low, high, 2, &style));
  set_range(&picture, 0.0, 8.0, 0.0, 1.0);
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 2.0, 0.53), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 2.5, 0.53), ==, 0xffffff);
  g_assert_false(is_bluish(get_value_pixel(&picture, 6.0, 0.5)));
  clear_picture(&picture);
}

/* labels stand beside their samples; those without room are omitted */
static void
test_draw_labels(void)
{
  const double x[] = {2, 2, 6}, y[] = {0.5, 0.5, 0.5};
  const char *const labels[] = {"κ 0.01", NULL, "κ 1"};
  Picture plain, labelled;
  init_picture(&plain);
  init_picture(&labelled);
  add_series(&plain, trammel_series_new("l", x, y, 3, &blue));
  add_series(&labelled, trammel_series_new_labelled("l", x, y, labels, 3, &blue));
  g_assert_cmpstr(trammel_series_get_label(trammel_figure_get_series(&labelled.figure, 0), 2), ==,
                  "κ 1");
  set_range(&plain, 0.0, 8.0, 0.0, 1.0);
  set_range(&labelled, 0.0, 8.0, 0.0, 1.0);
  draw_picture(&plain, 600, 300);
  draw_picture(&labelled, 600, 300);
  guint n_changed = 0;
  for (int j = 0; j < 300; j++)
    for (int i = 0; i < 600; i++)
      n_changed += get_pixel(&plain, i, j) != get_pixel(&labelled, i, j);
  g_assert_cmpuint(n_changed, >, 60);
  g_assert_cmpuint(n_changed, <, 1500);
  clear_picture(&plain);
  clear_picture(&labelled);
}

static void
test_draw_filled(void)
{
  const double centre[] = {0.0, 0.0}, c[] = {1.0, 0.0, 1.0};
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .filled = TRUE};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_series_new_ellipse("e", centre, c, 1.0, &style));
  set_range(&picture, -2.0, 2.0, -2.0, 2.0);
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 0.3, 0.3), !=, 0xffffff);
  g_assert_cmphex(get_value_pixel(&picture, 0.9, 0.9), ==, 0xffffff);
  clear_picture(&picture);
}

/* highlighting one curve fades the others */
static void
test_draw_highlight(void)
{
  const double x[] = {0, 8}, a[] = {0.23, 0.23}, b[] = {0.73, 0.73};
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 5.0};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_series_new("a", x, a, 2, &style));
  add_series(&picture, trammel_series_new("b", x, b, 2, &style));
  set_range(&picture, 0.0, 8.0, 0.0, 1.0);
  picture.figure.highlight = g_strdup("b");
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 4.3, 0.73), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 4.3, 0.23), !=, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 4.3, 0.23), !=, 0xffffff);
  clear_picture(&picture);
}

/* the table lists the data of the plot, all or the range shown */
static void
test_columns(void)
{
  const double from[] = {0, 1}, to[] = {1, 2}, n[] = {7, 8};
  const double x[] = {3, 1, 2, 0}, y[] = {30, 10, 20, 0};
  const double t[] = {0, 1, 2, 3}, low[] = {5, 6}, high[] = {6, 7};
  Picture picture;
  init_picture(&picture);
  picture.figure.x_title = g_strdup("x [m]");
  picture.figure.y_title = g_strdup("n [1]");
  add_series(&picture, trammel_series_new_bars("bars", from, to, n, 2, NULL));
  add_series(&picture, trammel_series_new_spans("spans", low, high, 2, NULL));
  add_series(&picture, trammel_series_new("loop", x, y, 4, NULL));
  add_series(&picture, trammel_series_new("curve", t, y, 4, NULL));
  set_range(&picture, 0.5, 2.5, 0.0, 1.0);
  g_autoptr(GArray) all = trammel_columns_new(&picture.figure, FALSE);
  g_autoptr(GArray) shown = trammel_columns_new(&picture.figure, TRUE);
  g_autofree char *all_text = trammel_columns_to_text(all, ';');
  g_autofree char *shown_text = trammel_columns_to_text(shown, '\t');
  g_assert_cmpstr(all_text, ==,
                  "x from [m];x to [m];bars [1];x from [m];x to [m];x [m];loop [1];x [m];"
                  "curve [1]\n"
                  "0;1;7;5;6;3;30;0;30\n1;2;8;6;7;1;10;1;10\n;;;;;2;20;2;20\n;;;;;0;0;3;0\n");
  g_assert_cmpstr(shown_text, ==,
                  "x from [m]\tx to [m]\tbars [1]\tx [m]\tloop [1]\tcurve [1]\n"
                  "1\t2\t8\t1\t10\t10\n\t\t\t2\t20\t20\n");
  g_assert_cmpuint(trammel_columns_count_rows(all), ==, 4);
  trammel_figure_clear(&picture.figure);
  g_object_unref(picture.context);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/ui/plot/kinds/histogram", test_histogram);
  g_test_add_func("/ui/plot/kinds/histogram-extremes", test_histogram_extremes);
  g_test_add_func("/ui/plot/kinds/ellipse", test_ellipse);
  g_test_add_func("/ui/plot/kinds/from-bytes", test_from_bytes);
  g_test_add_func("/ui/plot/kinds/overhead", test_overhead);
  g_test_add_func("/ui/plot/kinds/extents", test_extents);
  g_test_add_func("/ui/plot/kinds/bar-under-pointer", test_bar_under_pointer);
  g_test_add_func("/ui/plot/kinds/columns", test_columns);
  g_test_add_func("/ui/plot/kinds/draw-bars", test_draw_bars);
  g_test_add_func("/ui/plot/kinds/draw-log-bars", test_draw_log_bars);
  g_test_add_func("/ui/plot/kinds/draw-stems", test_draw_stems);
  g_test_add_func("/ui/plot/kinds/draw-spans", test_draw_spans);
  g_test_add_func("/ui/plot/kinds/draw-cloud", test_draw_cloud);
  g_test_add_func("/ui/plot/kinds/draw-error-bars", test_draw_error_bars);
  g_test_add_func("/ui/plot/kinds/draw-labels", test_draw_labels);
  g_test_add_func("/ui/plot/kinds/draw-filled", test_draw_filled);
  g_test_add_func("/ui/plot/kinds/draw-highlight", test_draw_highlight);
  return g_test_run();
}
