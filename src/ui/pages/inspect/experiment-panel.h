/* Tab "Next experiment" of the page Inspect: plans the motion that shows what a run leaves open,
 * shows its sigmas, curves and other helps, saves it and keeps it in the project.
 *
 * Signals: "failed" (const char *message), "planned": another plan is shown. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/inspect/experiment.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_EXPERIMENT_PANEL (trammel_experiment_panel_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelExperimentPanel, trammel_experiment_panel, TRAMMEL, EXPERIMENT_PANEL, GtkWidget)

void trammel_experiment_panel_set_document(TrammelExperimentPanel *panel,
                                           TrammelDocument *document,
                                           TrammelTimeline *timeline);

/* Shows the plan of a run, nothing for another one; NULL clears. */
void trammel_experiment_panel_set_run(TrammelExperimentPanel *panel, TrammelRun *run);

/* Returns the plan that is shown; owned by the panel, NULL: none. */
const TrammelExperiment *trammel_experiment_panel_get_experiment(TrammelExperimentPanel *panel);

gboolean trammel_experiment_panel_get_running(TrammelExperimentPanel *panel);

/* Returns the number of plans tried by the latest search, as reported so far. */
guint trammel_experiment_panel_get_n_tried(TrammelExperimentPanel *panel);

void trammel_experiment_panel_list_figures(TrammelExperimentPanel *panel, GPtrArray *figures);

G_END_DECLS
