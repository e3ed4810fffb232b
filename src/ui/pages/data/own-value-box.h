/* Values that a log has for itself (io/project/own_values.h): rows with a quantity, its value and
 * unit, and a list from which another quantity is added.
 *
 * Signals: "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-model.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_OWN_VALUE_BOX (trammel_own_value_box_get_type())
G_DECLARE_FINAL_TYPE(TrammelOwnValueBox, trammel_own_value_box, TRAMMEL, OWN_VALUE_BOX, GtkWidget)

/* Follows `model`; call it once. */
void trammel_own_value_box_set_model(TrammelOwnValueBox *box, TrammelLogModel *model);

G_END_DECLS
