#include "engine/est/prepare/state_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/est/step/residual.h"

/* Nodes of a log that are looked at: at most so many, and less of large mechanisms, where one costs
 * a multiple of n^3. */
enum { LEAST_NODES = 8, MOST_NODES = 200 };
#define MOST_WORK 1e9

/* Impulses of different joints are coupled where one is this part of the estimate of another. */
#define COUPLED 1e-3

/* Least size of a freedom in units of the rms of the others of its kind. */
#define LEAST_SIZE 1e-6

static double
find_constraint_scale(const TrStateError *error)
{
  double least = INFINITY;

  for (int g = 0; g < error->n_groups; g++) {
    double most = 0;

    for (int i = 0; i < error->n_freedoms; i++)
      most = error->group[i] == g ? fmax(most, error->share[i]) : most;
    least = fmin(least, most);
  }
  return 1 / least;
}

double
tr_state_error_normalize(TrStateError *error)
{
  double mean = 0;

  for (int i = 0; i < error->n_freedoms; i++)
    mean += error->share[i] * error->share[i] / error->n_freedoms;
  for (int i = 0; i < error->n_freedoms; i++)
    error->share[i] /= sqrt(mean);
  *error->constraint_scale = find_constraint_scale(error);
  return mean;
}

double
tr_state_error_size(const TrStateError *error)
{
  double mean = 0;

  for (int i = 0; i < error->n_freedoms; i++)
    mean += error->size[i] * error->size[i] / error->n_freedoms;
  return sqrt(mean);
}

void
tr_state_error_clear(TrStateError *error)
{
  free(error->joint);
  free(error->kind);
  free(error->is_at_floor);
  free(error->group);
  free(error->size);
  free(error->inertial);
  free(error->share);
  free(error->constraint_scale);
  *error = (TrStateError){0};
}

static bool
take_error(TrStateError *error, int n_freedoms)
{
  size_t n = (size_t)n_freedoms + 1;

  error->n_freedoms = n_freedoms;
  error->joint = calloc(n, sizeof *error->joint);
  error->kind = calloc(n, sizeof *error->kind);
  error->is_at_floor = calloc(n, sizeof *error->is_at_floor);
  error->group = calloc(n, sizeof *error->group);
  error->size = calloc(n, sizeof *error->size);
  error->inertial = calloc(n, sizeof *error->inertial);
  error->share = calloc(n, sizeof *error->share);
  error->constraint_scale = calloc(1, sizeof *error->constraint_scale);
  return error->joint && error->kind && error->is_at_floor && error->group && error->size &&
         error->inertial && error->share && error->constraint_scale;
}

/* Scratch of the measurement. */
typedef struct Bench {
  const TrTask *task;
  const TrModel *model; /* whose values count */
  TrStateError *error;
  TrJointSize *joint_size; /* [n_joints] sums of squares, finally their roots */
  TrMechanism *mechanism;
  TrStepWork *work;
  TrParam *springs; /* [n_springs] free stiffnesses: joints whose stretch is measured */
  int n_springs;
  double *sigma, *gamma; /* [m] */
  double *terms;         /* [TR_JOINT_TERMS x n_freedoms] of a step */
  double *squares;       /* [TR_JOINT_TERMS x n_freedoms] sums */
  double *coupling;      /* [n_freedoms x n_freedoms] */
  long n;
} Bench;

static void
list_springs(Bench *bench)
{
  for (int i = 0; i < bench->task->n_free; i++)
    if (bench->task->free[i].param.kind == TR_PARAM_STIFFNESS)
      bench->springs[bench->n_springs++] = bench->task->free[i].param;
}

static bool
open_bench(Bench *bench, const TrTask *task)
{
  size_t n, m;

  bench->mechanism = tr_mechanism_new(task->model);
  if (!bench->mechanism)
    return false;
  n = (size_t)bench->mechanism->n_freedoms + 1;
  m = (size_t)bench->mechanism->n_rows + 1;
  bench->sigma = calloc(m, sizeof *bench->sigma);
  bench->gamma = calloc(m, sizeof *bench->gamma);
  bench->terms = calloc(TR_JOINT_TERMS * n, sizeof *bench->terms);
  bench->squares = calloc(TR_JOINT_TERMS * n, sizeof *bench->squares);
  bench->coupling = calloc(n * n, sizeof *bench->coupling);
  bench->springs = calloc((size_t)task->n_free + 1, sizeof *bench->springs);
  if (bench->springs)
    list_springs(bench);
  bench->work = tr_step_work_new(bench->mechanism, bench->n_springs);
  return bench->springs && bench->work && bench->sigma && bench->gamma && bench->terms &&
         bench->squares && bench->coupling &&
         take_error(bench->error, bench->mechanism->n_freedoms);
}

static void
close_bench(Bench *bench)
{
  tr_mechanism_free(bench->mechanism);
  tr_step_work_free(bench->work);
  free(bench->sigma);
  free(bench->gamma);
  free(bench->terms);
  free(bench->squares);
  free(bench->coupling);
  free(bench->springs);
}

/* Marks freedoms whose estimates from an impulse depend on one another: V^T V, of the rows of the
 * probe, is not diagonal. */
static void
add_coupling(Bench *bench)
{
  int nd = bench->mechanism->n_freedoms, n = 6 * bench->mechanism->n_bodies;
  const double *probe = tr_step_joint_probe(bench->work);

  for (int i = 0; i < nd; i++)
    for (int j = 0; j < i; j++) {
      double sum = 0;

      for (int k = 0; k < n; k++)
        sum += probe[i * n + k] * probe[j * n + k];
      bench->coupling[i * nd + j] = fmax(bench->coupling[i * nd + j], fabs(sum));
    }
}

static TrStatus
measure_node(Bench *bench, const TrStepContext *context, const TrPreparedLog *log, int k)
{
  int nd = bench->mechanism->n_freedoms;
  size_t n_inputs = (size_t)tr_model_n_inputs(bench->task->model);
  TrStepInput in = {tr_trajectory_pose(log->start, k - 1), tr_trajectory_pose(log->start, k),
                    tr_trajectory_pose(log->start, k + 1), log->input + (size_t)k * n_inputs};

  TR_TRY(tr_step_joint_terms(bench->terms, bench->work, context, &in));
  for (int i = 0; i < TR_JOINT_TERMS * nd; i++)
    bench->squares[i] += bench->terms[i] * bench->terms[i];
  for (int j = 0; j < bench->task->model->n_joints; j++) {
    TrStepJoint joint = tr_step_joint(bench->work, j, 0);

    bench->joint_size[j].rate += joint.rate * joint.rate;
    bench->joint_size[j].stretch += joint.stretch * joint.stretch;
  }
  add_coupling(bench);
  bench->n++;
  return TR_OK;
}

static TrStatus
measure_log(Bench *bench, const TrStepContext *common, const TrPreparedLog *log)
{
  double n = 6.0 * bench->mechanism->n_bodies;
  int most = (int)fmin(fmax(MOST_WORK / (n * n * n), LEAST_NODES), MOST_NODES);
  int stride = log->n_nodes / most + 1;
  TrStepContext context = *common;

  context.smoothing = log->smoothing;
  context.model = log->own_model ? log->own_model : common->model;
  tr_mechanism_update(bench->mechanism, context.model);
  for (int k = 1; k + 1 < log->n_nodes; k += stride)
    if (!tr_log_excludes(log->log, log->log->start + k * context.h))
      TR_TRY(measure_node(bench, &context, log, k));
  return TR_OK;
}

static TrStatus
measure(Bench *bench, const TrPrepared *prepared)
{
  const TrSettings *s = &bench->task->settings;
  TrRelaxation relaxation = {.h = s->h, .compliance_scale = 1, .damping_scale = 1};
  TrStepContext context = {.model = bench->model,
                           .mechanism = bench->mechanism,
                           .n_params = bench->n_springs,
                           .params = bench->springs,
                           .h = s->h,
                           .midpoint = true,
                           .sigma = bench->sigma,
                           .sigma_w = bench->sigma,
                           .gamma = bench->gamma};

  tr_mechanism_relaxation(bench->sigma, bench->gamma, bench->mechanism, bench->task->model,
                          &relaxation);
  for (int l = 0; l < prepared->n_logs; l++)
    TR_TRY(measure_log(bench, &context, &prepared->logs[l]));
  return TR_OK;
}

/* Sets joints and kinds. */
static void
fill_kinds(Bench *bench)
{
  for (int i = 0; i < bench->mechanism->n_free_constraints; i++) {
    const TrConstraint *c = &bench->mechanism->freedoms[i];

    for (int r = c->row; r < c->row + c->n_rows; r++) {
      bench->error->joint[r] = c->joint;
      bench->error->kind[r] = c->angular ? TR_KIND_TORQUE : TR_KIND_FORCE;
    }
  }
}

/* Sets sizes; a freedom without any impulse gets the least size. */
static void
fill_sizes(Bench *bench)
{
  TrStateError *error = bench->error;
  int nd = error->n_freedoms;
  double largest[TR_N_KINDS] = {0, 0};

  for (int i = 0; i < nd; i++) {
    error->inertial[i] = sqrt(bench->squares[i] / fmax((double)bench->n, 1));
    for (int t = 0; t < TR_JOINT_TERMS; t++)
      error->size[i] =
          fmax(error->size[i], sqrt(bench->squares[t * nd + i] / fmax((double)bench->n, 1)));
    largest[error->kind[i]] = fmax(largest[error->kind[i]], error->size[i]);
  }
  for (int i = 0; i < nd; i++) {
    double most = largest[error->kind[i]];

    error->size[i] = fmax(error->size[i], most > 0 ? LEAST_SIZE * most : 1);
    error->share[i] = error->size[i];
  }
}

/* Sets the joints' sizes; before the freedoms' sizes are raised to the least. */
static void
fill_joint_sizes(Bench *bench)
{
  const TrStateError *error = bench->error;
  double h = bench->task->settings.h, n = fmax((double)bench->n, 1);

  for (int j = 0; j < bench->task->model->n_joints; j++) {
    TrJointSize *size = &bench->joint_size[j];

    size->rate = sqrt(size->rate / n);
    size->stretch = sqrt(size->stretch / n);
  }
  for (int i = 0; i < TR_JOINT_TERMS * error->n_freedoms; i++) {
    double *force = &bench->joint_size[error->joint[i % error->n_freedoms]].force;

    *force = fmax(*force, sqrt(bench->squares[i] / n) / h);
  }
}

/* Gives all freedoms of one group the number of another. */
static void
merge(TrStateError *error, int from, int to)
{
  for (int i = 0; i < error->n_freedoms; i++)
    if (error->group[i] == from)
      error->group[i] = to;
}

/* Numbers the groups in the order of their first freedoms. */
static void
number_groups(TrStateError *error)
{
  error->n_groups = 0;
  for (int i = 0; i < error->n_freedoms; i++)
    if (error->group[i] == i)
      merge(error, i, -1 - error->n_groups++);
  for (int i = 0; i < error->n_freedoms; i++)
    error->group[i] = -1 - error->group[i];
}

static void
fill_groups(Bench *bench)
{
  TrStateError *error = bench->error;
  int nd = error->n_freedoms;

  for (int i = 0; i < nd; i++)
    error->group[i] = i;
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < i; j++) {
      bool is_same = error->joint[i] == error->joint[j] && error->kind[i] == error->kind[j];

      if ((is_same || bench->coupling[i * nd + j] > COUPLED) && error->group[i] != error->group[j])
        merge(error, error->group[i] > error->group[j] ? error->group[i] : error->group[j],
              error->group[i] > error->group[j] ? error->group[j] : error->group[i]);
    }
  number_groups(error);
}

/* rms of the sizes of all freedoms of one kind of a joint. */
static double
size_of_joint(const TrStateError *error, int joint, int kind)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < error->n_freedoms; i++)
    if (error->joint[i] == joint && error->kind[i] == kind) {
      sum += error->size[i] * error->size[i];
      n++;
    }
  return sqrt(sum / n);
}

/* Returns whether the model states the ratios of all freedoms. */
static bool
has_stated(const TrStateError *error, const TrModel *model)
{
  for (int i = 0; i < error->n_freedoms; i++)
    if (!(model->joints[error->joint[i]].state_error[error->kind[i]] > 0))
      return false;
  return true;
}

/* Takes the ratios that the model states, if it does so for all freedoms. */
static void
take_stated(TrStateError *error, const TrModel *model)
{
  if (!has_stated(error, model))
    return;
  for (int i = 0; i < error->n_freedoms; i++) {
    int joint = error->joint[i], kind = error->kind[i];

    error->share[i] =
        model->joints[joint].state_error[kind] * error->size[i] / size_of_joint(error, joint, kind);
  }
}

/* With contacts, the shares of free bodies are those of errors in their rates: mass, and the root
 * of mass times moment of inertia.  Impacts would otherwise set the sizes. */
static void
take_free_bodies(TrStateError *error, const TrModel *model)
{
  if (!tr_model_is_thrown(model))
    return;
  for (int i = 0; i < error->n_freedoms; i++) {
    const TrBody *body = &model->bodies[model->joints[error->joint[i]].child];
    double moment = (body->inertia[0] + body->inertia[1] + body->inertia[2]) / 3;

    error->share[i] = error->kind[i] == TR_KIND_FORCE ? body->mass : sqrt(body->mass * moment);
  }
}

/* Takes the sigmas of the fit that the task continues. */
static void
resume(TrStateError *error, const TrFit *from)
{
  if (!from || from->n_freedoms != error->n_freedoms)
    return;
  for (int i = 0; i < error->n_freedoms; i++)
    error->share[i] = from->state_sigmas[i].sigma;
}

/* Sets the shares: by the sizes, as stated, or as those of a fit before. */
static void
set_shares(TrStateError *error, const TrTask *task)
{
  memcpy(error->share, error->size, (size_t)error->n_freedoms * sizeof *error->share);
  take_free_bodies(error, task->model);
  take_stated(error, task->model);
  resume(error, task->warm_fit);
  *error->constraint_scale = 1;
  if (error->n_freedoms > 0)
    tr_state_error_normalize(error);
}

TrStatus
tr_prepare_state_error_like(TrPrepared *prepared, const TrTask *task, const TrPrepared *from)
{
  TrStateError *error = &prepared->state_error;
  const TrStateError *measured = &from->state_error;
  size_t n = (size_t)measured->n_freedoms;

  if (!take_error(error, measured->n_freedoms))
    return TR_NO_MEMORY;
  memcpy(prepared->joint_size, from->joint_size,
         (size_t)task->model->n_joints * sizeof *prepared->joint_size);
  memcpy(error->joint, measured->joint, n * sizeof *error->joint);
  memcpy(error->kind, measured->kind, n * sizeof *error->kind);
  memcpy(error->group, measured->group, n * sizeof *error->group);
  memcpy(error->size, measured->size, n * sizeof *error->size);
  memcpy(error->inertial, measured->inertial, n * sizeof *error->inertial);
  error->n_groups = measured->n_groups;
  set_shares(error, task);
  return TR_OK;
}

TrStatus
tr_prepare_state_error(TrPrepared *prepared, const TrTask *task)
{
  Bench bench = {.task = task,
                 .model = task->model,
                 .error = &prepared->state_error,
                 .joint_size = prepared->joint_size};
  TrStatus status = open_bench(&bench, task) ? measure(&bench, prepared) : TR_NO_MEMORY;

  if (status != TR_NO_MEMORY) {
    fill_kinds(&bench);
    fill_joint_sizes(&bench);
    fill_sizes(&bench);
    fill_groups(&bench);
    set_shares(&prepared->state_error, task);
  }
  close_bench(&bench);
  return status == TR_NO_MEMORY ? status : TR_OK;
}

/* Mean over a group of the logarithm of its sizes by those of before. */
static double
find_growth(const TrStateError *error, const double *size, int group)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < error->n_freedoms; i++)
    if (error->group[i] == group) {
      sum += log(size[i] / error->size[i]);
      n++;
    }
  return sum / n;
}

/* Takes sizes that were measured again: within a group the shares follow them, unless they are
 * stated or those of thrown bodies. */
static void
take_sizes(TrStateError *error, const TrStateError *now, const TrModel *model)
{
  size_t n = (size_t)error->n_freedoms;
  bool follows = !tr_model_is_thrown(model) && !has_stated(error, model);

  for (int g = 0; follows && g < error->n_groups; g++) {
    double growth = find_growth(error, now->size, g);

    for (int i = 0; i < error->n_freedoms; i++)
      if (error->group[i] == g)
        error->share[i] *= now->size[i] / error->size[i] / exp(growth);
  }
  memcpy(error->size, now->size, n * sizeof *error->size);
  memcpy(error->inertial, now->inertial, n * sizeof *error->inertial);
}

TrStatus
tr_prepare_state_error_again(TrPrepared *prepared, const TrTask *task, const TrModel *model)
{
  TrStateError now = {0};
  Bench bench = {.task = task,
                 .model = model,
                 .error = &now,
                 .joint_size = calloc((size_t)model->n_joints + 1, sizeof *bench.joint_size)};
  TrStatus status =
      bench.joint_size && open_bench(&bench, task) ? measure(&bench, prepared) : TR_NO_MEMORY;

  if (status == TR_OK) {
    fill_kinds(&bench);
    fill_sizes(&bench);
    take_sizes(&prepared->state_error, &now, model);
  }
  close_bench(&bench);
  free(bench.joint_size);
  tr_state_error_clear(&now);
  return status == TR_NO_MEMORY ? status : TR_OK;
}
