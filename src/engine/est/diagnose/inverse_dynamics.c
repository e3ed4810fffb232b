#include "engine/est/diagnose/inverse_dynamics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/problem.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Step of the finite differences, in natural sizes of the parameter (mbs/model/param.h). */
#define DIFFERENCE 1e-3

/* Nodes whose slopes are computed: less of large mechanisms, but at least so many, and so many for
 * each quantity. */
enum { LEAST_SLOPES = 200, SLOPES_PER_QUANTITY = 8 };
#define MOST_WORK 2.5e8

/* The task on the test bench: its drives, and a motor of gain one on each other moving joint (in a
 * closed loop, on the joints with motors); only the biases of these motors are free. */
typedef struct Bench {
  const TrTask *given;
  TrModel *model;
  int *old_motor; /* [n_motors] of the given model; -1: one of gain one */
  int n_forces;
  int *joint;   /* [n_forces] joint of each bias */
  TrFree *free; /* [n_forces] */
  TrLog *logs;  /* without channels of removed motors */
  TrChannel *channels;
  TrOwnValue *own; /* without quantities of motors */
  TrTask task;
  TrInverseDynamics *dynamics;
  TrProblem *problem;
  double *normal, *right;      /* [n_forces x n_forces], [n_forces] */
  double *by_force, *by_joint; /* derivative of a step by the forces, [n x n_forces]; [n x
                                  n_joints] */
  int slope_of; /* quantity that add_step() differentiates by, -1: it computes the forces */
  double step;  /* of that quantity */
} Bench;

static void
clear_bench(Bench *bench)
{
  tr_model_free(bench->model);
  free(bench->old_motor);
  free(bench->joint);
  free(bench->free);
  free(bench->logs);
  free(bench->channels);
  free(bench->own);
  free(bench->normal);
  free(bench->right);
  free(bench->by_force);
  free(bench->by_joint);
}

static TrMotor *
add_motor(Bench *bench, TrMotor motor, int old)
{
  int n = bench->model->n_motors++;

  bench->model->motors[n] = motor;
  bench->old_motor[n] = old;
  return &bench->model->motors[n];
}

/* Adds a motor of gain one; the rotors of the replaced motors stay, as inertia at the joint. */
static void
add_force(Bench *bench, const TrModel *model, int joint)
{
  TrMotor *force = add_motor(bench, tr_motor_default(), -1);

  force->joint = joint;
  for (int m = 0; m < model->n_motors; m++) {
    const TrMotor *motor = &model->motors[m];

    if (motor->joint == joint)
      force->rotor_inertia += motor->gear * motor->gear * motor->rotor_inertia;
  }
  bench->free[bench->n_forces] =
      (TrFree){.param = {.kind = TR_PARAM_BIAS, .owner = bench->model->n_motors - 1},
               .min = -INFINITY,
               .max = INFINITY,
               .prior_sigma = INFINITY};
  bench->joint[bench->n_forces++] = joint;
}

static void
replace_motors(Bench *bench, const TrModel *model)
{
  bool is_tree = tr_model_is_tree(model);

  bench->model->n_motors = 0;
  for (int j = 0; j < model->n_joints; j++) {
    int drive = tr_model_find_drive(model, j);

    if (!tr_joint_class(model->joints[j].type)->has_axis ||
        (!is_tree && !tr_model_has_motor(model, j)))
      continue;
    bench->model->joints[j].friction.model = TR_FRICTION_NONE;
    if (drive >= 0)
      add_motor(bench, model->motors[drive], drive);
    else
      add_force(bench, model, j);
  }
}

static bool
is_geometry(TrParam param)
{
  return param.kind == TR_PARAM_COM || param.kind == TR_PARAM_ANCHOR_PARENT ||
         param.kind == TR_PARAM_ANCHOR_CHILD || param.kind == TR_PARAM_LENGTH;
}

/* Returns whether the forces of the bench depend on a quantity. */
static bool
has_slope(const Bench *bench, TrParam param)
{
  if (param.kind > TR_PARAM_REST || is_geometry(param))
    return false;
  return !tr_param_is_friction(param) ||
         tr_friction_uses(&bench->model->joints[param.owner].friction, param);
}

/* Sets a free quantity, and the quantities tied to it. */
static void
set_free(Bench *bench, int which, double value)
{
  const TrTask *task = bench->given;

  if (has_slope(bench, task->free[which].param))
    tr_param_set(bench->model, task->free[which].param, value);
  for (int i = 0; i < task->n_ties; i++)
    if (task->ties[i].master == which && has_slope(bench, task->ties[i].param))
      tr_param_set(bench->model, task->ties[i].param, task->ties[i].factor * value);
}

/* Index of a channel's motor on the bench, or -1. */
static int
find_new_motor(const Bench *bench, int motor)
{
  for (int m = 0; m < bench->model->n_motors; m++)
    if (bench->old_motor[m] == motor)
      return m;
  return -1;
}

/* Returns whether a log's own value is used on the bench, which replaces the motors and may have no
 * gravity. */
static bool
has_place(const Bench *bench, TrParam param)
{
  if (param.kind == TR_PARAM_GRAVITY)
    return bench->model->gravity.magnitude != 0;
  return param.kind < TR_PARAM_GAIN || param.kind > TR_PARAM_SERVO_KD;
}

static void
copy_logs(Bench *bench, const TrTask *task)
{
  TrChannel *channel = bench->channels;
  TrOwnValue *own = bench->own;

  for (int l = 0; l < task->n_logs; l++) {
    const TrLog *log = &task->logs[l];

    bench->logs[l] = *log;
    bench->logs[l].channels = channel;
    bench->logs[l].n_channels = 0;
    for (int i = 0; i < log->n_channels; i++) {
      bool is_sensor = log->channels[i].kind == TR_SIGNAL_SENSOR;
      int index = log->channels[i].index;

      if (!is_sensor && (index = find_new_motor(bench, index)) < 0)
        continue;
      *channel = log->channels[i];
      channel++->index = index;
      bench->logs[l].n_channels++;
    }
    bench->logs[l].own = own;
    bench->logs[l].n_own = 0;
    for (int i = 0; i < log->n_own; i++)
      if (has_place(bench, log->own[i].param)) {
        *own++ = log->own[i];
        bench->logs[l].n_own++;
      }
  }
}

static bool
take_bench(Bench *bench, const TrTask *task)
{
  size_t n_joints = (size_t)task->model->n_joints, n_channels = 1, n_own = 1;
  size_t n = 6 * (size_t)task->model->n_bodies;

  for (int l = 0; l < task->n_logs; l++) {
    n_channels += (size_t)task->logs[l].n_channels;
    n_own += (size_t)task->logs[l].n_own;
  }
  bench->model = tr_model_copy(task->model);
  bench->old_motor = calloc(n_joints + 1, sizeof *bench->old_motor);
  bench->joint = calloc(n_joints + 1, sizeof *bench->joint);
  bench->free = calloc(n_joints + 1, sizeof *bench->free);
  bench->logs = calloc((size_t)task->n_logs + 1, sizeof *bench->logs);
  bench->channels = calloc(n_channels, sizeof *bench->channels);
  bench->own = calloc(n_own, sizeof *bench->own);
  bench->normal = calloc(n_joints * n_joints + 1, sizeof *bench->normal);
  bench->right = calloc(n_joints + 1, sizeof *bench->right);
  bench->by_force = calloc(n * n_joints + 1, sizeof *bench->by_force);
  bench->by_joint = calloc(n * n_joints + 1, sizeof *bench->by_joint);
  return bench->model && bench->old_motor && bench->joint && bench->free && bench->logs &&
         bench->channels && bench->own && bench->normal && bench->right && bench->by_force &&
         bench->by_joint;
}

static TrStatus
fill_bench(Bench *bench, const TrTask *task, bool has_gravity)
{
  TrMotor *motors = calloc((size_t)task->model->n_joints + 1, sizeof *motors);

  if (!take_bench(bench, task) || !motors) {
    free(motors);
    return TR_NO_MEMORY;
  }
  free(bench->model->motors);
  bench->model->motors = motors;
  bench->given = task;
  replace_motors(bench, task->model);
  for (int i = 0; i < task->n_free; i++)
    set_free(bench, i, task->free[i].start);
  if (!has_gravity)
    bench->model->gravity.magnitude = 0;
  copy_logs(bench, task);
  bench->task = (TrTask){.model = bench->model,
                         .n_free = bench->n_forces,
                         .free = bench->free,
                         .n_logs = task->n_logs,
                         .logs = bench->logs,
                         .settings = task->settings,
                         .monitor = task->monitor};
  bench->task.settings.formulation = TR_FORMULATION_PREDICTED; /* residual used by add_step() */
  bench->task.settings.threads = 1;                            /* steps are visited in order */
  return TR_OK;
}

/* Largest |lambda|/h over the linear rows of each joint. */
static void
add_reactions(Bench *bench)
{
  const TrMechanism *mechanism = bench->problem->mechanism;
  const double *lambda = tr_step_lambda(bench->problem->scratch.work);

  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    double square = 0;

    for (int k = 0; k < c->n_rows && !c->angular; k++)
      square += lambda[c->row + k] * lambda[c->row + k];
    bench->dynamics->reaction[c->joint] =
        fmax(bench->dynamics->reaction[c->joint], sqrt(square) / bench->task.settings.h);
  }
}

/* Fills S [n x n_forces], the derivative of the residuals by the forces: the columns of jac behind
 * those of the nodes, or without contacts those of the step itself. */
static void
fill_slopes(Bench *bench, const double *jac)
{
  const TrProblem *problem = bench->problem;
  int n = problem->n, p = bench->n_forces, width = 3 * n + p, n_joints = bench->model->n_joints;

  for (int i = 0; jac && i < n; i++)
    memcpy(bench->by_force + i * p, jac + (size_t)i * (size_t)width + 3 * n,
           (size_t)p * sizeof *jac);
  if (jac)
    return;
  tr_step_by_force(bench->by_joint, problem->scratch.work, &problem->context);
  for (int i = 0; i < n; i++)
    for (int a = 0; a < p; a++)
      bench->by_force[i * p + a] = bench->by_joint[i * n_joints + bench->joint[a]];
}

/* Least-squares forces -(S^T S)^-1 S^T r. */
static TrStatus
solve_forces(Bench *bench, const double *r)
{
  int n = bench->problem->n, p = bench->n_forces;

  memset(bench->normal, 0, (size_t)(p * p) * sizeof *bench->normal);
  memset(bench->right, 0, (size_t)p * sizeof *bench->right);
  tr_dense_add_product_tn(bench->normal, 1, bench->by_force, bench->by_force,
                          (TrProductSize){n, p, p});
  tr_dense_add_product_tn(bench->right, -1, r, bench->by_force, (TrProductSize){n, 1, p});
  TR_TRY(tr_dense_cholesky(bench->normal, p));
  tr_dense_cholesky_solve(bench->right, bench->normal, p, 1);
  return TR_OK;
}

static void
put_forces(Bench *bench, int log, int node)
{
  const TrInverseDynamics *dynamics = bench->dynamics;
  size_t n_joints = (size_t)dynamics->n_joints, n_free = (size_t)dynamics->n_free;

  double *force = dynamics->force[log] + (size_t)node * n_joints;
  if (bench->slope_of < 0) {
    for (int a = 0; a < bench->n_forces; a++)
      force[bench->joint[a]] = bench->right[a];
    add_reactions(bench);
    return;
  }
  double *out = dynamics->slope[log] + (size_t)(node / dynamics->stride) * n_joints * n_free;
  for (int a = 0; a < bench->n_forces; a++)
    out[(size_t)bench->joint[a] * n_free + (size_t)bench->slope_of] =
        (bench->right[a] - force[bench->joint[a]]) / bench->step;
}

/* Visitor of the steps' residual blocks: three nodes, all components. */
static TrStatus
add_step(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  Bench *bench = user;
  int log = 0;

  if (touched != 3 || n_rows != bench->problem->n || bench->n_forces == 0)
    return TR_OK;
  fill_slopes(bench, residual->jac);
  TR_TRY(solve_forces(bench, residual->r));
  while (block >= bench->problem->first[log + 1])
    log++;
  put_forces(bench, log, block + 1 - bench->problem->first[log]);
  return TR_OK;
}

/* Visits the steps of every stride-th node; forces of contacts depend on the others', and need the
 * Jacobian. */
static TrStatus
visit_nodes(Bench *bench, int stride)
{
  if (bench->model->n_contacts > 0)
    return tr_problem_visit_steps(bench->problem, stride, add_step, bench);
  return tr_problem_visit_residuals(bench->problem, stride, add_step, bench);
}

/* Slopes as finite differences of the forces along the same motion: most quantities enter linearly.
 */
static TrStatus
visit_slopes(Bench *bench)
{
  TrProblem *problem = bench->problem;
  TrModel *start = bench->model, *changed = tr_model_copy(start);
  TrStatus status = changed ? TR_OK : TR_NO_MEMORY;

  bench->model = changed;
  for (int i = 0; status == TR_OK && i < bench->given->n_free; i++) {
    const TrFree *quantity = &bench->given->free[i];

    if (!has_slope(bench, quantity->param))
      continue;
    bench->slope_of = i;
    bench->step = DIFFERENCE * tr_param_scale(start, quantity->param);
    set_free(bench, i, quantity->start + bench->step);
    tr_problem_use(problem, changed, problem->parameters);
    status = visit_nodes(bench, bench->dynamics->stride);
    set_free(bench, i, quantity->start);
  }
  bench->model = start;
  tr_model_free(changed);
  return status;
}

/* Most nodes of a log whose slopes are computed: one quantity at one node costs a multiple of n^2.
 */
static int
count_slope_nodes(const Bench *bench)
{
  const TrTask *task = bench->given;
  double n = 6.0 * task->model->n_bodies, n_quantities = 0;

  for (int i = 0; i < task->n_free; i++)
    n_quantities += has_slope(bench, task->free[i].param);
  double most = MOST_WORK / (fmax(n_quantities, 1) * n * n);
  double least = fmax(LEAST_SLOPES, SLOPES_PER_QUANTITY * n_quantities);
  return (int)fmin(fmax(most, least), TR_INVERSE_DYNAMICS_SLOPES);
}

static void
choose_stride(TrInverseDynamics *dynamics, int most_slopes)
{
  int longest = 0;

  for (int l = 0; l < dynamics->n_logs; l++)
    longest = dynamics->n_nodes[l] > longest ? dynamics->n_nodes[l] : longest;
  dynamics->stride = longest / most_slopes + 1;
}

static bool
take_slopes(TrInverseDynamics *dynamics)
{
  dynamics->slope = calloc((size_t)dynamics->n_logs + 1, sizeof *dynamics->slope);
  for (int l = 0; dynamics->slope && l < dynamics->n_logs; l++) {
    size_t n = (size_t)(dynamics->n_nodes[l] / dynamics->stride) + 1;

    dynamics->slope[l] = calloc(n * (size_t)dynamics->n_joints * (size_t)dynamics->n_free + 1,
                                sizeof **dynamics->slope);
    if (!dynamics->slope[l])
      return false;
  }
  return dynamics->slope != NULL;
}

static TrStatus
take_forces(TrInverseDynamics **out, const TrPrepared *prepared, const Bench *bench, int n_slopes)
{
  const TrTask *task = bench->given;
  TrInverseDynamics *dynamics = calloc(1, sizeof *dynamics);
  int n_joints = task->model->n_joints;
  bool ok = dynamics != NULL;

  *out = dynamics;
  if (!ok)
    return TR_NO_MEMORY;
  dynamics->n_joints = n_joints;
  dynamics->n_free = task->n_free;
  dynamics->n_nodes = calloc((size_t)prepared->n_logs + 1, sizeof *dynamics->n_nodes);
  dynamics->force = calloc((size_t)prepared->n_logs + 1, sizeof *dynamics->force);
  dynamics->reaction = calloc((size_t)n_joints + 1, sizeof *dynamics->reaction);
  if (!dynamics->n_nodes || !dynamics->force || !dynamics->reaction)
    return TR_NO_MEMORY;
  dynamics->n_logs = prepared->n_logs;
  for (int l = 0; l < prepared->n_logs; l++) {
    dynamics->n_nodes[l] = prepared->logs[l].n_nodes;
    dynamics->force[l] =
        calloc((size_t)dynamics->n_nodes[l] * (size_t)n_joints + 1, sizeof **dynamics->force);
    ok = ok && dynamics->force[l];
  }
  choose_stride(dynamics, n_slopes > 0 ? n_slopes : count_slope_nodes(bench));
  return ok ? TR_OK : TR_NO_MEMORY;
}

static TrStatus
open_problem(Bench *bench, TrPrepared *prepared, const TrPrepared *motions)
{
  TR_TRY(tr_prepare_along(prepared, &bench->task, motions, NULL));
  bench->problem = tr_problem_new_of_poses(&bench->task, prepared);
  if (!bench->problem)
    return TR_NO_MEMORY;
  bench->problem->context.joint_sigma = NULL; /* impulses on the bodies */
  tr_problem_use(bench->problem, bench->problem->model, bench->problem->parameters);
  tr_problem_single_steps(bench->problem);
  return TR_OK;
}

static TrStatus
compute(Bench *bench, TrInverseDynamics **out, TrInverseDynamicsOptions options)
{
  TrPrepared prepared;
  TrStatus status = open_problem(bench, &prepared, options.motions);

  if (status == TR_OK)
    status = take_forces(out, &prepared, bench, options.n_slopes);
  if (status == TR_OK) {
    bench->dynamics = *out;
    bench->slope_of = -1;
    status = visit_nodes(bench, 1);
  }
  tr_problem_free(bench->problem);
  tr_prepared_clear(&prepared);
  return status;
}

static TrStatus
compute_slopes(Bench *bench, TrInverseDynamics *dynamics, const TrPrepared *motions)
{
  TrPrepared prepared;
  TrStatus status = open_problem(bench, &prepared, motions);

  if (status == TR_OK && !take_slopes(dynamics))
    status = TR_NO_MEMORY;
  if (status == TR_OK) {
    bench->dynamics = dynamics;
    status = visit_slopes(bench);
  }
  tr_problem_free(bench->problem);
  tr_prepared_clear(&prepared);
  return status;
}

bool
tr_inverse_dynamics_knows_slopes(const TrTask *task)
{
  TR_ASSERT(task);
  for (int i = 0; i < task->n_free; i++)
    if (is_geometry(task->free[i].param))
      return false;
  return true;
}

TrStatus
tr_inverse_dynamics_new(TrInverseDynamics **out,
                        const TrTask *task,
                        TrInverseDynamicsOptions options)
{
  TR_ASSERT(out && tr_task_is_whole(task));
  Bench bench = {0};
  TrStatus status = fill_bench(&bench, task, options.gravity);

  *out = NULL;
  if (status == TR_OK)
    status = compute(&bench, out, options);
  if (status != TR_OK) {
    tr_inverse_dynamics_free(*out);
    *out = NULL;
  }
  clear_bench(&bench);
  return status;
}

static void
drop_slopes(TrInverseDynamics *dynamics)
{
  for (int l = 0; dynamics->slope && l < dynamics->n_logs; l++)
    free(dynamics->slope[l]);
  free(dynamics->slope);
  dynamics->slope = NULL;
}

TrStatus
tr_inverse_dynamics_add_slopes(TrInverseDynamics *dynamics,
                               const TrTask *task,
                               const TrPrepared *motions)
{
  TR_ASSERT(dynamics && tr_task_is_whole(task));
  Bench bench = {0};
  TrStatus status = fill_bench(&bench, task, true);

  if (status == TR_OK)
    status = compute_slopes(&bench, dynamics, motions);
  if (status != TR_OK)
    drop_slopes(dynamics);
  clear_bench(&bench);
  return status;
}

void
tr_inverse_dynamics_free(TrInverseDynamics *dynamics)
{
  if (!dynamics)
    return;
  for (int l = 0; l < dynamics->n_logs; l++)
    free(dynamics->force[l]);
  drop_slopes(dynamics);
  free(dynamics->force);
  free(dynamics->n_nodes);
  free(dynamics->reaction);
  free(dynamics);
}
