/* A log in the project browser: what it is used for, its name, and a mark where something is wrong
 * with it. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_ROW (trammel_log_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogRow, trammel_log_row, TRAMMEL, LOG_ROW, GtkListBoxRow)

/* `log` is its index in the project. */
GtkWidget *trammel_log_row_new(TrammelDocument *document, guint log);

/* Follows the document. */
void trammel_log_row_update(TrammelLogRow *row);

G_END_DECLS
