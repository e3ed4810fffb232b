/* The table of parameters, in one of two views: what the fit begins with and is told, to edit, or
 * what it has found.
 *
 * A click on a head sorts.  Rows can be selected: what is typed into one, or ticked, counts for all
 * of them; "*2" multiplies what each has.
 *
 * Actions: params.copy (Ctrl+C: the selected rows, else all, for a spreadsheet), params.paste
 * (Ctrl+V), params.free, params.fix.
 *
 * Signal: failed (const char *message): an edit that the document refused. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/params/param-list.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PARAM_TABLE (trammel_param_table_get_type())
G_DECLARE_FINAL_TYPE(TrammelParamTable, trammel_param_table, TRAMMEL, PARAM_TABLE, GtkWidget)

typedef enum { TRAMMEL_PARAM_VIEW_SETUP, TRAMMEL_PARAM_VIEW_RESULT } TrammelParamView;

/* Once, before the document. */
void trammel_param_table_set_view(TrammelParamTable *table, TrammelParamView view);

/* Both may be NULL, which empties the table. */
void trammel_param_table_set_document(TrammelParamTable *table,
                                      TrammelDocument *document,
                                      TrammelParamList *list);

/* All quantities, or only those that are free. */
/* Only the rows whose name or id has `text` in it, case apart, free or not; "" shows all again. */
void trammel_param_table_set_filter(TrammelParamTable *table, const char *text);

void trammel_param_table_set_show_all(TrammelParamTable *table, gboolean show_all);

G_END_DECLS
