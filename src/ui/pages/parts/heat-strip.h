/* A thin strip along a time scale: the stronger its colour, the worse the fit there
 * (session/inspect/residual-strip.h). Tooltips tell the numbers; a click goes to the time. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/inspect/residual-strip.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_HEAT_STRIP (trammel_heat_strip_get_type())
G_DECLARE_FINAL_TYPE(TrammelHeatStrip, trammel_heat_strip, TRAMMEL, HEAT_STRIP, GtkWidget)

/* The scale that it goes along, which is as wide as it and outlives it. */
void trammel_heat_strip_set_scale(TrammelHeatStrip *strip, GtkRange *scale);

/* Takes `content`; NULL: nothing is known. */
void trammel_heat_strip_take(TrammelHeatStrip *strip, TrammelResidualStrip *content);

/* NULL while nothing is known. */
const TrammelResidualStrip *trammel_heat_strip_get(TrammelHeatStrip *strip);

G_END_DECLS
