/* Tab Uncertainty of the page Inspect: correlations as a heat-map, a pair of parameters as ellipses
 * with the cost around it on demand, singular values with their directions in words and as arrows
 * on the mechanism, and prior against posterior.
 *
 * Signal: "failed" (const char *message). */
#pragma once

#include "ui/pages/inspect/inspect-tab.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_INSPECT_UNCERTAINTY (trammel_inspect_uncertainty_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelInspectUncertainty, trammel_inspect_uncertainty, TRAMMEL, INSPECT_UNCERTAINTY, GtkWidget)

/* Sets the time cursor of the pose in which the mechanism is drawn. */
void trammel_inspect_uncertainty_set_timeline(TrammelInspectUncertainty *tab,
                                              TrammelTimeline *timeline);

/* Shows an analysis; NULL clears. */
void trammel_inspect_uncertainty_set_analysis(TrammelInspectUncertainty *tab,
                                              TrammelRunAnalysis *analysis);

/* Shows the values of the run anew, after its physical values have arrived; keeps the pair. */
void trammel_inspect_uncertainty_refresh(TrammelInspectUncertainty *tab);

/* Gets the pair that is shown, as indices of free parameters; returns FALSE with fewer than two. */
gboolean
trammel_inspect_uncertainty_get_pair(TrammelInspectUncertainty *tab, int *first, int *second);

void trammel_inspect_uncertainty_list_figures(TrammelInspectUncertainty *tab, GPtrArray *figures);

G_END_DECLS
