/* Cross-validation panel: a button that starts and stops it, its progress, and the agreement of the
 * logs about the parameters.
 *
 * Signals: "finished" (a result is available), "running-changed", "failed" (const char *message).
 */
#pragma once

#include <gtk/gtk.h>

#include "io/study/crossvalidation.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CROSS_PANEL (trammel_cross_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelCrossPanel, trammel_cross_panel, TRAMMEL, CROSS_PANEL, GtkWidget)

void trammel_cross_panel_set_document(TrammelCrossPanel *panel, TrammelDocument *document);

/* Sets the start state of the open loop for the next one. */
void trammel_cross_panel_set_start(TrammelCrossPanel *panel, TrStartState start);

/* Returns the latest result; nullable, owned by the panel. */
TrammelCrossValidation *trammel_cross_panel_get_result(TrammelCrossPanel *panel);

/* Returns the table of the agreement, which the caller adds elsewhere; owned by the panel. */
GtkWidget *trammel_cross_panel_get_table(TrammelCrossPanel *panel);

gboolean trammel_cross_panel_get_running(TrammelCrossPanel *panel);

G_END_DECLS
