#include "engine/est/problem/singularity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/est/problem/tree_states.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Factor by which kappa may differ from its natural size before the numbers lose their precision.
 */
#define KAPPA_RANGE 1e12

/* Rate of a joint's coordinate along a step of one node. */
static double
joint_change(const TrProblem *problem, int joint, const double *pose, const double *step)
{
  const TrJoint *j = &problem->task->model->joints[joint];
  double row[12], sum = 0;

  if (!tr_joint_has_axis(j))
    return 0;
  (void)tr_joint_position_jacobian(row, problem->task->model, joint, pose);
  for (int i = 0; i < 6; i++) {
    if (j->parent != TR_WORLD)
      sum += row[i] * step[6 * j->parent + i];
    sum += row[6 + i] * step[6 * j->child + i];
  }
  return fabs(sum);
}

/* Finds the joint that moves most in a node's unknowns: by velocities where the poses stand still.
 */
static int
find_joint(const TrProblem *problem, const double *pose, const double *step)
{
  double most = 0;
  int joint = -1;

  for (int part = 0; part * problem->n < problem->node_size && joint < 0; part++)
    for (int j = 0; j < problem->task->model->n_joints; j++) {
      double change = joint_change(problem, j, pose, step + part * problem->n);

      if (isfinite(change) && change > most) {
        most = change;
        joint = j;
      }
    }
  return joint;
}

static int
find_log(const TrProblem *problem, int block)
{
  int log = 0;

  while (log + 1 < problem->prepared->n_logs && block >= problem->first[log + 1])
    log++;
  return log;
}

void
tr_singularity_note_motion(TrProblem *problem, int block)
{
  int log = find_log(problem, block), node = block - problem->first[log];
  double *step = problem->step + (size_t)block * (size_t)problem->node_size;

  tr_arrow_weak_direction(step, problem->arrow, block);
  if (problem->tree) {
    tr_tree_spread(problem->scratch.tangent, problem->tree, tr_problem_basis(problem, block), step);
    step = problem->scratch.tangent;
  }
  problem->singularity = (TrSingularity){
      .kind = TR_SINGULARITY_MOTION,
      .log = log,
      .node = node,
      .joint = find_joint(problem, tr_problem_pose(problem, problem->pose, log, node), step),
  };
  problem->singularity.is_unmeasured =
      problem->singularity.joint >= 0 &&
      problem->prepared->logs[log].seen[problem->singularity.joint] == TR_SEEN_NOT;
}

void
tr_singularity_note_step(TrProblem *problem, int log, int node)
{
  problem->singularity = (TrSingularity){.kind = TR_SINGULARITY_STEP, .log = log, .node = node};
}

void
tr_singularity_note_parameters(TrProblem *problem)
{
  double least = INFINITY;

  problem->singularity = (TrSingularity){.kind = TR_SINGULARITY_PARAMETERS};
  for (int i = 0; i < problem->p; i++) {
    double information = problem->schur[i * problem->p + i];

    if (!(information >= least)) {
      least = information;
      problem->singularity.parameter = i;
    }
  }
}

void
tr_singularity_note_numbers(TrProblem *problem)
{
  problem->singularity = (TrSingularity){.kind = TR_SINGULARITY_NUMBERS};
}

/* Describes a kappa that is far out of range, the likelier reason than any other. */
static bool
describe_kappa(char *text, size_t size, const TrProblem *problem)
{
  double natural = problem->prepared->kappa_ref;

  if (!isfinite(natural))
    return false;
  if (problem->kappa <= KAPPA_RANGE * natural && problem->kappa >= natural / KAPPA_RANGE)
    return false;
  snprintf(text, size, "kappa is %.2g, but %.2g is typical for these logs; set it closer to that.",
           problem->kappa, natural);
  return true;
}

static void
describe_motion(char *text, size_t size, const TrProblem *problem)
{
  const TrSingularity *t = &problem->singularity;
  const TrLog *log = &problem->task->logs[t->log];
  const TrModel *model = problem->task->model;
  double time = log->start + t->node * problem->task->settings.h;

  if (t->joint < 0)
    snprintf(text, size,
             "Log '%s' does not determine the motion at %.6g s; map more sensors, or trim the log.",
             log->name, time);
  else if (!t->is_unmeasured)
    snprintf(text, size,
             "Log '%s' does not determine the motion of joint '%s' at %.6g s; trim the log to "
             "where it is measured, or make h longer.",
             log->name, model->joints[t->joint].name, time);
  else
    snprintf(text, size,
             "Log '%s' does not determine the motion of joint '%s', found at %.6g s; no channel "
             "measures it: map one to a sensor of it, or make the joint fixed.",
             log->name, model->joints[t->joint].name, time);
}

void
tr_singularity_describe(char text[TR_ERROR_SIZE], const TrProblem *problem)
{
  const TrSingularity *t = &problem->singularity;
  char id[TR_ID_SIZE];

  *text = '\0';
  if (t->kind == TR_SINGULARITY_NONE || describe_kappa(text, TR_ERROR_SIZE, problem))
    return;
  if (t->kind == TR_SINGULARITY_MOTION) {
    describe_motion(text, TR_ERROR_SIZE, problem);
  } else if (t->kind == TR_SINGULARITY_STEP) {
    const TrLog *log = &problem->task->logs[t->log];

    snprintf(text, TR_ERROR_SIZE,
             "Log '%s': masses, inertias or constraints form a singular system at %.6g s; check "
             "the masses, inertias and compliances of the model, and their bounds.",
             log->name, log->start + t->node * problem->task->settings.h);
  } else if (t->kind == TR_SINGULARITY_NUMBERS) {
    snprintf(text, TR_ERROR_SIZE,
             "The residuals are larger than any number: a mass, an inertia, a sigma or a value of "
             "a log is wrong by many powers of ten; check the values and units.");
  } else if (problem->p > 0) {
    tr_task_free_id(id, problem->task, t->parameter);
    snprintf(text, TR_ERROR_SIZE,
             "The logs do not determine the parameters, least of all %s; fix it, or give it a "
             "prior.",
             id);
  }
}
