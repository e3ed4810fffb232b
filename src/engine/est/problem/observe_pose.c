/* Sensors that read a single pose: at a node, between two, or on a parabola through three. */
#include <math.h>
#include <string.h>

#include "engine/est/problem/observe_private.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Pose of one body on the geodesic from a to b: a (+) fraction (b (-) a). */
static void
interpolate_body(double out[TR_POSE], const double *a, const double *b, double fraction)
{
  double relative[4], phi[3];

  tr_quat_relative(relative, a + 3, b + 3);
  tr_quat_log(phi, relative);
  for (int i = 0; i < 3; i++) {
    out[i] = a[i] + fraction * (b[i] - a[i]);
    phi[i] *= fraction;
  }
  tr_quat_retract(out + 3, a + 3, phi);
}

/* Rotational derivative of the geodesic.  With R = Exp(s phi): dpsi = R^T dpsi_a + s J_r(s phi)
 * dphi and dphi = J_r^-1(phi) dpsi_b - J_r^-1(-phi) dpsi_a. */
static void
interpolate_jacobian(
    double by_a[9], double by_b[9], const double *a, const double *b, double fraction)
{
  double relative[4], phi[3], minus[3], part[3], turn[9], jr[9], inverse[9], step[4];

  tr_quat_relative(relative, a + 3, b + 3);
  tr_quat_log(phi, relative);
  for (int i = 0; i < 3; i++) {
    minus[i] = -phi[i];
    part[i] = fraction * phi[i];
  }
  tr_so3_right_jacobian(jr, part);
  tr_so3_right_jacobian_inverse(inverse, phi);
  tr_mat3_multiply(by_b, jr, inverse);
  tr_so3_right_jacobian_inverse(inverse, minus);
  tr_mat3_multiply(by_a, jr, inverse);
  tr_quat_exp(step, part);
  tr_quat_matrix(turn, step);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      by_b[3 * i + j] *= fraction;
      by_a[3 * i + j] = turn[3 * j + i] - fraction * by_a[3 * i + j];
    }
}

/* Adds row[6] by one body's tangent, spread over the two nodes. */
static void
spread_row(TrSight *sight, int body, const double row[6])
{
  const double *a = tr_sight_pose(sight, 0) + TR_POSE * body;
  const double *b = tr_sight_pose(sight, 1) + TR_POSE * body;
  double *now = tr_sight_states(sight, 0) + 6 * body, *next = tr_sight_states(sight, 1) + 6 * body;
  double by_a[9], by_b[9];

  interpolate_jacobian(by_a, by_b, a, b, sight->at);
  for (int i = 0; i < 3; i++) {
    now[i] = (1 - sight->at) * row[i];
    next[i] = sight->at * row[i];
    for (int j = 0; j < 3; j++) {
      now[3 + i] += row[3 + j] * by_a[3 * j + i];
      next[3 + i] += row[3 + j] * by_b[3 * j + i];
    }
  }
}

/* Reading of a node and, unless jac is NULL, its row jac[n], zero before. */
static double
read_node(const TrSight *sight, const double *pose, double *jac)
{
  const TrModel *model = sight->problem->context.model;
  const TrSensor *sensor = sight->sensor;
  const TrJoint *j = &model->joints[sensor->joint];
  double row[12], position;

  if (!tr_sensor_class(sensor->type)->is_of_joint)
    return tr_sensor_read(jac ? jac + 6 * sensor->body : NULL, model, sensor,
                          pose + TR_POSE * sensor->body);
  if (!jac)
    return tr_joint_position(model, sensor->joint, pose);
  position = tr_joint_position_jacobian(row, model, sensor->joint, pose);
  if (j->parent != TR_WORLD)
    memcpy(jac + 6 * j->parent, row, 6 * sizeof *row);
  memcpy(jac + 6 * j->child, row + 6, 6 * sizeof *row);
  return position;
}

/* Coordinate of a joint at a fraction of the way to the next node, along the geodesic. */
static double
read_joint_between(TrSight *sight)
{
  const TrModel *model = sight->problem->context.model;
  const TrJoint *j = &model->joints[sight->sensor->joint];
  int bodies[2] = {j->parent, j->child};
  double at[2 * TR_POSE], row[12], position;
  TrJoint local = *j;
  TrModel pair = *model;

  /* a model of the two bodies alone, at the interpolated poses */
  local.parent = j->parent == TR_WORLD ? TR_WORLD : 0;
  local.child = 1;
  for (int i = 0; i < 2; i++)
    if (bodies[i] != TR_WORLD)
      interpolate_body(at + TR_POSE * i, tr_sight_pose(sight, 0) + TR_POSE * bodies[i],
                       tr_sight_pose(sight, 1) + TR_POSE * bodies[i], sight->at);
  TrBody pair_bodies[2] = {model->bodies[j->parent == TR_WORLD ? 0 : j->parent],
                           model->bodies[j->child]};

  pair.bodies = pair_bodies;
  pair.joints = &local;
  if (!sight->jac)
    return tr_joint_position(&pair, 0, at);
  position = tr_joint_position_jacobian(row, &pair, 0, at);
  for (int i = 0; i < 2; i++)
    if (bodies[i] != TR_WORLD)
      spread_row(sight, bodies[i], row + 6 * i);
  return position;
}

static double
read_body_between(TrSight *sight)
{
  int body = sight->sensor->body;
  double at[TR_POSE], row[6], value;

  interpolate_body(at, tr_sight_pose(sight, 0) + TR_POSE * body,
                   tr_sight_pose(sight, 1) + TR_POSE * body, sight->at);
  value = tr_sensor_read(row, sight->problem->context.model, sight->sensor, at);
  if (sight->jac)
    spread_row(sight, body, row);
  return value;
}

/* Place of a body at a fraction of the way from the i-th node to the next one. */
static void
place_body(TrPlace *place, const TrSight *sight, int body, int i, double fraction)
{
  const double *pose = tr_sight_pose(sight, i) + TR_POSE * body;
  double at[TR_POSE];

  if (body == TR_WORLD) {
    *place = (TrPlace){{0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  } else if (fraction > 0) {
    interpolate_body(at, pose, tr_sight_pose(sight, i + 1) + TR_POSE * body, fraction);
    tr_mechanism_places(place, 1, at);
  } else {
    tr_mechanism_places(place, 1, pose);
  }
}

/* Adds `weight` times the columns of the arms that slides and springs are measured between. */
static void
add_arm_columns(TrSight *sight, int i, double fraction, double weight)
{
  const TrProblem *problem = sight->problem;
  const TrConstraint *axis = &problem->mechanism->axes[sight->sensor->joint];
  double geometry[TR_PRIM_GEOMETRY];
  TrPlace a, b;

  if (axis->prim.type != TR_PRIM_OFFSET && axis->prim.type != TR_PRIM_LENGTH)
    return;
  place_body(&a, sight, axis->body_a, i, fraction);
  place_body(&b, sight, axis->body_b, i, fraction);
  tr_prim_value_geometry(geometry, &axis->prim, &a, &b);
  for (int p = 0; p < tr_problem_columns(problem); p++) {
    TrArm arm;
    int column;

    if (!tr_param_moves_arms(problem->params[p]))
      continue;
    arm = tr_arm_of(problem->context.model, problem->params[p]);
    column = tr_constraint_arm_column(axis, &arm);
    if (column >= 0)
      tr_sight_columns(sight)[p] += weight * arm.sign * geometry[column];
  }
}

/* Adds the columns of a point: it moves with its position on the body, and against the centre of
 * mass, which the pose belongs to. */
static void
add_point_columns(TrSight *sight, int i, double fraction, double weight)
{
  double direction[3], seen[3];
  TrPlace place;

  if (!tr_sensor_is_point(sight->sensor))
    return;
  place_body(&place, sight, sight->sensor->body, i, fraction);
  tr_sensor_direction(direction, sight->sensor);
  tr_mat3_apply_t(seen, place.rot, direction);
  tr_sight_add_point(sight, seen, weight);
}

static void
add_columns(TrSight *sight, int i, double fraction, double weight)
{
  if (!sight->jac)
    return;
  if (tr_sensor_class(sight->sensor->type)->is_of_joint)
    add_arm_columns(sight, i, fraction, weight);
  else
    add_point_columns(sight, i, fraction, weight);
}

double
tr_predict_weighted(TrSight *sight, const double weight[3], const double slope[3])
{
  const TrModel *model = sight->problem->context.model;
  bool is_angle = tr_sensor_class(sight->sensor->type)->is_of_joint &&
                  tr_joint_turns(&model->joints[sight->sensor->joint]);
  double y[3], value = 0;

  sight->rate = 0;
  for (int i = 0; i < 3; i++) {
    double *block = sight->jac ? tr_sight_states(sight, i) : NULL;

    y[i] = read_node(sight, tr_sight_pose(sight, i), block);
    if (is_angle && i > 0)
      y[i] -= 2 * M_PI * round((y[i] - y[0]) / (2 * M_PI));
    for (int k = 0; block && k < sight->problem->n; k++)
      block[k] *= weight[i];
    add_columns(sight, i, 0, weight[i]);
    value += weight[i] * y[i];
    sight->rate += slope[i] * y[i];
  }
  return value;
}

double
tr_predict_pose(TrSight *sight)
{
  double value;

  if (sight->moves) {
    TrParabola parabola = tr_parabola(sight->at - 1);

    return tr_predict_weighted(sight, parabola.weight, parabola.slope);
  }
  if (sight->touched == 1)
    value = read_node(sight, sight->pose, sight->jac);
  else if (tr_sensor_class(sight->sensor->type)->is_of_joint)
    value = read_joint_between(sight);
  else
    value = read_body_between(sight);
  add_columns(sight, 0, sight->at, 1);
  return value;
}
