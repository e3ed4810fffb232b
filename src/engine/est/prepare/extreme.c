/* Extremes of the joints' travel in the logs. */
#include <math.h>

#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/limits.h"

double
tr_prepared_extreme(const TrPrepared *prepared, const TrModel *model, int joint, bool is_upper)
{
  TR_ASSERT(prepared && model && joint >= 0 && joint < model->n_joints);

  double side = is_upper ? 1 : -1, farthest = -INFINITY;

  for (int l = 0; l < prepared->n_logs; l++) {
    const TrTrajectory *start = prepared->logs[l].start;

    for (int k = 0; k < start->n_nodes; k++) {
      double q = tr_joint_position(model, joint, tr_trajectory_pose(start, k));

      farthest = fmax(farthest, side * tr_joint_seen_by_limits(&model->joints[joint], q));
    }
  }
  return side * farthest;
}
