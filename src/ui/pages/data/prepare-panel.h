/* Preparation of a log: its role, start and end, excluded parts, and step.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-model.h"
#include "ui/session/import/range-set.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PREPARE_PANEL (trammel_prepare_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelPreparePanel, trammel_prepare_panel, TRAMMEL, PREPARE_PANEL, GtkWidget)

/* Follows `model`, and `ranges` during a drag; call it once. */
void trammel_prepare_panel_set_model(TrammelPreparePanel *panel,
                                     TrammelLogModel *model,
                                     TrammelRangeSet *ranges);

G_END_DECLS
