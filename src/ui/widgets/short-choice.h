/* Drop-downs with long entries, such as paths of channels: the button shortens them in the middle,
 * the list shows them in full. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Limits the button to `chars` characters. */
void trammel_short_choice_init(GtkDropDown *choice, int chars);

G_END_DECLS
