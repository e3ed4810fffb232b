/* Names of buttons and tabs that may be cut in a narrow window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets the label of a button be cut where there is no room for it; the button needs a tooltip. */
void trammel_short_names_cut_button(GtkButton *button);

/* Lets the names of the tabs be cut; their tooltips have all of them. */
void trammel_short_names_cut_tabs(GtkStackSwitcher *tabs);

G_END_DECLS
