/* Window that simulates the model without a log: inputs by formula, start of the joints; the motion
 * in plots and in 3D.  The result can be kept as a log with known truth. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/model/model-pose.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SIMULATION_DIALOG (trammel_simulation_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelSimulationDialog, trammel_simulation_dialog, TRAMMEL, SIMULATION_DIALOG, GtkWindow)

/* Opens the window and simulates after every edit.  `pose`: the coordinates that it holds
 * now can become the start; one without a model offers none. */
TrammelSimulationDialog *trammel_simulation_dialog_show(GtkWindow *parent,
                                                        TrammelDocument *document,
                                                        const TrammelModelPose *pose);

/* TRUE if the simulation of the present project is shown. */
gboolean trammel_simulation_dialog_is_up_to_date(TrammelSimulationDialog *dialog);

G_END_DECLS
