/* Drop target in a stack of plots: into a plot, on its y axis instead of its present curves, or on
 * an edge into a new plot. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/plot-groups.h"

G_BEGIN_DECLS

typedef struct {
  TrammelPlotPlace place; /* TRAMMEL_PLACE_NOWHERE: outside the stack */
  guint plot;
  graphene_rect_t mark; /* [px] of the stack, to be tinted */
} TrammelDropZone;

/* Returns the zone at (x, y) of `stack`, which holds `views` (TrammelPlotView) from top to
 * bottom. */
TrammelDropZone
trammel_drop_zone_find(GtkWidget *stack, const GPtrArray *views, double x, double y);

/* Draws a tint over the zone with a text on the effect; draws nothing for TRAMMEL_PLACE_NOWHERE. */
void
trammel_drop_zone_snapshot(const TrammelDropZone *zone, GtkWidget *stack, GtkSnapshot *snapshot);

G_END_DECLS
