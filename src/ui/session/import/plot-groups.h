/* Which channels of a log are plotted, and which of them in one plot.  Remembered by column names,
 * so that another log of the same rig shows the same plots. */
#pragma once

#include "ui/session/import/log-view.h"

G_BEGIN_DECLS

enum { TRAMMEL_MAX_PLOTS = 8 };

typedef struct _TrammelPlotGroups TrammelPlotGroups;

/* Where channels go. */
typedef enum {
  TRAMMEL_PLACE_WITH,    /* into plot i, below what it shows */
  TRAMMEL_PLACE_INSTEAD, /* into plot i, in the place of what it shows */
  TRAMMEL_PLACE_OWN,     /* into a new plot, above plot i; below the last where i is their number */
  TRAMMEL_PLACE_NOWHERE, /* they are plotted no more */
} TrammelPlotPlace;

TrammelPlotGroups *trammel_plot_groups_new(void);
void trammel_plot_groups_free(TrammelPlotGroups *groups);

/* Takes over another table (nullable): what was plotted before where it has such columns, else the
 * channels that are mapped, else the first ones that are no time. */
void trammel_plot_groups_take(TrammelPlotGroups *groups, const TrammelLogView *view);

/* Takes `channels` (guint) away from where they are and puts them there; plots that show nothing
 * any more are gone.  FALSE, and nothing has changed, when more than TRAMMEL_MAX_PLOTS would come
 * of it. */
gboolean trammel_plot_groups_place(TrammelPlotGroups *groups,
                                   const GArray *channels,
                                   TrammelPlotPlace place,
                                   guint plot);
/* A plot of its own for `channel`, at the bottom, unless it is plotted; FALSE as above. */
gboolean trammel_plot_groups_show(TrammelPlotGroups *groups, guint channel);

gboolean trammel_plot_groups_contain(const TrammelPlotGroups *groups, guint channel);

/* Of GArray of guint, the channels of each plot from top to bottom; belongs to the groups.  What is
 * kept by a reference stays as it is. */
GPtrArray *trammel_plot_groups_get(TrammelPlotGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelPlotGroups, trammel_plot_groups_free)

G_END_DECLS
