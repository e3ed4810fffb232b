/* Groups of a log's channels: those that are plotted, and those that share a plot.  Remembered by
 * column names, so that another log of the same rig shows the same plots. */
#pragma once

#include "ui/session/import/log-view.h"

G_BEGIN_DECLS

enum { TRAMMEL_MAX_PLOTS = 8 };

typedef struct _TrammelPlotGroups TrammelPlotGroups;

/* Destination of channels. */
typedef enum {
  TRAMMEL_PLACE_WITH,    /* into plot i, below what it shows */
  TRAMMEL_PLACE_INSTEAD, /* into plot i, in the place of what it shows */
  TRAMMEL_PLACE_OWN,     /* into a new plot, above plot i; below the last where i is their number */
  TRAMMEL_PLACE_NOWHERE, /* out of all plots */
} TrammelPlotPlace;

TrammelPlotGroups *trammel_plot_groups_new(void);
void trammel_plot_groups_free(TrammelPlotGroups *groups);

/* Adopts another table (nullable): the channels plotted before if it has such columns, else the
 * mapped channels, else the first ones that are not the time. */
void trammel_plot_groups_take(TrammelPlotGroups *groups, const TrammelLogView *view);

/* Moves `channels` (guint) from their present plots to the destination and removes plots that
 * become empty.  Returns FALSE, and changes nothing, if more than TRAMMEL_MAX_PLOTS would
 * result. */
gboolean trammel_plot_groups_place(TrammelPlotGroups *groups,
                                   const GArray *channels,
                                   TrammelPlotPlace place,
                                   guint plot);

gboolean trammel_plot_groups_contain(const TrammelPlotGroups *groups, guint channel);

/* Returns a GPtrArray of GArray of guint: the channels of each plot from top to bottom; owned by
 * the groups.  An array on which the caller holds a reference is not changed later. */
GPtrArray *trammel_plot_groups_get(TrammelPlotGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelPlotGroups, trammel_plot_groups_free)

G_END_DECLS
