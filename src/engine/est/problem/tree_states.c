/* States of a tree in the coordinates of its joints (theory 6.10). */
#include "engine/est/problem/tree_states.h"

#include <math.h>
#include <string.h>

#include "engine/mbs/model/active.h"
#include "engine/mbs/model/sensor.h"

/* Fewest bodies of a tree whose unknowns are the coordinates of its joints: at a given step the
 * values of smaller ones are those of the stepper that simulates, whose joints open a little. */
enum { LEAST_BODIES = 6 };

static bool
moves_rows(const TrTask *task)
{
  bool moves = false;

  for (int i = 0; i < task->n_free; i++)
    moves |= task->free[i].param.kind != TR_PARAM_COM && tr_param_moves_arms(task->free[i].param);
  for (int i = 0; i < task->n_ties; i++)
    moves |= task->ties[i].param.kind != TR_PARAM_COM && tr_param_moves_arms(task->ties[i].param);
  return moves;
}

/* Largest compliance of a joint that counts as rigid [m/N, rad/(N m)]. */
#define RIGID 1e-8

static bool
gives_way(const TrTask *task)
{
  for (int j = 0; j < task->model->n_joints; j++)
    if (task->settings.compliance_scale * fmax(task->model->joints[j].compliance_linear,
                                               task->model->joints[j].compliance_angular) >
        RIGID)
      return true;
  return false;
}

static bool
measures_efforts(const TrModel *model)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (tr_sensor_class(model->sensors[s].type)->span == TR_SPAN_STEP)
      return true;
  return false;
}

/* Returns whether the unknowns of a task may be the coordinates of its joints, if it has a tree. */
static bool
suits(const TrTask *task)
{
  return task->model->n_bodies >= LEAST_BODIES && tr_formulation_of(task)->has_lanes &&
         task->settings.weighting != TR_WEIGHTING_JOINT && !(task->settings.energy > 0) &&
         task->settings.damping != TR_DAMP_ALL && !moves_rows(task) && !gives_way(task) &&
         !measures_efforts(task->model) && !tr_model_switches(task->model);
}

void
tr_problem_take_tree(TrProblem *problem)
{
  problem->tree = suits(problem->task) ? tr_tree_new(problem->model, problem->mechanism) : NULL;
  if (problem->tree)
    problem->node_size = problem->step_rows = problem->tree->n_freedoms;
}

/* Number of freedoms of the tree of a model; -1: it has none, or memory is out. */
static int
count_freedoms(const TrModel *model)
{
  TrMechanism *mechanism = tr_mechanism_new(model);
  TrTree *tree = mechanism ? tr_tree_new(model, mechanism) : NULL;
  int n = tree ? tree->n_freedoms : -1;

  tr_tree_free(tree);
  tr_mechanism_free(mechanism);
  return n;
}

bool
tr_problem_is_of_tree(const TrTask *task)
{
  return suits(task) && count_freedoms(task->model) >= 0;
}

double
tr_problem_step_bytes(const TrModel *model)
{
  double n = model->n_bodies > 0 ? model->n_bodies : 1;
  double freedoms = n < LEAST_BODIES ? -1 : count_freedoms(model);

  return freedoms >= 0 ? 2000 * n + 150 * freedoms * freedoms : 2000 * n + 6000 * n * n;
}

double *
tr_problem_basis(const TrProblem *problem, int node)
{
  return problem->basis + (size_t)node * (size_t)tr_tree_basis_size(problem->tree);
}

static TrStatus
find_part(TrProblem *problem, int part)
{
  int end, begin = tr_problem_part_nodes(problem, part, &end), log = part / 2;

  tr_problem_use_log(problem, log);
  for (int k = begin, count; k < end; k += count) {
    count = tr_problem_group(problem, k, end);
    TR_TRY(problem->kernels->find_basis(tr_problem_basis(problem, problem->first[log] + k),
                                        problem->scratch.steps, problem->mechanism,
                                        tr_problem_pose(problem, problem->pose, log, k), count));
  }
  return TR_OK;
}

TrStatus
tr_problem_find_bases(TrProblem *problem)
{
  return problem->tree ? tr_problem_share(problem, find_part) : TR_OK;
}

void
tr_problem_gather_row(const TrProblem *problem, double *row, int block, int touched)
{
  int nd = problem->node_size, n = problem->n;
  double *tangent = problem->scratch.tangent;

  for (int i = 0; problem->tree && i < touched; i++) {
    memcpy(tangent, row + i * n, (size_t)n * sizeof *row);
    tr_tree_gather(row + i * nd, tangent, problem->tree, tr_problem_basis(problem, block + i));
  }
  if (problem->tree)
    memmove(row + touched * nd, row + touched * n,
            (size_t)tr_problem_visited(problem) * sizeof *row);
}

void
tr_problem_gather_impulses(const TrProblem *problem, double *out, const double *r, int node)
{
  double *tangent = problem->scratch.tangent;

  memcpy(tangent, r, (size_t)problem->n * sizeof *r);
  tr_tree_gather(out, tangent, problem->tree, tr_problem_basis(problem, node));
}

/* Poses carried along with the centres of mass by the tried share of the step. */
static void
carry_poses(TrProblem *problem, int node, int count)
{
  size_t size = (size_t)(problem->n / 6) * TR_POSE;

  memcpy(problem->trial_pose + (size_t)node * size, problem->pose + (size_t)node * size,
         (size_t)count * size * sizeof *problem->pose);
  for (int i = 0; i < count; i++)
    tr_problem_carry_state(problem, problem->trial_pose + (size_t)(node + i) * size, TR_POSE,
                           node + i);
}

TrStatus
tr_problem_retract_joints(TrProblem *problem, int node, int count)
{
  double *pose = problem->trial_pose + (size_t)node * (size_t)(problem->n / 6) * TR_POSE;

  carry_poses(problem, node, count);
  return problem->kernels->retract_joints(pose, problem->scratch.steps, problem->mechanism, pose,
                                          problem->scratch.r, count);
}

static TrStatus
settle_part(TrProblem *problem, int part)
{
  int end, begin = tr_problem_part_nodes(problem, part, &end);

  tr_problem_use_log(problem, part / 2);
  for (int k = begin, count; k < end; k += count) {
    double *pose = tr_problem_pose(problem, problem->pose, part / 2, k);

    count = tr_problem_group(problem, k, end);
    memset(problem->scratch.r, 0, (size_t)(count * problem->node_size) * sizeof(double));
    TR_TRY(problem->kernels->retract_joints(pose, problem->scratch.steps, problem->mechanism, pose,
                                            problem->scratch.r, count));
  }
  return TR_OK;
}

TrStatus
tr_problem_settle(TrProblem *problem)
{
  return problem->tree ? tr_problem_share(problem, settle_part) : TR_OK;
}
