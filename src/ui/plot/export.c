#include "ui/plot/export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "ui/plot/painter.h"

#define MM_PER_INCH     25.4
#define PIXELS_PER_INCH 96.0 /* the painter's unit, as on screen */
#define POINTS_PER_INCH 72.0 /* the unit of PDF and SVG surfaces */
#define DEFAULT_DPI     192.0

typedef enum { FORMAT_UNKNOWN, FORMAT_PNG, FORMAT_SVG, FORMAT_PDF, FORMAT_CSV } Format;

static Format
find_format(const char *path)
{
  static const struct {
    const char *ending;
    Format format;
  } formats[] = {
      {".png", FORMAT_PNG}, {".svg", FORMAT_SVG}, {".pdf", FORMAT_PDF}, {".csv", FORMAT_CSV}};
  const char *dot = strrchr(path, '.');
  for (gsize i = 0; dot != NULL && i < G_N_ELEMENTS(formats); i++)
    if (g_ascii_strcasecmp(dot, formats[i].ending) == 0)
      return formats[i].format;
  return FORMAT_UNKNOWN;
}

static cairo_status_t
append_bytes(void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* `unit` is the size of a painter's pixel in units of the surface */
static void
draw_on_surface(cairo_surface_t *surface,
                const TrammelFigure *figure,
                double unit,
                double width,
                double height,
                const PangoFontDescription *font)
{
  TrammelFigure placed = *figure; /* the layout writes the pixels of its axes */
  TrammelPaintStyle style = trammel_paint_style_for_paper();
  TrammelColor paper = trammel_palette_background(FALSE);
  TrammelLayout layout;
  cairo_t *cr = cairo_create(surface);
  cairo_scale(cr, unit, unit);
  cairo_set_source_rgb(cr, paper.red, paper.green, paper.blue);
  cairo_paint(cr);

  PangoContext *context = pango_cairo_create_context(cr);
  PangoFontDescription *fallback = pango_font_description_from_string("Sans 10");
  pango_context_set_font_description(context, font != NULL ? font : fallback);
  pango_cairo_context_set_resolution(context, PIXELS_PER_INCH);
  style.columns_per_pixel = fmax(2.0, unit);
  trammel_layout_init(&layout, &placed, context, width, height, 0);
  trammel_painter_draw(cr, &placed, &layout, &style);

  trammel_layout_clear(&layout);
  pango_font_description_free(fallback);
  g_object_unref(context);
  cairo_destroy(cr);
}

static cairo_surface_t *
create_surface(Format format, double width, double height, double unit, GByteArray *bytes)
{
  if (format == FORMAT_PNG)
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)round(width * unit),
                                      (int)round(height * unit));
  if (format == FORMAT_SVG)
    return cairo_svg_surface_create_for_stream(append_bytes, bytes, width * unit, height * unit);
  return cairo_pdf_surface_create_for_stream(append_bytes, bytes, width * unit, height * unit);
}

static GBytes *
create_drawing(const TrammelFigure *figure,
               Format format,
               const TrammelExportSize *size,
               GError **error)
{
  double dpi = size->dpi > 0.0 ? size->dpi : DEFAULT_DPI;
  double unit = (format == FORMAT_PNG ? dpi : POINTS_PER_INCH) / PIXELS_PER_INCH;
  double width = size->width / MM_PER_INCH * PIXELS_PER_INCH;
  double height = size->height / MM_PER_INCH * PIXELS_PER_INCH;
  GByteArray *bytes = g_byte_array_new();
  cairo_surface_t *surface = create_surface(format, width, height, unit, bytes);

  draw_on_surface(surface, figure, unit, width, height, size->font);
  if (format == FORMAT_PNG)
    cairo_surface_write_to_png_stream(surface, append_bytes, bytes);
  cairo_surface_finish(surface);
  cairo_status_t status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes(bytes);

  g_byte_array_unref(bytes);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
              "The figure of %.0f mm x %.0f mm cannot be drawn: %s. Choose another size.",
              size->width, size->height, cairo_status_to_string(status));
  return NULL;
}

GBytes *
trammel_export_to_png(const TrammelFigure *figure, const TrammelExportSize *size, GError **error)
{
  return create_drawing(figure, FORMAT_PNG, size, error);
}

static GBytes *
create_file(const TrammelFigure *figure,
            Format format,
            const TrammelExportSize *size,
            GError **error)
{
  if (format != FORMAT_CSV)
    return create_drawing(figure, format, size, error);
  char *text = trammel_export_to_csv(figure);
  return g_bytes_new_take(text, strlen(text));
}

gboolean
trammel_export_figure(const TrammelFigure *figure,
                      const char *path,
                      const TrammelExportSize *size,
                      GError **error)
{
  Format format = find_format(path);
  if (format == FORMAT_UNKNOWN) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "%s: the name of a figure ends in .png, .svg, .pdf or .csv; choose one of these.",
                path);
    return FALSE;
  }
  GBytes *bytes = create_file(figure, format, size, error);
  if (bytes == NULL) {
    g_prefix_error(error, "%s: ", path);
    return FALSE;
  }
  gsize length;
  const char *data = g_bytes_get_data(bytes, &length);
  gboolean ok = g_file_set_contents_full(path, data, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT,
                                         0666, error);
  g_bytes_unref(bytes);
  return ok;
}

typedef struct {
  char *head;
  const double *values;
  gsize n;
} Column;

static void
clear_column(gpointer data)
{
  g_free(((Column *)data)->head);
}

/* takes `head` */
static void
append_column(GArray *columns, char *head, const double *values, gsize n)
{
  Column column = {head, values, n};
  g_array_append_val(columns, column);
}

/* "name [unit]" of a curve; the axis title where the curve has no name */
static char *
dup_head(const char *name, const char *suffix, const char *title)
{
  char *unit = trammel_figure_dup_unit(title);
  char *quantity = trammel_figure_dup_quantity(title);
  const char *base = name[0] != '\0' ? name : (quantity != NULL ? quantity : "y");
  char *head = unit != NULL ? g_strdup_printf("%s%s [%s]", base, suffix, unit)
                            : g_strdup_printf("%s%s", base, suffix);
  g_free(unit);
  g_free(quantity);
  return head;
}

static void
collect_columns(const TrammelFigure *figure, GArray *columns)
{
  const double *last_x = NULL;
  gsize last_n = 0;
  for (guint i = 0; i < figure->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(figure, i);
    const double *x = trammel_series_get_x(series);
    const double *high = trammel_series_get_high(series);
    const char *name = trammel_series_get_name(series);
    gsize n = trammel_series_get_size(series);
    if (!trammel_figure_is_visible(figure, i) || n == 0)
      continue;
    if (x != NULL && (last_x == NULL || last_n != n || memcmp(x, last_x, n * sizeof *x) != 0)) {
      const char *title = figure->x_title != NULL ? figure->x_title : "x";
      append_column(columns, g_strdup(title), x, n);
      last_x = x;
      last_n = n;
    }
    append_column(columns, dup_head(name, high != NULL ? " low" : "", figure->y_title),
                  trammel_series_get_y(series), n);
    if (high != NULL)
      append_column(columns, dup_head(name, " high", figure->y_title), high, n);
  }
}

static void
append_quoted(GString *text, const char *cell)
{
  if (strpbrk(cell, ",\"\n") == NULL) {
    g_string_append(text, cell);
    return;
  }
  g_string_append_c(text, '"');
  for (const char *c = cell; *c != '\0'; c++) {
    if (*c == '"')
      g_string_append_c(text, '"');
    g_string_append_c(text, *c);
  }
  g_string_append_c(text, '"');
}

static void
append_row(GString *text, const GArray *columns, gsize row)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint c = 0; c < columns->len; c++) {
    const Column *column = &g_array_index(columns, Column, c);
    if (c > 0)
      g_string_append_c(text, ',');
    if (row < column->n && isfinite(column->values[row]))
      g_string_append(text, g_ascii_dtostr(number, sizeof number, column->values[row]));
  }
  g_string_append_c(text, '\n');
}

char *
trammel_export_to_csv(const TrammelFigure *figure)
{
  GString *text = g_string_new(NULL);
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(Column));
  gsize n_rows = 0;
  g_array_set_clear_func(columns, clear_column);
  collect_columns(figure, columns);
  for (guint c = 0; c < columns->len; c++) {
    const Column *column = &g_array_index(columns, Column, c);
    n_rows = MAX(n_rows, column->n);
    if (c > 0)
      g_string_append_c(text, ',');
    append_quoted(text, column->head);
  }
  g_string_append_c(text, '\n');
  for (gsize row = 0; row < n_rows; row++)
    append_row(text, columns, row);
  g_array_unref(columns);
  return g_string_free(text, FALSE);
}
