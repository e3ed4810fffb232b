/* What is to be exported, in which format, and where to: formats on the left, options, what is to
 * be known of the values and the beginning of the file on the right.  One of a window. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/export/export-plan.h"

G_BEGIN_DECLS

/* Signal "export": the user wants what the plan says. */
#define TRAMMEL_TYPE_EXPORT_DIALOG (trammel_export_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelExportDialog, trammel_export_dialog, TRAMMEL, EXPORT_DIALOG, GtkWindow)

/* Shows it with the choices of `plan`, which it changes and which has to outlive it. */
TrammelExportDialog *
trammel_export_dialog_show(GtkWindow *parent, TrammelDocument *document, TrammelExportPlan *plan);

/* Whether what is shown is that of the present choices. */
gboolean trammel_export_dialog_is_up_to_date(TrammelExportDialog *dialog);

G_END_DECLS
