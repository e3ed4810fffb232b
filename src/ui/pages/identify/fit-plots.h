/* Measured and estimated motion of one log: a plot per sensor, with one time axis and cursor. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/job.h"
#include "ui/session/run/run-list.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FIT_PLOTS (trammel_fit_plots_get_type())
G_DECLARE_FINAL_TYPE(TrammelFitPlots, trammel_fit_plots, TRAMMEL, FIT_PLOTS, GtkWidget)

void trammel_fit_plots_set_timeline(TrammelFitPlots *plots, TrammelTimeline *timeline);

/* Shows `log` of `run`, whose curves are attached (fit-series.h); NULL empties. */
void trammel_fit_plots_set_run(TrammelFitPlots *plots, TrammelRun *run, int log);

/* What stands where there is nothing to draw. */
void trammel_fit_plots_set_empty_text(TrammelFitPlots *plots, const char *text);

/* Draws the runs of `list` that are ticked over the one that is shown. */
void trammel_fit_plots_set_overlays(TrammelFitPlots *plots, TrammelRunList *list);

/* Draws the prediction of a fit that goes on over the run that is shown. */
void trammel_fit_plots_set_progress(TrammelFitPlots *plots, const TrammelProgress *progress);

/* Writes the plots, one file each when there are several (NAME-SENSOR.ENDING). */
void trammel_fit_plots_list_figures(TrammelFitPlots *plots, GPtrArray *figures);

G_END_DECLS
