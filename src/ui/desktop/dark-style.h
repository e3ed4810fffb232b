/* Light or dark style: the user's choice, or the desktop's preference from the settings portal,
 * which plain GTK 4 does not follow by itself. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_DARK_STYLE (trammel_dark_style_get_type())
G_DECLARE_FINAL_TYPE(TrammelDarkStyle, trammel_dark_style, TRAMMEL, DARK_STYLE, GObject)

/* Creates the object and watches the portal if there is a session bus. */
TrammelDarkStyle *trammel_dark_style_new(void);

/* Sets the mode: "default" follows the desktop; "light"; "dark".  Other words count as
 * "default". */
void trammel_dark_style_set_mode(TrammelDarkStyle *style, const char *mode);
const char *trammel_dark_style_get_mode(TrammelDarkStyle *style);

G_END_DECLS
