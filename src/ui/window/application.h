/* The program: windows, the actions and shortcuts of all of them, appearance. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_APPLICATION (trammel_application_get_type())
G_DECLARE_FINAL_TYPE(TrammelApplication, trammel_application, TRAMMEL, APPLICATION, GtkApplication)

/* The language of the user, but numbers with points, as they stand in files, on the command line
 * and in what is typed.  Before anything of GTK, which would take over numbers as well. */
void trammel_application_choose_locale(void);

TrammelApplication *trammel_application_new(GApplicationFlags flags);

G_END_DECLS
