/* Predicted observations and their derivatives. */
#include <math.h>
#include <string.h>

#include "engine/est/problem_private.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics.h"

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

/* row[6] by one body's tangent, spread over the two nodes. */
static void
spread_row(double *jac,
           int n,
           int body,
           const double row[6],
           const double *a,
           const double *b,
           double fraction)
{
  double by_a[9], by_b[9];

  interpolate_jacobian(by_a, by_b, a, b, fraction);
  for (int i = 0; i < 3; i++) {
    jac[6 * body + i] = (1 - fraction) * row[i];
    jac[n + 6 * body + i] = fraction * row[i];
    for (int j = 0; j < 3; j++) {
      jac[6 * body + 3 + i] += row[3 + j] * by_a[3 * j + i];
      jac[n + 6 * body + 3 + i] += row[3 + j] * by_b[3 * j + i];
    }
  }
}

/* Value of a joint's coordinate and its row by the tangent of its own node: jac[n], nullable. */
static double
predict_at_node(const TrProblem *problem, int joint, const double *pose, double *jac)
{
  const TrModel *model = problem->context.model;
  const TrJoint *j = &model->joints[joint];
  double row[12];

  if (jac) {
    memset(jac, 0, (size_t)problem->n * sizeof *jac);
    tr_joint_position_jacobian(row, model, joint, pose);
    if (j->parent != TR_WORLD)
      memcpy(jac + 6 * j->parent, row, 6 * sizeof *row);
    memcpy(jac + 6 * j->child, row + 6, 6 * sizeof *row);
  }
  return tr_joint_position(model, joint, pose);
}

/* At a share of the way to the next node, along the geodesic; jac[2n]. */
static double
predict_between(const TrProblem *problem,
                int joint,
                double fraction,
                const double *pose,
                const double *next,
                double *jac)
{
  const TrJoint *j = &problem->context.model->joints[joint];
  int bodies[2] = {j->parent, j->child};
  double at[2 * TR_POSE], row[12];
  TrJoint local = *j;
  TrModel pair = *problem->context.model;

  /* a model of the two bodies alone, at the interpolated poses */
  local.parent = j->parent == TR_WORLD ? TR_WORLD : 0;
  local.child = 1;
  for (int i = 0; i < 2; i++)
    if (bodies[i] != TR_WORLD)
      interpolate_body(at + TR_POSE * i, pose + TR_POSE * bodies[i], next + TR_POSE * bodies[i],
                       fraction);
  TrBody pair_bodies[2] = {problem->context.model->bodies[j->parent == TR_WORLD ? 0 : j->parent],
                           problem->context.model->bodies[j->child]};

  pair.bodies = pair_bodies;
  pair.joints = &local;
  if (jac) {
    memset(jac, 0, (size_t)(2 * problem->n) * sizeof *jac);
    tr_joint_position_jacobian(row, &pair, 0, at);
    for (int i = 0; i < 2; i++)
      if (bodies[i] != TR_WORLD)
        spread_row(jac, problem->n, bodies[i], row + 6 * i, pose + TR_POSE * bodies[i],
                   next + TR_POSE * bodies[i], fraction);
  }
  return tr_joint_position(&pair, 0, at);
}

/* Quadratic through three nodes around a moment that moves with the delay: weights, and their
 * derivatives by the position in steps. */
typedef struct Parabola {
  int first;
  double weight[3], slope[3];
} Parabola;

static Parabola
place_parabola(double position, int n_nodes)
{
  double center = fmin(fmax(round(position), 1), n_nodes - 2), s = position - center;

  return (Parabola){
      (int)center - 1, {s * (s - 1) / 2, 1 - s * s, s * (s + 1) / 2}, {s - 0.5, -2 * s, s + 0.5}};
}

/* out[3n], nullable; *rate is the derivative by the position. */
static double
predict_on_parabola(const TrProblem *problem,
                    int joint,
                    const Parabola *parabola,
                    const double *pose,
                    double *jac,
                    double *rate)
{
  bool is_angle = problem->context.model->joints[joint].type == TR_JOINT_HINGE;
  size_t stride = (size_t)(problem->n / 6) * TR_POSE;
  double y[3], value = 0;

  *rate = 0;
  for (int i = 0; i < 3; i++) {
    double *block = jac ? jac + i * problem->n : NULL;

    y[i] = predict_at_node(problem, joint, pose + (size_t)i * stride, block);
    if (is_angle && i > 0)
      y[i] -= 2 * M_PI * round((y[i] - y[0]) / (2 * M_PI));
    for (int k = 0; block && k < problem->n; k++)
      block[k] *= parabola->weight[i];
    value += parabola->weight[i] * y[i];
    *rate += parabola->slope[i] * y[i];
  }
  return value;
}

/* Place of a body at a share of the way to the next node; without that, next may be NULL. */
static void
place_body(TrPlace *place, int body, const double *pose, const double *next, double fraction)
{
  double at[TR_POSE];

  if (body == TR_WORLD) {
    *place = (TrPlace){{0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  } else if (fraction > 0) {
    interpolate_body(at, pose + TR_POSE * body, next + TR_POSE * body, fraction);
    tr_mechanism_places(place, 1, at);
  } else {
    tr_mechanism_places(place, 1, pose + TR_POSE * body);
  }
}

/* Slides and springs measure between arms: adds `weight` times their columns, at a share of the way
 * to the next node, to out[columns]. */
static void
add_arm_columns(double *out,
                const TrProblem *problem,
                int joint,
                const double *pose,
                const double *next,
                double fraction,
                double weight)
{
  const TrConstraint *axis = &problem->mechanism->axes[joint];
  double geometry[TR_PRIM_GEOMETRY];
  TrPlace a, b;

  if (axis->prim.type != TR_PRIM_OFFSET && axis->prim.type != TR_PRIM_LENGTH)
    return;
  place_body(&a, axis->body_a, pose, next, fraction);
  place_body(&b, axis->body_b, pose, next, fraction);
  tr_prim_value_geometry(geometry, &axis->prim, &a, &b);
  for (int i = 0; i < tr_problem_columns(problem); i++) {
    TrArm arm;
    int column;

    if (!tr_param_moves_arms(problem->params[i]))
      continue;
    arm = tr_arm_of(problem->context.model, problem->params[i]);
    column = tr_constraint_arm_column(axis, &arm);
    if (column >= 0)
      out[i] += weight * arm.sign * geometry[column];
  }
}

/* Columns of the parameters: arms at the nodes that are touched, numbers of the channel. */
static void
fill_columns(double *out,
             const TrProblem *problem,
             const TrChannelState *state,
             const TrObservation *o,
             double rate,
             const double *weight,
             int touched,
             const double *pose)
{
  size_t stride = (size_t)(problem->n / 6) * TR_POSE;
  int joint = problem->context.model->sensors[o->sensor].joint;
  double by_offset, by_scale;

  memset(out, 0, (size_t)tr_problem_columns(problem) * sizeof *out);
  if (touched == 2) /* the reading is that of the poses between, not between two readings */
    add_arm_columns(out, problem, joint, pose, pose + stride, o->fraction, 1);
  for (int i = 0; touched != 2 && i < touched; i++)
    add_arm_columns(out, problem, joint, pose + (size_t)i * stride, NULL, 0, weight[i]);
  tr_channel_correct(state, o->y, &by_offset, &by_scale);
  if (state->offset_index >= 0)
    out[state->offset_index] = -by_offset;
  if (state->scale_index >= 0)
    out[state->scale_index] = -by_scale;
  if (state->delay_index >= 0)
    out[state->delay_index] = -rate / problem->context.h;
}

/* Angles to the nearest turn. */
static double
subtract(const TrModel *model, int joint, double predicted, double measured)
{
  double r = predicted - measured;

  if (model->joints[joint].type == TR_JOINT_HINGE)
    r -= 2 * M_PI * round(r / (2 * M_PI));
  return r;
}

/* Where the delay of a channel is free. */
static Parabola
find_parabola(const TrProblem *problem,
              int log,
              const TrObservation *o,
              const TrChannelState *state)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];
  double late = state->delay - state->channel->delay;

  return place_parabola((o->t - late - prepared->log->start) / problem->context.h,
                        prepared->n_nodes);
}

int
tr_observation_nodes(int *touched, const TrProblem *problem, int log, const TrObservation *o)
{
  const TrChannelState *state = &problem->channels[problem->first_channel[log] + o->channel];

  *touched = o->fraction > 0 ? 2 : 1;
  if (state->delay_index < 0)
    return o->node;
  *touched = TR_MAX_TOUCHED;
  return find_parabola(problem, log, o, state).first;
}

void
tr_observation_eval(TrObservationValue *out,
                    const TrProblem *problem,
                    int log,
                    const TrObservation *o,
                    double *poses,
                    double *jac)
{
  const TrChannelState *state = &problem->channels[problem->first_channel[log] + o->channel];
  int joint = problem->context.model->sensors[o->sensor].joint;
  double weight[3] = {1}, rate = 0, predicted;
  const double *pose = tr_problem_pose(problem, poses, log, o->node);

  *out = (TrObservationValue){.node = o->node, .touched = o->fraction > 0 ? 2 : 1};
  if (state->delay_index >= 0) {
    Parabola parabola = find_parabola(problem, log, o, state);

    out->node = parabola.first;
    out->touched = TR_MAX_TOUCHED;
    pose = tr_problem_pose(problem, poses, log, out->node);
    memcpy(weight, parabola.weight, sizeof weight);
    predicted = predict_on_parabola(problem, joint, &parabola, pose, jac, &rate);
  } else if (o->fraction > 0) {
    predicted = predict_between(problem, joint, o->fraction, pose,
                                tr_problem_pose(problem, poses, log, o->node + 1), jac);
  } else {
    predicted = predict_at_node(problem, joint, pose, jac);
  }
  out->measured = tr_channel_correct(state, o->y, NULL, NULL);
  out->residual = subtract(problem->context.model, joint, predicted, out->measured);
  if (jac)
    fill_columns(jac + out->touched * problem->n, problem, state, o, rate, weight, out->touched,
                 pose);
}
