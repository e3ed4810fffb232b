/* Form of a simulation without a log: duration and step, inputs by formula, start of the joints,
 * noise of a log.  It edits the project's simulation (io/project/scenario.h). */
#pragma once

#include "ui/pages/parts/form.h"
#include "ui/session/model/model-pose.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SIMULATION_FORM (trammel_simulation_form_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelSimulationForm, trammel_simulation_form, TRAMMEL, SIMULATION_FORM, TrammelForm)

GtkWidget *trammel_simulation_form_new(TrammelDocument *document);

/* Starts all joints at a pose, as one step of the undo history. */
void trammel_simulation_form_take_pose(TrammelSimulationForm *form, const TrammelModelPose *pose);

G_END_DECLS
