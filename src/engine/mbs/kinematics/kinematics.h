/* Kinematics: joint coordinates from poses and poses from joint coordinates. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/mbs/prim/prim.h"

/* Coordinate of a joint: angle in (-pi, pi] [rad] or offset [m] of the child's frame along the
 * parent's z axis; 0 for a fixed joint.  pose: [n_bodies x 7]. */
double tr_joint_position(const TrModel *model, int joint, const double *pose);

/* The same, and its derivative by the tangents of the bodies: row[12] = parent (6, zero for the
 * world), child (6). */
double
tr_joint_position_jacobian(double row[12], const TrModel *model, int joint, const double *pose);

/* Rate of the joint, G-bar v [rad/s] or [m/s]; twist: [n_bodies x 6]. */
double tr_joint_velocity(const TrModel *model, int joint, const double *pose, const double *twist);

/* Places of a joint's parent and child. */
void tr_joint_places(TrPlace places[2], const TrJoint *joint, const double *pose);

/* Forward kinematics: poses and velocities of all bodies from the coordinates [n_joints] and rates
 * [n_joints] of hinges and slides (twist and rate may be NULL together).  Free directions of other
 * joints are set to coinciding frames, and a distance lies along z of its parent's frame.  A body
 * is placed by the joint that constrains it most; other joints, which close loops, are ignored.  A
 * body without joints has its origin in the world's.  The model has passed tr_model_check(). */
void tr_forward_kinematics(
    double *pose, double *twist, const TrModel *model, const double *position, const double *rate);

/* Returns whether every body is connected to the world by exactly one chain of joints, so that the
 * joint coordinates determine all poses: no loop, and no separate body. */
bool tr_model_is_tree(const TrModel *model);

/* Moves poses [n_bodies x 7] by twists [n_bodies x 6] over h [s], which may be negative. */
void tr_poses_move(double *pose, int n_bodies, const double *twist, double h);

/* World pose of a body's origin (not its centre of mass), which shapes refer to. */
void tr_body_origin(TrFrame *origin, const TrModel *model, int body, const double *pose);
