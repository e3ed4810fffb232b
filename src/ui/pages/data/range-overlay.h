/* Overlay on a plot of a log: a veil over samples outside the trim, hatching over excluded parts,
 * and handles at their ends, which can be dragged.  Only the handles take pointer events, so that
 * the plot below keeps all its gestures; while a part is being marked the whole area does. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/import/range-set.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RANGE_OVERLAY (trammel_range_overlay_get_type())
G_DECLARE_FINAL_TYPE(TrammelRangeOverlay, trammel_range_overlay, TRAMMEL, RANGE_OVERLAY, GtkWidget)

/* Creates an overlay; `view` is the plot below, `range` and `labels` are those linked to it. */
GtkWidget *trammel_range_overlay_new(TrammelRangeSet *set,
                                     TrammelPlotView *view,
                                     TrammelXRange *range,
                                     TrammelLabelGroup *labels);

G_END_DECLS
