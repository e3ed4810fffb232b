/* Tests of painter, layout, palette and export: positions and colours. */
#include <gio/gio.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/iteration-series.h"
#include "plot/paint/export.h"
#include "plot/picture-support.h"

static void
test_line_and_gap(void)
{
  const double x[] = {0, 4, 5, 6, 10}, y[] = {0.55, 0.55, NAN, 0.55, 0.55};
  Picture picture;
  init_picture(&picture);
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 3.0};
  add_series(&picture, trammel_series_new("q", x, y, 5, &style));
  set_range(&picture, 0.0, 10.0, 0.0, 1.0);
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 2.1, 0.55), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 8.1, 0.55), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 5.1, 0.55), ==, 0xffffff);
  g_assert_cmphex(get_value_pixel(&picture, 2.1, 0.75), ==, 0xffffff);
  release_drawing(&picture);

  /* switched off in the legend */
  g_hash_table_add(picture.figure.hidden, g_strdup("q"));
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 2.1, 0.55), ==, 0xffffff);
  clear_picture(&picture);
}

static void
test_band_and_level(void)
{
  const double x[] = {0, 10}, low[] = {0.2, 0.2}, high[] = {0.4, 0.4};
  Picture picture;
  init_picture(&picture);
  TrammelSeriesStyle blue = {.role = TRAMMEL_ROLE_ESTIMATED};
  TrammelSeriesStyle green = {.role = TRAMMEL_ROLE_REFERENCE, .width = 1.0};
  add_series(&picture, trammel_series_new_band("band", x, low, high, 2, &blue));
  add_series(&picture, trammel_series_new_level("level", 0.83, 0.83, &green));
  set_range(&picture, 0.0, 10.0, 0.0, 1.0);
  draw_picture(&picture, 600, 300);
  /* a fifth of blue on white, up to rounding */
  guint32 ribbon = get_value_pixel(&picture, 5.1, 0.31);
  g_assert_cmpint(abs((int)(ribbon >> 16) - 0xcc), <=, 1);
  g_assert_cmpint(abs((int)(ribbon >> 8 & 0xff) - 0xe3), <=, 1);
  g_assert_cmpint(abs((int)(ribbon & 0xff) - 0xf0), <=, 1);
  g_assert_cmphex(get_value_pixel(&picture, 5.1, 0.51), ==, 0xffffff);
  g_assert_cmphex(get_value_pixel(&picture, 5.1, 0.83), ==, 0x009e73);
  clear_picture(&picture);
}

/* Returns the color of a flat dense curve, just above its line at the sample in the middle. */
static guint32
draw_dense(TrammelSeriesShape shape)
{
  enum { N = 16385 };
  g_autofree double *x = g_new(double, N), *y = g_new(double, N);
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_MEASURED, .shape = shape};
  Picture picture;
  init_picture(&picture);
  for (int i = 0; i < N; i++) {
    x[i] = i;
    y[i] = 0.5;
  }
  add_series(&picture, trammel_series_new("q", x, y, N, &style));
  set_range(&picture, 0.0, N - 1, 0.0, 1.0);
  draw_picture(&picture, 600, 300);
  double column = trammel_axis_to_pixel(&picture.figure.x, N / 2);
  double row = trammel_axis_to_pixel(&picture.figure.y, 0.5);
  guint32 color = get_pixel(&picture, floor(column), floor(row) - 1.0);
  clear_picture(&picture);
  return color;
}

/* Samples that are too dense for dots are a thin line; the shape "dots" shows some of them. */
static void
test_dense_dots(void)
{
  guint32 line = draw_dense(TRAMMEL_SHAPE_POINTS), dots = draw_dense(TRAMMEL_SHAPE_DOTS);

  g_assert_cmpuint(dots & 0xff, <, 0x60);
  g_assert_cmpuint(line & 0xff, >, (dots & 0xff) + 0x40);
}

/* A plot that leaves the labels of x to the one below has a higher area; a strip has neither header
 * nor legend. */
static void
test_stacked(void)
{
  const double x[] = {0, 10}, y[] = {0, 1};
  double top, height;
  Picture picture;
  init_picture(&picture);
  picture.figure.y_title = g_strdup("q [rad]");
  picture.figure.x_title = g_strdup("t [s]");
  add_series(&picture, trammel_series_new("measured", x, y, 2, NULL));
  add_series(&picture, trammel_series_new("estimated", x, y, 2, NULL));
  set_range(&picture, 0.0, 10.0, 0.0, 1.0);
  draw_picture(&picture, 600, 160);
  top = picture.layout.area.y;
  height = picture.layout.area.height;
  g_assert_cmpuint(picture.layout.legend->len, ==, 2);
  release_drawing(&picture);

  picture.figure.hides_x_labels = TRUE;
  draw_picture(&picture, 600, 160);
  g_assert_null(picture.layout.x_title);
  g_assert_cmpfloat(picture.layout.area.height, >, height + 10.0);
  release_drawing(&picture);

  picture.figure.is_strip = TRUE;
  draw_picture(&picture, 600, 48);
  g_assert_cmpuint(picture.layout.legend->len, ==, 0);
  g_assert_null(picture.layout.y_title);
  g_assert_cmpfloat(picture.layout.area.y, <, top - 10.0);
  g_assert_cmpfloat(picture.layout.area.height, >=, 30.0);
  clear_picture(&picture);
}

/* An end far outside of the range must neither overflow nor bend the line. */
static void
test_far_segment(void)
{
  const double x[] = {0, 1}, y[] = {-1e9, 1e9};
  Picture picture;
  init_picture(&picture);
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 5.0};
  add_series(&picture, trammel_series_new("steep", x, y, 2, &style));
  set_range(&picture, 0.0, 1.0, -1.0, 1.0);
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 0.5, 0.37), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 0.5, -0.63), ==, 0x0072b2);
  g_assert_cmphex(get_value_pixel(&picture, 0.53, 0.37), ==, 0xffffff);
  clear_picture(&picture);
}

/* Log axes omit values that are not positive. */
static void
test_log_hides_zero(void)
{
  const double x[] = {0, 1, 2, 3}, y[] = {0.0, 10.0, 10.0, -5.0};
  Picture picture;
  init_picture(&picture);
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 3.0};
  add_series(&picture, trammel_series_new("cost", x, y, 4, &style));
  picture.figure.y.kind = TRAMMEL_AXIS_LOG;
  set_range(&picture, 0.0, 3.0, 0.5, 200.0);
  draw_picture(&picture, 600, 300);
  g_assert_cmphex(get_value_pixel(&picture, 1.48, 10.0), ==, 0x0072b2);
  for (double value = 0.6; value < 100.0; value *= 1.02)
    g_assert_cmphex(get_value_pixel(&picture, 0.52, value), !=, 0x0072b2);
  clear_picture(&picture);
}

static gboolean
overlap(const TrammelRect *a, const TrammelRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
         b->y < a->y + a->height;
}

static TrammelRect
get_text_rect(PangoLayout *text, double x, double y)
{
  int width, height;
  pango_layout_get_pixel_size(text, &width, &height);
  return (TrammelRect){x, y, width, height};
}

/* At any size the legend stays inside, off the titles and off the area. */
/* A mark is a line over the whole height of the area, below a label on a line of its own. */
static void
test_marks(void)
{
  Picture picture;
  const double x[] = {0, 10}, y[] = {0, 1};

  init_picture(&picture);
  add_series(&picture, trammel_series_new("ramp", x, y, 2, NULL));
  set_range(&picture, 0.0, 10.0, 0.0, 1.0);
  draw_picture(&picture, 400, 300);
  double top = picture.layout.area.y;
  release_drawing(&picture);
  trammel_figure_add_mark(&picture.figure, 3.3, "κ 1");
  draw_picture(&picture, 400, 300);
  g_assert_cmpfloat(picture.layout.area.y, >=, top + picture.layout.line_height);
  g_assert_cmphex(get_value_pixel(&picture, 3.3, 0.93), !=, 0xffffff);
  g_assert_cmphex(get_value_pixel(&picture, 3.3, 0.07), !=, 0xffffff);
  g_assert_cmphex(get_value_pixel(&picture, 3.6, 0.93), ==, 0xffffff);
  clear_picture(&picture);
}

static void
test_legend_layout(void)
{
  Picture picture;
  init_picture(&picture);
  const double x[] = {0, 1}, y[] = {0, 1};
  picture.figure.title = g_strdup("Parameters of the mechanism");
  picture.figure.y_title = g_strdup("change from start [prior sigma]");
  picture.figure.x_title = g_strdup("iteration");
  for (guint i = 0; i < 14; i++) {
    g_autofree char *name = g_strdup_printf("parameter number %u", i);
    add_series(&picture, trammel_series_new(name, x, y, 2, &(TrammelSeriesStyle){.index = i}));
  }
  for (int width = 160; width < 1500; width += 67) {
    for (int height = 104; height < 500; height += 101) {
      trammel_layout_init(&picture.layout, &picture.figure, picture.context, width, height, 0);
      const TrammelLayout *layout = &picture.layout;
      TrammelRect title = get_text_rect(layout->title, layout->title_x, layout->title_y);
      TrammelRect y_title = get_text_rect(layout->y_title, layout->y_title_x, layout->y_title_y);
      g_assert_cmpfloat(title.x + title.width, <=, width);
      g_assert_cmpfloat(y_title.x + y_title.width, <=, width);
      g_assert_false(overlap(&title, &y_title));
      if (height >= 150)
        g_assert_cmpuint(layout->legend->len, >, 0);
      g_assert_cmpfloat(layout->area.height, >=, 24.0);
      g_assert_cmpfloat(layout->x_title_y + layout->line_height, <=, height + 1.0);
      for (guint i = 0; i < layout->legend->len; i++) {
        const TrammelLegendEntry *entry = &g_array_index(layout->legend, TrammelLegendEntry, i);
        g_assert_cmpfloat(entry->rect.x, >=, 0.0);
        g_assert_cmpfloat(entry->rect.x + entry->rect.width, <=, width);
        g_assert_cmpfloat(entry->rect.y + entry->rect.height, <=, layout->area.y);
        g_assert_false(overlap(&entry->rect, &title));
        g_assert_false(overlap(&entry->rect, &y_title));
        for (guint k = 0; k < i; k++)
          g_assert_false(
              overlap(&entry->rect, &g_array_index(layout->legend, TrammelLegendEntry, k).rect));
      }
      trammel_layout_clear(&picture.layout);
    }
  }
  draw_picture(&picture, 400, 200);
  clear_picture(&picture);
}

static void
test_exponent_in_title(void)
{
  const double x[] = {0, 1}, y[] = {0, 0.003};
  Picture picture;
  init_picture(&picture);
  picture.figure.y_title = g_strdup("q [rad]");
  add_series(&picture, trammel_series_new("q", x, y, 2, NULL));
  set_range(&picture, 0.0, 1.0, 0.0, 0.003);
  draw_picture(&picture, 400, 200);
  g_assert_cmpstr(pango_layout_get_text(picture.layout.y_title), ==, "q [rad]  ×10⁻³");
  clear_picture(&picture);
}

/* a long title of x does not cover the numbers, and keeps unit and power of ten */
static void
test_long_x_title(void)
{
  const double x[] = {0.001, 0.009}, y[] = {0, 1};
  Picture picture;
  init_picture(&picture);
  picture.figure.x_title = g_strdup("viscous friction of the second joint [N m s/rad]");
  add_series(&picture, trammel_series_new("q", x, y, 2, NULL));
  set_range(&picture, 0.001, 0.009, 0.0, 1.0);
  draw_picture(&picture, 320, 200);
  const TrammelLayout *layout = &picture.layout;
  g_assert_true(layout->x_title_below);
  g_assert_cmpfloat(layout->x_title_y, >=, layout->x_labels_y + layout->line_height);
  g_assert_cmpfloat(layout->x_title_y + layout->line_height, <=, 201.0);
  g_assert_true(g_str_has_suffix(pango_layout_get_text(layout->x_title), "[N m s/rad]  ×10⁻³"));
  g_assert_cmpint(pango_layout_get_ellipsize(layout->x_title), ==, PANGO_ELLIPSIZE_START);
  guint n_ink = 0;
  for (double px = 1.0; px < 319.0; px++)
    for (double py = layout->x_labels_y; py < layout->x_labels_y + layout->line_height - 1.0; py++)
      n_ink += get_pixel(&picture, px, py) != 0xffffff;
  g_assert_cmpuint(n_ink, >, 50);
  release_drawing(&picture);
  /* in a low or wide plot the title stands beside the numbers */
  draw_picture(&picture, 320, 104);
  g_assert_false(picture.layout.x_title_below);
  release_drawing(&picture);
  draw_picture(&picture, 1200, 200);
  g_assert_false(picture.layout.x_title_below);
  clear_picture(&picture);
}

/* A dense line: of a hundred thousand samples on 500 pixels an outlier is visible, a smooth curve
 * is at its place, and dashes are dashes. */
static void
test_dense_line(void)
{
  enum { N = 100000 };
  g_autofree double *x = g_new(double, N);
  g_autofree double *y = g_new(double, N);
  g_autofree double *flat = g_new(double, N);
  for (int i = 0; i < N; i++) {
    x[i] = 10.0 * i / (N - 1);
    y[i] = i == 70000 ? 0.9 : 0.4 * sin(2.0 * x[i]);
    flat[i] = 0.6;
  }
  Picture picture;
  init_picture(&picture);
  TrammelSeriesStyle line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 3.0};
  TrammelSeriesStyle dashes = {
      .role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_DASHES, .width = 3.0};
  add_series(&picture, trammel_series_new("q", x, y, N, &line));
  add_series(&picture, trammel_series_new("d", x, flat, N, &dashes));
  set_range(&picture, 0.0, 10.0, -1.0, 1.0);
  draw_picture(&picture, 560, 300);
  g_assert_cmphex(get_value_pixel(&picture, 7.0, 0.8), !=, 0xffffff);
  guint n_on = 0, n_dashed = 0, n = 0;
  for (double t = 0.3; t < 6.7; t += 0.05, n++) {
    n_on += get_value_pixel(&picture, t, 0.4 * sin(2.0 * t)) == 0x0072b2;
    n_dashed += get_value_pixel(&picture, t, 0.6) == 0xd55e00;
  }
  g_assert_cmpuint(n_on, >=, n - n / 20);
  g_assert_cmpuint(n_dashed, >, n / 3);
  g_assert_cmpuint(n_dashed, <, 4 * n / 5);
  clear_picture(&picture);
}

static void
test_palette(void)
{
  for (int dark = 0; dark < 2; dark++) {
    TrammelColor background = trammel_palette_background(dark);
    g_assert_cmpfloat(trammel_color_contrast(trammel_palette_foreground(dark), background), >=,
                      4.5);
    for (guint role = TRAMMEL_ROLE_MEASURED; role <= TRAMMEL_ROLE_WARNING; role++)
      g_assert_cmpfloat(trammel_color_contrast(trammel_palette_get(role, 0, dark), background), >=,
                        3.0);
    for (guint i = 0; trammel_palette_round(i, dark) == 0; i++)
      g_assert_cmpfloat(
          trammel_color_contrast(trammel_palette_get(TRAMMEL_ROLE_CYCLE, i, dark), background), >=,
          3.0);
  }
  TrammelColor blue = trammel_palette_get(TRAMMEL_ROLE_ESTIMATED, 0, FALSE);
  g_assert_cmpfloat_with_epsilon(blue.green, 0x72 / 255.0, 1e-12);
}

static void
test_csv(void)
{
  const double x[] = {0, 0.1, 0.2}, y[] = {1.5, NAN, -2}, low[] = {1, 2, 3}, high[] = {4, 5, 6};
  const double other_x[] = {7}, other_y[] = {8};
  Picture picture;
  init_picture(&picture);
  picture.figure.x_title = g_strdup("t [s]");
  picture.figure.y_title = g_strdup("q [rad]");
  add_series(&picture, trammel_series_new("a, b", x, y, 3, NULL));
  add_series(&picture, trammel_series_new_band("band", x, low, high, 3, NULL));
  add_series(&picture, trammel_series_new("other", other_x, other_y, 1, NULL));
  add_series(&picture, trammel_series_new("hidden", other_x, other_y, 1, NULL));
  g_hash_table_add(picture.figure.hidden, g_strdup("hidden"));
  g_autofree char *text = trammel_export_to_csv(&picture.figure);
  g_assert_cmpstr(text, ==,
                  "t [s],\"a, b [rad]\",band low [rad],band high [rad],t [s],other [rad]\n"
                  "0,1.5,1,4,7,8\n"
                  "0.10000000000000001,,2,5,,\n"
                  "0.20000000000000001,-2,3,6,,\n");
  trammel_figure_clear(&picture.figure);
  g_object_unref(picture.context);
}

/* Returns the next bytes of a file in memory, for cairo. */
static cairo_status_t
read_bytes(void *closure, unsigned char *data, unsigned int length)
{
  GInputStream *stream = closure;
  gsize n;

  return g_input_stream_read_all(stream, data, length, &n, NULL, NULL) && n == length
             ? CAIRO_STATUS_SUCCESS
             : CAIRO_STATUS_READ_ERROR;
}

static void
assert_png_size(GBytes *bytes, int width, int height)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes(bytes);
  cairo_surface_t *png = cairo_image_surface_create_from_png_stream(read_bytes, stream);

  g_assert_cmpint(cairo_image_surface_get_width(png), ==, width);
  g_assert_cmpint(cairo_image_surface_get_height(png), ==, height);
  cairo_surface_destroy(png);
}

static void
test_formats(void)
{
  static const struct {
    const char *name, *magic;
  } files[] = {{"a.png", "\x89PNG"}, {"a.svg", "<?xml"}, {"a.pdf", "%PDF"}, {"a.CSV", "x,"}};
  const double x[] = {0, 1, 2}, y[] = {0, 1, 0};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_series_new("q", x, y, 3, NULL));
  TrammelExportSize size = {.width = 127.0, .height = 50.8, .dpi = 96.0};
  g_autoptr(GError) error = NULL;
  for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autoptr(GBytes) bytes = trammel_export_figure(&picture.figure, files[i].name, &size, &error);
    g_assert_no_error(error);
    g_assert_cmpmem(g_bytes_get_data(bytes, NULL), strlen(files[i].magic), files[i].magic,
                    strlen(files[i].magic));
    if (i == 0)
      assert_png_size(bytes, 480, 192);
  }
  g_assert_null(trammel_export_figure(&picture.figure, "a.gif", &size, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  trammel_figure_clear(&picture.figure);
  g_object_unref(picture.context);
}

/* A figure has the same bytes every time, though cairo numbers its surfaces anew. */
static void
test_same_bytes(void)
{
  const double x[] = {0, 1, 2}, y[] = {0, 1, 0};
  const TrammelExportSize size = {.width = 127.0, .height = 50.8};
  g_autoptr(GError) error = NULL;
  Picture picture;

  init_picture(&picture);
  add_series(&picture, trammel_series_new("q", x, y, 3, NULL));
  g_autoptr(GBytes) first = trammel_export_figure(&picture.figure, "a.svg", &size, &error);
  g_assert_no_error(error);
  g_autoptr(GBytes) second = trammel_export_figure(&picture.figure, "a.svg", &size, &error);
  g_assert_no_error(error);
  g_assert_true(g_bytes_equal(first, second));
  trammel_figure_clear(&picture.figure);
  g_object_unref(picture.context);
}

/* Curves of one colour differ by dashes, also in the legend and with dots on the samples. */
static void
test_legend_dashes(void)
{
  enum { CYCLE = 6 };
  const double y[] = {0.2, 0.4};
  Picture picture;
  init_picture(&picture);
  add_series(&picture, trammel_iteration_series_new("first", y, 2, 0));
  add_series(&picture, trammel_iteration_series_new("seventh", y, 2, CYCLE));
  draw_picture(&picture, 600, 300);
  for (guint i = 0; i < 2; i++) {
    const TrammelLegendEntry *entry = &g_array_index(picture.layout.legend, TrammelLegendEntry, i);
    g_assert_cmphex(get_pixel(&picture, entry->rect.x + 0.5 * TRAMMEL_LEGEND_SWATCH,
                              entry->rect.y + 0.5 * entry->rect.height),
                    ==, i == 0 ? 0x0072b2 : 0xffffff);
  }
  clear_picture(&picture);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/plot/painter/line-and-gap", test_line_and_gap);
  g_test_add_func("/ui/plot/painter/band-and-level", test_band_and_level);
  g_test_add_func("/ui/plot/painter/dense-dots", test_dense_dots);
  g_test_add_func("/ui/plot/painter/stacked", test_stacked);
  g_test_add_func("/ui/plot/painter/far-segment", test_far_segment);
  g_test_add_func("/ui/plot/painter/log-hides-zero", test_log_hides_zero);
  g_test_add_func("/ui/plot/painter/marks", test_marks);
  g_test_add_func("/ui/plot/layout/legend", test_legend_layout);
  g_test_add_func("/ui/plot/layout/legend-dashes", test_legend_dashes);
  g_test_add_func("/ui/plot/layout/exponent-in-title", test_exponent_in_title);
  g_test_add_func("/ui/plot/layout/long-x-title", test_long_x_title);
  g_test_add_func("/ui/plot/painter/dense-line", test_dense_line);
  g_test_add_func("/ui/plot/palette/contrast", test_palette);
  g_test_add_func("/ui/plot/export/csv", test_csv);
  g_test_add_func("/ui/plot/export/formats", test_formats);
  g_test_add_func("/ui/plot/export/same-bytes", test_same_bytes);
  return g_test_run();
}
