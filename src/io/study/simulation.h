/* Simulation of a project in the open loop without a log: its motion, readings of the sensors, and
 * a log made of them, with known truth. */
#pragma once

#include "engine/base/monitor.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/signal/log.h"
#include "engine/sim/simulate.h"
#include "io/project/scenario.h"

G_BEGIN_DECLS

/* Largest number of steps. */
enum { TRAMMEL_SIMULATION_STEPS = 1000000 };

/* A simulation; immutable, reference counted. */
typedef struct {
  TrammelProject *project;
  TrTrajectory *motion;
  guint n_channels;
  TrChannel *channels; /* [n_channels] inputs at the nodes, of the motors with a formula */
  double *input;       /* [n_nodes x n_inputs] mean inputs of the steps */
  double noise;        /* TrammelScenario.noise */
} TrammelSimulation;

/* Returns the options of a simulation of the model by the project's settings, without times. */
TrSimOptions trammel_simulation_options(const TrSettings *settings);

/* Returns the mean inputs [n_nodes x n_inputs] of the steps of a motion; free with g_free(). */
double *trammel_simulation_new_inputs(const TrTrajectory *motion,
                                      const TrModel *model,
                                      guint n_channels,
                                      const TrChannel *channels);

/* Simulates the model of a project, with its start values, by the stepper of its settings.
 * `options` (nullable) replaces them; its times are not used.  A motor's input is linear between
 * the nodes.  Errors: TRAMMEL_ERROR_INVALID for a formula without a
 * finite value and for too many steps, those of tr_simulate(), G_IO_ERROR_CANCELLED.  Free with
 * trammel_simulation_unref(). */
TrammelSimulation *trammel_simulation_new(TrammelProject *project,
                                          const TrammelScenario *scenario,
                                          const TrSimOptions *options,
                                          const TrMonitor *monitor,
                                          GError **error);
/* Fails if the motion and the inputs of a simulation take more than 4 GB.  Error:
 * TRAMMEL_ERROR_TOO_LARGE. */
gboolean
trammel_simulation_check_memory(const TrModel *model, const TrSimOptions *options, GError **error);

TrammelSimulation *trammel_simulation_ref(TrammelSimulation *simulation);
void trammel_simulation_unref(TrammelSimulation *simulation);

/* Returns the readings of a sensor at the nodes, exact; free with g_free(). */
double *trammel_simulation_dup_readings(const TrammelSimulation *simulation, int sensor);

/* Returns time, readings and inputs as CSV, the readings with normal noise of the scenario; the
 * same numbers in every call.  Free with g_free(). */
char *trammel_simulation_to_log(const TrammelSimulation *simulation);

/* Writes that log to `path` and appends it to a project, mapped to sensors and motors.  Errors:
 * those of writing a file; TRAMMEL_ERROR_INVALID for a model without sensors. */
gboolean trammel_simulation_add_log(const TrammelSimulation *simulation,
                                    TrammelProject *project,
                                    const char *path,
                                    GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSimulation, trammel_simulation_unref)

G_END_DECLS
