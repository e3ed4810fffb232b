/* A motion as CSV: one row a node with the joints' coordinates, the sensors and the motors. */
#pragma once

#include <glib.h>

#include "engine/mbs/model.h"
#include "engine/mbs/trajectory.h"

G_BEGIN_DECLS

/* Header `t [s]`, `<joint>.position [rad|m]`, `<joint>.velocity [rad/s|m/s]` (fixed joints have
 * none), `<sensor> [unit]`, `<motor> [unit]`.  Angles are continuous along the motion.
 * input: [n_nodes x n_motors], nullable: then the motors have no columns; motor_units: [n_motors],
 * nullable, as are its elements: "1".  Free with g_free(). */
char *trammel_states_to_csv(const TrModel *model,
                            const TrTrajectory *trajectory,
                            const double *input,
                            const char *const *motor_units);

G_END_DECLS
