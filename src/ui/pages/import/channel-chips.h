/* The channels of a log as small labels, which can be dragged away: a uint, 1 for the first. */
#pragma once

#include <gtk/gtk.h>

#include "io/problem/log_table.h"

G_BEGIN_DECLS

/* `channels` holds TrammelTableChannel; they are copied. */
GtkWidget *trammel_channel_chips_new(const GPtrArray *channels);

G_END_DECLS
