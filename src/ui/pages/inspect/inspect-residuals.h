/* Tab Residuals of the page Inspect: one sensor of one log over time, its distribution, its
 * autocorrelation and its correlations with the inputs, and a table of all sensors of the log. */
#pragma once

#include "ui/pages/inspect/inspect-tab.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INSPECT_RESIDUALS (trammel_inspect_residuals_get_type())
G_DECLARE_FINAL_TYPE(TrammelInspectResiduals,
                     trammel_inspect_residuals,
                     TRAMMEL,
                     INSPECT_RESIDUALS,
                     TrammelInspectTab)

void trammel_inspect_residuals_set_timeline(TrammelInspectResiduals *tab,
                                            TrammelTimeline *timeline);

/* Returns TRUE if the open-loop residuals are requested; a change emits "kind-changed". */
gboolean trammel_inspect_residuals_get_open_loop(TrammelInspectResiduals *tab);

void trammel_inspect_residuals_list_figures(TrammelInspectResiduals *tab, GPtrArray *figures);

G_END_DECLS
