/* How far the spring of a joint is stretched.
 *
 * The joint's coordinate less rest, of a hinge to the nearest turn.  The spring's force over a step
 * is taken at the mean of its ends and its middle, s_k + h (s'+ - s')/4: stable for any stiffness
 * and step, without loss of energy, and the same as a rotor of inertia h^2 k/4. */
#pragma once

#include "engine/mbs/model/joint.h"

/* s - rest [rad] or [m] with a = parent's place, b = child's, and unless row is NULL its derivative
 * by the tangents of both, row[12]. */
TrReal
tr_spring_stretch(TrReal *row, const TrModel *model, int joint, const TrPlace *a, const TrPlace *b);

/* Derivative of the stretch by the geometry of the joint's coordinate (mbs/prim/prim.h). */
void tr_spring_geometry(
    TrReal out[12], const TrModel *model, int joint, const TrPlace *a, const TrPlace *b);
