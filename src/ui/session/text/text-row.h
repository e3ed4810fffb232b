/* A row of a table of texts, for tables that only show. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TEXT_ROW (trammel_text_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelTextRow, trammel_text_row, TRAMMEL, TEXT_ROW, GObject)

/* Takes `texts`, one a column; `tooltip` (nullable) is copied. */
TrammelTextRow *trammel_text_row_new(char **texts, const char *tooltip);

/* "" beyond the last column. */
const char *trammel_text_row_get(TrammelTextRow *row, guint column);
const char *trammel_text_row_get_tooltip(TrammelTextRow *row);

G_END_DECLS
