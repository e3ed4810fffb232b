/* The program's preferences: each takes effect at once and is kept in GSettings. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PREFERENCES_DIALOG (trammel_preferences_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelPreferencesDialog, trammel_preferences_dialog, TRAMMEL, PREFERENCES_DIALOG, GtkWindow)

/* `settings` (nullable): without them there is nothing to be kept, which the dialog says. */
GtkWidget *trammel_preferences_dialog_new(GtkWindow *parent, GSettings *settings);

G_END_DECLS
