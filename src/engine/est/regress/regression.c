#include "engine/est/regress/regression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/lm.h"
#include "engine/est/regress/private.h"
#include "engine/est/solve/solve.h"
#include "engine/est/step/formulation.h"
#include "engine/linalg/dense.h"

/* Step of the differences of z, in natural sizes: z is at most quadratic in a parameter, so that
 * central differences have rounding errors alone. */
#define DIFFERENCE 1e-3

/* Least residual of a freedom as a share of its forces: beyond it weights do not rise. */
#define LEAST_SIGMA 1e-7

/* Relative changes of the cost and of the weights below which the iteration ends. */
#define LEAST_GAIN       1e-5
#define WEIGHT_TOLERANCE 1e-4

/* Iterations, at most: loads and weights follow the parameters slowly. */
enum { MOST_ITERATIONS = 100 };

bool
tr_regression_has(const TrTask *task, TrParam param)
{
  TR_ASSERT(task);
  return tr_param_is_of_model(param) && tr_coefficients_have(task->model, param);
}

void
tr_regression_use(TrRegressionWork *r, const double *parameters)
{
  const TrTask *task = &r->task;

  for (int i = 0; i < r->p; i++)
    if (tr_param_is_of_model(task->free[i].param))
      tr_param_set(r->model, task->free[i].param, parameters[i]);
  for (int i = 0; i < task->n_ties; i++)
    if (tr_param_is_of_model(task->ties[i].param))
      tr_param_set(r->model, task->ties[i].param,
                   task->ties[i].factor * parameters[task->ties[i].master]);
  tr_coefficients_get(r->z, &r->equations->coefficients, r->model);
}

/* Products of the rows of each kind. */
static void
fill_gram(TrRegressionWork *r)
{
  int nz = r->n_z;

  for (int kind = 0; kind < r->n_kinds; kind++) {
    const double *rows = tr_regression_kind(r, kind);
    double *gram = r->gram + (size_t)kind * (size_t)(nz * nz);

    memset(gram, 0, (size_t)(nz * nz) * sizeof *gram);
    tr_dense_add_product_tn(gram, 1, rows, rows,
                            (TrProductSize){tr_regression_count(r, kind), nz, nz});
  }
}

double
tr_regression_square(const TrRegressionWork *r, int kind, const double *z)
{
  int nz = r->n_z;
  const double *gram = r->gram + (size_t)kind * (size_t)(nz * nz);
  double sum = 0;

  for (int a = 0; a < nz; a++)
    for (int b = 0; b < nz; b++)
      sum += z[a] * gram[a * nz + b] * z[b];
  return fmax(sum, 0);
}

double
tr_regression_force(const TrRegressionWork *r, int kind)
{
  int nz = r->n_z, n = tr_regression_count(r, kind);
  const double *gram = r->gram + (size_t)kind * (size_t)(nz * nz);
  double most = 0;

  for (int a = 0; a < nz; a++)
    most = fmax(most, r->z[a] * r->z[a] * gram[a * nz + a] / n);
  return sqrt(most);
}

/* Sets the weights by the residuals at the present parameters; returns the largest relative change.
 */
static double
reweigh(TrRegressionWork *r)
{
  int used = 0;
  double change = 0;

  for (int i = 0; i < r->p; i++)
    used += r->has[i];
  for (int kind = 0; kind < r->n_kinds; kind++) {
    double dof = fmax(tr_regression_count(r, kind) - (double)used / r->n_kinds, 1);
    double sigma = sqrt(tr_regression_square(r, kind, r->z) / dof),
           force = tr_regression_force(r, kind);

    sigma = fmax(sigma, force > 0 ? LEAST_SIGMA * force : 1);
    change = fmax(change, fabs(sigma / r->sigma[kind] - 1));
    r->sigma[kind] = sigma;
  }
  return change;
}

/* dz/dp, scaled. */
static void
fill_slopes(TrRegressionWork *r, const TrProblem *problem, const double *parameters)
{
  int p = r->p;

  memcpy(r->trial, parameters, (size_t)p * sizeof *r->trial);
  for (int i = 0; i < p; i++) {
    double step = DIFFERENCE * problem->scale[i];

    for (int side = -1; side <= 1; side += 2) {
      r->trial[i] = parameters[i] + side * step;
      tr_regression_use(r, r->trial);
      for (int a = 0; a < r->n_z; a++)
        r->slope[a * p + i] = (side < 0 ? 0 : r->slope[a * p + i]) +
                              (r->has[i] ? side * r->z[a] / (2 * DIFFERENCE) : 0);
    }
    r->trial[i] = parameters[i];
  }
  tr_regression_use(r, parameters);
}

static void
add_priors(TrRegressionWork *r, const TrProblem *problem, const double *parameters)
{
  int p = r->p;

  for (int i = 0; i < p; i++) {
    const TrFree *f = &r->task.free[i];
    double scale = problem->scale[i], weight = scale / f->prior_sigma;

    if (isfinite(f->prior_sigma)) {
      r->known[i * p + i] += weight * weight;
      r->gradient[i] += weight * (parameters[i] - f->prior_mean) / f->prior_sigma;
    } else {
      r->gradient[i] +=
          (parameters[i] - problem->start[i]) / scale / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD);
    }
  }
}

void
tr_regression_linearize(TrRegressionWork *r, const TrProblem *problem, const double *parameters)
{
  int nz = r->n_z, p = r->p;

  fill_slopes(r, problem, parameters);
  memset(r->normal, 0, (size_t)(nz * nz) * sizeof *r->normal);
  for (int kind = 0; kind < r->n_kinds; kind++)
    for (int i = 0; i < nz * nz; i++)
      r->normal[i] +=
          r->gram[(size_t)kind * (size_t)(nz * nz) + (size_t)i] / (r->sigma[kind] * r->sigma[kind]);
  memset(r->work, 0, (size_t)(nz * p) * sizeof *r->work);
  memset(r->known, 0, (size_t)(p * p) * sizeof *r->known);
  memset(r->gradient, 0, (size_t)p * sizeof *r->gradient);
  tr_dense_add_product(r->work, 1, r->normal, r->slope, (TrProductSize){nz, nz, p});
  tr_dense_add_product_tn(r->known, 1, r->slope, r->work, (TrProductSize){nz, p, p});
  tr_dense_add_product_tn(r->gradient, 1, r->work, r->z, (TrProductSize){nz, p, 1});
  add_priors(r, problem, parameters);
}

double
tr_regression_cost(TrRegressionWork *r, const TrProblem *problem, const double *parameters)
{
  double sum = 0;

  tr_regression_use(r, parameters);
  for (int kind = 0; kind < r->n_kinds; kind++)
    sum += tr_regression_square(r, kind, r->z) / (r->sigma[kind] * r->sigma[kind]);
  for (int i = 0; i < r->p; i++) {
    const TrFree *f = &r->task.free[i];
    double off = isfinite(f->prior_sigma)
                     ? (parameters[i] - f->prior_mean) / f->prior_sigma
                     : (parameters[i] - problem->start[i]) / (TR_WEAK_PRIOR_SD * problem->scale[i]);

    sum += off * off;
  }
  return sum;
}

/* Adds an iterate to the history, and reports it. */
static bool
report(TrRegressionWork *r, TrProblem *problem, int iteration, double step)
{
  int at = problem->n_history, p = r->p;
  double most = 0;
  TrIteration *it = &problem->history[at];

  for (int i = 0; i < p; i++)
    most = fmax(most, fabs(r->gradient[i]));
  *it = (TrIteration){.iteration = iteration,
                      .cost.total = tr_regression_cost(r, problem, problem->parameters),
                      .step = step,
                      .gradient = 2 * most,
                      .gain_ratio = NAN,
                      .seconds = tr_clock_seconds() - problem->seconds_at_start,
                      .round = 1,
                      .kappa = problem->kappa};
  memcpy(problem->history_parameters + (size_t)at * (size_t)p, problem->parameters,
         (size_t)p * sizeof *problem->parameters);
  if ((size_t)at + 1 < tr_problem_history_size(problem->task))
    problem->n_history++;
  return tr_monitor_goes_on(&r->task.monitor, &(TrFitEvent){.iteration = *it,
                                                            .parameters = problem->parameters,
                                                            .n_logs = r->task.n_logs,
                                                            .trajectories = problem->views,
                                                            .seconds = it->seconds});
}

/* The iteration: weights, step, loads. */
static TrStatus
iterate(TrFit *fit, TrRegressionWork *r, TrProblem *problem)
{
  double before, change, gain, step = 0;

  for (int kind = 0; kind < r->n_kinds; kind++)
    r->sigma[kind] = 1;
  tr_regression_use(r, problem->parameters);
  fill_gram(r);
  reweigh(r);
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    tr_regression_linearize(r, problem, problem->parameters);
    if (!report(r, problem, i, step))
      return TR_CANCELLED;
    fit->iterations = i + 1;
    before = tr_regression_cost(r, problem, problem->parameters);
    TR_TRY(tr_regression_step(&step, r, problem));
    gain = fabs(before - tr_regression_cost(r, problem, problem->parameters));
    if (r->equations->has_load) {
      TR_TRY(tr_equations_load(r->equations, r->z));
      fill_gram(r);
    }
    change = reweigh(r);
    if (gain < LEAST_GAIN * before && change < WEIGHT_TOLERANCE) {
      tr_regression_linearize(r, problem, problem->parameters);
      return TR_OK;
    }
  }
  return TR_NOT_CONVERGED;
}

/* Work of tr_task_run(): the regression, and its result as a fit. */
static TrStatus
work(TrFit *fit, TrProblem *problem)
{
  TrRegressionWork *r = (TrRegressionWork *)(void *)problem->task;

  fit->status = iterate(fit, r, problem);
  return fit->status == TR_NO_MEMORY ? TR_NO_MEMORY : tr_regression_describe(fit, r, problem);
}

static void
clear(TrRegressionWork *r)
{
  void *parts[] = {r->has,    r->z,     r->slope,    r->gram,  r->sigma,
                   r->normal, r->known, r->gradient, r->trial, r->work};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
  tr_model_free(r->model);
  tr_equations_free(r->equations);
}

static bool
take_memory(TrRegressionWork *r)
{
  size_t nz = (size_t)r->n_z, p = (size_t)r->p, kinds = (size_t)r->n_kinds;
  struct {
    double **to;
    size_t size;
  } arrays[] = {{&r->z, nz},        {&r->slope, nz * p},   {&r->gram, kinds * nz * nz},
                {&r->sigma, kinds}, {&r->normal, nz * nz}, {&r->known, p * p},
                {&r->gradient, p},  {&r->trial, p},        {&r->work, nz * (p > nz ? p : nz)}};
  bool ok = true;

  for (size_t i = 0; i < TR_COUNT(arrays); i++) {
    *arrays[i].to = calloc(arrays[i].size + 1, sizeof(double));
    ok = ok && *arrays[i].to;
  }
  r->has = calloc(p + 1, sizeof *r->has);
  r->model = tr_model_copy(r->task.model);
  return ok && r->has && r->model;
}

/* Checks that something in the equations is known: without it the forces have no scale. */
static TrStatus
check_scale(TrRegressionWork *r, TrError *error)
{
  int nz = r->n_z;
  double known = 0, all = 0;

  fill_gram(r);
  tr_coefficients_get(r->z, &r->equations->coefficients, r->model);
  for (int f = 0; f < r->equations->n_freedoms; f++)
    for (int a = 0; a < nz; a++)
      all += r->gram[((size_t)f * (size_t)nz + (size_t)a) * (size_t)nz + (size_t)a];
  if (!(all > 0))
    return tr_error_set(error, TR_BAD_LOG,
                        "the logs show no motion and no force, from which a regression could find "
                        "a parameter");
  for (int i = 0; i < r->p; i++)
    if (r->has[i])
      tr_param_set(r->model, r->task.free[i].param, 0);
  for (int i = 0; i < r->task.n_ties; i++)
    if (tr_regression_has(&r->task, r->task.ties[i].param))
      tr_param_set(r->model, r->task.ties[i].param, 0);
  tr_coefficients_get(r->z, &r->equations->coefficients, r->model);
  for (int f = 0; f < r->equations->n_freedoms; f++)
    known += tr_regression_square(r, f, r->z);
  if (known > 0)
    return TR_OK;
  if (r->equations->has_input)
    return tr_error_set(error, TR_BAD_LOG,
                        "all forces and inertias are free: without one that stays at its value a "
                        "regression finds zero for all; fix a gain, a mass or an inertia");
  return tr_error_set(error, TR_BAD_LOG,
                      "no log has the channel of a motor's force: without a known force a "
                      "regression finds zero for all parameters; map one, or fix a mass or an "
                      "inertia");
}

static bool
any_has(const TrRegressionWork *r)
{
  for (int i = 0; i < r->p; i++)
    if (r->has[i])
      return true;
  return false;
}

static TrStatus
prepare(TrRegressionWork *r, TrError *error)
{
  TR_TRY(tr_equations_new(&r->equations, &r->task, error));
  r->n_z = r->equations->coefficients.n;
  r->n_kinds = r->equations->n_freedoms + (r->equations->n_windows > 0);
  if (!take_memory(r))
    return TR_NO_MEMORY;
  for (int i = 0; i < r->p; i++)
    r->has[i] = tr_regression_has(&r->task, r->task.free[i].param);
  if (tr_regression_rows(r) <= r->p)
    return tr_error_set(error, TR_BAD_LOG,
                        "a regression needs more samples than parameters: the logs leave %d for %d",
                        tr_regression_rows(r), r->p);
  if (any_has(r))
    TR_TRY(check_scale(r, error));
  tr_model_free(r->model);
  r->model = tr_model_copy(r->task.model);
  return r->model ? TR_OK : TR_NO_MEMORY;
}

TrStatus
tr_regression(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));

  TrRegressionWork r = {.task = *task, .p = task->n_free};
  TrStatus status;

  *fit = NULL;
  TR_TRY(tr_formulation_check(task, error)); /* a refusal names the method that was asked for */
  r.task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  r.task.settings.kappa_rule = TR_KAPPA_NATURAL;
  status = prepare(&r, error);
  r.task.settings.energy = 0; /* that of the equations, not of the steps of the motion */
  if (status == TR_OK)
    status = tr_task_run(fit, &r.task, work, error);
  else if (error && !*error->text)
    status = tr_error_set(error, status, "%s", tr_status_text(status));
  clear(&r);
  return status;
}
