/* Menus, with real clicks. */
#pragma once

#include <gtk/gtk.h>

/* Presses an item of the menu that opens below `owner`, once that has come to rest, and lets it go
 * or give way to the next one: a menu that is still there takes the next click. */
void real_menu_choose(GtkWidget *owner, const char *text);
