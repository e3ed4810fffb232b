/* Menus, with real clicks. */
#pragma once

#include <gtk/gtk.h>

/* Presses an item of the menu that opens below `owner`, once that has come to rest, and lets it go
 * or give way to the next one: a menu that is still there takes the next click. */
void real_menu_choose(GtkWidget *owner, const char *text);

/* The same for the menu that a press of the right button at (x, y) of `at` opens.  Presses again
 * when none comes, as a person does: GTK 4.8 takes a press for one that closes the menu before,
 * where it learns late that this one has gone. */
void real_menu_choose_at(GtkWidget *at, double x, double y, GtkWidget *owner, const char *text);
