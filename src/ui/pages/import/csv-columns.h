/* Table of the CSV dialog: a header for each column with use, name, unit and kind, above the
 * rows of the file with tinted faults.
 *
 * Signals: "changed" after the draft's settings of a column were edited; "selected" (guint
 * column). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/csv-draft.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CSV_COLUMNS (trammel_csv_columns_get_type())
G_DECLARE_FINAL_TYPE(TrammelCsvColumns, trammel_csv_columns, TRAMMEL, CSV_COLUMNS, GtkWidget)

/* Shows `preview`, taking ownership; `draft` must outlive the widget. */
void trammel_csv_columns_take_preview(TrammelCsvColumns *columns,
                                      TrammelCsvDraft *draft,
                                      TrammelCsvPreview *preview);

/* Sets the content of the whole file; NULL while it is being read. */
void trammel_csv_columns_set_dataset(TrammelCsvColumns *columns, TrammelDataset *dataset);

void trammel_csv_columns_select(TrammelCsvColumns *columns, guint column);

/* Marks a line of the preview; 0: none. */
void trammel_csv_columns_mark_line(TrammelCsvColumns *columns, gsize line);

G_END_DECLS
