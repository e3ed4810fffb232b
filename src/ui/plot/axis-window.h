/* Window to enter the ranges of a plot's axes. */
#pragma once

#include "ui/plot/plot-view.h"

G_BEGIN_DECLS

/* Returns the window, owned by GTK. */
GtkWidget *trammel_axis_window_present(TrammelPlotView *view);

G_END_DECLS
