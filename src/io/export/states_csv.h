/* Motion as CSV or MAT: one row per node with the joints' coordinates, the sensors and the
 * motors. */
#pragma once

#include <glib.h>

#include "engine/est/diagnose/force_balance.h"

G_BEGIN_DECLS

/* A motion and what belongs to it; owns nothing. */
typedef struct {
  const TrModel *model;
  const TrTrajectory *trajectory;
  const double *input;            /* [n_nodes x n_inputs], nullable: the motors have no columns */
  const char *const *motor_units; /* [n_motors], nullable, as are its elements: "1" */
  const TrForceBalance *forces;   /* nullable: the constraint rows have no columns */
} TrammelStates;

/* Returns a CSV text with the header `t [s]`, `<joint>.position [rad|m]`, `<joint>.velocity
 * [rad/s|m/s]` (fixed joints have none), `<sensor> [unit]`, `<motor> [unit]`, `<motor>.force
 * [N|N m]` of drives, and the forces of the constraint rows of each joint: `<joint>.force.x`, `.y`,
 * `.z [N]`, the force of a point in the world's axes on the child, then `<joint>.force.1 [N]` and
 * `<joint>.torque.1 [N m]`, ..., the multipliers of the other rows, and `<gear>.force [N]` or
 * `.torque [N m]`.  Angles are continuous along the motion.  Free with g_free(). */
char *trammel_states_to_csv(const TrammelStates *states);

/* Writes the same columns as the struct `states` of a MAT file: the vector `t` and one vector per
 * column, under valid MATLAB names; the columns' names and units in the order of the fields are in
 * the cells `names` and `units`.  The program reads the file as a log: `states.t`, `states.angle`.
 * Errors as trammel_mat_writer_save(). */
gboolean trammel_states_save_mat(const TrammelStates *states, const char *path, GError **error);

G_END_DECLS
