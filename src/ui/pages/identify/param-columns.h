/* The columns of the parameter table: what they show, in which view, and how they are sorted. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/params/param-edit.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_CELL_TEXT,
  TRAMMEL_CELL_NUMBER,
  TRAMMEL_CELL_ENTRY,
  TRAMMEL_CELL_WORDS /* an entry for texts */
} TrammelParamCell;

typedef struct {
  const char *title, *property, *tooltip; /* property of TrammelParamItem */
  int width;                              /* [px]; 0: by its contents */
  TrammelParamCell cell;
  TrammelParamField field; /* of entries */
  gboolean only_filled;    /* not shown where no row has such a value */
} TrammelParamColumn;

/* Those of the setup, or of the result; static. */
const TrammelParamColumn *trammel_param_columns(gboolean is_result, guint *n);

/* GCompareDataFunc of two TrammelParamItem for a TrammelParamColumn: by the numbers that their
 * cells begin with, else by the words; empty cells last. */
int trammel_param_column_compare(gconstpointer a, gconstpointer b, gpointer column);

G_END_DECLS
