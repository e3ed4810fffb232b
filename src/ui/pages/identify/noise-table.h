/* The sigmas of a run: sensor, stated, found (session/run/noise.h). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* A new table, floating. */
GtkWidget *trammel_noise_table_new(TrammelRun *run);

G_END_DECLS
