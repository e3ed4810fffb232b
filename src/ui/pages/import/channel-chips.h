/* Channels of a log as small labels, which can be dragged; the content is a uint, 1 for the
 * first. */
#pragma once

#include <gtk/gtk.h>

#include "io/problem/log_table.h"

G_BEGIN_DECLS

/* Creates the labels; `channels` holds TrammelTableChannel, which are copied. */
GtkWidget *trammel_channel_chips_new(const GPtrArray *channels);

G_END_DECLS
