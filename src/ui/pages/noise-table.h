/* The sigmas of a run: sensor, stated, found (session/noise.h). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run.h"

G_BEGIN_DECLS

/* A new table, floating. */
GtkWidget *trammel_noise_table_new(TrammelRun *run);

G_END_DECLS
