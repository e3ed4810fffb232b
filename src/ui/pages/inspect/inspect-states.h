/* Tab States of the page Inspect: the estimated motion of one joint in one log, the forces missing
 * in the model, friction over rate, constraint residuals, energy and information over time. */
#pragma once

#include "ui/pages/inspect/inspect-tab.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INSPECT_STATES (trammel_inspect_states_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelInspectStates, trammel_inspect_states, TRAMMEL, INSPECT_STATES, TrammelInspectTab)

void trammel_inspect_states_set_timeline(TrammelInspectStates *tab, TrammelTimeline *timeline);

void trammel_inspect_states_list_figures(TrammelInspectStates *tab, GPtrArray *figures);

G_END_DECLS
