/* Rigid transforms and rigid-body inertias of imported models. */
#pragma once

#include "engine/mbs/model/model.h"

/* out = a b: the frame b, given in a, in the owner of a.  out may be a or b. */
void trammel_frame_compose(TrFrame *out, const TrFrame *a, const TrFrame *b);

/* out = a^-1; may overlap. */
void trammel_frame_invert(TrFrame *out, const TrFrame *a);

/* Sets the point of the frame's owner that is `point` in the frame. */
void trammel_frame_apply(double out[3], const TrFrame *frame, const double point[3]);

/* Quaternion of rotations about the fixed axes x, then y, then z [rad]. */
void trammel_quat_from_rpy(double quat[4], const double rpy[3]);

/* The same back, with the pitch in -pi/2 .. pi/2. */
void trammel_quat_to_rpy(double rpy[3], const double quat[4]);

/* Quaternion of the shortest rotation that takes z to `axis`, which need not be of unit length;
 * of half a turn about x for -z.  FALSE for an axis of length zero. */
bool trammel_quat_from_axis(double quat[4], const double axis[3]);

/* Quaternion of a rotation matrix, row-major. */
void trammel_quat_from_matrix(double quat[4], const double r[9]);

/* Scales to unit length; FALSE for one of length zero. */
bool trammel_quat_unit(double quat[4]);

/* Expresses mass, centre of mass and inertia of a body, given in a frame, in the frame's owner. */
void trammel_body_move(TrBody *body, const TrFrame *frame);

/* Adds a part to a body, both in the same axes; a mass of zero is none. */
void trammel_body_add(TrBody *body, const TrBody *part);

/* Principal moments of a body [kg m^2], ascending, and the quaternion of the principal axes. */
void trammel_body_principal(double moments[3], double quat[4], const TrBody *body);

/* Exchanges parent and child of a joint between bodies; the coordinate keeps its sign, because the
 * axis is reversed. */
void trammel_joint_reverse(TrJoint *joint);
