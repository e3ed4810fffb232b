#include "engine/mbs/model/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TrTrajectory *
tr_trajectory_new(int n_nodes, int n_bodies, double start, double h)
{
  TR_ASSERT(n_nodes > 0 && n_bodies > 0 && h > 0 && isfinite(h));

  size_t states = (size_t)n_nodes * (size_t)n_bodies;
  TrTrajectory *trajectory = malloc(sizeof *trajectory);

  if (!trajectory)
    return NULL;
  *trajectory = (TrTrajectory){.n_nodes = n_nodes, .n_bodies = n_bodies, .start = start, .h = h};
  trajectory->pose = calloc(states, TR_POSE * sizeof(double));
  trajectory->twist = calloc(states, TR_TWIST * sizeof(double));
  if (!trajectory->pose || !trajectory->twist) {
    tr_trajectory_free(trajectory);
    return NULL;
  }
  return trajectory;
}

bool
tr_trajectory_take_drives(TrTrajectory *trajectory, int n_drives)
{
  TR_ASSERT(trajectory && n_drives >= 0);

  size_t count = (size_t)trajectory->n_nodes * (size_t)n_drives;

  if (n_drives == 0)
    return true;
  trajectory->drive_force = malloc(count * sizeof *trajectory->drive_force);
  if (!trajectory->drive_force)
    return false;
  trajectory->n_drives = n_drives;
  for (size_t i = 0; i < count; i++)
    trajectory->drive_force[i] = NAN;
  return true;
}

TrTrajectory *
tr_trajectory_copy(const TrTrajectory *trajectory)
{
  TR_ASSERT(trajectory);

  size_t states = (size_t)trajectory->n_nodes * (size_t)trajectory->n_bodies;
  TrTrajectory *copy = tr_trajectory_new(trajectory->n_nodes, trajectory->n_bodies,
                                         trajectory->start, trajectory->h);

  if (!copy)
    return NULL;
  memcpy(copy->pose, trajectory->pose, states * TR_POSE * sizeof(double));
  memcpy(copy->twist, trajectory->twist, states * TR_TWIST * sizeof(double));
  if (!tr_trajectory_take_drives(copy, trajectory->n_drives) ||
      (trajectory->effort && !tr_trajectory_take_effort(copy, trajectory->n_joints))) {
    tr_trajectory_free(copy);
    return NULL;
  }
  copy->fallbacks = trajectory->fallbacks;
  if (copy->drive_force)
    memcpy(copy->drive_force, trajectory->drive_force,
           (size_t)copy->n_nodes * (size_t)copy->n_drives * sizeof(double));
  if (copy->effort)
    memcpy(copy->effort, trajectory->effort,
           (size_t)copy->n_nodes * (size_t)copy->n_joints * sizeof(double));
  return copy;
}

bool
tr_trajectory_take_effort(TrTrajectory *trajectory, int n_joints)
{
  TR_ASSERT(trajectory && n_joints >= 0);
  trajectory->n_joints = n_joints;
  trajectory->effort = calloc((size_t)trajectory->n_nodes * (size_t)n_joints + 1, sizeof(double));
  return trajectory->effort != NULL;
}

bool
tr_trajectory_is_whole(const TrTrajectory *trajectory, int n_bodies)
{
  return trajectory && trajectory->n_nodes > 0 && trajectory->n_bodies == n_bodies &&
         trajectory->pose && trajectory->twist &&
         tr_is_array(trajectory->drive_force, trajectory->n_drives);
}

void
tr_trajectory_free(TrTrajectory *trajectory)
{
  if (!trajectory)
    return;
  free(trajectory->pose);
  free(trajectory->twist);
  free(trajectory->drive_force);
  free(trajectory->effort);
  free(trajectory);
}
