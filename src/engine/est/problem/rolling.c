#include "engine/est/problem/rolling.h"

#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/step/first_slip.h"
#include "engine/linalg/quat.h"

int
tr_rolling_count(const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    n += model->joints[j].type == TR_JOINT_ROLLING;
  return n;
}

/* Orientation of one body, and its derivative in three rows of the Jacobian. */
static void
turn(double r[3], double *jac, const TrProblem *problem, const TrStates *state, int log, int body)
{
  const double *start = tr_trajectory_pose(problem->prepared->logs[log].start, 0) + TR_POSE * body;
  int columns = problem->node_size + tr_problem_columns(problem);
  double relative[4], slope[9];

  tr_quat_relative(relative, start + 3, state->pose + TR_POSE * body + 3);
  tr_quat_log(r, relative);
  if (!jac)
    return;
  tr_so3_right_jacobian_inverse(slope, r);
  for (int i = 0; i < 3; i++)
    memcpy(jac + i * columns + TR_TWIST * body + 3, slope + 3 * i, 3 * sizeof *slope);
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
    turn(r + 3 * i, jac ? jac + (size_t)i * rows : NULL, problem, &state, log,
         problem->model->joints[j].child);
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
    cost += tr_problem_initial_weight(problem) * tr_square_sum(r, problem->n);
  tr_rolling_orientations(r, NULL, problem, true, log);
  return cost + tr_square_sum(r, 3 * tr_rolling_count(problem->model)) /
                    (TR_ROLLING_TURN * TR_ROLLING_TURN);
}
