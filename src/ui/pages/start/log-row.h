/* Row of a log in the project browser: its role, its name, and a mark if there are findings on
 * it. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_ROW (trammel_log_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogRow, trammel_log_row, TRAMMEL, LOG_ROW, GtkListBoxRow)

/* Creates a row; `log` is the index in the project. */
GtkWidget *trammel_log_row_new(TrammelDocument *document, guint log);

/* Updates the row from the document. */
void trammel_log_row_update(TrammelLogRow *row);

G_END_DECLS
