/* The channels of a log: name, unit, sparkline, and a tick for what is plotted.  Selected rows can
 * be dragged into a plot (a GArray of guint, the channels); the context menu does the same.
 *
 * Signals: "selected" (guint channel): it alone is selected; "placed" (GArray * channels,
 * TrammelPlotPlace, guint plot): plot-groups.h is to do so. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/plot-groups.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHANNEL_LIST (trammel_channel_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelChannelList, trammel_channel_list, TRAMMEL, CHANNEL_LIST, GtkWidget)

/* `view` may be NULL. */
void trammel_channel_list_set_view(TrammelChannelList *list, TrammelLogView *view);

/* What is plotted, by plot-groups.h; the array must not change any more.  Tells nobody. */
void trammel_channel_list_set_plots(TrammelChannelList *list, GPtrArray *plots);

/* Gives the keys to the entry that finds channels. */
void trammel_channel_list_find(TrammelChannelList *list);

/* This row and no other. */
void trammel_channel_list_select(TrammelChannelList *list, guint channel);

G_END_DECLS
