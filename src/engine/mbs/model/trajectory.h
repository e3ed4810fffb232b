/* Trajectory: poses and velocities of all bodies at equidistant nodes. */
#pragma once

#include "engine/base/base.h"

enum {
  TR_POSE = 7, /* position of the centre of mass in the world [m], quaternion body -> world */
  TR_TWIST = 6 /* velocity of the centre of mass in the world [m/s], angular velocity in the
                  body's axes [rad/s]; also the size of a pose's tangent */
};

/* A trajectory; it owns its arrays. */
typedef struct TrTrajectory {
  int n_nodes, n_bodies;
  double start, h; /* [s] time of node 0 (seconds since the log's first stamp), step */
  double *pose;    /* [n_nodes x n_bodies x 7] */
  double *twist;   /* [n_nodes x n_bodies x 6] */
  int n_drives;
  double *drive_force; /* [n_nodes x n_drives] forces of the drives in the step of a node, in the
                          motors' order [N m] or [N]; NAN at nodes without a step; NULL without
                          drives */
  int n_joints;
  double *effort; /* [n_nodes x n_joints] torque or force along each joint over the step around the
                     node, impulse over h; NULL unless requested */
  int fallbacks;  /* steps whose contacts needed the fallback of their solver
                     (mbs/contact/push.h), as far as these were solved along the motion */
} TrTrajectory;

/* Returns a trajectory, or NULL when memory is out.  The caller frees it. */
TrTrajectory *tr_trajectory_new(int n_nodes, int n_bodies, double start, double h);
/* Allocates the forces of drives, all NAN; false when memory is out. */
bool tr_trajectory_take_drives(TrTrajectory *trajectory, int n_drives);
TrTrajectory *tr_trajectory_copy(const TrTrajectory *trajectory);
void tr_trajectory_free(TrTrajectory *trajectory);

/* Allocates efforts, all zero; false when memory is out. */
bool tr_trajectory_take_effort(TrTrajectory *trajectory, int n_joints);

/* Returns whether there are nodes, of so many bodies, and the arrays that the counts announce; for
 * assertions. */
bool tr_trajectory_is_whole(const TrTrajectory *trajectory, int n_bodies);

/* Poses of a node. */
static inline double *
tr_trajectory_pose(const TrTrajectory *trajectory, int node)
{
  return trajectory->pose + (size_t)node * (size_t)trajectory->n_bodies * TR_POSE;
}

/* Twists of a node. */
static inline double *
tr_trajectory_twist(const TrTrajectory *trajectory, int node)
{
  return trajectory->twist + (size_t)node * (size_t)trajectory->n_bodies * TR_TWIST;
}
