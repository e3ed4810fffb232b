/* Columns of the parameter table: contents, view, and sort order. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/params/param-edit.h"
#include "ui/session/params/param-item.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_CELL_TEXT,
  TRAMMEL_CELL_NUMBER,
  TRAMMEL_CELL_ENTRY,
  TRAMMEL_CELL_WORDS,   /* an entry for text */
  TRAMMEL_CELL_INTERVAL /* drawn */
} TrammelParamCell;

/* Rules that show a column; the user can hide any. */
typedef enum {
  TRAMMEL_COLUMN_ALWAYS,
  TRAMMEL_COLUMN_IF_FILLED, /* if a row has a value */
  TRAMMEL_COLUMN_IF_PRIOR,  /* if a row has a prior, also while it has no value */
  TRAMMEL_COLUMN_IF_CHOSEN  /* once the user has chosen it in the menu of the header */
} TrammelParamColumnRule;

typedef struct {
  const char *title, *property, *tooltip; /* property of TrammelParamItem */
  int width;                              /* [px]; 0: from its contents and the room that is left */
  TrammelParamCell cell;
  TrammelParamField field; /* of entries */
  TrammelParamColumnRule rule;
  int most; /* [px] up to which the column grows with its contents; 0: not at all */
} TrammelParamColumn;

/* Returns the columns of the set-up, or of the result; static. */
const TrammelParamColumn *trammel_param_columns(gboolean is_result, guint *n);

/* Adds to the header menus of the last `n` columns of `view` an item that explains the column's
 * term. */
void trammel_param_columns_explain(GtkColumnView *view, const TrammelParamColumn *columns, guint n);

/* Sets the widths of the last `n` columns of `view` for the present size of text, unless it is that
 * of *dpi, which it updates [1/1024 dpi]: then the user may have changed them. */
void trammel_param_columns_scale(GtkColumnView *view,
                                 const TrammelParamColumn *columns,
                                 guint n,
                                 int *dpi);

/* Widens those of the last `n` columns of `view` that grow with their contents, for `items`
 * (TrammelParamItem; nullable) of `run` (nullable) at that size of text.  They do not become
 * narrower again, and previews do not move them. */
void trammel_param_columns_fit(GtkColumnView *view,
                               const TrammelParamColumn *columns,
                               guint n,
                               GListModel *items,
                               TrammelRun *run,
                               int dpi);

/* Shows or hides a column; one that appears gets its own width for that size of text. */
void trammel_param_column_show(GtkColumnViewColumn *column,
                               const TrammelParamColumn *of,
                               gboolean visible,
                               int dpi);

/* Returns a label for a cell of text or numbers. */
GtkWidget *trammel_param_column_new_label(const TrammelParamColumn *column);

/* Returns the text of a cell, its numbers as the user reads them; free with g_free(). */
char *trammel_param_column_dup_shown(const TrammelParamColumn *column, TrammelParamItem *item);

/* Binds the text of a label or an entry to that of the item. */
GBinding *trammel_param_column_bind(const TrammelParamColumn *column,
                                    TrammelParamItem *item,
                                    GtkWidget *child);

/* Returns TRUE if the rule of the column hides it for `items` (TrammelParamItem; nullable). */
gboolean trammel_param_column_is_empty(const TrammelParamColumn *column, GListModel *items);

/* Returns the tooltip of a cell: the remark, which is often longer than its cell, or the parts of
 * sigma; else the id of the parameter.  Free with g_free(). */
char *trammel_param_column_dup_tooltip(const TrammelParamColumn *column, TrammelParamItem *item);

/* Compares two TrammelParamItem by a TrammelParamColumn (GCompareDataFunc): by the numbers that
 * their cells begin with (after "≥"), else by the texts; empty cells last. */
int trammel_param_column_compare(gconstpointer a, gconstpointer b, gpointer column);

G_END_DECLS
