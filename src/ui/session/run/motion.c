#include "ui/session/run/motion.h"

#include <math.h>
#include <string.h>

/* Interpolates the pose of one body at the fraction `s` between a and b. */
static void
interpolate(double pose[TR_POSE], const double a[TR_POSE], const double b[TR_POSE], double s)
{
  double dot = 0, square = 0;

  for (int i = 3; i < TR_POSE; i++)
    dot += a[i] * b[i];
  /* q and -q are the same orientation: use the nearer one */
  double sign = dot < 0 ? -1 : 1;
  for (int i = 0; i < TR_POSE; i++)
    pose[i] = (1 - s) * a[i] + s * (i < 3 ? 1 : sign) * b[i];
  for (int i = 3; i < TR_POSE; i++)
    square += pose[i] * pose[i];
  for (int i = 3; i < TR_POSE; i++)
    pose[i] /= sqrt(square);
}

void
trammel_motion_at(double *pose, const TrTrajectory *motion, double time)
{
  double place = fmin(fmax((time - motion->start) / motion->h, 0), motion->n_nodes - 1);
  int node = (int)place;

  if (node == motion->n_nodes - 1) {
    memcpy(pose, tr_trajectory_pose(motion, node),
           (size_t)motion->n_bodies * TR_POSE * sizeof *pose);
    return;
  }
  for (int b = 0; b < motion->n_bodies; b++)
    interpolate(pose + b * TR_POSE, tr_trajectory_pose(motion, node) + b * TR_POSE,
                tr_trajectory_pose(motion, node + 1) + b * TR_POSE, place - node);
}
