#include "engine/est/diagnose/unexplained_force.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/gravity.h"
#include "engine/signal/filtfilt.h"

/* Sums of squares over the steps. */
typedef struct Sums {
  double missing, inertial, gravity, motor;
} Sums;

typedef struct Judge {
  TrProblem *problem;
  const TrPreparedLog *log;
  const double *input;     /* [n_nodes x n_inputs] */
  double *position, *rate; /* [n_joints] */
  double *v, *v_after;     /* [6 n_bodies] of the current step */
  double *pose, *twist;    /* [n_bodies x 7], [n_bodies x 6] for a unit rate of one joint */
  double *missing;         /* [n_joints x n_nodes] impulses of the steps, also in the next two */
  double *friction, *bound;
  Sums hinges, slides;
} Judge;

static bool
all_measured(const TrProblem *problem, const TrPreparedLog *log)
{
  const TrModel *model = problem->model;

  for (int j = 0; j < model->n_joints; j++)
    if (tr_joint_has_axis(&model->joints[j]) && !tr_joint_only_acts(&model->joints[j]) &&
        log->seen[j] != TR_SEEN_POSITION)
      return false;
  return true;
}

/* Largest impulse of the joint's dry friction over the step. */
static double
dry_bound(const TrProblem *problem, int joint, const TrStepJoint *now)
{
  return now->load * tr_axial_dry_coefficient(&problem->model->joints[joint].friction, now->rate);
}

/* T^T M (v+ - v) with the rotors, and -T^T m g h. */
static void
project_bodies(
    double *inertial, double *weight, const Judge *judge, int joint, const TrStepJoint *now)
{
  const TrProblem *problem = judge->problem;
  double g[3];

  tr_gravity_vector(g, &problem->model->gravity);
  *weight = 0;
  *inertial = tr_axial_inertia(problem->model, joint) * (now->rate_after - now->rate);
  for (int b = 0; b < problem->model->n_bodies; b++) {
    const TrBody *body = &problem->model->bodies[b];
    const double *t = judge->twist + TR_TWIST * b;
    double dv[3], turn[3], tensor[9], moment[3];

    tr_vec3_sub(dv, judge->v_after + 6 * b, judge->v + 6 * b);
    tr_vec3_sub(turn, judge->v_after + 6 * b + 3, judge->v + 6 * b + 3);
    tr_mat3_from_tensor(tensor, body->inertia);
    tr_mat3_apply(moment, tensor, turn);
    *inertial += body->mass * tr_vec3_dot(t, dv) + tr_vec3_dot(t + 3, moment);
    *weight -= problem->context.h * body->mass * tr_vec3_dot(t, g);
  }
}

static Sums *
sums_of(Judge *judge, int joint)
{
  bool slides = tr_joint_is_linear(&judge->problem->model->joints[joint]);

  return slides ? &judge->slides : &judge->hinges;
}

/* Evaluates a joint in the i-th of the steps in problem->scratch.r, the step of the node. */
static void
judge_joint(Judge *judge, int joint, int node, int i)
{
  const TrProblem *problem = judge->problem;
  Sums *sums = sums_of(judge, joint);
  size_t at = (size_t)joint * (size_t)judge->log->n_nodes + (size_t)node;
  const double *r = problem->scratch.r + (size_t)(i * problem->n);
  TrStepJoint now = tr_problem_joint(problem, joint, i);
  double h = problem->context.h, inertial, weight;

  judge->rate[joint] = 1;
  tr_forward_kinematics(judge->pose, judge->twist, problem->model, judge->position, judge->rate);
  judge->rate[joint] = 0;
  for (int k = 0; k < problem->n; k++)
    judge->missing[at] += judge->twist[k] * r[k];
  judge->bound[at] = dry_bound(problem, joint, &now);
  judge->friction[at] =
      judge->bound[at] * tr_slip_after(now.rate_after, problem->context.smoothing[joint]).direction;
  project_bodies(&inertial, &weight, judge, joint, &now);
  sums->inertial += pow(inertial / h, 2);
  sums->gravity += pow(weight / h, 2);
  sums->motor +=
      pow(tr_motor_force(problem->model, joint, judge->input + (size_t)(node * problem->n_inputs),
                         now.rate_after),
          2);
}

/* Nodes at either end that the filter of the start motion distorts: one period of its cut-off, at
 * most a quarter of the log; at least the node without a step. */
static size_t
edge_of(const Judge *judge)
{
  const TrSettings *settings = &judge->problem->task->settings;
  double period = ceil(1 / (settings->cutoff * settings->h));

  return (size_t)fmax(fmin(period, judge->log->n_nodes / 4), 1);
}

static void
hold_edges(double *values, size_t n, size_t edge)
{
  for (size_t k = 0; k < edge; k++) {
    values[k] = values[edge];
    values[n - 1 - k] = values[n - 1 - edge];
  }
}

/* Adds the missing force of a joint.  The motion was filtered, the inputs were not: the missing
 * force passes the same filter before it is counted.  So does the friction: at rest its sign
 * follows the noise, and its mean leaves room below the bound. */
static TrStatus
add_missing(Judge *judge, int joint)
{
  const TrSettings *settings = &judge->problem->task->settings;
  size_t n = (size_t)judge->log->n_nodes, first = (size_t)joint * n;
  double *missing = judge->missing + first, *friction = judge->friction + first;
  size_t edge = edge_of(judge);
  double rate = 1 / settings->h;

  hold_edges(missing, n, edge);
  hold_edges(friction, n, edge);
  if (settings->cutoff < TR_MAX_CUTOFF_SHARE * rate) {
    TR_TRY(tr_filter_zero_phase(missing, n, rate, settings->cutoff, TR_START_ORDER));
    TR_TRY(tr_filter_zero_phase(friction, n, rate, settings->cutoff, TR_START_ORDER));
  }
  for (size_t k = edge; k + edge < n; k++) {
    double room = fmax(judge->bound[first + k] - fabs(friction[k]), 0);

    sums_of(judge, joint)->missing += pow(fmax(fabs(missing[k]) - room, 0) * rate, 2);
  }
  return TR_OK;
}

/* Evaluates the i-th of the steps in problem->scratch.r, the step of the node. */
static void
judge_step(Judge *judge, int node, int i)
{
  const TrModel *model = judge->problem->model;
  const TrTrajectory *start = judge->log->start;
  const double *now = tr_trajectory_pose(start, node);

  tr_pose_velocity(judge->v, model->n_bodies, tr_trajectory_pose(start, node - 1), now, start->h);
  tr_pose_velocity(judge->v_after, model->n_bodies, now, tr_trajectory_pose(start, node + 1),
                   start->h);
  for (int j = 0; j < model->n_joints; j++)
    judge->position[j] = tr_joint_position(model, j, now);
  for (int j = 0; j < model->n_joints; j++)
    if (tr_joint_class(model->joints[j].type)->has_axis && tr_model_find_drive(model, j) < 0)
      judge_joint(judge, j, node, i);
}

static TrStatus
judge_steps(Judge *judge, int begin, int end)
{
  TrProblem *problem = judge->problem;
  const double *share = judge->log->step_share;

  for (int k = begin, count; k < end; k += count) {
    count = end - k < problem->group ? end - k : problem->group;
    TR_TRY(tr_problem_evaluate_motion(problem, tr_trajectory_pose(judge->log->start, k - 1),
                                      judge->input + (size_t)k * (size_t)problem->n_inputs, count));
    for (int i = 0; i < count; i++)
      if (!share || share[k + i] == 1)
        judge_step(judge, k + i, i);
  }
  return TR_OK;
}

static double
ratio(const Sums *sums)
{
  double most = fmax(sums->inertial, fmax(sums->gravity, sums->motor));

  return most > 0 ? sqrt(sums->missing / most) : 0;
}

static TrStatus
judge_log(Judge *judge)
{
  const TrModel *model = judge->problem->model;
  int edge = (int)edge_of(judge);

  TR_TRY(judge_steps(judge, edge, judge->log->n_nodes - edge));
  for (int j = 0; j < model->n_joints; j++)
    if (tr_joint_class(model->joints[j].type)->has_axis)
      TR_TRY(add_missing(judge, j));
  return TR_OK;
}

TrStatus
tr_unexplained_force(double *error, TrProblem *problem, int log)
{
  TR_ASSERT(error && problem && log >= 0 && log < problem->task->n_logs);

  const TrModel *model = problem->model;
  size_t n_joints = (size_t)model->n_joints + 1, n_bodies = (size_t)model->n_bodies;
  size_t n_nodes = (size_t)problem->prepared->logs[log].n_nodes;
  Judge judge = {.problem = problem,
                 .log = &problem->prepared->logs[log],
                 .input = problem->input + (size_t)problem->first[log] * (size_t)problem->n_inputs};
  double *memory;
  TrStatus status;

  *error = NAN;
  /* in loops the joints share one motion, and a missing force cannot be assigned to one of them */
  if (!all_measured(problem, judge.log) || !tr_model_is_tree(model))
    return TR_OK;
  memory =
      calloc(n_joints * (2 + 3 * n_nodes) + n_bodies * (TR_POSE + 3 * TR_TWIST), sizeof *memory);
  if (!memory)
    return TR_NO_MEMORY;
  judge.position = memory;
  judge.rate = memory + n_joints;
  judge.missing = memory + 2 * n_joints;
  judge.friction = judge.missing + n_joints * n_nodes;
  judge.bound = judge.friction + n_joints * n_nodes;
  judge.pose = judge.bound + n_joints * n_nodes;
  judge.twist = judge.pose + n_bodies * TR_POSE;
  judge.v = judge.twist + n_bodies * TR_TWIST;
  judge.v_after = judge.v + n_bodies * TR_TWIST;
  tr_problem_use_log(problem, log);
  status = judge_log(&judge);
  free(memory);
  if (status == TR_OK)
    *error = fmax(ratio(&judge.hinges), ratio(&judge.slides));
  return status;
}
