#include "plot/paint/painter.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "plot/paint/curve-painter.h"
#include "plot/paint/legend-swatch.h"

#define TEXT_ALPHA   0.72
#define GRID_ALPHA   0.10
#define MINOR_ALPHA  0.04
#define FRAME_ALPHA  0.45
#define HIDDEN_ALPHA 0.38
#define MAJOR_LENGTH 5.0
#define MINOR_LENGTH 3.0
#define LABEL_GAP    4.0
#define NOTE_INSET   8.0
#define NOTE_TOP     4.0
#define NOTE_ALPHA   0.75
#define MARK_ALPHA   0.30
#define MARK_GAP     3.0
#define CARD_ALPHA   0.88
#define TAG_ALPHA    0.80

static void
set_ink(cairo_t *cr, const TrammelPaintStyle *style, double alpha)
{
  TrammelColor ink = style->foreground;
  cairo_set_source_rgba(cr, ink.red, ink.green, ink.blue, ink.alpha * alpha);
}

/* the middle of a pixel, so that a line of 1 px is one pixel wide */
static double
snap(double pixel)
{
  return floor(pixel) + 0.5;
}

static void
show_text(cairo_t *cr, PangoLayout *text, double x, double y)
{
  if (text == NULL)
    return;
  cairo_move_to(cr, x, y);
  pango_cairo_show_layout(cr, text);
}

static gboolean
is_inside(const TrammelAxis *axis, double pixel)
{
  return pixel >= fmin(axis->start, axis->end) - 0.5 && pixel <= fmax(axis->start, axis->end) + 0.5;
}

static void
draw_grid(cairo_t *cr,
          const TrammelAxis *axis,
          const TrammelTicks *ticks,
          const TrammelRect *area,
          gboolean vertical,
          const TrammelPaintStyle *style)
{
  gboolean is_log = axis->kind == TRAMMEL_AXIS_LOG;
  for (guint i = 0; i < ticks->items->len; i++) {
    const TrammelTick *tick = &g_array_index(ticks->items, TrammelTick, i);
    double pixel = trammel_axis_to_pixel(axis, tick->value);
    /* minor lines help on a log scale and clutter a linear one */
    if ((!tick->major && !is_log) || !is_inside(axis, pixel))
      continue;
    set_ink(cr, style, tick->major ? GRID_ALPHA : MINOR_ALPHA);
    if (vertical) {
      cairo_move_to(cr, snap(pixel), area->y);
      cairo_line_to(cr, snap(pixel), area->y + area->height);
    } else {
      cairo_move_to(cr, area->x, snap(pixel));
      cairo_line_to(cr, area->x + area->width, snap(pixel));
    }
    cairo_stroke(cr);
  }
}

static void
draw_frame(cairo_t *cr,
           const TrammelFigure *figure,
           const TrammelLayout *layout,
           const TrammelPaintStyle *style)
{
  const TrammelRect *area = &layout->area;
  double left = snap(area->x - 1.0);
  double bottom = snap(area->y + area->height);
  set_ink(cr, style, FRAME_ALPHA);
  cairo_move_to(cr, left, area->y);
  cairo_line_to(cr, left, bottom);
  cairo_line_to(cr, area->x + area->width, bottom);

  for (guint i = 0; i < layout->x_ticks.items->len; i++) {
    const TrammelTick *tick = &g_array_index(layout->x_ticks.items, TrammelTick, i);
    double pixel = snap(trammel_axis_to_pixel(&figure->x, tick->value));
    if (!is_inside(&figure->x, pixel - 0.5))
      continue;
    cairo_move_to(cr, pixel, bottom + 0.5);
    cairo_rel_line_to(cr, 0.0, tick->major ? MAJOR_LENGTH : MINOR_LENGTH);
  }
  for (guint i = 0; i < layout->y_ticks.items->len; i++) {
    const TrammelTick *tick = &g_array_index(layout->y_ticks.items, TrammelTick, i);
    double pixel = snap(trammel_axis_to_pixel(&figure->y, tick->value));
    if (!is_inside(&figure->y, pixel - 0.5))
      continue;
    cairo_move_to(cr, left - 0.5, pixel);
    cairo_rel_line_to(cr, tick->major ? -MAJOR_LENGTH : -MINOR_LENGTH, 0.0);
  }
  cairo_stroke(cr);
}

/* Draws the labels of x, without those that would touch their neighbour or the axis title. */
static void
draw_x_labels(cairo_t *cr, const TrammelFigure *figure, const TrammelLayout *layout)
{
  double free_from = -INFINITY;
  if (layout->hides_x_labels)
    return;
  gboolean is_beside = layout->x_title != NULL && !layout->x_title_below;
  double free_to = is_beside ? layout->x_title_x - 8.0 : layout->width;
  for (guint i = 0; i < layout->x_ticks.items->len; i++) {
    const TrammelTick *tick = &g_array_index(layout->x_ticks.items, TrammelTick, i);
    if (!tick->major)
      continue;
    int width;
    PangoLayout *text =
        trammel_layout_create_text(layout->context, tick->label, TRAMMEL_TEXT_NUMBER);
    pango_layout_get_pixel_size(text, &width, NULL);
    double x = trammel_axis_to_pixel(&figure->x, tick->value) - 0.5 * width;
    x = fmax(1.0, round(x));
    if (x >= free_from && x + width <= free_to) {
      show_text(cr, text, x, layout->x_labels_y);
      free_from = x + width + 8.0;
    }
    g_object_unref(text);
  }
}

static void
draw_y_labels(cairo_t *cr, const TrammelFigure *figure, const TrammelLayout *layout)
{
  double right = layout->area.x - MAJOR_LENGTH - LABEL_GAP;
  for (guint i = 0; i < layout->y_ticks.items->len; i++) {
    const TrammelTick *tick = &g_array_index(layout->y_ticks.items, TrammelTick, i);
    if (!tick->major)
      continue;
    int width, height;
    PangoLayout *text =
        trammel_layout_create_text(layout->context, tick->label, TRAMMEL_TEXT_NUMBER);
    pango_layout_get_pixel_size(text, &width, &height);
    double y = trammel_axis_to_pixel(&figure->y, tick->value) - 0.5 * height;
    show_text(cr, text, right - width, round(y));
    g_object_unref(text);
  }
}

/* Draws marks as lines over the area, with their texts above; a text that would cover an earlier
 * one is left out. */
static void
draw_marks(cairo_t *cr,
           const TrammelFigure *figure,
           const TrammelLayout *layout,
           const TrammelPaintStyle *style)
{
  const TrammelRect *area = &layout->area;
  double free_from = area->x;
  for (guint i = 0; i < figure->marks->len; i++) {
    const TrammelMark *mark = &g_array_index(figure->marks, TrammelMark, i);
    double x = trammel_axis_to_pixel(&figure->x, mark->x);
    int width;
    if (!is_inside(&figure->x, x))
      continue;
    PangoLayout *text =
        trammel_layout_create_text(layout->context, mark->text, TRAMMEL_TEXT_NUMBER);
    pango_layout_get_pixel_size(text, &width, NULL);
    gboolean shown = x >= free_from && x + MARK_GAP + width <= layout->width;
    set_ink(cr, style, MARK_ALPHA);
    cairo_move_to(cr, snap(x), shown ? layout->marks_y : area->y);
    cairo_line_to(cr, snap(x), area->y + area->height);
    cairo_stroke(cr);
    if (shown) {
      set_ink(cr, style, TEXT_ALPHA);
      show_text(cr, text, round(x + MARK_GAP), layout->marks_y);
      free_from = x + width + 3.0 * MARK_GAP;
    }
    g_object_unref(text);
  }
}

/* the user's own lines, with their values */
static void
draw_references(cairo_t *cr,
                const TrammelFigure *figure,
                const TrammelLayout *layout,
                const TrammelPaintStyle *style)
{
  const TrammelRect *area = &layout->area;
  TrammelColor color = trammel_palette_get(TRAMMEL_ROLE_REFERENCE, 0, style->dark);
  cairo_set_source_rgba(cr, color.red, color.green, color.blue, color.alpha);
  for (guint i = 0; i < figure->references->len; i++) {
    const TrammelReference *line = &g_array_index(figure->references, TrammelReference, i);
    const TrammelAxis *axis = line->upright ? &figure->x : &figure->y;
    double pixel = trammel_axis_to_pixel(axis, line->value);
    char number[64];
    int width, height;
    if (!is_inside(axis, pixel))
      continue;
    cairo_move_to(cr, line->upright ? snap(pixel) : area->x, line->upright ? area->y : snap(pixel));
    cairo_rel_line_to(cr, line->upright ? 0.0 : area->width, line->upright ? area->height : 0.0);
    cairo_stroke(cr);
    trammel_axis_format(axis, line->value, number, sizeof number);
    PangoLayout *text = trammel_layout_create_text(layout->context, number, TRAMMEL_TEXT_NUMBER);
    pango_layout_get_pixel_size(text, &width, &height);
    /* beside or above its line, and inside of the area */
    double x = line->upright ? pixel + MARK_GAP : area->x + area->width - width - MARK_GAP;
    double y = line->upright ? area->y + area->height - height : pixel - height;
    show_text(cr, text, round(fmin(x, area->x + area->width - width)), round(fmax(y, area->y)));
    g_object_unref(text);
  }
}

/* A and B: a vertical line with its letter on top and a dot on the measured curve */
static void
draw_marker(cairo_t *cr,
            const TrammelFigure *figure,
            const TrammelLayout *layout,
            int marker,
            const TrammelPaintStyle *style)
{
  const TrammelRect *area = &layout->area;
  TrammelColor sheet = trammel_palette_background(style->dark);
  double x = trammel_axis_to_pixel(&figure->x, figure->measure.x[marker]);
  double y = trammel_axis_to_pixel(&figure->y, figure->measure.y[marker]);
  int width, height;
  if (isnan(x) || !is_inside(&figure->x, x))
    return;
  PangoLayout *text =
      trammel_layout_create_text(layout->context, marker == 0 ? "A" : "B", TRAMMEL_TEXT_NUMBER);
  pango_layout_get_pixel_size(text, &width, &height);
  set_ink(cr, style, TAG_ALPHA);
  cairo_move_to(cr, snap(x), area->y);
  cairo_line_to(cr, snap(x), area->y + area->height);
  cairo_stroke(cr);
  cairo_rectangle(cr, floor(x) - floor(0.5 * width) - 3.0, area->y, width + 7.0, height);
  cairo_fill(cr);
  if (is_inside(&figure->y, y)) {
    cairo_arc(cr, snap(x), y, 3.5, 0.0, 2.0 * G_PI);
    cairo_fill(cr);
  }
  cairo_set_source_rgb(cr, sheet.red, sheet.green, sheet.blue);
  show_text(cr, text, floor(x) - floor(0.5 * width) + 0.5, area->y);
  g_object_unref(text);
}

static void
draw_curves(cairo_t *cr,
            const TrammelFigure *figure,
            const TrammelLayout *layout,
            const TrammelPaintStyle *style)
{
  const TrammelRect *area = &layout->area;
  cairo_save(cr);
  /* one pixel more than the area: a curve along the edge keeps its width */
  cairo_rectangle(cr, area->x - 1.0, area->y - 1.0, area->width + 2.0, area->height + 2.0);
  cairo_clip(cr);
  cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);
  for (guint i = 0; i < figure->series->len; i++) {
    cairo_new_path(cr);
    if (trammel_figure_is_visible(figure, i))
      trammel_curve_painter_draw(cr, figure, layout, trammel_figure_get_series(figure, i), style);
  }
  cairo_restore(cr);
}

static void
draw_card(cairo_t *cr, const TrammelRect *box, const TrammelPaintStyle *style)
{
  TrammelColor sheet = trammel_palette_background(style->dark);
  if (!(box->width > 0.0))
    return;
  cairo_new_path(cr);
  cairo_rectangle(cr, box->x + 0.5, box->y + 0.5, box->width - 1.0, box->height - 1.0);
  cairo_set_source_rgba(cr, sheet.red, sheet.green, sheet.blue, CARD_ALPHA);
  cairo_fill_preserve(cr);
  set_ink(cr, style, MARK_ALPHA);
  cairo_stroke(cr);
}

static void
draw_legend(cairo_t *cr,
            const TrammelFigure *figure,
            const TrammelLayout *layout,
            const TrammelPaintStyle *style)
{
  draw_card(cr, &layout->legend_box, style);
  for (guint i = 0; i < layout->legend->len; i++) {
    const TrammelLegendEntry *entry = &g_array_index(layout->legend, TrammelLegendEntry, i);
    double x = entry->rect.x;
    int width, height;
    gboolean visible = TRUE;
    pango_layout_get_pixel_size(entry->text, &width, &height);
    double text_y = round(entry->rect.y + 0.5 * (entry->rect.height - height));
    double middle = entry->rect.y + 0.5 * entry->rect.height;

    cairo_new_path(cr);
    if (entry->series != TRAMMEL_LEGEND_REST) {
      visible = trammel_figure_is_visible(figure, entry->series);
      x = entry->text_x;
      trammel_legend_swatch_draw(
          cr, trammel_figure_get_series(figure, entry->series),
          (TrammelSwatchPlace){entry->rect.x, snap(middle), TRAMMEL_LEGEND_SWATCH},
          visible ? 1.0 : HIDDEN_ALPHA, style);
    }
    set_ink(cr, style, visible ? TEXT_ALPHA + 0.15 : HIDDEN_ALPHA);
    show_text(cr, entry->text, x, text_y);
    if (!visible) {
      cairo_move_to(cr, x, snap(middle));
      cairo_line_to(cr, x + width, snap(middle));
      cairo_set_line_width(cr, 1.0);
      cairo_stroke(cr);
    }
  }
}

/* Draws the note in the corner of the area, on a plate that keeps it readable over curves. */
static void
draw_note(cairo_t *cr, const TrammelLayout *layout, const TrammelPaintStyle *style)
{
  TrammelColor sheet = trammel_palette_background(style->dark);
  const TrammelRect *area = &layout->area;
  int width, height;
  if (layout->note == NULL)
    return;
  pango_layout_get_pixel_size(layout->note, &width, &height);
  double x = area->x + area->width - width - NOTE_INSET, y = area->y + NOTE_TOP;
  cairo_set_source_rgba(cr, sheet.red, sheet.green, sheet.blue, NOTE_ALPHA);
  cairo_rectangle(cr, x - NOTE_INSET / 2, y, width + NOTE_INSET, height);
  cairo_fill(cr);
  set_ink(cr, style, TEXT_ALPHA);
  show_text(cr, layout->note, x, y);
}

static void
draw_texts(cairo_t *cr, const TrammelLayout *layout, const TrammelPaintStyle *style)
{
  const TrammelRect *area = &layout->area;
  int width, height;
  set_ink(cr, style, 1.0);
  show_text(cr, layout->title, layout->title_x, layout->title_y);
  set_ink(cr, style, TEXT_ALPHA);
  if (layout->y_title != NULL) {
    /* on one base line with the title, which may be set larger */
    pango_layout_get_pixel_size(layout->y_title, NULL, &height);
    double lower = layout->title != NULL && layout->y_title_y == layout->title_y
                       ? (pango_layout_get_baseline(layout->title) -
                          pango_layout_get_baseline(layout->y_title)) /
                             (double)PANGO_SCALE
                       : 0.5 * (layout->line_height - height);
    show_text(cr, layout->y_title, layout->y_title_x, round(layout->y_title_y + lower));
  }
  show_text(cr, layout->x_title, layout->x_title_x, layout->x_title_y);
  show_text(cr, layout->readout, layout->title_x, layout->readout_y);
  draw_note(cr, layout, style);
  if (layout->empty_text != NULL) {
    pango_layout_get_pixel_size(layout->empty_text, &width, &height);
    if (pango_layout_get_width(layout->empty_text) > 0)
      width = pango_layout_get_width(layout->empty_text) / PANGO_SCALE;
    show_text(cr, layout->empty_text, round(area->x + 0.5 * (area->width - width)),
              round(area->y + 0.5 * (area->height - height)));
  }
}

void
trammel_painter_draw(cairo_t *cr,
                     const TrammelFigure *figure,
                     const TrammelLayout *layout,
                     const TrammelPaintStyle *style)
{
  cairo_save(cr);
  cairo_set_line_width(cr, 1.0);
  draw_grid(cr, &figure->x, &layout->x_ticks, &layout->area, TRUE, style);
  draw_grid(cr, &figure->y, &layout->y_ticks, &layout->area, FALSE, style);
  draw_marks(cr, figure, layout, style);
  draw_curves(cr, figure, layout, style);
  cairo_set_line_width(cr, 1.0);
  draw_references(cr, figure, layout, style);
  for (int i = 0; i < 2; i++)
    draw_marker(cr, figure, layout, i, style);
  draw_frame(cr, figure, layout, style);
  set_ink(cr, style, TEXT_ALPHA);
  draw_x_labels(cr, figure, layout);
  draw_y_labels(cr, figure, layout);
  draw_texts(cr, layout, style);
  draw_legend(cr, figure, layout, style);
  cairo_restore(cr);
}
