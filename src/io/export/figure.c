#include "io/export/figure.h"

/* Distance of the baseline below the middle of a line of text, as a share of its size. */
#define BASELINE 0.35

static void
clear_shape(gpointer data)
{
  TrammelExportShape *shape = data;

  g_free(shape->text);
  g_free(shape->points);
}

TrammelExportFigure *
trammel_figure_new(double width, double height, const char *description)
{
  TrammelExportFigure *figure = g_new0(TrammelExportFigure, 1);

  figure->width = width;
  figure->height = height;
  figure->description = g_strdup(description);
  figure->shapes = g_array_new(FALSE, FALSE, sizeof(TrammelExportShape));
  g_array_set_clear_func(figure->shapes, clear_shape);
  return figure;
}

void
trammel_figure_free(TrammelExportFigure *figure)
{
  g_free(figure->description);
  g_array_unref(figure->shapes);
  g_free(figure);
}

void
trammel_figure_add_rectangle(
    TrammelExportFigure *figure, double x, double y, double width, double height, guint32 colour)
{
  TrammelExportShape shape = {.kind = TRAMMEL_SHAPE_RECTANGLE,
                              .x = x,
                              .y = y,
                              .width = width,
                              .height = height,
                              .colour = colour};

  g_array_append_val(figure->shapes, shape);
}

void
trammel_figure_add_dot(
    TrammelExportFigure *figure, double x, double y, double diameter, guint32 colour)
{
  TrammelExportShape shape = {
      .kind = TRAMMEL_SHAPE_DOT, .x = x, .y = y, .width = diameter, .colour = colour};

  g_array_append_val(figure->shapes, shape);
}

void
trammel_figure_add_line(
    TrammelExportFigure *figure, const double *points, guint n, double thickness, guint32 colour)
{
  TrammelExportShape shape = {.kind = TRAMMEL_EXPORT_SHAPE_LINE,
                              .width = thickness,
                              .colour = colour,
                              .points = g_memdup2(points, 2 * n * sizeof *points),
                              .n_points = n};

  g_array_append_val(figure->shapes, shape);
}

void
trammel_figure_add_text(TrammelExportFigure *figure,
                        double x,
                        double y,
                        double size,
                        double anchor,
                        guint32 colour,
                        const char *text)
{
  TrammelExportShape shape = {.kind = TRAMMEL_SHAPE_TEXT,
                              .x = x,
                              .y = y,
                              .height = size,
                              .anchor = anchor,
                              .colour = colour,
                              .text = g_strdup(text)};

  g_array_append_val(figure->shapes, shape);
}

void
trammel_figure_turn_text(TrammelExportFigure *figure)
{
  g_return_if_fail(figure->shapes->len > 0);
  g_array_index(figure->shapes, TrammelExportShape, figure->shapes->len - 1).upwards = TRUE;
}

/* Writes a length with hundredths of a point, which is finer than any printer. */
static const char *
format_length(char text[G_ASCII_DTOSTR_BUF_SIZE], double value)
{
  return g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, "%.2f", value);
}

static void
append_attribute(GString *html, const char *name, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf(html, " %s=\"%s\"", name, format_length(number, value));
}

static void
append_line(GString *html, const TrammelExportShape *shape)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append(html, "<polyline points=\"");
  for (guint i = 0; i < shape->n_points; i++)
    g_string_append_printf(html, "%s%s,%s", i ? " " : "", format_length(x, shape->points[2 * i]),
                           format_length(y, shape->points[2 * i + 1]));
  g_string_append_printf(html, "\" fill=\"none\" stroke=\"#%06x\" stroke-linejoin=\"round\"",
                         shape->colour);
  append_attribute(html, "stroke-width", shape->width);
  g_string_append(html, "/>\n");
}

static void
append_text(GString *html, const TrammelExportShape *shape)
{
  static const char *const anchors[] = {"start", "middle", "end"};
  g_autofree char *text = g_markup_escape_text(shape->text, -1);
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append(html, "<text");
  if (shape->upwards) {
    g_string_append_printf(html, " transform=\"translate(%s %s) rotate(-90)\"",
                           format_length(x, shape->x), format_length(y, shape->y));
    append_attribute(html, "y", BASELINE * shape->height);
  } else {
    append_attribute(html, "x", shape->x);
    append_attribute(html, "y", shape->y + BASELINE * shape->height);
  }
  append_attribute(html, "font-size", shape->height);
  g_string_append_printf(html, " text-anchor=\"%s\" fill=\"#%06x\">%s</text>\n",
                         anchors[(int)(2 * shape->anchor)], shape->colour, text);
}

static void
append_shape(GString *html, const TrammelExportShape *shape)
{
  switch (shape->kind) {
  case TRAMMEL_SHAPE_RECTANGLE:
    g_string_append(html, "<rect");
    append_attribute(html, "x", shape->x);
    append_attribute(html, "y", shape->y);
    append_attribute(html, "width", shape->width);
    append_attribute(html, "height", shape->height);
    g_string_append_printf(html, " fill=\"#%06x\"/>\n", shape->colour);
    break;
  case TRAMMEL_SHAPE_DOT:
    g_string_append(html, "<circle");
    append_attribute(html, "cx", shape->x);
    append_attribute(html, "cy", shape->y);
    append_attribute(html, "r", shape->width / 2);
    g_string_append_printf(html, " fill=\"#%06x\"/>\n", shape->colour);
    break;
  case TRAMMEL_EXPORT_SHAPE_LINE:
    append_line(html, shape);
    break;
  case TRAMMEL_SHAPE_TEXT:
    append_text(html, shape);
    break;
  }
}

void
trammel_figure_append_svg(const TrammelExportFigure *figure, GString *html)
{
  g_autofree char *title = g_markup_escape_text(figure->description, -1);
  char width[G_ASCII_DTOSTR_BUF_SIZE], height[G_ASCII_DTOSTR_BUF_SIZE];

  format_length(width, figure->width);
  format_length(height, figure->height);
  g_string_append_printf(html,
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" "
                         "width=\"%spt\" height=\"%spt\" role=\"img\">\n<title>%s</title>\n",
                         width, height, width, height, title);
  for (guint i = 0; i < figure->shapes->len; i++)
    append_shape(html, &g_array_index(figure->shapes, TrammelExportShape, i));
  g_string_append(html, "</svg>\n");
}
