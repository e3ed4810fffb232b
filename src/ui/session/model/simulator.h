/* Simulations of a project without a log (io/study/simulation.h), in the background.
 *
 * Signals and properties: those of TrammelBackgroundTask. */
#pragma once

#include "io/study/simulation.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SIMULATOR (trammel_simulator_get_type())
G_DECLARE_FINAL_TYPE(TrammelSimulator, trammel_simulator, TRAMMEL, SIMULATOR, TrammelBackgroundTask)

TrammelSimulator *trammel_simulator_new(void);

/* Simulates what the project states. */
void trammel_simulator_start(TrammelSimulator *simulator, TrammelProject *project);

/* Returns the latest simulation, owned by the simulator; NULL before the first. */
TrammelSimulation *trammel_simulator_get(TrammelSimulator *simulator);

G_END_DECLS
