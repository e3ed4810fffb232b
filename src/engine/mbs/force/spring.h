/* Stretch of a joint's spring.
 *
 * The joint's coordinate less rest, of a hinge to the nearest turn.  The spring's force over a step
 * is evaluated at the mean of its ends and its middle, s_k + h (s'+ - s')/4: stable for any
 * stiffness and step, without loss of energy, and equivalent to a rotor of inertia h^2 k/4. */
#pragma once

#include "engine/mbs/model/joint.h"

/* Returns s - rest [rad] or [m] with a = parent's place, b = child's; if row is not NULL, also its
 * derivative row[12] by the tangents of both. */
TrReal
tr_spring_stretch(TrReal *row, const TrModel *model, int joint, const TrPlace *a, const TrPlace *b);

/* Derivative of the stretch by the geometry of the joint's coordinate (mbs/prim/prim.h). */
void tr_spring_geometry(
    TrReal out[12], const TrModel *model, int joint, const TrPlace *a, const TrPlace *b);
