/* The table of the CSV dialog: over each column whether it is used, its name, unit and kind; below
 * the rows of the file, faults tinted.
 *
 * Signals: "changed" after what the draft says of a column has been changed here; "selected"
 * (guint column). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/csv-draft.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CSV_COLUMNS (trammel_csv_columns_get_type())
G_DECLARE_FINAL_TYPE(TrammelCsvColumns, trammel_csv_columns, TRAMMEL, CSV_COLUMNS, GtkWidget)

/* Takes `preview` over; `draft` outlives the widget. */
void trammel_csv_columns_take_preview(TrammelCsvColumns *columns,
                                      TrammelCsvDraft *draft,
                                      TrammelCsvPreview *preview);

/* What the whole file holds; NULL while that is being read. */
void trammel_csv_columns_set_dataset(TrammelCsvColumns *columns, TrammelDataset *dataset);

void trammel_csv_columns_select(TrammelCsvColumns *columns, guint column);

/* Marks a line of the preview; 0: none. */
void trammel_csv_columns_mark_line(TrammelCsvColumns *columns, gsize line);

G_END_DECLS
