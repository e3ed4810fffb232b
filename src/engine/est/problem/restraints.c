#include "engine/est/problem/restraints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/problem/tree_states.h"
#include "engine/linalg/vec.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Linearisations that have restraints, and the share of its weight that one keeps from each to the
 * next. */
enum { LIFE = 6 };
#define KEPT 0.25

/* Rates within so many smoothing rates of zero, where the force depends on them. */
#define STEEP 3.0

/* Increase of the cost of a time step that is an overshoot. */
#define LEAST_EXCESS 1.0

static bool
is_dry(const TrModel *model, int joint)
{
  return tr_friction_is_dry(model->joints[joint].friction.model);
}

static bool
has_dry(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (is_dry(model, j))
      return true;
  return false;
}

bool
tr_restraints_init(TrRestraints *restraints, const TrProblem *problem)
{
  size_t nodes = (size_t)problem->first[problem->prepared->n_logs];
  size_t n_joints = (size_t)problem->model->n_joints;

  *restraints = (TrRestraints){0};
  if (!problem->formulation->midpoint || !has_dry(problem->model))
    return true;
  restraints->cost = calloc(nodes + 1, sizeof *restraints->cost);
  restraints->weight = calloc(2 * nodes * n_joints + 1, sizeof *restraints->weight);
  return restraints->cost && restraints->weight;
}

void
tr_restraints_clear(TrRestraints *restraints)
{
  free(restraints->cost);
  free(restraints->weight);
}

/* Weights of a joint at a step, given by its first node: of the rates before and after its middle
 * node. */
static double *
find_weights(const TrProblem *problem, int block, int joint)
{
  return problem->restraints.weight +
         2 * ((size_t)block * (size_t)problem->model->n_joints + (size_t)joint);
}

static size_t
count_weights(const TrProblem *problem)
{
  return 2 * (size_t)problem->first[problem->prepared->n_logs] * (size_t)problem->model->n_joints;
}

bool
tr_restraints_begin(TrProblem *problem)
{
  TrRestraints *restraints = &problem->restraints;

  if (restraints->left == 0)
    return false;
  restraints->left--;
  for (size_t i = 0; i < count_weights(problem); i++)
    restraints->weight[i] *= restraints->left > 0 ? KEPT : 0;
  return restraints->left > 0;
}

bool
tr_restraints_drop(TrProblem *problem)
{
  bool had_some = problem->restraints.left > 0;

  if (had_some)
    memset(problem->restraints.weight, 0,
           count_weights(problem) * sizeof *problem->restraints.weight);
  problem->restraints.left = 0;
  return had_some;
}

/* Rate of a joint between two nodes in a row. */
static double
find_rate(const TrProblem *problem, const double *poses, int block, int joint)
{
  size_t size = (size_t)(problem->n / 6) * TR_POSE;
  const double *pose = poses + (size_t)block * size;
  const TrModel *model = problem->model;
  double turn =
      tr_joint_position(model, joint, pose + size) - tr_joint_position(model, joint, pose);

  if (tr_joint_turns(&model->joints[joint]))
    turn -= 2 * M_PI * round(turn / (2 * M_PI));
  return turn / problem->context.h;
}

/* Adds the derivatives of a joint's coordinate by the pose of a body to those of the rate. */
static void
add_pose(const TrProblem *problem, double *row, int joint, int block, double factor)
{
  const TrJoint *j = &problem->model->joints[joint];
  double by[12];

  tr_joint_position_jacobian(by, problem->model, joint,
                             problem->pose + (size_t)block * (size_t)(problem->n / 6) * TR_POSE);
  for (int i = 0; i < 6; i++) {
    if (j->parent >= 0)
      row[6 * j->parent + i] += factor * by[i];
    row[6 * j->child + i] += factor * by[6 + i];
  }
}

static void
add_row(TrProblem *problem, int block, int joint, int side, double weight)
{
  int n = problem->n, columns = 3 * n + tr_problem_visited(problem);
  double *row = problem->scratch.observation_row, r = 0;

  memset(row, 0, (size_t)columns * sizeof *row);
  for (int k = 0; k < 2; k++)
    add_pose(problem, row + (side + k) * n, joint, block + side + k,
             (k ? 1 : -1) / problem->context.h);
  tr_problem_gather_row(problem, row, block, 3);
  tr_arrow_add_residual(problem->arrow, &(TrArrowResidual){block, 3, row, &r, 1, weight});
}

void
tr_restraints_add(TrProblem *problem, const TrArrowResidual *step)
{
  TrRestraints *restraints = &problem->restraints;

  restraints->cost[step->block] = step->weight * tr_vec_square(step->r, step->n_rows);
  for (int j = 0; problem->restrains && j < problem->model->n_joints; j++)
    for (int side = 0; side < 2; side++) {
      double weight = find_weights(problem, step->block, j)[side];

      if (weight > 0)
        add_row(problem, step->block, j, side, weight);
    }
}

/* Restrains the rates of a step that crossed the smoothing rate, for the excess of its cost. */
static void
restrain(TrProblem *problem, const TrPreparedLog *log, int block, double excess)
{
  for (int j = 0; j < problem->model->n_joints; j++)
    for (int side = 0; side < 2 && is_dry(problem->model, j); side++) {
      double *weight = find_weights(problem, block, j) + side, limit = STEEP * log->smoothing[j];
      double old = find_rate(problem, problem->pose, block + side, j);
      double new = find_rate(problem, problem->trial_pose, block + side, j), change = new - old;

      if (fabs(change) > log->smoothing[j] && (old * new < 0 || fmin(fabs(old), fabs(new)) < limit))
        *weight = fmax(*weight, excess / (change * change));
    }
}

/* TrPartWork */
static TrStatus
restrain_part(TrProblem *problem, int part)
{
  int l = part / 2, end, begin = tr_problem_part_steps(problem, part, &end);
  int rows = problem->formulation->step_blocks * problem->n;

  tr_problem_use_log(problem, l);
  for (int k = begin, count; k < end; k += count) {
    count = tr_problem_group(problem, k, end);
    TR_TRY(tr_problem_evaluate_steps(problem, true, (TrStepGroup){l, k, count}, false,
                                     problem->weight_is_frozen_in_step));
    for (int i = 0; i < count; i++) {
      int block = problem->first[l] + k + i - problem->formulation->first_step;
      double *r = problem->scratch.r + (size_t)(i * rows), excess;

      tr_problem_whiten(r, problem, l, k + i);
      excess = tr_problem_step_weight(problem, l, k + i) * tr_vec_square(r, problem->step_rows) -
               problem->restraints.cost[block];
      if (excess > LEAST_EXCESS)
        restrain(problem, &problem->prepared->logs[l], block, excess);
    }
  }
  return TR_OK;
}

TrStatus
tr_restraints_find(void *self)
{
  TrProblem *problem = self;
  TrStatus status;

  if (!problem->restraints.cost)
    return TR_OK;
  TR_TRY(tr_problem_try_whole(problem));
  status = tr_problem_share(problem, restrain_part);
  problem->restraints.left = LIFE;
  return status;
}
