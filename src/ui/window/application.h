/* The application: windows, their common actions and shortcuts, appearance. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_APPLICATION (trammel_application_get_type())
G_DECLARE_FINAL_TYPE(TrammelApplication, trammel_application, TRAMMEL, APPLICATION, GtkApplication)

/* Sets the language of the user, but keeps numbers with points, as in files, on the command line
 * and in typed texts.  Call it before any function of GTK, which would set the number format as
 * well. */
void trammel_application_choose_locale(void);

TrammelApplication *trammel_application_new(GApplicationFlags flags);

G_END_DECLS
