#include "engine/est/problem/rolling.h"

#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/step/first_slip.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/sensor.h"

/* Distance of the centre of mass from the ball's centre that counts as none, in radii. */
#define BALANCED 1e-9

int
tr_rolling_count(const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    n += model->joints[j].type == TR_JOINT_ROLLING;
  return n;
}

/* Returns whether a sensor sees the rotation of a body. */
static bool
is_seen(const TrModel *model, int body)
{
  for (int s = 0; s < model->n_sensors; s++) {
    const TrSensor *sensor = &model->sensors[s];
    const TrJoint *joint = &model->joints[sensor->joint];

    if (tr_sensor_class(sensor->type)->is_of_joint
            ? tr_joint_turns(joint) && (joint->child == body || joint->parent == body)
            : sensor->body == body)
      return true;
  }
  return false;
}

/* Standard deviation of the start of a rolling body's orientation. */
static double
find_deviation(const TrProblem *problem, int joint)
{
  const TrModel *model = problem->task->model;
  const TrJoint *rolling = &model->joints[joint];
  double arm[3];

  tr_vec3_sub(arm, rolling->child_frame.position, model->bodies[rolling->child].com);
  for (int i = 0; i < problem->n_columns; i++)
    if (problem->params[i].kind == TR_PARAM_COM && problem->params[i].owner == rolling->child)
      return TR_ROLLING_TURN;
  return tr_vec3_norm(arm) > BALANCED * rolling->length || is_seen(model, rolling->child)
             ? TR_ROLLING_TURN
             : TR_ROLLING_FREE;
}

/* Orientation of one body, and its derivative in three rows of the Jacobian. */
static void
turn(double r[3], double *jac, const TrProblem *problem, const TrStates *state, int log, int joint)
{
  int body = problem->model->joints[joint].child;
  double by = 1 / find_deviation(problem, joint);
  const double *start = tr_trajectory_pose(problem->prepared->logs[log].start, 0) + TR_POSE * body;
  int columns = problem->node_size + tr_problem_columns(problem);
  double relative[4], slope[9];

  tr_quat_relative(relative, start + 3, state->pose + TR_POSE * body + 3);
  tr_quat_log(r, relative);
  tr_so3_right_jacobian_inverse(slope, r);
  for (int i = 0; i < 3; i++) {
    r[i] *= by;
    for (int k = 0; k < 3 && jac; k++)
      jac[i * columns + TR_TWIST * body + 3 + k] = by * slope[3 * i + k];
  }
}

void
tr_rolling_orientations(double *r, double *jac, const TrProblem *problem, bool trial, int log)
{
  TrStates state = tr_problem_states(problem, trial, log, 0);
  size_t rows = 3 * (size_t)(problem->node_size + tr_problem_columns(problem));
  int i = 0;

  if (jac)
    memset(jac, 0, (size_t)tr_rolling_count(problem->model) * rows * sizeof *jac);
  for (int j = 0; j < problem->model->n_joints; j++) {
    if (problem->model->joints[j].type != TR_JOINT_ROLLING)
      continue;
    turn(r + 3 * i, jac ? jac + (size_t)i * rows : NULL, problem, &state, log, j);
    i++;
  }
}

int
tr_rolling_slip(double *r, double *jac, TrProblem *problem, bool trial, int log)
{
  TrStates state = tr_problem_states(problem, trial, log, 0);

  if (problem->formulation->node_blocks > 1)
    return 0;
  return tr_step_first_slip(r, jac, problem->scratch.work, &problem->context, state.pose,
                            state.pose + problem->n / TR_TWIST * TR_POSE);
}

double
tr_rolling_cost(TrProblem *problem, int log)
{
  double *r = problem->scratch.r, cost = 0;

  if (tr_rolling_slip(r, NULL, problem, true, log) > 0)
    cost += tr_problem_initial_weight(problem) * tr_vec_square(r, problem->n);
  tr_rolling_orientations(r, NULL, problem, true, log);
  return cost + tr_vec_square(r, 3 * tr_rolling_count(problem->model));
}
