/* Text of a card or a row: from the start, in as many lines as it takes. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* `style` is a class of the style sheet. */
GtkWidget *trammel_text_label_new(const char *text, const char *style);

G_END_DECLS
