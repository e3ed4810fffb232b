#include "plot/paint/matrix-painter.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "plot/figure/number-text.h"
#include "plot/paint/bar-painter.h"

#define PADDING       10.0
#define LABEL_GAP     6.0
#define NAME_PART     0.35 /* of width or height, for row or column names at most */
#define MAX_WIDTH     96.0 /* of a cell */
#define MAX_HEIGHT    44.0
#define CELL_PADDING  6.0 /* about a number */
#define TIGHT_PADDING 3.0 /* about one in smaller letters */
#define LEAST_SCALE   0.6 /* of letters that can still be read */
#define LINE_SHARE    0.8 /* of the height of a line that digits take */
#define NUMBER_GAP    3.0 /* between the numbers of columns */
#define BAR_WIDTH     10.0
#define BAR_STEPS     64
#define BAR_FROM      260.0 /* narrower pictures have no colour scale */
#define TEXT_ALPHA    0.80
#define HATCH_ALPHA   0.30
#define OUTLINE_ALPHA 0.18

static PangoLayout *
create_text(PangoContext *context, const char *text)
{
  return trammel_layout_create_text(context, text != NULL ? text : "", TRAMMEL_TEXT_NUMBER);
}

static double
measure_width(PangoContext *context, const char *text)
{
  int width;
  PangoLayout *layout = create_text(context, text);
  pango_layout_get_pixel_size(layout, &width, NULL);
  g_object_unref(layout);
  return width;
}

static double
measure_line(PangoContext *context)
{
  int height;
  PangoLayout *layout = create_text(context, "Ag");
  pango_layout_get_pixel_size(layout, NULL, &height);
  g_object_unref(layout);
  return height;
}

/* Space before the name of a row for the number that heads its column. */
#define NUMBER_ROOM "00  "

static double
measure_widest(PangoContext *context, char *const *names, guint n)
{
  double widest = 0.0;
  for (guint i = 0; i < n; i++)
    widest = fmax(widest, measure_width(context, names[i]));
  return widest;
}

/* Returns the text of a cell; in a short one ".67" stands for "0.67", and "1" for "1.00". */
static char *
dup_number(const TrammelMatrix *matrix, guint row, guint column, gboolean is_short)
{
  char *text = trammel_matrix_dup_text(matrix, row, column);
  const char *zero = is_short ? strstr(text, "0.") : NULL;

  if (is_short && g_str_has_prefix(text, "1.0") && g_ascii_strtod(text, NULL) == 1)
    text[1] = '\0';
  if (!zero || (zero != text && g_ascii_isdigit(zero[-1])))
    return text;
  char *cut = g_strdup_printf("%.*s%s", (int)(zero - text), text, zero + 1);
  g_free(text);
  return cut;
}

static double
measure_numbers(PangoContext *context, const TrammelMatrix *matrix, gboolean is_short)
{
  double widest = 0.0;
  /* with more, cells are too small for numbers */
  if (matrix->n_rows > 60 || matrix->n_columns > 60)
    return INFINITY;
  for (guint row = 0; row < matrix->n_rows; row++)
    for (guint column = 0; column < matrix->n_columns; column++) {
      char *text = dup_number(matrix, row, column, is_short);
      widest = fmax(widest, measure_width(context, text));
      g_free(text);
    }
  return widest;
}

/* Chooses the form of the numbers: usual if that fits, else smaller, those of a correlation also
 * without their zero. */
static void
choose_numbers(TrammelMatrixLayout *self, const TrammelMatrix *matrix, double line)
{
  double width = measure_numbers(self->context, matrix, FALSE);

  self->number_scale = 1;
  self->has_numbers = self->cell_height >= line && self->cell_width >= width + CELL_PADDING;
  if (self->has_numbers)
    return;
  self->is_short = matrix->is_square;
  width = measure_numbers(self->context, matrix, self->is_short);
  double scale =
      fmin((self->cell_width - TIGHT_PADDING) / width, self->cell_height / (LINE_SHARE * line));
  self->number_scale = fmin(1, scale);
  self->has_numbers = scale >= LEAST_SCALE;
}

static void
format_end(double value, char *text, gsize size)
{
  char number[32];
  trammel_number_text_print(text, size, g_ascii_formatd(number, sizeof number, "%.3g", value));
}

static double
measure_bar(PangoContext *context, const TrammelMatrix *matrix, double width)
{
  char low[32], high[32];
  if (width < BAR_FROM)
    return 0.0;
  format_end(matrix->low, low, sizeof low);
  format_end(matrix->high, high, sizeof high);
  return 2.0 * PADDING + BAR_WIDTH +
         fmax(measure_width(context, low), measure_width(context, high));
}

/* Returns the step of the names that are shown if a row is lower than a line of text. */
static guint
find_name_step(double size, double line)
{
  return (guint)fmax(1.0, ceil(0.85 * line / fmax(size, 1.0)));
}

/* Returns the step of the column names that are shown. */
static guint
find_column_step(const TrammelMatrixLayout *self, const TrammelMatrix *matrix, double line)
{
  char widest[16];
  if (self->upright)
    return find_name_step(self->cell_width, line);
  if (!self->is_numbered)
    return 1;
  g_snprintf(widest, sizeof widest, "%u", matrix->n_columns);
  return (guint)ceil((measure_width(self->context, widest) + NUMBER_GAP) / self->cell_width);
}

/* The head holds title, column title and column names. */
void
trammel_matrix_layout_init(TrammelMatrixLayout *self,
                           const TrammelMatrix *matrix,
                           PangoContext *context,
                           double width,
                           double height)
{
  *self = (TrammelMatrixLayout){.width = width, .height = height, .context = g_object_ref(context)};
  if (matrix->n_rows == 0 || matrix->n_columns == 0)
    return;
  double line = measure_line(context);
  double bar = measure_bar(context, matrix, width);
  double top = PADDING + (matrix->title != NULL ? 1.4 * line : 0.0) +
               (matrix->column_title != NULL || matrix->row_title != NULL ? line + 8.0 : 0.0);
  double names = fmin(measure_widest(context, matrix->row_names, matrix->n_rows) +
                          (matrix->is_square ? measure_width(context, NUMBER_ROOM) : 0.0),
                      NAME_PART * width);
  double left = ceil(PADDING + names + LABEL_GAP);
  self->cell_width =
      floor(fmin(MAX_WIDTH, fmax(2.0, (width - left - bar - PADDING) / matrix->n_columns)));
  double heads = measure_widest(context, matrix->column_names, matrix->n_columns);
  self->upright = heads + CELL_PADDING > self->cell_width;
  self->is_numbered = matrix->is_square && self->upright;
  self->upright = self->upright && !self->is_numbered;
  /* names may use the height that few rows leave */
  double rest = height - top - PADDING - LABEL_GAP - MAX_HEIGHT * matrix->n_rows;
  self->head_height = self->upright ? fmin(heads, fmax(NAME_PART * height, rest)) : line;
  top = ceil(top + self->head_height + LABEL_GAP);
  self->cell_height = floor(fmin(MAX_HEIGHT, fmax(2.0, (height - top - PADDING) / matrix->n_rows)));
  self->cells = (TrammelRect){left, top, self->cell_width * matrix->n_columns,
                              self->cell_height * matrix->n_rows};
  self->column_step = find_column_step(self, matrix, line);
  choose_numbers(self, matrix, line);
  if (bar > 0.0)
    self->bar = (TrammelRect){left + self->cells.width + PADDING, top, BAR_WIDTH,
                              fmin(self->cells.height, 160.0)};
}

void
trammel_matrix_layout_clear(TrammelMatrixLayout *self)
{
  g_clear_object(&self->context);
}

TrammelRect
trammel_matrix_layout_get_cell(const TrammelMatrixLayout *self, guint row, guint column)
{
  return (TrammelRect){self->cells.x + column * self->cell_width,
                       self->cells.y + row * self->cell_height, self->cell_width,
                       self->cell_height};
}

gboolean
trammel_matrix_layout_find_cell(const TrammelMatrixLayout *self,
                                const TrammelMatrix *matrix,
                                double x,
                                double y,
                                guint *row,
                                guint *column)
{
  if (!(self->cell_width > 0.0) || !trammel_rect_contains(&self->cells, x, y))
    return FALSE;
  *row = MIN(matrix->n_rows - 1, (guint)((y - self->cells.y) / self->cell_height));
  *column = MIN(matrix->n_columns - 1, (guint)((x - self->cells.x) / self->cell_width));
  return TRUE;
}

static void
set_color(cairo_t *cr, TrammelColor color, double alpha)
{
  cairo_set_source_rgba(cr, color.red, color.green, color.blue, color.alpha * alpha);
}

/* a line of text at most `room` wide that begins (align 0), has its middle (0.5) or ends (1) at x
 */
static void
show_line(cairo_t *cr, PangoLayout *text, double x, double y, double align, double room)
{
  int width, height;
  pango_layout_get_pixel_size(text, &width, NULL);
  if (width > room) {
    pango_layout_set_ellipsize(text, PANGO_ELLIPSIZE_MIDDLE);
    pango_layout_set_width(text, (int)(fmax(room, 8.0) * PANGO_SCALE));
  }
  pango_layout_get_pixel_size(text, &width, &height);
  cairo_move_to(cr, round(x - align * width), round(y - 0.5 * height));
  pango_cairo_show_layout(cr, text);
}

static void
draw_cell(cairo_t *cr,
          const TrammelMatrix *matrix,
          const TrammelMatrixLayout *layout,
          guint row,
          guint column,
          const TrammelPaintStyle *style)
{
  const TrammelMatrixCell *cell = trammel_matrix_get_cell(matrix, row, column);
  TrammelRect rect = trammel_matrix_layout_get_cell(layout, row, column);
  TrammelColor color = trammel_matrix_get_color(matrix, cell->value, style->dark);
  TrammelColor ink = trammel_palette_text_on(color);
  double gap = layout->cell_width >= 8.0 && layout->cell_height >= 8.0 ? 1.0 : 0.0;
  cairo_rectangle(cr, rect.x, rect.y, rect.width - gap, rect.height - gap);
  set_color(cr, color, 1.0);
  cairo_fill(cr);
  if (!isfinite(cell->value) || cell->hatched) {
    set_color(cr, isfinite(cell->value) ? ink : style->foreground, HATCH_ALPHA);
    trammel_bar_painter_hatch(cr, rect.x, rect.y, rect.width - gap, rect.height - gap);
  }
  if (!layout->has_numbers)
    return;
  char *text = dup_number(matrix, row, column, layout->is_short);
  PangoLayout *number = create_text(layout->context, text);
  set_color(cr, ink, 1.0);
  cairo_save(cr);
  cairo_translate(cr, rect.x + 0.5 * (rect.width - gap), rect.y + 0.5 * (rect.height - gap));
  cairo_scale(cr, layout->number_scale, layout->number_scale);
  show_line(cr, number, 0, 0, 0.5, rect.width / layout->number_scale);
  cairo_restore(cr);
  g_object_unref(number);
  g_free(text);
}

static void
draw_row_names(cairo_t *cr, const TrammelMatrix *matrix, const TrammelMatrixLayout *layout)
{
  double room = layout->cells.x - LABEL_GAP - PADDING;
  guint step = find_name_step(layout->cell_height, measure_line(layout->context));
  for (guint row = 0; row < matrix->n_rows; row += step) {
    TrammelRect rect = trammel_matrix_layout_get_cell(layout, row, 0);
    char *name = layout->is_numbered ? g_strdup_printf("%u  %s", row + 1, matrix->row_names[row])
                                     : g_strdup(matrix->row_names[row]);
    PangoLayout *text = create_text(layout->context, name);
    g_free(name);
    show_line(cr, text, rect.x - LABEL_GAP, rect.y + 0.5 * rect.height, 1.0, room + 1.0);
    g_object_unref(text);
  }
}

static void
draw_column_names(cairo_t *cr, const TrammelMatrix *matrix, const TrammelMatrixLayout *layout)
{
  double line = measure_line(layout->context);
  guint step = layout->column_step;
  double room = layout->upright ? layout->head_height + 1.0 : layout->cell_width * step;
  for (guint column = 0; column < matrix->n_columns; column += step) {
    TrammelRect rect = trammel_matrix_layout_get_cell(layout, 0, column);
    char *name = layout->is_numbered ? g_strdup_printf("%u", column + 1)
                                     : g_strdup(matrix->column_names[column]);
    PangoLayout *text = create_text(layout->context, name);
    g_free(name);
    double middle = rect.x + 0.5 * rect.width;
    cairo_save(cr);
    if (layout->upright) {
      cairo_translate(cr, middle, layout->cells.y - LABEL_GAP);
      cairo_rotate(cr, -G_PI_2);
      show_line(cr, text, 0.0, 0.0, 0.0, room);
    } else {
      show_line(cr, text, middle, layout->cells.y - LABEL_GAP - 0.5 * line, 0.5, room);
    }
    cairo_restore(cr);
    g_object_unref(text);
  }
}

static void
draw_bar_label(cairo_t *cr, const TrammelMatrixLayout *layout, double value, double y)
{
  char number[32];
  format_end(value, number, sizeof number);
  PangoLayout *text = create_text(layout->context, number);
  show_line(cr, text, layout->bar.x + layout->bar.width + 4.0, y, 0.0, INFINITY);
  g_object_unref(text);
}

/* the greatest value on top */
static void
draw_bar(cairo_t *cr,
         const TrammelMatrix *matrix,
         const TrammelMatrixLayout *layout,
         const TrammelPaintStyle *style)
{
  const TrammelRect *bar = &layout->bar;
  double line = measure_line(layout->context);
  if (!(bar->width > 0.0) || bar->height < 2.0 * line || !(matrix->high > matrix->low))
    return;
  for (int i = 0; i < BAR_STEPS; i++) {
    double top = bar->y + floor(bar->height * i / BAR_STEPS);
    double bottom = bar->y + floor(bar->height * (i + 1) / BAR_STEPS);
    set_color(cr, trammel_palette_map(matrix->scale, 1.0 - (i + 0.5) / BAR_STEPS, style->dark),
              1.0);
    cairo_rectangle(cr, bar->x, top, bar->width, bottom - top);
    cairo_fill(cr);
  }
  set_color(cr, style->foreground, OUTLINE_ALPHA);
  cairo_rectangle(cr, bar->x + 0.5, bar->y + 0.5, bar->width - 1.0, floor(bar->height) - 1.0);
  cairo_stroke(cr);
  set_color(cr, style->foreground, TEXT_ALPHA);
  draw_bar_label(cr, layout, matrix->high, bar->y + 0.5 * line);
  draw_bar_label(cr, layout, matrix->low, bar->y + bar->height - 0.5 * line);
  if (bar->height >= 4.0 * line)
    draw_bar_label(cr, layout, 0.5 * (matrix->low + matrix->high), bar->y + 0.5 * bar->height);
}

/* title; below it the meaning of rows and columns: "estimated from \ evaluated on  [%]" */
static void
draw_titles(cairo_t *cr,
            const TrammelMatrix *matrix,
            const TrammelMatrixLayout *layout,
            const TrammelPaintStyle *style)
{
  double line = measure_line(layout->context);
  double y = PADDING;
  double room = layout->width - 2.0 * PADDING;
  if (matrix->title != NULL) {
    PangoLayout *title =
        trammel_layout_create_text(layout->context, matrix->title, TRAMMEL_TEXT_TITLE);
    set_color(cr, style->foreground, 1.0);
    show_line(cr, title, PADDING, y + 0.5 * line, 0.0, room);
    g_object_unref(title);
    y += 1.4 * line;
  }
  if (matrix->row_title == NULL && matrix->column_title == NULL)
    return;
  gboolean both = matrix->row_title != NULL && matrix->column_title != NULL;
  char *text = g_strdup_printf(
      "%s%s%s%s%s%s%s", matrix->row_title != NULL ? matrix->row_title : "",
      both ? " \u2193   " : "", matrix->column_title != NULL ? matrix->column_title : "",
      matrix->column_title != NULL ? " \u2192" : " \u2193", matrix->unit != NULL ? "   [" : "",
      matrix->unit != NULL ? matrix->unit : "", matrix->unit != NULL ? "]" : "");
  PangoLayout *layout_text = create_text(layout->context, text);
  set_color(cr, style->foreground, TEXT_ALPHA);
  show_line(cr, layout_text, PADDING, y + 0.5 * line, 0.0, room);
  g_object_unref(layout_text);
  g_free(text);
}

static void
draw_empty_text(cairo_t *cr, const TrammelMatrix *matrix, const TrammelMatrixLayout *layout)
{
  PangoLayout *text = create_text(layout->context, matrix->empty_text);
  show_line(cr, text, 0.5 * layout->width, 0.5 * layout->height, 0.5, layout->width);
  g_object_unref(text);
}

void
trammel_matrix_painter_draw(cairo_t *cr,
                            const TrammelMatrix *matrix,
                            const TrammelMatrixLayout *layout,
                            const TrammelPaintStyle *style)
{
  cairo_save(cr);
  cairo_set_line_width(cr, 1.0);
  draw_titles(cr, matrix, layout, style);
  set_color(cr, style->foreground, TEXT_ALPHA);
  if (!(layout->cell_width > 0.0)) {
    draw_empty_text(cr, matrix, layout);
    cairo_restore(cr);
    return;
  }
  draw_row_names(cr, matrix, layout);
  draw_column_names(cr, matrix, layout);
  draw_bar(cr, matrix, layout, style);
  for (guint row = 0; row < matrix->n_rows; row++)
    for (guint column = 0; column < matrix->n_columns; column++)
      draw_cell(cr, matrix, layout, row, column, style);
  cairo_restore(cr);
}
