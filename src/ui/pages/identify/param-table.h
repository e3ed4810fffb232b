/* Parameter table, in one of two views: the set-up of the fit (editable) or its result.
 *
 * A click on a header sorts.  Rows can be selected: an edit of one row applies to all selected
 * ones; "*2" multiplies each of their values.
 *
 * Actions: params.copy (Ctrl+C: the selected rows, else all, for a spreadsheet), params.paste
 * (Ctrl+V), params.free, params.fix.
 *
 * Signal: "failed" (const char *message): an edit that the document refused. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/params/param-list.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PARAM_TABLE (trammel_param_table_get_type())
G_DECLARE_FINAL_TYPE(TrammelParamTable, trammel_param_table, TRAMMEL, PARAM_TABLE, GtkWidget)

typedef enum { TRAMMEL_PARAM_VIEW_SETUP, TRAMMEL_PARAM_VIEW_RESULT } TrammelParamView;

/* Sets the view; call it once, before the document. */
void trammel_param_table_set_view(TrammelParamTable *table, TrammelParamView view);

/* Shows the rows of `list`; both may be NULL, which clears the table. */
void trammel_param_table_set_document(TrammelParamTable *table,
                                      TrammelDocument *document,
                                      TrammelParamList *list);

/* Shows all quantities, or only the free ones. */
/* Shows only rows whose name or id contains `text`, ignoring case, free or not; "" shows all. */
void trammel_param_table_set_filter(TrammelParamTable *table, const char *text);

void trammel_param_table_set_show_all(TrammelParamTable *table, gboolean show_all);

G_END_DECLS
