/* The user's guide in a window of its own: its pages on the left, the one that is read beside them.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_HELP_WINDOW (trammel_help_window_get_type())
G_DECLARE_FINAL_TYPE(TrammelHelpWindow, trammel_help_window, TRAMMEL, HELP_WINDOW, GtkWindow)

/* Shows a page of the guide (ui/session/text/user-guide.h) in the help window that `parent` has, or
 * in a new one. */
TrammelHelpWindow *trammel_help_window_show(GtkWindow *parent, const char *page);

/* Goes where a link of the guide leads: "data.md", "data.md#anchor", "#anchor".  FALSE for a link
 * into the web. */
gboolean trammel_help_window_follow(TrammelHelpWindow *window, const char *link);

const char *trammel_help_window_get_page(TrammelHelpWindow *window);

G_END_DECLS
