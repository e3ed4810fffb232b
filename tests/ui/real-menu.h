/* Choosing from menus with real clicks. */
#pragma once

#include <gtk/gtk.h>

/* Presses an item of the menu that opens below `owner`, once it has stopped moving, and waits until
 * the menu closes or its submenu opens: a menu still open would take the next click. */
void real_menu_choose(GtkWidget *owner, const char *text);

/* Chooses from the menu that a right click at (x, y) of `at` opens.  Clicks again if none opens, as
 * a person does: GTK 4.8 takes a press as one that closes the previous menu if it learns late that
 * this menu has closed. */
void real_menu_choose_at(GtkWidget *at, double x, double y, GtkWidget *owner, const char *text);
