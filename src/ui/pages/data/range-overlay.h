/* Drawn over a plot of a log: a veil where the trim leaves samples out, hatching where parts are
 * excluded, and handles at their ends, which can be dragged.  Only the handles take the mouse, so
 * that the plot below keeps all of its own gestures; while a part is being marked all of the area
 * does. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/import/range-set.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RANGE_OVERLAY (trammel_range_overlay_get_type())
G_DECLARE_FINAL_TYPE(TrammelRangeOverlay, trammel_range_overlay, TRAMMEL, RANGE_OVERLAY, GtkWidget)

/* `view` is the plot below, `range` and `labels` what it is linked to. */
GtkWidget *trammel_range_overlay_new(TrammelRangeSet *set,
                                     TrammelPlotView *view,
                                     TrammelXRange *range,
                                     TrammelLabelGroup *labels);

G_END_DECLS
