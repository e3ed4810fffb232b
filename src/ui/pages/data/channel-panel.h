/* Mapping of one channel of a log to a signal of the model: unit, sign, scale, offset, delay and
 * the sensor's noise.  The raw data are not changed.
 *
 * Signals: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-model.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHANNEL_PANEL (trammel_channel_panel_get_type())
G_DECLARE_FINAL_TYPE(TrammelChannelPanel, trammel_channel_panel, TRAMMEL, CHANNEL_PANEL, GtkWidget)

/* Follows `model`; call it once. */
void trammel_channel_panel_set_model(TrammelChannelPanel *panel, TrammelLogModel *model);

/* Shows a channel of the model's view. */
void trammel_channel_panel_set_channel(TrammelChannelPanel *panel, guint channel);

G_END_DECLS
