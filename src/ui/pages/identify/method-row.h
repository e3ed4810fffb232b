/* Setting rows of the method: joint estimation by one of the formulations, or a regression with the
 * cutoff of its filter.
 *
 * Signals: "method" and "cutoff" (const char *): values of the settings formulation and cutoff;
 * "grasped" and "released" as those of TrammelSettingRow. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_METHOD_ROW (trammel_method_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelMethodRow, trammel_method_row, TRAMMEL, METHOD_ROW, GtkWidget)

/* Shows the settings of the document. */
void trammel_method_row_update(TrammelMethodRow *row, TrammelDocument *document);

G_END_DECLS
