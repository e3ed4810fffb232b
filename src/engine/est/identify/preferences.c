#include "engine/est/identify/preferences.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/cpu.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/solve/solve.h"
#include "engine/est/uncertainty/posterior.h"
#include "engine/est/uncertainty/timing.h"
#include "engine/linalg/arrow.h"
#include "engine/linalg/dense.h"
#include "engine/signal/long_run.h"

/* Share of its information that a quantity must keep beside the parameters. */
#define LEAST_LEFT 1e-6

/* Free parameters with the quantities, at most: the border of the elimination grows with them. */
enum { MOST_BORDER = 120 };

/* The task with more free parameters, and what is computed of it. */
typedef struct Bench {
  const TrTask *task;
  TrFit *fit;
  TrModel *model; /* with the weights of the fit */
  TrTask wide;
  int room;      /* for free parameters and ties */
  TrFree *free;  /* [room] */
  TrTie *ties;   /* [room] */
  double *start; /* [room] */
  double *sd;    /* [room] of unknown delays, the first n_delays quantities */
  int n_delays;
  TrPreferences *out;
  int q;                 /* parameters of the fit that are not at a bound */
  int *index;            /* [q] */
  double *factor;        /* [q x q] Cholesky factor of their S, scaled */
  double *mix;           /* [n x p] change of all parameters with a unit of each quantity */
  double *size;          /* [n] S_x */
  double *gradient;      /* [n] g beside the parameters; 0 where S_x is */
  double *score;         /* [n x nodes] */
  double variance;       /* of the unknown delays' scores per information, at least the weights' */
  double *timing;        /* [p x p] */
  TrPosterior posterior; /* for tr_posterior_project() */
} Bench;

static void
add_free(Bench *bench, TrParam param, double value)
{
  TrTask *wide = &bench->wide;

  if (wide->n_free >= bench->room || tr_task_frees(wide, param))
    return;
  bench->start[wide->n_free] = value;
  bench->free[wide->n_free++] = (TrFree){.param = param,
                                         .start = value,
                                         .min = -INFINITY,
                                         .max = INFINITY,
                                         .prior_mean = value,
                                         .prior_sigma = INFINITY};
}

static double
get_channel_value(const TrChannel *channel, TrParamKind kind)
{
  return kind == TR_PARAM_CHANNEL_OFFSET  ? channel->offset
         : kind == TR_PARAM_CHANNEL_SCALE ? channel->scale
                                          : channel->delay;
}

/* Whether a quantity makes sense: those of drives and inputs have others that are the same. */
static bool
is_wanted(const TrModel *model, const TrChannel *channel, TrParamKind kind)
{
  const TrMotor *motor;

  if (channel->n < 2)
    return false;
  if (channel->kind == TR_SIGNAL_SENSOR)
    return true;
  motor = &model->motors[channel->index];
  if (tr_motor_has_servo(motor))
    return false;
  if (kind == TR_PARAM_CHANNEL_DELAY)
    return true;
  return motor->drive == TR_DRIVE_NONE ? kind == TR_PARAM_CHANNEL_OFFSET
                                       : kind == TR_PARAM_CHANNEL_SCALE;
}

/* Whether a quantity of a signal has the same start value in two logs, and is known as well. */
static bool
is_alike(const TrChannel *a, const TrChannel *b, TrParamKind kind)
{
  if (a->kind != b->kind || a->index != b->index ||
      get_channel_value(a, kind) != get_channel_value(b, kind))
    return false;
  return kind != TR_PARAM_CHANNEL_DELAY || (a->delay_sd > 0) == (b->delay_sd > 0);
}

/* Finds the quantity of the same signal in an earlier log, -1: none. */
static int
find_master(const Bench *bench, TrParam param)
{
  const TrChannel *own = &bench->task->logs[param.owner].channels[param.axis];

  for (int i = bench->task->n_free; i < bench->wide.n_free; i++) {
    TrParam other = bench->free[i].param;
    const TrChannel *channel;

    if (other.kind != param.kind)
      continue;
    channel = &bench->task->logs[other.owner].channels[other.axis];
    if (is_alike(channel, own, param.kind))
      return i;
  }
  return -1;
}

/* Adds a quantity of a channel unless it is there; returns its index, -1: none. */
static int
add_of_channel(Bench *bench, TrParam param)
{
  const TrChannel *channel = &bench->task->logs[param.owner].channels[param.axis];
  int master;

  if (!is_wanted(bench->task->model, channel, param.kind) || tr_task_frees(&bench->wide, param))
    return -1;
  master = find_master(bench, param);
  if (master >= 0 && bench->wide.n_ties < bench->room) {
    bench->ties[bench->wide.n_ties++] = (TrTie){param, master, 1};
    return master;
  }
  add_free(bench, param, get_channel_value(channel, param.kind));
  return bench->wide.n_free - 1;
}

static void
add_channel(Bench *bench, int log, int c)
{
  static const TrParamKind kinds[] = {TR_PARAM_CHANNEL_OFFSET, TR_PARAM_CHANNEL_SCALE,
                                      TR_PARAM_CHANNEL_DELAY};

  for (size_t k = 0; k < TR_COUNT(kinds); k++)
    add_of_channel(bench, (TrParam){.kind = kinds[k], .owner = log, .axis = c});
}

/* Adds the delay of a channel if it is not known; one of several logs may have the largest sd. */
static void
add_delay(Bench *bench, int log, int c)
{
  double sd = bench->task->logs[log].channels[c].delay_sd;
  int i = sd > 0 ? add_of_channel(bench, (TrParam){TR_PARAM_CHANNEL_DELAY, log, c}) : -1;

  if (i >= 0)
    bench->sd[i] = fmax(bench->sd[i], sd);
}

static void
add_quantity(Bench *bench, TrParamKind kind, int owner, int axis)
{
  const TrModel *model = bench->task->model;
  TrParam param = {.kind = kind, .owner = owner, .axis = axis};
  double value = tr_param_get(model, param);

  if (value != 0 && tr_param_can_be_free(model, param))
    add_free(bench, param, value);
}

/* Anchors turn the unknowns of a tree into poses, at which the motion of the fit is no minimum: a
 * task of a tree goes without them. */
static void
add_anchors(Bench *bench)
{
  if (tr_problem_is_of_tree(bench->task))
    return;
  for (int j = 0; j < bench->task->model->n_joints; j++)
    for (int axis = 0; axis < 3; axis++) {
      add_quantity(bench, TR_PARAM_ANCHOR_PARENT, j, axis);
      add_quantity(bench, TR_PARAM_ANCHOR_CHILD, j, axis);
    }
}

static void
add_model(Bench *bench)
{
  const TrModel *model = bench->task->model;

  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].drive == TR_DRIVE_NONE)
      add_quantity(bench, TR_PARAM_GAIN, m, 0);
  for (int b = 0; b < model->n_bodies; b++) {
    add_quantity(bench, TR_PARAM_MASS, b, 0);
    for (int axis = 0; axis < 3; axis++)
      add_quantity(bench, TR_PARAM_COM, b, axis);
  }
  add_anchors(bench);
}

static int
count_room(const TrTask *task)
{
  int n = task->n_free + task->n_ties + task->model->n_motors + 4 * task->model->n_bodies +
          6 * task->model->n_joints;

  for (int l = 0; l < task->n_logs; l++)
    n += 3 * task->logs[l].n_channels;
  return n + 1;
}

/* Adds unknown delays, which alone remain where there are too many quantities, and the others. */
static void
add_quantities(Bench *bench)
{
  const TrTask *task = bench->task;
  int n_ties;

  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++)
      add_delay(bench, l, c);
  bench->n_delays = bench->wide.n_free - task->n_free;
  n_ties = bench->wide.n_ties;
  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++)
      add_channel(bench, l, c);
  add_model(bench);
  if (bench->wide.n_free <= MOST_BORDER)
    return;
  bench->wide.n_free = task->n_free + bench->n_delays;
  bench->wide.n_ties = n_ties;
}

static bool
take_task(Bench *bench)
{
  const TrTask *task = bench->task;
  size_t room = (size_t)(bench->room = count_room(task));

  bench->free = calloc(room, sizeof *bench->free);
  bench->ties = calloc(room, sizeof *bench->ties);
  bench->start = calloc(room, sizeof *bench->start);
  bench->sd = calloc(room, sizeof *bench->sd);
  if (!bench->free || !bench->ties || !bench->start || !bench->sd)
    return false;
  bench->wide = *task;
  bench->model = tr_task_continue(&bench->wide, bench->start, bench->fit);
  if (!bench->model)
    return false;
  for (int i = 0; i < task->n_free; i++)
    bench->free[i] = task->free[i];
  for (int i = 0; i < task->n_ties; i++)
    bench->ties[i] = task->ties[i];
  bench->wide.free = bench->free;
  bench->wide.ties = bench->ties;
  bench->wide.warm_fit = bench->fit;
  bench->wide.wants_information = false;
  add_quantities(bench);
  return true;
}

static bool
take_numbers(Bench *bench, const TrProblem *problem)
{
  size_t p = (size_t)bench->task->n_free, n = (size_t)(bench->wide.n_free - bench->task->n_free);
  size_t nodes = (size_t)problem->first[problem->prepared->n_logs];
  size_t block = (size_t)(problem->step_rows + problem->node_size);
  size_t stride = (size_t)tr_arrow_response_stride(problem->arrow);
  TrPosterior *posterior = &bench->posterior;

  *posterior = (TrPosterior){.problem = (TrProblem *)problem,
                             .stride = (int)stride,
                             .products = tr_product_kernels(tr_cpu())};
  bench->index = calloc(p + 1, sizeof *bench->index);
  bench->factor = calloc(p * p + 1, sizeof *bench->factor);
  bench->mix = calloc(n * p + 1, sizeof *bench->mix);
  bench->size = calloc(n + 1, sizeof *bench->size);
  bench->gradient = calloc(n + 1, sizeof *bench->gradient);
  bench->score = calloc(n * nodes + 1, sizeof *bench->score);
  posterior->response =
      calloc(nodes * (size_t)problem->node_size * stride + 1, sizeof *posterior->response);
  posterior->rows = calloc(block * stride + 1, sizeof *posterior->rows);
  bench->timing = calloc(p * p + 1, sizeof *bench->timing);
  bench->out = calloc(1, sizeof *bench->out);
  if (!bench->timing || !bench->index || !bench->factor || !bench->mix || !bench->size ||
      !bench->gradient || !bench->score || !posterior->response || !posterior->rows || !bench->out)
    return false;
  bench->out->all = calloc(n + 1, sizeof *bench->out->all);
  bench->out->storage = calloc(n * p + 1, sizeof *bench->out->storage);
  return bench->out->all && bench->out->storage;
}

static void
clear_bench(Bench *bench)
{
  tr_model_free(bench->model);
  free(bench->free);
  free(bench->ties);
  free(bench->start);
  free(bench->sd);
  free(bench->timing);
  free(bench->index);
  free(bench->factor);
  free(bench->mix);
  free(bench->size);
  free(bench->gradient);
  free(bench->score);
  free(bench->posterior.response);
  free(bench->posterior.rows);
  tr_preferences_free(bench->out);
}

/* S, or with column -1 the gradient, scaled. */
static double
get_scaled(const TrProblem *problem, int row, int column)
{
  return column < 0 ? *tr_arrow_corner(problem->arrow, problem->p, row) * problem->scale[row]
                    : *tr_arrow_corner(problem->arrow, row > column ? row : column,
                                       row > column ? column : row) *
                          problem->scale[row] * problem->scale[column];
}

static TrStatus
factorise(Bench *bench, const TrProblem *problem)
{
  for (int i = 0; i < bench->task->n_free; i++)
    if (!bench->fit->estimates[i].at_bound)
      bench->index[bench->q++] = i;
  for (int a = 0; a < bench->q; a++)
    for (int b = 0; b <= a; b++)
      bench->factor[a * bench->q + b] = get_scaled(problem, bench->index[a], bench->index[b]);
  return tr_dense_cholesky(bench->factor, bench->q);
}

/* Sets change, size and shift of a quantity: of the wide task's parameter p + e. */
static void
judge_size(Bench *bench, const TrProblem *problem, int e)
{
  TrPreference *out = &bench->out->all[e];
  int p = bench->task->n_free, own = p + e;
  double *mix = bench->mix + (size_t)e * (size_t)p;
  double all = get_scaled(problem, own, own) -
               problem->weak_weight[own] * problem->scale[own] * problem->scale[own];
  double left = all, gradient = get_scaled(problem, own, -1);

  for (int a = 0; a < bench->q; a++)
    mix[a] = -get_scaled(problem, own, bench->index[a]);
  tr_dense_cholesky_solve(mix, bench->factor, bench->q, 1);
  for (int a = 0; a < bench->q; a++) {
    left += get_scaled(problem, own, bench->index[a]) * mix[a];
    gradient += get_scaled(problem, bench->index[a], -1) * mix[a];
  }
  bench->size[e] = left > LEAST_LEFT * all ? left : 0;
  bench->gradient[e] = bench->size[e] > 0 ? gradient : 0;
  out->param = bench->free[own].param;
  out->value = bench->start[own];
  out->shift = bench->out->storage + (size_t)e * (size_t)p;
  out->change = bench->size[e] > 0 ? -gradient / left : 0; /* scaled until the end */
  for (int a = 0; a < bench->q; a++)
    out->shift[bench->index[a]] = mix[a] * out->change * problem->scale[bench->index[a]];
}

/* Visitor: adds the scores of the quantities at their estimates to the step in a block's middle. */
static TrStatus
add_block(void *user, const TrArrowResidual *residual)
{
  Bench *bench = user;
  TrPosterior *posterior = &bench->posterior;
  const TrProblem *problem = posterior->problem;
  int p = bench->task->n_free, n = bench->wide.n_free - p;
  int nodes = problem->first[problem->prepared->n_logs];
  int node = residual->block + residual->touched / 2;

  tr_posterior_project(posterior, residual->block, residual->touched, residual->jac,
                       residual->n_rows);
  for (int k = 0; k < residual->n_rows; k++) {
    const double *row = posterior->rows + k * posterior->stride;

    for (int e = 0; e < n; e++) {
      double slope = row[p + e] * problem->scale[p + e];

      if (bench->size[e] == 0)
        continue;
      for (int a = 0; a < bench->q; a++)
        slope += row[bench->index[a]] * problem->scale[bench->index[a]] * bench->mix[e * p + a];
      bench->score[(size_t)e * (size_t)nodes + (size_t)node] +=
          residual->weight * slope * (residual->r[k] + slope * bench->out->all[e].change);
    }
  }
  return TR_OK;
}

static int
compare(const void *a, const void *b)
{
  const TrPreference *one = a, *other = b;

  return (one->decrease < other->decrease) - (one->decrease > other->decrease);
}

/* S_x of two quantities. */
static double
get_information(const Bench *bench, const TrProblem *problem, int e, int other)
{
  int p = bench->task->n_free;
  const double *mix = bench->mix + (size_t)other * (size_t)p;
  double sum = get_scaled(problem, p + e, p + other);

  for (int a = 0; a < bench->q; a++)
    sum += get_scaled(problem, p + e, bench->index[a]) * mix[a];
  return sum;
}

/* Fills the delays that are not known, scaled as the problem is. */
static void
fill_delays(TrTiming *delays, const Bench *bench, const TrProblem *problem)
{
  int p = bench->task->n_free;

  delays->variance = bench->variance;
  for (int e = 0; e < delays->n; e++) {
    delays->sd[e] = bench->sd[p + e] / problem->scale[p + e];
    delays->gradient[e] = bench->gradient[e];
    for (int other = 0; other < e; other++)
      delays->information[e * delays->n + other] = delays->information[other * delays->n + e] =
          get_information(bench, problem, e, other);
    delays->information[e * delays->n + e] = bench->size[e];
    for (int a = 0; a < bench->q; a++)
      delays->response[e * p + bench->index[a]] = bench->mix[e * p + a];
  }
}

/* Sets the mean square error of the parameters by unknown delays, in their units. */
static TrStatus
find_timing(Bench *bench, const TrProblem *problem)
{
  int p = bench->task->n_free;
  TrTiming delays;
  TrStatus status;

  if (!tr_timing_init(&delays, bench->n_delays, p))
    return TR_NO_MEMORY;
  fill_delays(&delays, bench, problem);
  status = tr_timing_covariance(bench->timing, &delays);
  for (int i = 0; i < p * p; i++)
    bench->timing[i] *= problem->scale[i / p] * problem->scale[i % p];
  tr_timing_clear(&delays);
  return status;
}

/* Sets t and the decrease, and drops what cannot be told from the parameters. */
static void
finish(Bench *bench, const TrProblem *problem)
{
  TrPreferences *out = bench->out;
  int p = bench->task->n_free, n = bench->wide.n_free - p;
  int nodes = problem->first[problem->prepared->n_logs];
  TrLogSpans spans = {problem->prepared->n_logs, problem->first};
  double cost = bench->fit->cost.total,
         variance = cost / (double)(bench->fit->dof > 0 ? bench->fit->dof : 1);

  bench->variance = variance;
  for (int e = 0; e < n; e++) {
    TrPreference one = out->all[e];
    double memory;

    if (bench->size[e] == 0)
      continue;
    memory = tr_long_run_steps(bench->score + (size_t)e * (size_t)nodes, spans, &(int){0});
    if (e < bench->n_delays)
      bench->variance = fmax(bench->variance, memory / bench->size[e]);
    one.t = one.change * bench->size[e] / sqrt(fmax(bench->size[e] * variance, memory));
    one.decrease = one.change * one.change * bench->size[e] / cost;
    one.change *= problem->scale[p + e];
    if (isfinite(one.t))
      out->all[out->n++] = one;
  }
  qsort(out->all, (size_t)out->n, sizeof *out->all, compare);
}

/* Bench of tr_preferences_find(), for the work of tr_task_run(). */
static TrStatus
look(TrFit *fit, TrProblem *problem)
{
  Bench *bench = problem->task->monitor.user;
  TrStatus status;

  (void)fit;
  problem->damps_all = false;
  TR_TRY(tr_problem_inform(problem));
  if (!take_numbers(bench, problem))
    return TR_NO_MEMORY;
  TR_TRY(factorise(bench, problem));
  for (int e = 0; e < bench->wide.n_free - bench->task->n_free; e++)
    judge_size(bench, problem, e);
  TR_TRY(tr_arrow_responses(bench->posterior.response, problem->arrow));
  problem->context.weight_is_frozen = problem->formulation->is_weighed; /* as in S */
  status = tr_problem_visit(problem, add_block, bench);
  problem->context.weight_is_frozen = false;
  TR_TRY(status);
  finish(bench, problem);
  return find_timing(bench, problem);
}

static bool
poll_only(void *user, const void *event)
{
  const Bench *bench = user;

  (void)event;
  return tr_monitor_goes_on(&bench->task->monitor, NULL);
}

TrStatus
tr_preferences_find(TrFit *fit, const TrTask *task)
{
  TR_ASSERT(fit && tr_task_is_whole(task) && fit->n_free == task->n_free);
  Bench bench = {.task = task, .fit = fit};
  TrFit *looked = NULL;
  TrStatus status = TR_NO_MEMORY;

  /* a regression has no states to eliminate, and impacts make the cost kinked: what it would fall
   * by is then no question of slopes */
  if (fit->regression || tr_model_has_impacts(task->model))
    return TR_OK;
  if (take_task(&bench)) {
    bench.wide.monitor = (TrMonitor){poll_only, &bench};
    status =
        bench.wide.n_free > MOST_BORDER ? TR_OK : tr_task_run(&looked, &bench.wide, look, NULL);
  }
  if (status == TR_OK && looked) {
    fit->preferences = bench.out;
    fit->timing = bench.timing;
    bench.out = NULL;
    bench.timing = NULL;
  }
  tr_fit_free(looked);
  clear_bench(&bench);
  return status;
}
