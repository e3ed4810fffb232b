/* Wrap bars: a row of controls that goes on in a second line, and further ones, where its width is
 * too small for all of them.
 *
 * A line has as many children as fit with their natural widths.  What is left over of a line goes
 * to its children that expand.  Children are added by .ui files or gtk_widget_insert_after().
 * Property, for .ui files: "spacing" [px], between children and between lines. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_WRAP_BAR (trammel_wrap_bar_get_type())
G_DECLARE_FINAL_TYPE(TrammelWrapBar, trammel_wrap_bar, TRAMMEL, WRAP_BAR, GtkWidget)

G_END_DECLS
