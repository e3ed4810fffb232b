/* Panel "Other starts" of the page Inspect: fits a run's logs from several starts, draws where they
 * end, and takes an end as the start values of the project.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_START_PANEL (trammel_start_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelStartPanel, trammel_start_panel, TRAMMEL, START_PANEL, GtkWidget)

void trammel_start_panel_set_document(TrammelStartPanel *panel, TrammelDocument *document);

/* Shows the starts of a run, nothing for another one; NULL clears. */
void trammel_start_panel_set_run(TrammelStartPanel *panel, TrammelRun *run);

/* Returns the fit with the starts that are shown; owned by the panel, NULL: none. */
const TrFit *trammel_start_panel_get_fit(TrammelStartPanel *panel);

gboolean trammel_start_panel_get_running(TrammelStartPanel *panel);

void trammel_start_panel_list_figures(TrammelStartPanel *panel, GPtrArray *figures);

G_END_DECLS
