/* Thin strip along a time scale, coloured by the residual level (session/inspect/residual-strip.h):
 * the stronger the colour, the worse the fit.  Tooltips show the numbers; a click moves the time
 * cursor. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/inspect/residual-strip.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_HEAT_STRIP (trammel_heat_strip_get_type())
G_DECLARE_FINAL_TYPE(TrammelHeatStrip, trammel_heat_strip, TRAMMEL, HEAT_STRIP, GtkWidget)

/* Sets the scale beside it, of the same width; it must outlive the strip. */
void trammel_heat_strip_set_scale(TrammelHeatStrip *strip, GtkRange *scale);

/* Shows `content`, taking ownership; NULL: none. */
void trammel_heat_strip_take(TrammelHeatStrip *strip, TrammelResidualStrip *content);

/* Returns the content, owned by the strip; NULL if there is none. */
const TrammelResidualStrip *trammel_heat_strip_get(TrammelHeatStrip *strip);

G_END_DECLS
