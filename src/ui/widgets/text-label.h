/* Label of a card or a row: aligned at the start, wrapped over as many lines as necessary. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Creates a label; `style` is a class of the style sheet. */
GtkWidget *trammel_text_label_new(const char *text, const char *style);

G_END_DECLS
