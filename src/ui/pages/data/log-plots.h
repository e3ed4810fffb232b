/* Plots of the page Data, stacked with a common time axis: the data of the file thin and grey, the
 * used data in colour, and the handles of trim and excluded parts over both.
 *
 * Channels (GArray of guint) can be dropped on them: into a plot, on its y axis instead of its
 * present curves, on its upper or lower edge as a new plot.  A curve can be dragged by its entry in
 * the legend, too; dropping it beside the plots removes it.
 *
 * Signal: "placed" (GArray * channels, TrammelPlotPlace, guint plot): the user requests this change
 * of plot-groups.h. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/import/log-view.h"
#include "ui/session/import/plot-groups.h"
#include "ui/session/import/range-set.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_PLOTS (trammel_log_plots_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogPlots, trammel_log_plots, TRAMMEL, LOG_PLOTS, GtkWidget)

/* Sets the ranges; call it once. */
void trammel_log_plots_set_ranges(TrammelLogPlots *plots, TrammelRangeSet *ranges);
void trammel_log_plots_set_timeline(TrammelLogPlots *plots, TrammelTimeline *timeline);

/* Lays the channels of the same columns of another log (nullable) over those that are shown next,
 * `shift` [s] later. */
void trammel_log_plots_set_overlay(TrammelLogPlots *plots, TrammelLogView *other, double shift);

/* Shows `view` (nullable).  `plots_of`: GPtrArray of GArray of guint, the channels of each plot
 * from top to bottom. */
void trammel_log_plots_show(TrammelLogPlots *plots, TrammelLogView *view, GPtrArray *plots_of);

guint trammel_log_plots_get_n(TrammelLogPlots *plots);
TrammelPlotView *trammel_log_plots_get_plot(TrammelLogPlots *plots, guint i);

/* Adds the plots to `figures` (page-figures.h), one each, named after their channels. */
void trammel_log_plots_list_figures(TrammelLogPlots *plots, GPtrArray *figures);

G_END_DECLS
