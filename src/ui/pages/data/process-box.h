/* Formula and processing of a channel: rows of steps with their numbers, and a menu that adds one.
 * The recorded samples stay as they are.
 *
 * Signals: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-model.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PROCESS_BOX (trammel_process_box_get_type())
G_DECLARE_FINAL_TYPE(TrammelProcessBox, trammel_process_box, TRAMMEL, PROCESS_BOX, GtkWidget)

/* Follows `model`; call it once. */
void trammel_process_box_set_model(TrammelProcessBox *box, TrammelLogModel *model);

/* Shows mapping `mapping` of the model's log, whose samples have this rate [Hz] (NAN: unknown). */
void trammel_process_box_show(TrammelProcessBox *box, guint mapping, double rate);

G_END_DECLS
