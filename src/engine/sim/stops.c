#include "engine/sim/stops.h"

#include <math.h>

#include "engine/mbs/contact/target.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/limits.h"

int
tr_stops_count(const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    n += isfinite(model->joints[j].limits.lower) + isfinite(model->joints[j].limits.upper);
  return n;
}

void
tr_stops_fill(TrStop *stops, const TrModel *model, double h, double compliance_scale)
{
  TR_ASSERT(model && h > 0);

  int n = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    double limits[] = {joint->limits.lower, joint->limits.upper};
    double eps = tr_joint_is_linear(joint) ? joint->compliance_linear : joint->compliance_angular;

    for (int side = 0; side < 2; side++)
      if (isfinite(limits[side]))
        stops[n++] = (TrStop){.joint = j,
                              .limit = limits[side],
                              .is_upper = side == 1,
                              .give = eps * compliance_scale / (h * h)};
  }
}

void
tr_stops_place(TrStop *stops, int n, const TrModel *model, const double *pose, double h)
{
  TR_ASSERT(model && pose && h > 0 && tr_is_array(stops, n));
  for (int i = 0; i < n; i++) {
    int joint = stops[i].joint;
    double position = tr_joint_position(model, joint, pose);

    stops[i].gap = (tr_joint_seen_by_limits(&model->joints[joint], position) - stops[i].limit) / h;
  }
}

void
tr_stops_aim(TrStop *stops, int n, const TrModel *model, const double *rate, double h)
{
  for (int i = 0; i < n; i++) {
    TrStop *stop = &stops[i];
    double side = stop->is_upper ? -1 : 1;
    TrApproach approach = {.gap = side * stop->gap * h,
                           .rate = side * rate[stop->joint],
                           .gap_before = stop->gap_before,
                           .rate_before = stop->rate_before,
                           .has_before = stop->has_before};
    TrRebound rebound = {h, model->joints[stop->joint].stop_restitution, TR_STOP_THRESHOLD};

    if (rebound.restitution > 0)
      stop->gap -= side * tr_contact_target(&approach, &rebound).value / h;
    stop->gap_before = approach.gap;
    stop->rate_before = approach.rate;
    stop->has_before = true;
  }
}
