/* Cost and parameters over the iterations, side by side; they fill while a fit goes on. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/job.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_HISTORY_PLOTS (trammel_history_plots_get_type())
G_DECLARE_FINAL_TYPE(TrammelHistoryPlots, trammel_history_plots, TRAMMEL, HISTORY_PLOTS, GtkWidget)

/* NULL, or a run that is only prepared, empties the plots. */
void trammel_history_plots_set_run(TrammelHistoryPlots *plots, TrammelRun *run);
void trammel_history_plots_set_progress(TrammelHistoryPlots *plots,
                                        const TrammelProgress *progress);

/* What the end of the fit is judged by, a plot that is to be put elsewhere. */
GtkWidget *trammel_history_plots_get_convergence(TrammelHistoryPlots *plots);

/* Writes NAME-cost.ENDING, NAME-parameters.ENDING and NAME-convergence.ENDING. */
void trammel_history_plots_list_figures(TrammelHistoryPlots *plots, GPtrArray *figures);

G_END_DECLS
