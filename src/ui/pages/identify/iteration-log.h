/* Table of the iterations of a fit, and a text on how it ended. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/run/job.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_ITERATION_LOG (trammel_iteration_log_get_type())
G_DECLARE_FINAL_TYPE(TrammelIterationLog, trammel_iteration_log, TRAMMEL, ITERATION_LOG, GtkWidget)

/* Shows a run; NULL, or a run that is only prepared, clears the table. */
void trammel_iteration_log_set_run(TrammelIterationLog *log, TrammelRun *run);
void trammel_iteration_log_set_progress(TrammelIterationLog *log,
                                        const TrammelJobProgress *progress);

G_END_DECLS
