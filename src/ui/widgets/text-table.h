/* Read-only table of texts (ui/session/text/text-row.h) with columns from a static list.
 *
 * Signal: "row-selected" (guint row): the user has selected a row of a selectable table. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/text/text-row.h"

G_BEGIN_DECLS

typedef struct {
  const char *title, *tooltip; /* marked for translation */
  gboolean is_number;          /* right-aligned, digits of equal width */
  gboolean expands;            /* takes the remaining width, truncated at its end */
} TrammelTextColumn;

#define TRAMMEL_TYPE_TEXT_TABLE (trammel_text_table_get_type())
G_DECLARE_FINAL_TYPE(TrammelTextTable, trammel_text_table, TRAMMEL, TEXT_TABLE, GtkWidget)

/* Sets the columns, once; `columns` is static; `label` is the table's name for screen readers. */
void trammel_text_table_set_columns(TrammelTextTable *table,
                                    const TrammelTextColumn *columns,
                                    guint n,
                                    const char *label);

/* Hides a column until it is chosen in the menu of the header, which this adds; once. */
void trammel_text_table_set_optional(TrammelTextTable *table, guint column);

/* Shows the texts of a column on several lines where needed; before the first rows. */
void trammel_text_table_set_wrapped(TrammelTextTable *table, guint column);

/* Lets the user select one row; before the first rows. */
void trammel_text_table_set_selectable(TrammelTextTable *table);

/* Selects a row of the present rows, GTK_INVALID_LIST_POSITION none; emits no signal. */
void trammel_text_table_select(TrammelTextTable *table, guint row);
guint trammel_text_table_get_selected(TrammelTextTable *table);

/* Shows rows (nullable) of TrammelTextRow; none of them is selected. */
void trammel_text_table_set_rows(TrammelTextTable *table, GListModel *rows);

/* Sets the title of a column, e.g. with the number of a run; an empty one hides the column. */
void trammel_text_table_set_title(TrammelTextTable *table, guint column, const char *title);

G_END_DECLS
