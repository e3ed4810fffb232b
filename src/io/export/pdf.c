/* Report as PDF: laid out twice, because the foot of each page shows the number of pages. */
#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "io/base/error.h"
#include "io/export/report.h"

/* A4 in points. */
#define PAGE_WIDTH  595.28
#define PAGE_HEIGHT 841.89
#define MARGIN      ((PAGE_WIDTH - TRAMMEL_REPORT_WIDTH) / 2)
#define BOTTOM      (PAGE_HEIGHT - 56)

enum { INK = 0x2b2f36, FAINT = 0x6b7280, RULE = 0xe0e3e8, NOTICE = 0xfdf3e1, BAR = 0xc9861a };
enum { MAX_COLUMNS = 9, COLUMN_GAP = 9, CELL_PADDING = 3, MAX_STRETCH = 30, MAX_WORD = 110 };
enum { CAPTION = 44 }; /* height of a caption: usually two lines */

typedef struct {
  const TrammelExportReport *report;
  cairo_t *cairo;
  double y;
  int page, n_pages; /* n_pages 0: pages are being counted */
} Painter;

static void
set_colour(cairo_t *cairo, guint32 colour)
{
  cairo_set_source_rgb(cairo, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                       (colour & 0xff) / 255.0);
}

/* Returns a layout of the text; width < 0: without line breaks. */
static PangoLayout *
make_layout(Painter *p, const char *text, double size, gboolean bold, double width)
{
  PangoContext *context = pango_cairo_create_context(p->cairo);
  cairo_font_options_t *options = cairo_font_options_create();
  PangoLayout *layout;
  PangoFontDescription *font = pango_font_description_from_string("Inter, Cantarell, Sans");

  /* letters are placed by the typeface, not on the pixels of a screen */
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  pango_context_set_round_glyph_positions(context, FALSE);
  cairo_font_options_destroy(options);
  layout = pango_layout_new(context);
  g_object_unref(context);
  pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  pango_layout_set_text(layout, text, -1);
  pango_layout_set_spacing(layout, PANGO_SCALE);
  if (width >= 0) {
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  }
  return layout;
}

static void
get_size(PangoLayout *layout, double *width, double *height)
{
  int w, h;

  pango_layout_get_size(layout, &w, &h);
  *width = (double)w / PANGO_SCALE;
  *height = (double)h / PANGO_SCALE;
}

static void
show(Painter *p, PangoLayout *layout, double x, double y, guint32 colour)
{
  set_colour(p->cairo, colour);
  cairo_move_to(p->cairo, x, y);
  pango_cairo_show_layout(p->cairo, layout);
}

static void
draw_rule(Painter *p, double y, double thickness, guint32 colour)
{
  set_colour(p->cairo, colour);
  cairo_rectangle(p->cairo, MARGIN, y, TRAMMEL_REPORT_WIDTH, thickness);
  cairo_fill(p->cairo);
}

static void
draw_foot(Painter *p)
{
  g_autofree char *number = g_strdup_printf("%d / %d", p->page, p->n_pages);
  g_autoptr(PangoLayout) left = make_layout(p, p->report->title, 7.5, FALSE, -1);
  g_autoptr(PangoLayout) right = make_layout(p, number, 7.5, FALSE, -1);
  double width, height;

  get_size(right, &width, &height);
  show(p, left, MARGIN, PAGE_HEIGHT - 38, FAINT);
  show(p, right, PAGE_WIDTH - MARGIN - width, PAGE_HEIGHT - 38, FAINT);
}

static void
begin_page(Painter *p)
{
  p->page++;
  p->y = MARGIN;
}

static void
end_page(Painter *p)
{
  draw_foot(p);
  cairo_show_page(p->cairo);
}

/* Starts a new page when `height` does not fit on this one; TRUE when it did. */
static gboolean
make_room(Painter *p, double height)
{
  if (p->y + height <= BOTTOM || p->y <= MARGIN)
    return FALSE;
  end_page(p);
  begin_page(p);
  return TRUE;
}

/* Draws a text line by line, so that it can continue on the next page. */
static void
draw_lines(Painter *p, PangoLayout *layout, double x, guint32 colour)
{
  PangoLayoutIter *iter = pango_layout_get_iter(layout);

  do {
    PangoLayoutLine *line = pango_layout_iter_get_line_readonly(iter);
    int top, bottom;
    pango_layout_iter_get_line_yrange(iter, &top, &bottom);
    double height = (double)(bottom - top) / PANGO_SCALE;
    double baseline = (double)(pango_layout_iter_get_baseline(iter) - top) / PANGO_SCALE;
    make_room(p, height);
    set_colour(p->cairo, colour);
    cairo_move_to(p->cairo, x, p->y + baseline);
    pango_cairo_show_layout_line(p->cairo, line);
    p->y += height;
  } while (pango_layout_iter_next_line(iter));
  pango_layout_iter_free(iter);
}

static void
draw_text(Painter *p, const char *text, double size, gboolean bold, guint32 colour)
{
  g_autoptr(PangoLayout) layout = make_layout(p, text, size, bold, TRAMMEL_REPORT_WIDTH);

  draw_lines(p, layout, MARGIN, colour);
  p->y += 0.45 * size;
}

static void
draw_heading(Painter *p, const char *text)
{
  p->y += 12;
  /* no heading alone at the foot of a page */
  make_room(p, 80);
  draw_text(p, text, 12, TRUE, INK);
}

static void
draw_notice(Painter *p, const char *text)
{
  g_autoptr(PangoLayout) layout = make_layout(p, text, 9, FALSE, TRAMMEL_REPORT_WIDTH - 20);
  double width, height;

  get_size(layout, &width, &height);
  make_room(p, height + 12);
  set_colour(p->cairo, NOTICE);
  cairo_rectangle(p->cairo, MARGIN, p->y, TRAMMEL_REPORT_WIDTH, height + 12);
  cairo_fill(p->cairo);
  set_colour(p->cairo, BAR);
  cairo_rectangle(p->cairo, MARGIN, p->y, 2.5, height + 12);
  cairo_fill(p->cairo);
  show(p, layout, MARGIN + 11, p->y + 6, INK);
  p->y += height + 18;
}

static void
draw_item(Painter *p, const char *text)
{
  g_autoptr(PangoLayout) layout = make_layout(p, text, 9, FALSE, TRAMMEL_REPORT_WIDTH - 12);

  make_room(p, 14);
  set_colour(p->cairo, FAINT);
  cairo_new_path(p->cairo);
  cairo_arc(p->cairo, MARGIN + 4, p->y + 6, 1.5, 0, 2 * G_PI);
  cairo_fill(p->cairo);
  draw_lines(p, layout, MARGIN + 12, INK);
  p->y += 3;
}

/* ---- tables -----------------------------------------------------------------------------------
 */

static double
measure_cell(Painter *p, const char *text, gboolean bold)
{
  g_autoptr(PangoLayout) layout = make_layout(p, text, 8, bold, -1);
  double width, height;

  get_size(layout, &width, &height);
  return ceil(width) + 1;
}

/* Returns the width of the longest word of a column, its least width with line breaks. */
static double
measure_words(Painter *p, const TrammelBlock *table, guint column)
{
  double widest = table->titles ? measure_cell(p, table->titles[column], TRUE) : 0;

  for (guint k = 0; k < table->rows->len; k++) {
    const char *cell = ((char **)g_ptr_array_index(table->rows, k))[column];
    g_auto(GStrv) words = g_strsplit_set(cell, " \n", -1);
    for (guint i = 0; words[i]; i++)
      widest = MAX(widest, measure_cell(p, words[i], FALSE));
  }
  return MIN(widest, MAX_WORD);
}

/* Divides `room` among the columns with line breaks ('w'): each gets its longest word, and a part
 * of the rest in proportion to the width that it lacks. */
static void
share_room(const TrammelBlock *table, double *widths, const double *words, double room)
{
  double lacking = 0, part;

  for (guint i = 0; i < table->n_columns; i++)
    if (table->align[i] == 'w') {
      room -= words[i];
      lacking += widths[i] - words[i];
    }
  part = lacking > 0 ? room / lacking : 0;
  for (guint i = 0; i < table->n_columns; i++)
    if (table->align[i] == 'w')
      widths[i] = words[i] + part * (widths[i] - words[i]);
}

/* Returns the total width of the columns with line breaks. */
static double
get_soft(const TrammelBlock *table, const double *widths)
{
  double sum = 0;

  for (guint i = 0; i < table->n_columns; i++)
    sum += table->align[i] == 'w' ? widths[i] : 0;
  return sum;
}

/* Sets natural widths with padding; if their sum is too large, some columns get line breaks. */
static void
find_widths(Painter *p, const TrammelBlock *table, double *widths)
{
  double room = TRAMMEL_REPORT_WIDTH - COLUMN_GAP * (table->n_columns - 1), all = 0, least = 0;
  double words[MAX_COLUMNS];

  for (guint i = 0; i < table->n_columns; i++) {
    widths[i] = table->titles ? measure_cell(p, table->titles[i], TRUE) : 0;
    for (guint k = 0; k < table->rows->len; k++)
      widths[i] =
          MAX(widths[i], measure_cell(p, ((char **)g_ptr_array_index(table->rows, k))[i], FALSE));
    words[i] = table->align[i] == 'w' ? MIN(widths[i], measure_words(p, table, i)) : widths[i];
    all += widths[i];
    least += words[i];
  }
  if (all <= room)
    for (guint i = 0; table->titles && i < table->n_columns; i++)
      widths[i] += MIN((room - all) / table->n_columns, MAX_STRETCH);
  else if (least < room)
    share_room(table, widths, words, room - (all - get_soft(table, widths)));
  else
    for (guint i = 0; i < table->n_columns; i++)
      widths[i] = words[i] * room / least;
}

/* Draws a row at p->y and returns its height; without `paint` it measures only. */
static double
draw_cells(Painter *p,
           const TrammelBlock *table,
           char *const *cells,
           const double *widths,
           gboolean bold,
           gboolean paint)
{
  double x = MARGIN, tallest = 0;

  for (guint i = 0; i < table->n_columns; i++) {
    g_autoptr(PangoLayout) layout = make_layout(p, cells[i], 8, bold, widths[i]);
    double width, height;
    if (table->align[i] == 'r')
      pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT);
    get_size(layout, &width, &height);
    if (paint)
      show(p, layout, x, p->y + CELL_PADDING, INK);
    tallest = MAX(tallest, height);
    x += widths[i] + COLUMN_GAP;
  }
  return tallest + 2 * CELL_PADDING;
}

static void
draw_table_head(Painter *p, const TrammelBlock *table, const double *widths)
{
  if (!table->titles)
    return;
  p->y += draw_cells(p, table, table->titles, widths, TRUE, TRUE);
  draw_rule(p, p->y, 0.8, FAINT);
  p->y += 1;
}

/* Returns the height of rows that stay together from a row on: the last row never stands alone on a
 * page. */
static double
measure_rows(Painter *p, const TrammelBlock *table, guint row, const double *widths)
{
  guint last = row + 2 == table->rows->len ? row + 1 : row;
  double height = 0;

  for (guint k = row; k <= last; k++)
    height += draw_cells(p, table, g_ptr_array_index(table->rows, k), widths, FALSE, FALSE);
  return height;
}

static void
draw_table(Painter *p, const TrammelBlock *table)
{
  double widths[MAX_COLUMNS];

  g_return_if_fail(table->n_columns <= MAX_COLUMNS);
  find_widths(p, table, widths);
  draw_table_head(p, table, widths);
  for (guint k = 0; k < table->rows->len; k++) {
    char *const *cells = g_ptr_array_index(table->rows, k);
    if (make_room(p, measure_rows(p, table, k, widths)))
      draw_table_head(p, table, widths);
    p->y += draw_cells(p, table, cells, widths, FALSE, TRUE);
    draw_rule(p, p->y, 0.4, RULE);
  }
  p->y += 6;
}

/* ---- figures ----------------------------------------------------------------------------------
 */

static void
draw_plot(Painter *p, const TrammelReportPlot *plot)
{
  make_room(p, plot->height);
  cairo_save(p->cairo);
  cairo_translate(p->cairo, MARGIN, p->y);
  trammel_report_plot_draw(plot, p->cairo);
  cairo_restore(p->cairo);
  p->y += plot->height + 6;
}

/* Returns the drawing of a block, not larger than a page with its caption; *height is 0 if it
 * cannot be read. */
static RsvgHandle *
load_print(const TrammelBlock *block, double *width, double *height)
{
  gsize length;
  const guint8 *data = g_bytes_get_data(block->svg, &length);
  RsvgHandle *handle = rsvg_handle_new_from_data(data, length, NULL);

  if (!handle || !rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height) ||
      !(*width > 0) || !(*height > 0))
    *width = *height = 0;
  double scale = MIN(1, MIN(TRAMMEL_REPORT_WIDTH / *width, (BOTTOM - MARGIN - CAPTION) / *height));
  *width *= scale;
  *height *= scale;
  return handle;
}

static gboolean
draw_svg(Painter *p, RsvgHandle *handle, double width, double height)
{
  const RsvgRectangle place = {MARGIN, 0, width, height};

  make_room(p, height + CAPTION);
  cairo_save(p->cairo);
  cairo_translate(p->cairo, 0, p->y);
  gboolean done = rsvg_handle_render_document(handle, p->cairo, &place, NULL);
  cairo_restore(p->cairo);
  p->y += height + 6;
  return done;
}

/* Draws a figure of the project; one that cannot be read is replaced by a message. */
static void
draw_print(Painter *p, const TrammelBlock *block)
{
  double width, height;
  RsvgHandle *handle = load_print(block, &width, &height);

  if (!(height > 0) || !draw_svg(p, handle, width, height))
    draw_notice(p, "The drawing of this figure cannot be read:");
  g_clear_object(&handle);
  draw_text(p, block->text, 8.5, FALSE, FAINT);
  p->y += 12;
}

static double
measure_table(Painter *p, const TrammelBlock *table)
{
  double widths[MAX_COLUMNS], height = 0;

  find_widths(p, table, widths);
  if (table->titles)
    height += draw_cells(p, table, table->titles, widths, TRUE, FALSE) + 1;
  for (guint k = 0; k < table->rows->len; k++)
    height += draw_cells(p, table, g_ptr_array_index(table->rows, k), widths, FALSE, FALSE);
  return height;
}

/* Returns the height of a block that is not split: a plot, a drawing with its caption, a short
 * table; 0 for others. */
static double
measure_whole(Painter *p, const TrammelBlock *block)
{
  double width, height = 0;

  if (block->kind == TRAMMEL_BLOCK_PLOT)
    return block->plot->height;
  if (block->kind == TRAMMEL_BLOCK_TABLE) {
    height = measure_table(p, block);
    return height <= (BOTTOM - MARGIN) / 3 ? height : 0;
  }
  if (block->kind == TRAMMEL_BLOCK_PRINT) {
    RsvgHandle *handle = load_print(block, &width, &height);
    g_clear_object(&handle);
    return height + CAPTION;
  }
  return 0;
}

/* Keeps a heading, and a text below it, with the figure or short table that follows. */
static void
keep_with_next(Painter *p, guint heading)
{
  const GPtrArray *blocks = p->report->blocks;

  for (guint i = heading + 1; i < MIN(heading + 3, blocks->len); i++) {
    const TrammelBlock *block = g_ptr_array_index(blocks, i);
    double height = measure_whole(p, block);
    if (height > 0) {
      make_room(p, MIN(height + (i == heading + 1 ? 36 : 60), BOTTOM - MARGIN));
      return;
    }
    if (block->kind != TRAMMEL_BLOCK_TEXT)
      return;
  }
}

/* Draws a text; one that names the plot below it stays with the plot. */
static void
draw_paragraph(Painter *p, guint i)
{
  const GPtrArray *blocks = p->report->blocks;
  const TrammelBlock *block = g_ptr_array_index(blocks, i);
  const TrammelBlock *next = i + 1 < blocks->len ? g_ptr_array_index(blocks, i + 1) : NULL;

  if (next && next->kind == TRAMMEL_BLOCK_PLOT)
    make_room(p, MIN(next->plot->height + 20, BOTTOM - MARGIN));
  draw_text(p, block->text, 9, FALSE, i == 1 ? FAINT : INK);
}

static void
draw_block(Painter *p, guint i)
{
  const TrammelBlock *block = g_ptr_array_index(p->report->blocks, i);

  switch (block->kind) {
  case TRAMMEL_BLOCK_TITLE:
    draw_text(p, block->text, 19, TRUE, INK);
    p->y -= 6;
    break;
  case TRAMMEL_BLOCK_HEADING:
    keep_with_next(p, i);
    draw_heading(p, block->text);
    break;
  case TRAMMEL_BLOCK_TEXT:
    draw_paragraph(p, i);
    break;
  case TRAMMEL_BLOCK_NOTICE:
    draw_notice(p, block->text);
    break;
  case TRAMMEL_BLOCK_ITEM:
    draw_item(p, block->text);
    break;
  case TRAMMEL_BLOCK_TABLE:
    draw_table(p, block);
    break;
  case TRAMMEL_BLOCK_PLOT:
    draw_plot(p, block->plot);
    break;
  case TRAMMEL_BLOCK_PRINT:
    draw_print(p, block);
    break;
  }
}

/* Draws everything and returns the number of pages. */
static int
draw_report(const TrammelExportReport *report, cairo_surface_t *surface, int n_pages)
{
  Painter painter = {.report = report, .cairo = cairo_create(surface), .n_pages = n_pages};

  begin_page(&painter);
  for (guint i = 0; i < report->blocks->len; i++)
    draw_block(&painter, i);
  end_page(&painter);
  cairo_destroy(painter.cairo);
  return painter.page;
}

static cairo_status_t
on_bytes_written_cb(void *user, const unsigned char *data, unsigned length)
{
  if (user)
    g_byte_array_append(user, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *
trammel_report_to_pdf(const TrammelExportReport *report, GError **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  cairo_surface_t *counting =
      cairo_pdf_surface_create_for_stream(on_bytes_written_cb, NULL, PAGE_WIDTH, PAGE_HEIGHT);
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream(on_bytes_written_cb, bytes, PAGE_WIDTH, PAGE_HEIGHT);
  cairo_status_t status;

  /* a version that every printer reads */
  cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, report->title);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "trammel " TRAMMEL_VERSION);
  draw_report(report, surface, draw_report(report, counting, 0));
  cairo_surface_finish(surface);
  status = cairo_surface_status(surface);
  cairo_surface_destroy(counting);
  cairo_surface_destroy(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
  trammel_error_set(error, TRAMMEL_ERROR_FAILED, "the PDF cannot be written: %s",
                    cairo_status_to_string(status));
  return NULL;
}
