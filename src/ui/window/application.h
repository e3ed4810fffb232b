/* The application: windows, their common actions and shortcuts, appearance. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_APPLICATION (trammel_application_get_type())
G_DECLARE_FINAL_TYPE(TrammelApplication, trammel_application, TRAMMEL, APPLICATION, GtkApplication)

/* Sets the language of the user and the decimal sign of texts that are shown
 * (plot/figure/number-text.h); numbers in files and on the command line keep the point.  Call it
 * before any function of GTK, which would set the number format as well. */
void trammel_application_choose_locale(void);

TrammelApplication *trammel_application_new(GApplicationFlags flags);

G_END_DECLS
