/* Cell that draws the 95 % interval of an estimate: a bar from end to end with a dot at the
 * estimate and a tick at the start value, on a line whose ends are upright where they are bounds.
 */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/params/param-item.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INTERVAL_BAR (trammel_interval_bar_get_type())
G_DECLARE_FINAL_TYPE(TrammelIntervalBar, trammel_interval_bar, TRAMMEL, INTERVAL_BAR, GtkWidget)

GtkWidget *trammel_interval_bar_new(void);

/* Follows the item; NULL: nothing is drawn. */
void trammel_interval_bar_set_item(TrammelIntervalBar *bar, TrammelParamItem *item);

G_END_DECLS
