/* Choice of a second log that is laid over the shown one, with a shift in time.
 *
 * Signals: "changed" after another log was chosen or read, or the shift has changed; "failed"
 * (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-model.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LOG_OVERLAY (trammel_log_overlay_get_type())
G_DECLARE_FINAL_TYPE(TrammelLogOverlay, trammel_log_overlay, TRAMMEL, LOG_OVERLAY, GtkWidget)

/* Offers the logs of the document but the one that `model` shows; hidden without another one.  Call
 * it once. */
void trammel_log_overlay_set_model(TrammelLogOverlay *overlay, TrammelLogModel *model);

/* Returns the view of the second log, owned by the widget; NULL if there is none. */
TrammelLogView *trammel_log_overlay_get_view(TrammelLogOverlay *overlay);

/* Returns the shift that is added to the stamps of the second log [s]. */
double trammel_log_overlay_get_shift(TrammelLogOverlay *overlay);

G_END_DECLS
