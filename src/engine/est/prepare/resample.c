#include "engine/est/prepare/resample.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"

/* Share of a step within which a time counts as a node's. */
#define NODE_TOLERANCE 1e-6

enum { N_AROUND = 4 };

/* Weights of the values at 0 .. n - 1 in the polynomial through them, at `at`. */
static void
weigh_nodes(double weight[N_AROUND], int n, double at)
{
  for (int i = 0; i < n; i++) {
    weight[i] = 1;
    for (int j = 0; j < n; j++)
      if (j != i)
        weight[i] *= (at - j) / (i - j);
  }
}

/* Interpolates the pose of one body: positions, and quaternions of equal sign. */
static void
mix_poses(double pose[TR_POSE], const double *from, int stride, const double *weight, int n)
{
  double sum[TR_POSE] = {0};

  for (int k = 0; k < n; k++) {
    const double *p = from + k * stride;
    double dot = 0, sign;

    for (int i = 3; i < TR_POSE; i++)
      dot += p[i] * from[i];
    sign = dot < 0 ? -1 : 1;
    for (int i = 0; i < TR_POSE; i++)
      sum[i] += weight[k] * p[i] * (i < 3 ? 1 : sign);
  }
  tr_quat_normalize(sum + 3);
  memcpy(pose, sum, sizeof sum);
}

/* Resamples a node; place: its time in steps of `from`. */
static void
resample_node(double *pose, const TrTrajectory *from, double place)
{
  int nearest = (int)lround(place), n_bodies = from->n_bodies;
  int n = from->n_nodes < N_AROUND ? from->n_nodes : N_AROUND;
  int first = (int)fmin(fmax(floor(place) - 1, 0), from->n_nodes - n);
  double weight[N_AROUND];

  if (fabs(place - nearest) <= NODE_TOLERANCE) {
    memcpy(pose, tr_trajectory_pose(from, nearest), (size_t)n_bodies * TR_POSE * sizeof *pose);
    return;
  }
  weigh_nodes(weight, n, place - first);
  for (int b = 0; b < n_bodies; b++)
    mix_poses(pose + b * TR_POSE, tr_trajectory_pose(from, first) + b * TR_POSE, n_bodies * TR_POSE,
              weight, n);
}

int
tr_trajectory_resample(TrTrajectory *to, const TrTrajectory *from)
{
  TR_ASSERT(to && from && to->n_bodies == from->n_bodies);

  int end = 0;

  for (int k = 0; k < to->n_nodes; k++) {
    double place = (to->start + k * to->h - from->start) / from->h;

    if (place >= -NODE_TOLERANCE && place <= from->n_nodes - 1 + NODE_TOLERANCE) {
      resample_node(tr_trajectory_pose(to, k), from, place);
      end = k + 1;
    }
  }
  return end;
}
