/* Sparkline of a channel: its range over time, as wide as the widget. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-view.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SPARKLINE (trammel_sparkline_get_type())
G_DECLARE_FINAL_TYPE(TrammelSparkline, trammel_sparkline, TRAMMEL, SPARKLINE, GtkWidget)

/* Creates a sparkline; copies `spark`. */
GtkWidget *trammel_sparkline_new(const TrammelSpark *spark);

G_END_DECLS
