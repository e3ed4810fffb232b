/* Friction models beside each other on the logs of a document: runs the tournament, shows what
 * speaks for which, and puts one into the project, as one step that can be undone. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FRICTION_DIALOG (trammel_friction_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelFrictionDialog, trammel_friction_dialog, TRAMMEL, FRICTION_DIALOG, GtkWindow)

/* Shows it and begins. */
TrammelFrictionDialog *trammel_friction_dialog_show(GtkWindow *parent, TrammelDocument *document);

G_END_DECLS
