/* Format section of the CSV dialog: separator, decimal sign, rows of names and units, and the like.
 *
 * Signal: "changed" after the draft's import settings were edited. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/csv-draft.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CSV_FORMAT (trammel_csv_format_get_type())
G_DECLARE_FINAL_TYPE(TrammelCsvFormat, trammel_csv_format, TRAMMEL, CSV_FORMAT, GtkWidget)

/* Shows `draft`, which must outlive the widget.  `layout` holds the detected values of the settings
 * left open. */
void trammel_csv_format_show(TrammelCsvFormat *format,
                             TrammelCsvDraft *draft,
                             const TrammelCsvLayout *layout);

G_END_DECLS
