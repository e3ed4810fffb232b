/* The plots of the page Data: one over the other, with one time axis; what is in the file thin and
 * grey, what is used of it in colour, and the handles of trim and excluded parts over both.
 *
 * Channels (GArray of guint) can be dropped on them: into a plot, on its y axis in the place of
 * what it shows, on its upper or lower edge as a plot of their own.  A curve goes by its entry in
 * the legend, too, and is taken off where that is dropped beside the plots.
 *
 * Signal: "placed" (GArray * channels, TrammelPlotPlace, guint plot): plot-groups.h is to do so. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/import/log-view.h"
#include "ui/session/import/plot-groups.h"
#include "ui/session/import/range-set.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_PLOTS (trammel_log_plots_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogPlots, trammel_log_plots, TRAMMEL, LOG_PLOTS, GtkWidget)

/* Called once. */
void trammel_log_plots_set_ranges(TrammelLogPlots *plots, TrammelRangeSet *ranges);
void trammel_log_plots_set_timeline(TrammelLogPlots *plots, TrammelTimeline *timeline);

/* `plots_of`: of GArray of guint, the channels of each plot from top to bottom; `view` may be
 * NULL. */
void trammel_log_plots_show(TrammelLogPlots *plots, TrammelLogView *view, GPtrArray *plots_of);

guint trammel_log_plots_get_n(TrammelLogPlots *plots);
TrammelPlotView *trammel_log_plots_get_plot(TrammelLogPlots *plots, guint i);

/* One file a plot: NAME-CHANNEL.ENDING of NAME.ENDING. */
void trammel_log_plots_list_figures(TrammelLogPlots *plots, GPtrArray *figures);

G_END_DECLS
