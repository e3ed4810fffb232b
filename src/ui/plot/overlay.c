/* Overlay of a plot, drawn above its curves: cursor, markers, crosshair, zoom box and readout. */
#include <math.h>

#include "ui/desktop/compat.h"
#include "ui/plot/private.h"

#define READOUT_PADDING 6.0
#define TAG_PADDING     3.0
#define READOUT_OFFSET  12.0
#define MARK_RADIUS     4.0
#define HANDLE_WIDTH    9.0
#define HANDLE_HEIGHT   6.0

static GdkRGBA
to_rgba(TrammelColor color, double alpha)
{
  return (GdkRGBA){(float)color.red, (float)color.green, (float)color.blue,
                   (float)(color.alpha * alpha)};
}

static void
append_line(
    GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width, double height)
{
  gtk_snapshot_append_color(
      snapshot, color,
      &GRAPHENE_RECT_INIT((float)floor(x), (float)floor(y), (float)width, (float)height));
}

/* a disc of the curve's colour with a rim of the background's, so that it stands out on the line */
static void
append_mark(GtkSnapshot *snapshot,
            double x,
            double y,
            double radius,
            const GdkRGBA *color,
            const GdkRGBA *rim)
{
  for (int i = 0; i < 2; i++) {
    float r = (float)(radius + (i == 0 ? 1.5 : 0.0));
    graphene_rect_t bounds = GRAPHENE_RECT_INIT((float)x - r, (float)y - r, 2 * r, 2 * r);
    GskRoundedRect disc;
    gsk_rounded_rect_init_from_rect(&disc, &bounds, r);
    gtk_snapshot_push_rounded_clip(snapshot, &disc);
    gtk_snapshot_append_color(snapshot, i == 0 ? rim : color, &bounds);
    gtk_snapshot_pop(snapshot);
  }
}

typedef struct {
  GtkSnapshot *snapshot;
  GdkRGBA ink, sheet;
  TrammelPaintStyle style;
} Overlay;

static GdkRGBA
get_series_color(const Overlay *overlay, const TrammelSeries *series)
{
  return to_rgba(trammel_paint_style_get_color(&overlay->style, series), 1.0);
}

static void
append_handle(const Overlay *overlay, double x, double top)
{
  cairo_t *cr = gtk_snapshot_append_cairo(
      overlay->snapshot,
      &GRAPHENE_RECT_INIT((float)(x - HANDLE_WIDTH), (float)(top - HANDLE_HEIGHT - 1.0),
                          (float)(2.0 * HANDLE_WIDTH), (float)(HANDLE_HEIGHT + 3.0)));
  gdk_cairo_set_source_rgba(cr, &overlay->ink);
  cairo_move_to(cr, x - 0.5 * HANDLE_WIDTH, top - HANDLE_HEIGHT);
  cairo_rel_line_to(cr, HANDLE_WIDTH, 0.0);
  cairo_rel_line_to(cr, -0.5 * HANDLE_WIDTH, HANDLE_HEIGHT + 1.0);
  cairo_close_path(cr);
  cairo_fill(cr);
  cairo_destroy(cr);
}

static void
append_text(const Overlay *overlay, PangoLayout *text, double x, double y)
{
  gtk_snapshot_save(overlay->snapshot);
  gtk_snapshot_translate(overlay->snapshot, &GRAPHENE_POINT_INIT((float)round(x), (float)round(y)));
  gtk_snapshot_append_layout(overlay->snapshot, text, &overlay->ink);
  gtk_snapshot_restore(overlay->snapshot);
}

static void
append_time_cursor(TrammelPlotView *self, const Overlay *overlay)
{
  const TrammelFigure *figure = &self->figure;
  const TrammelRect *area = &self->layout.area;
  if (self->timeline == NULL || !trammel_figure_has_data(figure))
    return;
  double time = trammel_timeline_get_position(self->timeline);
  if (!(time >= figure->x.min && time <= figure->x.max))
    return;

  double x = floor(trammel_axis_to_pixel(&figure->x, time)) + 0.5;
  append_line(overlay->snapshot, &overlay->ink, x - 0.5, area->y, 1.0, area->height);
  append_handle(overlay, x, area->y);
  for (guint i = 0; i < figure->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(figure, i);
    if (!trammel_figure_is_visible(figure, i) ||
        trammel_series_get_kind(series) != TRAMMEL_SERIES_CURVE)
      continue;
    double y = trammel_axis_to_pixel(&figure->y, trammel_series_interpolate(series, time));
    GdkRGBA color = get_series_color(overlay, series);
    if (y >= area->y && y <= area->y + area->height)
      append_mark(overlay->snapshot, x, y, MARK_RADIUS - 0.5, &color, &overlay->sheet);
  }
}

/* the numbers at the time cursor, after the names in the legend */
static void
append_legend_values(TrammelPlotView *self, const Overlay *overlay)
{
  const TrammelFigure *figure = &self->figure;
  if (self->timeline == NULL)
    return;
  double time = trammel_timeline_get_position(self->timeline);
  for (guint i = 0; i < self->layout.legend->len; i++) {
    const TrammelLegendEntry *entry = &g_array_index(self->layout.legend, TrammelLegendEntry, i);
    if (!entry->has_value || !trammel_figure_is_visible(figure, entry->series))
      continue;
    double value =
        trammel_series_interpolate(trammel_figure_get_series(figure, entry->series), time);
    char number[64] = "\u2013";
    int width, height;
    if (isfinite(value))
      trammel_axis_format(&figure->y, value, number, sizeof number);
    PangoLayout *text =
        trammel_layout_create_text(self->layout.context, number, TRAMMEL_TEXT_NUMBER);
    pango_layout_get_pixel_size(text, &width, &height);
    append_text(overlay, text, entry->rect.x + entry->rect.width - width,
                entry->rect.y + 0.5 * (entry->rect.height - height));
    g_object_unref(text);
  }
}

static void
append_box(TrammelPlotView *self, const Overlay *overlay)
{
  const TrammelPlotDrag *drag = &self->drag;
  const TrammelRect *area = &self->layout.area;
  if (drag->kind != TRAMMEL_DRAG_BOX || !drag->moved)
    return;
  double x = CLAMP(drag->x + drag->dx, area->x, area->x + area->width);
  double y = CLAMP(drag->y + drag->dy, area->y, area->y + area->height);
  graphene_rect_t box =
      GRAPHENE_RECT_INIT((float)floor(fmin(drag->x, x)), (float)floor(fmin(drag->y, y)),
                         (float)ceil(fabs(x - drag->x)), (float)ceil(fabs(y - drag->y)));
  GdkRGBA edge = to_rgba(trammel_palette_get(TRAMMEL_ROLE_ESTIMATED, 0, overlay->style.dark), 1.0);
  GdkRGBA fill = edge;
  GskRoundedRect outline;
  fill.alpha = 0.15f;
  gsk_rounded_rect_init_from_rect(&outline, &box, 0.0f);
  gtk_snapshot_append_color(overlay->snapshot, &fill, &box);
  gtk_snapshot_append_border(overlay->snapshot, &outline, (float[4]){1, 1, 1, 1},
                             (GdkRGBA[4]){edge, edge, edge, edge});
}

/* a text on a card of the sheet's colour */
static void
append_card(const Overlay *overlay, PangoLayout *text, double left, double top, double padding)
{
  int width, height;
  pango_layout_get_pixel_size(text, &width, &height);
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT((float)round(left), (float)round(top), (float)(width + 2.0 * padding),
                         (float)(height + 2.0 * padding));
  GskRoundedRect card;
  GdkRGBA edge = overlay->ink;
  edge.alpha *= 0.3f;
  gsk_rounded_rect_init_from_rect(&card, &bounds, 4.0f);
  gtk_snapshot_push_rounded_clip(overlay->snapshot, &card);
  gtk_snapshot_append_color(overlay->snapshot, &overlay->sheet, &bounds);
  gtk_snapshot_pop(overlay->snapshot);
  gtk_snapshot_append_border(overlay->snapshot, &card, (float[4]){1, 1, 1, 1},
                             (GdkRGBA[4]){edge, edge, edge, edge});
  append_text(overlay, text, bounds.origin.x + padding, bounds.origin.y + padding);
}

/* beside the sample, on the side where there is room */
static void
append_readout(TrammelPlotView *self, const Overlay *overlay, double x, double y)
{
  const TrammelRect *area = &self->layout.area;
  int text_width, text_height;
  pango_layout_get_pixel_size(self->hover.text, &text_width, &text_height);
  double width = text_width + 2.0 * READOUT_PADDING;
  double height = text_height + 2.0 * READOUT_PADDING;
  double left = x + READOUT_OFFSET;
  double top = y - READOUT_OFFSET - height;
  if (left + width > area->x + area->width)
    left = fmax(2.0, x - READOUT_OFFSET - width);
  if (top < area->y)
    top = fmin(y + READOUT_OFFSET, self->layout.height - height - 2.0);
  append_card(overlay, self->hover.text, left, fmax(top, 0.0), READOUT_PADDING);
}

/* the pointer's coordinates, over the tick labels of both axes */
static void
append_axis_tags(TrammelPlotView *self, const Overlay *overlay)
{
  const TrammelPlotHover *hover = &self->hover;
  const TrammelRect *area = &self->layout.area;
  int width, height;
  pango_layout_get_pixel_size(hover->x_text, &width, &height);
  double left = hover->x - 0.5 * width - TAG_PADDING;
  left = CLAMP(left, 1.0, fmax(1.0, self->layout.width - width - 2.0 * TAG_PADDING - 1.0));
  append_card(overlay, hover->x_text, left, self->layout.x_labels_y - TAG_PADDING, TAG_PADDING);

  pango_layout_get_pixel_size(hover->y_text, &width, &height);
  left = fmax(1.0, area->x - 4.0 - width - 2.0 * TAG_PADDING);
  append_card(overlay, hover->y_text, left, hover->y - 0.5 * height - TAG_PADDING, TAG_PADDING);
}

/* the middle of a bar's end, the middle between the edges of a band */
static TrammelPoint
find_sample_place(TrammelPlotView *self, const TrammelSeries *series, gsize sample)
{
  const TrammelFigure *figure = &self->figure;
  const double *x_end = trammel_series_get_x_end(series);
  const double *high = trammel_series_get_high(series);
  double x = trammel_axis_to_pixel(&figure->x, trammel_series_get_x(series)[sample]);
  double y = trammel_axis_to_pixel(&figure->y, trammel_series_get_y(series)[sample]);
  if (x_end != NULL)
    x = 0.5 * (x + trammel_axis_to_pixel(&figure->x, x_end[sample]));
  if (high != NULL)
    y = 0.5 * (y + trammel_axis_to_pixel(&figure->y, high[sample]));
  return (TrammelPoint){x, y};
}

static void
append_crosshair(TrammelPlotView *self, const Overlay *overlay)
{
  const TrammelPlotHover *hover = &self->hover;
  const TrammelRect *area = &self->layout.area;
  GdkRGBA thin = overlay->ink;
  thin.alpha *= 0.28f;
  if (self->drag.kind != TRAMMEL_DRAG_NONE)
    return;
  if (hover->x_text != NULL) {
    append_line(overlay->snapshot, &thin, hover->x, area->y, 1.0, area->height);
    append_line(overlay->snapshot, &thin, area->x, hover->y, area->width, 1.0);
    append_axis_tags(self, overlay);
  }
  if (!hover->found)
    return;

  const TrammelSeries *series = trammel_figure_get_series(&self->figure, hover->series);
  GdkRGBA color = get_series_color(overlay, series);
  TrammelPoint at = find_sample_place(self, series, hover->sample);
  if (trammel_rect_contains(area, at.x, at.y))
    append_mark(overlay->snapshot, at.x, at.y, MARK_RADIUS, &color, &overlay->sheet);
  append_readout(self, overlay, CLAMP(at.x, area->x, area->x + area->width),
                 isfinite(at.y) ? CLAMP(at.y, area->y, area->y + area->height)
                                : area->y + 0.5 * area->height);
}

static void
append_focus(TrammelPlotView *self, const Overlay *overlay)
{
  if (!gtk_widget_has_visible_focus(GTK_WIDGET(self)))
    return;
  GdkRGBA edge = to_rgba(trammel_palette_get(TRAMMEL_ROLE_ESTIMATED, 0, overlay->style.dark), 0.8);
  GskRoundedRect outline;
  gsk_rounded_rect_init_from_rect(
      &outline,
      &GRAPHENE_RECT_INIT(1, 1, (float)self->layout.width - 2, (float)self->layout.height - 2),
      4.0f);
  gtk_snapshot_append_border(overlay->snapshot, &outline, (float[4]){2, 2, 2, 2},
                             (GdkRGBA[4]){edge, edge, edge, edge});
}

void
trammel_plot_view_snapshot_overlay(TrammelPlotView *self, GtkSnapshot *snapshot)
{
  Overlay overlay = {.snapshot = snapshot};
  trammel_widget_get_foreground(GTK_WIDGET(self), &overlay.ink);
  overlay.style.dark = trammel_widget_is_dark(GTK_WIDGET(self));
  overlay.style.foreground =
      (TrammelColor){overlay.ink.red, overlay.ink.green, overlay.ink.blue, overlay.ink.alpha};
  overlay.sheet = to_rgba(trammel_palette_background(overlay.style.dark), 1.0);
  append_time_cursor(self, &overlay);
  append_legend_values(self, &overlay);
  append_box(self, &overlay);
  append_crosshair(self, &overlay);
  append_focus(self, &overlay);
}
