/* Forces and torques of a mechanism, to be drawn as arrows.
 *
 * From a pose alone: the weight of each body and the forces of springs at both ends.  Along a
 * motion also the action of each joint on its child.  If cutting the joint separates the mechanism,
 * with S the bodies behind the cut,
 *
 *   force  = sum over S of m (a - g), less the springs that act on S
 *   torque = sum over S of (p - q) x m (a - g) + R (I w' + w x I w), less the springs', q the
 * joint; of a hinge the part along its axis: motor, friction and spring together, and what a gear
 * at the hinge takes or gives, which is a couple between two joints and loads no other
 *
 * of the joints of loops as in model/loop-forces.h, and of a body that only contacts hold the force
 * of each closed point as in engine/mbs/contact/share.h, or m (a - g) at the nearest point where
 * they cannot balance its load,
 *
 * with a, w' from central differences of the motion's velocities (theory 5.3). */
#pragma once

#include <glib.h>

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"

G_BEGIN_DECLS

/* Gap below which a contact is shown as closed [m]. */
#define TRAMMEL_CLOSED_GAP 1e-3

typedef enum {
  TRAMMEL_FORCE_WEIGHT,
  TRAMMEL_FORCE_SPRING,
  TRAMMEL_FORCE_REACTION,
  TRAMMEL_FORCE_TORQUE, /* vector in [N m] */
  TRAMMEL_FORCE_CONTACT,
} TrammelForceKind;

typedef struct {
  TrammelForceKind kind;
  double place[3];    /* [m] in the world */
  double vector[3];   /* [N], [N m] on the body or on the joint's child */
  gboolean is_shared; /* the joints of a loop, or the points of contacts, share the load in a way
                         that the motion leaves open; this is the smallest */
} TrammelForce;

/* Returns an array of TrammelForce; free with g_array_unref().  `pose` [n_bodies x 7]; `motion` is
 * nullable and of the same model, `time` in its clock. */
GArray *trammel_forces_new(const TrModel *model,
                           const double *pose,
                           const TrTrajectory *motion,
                           double time);

G_END_DECLS
