/* Panel "Other starts" of the page Inspect: fits a run's logs from several starts, draws where they
 * end, and takes an end as the start values of the project.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include "ui/pages/inspect/study-panel.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_START_PANEL (trammel_start_panel_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelStartPanel, trammel_start_panel, TRAMMEL, START_PANEL, TrammelStudyPanel)

void trammel_start_panel_set_document(TrammelStartPanel *panel, TrammelDocument *document);

/* Returns the fit with the starts that are shown; owned by the panel, NULL: none. */
const TrFit *trammel_start_panel_get_fit(TrammelStartPanel *panel);

void trammel_start_panel_list_figures(TrammelStartPanel *panel, GPtrArray *figures);

G_END_DECLS
