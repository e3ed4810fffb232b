/* Tests of series: decimation against brute force, gaps, extents, nearest sample. */
#include <glib.h>
#include <math.h>

#include "plot/figure/iteration-series.h"
#include "plot/figure/pyramid.h"
#include "plot/figure/series.h"
#include "support/seed.h"

static double *
create_noise(gsize n, double nan_share)
{
  double *y = g_new(double, n);
  for (gsize i = 0; i < n; i++)
    y[i] = g_test_rand_double() < nan_share ? NAN : g_test_rand_double_range(-10.0, 10.0);
  return y;
}

static gboolean
scan_range(const double *y, gsize first, gsize end, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (gsize i = first; i < end; i++) {
    *low = y[i] < *low ? y[i] : *low;
    *high = y[i] > *high ? y[i] : *high;
  }
  return *low <= *high;
}

static void
test_pyramid(void)
{
  static const gsize sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 65, 255, 256, 257, 1000, 4097};
  for (gsize s = 0; s < G_N_ELEMENTS(sizes); s++) {
    gsize n = sizes[s];
    g_autofree double *y = create_noise(n, s % 2 == 0 ? 0.3 : 0.99);
    g_autoptr(TrammelPyramid) pyramid = trammel_pyramid_new(y, n);
    for (int trial = 0; trial < 400; trial++) {
      gsize first = (gsize)g_test_rand_int_range(0, (gint32)n + 1);
      gsize end = (gsize)g_test_rand_int_range((gint32)first, (gint32)n + 1);
      double low, high, true_low, true_high;
      gboolean found = trammel_pyramid_query(pyramid, first, end, &low, &high);
      g_assert_cmpint(found, ==, scan_range(y, first, end, &true_low, &true_high));
      g_assert_true(low == true_low && high == true_high);
    }
  }
}

/* The extremes of the whole are found wherever they are. */
static void
test_pyramid_extremes(void)
{
  for (gsize n = 2; n <= 520; n += n < 40 || n % 32 < 2 || n % 32 > 30 ? 1 : 5) {
    g_autofree double *y = g_new0(double, n);

    for (gsize at = 0; at < n; at += at + 40 < n ? 31 : 1) {
      double low, high;

      y[at] = 7;
      g_autoptr(TrammelPyramid) pyramid = trammel_pyramid_new(y, n);
      g_assert_true(trammel_pyramid_query(pyramid, 0, n, &low, &high));
      g_assert_true(low == 0 && high == 7);
      y[at] = 0;
    }
  }
}

/* Every column of the trace holds exactly the range of its samples. */
static void
test_trace_columns(void)
{
  enum { N = 20000, COLUMNS = 97 };
  g_autofree double *x = g_new(double, N);
  g_autofree double *y = create_noise(N, 0.0);
  for (gsize i = 0; i < N; i++)
    x[i] = 1e-3 * (double)i + 4e-4 * g_test_rand_double();
  g_autoptr(TrammelSeries) series = trammel_series_new("noise", x, y, N, NULL);
  TrammelAxis axis = {.min = 2.0, .max = 17.0, .start = 10.0, .end = 10.0 + COLUMNS};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  g_assert_true(trammel_series_trace(series, &axis, COLUMNS, points));
  g_assert_cmpuint(points->len, ==, 4 * COLUMNS);

  for (guint c = 1; c + 1 < COLUMNS; c++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, 4 * c);
    double from = trammel_axis_to_value(&axis, axis.start + c);
    double to = trammel_axis_to_value(&axis, axis.start + c + 1);
    gsize first = 0, end = 0;
    while (x[first] < from)
      first++;
    for (end = first; x[end] < to; end++)
      continue;
    double low, high;
    scan_range(y, first, end, &low, &high);
    g_assert_cmpfloat(p[0].y, ==, y[first]);
    g_assert_cmpfloat(p[1].y, ==, low);
    g_assert_cmpfloat(p[2].y, ==, high);
    g_assert_cmpfloat(p[3].y, ==, y[end - 1]);
    g_assert_cmpfloat_with_epsilon(p[0].x, axis.start + c + 0.5, 1e-9);
  }
}

/* few samples are drawn as they are, with one neighbour on both sides of the range */
static void
test_trace_samples(void)
{
  const double x[] = {0, 1, 2, 3, 4, 5}, y[] = {5, 4, NAN, 2, 1, 0};
  g_autoptr(TrammelSeries) series = trammel_series_new("few", x, y, 6, NULL);
  TrammelAxis axis = {.min = 1.5, .max = 3.5, .start = 0.0, .end = 200.0};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  g_assert_false(trammel_series_trace(series, &axis, 200, points));
  g_assert_cmpuint(points->len, ==, 4);
  const TrammelPoint *p = &g_array_index(points, TrammelPoint, 0);
  g_assert_cmpfloat(p[0].x, ==, -50.0);
  g_assert_true(isnan(p[1].y));
  g_assert_cmpfloat(p[2].y, ==, 2.0);
  g_assert_cmpfloat(p[3].x, ==, 250.0);
}

/* A gap of a column's width survives decimation. */
static void
test_trace_gap(void)
{
  enum { N = 10000 };
  g_autofree double *x = g_new(double, N);
  g_autofree double *y = g_new(double, N);
  for (gsize i = 0; i < N; i++) {
    x[i] = (double)i + 0.5;
    y[i] = i >= 4000 && i < 5000 ? NAN : 1.0;
  }
  g_autoptr(TrammelSeries) series = trammel_series_new("gap", x, y, N, NULL);
  g_autoptr(TrammelSeries) band = trammel_series_new_band("band", x, y, y, N, NULL);
  TrammelAxis axis = {.min = 0.0, .max = N, .start = 0.0, .end = 100.0};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  g_autoptr(GArray) low = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  g_autoptr(GArray) high = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  trammel_series_trace(series, &axis, 100, points);
  trammel_series_trace_band(band, &axis, 100, low, high);
  g_assert_cmpuint(low->len, ==, high->len);

  guint n_breaks = 0, n_band_breaks = 0;
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    n_breaks += isnan(p->y) != 0;
    g_assert_cmpint(isnan(p->y) != 0, ==, p->x > 40.0 && p->x < 50.0);
  }
  for (guint i = 0; i < low->len; i++)
    n_band_breaks += isnan(g_array_index(low, TrammelPoint, i).y) != 0;
  g_assert_cmpuint(n_breaks, >=, 10);
  g_assert_cmpuint(n_band_breaks, ==, 10);
}

static void
test_extents(void)
{
  const double x[] = {0, 1, 2, 3, 4}, y[] = {NAN, 3, -2, INFINITY, 7};
  const double high[] = {1, 4, -1, 2, 9};
  double low, top;
  g_autoptr(TrammelSeries) curve = trammel_series_new("curve", x, y, 5, NULL);
  g_assert_true(trammel_series_x_extent(curve, &low, &top));
  g_assert_true(low == 0.0 && top == 4.0);
  g_assert_true(trammel_series_y_extent(curve, 0.0, 4.0, FALSE, &low, &top));
  g_assert_true(low == -2.0 && top == 7.0);
  g_assert_true(trammel_series_y_extent(curve, 0.5, 2.5, FALSE, &low, &top));
  g_assert_true(low == -2.0 && top == 3.0);
  g_assert_true(trammel_series_y_extent(curve, 0.0, 4.0, TRUE, &low, &top));
  g_assert_true(low == 3.0 && top == 7.0);
  g_assert_false(trammel_series_y_extent(curve, -0.5, 0.5, FALSE, &low, &top));

  g_autoptr(TrammelSeries) band = trammel_series_new_band("band", x, y, high, 5, NULL);
  g_assert_true(trammel_series_y_extent(band, 0.0, 4.0, FALSE, &low, &top));
  g_assert_true(low == -2.0 && top == 9.0);

  g_autoptr(TrammelSeries) level = trammel_series_new_level("bound", 1.5, 1.5, NULL);
  g_assert_false(trammel_series_x_extent(level, &low, &top));
  g_assert_true(trammel_series_y_extent(level, 0.0, 1.0, FALSE, &low, &top));
  g_assert_true(low == 1.5 && top == 1.5);

  g_autoptr(TrammelSeries) empty = trammel_series_new("empty", NULL, NULL, 0, NULL);
  g_assert_false(trammel_series_x_extent(empty, &low, &top));
  g_assert_false(trammel_series_y_extent(empty, 0.0, 1.0, FALSE, &low, &top));
}

static void
test_nearest(void)
{
  enum { N = 3000 };
  g_autofree double *x = g_new(double, N);
  g_autofree double *y = create_noise(N, 0.1);
  for (gsize i = 0; i < N; i++)
    x[i] = 0.01 * (double)i;
  g_autoptr(TrammelSeries) series = trammel_series_new("noise", x, y, N, NULL);
  TrammelAxis ax = {.min = 0.0, .max = 30.0, .start = 40.0, .end = 840.0};
  TrammelAxis ay = {.min = -12.0, .max = 12.0, .start = 300.0, .end = 10.0};
  guint n_found = 0;
  for (int trial = 0; trial < 300; trial++) {
    double px = g_test_rand_double_range(0.0, 900.0);
    double py = g_test_rand_double_range(0.0, 310.0);
    double best = 12.0, distance = 0.0;
    gsize expected = N, index = N;
    for (gsize i = 0; i < N; i++) {
      double away =
          hypot(trammel_axis_to_pixel(&ax, x[i]) - px, trammel_axis_to_pixel(&ay, y[i]) - py);
      if (away <= best) {
        best = away;
        expected = i;
      }
    }
    gboolean found = trammel_series_nearest(series, &(TrammelPointer){&ax, &ay, px, py, 12.0},
                                            &index, &distance);
    g_assert_cmpint(found, ==, expected < N);
    g_assert_cmpuint(index, ==, expected);
    n_found += found != FALSE;
  }
  g_assert_cmpuint(n_found, >, 100);
}

/* an L-curve goes back and forth: nothing is decimated, every sample is found */
static void
test_unordered(void)
{
  const double x[] = {3, 1, 2, 0}, y[] = {0, 1, 2, 3};
  g_autoptr(TrammelSeries) series = trammel_series_new("l-curve", x, y, 4, NULL);
  TrammelAxis ax = {.min = 0.0, .max = 3.0, .start = 0.0, .end = 300.0};
  TrammelAxis ay = {.min = 0.0, .max = 3.0, .start = 300.0, .end = 0.0};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  gsize index;
  double distance, low, high;
  g_assert_false(trammel_series_trace(series, &ax, 1, points));
  g_assert_cmpuint(points->len, ==, 4);
  g_assert_true(trammel_series_nearest(series, &(TrammelPointer){&ax, &ay, 195.0, 103.0, 12.0},
                                       &index, &distance));
  g_assert_cmpuint(index, ==, 2);
  g_assert_true(trammel_series_y_extent(series, 0.5, 2.5, FALSE, &low, &high));
  g_assert_true(low == 1.0 && high == 2.0);
  g_assert_true(isnan(trammel_series_interpolate(series, 1.5)));
}

static void
test_interpolate(void)
{
  const double x[] = {0, 1, 2, 4}, y[] = {0, 10, NAN, 6};
  g_autoptr(TrammelSeries) series = trammel_series_new("s", x, y, 4, NULL);
  g_assert_cmpfloat(trammel_series_interpolate(series, 0.25), ==, 2.5);
  g_assert_cmpfloat(trammel_series_interpolate(series, 1.0), ==, 10.0);
  g_assert_cmpfloat(trammel_series_interpolate(series, 4.0), ==, 6.0);
  g_assert_true(isnan(trammel_series_interpolate(series, 1.5)));
  g_assert_true(isnan(trammel_series_interpolate(series, -0.1)));
  g_assert_true(isnan(trammel_series_interpolate(series, 4.1)));
}

static void
test_copies(void)
{
  double x[] = {0, 1}, y[] = {2, 3};
  TrammelSeries *series = trammel_series_new("s", x, y, 2, NULL);
  TrammelSeries *other = trammel_series_ref(series);
  x[0] = y[0] = 99.0;
  trammel_series_unref(series);
  g_assert_cmpfloat(trammel_series_get_x(other)[0], ==, 0.0);
  g_assert_cmpfloat(trammel_series_get_y(other)[0], ==, 2.0);
  trammel_series_unref(other);
}

/* A log axis shows positive values only, and rounds are not joined. */
static void
test_iterations(void)
{
  const double values[] = {8, 4, 0, 2}, nothing[] = {0, 0, 0, -1};
  const int rounds[] = {1, 1, 1, 2};
  const double x[] = {0, 1, 2, 2.5, 3}, y[] = {8, 4, NAN, NAN, 2};
  g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  trammel_iteration_series_append_positive(list, "none", nothing, rounds, 4, 0);
  g_assert_cmpuint(list->len, ==, 0);
  trammel_iteration_series_append_positive(list, "cost", values, rounds, 4, 3);
  trammel_iteration_series_append_positive(list, "joined", values, NULL, 4, 0);
  g_assert_cmpuint(list->len, ==, 2);
  const TrammelSeries *broken = list->pdata[0];
  g_assert_cmpuint(trammel_series_get_style(broken)->index, ==, 3);
  g_assert_cmpuint(trammel_series_get_size(broken), ==, 5);
  for (int i = 0; i < 5; i++) {
    g_assert_cmpfloat(trammel_series_get_x(broken)[i], ==, x[i]);
    g_assert_true(isnan(y[i]) ? isnan(trammel_series_get_y(broken)[i])
                              : trammel_series_get_y(broken)[i] == y[i]);
  }
  g_assert_cmpuint(trammel_series_get_size(list->pdata[1]), ==, 4);
  g_autoptr(TrammelSeries) all = trammel_iteration_series_new("p", nothing, 4, 0);
  g_assert_cmpfloat(trammel_series_get_y(all)[3], ==, -1.0);
  g_assert_cmpfloat(trammel_series_get_x(all)[3], ==, 3.0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/ui/plot/pyramid/brute-force", test_pyramid);
  g_test_add_func("/ui/plot/pyramid/extremes", test_pyramid_extremes);
  g_test_add_func("/ui/plot/series/trace-columns", test_trace_columns);
  g_test_add_func("/ui/plot/series/trace-samples", test_trace_samples);
  g_test_add_func("/ui/plot/series/trace-gap", test_trace_gap);
  g_test_add_func("/ui/plot/series/extents", test_extents);
  g_test_add_func("/ui/plot/series/nearest", test_nearest);
  g_test_add_func("/ui/plot/series/unordered", test_unordered);
  g_test_add_func("/ui/plot/series/interpolate", test_interpolate);
  g_test_add_func("/ui/plot/series/copies", test_copies);
  g_test_add_func("/ui/plot/series/iterations", test_iterations);
  return g_test_run();
}
