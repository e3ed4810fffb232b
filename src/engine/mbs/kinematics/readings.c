#include "engine/mbs/kinematics/readings.h"

#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "engine/signal/unwrap.h"

static void
read_joint(double *out, const TrModel *model, int joint, const TrTrajectory *motion)
{
  for (int k = 0; k < motion->n_nodes; k++)
    out[k] = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));
  if (tr_joint_turns(&model->joints[joint]))
    tr_unwrap(out, (size_t)motion->n_nodes);
}

static const double *
body_pose(const TrTrajectory *motion, int body, int node)
{
  return tr_trajectory_pose(motion, node) + TR_POSE * body;
}

static void
read_body(double *out, const TrModel *model, const TrSensor *sensor, const TrTrajectory *motion)
{
  double sign = 1;

  for (int k = 0; k < motion->n_nodes; k++) {
    const double *pose = body_pose(motion, sensor->body, k);

    if (!tr_sensor_is_point(sensor) && k > 0) {
      const double *before = body_pose(motion, sensor->body, k - 1);
      double along = 0;

      for (int i = 3; i < TR_POSE; i++)
        along += before[i] * pose[i];
      sign = along < 0 ? -sign : sign;
    }
    out[k] = sign * tr_sensor_read(NULL, model, sensor, pose);
  }
}

/* out holds a coordinate and receives its rate: (s+ - s-)/2h, at the ends the parabola's slope. */
static void
differentiate(double *out, int n, double h)
{
  double before = out[0], here = out[1];

  out[0] = (4 * out[1] - 3 * out[0] - out[2]) / (2 * h);
  for (int k = 1; k + 1 < n; k++) {
    double slope = (out[k + 1] - before) / (2 * h);

    if (k + 2 == n)
      out[k + 1] = (3 * out[k + 1] - 4 * here + before) / (2 * h);
    before = here;
    here = out[k + 1];
    out[k] = slope;
  }
}

/* Rate of rotation between two nodes along an axis of the body. */
static double
turn_rate(const TrTrajectory *motion, int body, int node, const double axis[3])
{
  double relative[4], phi[3];

  tr_quat_relative(relative, body_pose(motion, body, node) + 3,
                   body_pose(motion, body, node + 1) + 3);
  tr_quat_log(phi, relative);
  return tr_vec3_dot(axis, phi) / motion->h;
}

static void
read_gyro(double *out, const TrSensor *sensor, const TrTrajectory *motion)
{
  int last = motion->n_nodes - 1;
  double axis[3], before, after = 0;

  tr_sensor_direction(axis, sensor);
  before = turn_rate(motion, sensor->body, 0, axis);
  for (int k = 1; k < last; k++, before = after) {
    after = turn_rate(motion, sensor->body, k, axis);
    out[k] = (before + after) / 2;
    if (k == 1)
      out[0] = 1.5 * before - 0.5 * after;
    if (k + 1 == last)
      out[last] = 1.5 * after - 0.5 * before;
  }
}

static void
read_accelerometer(double *out,
                   const TrModel *model,
                   const TrSensor *sensor,
                   const TrTrajectory *motion)
{
  int last = motion->n_nodes - 1;
  double axis[3];

  tr_sensor_direction(axis, sensor);
  for (int k = 1; k < last; k++) {
    const double *const pose[3] = {body_pose(motion, sensor->body, k - 1),
                                   body_pose(motion, sensor->body, k),
                                   body_pose(motion, sensor->body, k + 1)};
    double felt[3], rot[9], direction[3];

    tr_sensor_felt(felt, model, sensor, pose, motion->h);
    tr_quat_matrix(rot, pose[1] + 3);
    tr_mat3_apply(direction, rot, axis);
    out[k] = tr_vec3_dot(direction, felt);
  }
  out[0] = out[1];
  out[last] = out[last - 1];
}

/* Reads a torque; the step of the last node is not part of the motion. */
static void
read_torque(double *out, int joint, const TrTrajectory *motion)
{
  int last = motion->n_nodes - 1;

  for (int k = 0; k < last; k++)
    out[k] = motion->effort[(size_t)k * (size_t)motion->n_joints + (size_t)joint];
  out[last] = out[last - 1];
}

/* Returns whether the motion has fewer nodes than a reading depends on. */
static bool
is_too_short(const TrSensor *sensor, const TrTrajectory *motion)
{
  bool is_torque = sensor->type == TR_SENSOR_JOINT_TORQUE;

  if (tr_sensor_class(sensor->type)->span == TR_SPAN_POSE)
    return false;
  return is_torque ? !motion->effort || motion->n_nodes < 2 : motion->n_nodes < 3;
}

void
tr_motion_readings(double *out, const TrModel *model, int sensor, const TrTrajectory *motion)
{
  TR_ASSERT(out && sensor >= 0 && sensor < model->n_sensors &&
            tr_trajectory_is_whole(motion, model->n_bodies));

  const TrSensor *s = &model->sensors[sensor];

  for (int k = 0; k < motion->n_nodes; k++)
    out[k] = NAN;
  if (is_too_short(s, motion))
    return;
  switch (s->type) {
  case TR_SENSOR_JOINT_POSITION:
    read_joint(out, model, s->joint, motion);
    break;
  case TR_SENSOR_JOINT_VELOCITY:
    read_joint(out, model, s->joint, motion);
    differentiate(out, motion->n_nodes, motion->h);
    break;
  case TR_SENSOR_JOINT_TORQUE:
    read_torque(out, s->joint, motion);
    break;
  case TR_SENSOR_POINT_POSITION:
  case TR_SENSOR_BODY_ORIENTATION:
  case TR_SENSOR_BODY_POSE:
    read_body(out, model, s, motion);
    break;
  case TR_SENSOR_GYRO:
    read_gyro(out, s, motion);
    break;
  case TR_SENSOR_ACCELEROMETER:
    read_accelerometer(out, model, s, motion);
    break;
  case TR_N_SENSOR_TYPES:
    break;
  }
}

/* Slope at a node, per node. */
static double
get_slope(const double *q, int k, int last)
{
  int before = k > 0 ? k - 1 : k, after = k < last ? k + 1 : k;

  return after > before ? (q[after] - q[before]) / (after - before) : 0;
}

double
tr_reading_between(const double *q, int last, double x)
{
  int k = (int)fmax(fmin(floor(x), last - 1), 0);
  double s = x - k, a = get_slope(q, k, last);

  if (last == 0)
    return q[0];
  double b = get_slope(q, k + 1, last), rise = q[k + 1] - q[k];

  return q[k] + s * (a + s * (3 * rise - 2 * a - b + s * (a + b - 2 * rise)));
}
