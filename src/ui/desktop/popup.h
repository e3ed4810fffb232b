/* Popovers that are created when they open and destroyed after they close. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens `popover` (floating) at (x, y) of `at`, which is `owner` or a descendant; `owner` is the
 * parent of the popover, since `at` may be destroyed while it is open. */
void trammel_popup_open(GtkWidget *popover, GtkWidget *owner, GtkWidget *at, double x, double y);

/* Opens a context menu in the same way; the returned popover is owned by `owner`. */
GtkWidget *
trammel_popup_menu(GMenuModel *menu, GtkWidget *owner, GtkWidget *at, double x, double y);

G_END_DECLS
