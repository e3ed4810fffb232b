/* Unit quaternions (w, x, y, z), Hamilton product, rotating body axes into the world.
 *
 * Tangent at e: e <- e * Exp(d), d in the body's axes (theory 2.1a).  Exp and Log are exact, with
 * series near zero. */
#pragma once

#include "engine/base/real.h"

/* out = a * b; out may be neither. */
void tr_quat_multiply(TrReal out[4], const TrReal a[4], const TrReal b[4]);

/* out = conj(a) * b: the rotation from a to b in the axes of a. */
void tr_quat_relative(TrReal out[4], const TrReal a[4], const TrReal b[4]);

/* Scales to unit length in place. */
void tr_quat_normalize(TrReal q[4]);

/* Rotation matrix, row-major: world = R body. */
void tr_quat_matrix(TrReal r[9], const TrReal q[4]);

/* Exp of a rotation vector [rad]. */
void tr_quat_exp(TrReal q[4], const TrReal phi[3]);

/* Log of a unit quaternion, |phi| <= pi. */
void tr_quat_log(TrReal phi[3], const TrReal q[4]);

/* out = e * Exp(d), normalised; may overlap with e. */
void tr_quat_retract(TrReal out[4], const TrReal e[4], const TrReal d[3]);

/* Right Jacobian of SO(3): Exp(phi + dphi) = Exp(phi) Exp(J_r(phi) dphi).  J_l(phi) = J_r(-phi). */
void tr_so3_right_jacobian(TrReal j[9], const TrReal phi[3]);

/* Inverse of the right Jacobian: Log(Exp(phi) Exp(d)) = phi + J_r^-1(phi) d. */
void tr_so3_right_jacobian_inverse(TrReal j[9], const TrReal phi[3]);
