/* Simulation of a model without a log, as a project states it: inputs as functions of the time, and
 * the start of the joints.
 *
 * The member `simulation` is { "duration": 5, "step": 0.002, "noise": 0.01, "inputs": [ { "motor":
 * "m1", "formula": "0.2*sin(2*pi*t)" } ], "start": [ { "joint": "j1", "position": 0.5, "rate": 0 }
 * ] }.  Motors without a formula get 0, joints without a start that of the model, at rest. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* Start of a joint in SI units; NAN: that of the model, or following in a loop. */
typedef struct {
  double position, rate;
} TrammelScenarioStart;

typedef struct {
  double duration, step; /* [s] step NAN: that of the project's settings */
  double noise;          /* sd of the samples of a log, by the sd of each signal [1]; 0: exact */
  GHashTable *inputs;    /* motor (char *): formula of t (char *) */
  GHashTable *starts;    /* joint (char *): TrammelScenarioStart * */
} TrammelScenario;

/* Returns the simulation that the project states, else one of 5 s without inputs and starts; free
 * with trammel_scenario_free(). */
TrammelScenario *trammel_scenario_of(const TrammelProject *project);
void trammel_scenario_free(TrammelScenario *scenario);

/* TRUE if the project states a simulation. */
gboolean trammel_project_has_scenario(const TrammelProject *project);

/* Sets the formula of a motor; an empty one removes it.  Error: TRAMMEL_ERROR_INVALID. */
gboolean trammel_scenario_set_input(TrammelScenario *scenario,
                                    const char *motor,
                                    const char *formula,
                                    GError **error);

/* Returns the start of a joint; NAN, NAN where none is stated. */
TrammelScenarioStart trammel_scenario_get_start(const TrammelScenario *scenario, const char *joint);
void trammel_scenario_set_start(TrammelScenario *scenario,
                                const char *joint,
                                TrammelScenarioStart start);

/* Keeps the scenario in a project, without motors and joints that the model lacks. */
gboolean
trammel_scenario_keep(const TrammelScenario *scenario, TrammelProject *project, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelScenario, trammel_scenario_free)

G_END_DECLS
