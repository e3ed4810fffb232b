/* Export dialog of a run: formats on the left; options, cautions on the values and the beginning of
 * the file on the right.  One per window. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/export/export-plan.h"

G_BEGIN_DECLS

/* Signal "export": the user requests the export of the plan. */
#define TRAMMEL_TYPE_EXPORT_DIALOG (trammel_export_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelExportDialog, trammel_export_dialog, TRAMMEL, EXPORT_DIALOG, GtkWindow)

/* Shows the dialog with the options of `plan`, which it edits and which must outlive it. */
TrammelExportDialog *
trammel_export_dialog_show(GtkWindow *parent, TrammelDocument *document, TrammelExportPlan *plan);

/* Returns TRUE if the preview belongs to the present options. */
gboolean trammel_export_dialog_is_up_to_date(TrammelExportDialog *dialog);

G_END_DECLS
