/* Window of the user guide: the list of pages on the left, the open page beside it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_HELP_WINDOW (trammel_help_window_get_type())
G_DECLARE_FINAL_TYPE(TrammelHelpWindow, trammel_help_window, TRAMMEL, HELP_WINDOW, GtkWindow)

/* Shows a page of the guide (ui/session/text/user-guide.h) in the help window of `parent`, or in a
 * new one. */
TrammelHelpWindow *trammel_help_window_show(GtkWindow *parent, const char *page);

/* Opens the target of a link in the guide: "data.md", "data.md#anchor", "#anchor".  Returns FALSE
 * for a link into the web. */
gboolean trammel_help_window_follow(TrammelHelpWindow *window, const char *link);

const char *trammel_help_window_get_page(TrammelHelpWindow *window);

G_END_DECLS
