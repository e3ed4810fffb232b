/* Energy row: the setting `energy`, a window in seconds over which the balance of energy is an
 * observation, or none.
 *
 * Signals: "edited" (const char *): value of the setting; "released": the choice is made. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_ENERGY_ROW (trammel_energy_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelEnergyRow, trammel_energy_row, TRAMMEL, ENERGY_ROW, GtkWidget)

/* Shows the setting of the document. */
void trammel_energy_row_update(TrammelEnergyRow *row, TrammelDocument *document);

G_END_DECLS
