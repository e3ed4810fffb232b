/* Table of the sigmas of a run: sensor, stated, found (session/run/noise.h). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* Creates a table (floating reference). */
GtkWidget *trammel_noise_table_new(TrammelRun *run);

G_END_DECLS
