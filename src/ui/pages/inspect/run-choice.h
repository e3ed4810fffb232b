/* Choice of a run in a drop-down. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

/* Selects a record (nullable) among `records`, which follow `before` other entries; the first entry
 * where it is not among them. */
void trammel_run_choice_select(GtkDropDown *choice,
                               GPtrArray *records,
                               TrammelRunRecord *record,
                               guint before);

/* Fills a drop-down with records as "#7 kappa 1650", after a first entry (nullable). */
void trammel_run_choice_offer(GtkDropDown *choice, GPtrArray *records, const char *first);

G_END_DECLS
