/* Panel "Simulated logs" of the page Inspect: logs simulated from a run's estimates are fitted
 * again, and the scatter of the results stands beside the stated sigmas.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include "io/study/montecarlo.h"
#include "ui/pages/inspect/study-panel.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCATTER_PANEL (trammel_scatter_panel_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelScatterPanel, trammel_scatter_panel, TRAMMEL, SCATTER_PANEL, TrammelStudyPanel)

/* Returns the study that is shown; owned by the panel, NULL: none. */
const TrammelMonteCarlo *trammel_scatter_panel_get_study(TrammelScatterPanel *panel);

void trammel_scatter_panel_list_figures(TrammelScatterPanel *panel, GPtrArray *figures);

G_END_DECLS
