/* Making and freeing a problem: sizes, bounds, scales and weights. */
#include "engine/est/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/linalg/boxqp.h"

/* The residual of step k touches the nodes k-1, k and k+1. */
enum { BANDWIDTH = 2 };

/* Compliance below which the weight of the state error is not stiffened further (METHOD §3). */
#define WEIGHT_COMPLIANCE 1e-4

/* sd of the weak default prior in natural sizes of the parameter. */
#define WEAK_PRIOR_SPREAD 10

/* Smallest mass and inertia, as a share of the natural size of their kind. */
#define SMALLEST_INERTIA 1e-6

double
tr_clock_seconds(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A motor's bias is counted in hundredths of the force that its input commands. */
static double
natural_scale(const TrTask *task, const TrPrepared *prepared, const TrFree *f)
{
  double scale = tr_param_scale(task->model, f->param);

  if (f->param.kind == TR_PARAM_BIAS) {
    const TrMotor *motor = &task->model->motors[f->param.owner];
    double commanded = 0.01 * fabs(motor->gain) * prepared->input_range[f->param.owner];

    scale = commanded > 0 ? commanded : scale;
  }
  return fmax(scale, fabs(f->start));
}

static double
lowest_value(const TrModel *model, const TrFree *f)
{
  double least = tr_param_floor(f->param);
  bool inertial = f->param.kind == TR_PARAM_MASS || f->param.kind == TR_PARAM_INERTIA;

  if (inertial && least == 0)
    least = SMALLEST_INERTIA * tr_param_scale(model, f->param);
  return fmin(fmax(f->min, least), f->start);
}

static void
fill_parameters(TrProblem *problem)
{
  const TrTask *task = problem->task;

  for (int i = 0; i < problem->p; i++) {
    const TrFree *f = &task->free[i];
    double start = task->warm_start ? task->warm_start[i] : f->start;

    problem->params[i] = f->param;
    problem->floor[i] = lowest_value(task->model, f);
    problem->ceiling[i] = f->max;
    problem->parameters[i] = fmin(fmax(start, problem->floor[i]), f->max);
    problem->scale[i] = natural_scale(task, problem->prepared, f);
    problem->start[i] = problem->parameters[i];
  }
  problem->gauge.n = problem->p;
}

static void
fill_context(TrProblem *problem)
{
  const TrSettings *s = &problem->task->settings;
  TrRelaxation relaxation = {.h = s->h,
                             .compliance_scale = s->compliance_scale,
                             .damping_scale = s->damping_scale,
                             .auto_tau = s->h / 4};

  tr_mechanism_relaxation(problem->sigma, problem->gamma, problem->mechanism, problem->model,
                          &relaxation);
  relaxation.eps_floor = WEIGHT_COMPLIANCE;
  tr_mechanism_relaxation(problem->sigma_w, problem->gamma, problem->mechanism, problem->model,
                          &relaxation);
  problem->context = (TrStageContext){.model = problem->model,
                                      .mechanism = problem->mechanism,
                                      .n_params = problem->p,
                                      .params = problem->params,
                                      .h = s->h,
                                      .sigma = problem->sigma,
                                      .sigma_w = problem->sigma_w,
                                      .gamma = problem->gamma};
}

/* Mean of (residual/sigma)^2 on the start motion, at most one: what the weak prior is weighed
 * with, so that it stays weak when the stated sigmas are far too large. */
static double
measure_noise(TrProblem *problem)
{
  double sum = 0;
  long n = 0;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    for (int i = 0; i < log->n_observations; i++, n++) {
      const TrObservation *o = &log->observations[i];
      const double *pose = tr_problem_pose(problem, problem->pose, l, o->node);
      double y = tr_observation_predict(problem, o, pose, pose + problem->n / 6 * TR_POSE, NULL);
      double r = tr_observation_residual(problem->model, o, y);

      sum += r * r / o->variance;
    }
  }
  return n > 0 ? fmin(1, sum / (double)n) : 1;
}

static void
fill_weights(TrProblem *problem)
{
  const TrSettings *s = &problem->task->settings;
  double sigma0 = problem->prepared->sigma0, noise = measure_noise(problem);

  problem->kappa = isnan(s->kappa) ? problem->prepared->kappa_ref : s->kappa;
  problem->weight = problem->kappa / (sigma0 * sigma0) * 0.01 / s->h;
  for (int i = 0; i < problem->p; i++) {
    double spread = WEAK_PRIOR_SPREAD * problem->scale[i];
    bool has_prior = isfinite(problem->task->free[i].prior_sigma);

    problem->weak_weight[i] = has_prior ? 0 : noise / (spread * spread);
  }
}

/* Start poses of all logs, one after the other. */
static void
copy_start(TrProblem *problem)
{
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrTrajectory *start = problem->prepared->logs[l].start;
    size_t size = (size_t)start->n_nodes * (size_t)start->n_bodies * TR_POSE;
    double *pose = tr_problem_pose(problem, problem->pose, l, 0);

    memcpy(pose, start->pose, size * sizeof *pose);
    problem->view_storage[l] = *start;
    problem->views[l] = &problem->view_storage[l];
  }
}

static void
take_vector(double **vector, size_t size, bool *ok)
{
  *vector = calloc(size + 1, sizeof **vector);
  *ok = *ok && *vector;
}

static bool
take_memory(TrProblem *p)
{
  size_t n = (size_t)p->n, q = (size_t)p->p, nodes = (size_t)p->first[p->prepared->n_logs];
  size_t m = (size_t)p->mechanism->n_rows, logs = (size_t)p->prepared->n_logs;
  size_t history = (size_t)p->task->settings.max_iterations + 2;
  bool ok = true;
  double **by_parameter[] = {&p->parameters,      &p->trial_parameters,
                             &p->parameter_step,  &p->lower,
                             &p->upper,           &p->scale,
                             &p->floor,           &p->ceiling,
                             &p->weak_weight,     &p->start,
                             &p->gauge.direction, &p->gauge.loading};

  for (size_t i = 0; i < TR_COUNT(by_parameter); i++)
    take_vector(by_parameter[i], q, &ok);
  take_vector(&p->sigma, m, &ok);
  take_vector(&p->sigma_w, m, &ok);
  take_vector(&p->gamma, m, &ok);
  take_vector(&p->pose, nodes * n / 6 * TR_POSE, &ok);
  take_vector(&p->trial_pose, nodes * n / 6 * TR_POSE, &ok);
  take_vector(&p->step, nodes * n, &ok);
  take_vector(&p->jac, n * (3 * n + q), &ok);
  take_vector(&p->r, n, &ok);
  take_vector(&p->schur, q * q, &ok);
  take_vector(&p->history_parameters, history * q, &ok);
  p->boxqp = calloc(1, tr_boxqp_work_size(p->p));
  p->params = calloc(q + 1, sizeof *p->params);
  p->views = calloc(logs, sizeof *p->views);
  p->view_storage = calloc(logs, sizeof *p->view_storage);
  p->history = calloc(history, sizeof *p->history);
  return ok && p->boxqp && p->params && p->views && p->view_storage && p->history;
}

static bool
make_parts(TrProblem *p)
{
  int *lengths = calloc((size_t)p->prepared->n_logs, sizeof *lengths);

  p->model = tr_model_copy(p->task->model);
  p->trial_model = tr_model_copy(p->task->model);
  p->mechanism = tr_mechanism_new(p->task->model);
  p->first = calloc((size_t)p->prepared->n_logs + 1, sizeof *p->first);
  if (lengths && p->first) {
    for (int l = 0; l < p->prepared->n_logs; l++) {
      lengths[l] = p->prepared->logs[l].n_nodes;
      p->first[l + 1] = p->first[l] + lengths[l];
    }
    p->arrow = tr_arrow_new(p->n, BANDWIDTH, p->p, p->prepared->n_logs, lengths);
  }
  if (p->mechanism)
    p->work = tr_stage_work_new(p->mechanism, p->p);
  free(lengths);
  return p->model && p->trial_model && p->mechanism && p->first && p->arrow && p->work;
}

TrProblem *
tr_problem_new(const TrTask *task, const TrPrepared *prepared)
{
  TrProblem *problem = calloc(1, sizeof *problem);

  if (!problem)
    return NULL;
  problem->task = task;
  problem->prepared = prepared;
  problem->n = 6 * task->model->n_bodies;
  problem->p = task->n_free;
  problem->seconds_at_start = tr_clock_seconds();
  if (!make_parts(problem) || !take_memory(problem)) {
    tr_problem_free(problem);
    return NULL;
  }
  fill_parameters(problem);
  fill_context(problem);
  copy_start(problem);
  tr_problem_use(problem, problem->model, problem->parameters);
  fill_weights(problem);
  return problem;
}

void
tr_problem_free(TrProblem *p)
{
  if (!p)
    return;

  void *parts[] = {p->params,
                   p->sigma,
                   p->sigma_w,
                   p->gamma,
                   p->first,
                   p->pose,
                   p->trial_pose,
                   p->parameters,
                   p->trial_parameters,
                   p->step,
                   p->parameter_step,
                   p->jac,
                   p->r,
                   p->schur,
                   p->lower,
                   p->upper,
                   p->boxqp,
                   p->scale,
                   p->floor,
                   p->ceiling,
                   p->weak_weight,
                   p->start,
                   p->gauge.direction,
                   p->gauge.loading,
                   p->views,
                   p->view_storage,
                   p->history,
                   p->history_parameters};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
  tr_model_free(p->model);
  tr_model_free(p->trial_model);
  tr_mechanism_free(p->mechanism);
  tr_stage_work_free(p->work);
  tr_arrow_free(p->arrow);
  free(p);
}

void
tr_problem_use(TrProblem *problem, TrModel *model, const double *parameters)
{
  for (int i = 0; i < problem->p; i++)
    tr_param_set(model, problem->params[i], parameters[i]);
  tr_mechanism_update(problem->mechanism, model);
  problem->context.model = model;
}
