/* Which channels of a log are plotted, and which of them in one plot.  Remembered by column names,
 * so that another log of the same rig shows the same plots. */
#pragma once

#include "ui/session/log-view.h"

G_BEGIN_DECLS

enum { TRAMMEL_MAX_PLOTS = 8 };

typedef struct _TrammelPlotGroups TrammelPlotGroups;

TrammelPlotGroups *trammel_plot_groups_new(void);
void trammel_plot_groups_free(TrammelPlotGroups *groups);

/* Takes over another table (nullable): what was plotted before where it has such columns, else the
 * channels that are mapped, else the first ones that are no time. */
void trammel_plot_groups_take(TrammelPlotGroups *groups, const TrammelLogView *view);

/* A plot of its own for `channel`, at the bottom; FALSE when there are TRAMMEL_MAX_PLOTS. */
gboolean trammel_plot_groups_show(TrammelPlotGroups *groups, guint channel);
void trammel_plot_groups_hide(TrammelPlotGroups *groups, guint channel);
/* Moves `channel` into plot `plot`. */
void trammel_plot_groups_move(TrammelPlotGroups *groups, guint channel, guint plot);

gboolean trammel_plot_groups_contain(const TrammelPlotGroups *groups, guint channel);

/* Of GArray of guint, the channels of each plot from top to bottom; belongs to the groups. */
GPtrArray *trammel_plot_groups_get(TrammelPlotGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelPlotGroups, trammel_plot_groups_free)

G_END_DECLS
