/* Popovers that are made when they are opened, and gone once they have closed. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens `popover` (floating) at (x, y) of `at`, which is `owner` or below it; `owner` holds it, as
 * `at` may go while it is open. */
void trammel_popup_open(GtkWidget *popover, GtkWidget *owner, GtkWidget *at, double x, double y);

/* A context menu, likewise; the popover belongs to `owner`. */
GtkWidget *
trammel_popup_menu(GMenuModel *menu, GtkWidget *owner, GtkWidget *at, double x, double y);

G_END_DECLS
