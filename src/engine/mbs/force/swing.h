/* Swing of a joint: what the turning of its axis adds to the change of its rate (theory 4.7b):
 *
 *   c = (s(q [+] h v+) - 2 s(q) + s(q [+] -h v))/h - G-bar (v+ - v) = h dG-bar/dt v + O(h^2)
 *
 * s the joint's coordinate, q the pose of the step, v and v+ the twists before and after it.  A
 * rotor on a slide or along a length follows the coordinate, so that its rate changes by
 * G-bar (v+ - v) + c.  About a hinge, whose rate does not depend on the way the axis turns, c is
 * zero; so it is along a slide of the world. */
#pragma once

#include "engine/mbs/mechanism/mechanism.h"

/* Returns whether c can differ from zero: the joint's coordinate is a length whose direction turns.
 */
bool tr_swing_exists(const TrModel *model, int joint);

/* A step as the bodies of a joint see it: parent, child. */
typedef struct TrSwingInput {
  const TrPlace *a, *b;  /* at the pose of the step */
  const TrReal *v;       /* [12] twists before it ... */
  const TrReal *v_after; /* [12] ... and after it */
  double h;              /* [s] */
} TrSwingInput;

/* Derivatives of c by both twists and by the tangent of the pose. */
typedef struct TrSwingSlopes {
  TrReal by_v[12], by_v_after[12], by_pose[12];
} TrSwingSlopes;

/* Returns c [m/s] of an axial row; if slopes is not NULL, also its derivatives. */
TrReal tr_swing_eval(TrSwingSlopes *slopes, const TrConstraint *axis, const TrSwingInput *in);

/* Derivative of c by the geometry of the axial row (mbs/prim/prim.h). */
void tr_swing_geometry(TrReal out[12], const TrConstraint *axis, const TrSwingInput *in);
