/* Row of a read-only table of texts. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TEXT_ROW (trammel_text_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelTextRow, trammel_text_row, TRAMMEL, TEXT_ROW, GObject)

/* Creates a row; takes ownership of `texts`, one per column; copies `tooltip` (nullable). */
TrammelTextRow *trammel_text_row_new(char **texts, const char *tooltip);

/* Returns the text of a column, owned by the row; "" beyond the last column. */
const char *trammel_text_row_get(TrammelTextRow *row, guint column);
const char *trammel_text_row_get_tooltip(TrammelTextRow *row);

G_END_DECLS
