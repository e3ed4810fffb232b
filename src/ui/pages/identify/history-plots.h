/* Plots of cost and parameters over the iterations, side by side; updated during a fit. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/job.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_HISTORY_PLOTS (trammel_history_plots_get_type())
G_DECLARE_FINAL_TYPE(TrammelHistoryPlots, trammel_history_plots, TRAMMEL, HISTORY_PLOTS, GtkWidget)

/* Shows a run; NULL, or a run that is only prepared, clears the plots. */
void trammel_history_plots_set_run(TrammelHistoryPlots *plots, TrammelRun *run);
void trammel_history_plots_set_progress(TrammelHistoryPlots *plots,
                                        const TrammelJobProgress *progress);

/* Returns the plot of the convergence criteria, which the caller adds elsewhere. */
GtkWidget *trammel_history_plots_get_convergence(TrammelHistoryPlots *plots);

/* Adds the figures "cost", "parameters" and "convergence" (page-figures.h). */
void trammel_history_plots_list_figures(TrammelHistoryPlots *plots, GPtrArray *figures);

G_END_DECLS
