/* Columns of the parameter table: contents, view, and sort order. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/params/param-edit.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_CELL_TEXT,
  TRAMMEL_CELL_NUMBER,
  TRAMMEL_CELL_ENTRY,
  TRAMMEL_CELL_WORDS /* an entry for text */
} TrammelParamCell;

typedef struct {
  const char *title, *property, *tooltip; /* property of TrammelParamItem */
  int width;                              /* [px]; 0: from its contents */
  TrammelParamCell cell;
  TrammelParamField field; /* of entries */
  gboolean only_filled;    /* hidden if no row has a value */
} TrammelParamColumn;

/* Returns the columns of the set-up, or of the result; static. */
const TrammelParamColumn *trammel_param_columns(gboolean is_result, guint *n);

/* Adds to the header menus of the last `n` columns of `view` an item that explains the column's
 * term. */
void trammel_param_columns_explain(GtkColumnView *view, const TrammelParamColumn *columns, guint n);

/* Compares two TrammelParamItem by a TrammelParamColumn (GCompareDataFunc): by the numbers that
 * their cells begin with, else by the texts; empty cells last. */
int trammel_param_column_compare(gconstpointer a, gconstpointer b, gpointer column);

G_END_DECLS
