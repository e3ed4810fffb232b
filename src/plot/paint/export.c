#include "plot/paint/export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "plot/figure/columns.h"

#define DEFAULT_DPI 192.0

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

/* Draws on white; `unit`: as in trammel_drawing_show(). */
static void
draw_on_surface(cairo_surface_t *surface,
                const TrammelDrawing *drawing,
                double unit,
                double width,
                double height,
                const PangoFontDescription *font)
{
  TrammelColor paper = trammel_palette_background(FALSE);
  cairo_t *cr = cairo_create(surface);
  cairo_set_source_rgb(cr, paper.red, paper.green, paper.blue);
  cairo_paint(cr);
  trammel_drawing_show(drawing, cr, unit, width, height, font);
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

static gboolean
append_own_number(const GMatchInfo *match, GString *svg, gpointer numbers)
{
  g_autofree char *word = g_match_info_fetch(match, 0);
  gpointer number = g_hash_table_lookup(numbers, word);

  if (!number) {
    number = GUINT_TO_POINTER(g_hash_table_size(numbers) + 1);
    g_hash_table_insert(numbers, g_strdup(word), number);
  }
  g_string_append_printf(svg, "surface%u", GPOINTER_TO_UINT(number));
  return FALSE;
}

/* Numbers the surfaces of a picture from 1: cairo counts them over the life of the program, so that
 * the same figure would differ from one export to the next.  Takes ownership. */
static GBytes *
number_surfaces(GByteArray *picture)
{
  g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GRegex) surface = g_regex_new("\\bsurface[0-9]+", 0, 0, NULL);
  char *svg = g_regex_replace_eval(surface, (const char *)picture->data, (gssize)picture->len, 0, 0,
                                   append_own_number, numbers, NULL);

  g_byte_array_unref(picture);
  return g_bytes_new_take(svg, strlen(svg));
}

static GBytes *
create_picture(const TrammelDrawing *drawing,
               Format format,
               const TrammelExportSize *size,
               GError **error)
{
  double dpi = size->dpi > 0.0 ? size->dpi : DEFAULT_DPI;
  double unit = (format == FORMAT_PNG ? dpi : TRAMMEL_POINTS_PER_INCH) / TRAMMEL_PIXELS_PER_INCH;
  double width = size->width / TRAMMEL_MM_PER_INCH * TRAMMEL_PIXELS_PER_INCH;
  double height = size->height / TRAMMEL_MM_PER_INCH * TRAMMEL_PIXELS_PER_INCH;
  GByteArray *bytes = g_byte_array_new();
  cairo_surface_t *surface = create_surface(format, width, height, unit, bytes);

  draw_on_surface(surface, drawing, unit, width, height, size->font);
  if (format == FORMAT_PNG)
    cairo_surface_write_to_png_stream(surface, append_bytes, bytes);
  cairo_surface_finish(surface);
  cairo_status_t status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return format == FORMAT_SVG ? number_surfaces(bytes) : g_byte_array_free_to_bytes(bytes);

  g_byte_array_unref(bytes);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
              "The figure of %.0f mm x %.0f mm cannot be drawn: %s. Choose another size.",
              size->width, size->height, cairo_status_to_string(status));
  return NULL;
}

GBytes *
trammel_export_to_png(const TrammelDrawing *drawing, const TrammelExportSize *size, GError **error)
{
  return create_picture(drawing, FORMAT_PNG, size, error);
}

GBytes *
trammel_export_to_svg(const TrammelDrawing *drawing, const TrammelExportSize *size, GError **error)
{
  return create_picture(drawing, FORMAT_SVG, size, error);
}

GBytes *
trammel_export_drawing(const TrammelDrawing *drawing,
                       const char *path,
                       const TrammelExportSize *size,
                       GError **error)
{
  Format format = find_format(path);

  if (format == FORMAT_UNKNOWN || format == FORMAT_CSV) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "%s: the name of a figure ends in .png, .svg or .pdf (its numbers: .csv); choose "
                "one of these.",
                path);
    return NULL;
  }
  GBytes *bytes = create_picture(drawing, format, size, error);
  if (bytes == NULL)
    g_prefix_error(error, "%s: ", path);
  return bytes;
}

gboolean
trammel_export_is_table(const char *path)
{
  return find_format(path) == FORMAT_CSV;
}

GBytes *
trammel_export_figure(const TrammelFigure *figure,
                      const char *path,
                      const TrammelExportSize *size,
                      GError **error)
{
  TrammelDrawing drawing = trammel_drawing_of_figure(figure);

  if (!trammel_export_is_table(path))
    return trammel_export_drawing(&drawing, path, size, error);
  char *text = trammel_export_to_csv(figure);
  return g_bytes_new_take(text, strlen(text));
}

char *
trammel_export_to_csv(const TrammelFigure *figure)
{
  GArray *columns = trammel_columns_new(figure, FALSE);
  char *text = trammel_columns_to_text(columns, ',');
  g_array_unref(columns);
  return text;
}
