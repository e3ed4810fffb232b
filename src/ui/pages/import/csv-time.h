/* Time section of the CSV dialog: the source of the rows' time.
 *
 * Signal: "changed" after the draft's time was edited. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/csv-draft.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CSV_TIME (trammel_csv_time_get_type())
G_DECLARE_FINAL_TYPE(TrammelCsvTime, trammel_csv_time, TRAMMEL, CSV_TIME, GtkWidget)

/* Shows `draft`, which must outlive the widget. */
void trammel_csv_time_show(TrammelCsvTime *time,
                           TrammelCsvDraft *draft,
                           TrammelDataset *dataset,
                           const TrammelDraftClock *clock,
                           gboolean can_split);

G_END_DECLS
