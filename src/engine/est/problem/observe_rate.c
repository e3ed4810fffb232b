/* Sensors of rates: slopes of the parabola through three nodes. */
#include <string.h>

#include "engine/est/problem/observe_private.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

/* Coordinate of the joint: (s+ - s-)/2h at the middle node. */
static double
predict_joint_rate(TrSight *sight)
{
  static const double bend[3] = {1, -2, 1};
  TrParabola parabola = tr_parabola(sight->at - 1);
  double h = sight->problem->context.h, weight[3], slope[3];

  for (int i = 0; i < 3; i++) {
    weight[i] = parabola.slope[i] / h;
    slope[i] = bend[i] / h;
  }
  return tr_predict_weighted(sight, weight, slope);
}

/* Rate of rotation of a body from the i-th node to the next, along a direction in its axes; and
 * rows by the rotations of both. */
static double
read_turn(double by_now[3], double by_next[3], const TrSight *sight, int i, const double axis[3])
{
  int body = sight->sensor->body;
  double h = sight->problem->context.h, relative[4], phi[3], minus[3], inverse[9];

  tr_quat_relative(relative, tr_sight_pose(sight, i) + TR_POSE * body + 3,
                   tr_sight_pose(sight, i + 1) + TR_POSE * body + 3);
  tr_quat_log(phi, relative);
  for (int k = 0; k < 3; k++)
    minus[k] = -phi[k];
  tr_so3_right_jacobian_inverse(inverse, phi);
  tr_mat3_apply_t(by_next, inverse, axis);
  tr_so3_right_jacobian_inverse(inverse, minus);
  tr_mat3_apply_t(by_now, inverse, axis);
  for (int k = 0; k < 3; k++) {
    by_next[k] /= h;
    by_now[k] /= -h;
  }
  return tr_vec3_dot(axis, phi) / h;
}

/* Rates of the two steps, half a step before and after the middle node, and the line through them.
 */
static double
predict_gyro(TrSight *sight)
{
  double axis[3], rate[2], value = 0;
  double weight[2] = {1.5 - sight->at, sight->at - 0.5};

  tr_sensor_direction(axis, sight->sensor);
  for (int i = 0; i < 2; i++) {
    double by_now[3], by_next[3];
    int turn = 6 * sight->sensor->body + 3;

    rate[i] = read_turn(by_now, by_next, sight, i, axis);
    value += weight[i] * rate[i];
    for (int k = 0; sight->jac && k < 3; k++) {
      tr_sight_states(sight, i)[turn + k] += weight[i] * by_now[k];
      tr_sight_states(sight, i + 1)[turn + k] += weight[i] * by_next[k];
    }
  }
  sight->rate = rate[1] - rate[0];
  return value;
}

double
tr_predict_rate(TrSight *sight)
{
  return sight->sensor->type == TR_SENSOR_GYRO ? predict_gyro(sight) : predict_joint_rate(sight);
}
