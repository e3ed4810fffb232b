/* Row of a run in the project browser: tick and colour for its curves, name to edit in place, cost
 * and time, a star on the run that is shown.
 *
 * Signal: "renamed" (const char *name). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RUN_ROW (trammel_run_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelRunRow, trammel_run_row, TRAMMEL, RUN_ROW, GtkListBoxRow)

GtkWidget *trammel_run_row_new(TrammelRunRecord *record);
TrammelRunRecord *trammel_run_row_get_record(TrammelRunRow *row);

/* Opens an entry for the name: Return applies it, Escape cancels. */
void trammel_run_row_edit_name(TrammelRunRow *row);

G_END_DECLS
