/* List of the channels of a log: name, unit, sparkline, and a tick for plotted ones.  Selected rows
 * can be dragged into a plot (a GArray of guint, the channels); the context menu offers the same.
 *
 * Signals: "selected" (guint channel): it is the only selected one; "placed" (GArray * channels,
 * TrammelPlotPlace, guint plot): the user requests this change of plot-groups.h. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/plot-groups.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHANNEL_LIST (trammel_channel_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelChannelList, trammel_channel_list, TRAMMEL, CHANNEL_LIST, GtkWidget)

/* Shows the channels of `view` (nullable). */
void trammel_channel_list_set_view(TrammelChannelList *list, TrammelLogView *view);

/* Sets the plotted channels as plot-groups.h has them; `plots` must not change any more.  Emits no
 * signal. */
void trammel_channel_list_set_plots(TrammelChannelList *list, GPtrArray *plots);

/* Focuses the search entry. */
void trammel_channel_list_find(TrammelChannelList *list);

/* Selects only this row. */
void trammel_channel_list_select(TrammelChannelList *list, guint channel);

G_END_DECLS
