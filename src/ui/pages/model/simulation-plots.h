/* Plots of a simulation over the time: coordinates of the joints, inputs, and the sensors that read
 * something else. */
#pragma once

#include <gtk/gtk.h>

#include "io/study/simulation.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SIMULATION_PLOTS (trammel_simulation_plots_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelSimulationPlots, trammel_simulation_plots, TRAMMEL, SIMULATION_PLOTS, GtkWidget)

void trammel_simulation_plots_set_timeline(TrammelSimulationPlots *plots,
                                           TrammelTimeline *timeline);

void trammel_simulation_plots_show(TrammelSimulationPlots *plots,
                                   const TrammelSimulation *simulation);

/* Returns the number of plots. */
guint trammel_simulation_plots_count(TrammelSimulationPlots *plots);

G_END_DECLS
