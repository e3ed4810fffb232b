/* Comparison of friction models on the logs of a document: runs it, shows the evidence for each
 * model, and applies one to the project as a single undo step. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FRICTION_DIALOG (trammel_friction_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelFrictionDialog, trammel_friction_dialog, TRAMMEL, FRICTION_DIALOG, GtkWindow)

/* Shows the dialog and starts the comparison. */
TrammelFrictionDialog *trammel_friction_dialog_show(GtkWindow *parent, TrammelDocument *document);

G_END_DECLS
