#include "engine/est/effort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/kinematics.h"

/* The task with a motor of gain one on each joint that moves, in a closed loop on those that have
 * motors, nothing but their biases free. */
typedef struct Bench {
  TrModel *model;
  TrFree *free; /* [n_motors] */
  TrLog *logs;  /* without motor channels */
  TrChannel *channels;
  TrTask task;
  TrEffort *effort;
  const TrProblem *problem;
  double *normal, *right; /* [n_motors x n_motors], [n_motors] */
} Bench;

static void
clear_bench(Bench *bench)
{
  tr_model_free(bench->model);
  free(bench->free);
  free(bench->logs);
  free(bench->channels);
  free(bench->normal);
  free(bench->right);
}

static bool
has_motor(const TrModel *model, int joint)
{
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].joint == joint)
      return true;
  return false;
}

/* Rotors stay, as inertia at the joint. */
static void
replace_motors(Bench *bench, const TrModel *model)
{
  bool is_tree = tr_model_is_tree(model);
  int n = 0;

  for (int j = 0; j < model->n_joints; j++) {
    if (!tr_joint_class(model->joints[j].type)->has_axis)
      continue;
    bench->model->joints[j].friction.model = TR_FRICTION_NONE;
    if (!is_tree && !has_motor(model, j))
      continue;
    bench->model->motors[n] = tr_motor_default();
    bench->model->motors[n].joint = j;
    for (int m = 0; m < model->n_motors; m++) {
      const TrMotor *motor = &model->motors[m];

      if (motor->joint == j)
        bench->model->motors[n].rotor_inertia += motor->gear * motor->gear * motor->rotor_inertia;
    }
    bench->free[n] = (TrFree){.param = {.kind = TR_PARAM_BIAS, .owner = n},
                              .min = -INFINITY,
                              .max = INFINITY,
                              .prior_sigma = INFINITY};
    n++;
  }
  bench->model->n_motors = n;
}

static void
copy_logs(Bench *bench, const TrTask *task)
{
  TrChannel *channel = bench->channels;

  for (int l = 0; l < task->n_logs; l++) {
    const TrLog *log = &task->logs[l];

    bench->logs[l] = *log;
    bench->logs[l].channels = channel;
    bench->logs[l].n_channels = 0;
    for (int i = 0; i < log->n_channels; i++)
      if (log->channels[i].kind == TR_SIGNAL_SENSOR) {
        *channel++ = log->channels[i];
        bench->logs[l].n_channels++;
      }
  }
}

static TrStatus
fill_bench(Bench *bench, const TrTask *task, bool gravity)
{
  size_t n_joints = (size_t)task->model->n_joints, n_channels = 1;
  TrMotor *motors;

  for (int l = 0; l < task->n_logs; l++)
    n_channels += (size_t)task->logs[l].n_channels;
  bench->model = tr_model_copy(task->model);
  bench->free = calloc(n_joints + 1, sizeof *bench->free);
  bench->logs = calloc((size_t)task->n_logs + 1, sizeof *bench->logs);
  bench->channels = calloc(n_channels, sizeof *bench->channels);
  bench->normal = calloc(n_joints * n_joints + 1, sizeof *bench->normal);
  bench->right = calloc(n_joints + 1, sizeof *bench->right);
  motors = calloc(n_joints + 1, sizeof *motors);
  if (!bench->model || !bench->free || !bench->logs || !bench->channels || !bench->normal ||
      !bench->right || !motors) {
    free(motors);
    return TR_NO_MEMORY;
  }
  free(bench->model->motors);
  bench->model->motors = motors;
  if (!gravity)
    bench->model->gravity.magnitude = 0;
  replace_motors(bench, task->model);
  copy_logs(bench, task);
  bench->task = (TrTask){.model = bench->model,
                         .n_free = bench->model->n_motors,
                         .free = bench->free,
                         .n_logs = task->n_logs,
                         .logs = bench->logs,
                         .settings = task->settings,
                         .monitor = task->monitor};
  bench->task.settings.formulation = TR_FORMULATION_PREDICTED; /* whose residual add_step() takes */
  return TR_OK;
}

/* Largest |lambda|/h over the linear rows of each joint. */
static void
add_reactions(Bench *bench)
{
  const TrMechanism *mechanism = bench->problem->mechanism;
  const double *lambda = tr_stage_lambda(bench->problem->scratch.work);

  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    double square = 0;

    for (int k = 0; k < c->n_rows && !c->angular; k++)
      square += lambda[c->row + k] * lambda[c->row + k];
    bench->effort->reaction[c->joint] =
        fmax(bench->effort->reaction[c->joint], sqrt(square) / bench->task.settings.h);
  }
}

/* Takes the residuals of the steps: three nodes, all components. */
static TrStatus
add_step(void *user,
         int block,
         int touched,
         const double *jac,
         const double *r,
         int n_rows,
         double weight)
{
  Bench *bench = user;
  int n = bench->problem->n, p = bench->task.n_free, columns = 3 * n + p, log = 0;

  if (touched != 3 || n_rows != n || p == 0)
    return TR_OK;
  memset(bench->normal, 0, (size_t)(p * p) * sizeof *bench->normal);
  memset(bench->right, 0, (size_t)p * sizeof *bench->right);
  for (int i = 0; i < n; i++)
    for (int a = 0; a < p; a++) {
      const double *slope = jac + (size_t)i * (size_t)columns + 3 * n;

      bench->right[a] -= slope[a] * r[i];
      for (int b = 0; b <= a; b++)
        bench->normal[a * p + b] += slope[a] * slope[b];
    }
  TR_TRY(tr_dense_cholesky(bench->normal, p));
  add_reactions(bench);
  tr_dense_cholesky_solve(bench->right, bench->normal, p, 1);
  while (block >= bench->problem->first[log + 1])
    log++;
  double *out = bench->effort->force[log] +
                (size_t)(block + 1 - bench->problem->first[log]) * (size_t)bench->effort->n_joints;
  for (int a = 0; a < p; a++)
    out[bench->model->motors[a].joint] = bench->right[a];
  return TR_OK;
}

static TrStatus
take_effort(TrEffort **out, const TrPrepared *prepared, int n_joints)
{
  TrEffort *effort = calloc(1, sizeof *effort);
  bool ok = effort != NULL;

  *out = effort;
  if (!ok)
    return TR_NO_MEMORY;
  effort->n_joints = n_joints;
  effort->n_nodes = calloc((size_t)prepared->n_logs + 1, sizeof *effort->n_nodes);
  effort->force = calloc((size_t)prepared->n_logs + 1, sizeof *effort->force);
  effort->reaction = calloc((size_t)n_joints + 1, sizeof *effort->reaction);
  if (!effort->n_nodes || !effort->force || !effort->reaction)
    return TR_NO_MEMORY;
  effort->n_logs = prepared->n_logs;
  for (int l = 0; l < prepared->n_logs; l++) {
    effort->n_nodes[l] = prepared->logs[l].n_nodes;
    effort->force[l] =
        calloc((size_t)effort->n_nodes[l] * (size_t)n_joints + 1, sizeof **effort->force);
    ok = ok && effort->force[l];
  }
  return ok ? TR_OK : TR_NO_MEMORY;
}

static TrStatus
compute(Bench *bench, TrEffort **out)
{
  TrPrepared prepared;
  TrProblem *problem = NULL;
  TrStatus status;

  TR_TRY(tr_prepare(&prepared, &bench->task, NULL));
  status = take_effort(out, &prepared, bench->model->n_joints);
  if (status == TR_OK) {
    problem = tr_problem_new(&bench->task, &prepared);
    status = problem ? TR_OK : TR_NO_MEMORY;
  }
  if (status == TR_OK) {
    bench->effort = *out;
    bench->problem = problem;
    tr_problem_use(problem, problem->model, problem->parameters);
    tr_problem_single_steps(problem);
    status = tr_problem_visit(problem, add_step, bench);
  }
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  return status;
}

TrStatus
tr_effort_new(TrEffort **out, const TrTask *task, bool gravity)
{
  Bench bench = {0};
  TrStatus status = fill_bench(&bench, task, gravity);

  *out = NULL;
  if (status == TR_OK)
    status = compute(&bench, out);
  if (status != TR_OK) {
    tr_effort_free(*out);
    *out = NULL;
  }
  clear_bench(&bench);
  return status;
}

void
tr_effort_free(TrEffort *effort)
{
  if (!effort)
    return;
  for (int l = 0; l < effort->n_logs; l++)
    free(effort->force[l]);
  free(effort->force);
  free(effort->n_nodes);
  free(effort->reaction);
  free(effort);
}
