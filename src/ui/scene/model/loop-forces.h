/* Forces in the joints of closed loops along a motion.
 *
 * The forces of all rows that a model's joints hold, and of the axes along which motors, friction,
 * springs and drives act, balance the loads of the bodies (theory 3.1 without its rates):
 *
 *   sum over rows of R^T lambda = load,   load = (m (a - g), I w' + w x I w) less the springs
 *
 * Where loops hold the same direction several times (a planar linkage in space, two guides of one
 * carriage), the motion does not say how the joints share the load.  Then lambda is the smallest
 * one, |lambda| with torques over the size of the mechanism, and what the free part of the solution
 * could change is marked. */
#pragma once

#include <glib.h>

#include "engine/mbs/model/model.h"

G_BEGIN_DECLS

typedef struct {
  double force[3]; /* [N] on the child, in the world */
  double torque; /* [N m] about the axis of a hinge, by what acts along it; 0 where nothing does */
  gboolean is_force_shared, is_torque_shared; /* not determined by the motion */
} TrammelLoopForce;

/* Returns the forces of all joints [n_joints] for loads [n_bodies x 6], force and torque about the
 * centre of mass in the world, in a pose [n_bodies x 7]; NULL for models with contacts, which
 * carry loads themselves, and for more than TRAMMEL_LOOP_ROWS rows.  Free with g_free(). */
enum { TRAMMEL_LOOP_ROWS = 150 };
TrammelLoopForce *
trammel_loop_forces_new(const TrModel *model, const double *pose, const double *load);

G_END_DECLS
