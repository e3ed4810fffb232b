/* Torque of gravity on a body that rests on its contacts, as far as these do not balance it.
 *
 * The points that carry are those of each contact within 0.2 mm of its lowest one, in the mean over
 * the rest.  Their forces (engine/mbs/contact/share.h, c = 100) carry the weight W and leave the
 * least torque about the centre of mass; L is the longest arm.  What is left of the torque is what
 * the estimator finds unexplained in each step of the rest. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"

/* Largest rate of a body at rest [m/s], and largest gap of a contact that is closed [m]. */
#define TRAMMEL_REST_RATE   0.02
#define TRAMMEL_CONTACT_GAP 1e-3

/* A rest at the end of a motion. */
typedef struct {
  int n_points;  /* of the contacts that are closed */
  int n_carry;   /* of these, those that carry */
  double torque; /* [N m] that is left */
  double share;  /* torque/(W L) */
} TrammelRestTorque;

/* Returns whether a body rests on contacts for the last 20 steps of a motion or longer, and fills
 * *out. Bodies on joints other than free ones, which may carry too, do not count. */
bool trammel_rest_torque_find(TrammelRestTorque *out,
                              const TrModel *model,
                              int body,
                              const TrTrajectory *motion);
