/* Comparison of two runs: their parameters, the differences, and the differences over the combined
 * sigma. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_COMPARE_DIALOG (trammel_compare_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelCompareDialog, trammel_compare_dialog, TRAMMEL, COMPARE_DIALOG, GtkWindow)

/* Shows the dialog; `project` provides the labels of the parameters. */
void trammel_compare_dialog_show(GtkWindow *parent,
                                 TrammelRunRecord *a,
                                 TrammelRunRecord *b,
                                 const TrammelProject *project);

G_END_DECLS
