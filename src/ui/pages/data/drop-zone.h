/* Where in a stack of plots something that is dragged would go: into a plot, on its y axis instead
 * of what it shows, on an edge into a plot of its own. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/plot-groups.h"

G_BEGIN_DECLS

typedef struct {
  TrammelPlotPlace place; /* TRAMMEL_PLACE_NOWHERE: beside the stack */
  guint plot;
  graphene_rect_t mark; /* [px] of the stack, to be tinted */
} TrammelDropZone;

/* The zone at (x, y) of `stack`, which holds the TrammelPlotViews `views` from top to bottom. */
TrammelDropZone
trammel_drop_zone_find(GtkWidget *stack, const GPtrArray *views, double x, double y);

/* Tints it and tells in words what would happen; nothing for TRAMMEL_PLACE_NOWHERE. */
void
trammel_drop_zone_snapshot(const TrammelDropZone *zone, GtkWidget *stack, GtkSnapshot *snapshot);

G_END_DECLS
