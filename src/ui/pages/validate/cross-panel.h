/* Cross-validation: the button that starts and stops it, its progress, and whether the logs agree
 * about the parameters.
 *
 * Signals: "finished" (a sheet is there), "running-changed", "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/validate/cross-sheet.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CROSS_PANEL (trammel_cross_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelCrossPanel, trammel_cross_panel, TRAMMEL, CROSS_PANEL, GtkWidget)

void trammel_cross_panel_set_document(TrammelCrossPanel *panel, TrammelDocument *document);

/* Where the open loop of the next one begins. */
void trammel_cross_panel_set_start(TrammelCrossPanel *panel, TrStartState start);

/* The latest one; nullable, belongs to the panel. */
TrammelCrossSheet *trammel_cross_panel_get_sheet(TrammelCrossPanel *panel);

gboolean trammel_cross_panel_get_running(TrammelCrossPanel *panel);

G_END_DECLS
