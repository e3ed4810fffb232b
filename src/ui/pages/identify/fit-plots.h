/* Plots of one log, one per sensor, with a common time axis and cursor: the samples as dots, the
 * estimate with the band of ± 2 sigma of a sample, the run before in grey, the ticked runs; below
 * each the residual or the open loop.  Before the first run they show the open loop of the start
 * values. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/job.h"
#include "ui/session/run/run-list.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FIT_PLOTS (trammel_fit_plots_get_type())
G_DECLARE_FINAL_TYPE(TrammelFitPlots, trammel_fit_plots, TRAMMEL, FIT_PLOTS, GtkWidget)

/* Contents of the strip below each plot. */
typedef enum {
  TRAMMEL_STRIP_RESIDUAL,
  TRAMMEL_STRIP_OPEN_LOOP,
  TRAMMEL_STRIP_NONE
} TrammelFitStrip;

void trammel_fit_plots_set_timeline(TrammelFitPlots *plots, TrammelTimeline *timeline);

/* Shows `log` of `run`, whose curves are attached (fit-series.h); NULL clears the plots. */
void trammel_fit_plots_set_run(TrammelFitPlots *plots, TrammelRun *run, int log);

void trammel_fit_plots_set_strip(TrammelFitPlots *plots, TrammelFitStrip strip);

/* Sets the text shown when there is nothing to draw. */
void trammel_fit_plots_set_empty_text(TrammelFitPlots *plots, const char *text);

/* Draws the ticked runs of `list`, and the last kept one, over the one that is shown. */
void trammel_fit_plots_set_overlays(TrammelFitPlots *plots, TrammelRunList *list);

/* Draws the prediction of a running fit over the run that is shown. */
void trammel_fit_plots_set_progress(TrammelFitPlots *plots, const TrammelJobProgress *progress);

/* Adds the plots to `figures` (page-figures.h), one each. */
void trammel_fit_plots_list_figures(TrammelFitPlots *plots, GPtrArray *figures);

G_END_DECLS
