/* Drop-downs whose words may be long, such as the paths of channels: the button shows the middle of
 * them shortened, the list shows them in full. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* At most `chars` characters wide. */
void trammel_short_choice_init(GtkDropDown *choice, int chars);

G_END_DECLS
