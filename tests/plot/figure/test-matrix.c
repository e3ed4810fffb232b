/* Tests of the heat-map without a widget: texts, colours, layout and pixels. */
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "plot/paint/matrix-painter.h"

static TrammelMatrix *
create_matrix(void)
{
  const double values[] = {1.0, -0.5, -0.001, -0.5, 1.0, NAN};
  TrammelMatrix *matrix = trammel_matrix_new(values, 2, 3);
  trammel_matrix_set_row_name(matrix, 0, "mass");
  trammel_matrix_set_row_name(matrix, 1, "friction");
  trammel_matrix_set_column_name(matrix, 0, "a");
  trammel_matrix_set_column_name(matrix, 1, "b");
  trammel_matrix_set_column_name(matrix, 2, "a long name of a parameter");
  matrix->title = g_strdup("Correlation");
  return matrix;
}

static void
assert_text(const TrammelMatrix *matrix, guint row, guint column, const char *expected)
{
  g_autofree char *text = trammel_matrix_dup_text(matrix, row, column);
  g_assert_cmpstr(text, ==, expected);
}

static void
test_texts(void)
{
  g_autoptr(TrammelMatrix) matrix = create_matrix();
  assert_text(matrix, 0, 0, "1.00");
  assert_text(matrix, 0, 1, "\u22120.50");
  assert_text(matrix, 0, 2, "0.00");
  assert_text(matrix, 1, 2, "");
  trammel_matrix_set_cell_text(matrix, 1, 2, "runs");
  assert_text(matrix, 1, 2, "runs");
  matrix->unit = g_strdup("%");
  g_autofree char *description = trammel_matrix_dup_description(matrix, 0, 1);
  g_assert_cmpstr(description, ==, "mass, b: \u22120.50 %");
  g_autoptr(TrammelMatrix) copy = trammel_matrix_copy(matrix);
  g_autofree char *text = trammel_matrix_to_text(copy, ',');
  g_assert_cmpstr(text, ==,
                  ",a,b,a long name of a parameter\nmass,1,-0.5,-0.001\nfriction,-0.5,1,\n");
  trammel_matrix_set_row_name(copy, 0, "=1+1");
  trammel_matrix_set_column_name(copy, 1, "b, c");
  g_autofree char *guarded = trammel_matrix_to_text(copy, ',');
  g_assert_cmpstr(guarded, ==,
                  ",a,\"b, c\",a long name of a parameter\n'=1+1,1,-0.5,-0.001\n"
                  "friction,-0.5,1,\n");
}

static void
test_scale(void)
{
  g_autoptr(TrammelMatrix) matrix = create_matrix();
  trammel_matrix_set_scale(matrix, TRAMMEL_SCALE_SEQUENTIAL, 0.0, NAN);
  g_assert_cmpfloat(matrix->low, ==, 0.0);
  g_assert_cmpfloat(matrix->high, ==, 1.0);
  trammel_matrix_set_scale(matrix, TRAMMEL_SCALE_SEQUENTIAL, NAN, NAN);
  g_assert_cmpfloat(matrix->low, ==, -0.5);
}

/* The middle of the diverging scale is the background's neutral; numbers are readable
 * everywhere. */
static void
test_colors(void)
{
  for (int dark = 0; dark < 2; dark++)
    for (int scale = 0; scale < 2; scale++)
      for (int i = 0; i <= 100; i++) {
        TrammelColor color = trammel_palette_map((TrammelColorScale)scale, i / 100.0, dark);
        g_assert_cmpfloat(trammel_color_contrast(color, trammel_palette_text_on(color)), >=, 4.5);
      }
  for (int dark = 0; dark < 2; dark++) {
    TrammelColor middle = trammel_palette_map(TRAMMEL_SCALE_DIVERGING, 0.5, dark);
    g_assert_cmpfloat(trammel_color_contrast(middle, trammel_palette_background(dark)), <, 1.25);
    g_assert_true(middle.red == middle.green && middle.green == middle.blue);
  }
  TrammelColor low = trammel_palette_map(TRAMMEL_SCALE_DIVERGING, -7.0, FALSE);
  TrammelColor high = trammel_palette_map(TRAMMEL_SCALE_DIVERGING, 7.0, FALSE);
  g_assert_true(low.blue > low.red && high.red > high.blue);
}

typedef struct {
  TrammelMatrix *matrix;
  TrammelMatrixLayout layout;
  PangoContext *context;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  PangoFontDescription *font = pango_font_description_from_string("Sans 10");
  fixture->matrix = create_matrix();
  fixture->context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  pango_context_set_font_description(fixture->context, font);
  pango_font_description_free(font);
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  trammel_matrix_free(fixture->matrix);
  g_object_unref(fixture->context);
}

/* all cells lie inside, at any size; each is found at its position */
static void
test_layout(Fixture *fixture, gconstpointer unused)
{
  for (int width = 160; width < 900; width += 61)
    for (int height = 120; height < 700; height += 71) {
      TrammelMatrixLayout *layout = &fixture->layout;
      trammel_matrix_layout_init(layout, fixture->matrix, fixture->context, width, height);
      g_assert_cmpfloat(layout->cells.x + layout->cells.width, <=, width);
      g_assert_cmpfloat(layout->cells.y + layout->cells.height, <=, height);
      g_assert_cmpfloat(layout->bar.x + layout->bar.width, <=, width);
      for (guint row = 0; row < 2; row++)
        for (guint column = 0; column < 3; column++) {
          TrammelRect cell = trammel_matrix_layout_get_cell(layout, row, column);
          guint r = 9, c = 9;
          g_assert_true(trammel_matrix_layout_find_cell(layout, fixture->matrix,
                                                        cell.x + 0.5 * cell.width,
                                                        cell.y + 0.5 * cell.height, &r, &c));
          g_assert_true(r == row && c == column);
        }
      g_assert_false(trammel_matrix_layout_find_cell(layout, fixture->matrix, 1.0, 1.0, &(guint){0},
                                                     &(guint){0}));
      trammel_matrix_layout_clear(layout);
    }
}

/* Numbers of narrow columns are legible: only some are shown, with room for the longest. */
static void
test_narrow_columns(Fixture *fixture, gconstpointer unused)
{
  enum { N = 40 };
  static const double values[N * N];
  g_autoptr(TrammelMatrix) matrix = trammel_matrix_new(values, N, N);
  matrix->is_square = TRUE;
  for (guint i = 0; i < N; i++) {
    trammel_matrix_set_row_name(matrix, i, "joint.elbow.viscous");
    trammel_matrix_set_column_name(matrix, i, "joint.elbow.viscous");
  }
  PangoLayout *widest = trammel_layout_create_text(fixture->context, "40", TRAMMEL_TEXT_NUMBER);
  int room;
  pango_layout_get_pixel_size(widest, &room, NULL);
  g_object_unref(widest);
  for (int width = 200; width < 1600; width += 100) {
    TrammelMatrixLayout *layout = &fixture->layout;
    trammel_matrix_layout_init(layout, matrix, fixture->context, width, 600);
    g_assert_true(layout->is_numbered);
    g_assert_cmpfloat(layout->column_step * layout->cell_width, >, room);
    g_assert_true(layout->column_step == 1 || layout->cell_width < room + 4);
    trammel_matrix_layout_clear(layout);
  }
}

/* The cells of thirteen parameters have numbers where a page shows them, smaller and shorter. */
static void
test_small_numbers(Fixture *fixture, gconstpointer unused)
{
  enum { N = 13 };
  double values[N * N];
  for (int i = 0; i < N * N; i++)
    values[i] = i % (N + 1) == 0 ? 1 : -0.67;
  g_autoptr(TrammelMatrix) matrix = trammel_matrix_new(values, N, N);
  matrix->is_square = TRUE;
  matrix->digits = 2;
  for (guint i = 0; i < N; i++) {
    trammel_matrix_set_row_name(matrix, i, "Viscous friction · elbow");
    trammel_matrix_set_column_name(matrix, i, "Viscous friction · elbow");
  }
  TrammelMatrixLayout *layout = &fixture->layout;
  trammel_matrix_layout_init(layout, matrix, fixture->context, 600, 320);
  g_assert_true(layout->has_numbers && layout->is_short && layout->number_scale < 1);
  trammel_matrix_layout_clear(layout);
  trammel_matrix_layout_init(layout, matrix, fixture->context, 1200, 700);
  g_assert_true(layout->has_numbers && !layout->is_short && layout->number_scale == 1);
  trammel_matrix_layout_clear(layout);
  trammel_matrix_layout_init(layout, matrix, fixture->context, 240, 200);
  g_assert_false(layout->has_numbers);
}

static guint32
get_corner(cairo_surface_t *surface, const TrammelRect *cell)
{
  guint32 value;
  memcpy(&value,
         cairo_image_surface_get_data(surface) +
             ((gsize)cell->y + 2) * (gsize)cairo_image_surface_get_stride(surface) +
             4 * ((gsize)cell->x + 2),
         sizeof value);
  return value & 0xffffff;
}

static guint32
to_pixel(TrammelColor color)
{
  return (guint32)lround(255.0 * color.red) << 16 | (guint32)lround(255.0 * color.green) << 8 |
         (guint32)lround(255.0 * color.blue);
}

static void
test_draw(Fixture *fixture, gconstpointer unused)
{
  TrammelPaintStyle style = trammel_paint_style_for_paper();
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 500, 300);
  cairo_t *cr = cairo_create(surface);
  cairo_set_source_rgb(cr, 1.0, 1.0, 1.0);
  cairo_paint(cr);
  trammel_matrix_layout_init(&fixture->layout, fixture->matrix, fixture->context, 500, 300);
  g_assert_true(fixture->layout.has_numbers);
  trammel_matrix_painter_draw(cr, fixture->matrix, &fixture->layout, &style);
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  for (guint row = 0; row < 2; row++)
    for (guint column = 0; column < 3; column++) {
      double value = trammel_matrix_get_cell(fixture->matrix, row, column)->value;
      TrammelRect cell = trammel_matrix_layout_get_cell(&fixture->layout, row, column);
      if (isfinite(value))
        g_assert_cmphex(get_corner(surface, &cell), ==,
                        to_pixel(trammel_matrix_get_color(fixture->matrix, value, FALSE)));
    }
  cairo_surface_destroy(surface);
  trammel_matrix_layout_clear(&fixture->layout);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/plot/matrix/texts", test_texts);
  g_test_add_func("/ui/plot/matrix/scale", test_scale);
  g_test_add_func("/ui/plot/matrix/colors", test_colors);
  g_test_add("/ui/plot/matrix/layout", Fixture, NULL, set_up, test_layout, tear_down);
  g_test_add("/ui/plot/matrix/narrow-columns", Fixture, NULL, set_up, test_narrow_columns,
             tear_down);
  g_test_add("/ui/plot/matrix/small-numbers", Fixture, NULL, set_up, test_small_numbers, tear_down);
  g_test_add("/ui/plot/matrix/draw", Fixture, NULL, set_up, test_draw, tear_down);
  return g_test_run();
}
