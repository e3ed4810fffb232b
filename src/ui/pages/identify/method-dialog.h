/* Joint estimation and regression of a document side by side: runs both, shows where they differ
 * and why, and takes the regression's values as start values as a single undo step. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_METHOD_DIALOG (trammel_method_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelMethodDialog, trammel_method_dialog, TRAMMEL, METHOD_DIALOG, GtkWindow)

/* Shows the dialog and starts the comparison. */
TrammelMethodDialog *trammel_method_dialog_show(GtkWindow *parent, TrammelDocument *document);

G_END_DECLS
