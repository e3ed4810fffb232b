/* Motion as CSV or MAT: one row per node with the joints' coordinates, the sensors and the
 * motors. */
#pragma once

#include <glib.h>

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"

G_BEGIN_DECLS

/* Returns a CSV text with the header `t [s]`, `<joint>.position [rad|m]`, `<joint>.velocity
 * [rad/s|m/s]` (fixed joints have none), `<sensor> [unit]`, `<motor> [unit]`, and `<motor>.force
 * [N|N m]` of drives.  Angles are continuous along the motion. input: [n_nodes x n_inputs],
 * nullable: the motors then have no columns; motor_units: [n_motors], nullable, as are its
 * elements: "1".  Free with g_free(). */
char *trammel_states_to_csv(const TrModel *model,
                            const TrTrajectory *trajectory,
                            const double *input,
                            const char *const *motor_units);

/* Writes the same columns as the struct `states` of a MAT file: the vector `t` and one vector per
 * column, under valid MATLAB names; the columns' names and units in the order of the fields are in
 * the cells `names` and `units`.  The program reads the file as a log: `states.t`, `states.angle`.
 * Errors as trammel_mat_writer_save(). */
gboolean trammel_states_save_mat(const TrModel *model,
                                 const TrTrajectory *trajectory,
                                 const double *input,
                                 const char *const *motor_units,
                                 const char *path,
                                 GError **error);

G_END_DECLS
