/* Row of buttons in the header bar, one for each page of the window, each with a dot that shows the
 * page's state by colour and shape.  A button activates `win.page` with the page's name. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PAGE_SWITCHER (trammel_page_switcher_get_type())
G_DECLARE_FINAL_TYPE(TrammelPageSwitcher, trammel_page_switcher, TRAMMEL, PAGE_SWITCHER, GtkWidget)

/* Creates a button for every page of `stack` whose child is a TrammelPage, in their order. */
void trammel_page_switcher_set_stack(TrammelPageSwitcher *switcher, GtkStack *stack);

/* Lets the names of the pages be cut where the window has no room for them; then the tooltips have
 * them. */
void trammel_page_switcher_set_narrow(TrammelPageSwitcher *self, gboolean is_narrow);

G_END_DECLS
