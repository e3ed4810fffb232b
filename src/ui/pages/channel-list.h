/* The channels of a log: name, unit, sparkline, and a tick for what is plotted; rows can be dragged
 * into a plot (a guint, the channel).
 *
 * Signals: "selected" (guint channel), "toggled" (guint channel, gboolean shown). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/log-view.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHANNEL_LIST (trammel_channel_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelChannelList, trammel_channel_list, TRAMMEL, CHANNEL_LIST, GtkWidget)

/* `view` may be NULL. */
void trammel_channel_list_set_view(TrammelChannelList *list, TrammelLogView *view);

/* Ticks the row; tells nobody. */
void trammel_channel_list_set_shown(TrammelChannelList *list, guint channel, gboolean shown);

void trammel_channel_list_select(TrammelChannelList *list, guint channel);

G_END_DECLS
