#include "ui/pages/data/drop-zone.h"

#include <glib/gi18n.h>

#include "plot/figure/palette.h"
#include "ui/desktop/compat.h"
#include "ui/plot/plot-view.h"

#define EDGE        16.0f /* [px] at a plot's edge that mean a new plot */
#define LINE        4.0f  /* [px] thickness of the mark of a new plot */
#define TEXT_MARGIN 6

static TrammelDropZone
new_plot(guint plot, const graphene_rect_t *bounds, float y)
{
  return (TrammelDropZone){
      .place = TRAMMEL_PLACE_OWN,
      .plot = plot,
      .mark = GRAPHENE_RECT_INIT(bounds->origin.x, y - LINE / 2, bounds->size.width, LINE)};
}

/* Returns the zone within plot `i`, whose widget has these bounds in the stack. */
static TrammelDropZone
find_in_plot(TrammelPlotView *view, guint i, const graphene_rect_t *bounds, double x, double y)
{
  float edge = MIN(EDGE, bounds->size.height / 4), top = bounds->origin.y;
  float bottom = top + bounds->size.height;
  graphene_rect_t area;

  if (y < top + edge)
    return new_plot(i, bounds, top + LINE / 2);
  if (y > bottom - edge)
    return new_plot(i + 1, bounds, bottom - LINE / 2);
  if (!trammel_plot_view_get_area(view, &area))
    return (TrammelDropZone){.place = TRAMMEL_PLACE_NOWHERE};
  graphene_rect_offset(&area, bounds->origin.x, bounds->origin.y);
  if (x >= area.origin.x)
    return (TrammelDropZone){.place = TRAMMEL_PLACE_WITH, .plot = i, .mark = area};
  area.size.width = area.origin.x - bounds->origin.x;
  area.origin.x = bounds->origin.x;
  return (TrammelDropZone){.place = TRAMMEL_PLACE_INSTEAD, .plot = i, .mark = area};
}

TrammelDropZone
trammel_drop_zone_find(GtkWidget *stack, const GPtrArray *views, double x, double y)
{
  graphene_rect_t whole = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(stack),
                                             (float)gtk_widget_get_height(stack));
  graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, whole.size.width, 0);
  float last = 0;

  if (!graphene_rect_contains_point(&whole, &GRAPHENE_POINT_INIT((float)x, (float)y)))
    return (TrammelDropZone){.place = TRAMMEL_PLACE_NOWHERE};
  for (guint i = 0; i < views->len; i++) {
    if (!gtk_widget_compute_bounds(views->pdata[i], stack, &bounds))
      continue;
    last = bounds.origin.y + bounds.size.height;
    if (y < last)
      return find_in_plot(views->pdata[i], i, &bounds, x, y);
  }
  return new_plot(views->len, &bounds, last + LINE / 2);
}

static const char *
get_words(const TrammelDropZone *zone)
{
  switch (zone->place) {
  case TRAMMEL_PLACE_WITH:
    return _("Add to this plot");
  case TRAMMEL_PLACE_INSTEAD:
    return _("Replace what this plot shows");
  default:
    return _("New plot");
  }
}

/* Draws a tag with the text in the middle of the mark, kept within the stack. */
static void
append_words(const TrammelDropZone *zone,
             GtkWidget *stack,
             GtkSnapshot *snapshot,
             const GdkRGBA *color)
{
  g_autoptr(PangoLayout) text = gtk_widget_create_pango_layout(stack, get_words(zone));
  const graphene_rect_t *mark = &zone->mark;
  int width, height;

  pango_layout_get_pixel_size(text, &width, &height);
  float w = (float)(width + 2 * TEXT_MARGIN), h = (float)(height + TEXT_MARGIN);
  float x = mark->origin.x + (mark->size.width - w) / 2;
  float y = mark->origin.y + (mark->size.height - h) / 2;
  x = CLAMP(x, 0, MAX(0, (float)gtk_widget_get_width(stack) - w));
  y = CLAMP(y, 0, MAX(0, (float)gtk_widget_get_height(stack) - h));
  GskRoundedRect tag;
  gsk_rounded_rect_init_from_rect(&tag, &GRAPHENE_RECT_INIT(x, y, w, h), 4);
  gtk_snapshot_push_rounded_clip(snapshot, &tag);
  gtk_snapshot_append_color(snapshot, color, &tag.bounds);
  gtk_snapshot_pop(snapshot);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x + TEXT_MARGIN, y + TEXT_MARGIN / 2));
  gtk_snapshot_append_layout(snapshot, text, &(GdkRGBA){1, 1, 1, 1});
  gtk_snapshot_restore(snapshot);
}

void
trammel_drop_zone_snapshot(const TrammelDropZone *zone, GtkWidget *stack, GtkSnapshot *snapshot)
{
  /* white text has enough contrast only on the darker of both inks */
  TrammelColor ink = trammel_palette_get(TRAMMEL_ROLE_ESTIMATED, 0, FALSE);
  GdkRGBA color = {(float)ink.red, (float)ink.green, (float)ink.blue, 1}, tint = color;

  if (zone->place == TRAMMEL_PLACE_NOWHERE)
    return;
  tint.alpha = zone->place == TRAMMEL_PLACE_OWN ? 1.0f : 0.2f;
  gtk_snapshot_append_color(snapshot, &tint, &zone->mark);
  append_words(zone, stack, snapshot, &color);
}
