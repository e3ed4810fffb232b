/* Dialog of the program's preferences; each takes effect at once and is stored in GSettings. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PREFERENCES_DIALOG (trammel_preferences_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelPreferencesDialog, trammel_preferences_dialog, TRAMMEL, PREFERENCES_DIALOG, GtkWindow)

/* Creates the dialog; without `settings` (NULL) nothing can be stored, and the dialog shows
 * that. */
GtkWidget *trammel_preferences_dialog_new(GtkWindow *parent, GSettings *settings);

G_END_DECLS
