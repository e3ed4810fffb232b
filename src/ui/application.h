/* The program: windows, the actions and shortcuts of all of them, appearance. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_APPLICATION (trammel_application_get_type())
G_DECLARE_FINAL_TYPE(TrammelApplication, trammel_application, TRAMMEL, APPLICATION, GtkApplication)

TrammelApplication *trammel_application_new(GApplicationFlags flags);

G_END_DECLS
