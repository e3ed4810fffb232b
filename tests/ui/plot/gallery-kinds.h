/* Gallery of the kinds of series and heat-maps that pages show, in one window. */
#pragma once

#include <gtk/gtk.h>

GtkWidget *gallery_kinds_window_new(void);
