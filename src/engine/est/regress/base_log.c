/* Base parameters that logs show: iteratively reweighted least squares over the leads, with the
 * long-run variances of the influences (theory 15.4, 15.6). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/regress/base.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/regress/equations.h"
#include "engine/est/regress/regression.h"
#include "engine/est/uncertainty/covariance.h"
#include "engine/linalg/dense.h"
#include "engine/signal/long_run.h"

enum { ROUNDS = 12 };

typedef struct Work {
  const TrBase *base;
  const TrTask *task;
  TrEquations *equations;
  int q;               /* leads that are sought */
  int *lead;           /* [q] among the combinations */
  bool *is_sought;     /* [rank] */
  double *model_value; /* [rank] */
  double *z;           /* [coefficients] of the model */
  double *unit, *x;    /* [q] natural sizes; values in them, less the model's */
  double *start;       /* [q] the model's combinations */
  double *row;         /* [q] scaled row of one equation */
  double *vectors, *values, *spread, *right; /* [q x q], [q], [q x q], [q] */
  double *sigma;                             /* [n_freedoms] */
  double *influence;                         /* [rows x q] */
} Work;

/* Marks the coefficients [coefficients.n] that a free or tied quantity changes. */
static void
mark_free(bool *is_free, const Work *w, TrModel *model, double *changed)
{
  const TrTask *task = w->task;
  int n = task->n_free + task->n_ties;

  for (int i = 0; i < n; i++) {
    TrParam param = i < task->n_free ? task->free[i].param : task->ties[i - task->n_free].param;
    double value;

    if (!tr_param_is_of_model(param))
      continue;
    value = tr_param_get(model, param);
    tr_param_set(model, param, value + tr_param_scale(model, param));
    tr_coefficients_get(changed, &w->base->coefficients, model);
    for (int j = 0; j < w->base->coefficients.n; j++)
      is_free[j] = is_free[j] || changed[j] != w->z[j];
    tr_param_set(model, param, value);
  }
}

/* Marks the combinations that are sought: those with something free, or, where nothing is free, all
 * but the motors' gains. */
static TrStatus
mark_sought(Work *w)
{
  const TrBase *base = w->base;
  int nz = base->coefficients.n;
  TrModel *model = tr_model_copy(w->task->model);
  double *changed = calloc((size_t)nz + 1, sizeof *changed);
  bool *is_free = calloc((size_t)nz + 1, sizeof *is_free);
  bool ok = model && changed && is_free;

  if (ok)
    mark_free(is_free, w, model, changed);
  for (int k = 0; ok && k < base->rank; k++) {
    TrCoefficientKind kind = base->coefficients.list[base->lead[k]].kind;

    w->is_sought[k] =
        w->task->n_free == 0 && kind != TR_COEFFICIENT_GAIN && kind != TR_COEFFICIENT_BACK_EMF;
    for (int j = 0; j < nz; j++)
      w->is_sought[k] = w->is_sought[k] || (is_free[j] && base->factor[k * nz + j] != 0);
  }
  tr_model_free(model);
  free(changed);
  free(is_free);
  return ok ? TR_OK : TR_NO_MEMORY;
}

/* Natural size of a coefficient: that of the like parameter, of a moment 0.1 m of the mass. */
static double
size_of(const TrModel *model, const TrCoefficient *c)
{
  static const TrParamKind kinds[TR_N_COEFFICIENT_KINDS] = {
      [TR_COEFFICIENT_MASS] = TR_PARAM_MASS,
      [TR_COEFFICIENT_MOMENT] = TR_PARAM_COM,
      [TR_COEFFICIENT_INERTIA] = TR_PARAM_INERTIA,
      [TR_COEFFICIENT_VISCOUS] = TR_PARAM_VISCOUS,
      [TR_COEFFICIENT_VISCOUS_SIDE] = TR_PARAM_VISCOUS,
      [TR_COEFFICIENT_DRY] = TR_PARAM_COULOMB,
      [TR_COEFFICIENT_DRY_SIDE] = TR_PARAM_COULOMB,
      [TR_COEFFICIENT_RISE] = TR_PARAM_STRIBECK_DELTA,
      [TR_COEFFICIENT_RISE_SIDE] = TR_PARAM_STRIBECK_DELTA,
      [TR_COEFFICIENT_TANH] = TR_PARAM_TANH,
      [TR_COEFFICIENT_OFFSET] = TR_PARAM_FRICTION_OFFSET,
      [TR_COEFFICIENT_STIFFNESS] = TR_PARAM_STIFFNESS,
      [TR_COEFFICIENT_PULL] = TR_PARAM_STIFFNESS,
      [TR_COEFFICIENT_GAIN] = TR_PARAM_GAIN,
      [TR_COEFFICIENT_BACK_EMF] = TR_PARAM_BACK_EMF,
      [TR_COEFFICIENT_BIAS] = TR_PARAM_BIAS,
      [TR_COEFFICIENT_ROTOR] = TR_PARAM_ROTOR_INERTIA};

  return tr_param_scale(model, (TrParam){kinds[c->kind], c->owner, c->axis});
}

/* Residual of an equation at x, and its scaled row. */
static double
take_row(Work *w, int freedom, int k)
{
  const TrBase *base = w->base;
  int nz = base->coefficients.n;
  const double *row = tr_equations_rows(w->equations, freedom) + (size_t)k * (size_t)nz;
  double residual = 0;

  for (int a = 0; a < w->q; a++) {
    int lead = base->lead[w->lead[a]];

    w->row[a] = row[lead] * w->unit[a];
    residual += row[lead] * w->start[a] + w->row[a] * w->x[a];
  }
  for (int m = 0; m < base->rank; m++)
    residual += w->is_sought[m] ? 0 : row[base->lead[m]] * w->model_value[m];
  return residual;
}

static int
rows_of(const Work *w)
{
  return w->equations->first[w->equations->n_logs];
}

/* Weights by the residuals, then information and right side under them. */
static void
fill(Work *w)
{
  int q = w->q, n = rows_of(w);

  memset(w->vectors, 0, (size_t)(q * q) * sizeof *w->vectors);
  memset(w->right, 0, (size_t)q * sizeof *w->right);
  for (int f = 0; f < w->equations->n_freedoms; f++) {
    double squares = 0, weight;

    for (int k = 0; k < n; k++)
      squares += pow(take_row(w, f, k), 2);
    w->sigma[f] = fmax(sqrt(squares / n), 1e-12);
    weight = 1 / (w->sigma[f] * w->sigma[f]);
    for (int k = 0; k < n; k++) {
      double residual = take_row(w, f, k);

      for (int a = 0; a < q; a++) {
        double part = weight * w->row[a];

        w->right[a] -= part * residual;
        for (int b = 0; b <= a && part != 0; b++)
          w->vectors[a * q + b] += part * w->row[b];
      }
    }
  }
  for (int a = 0; a < q; a++)
    w->right[a] -= w->x[a] / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD);
}

/* Spread, and step to the minimum. */
static TrStatus
solve(Work *w)
{
  int q = w->q;

  TR_TRY(tr_dense_symmetric_eigen(w->vectors, w->values, q));
  memset(w->spread, 0, (size_t)(q * q) * sizeof *w->spread);
  for (int k = 0; k < q; k++) {
    const double *v = w->vectors + k * q;

    tr_dense_add_product_tn(w->spread,
                            1 / (fmax(w->values[k], 0) + 1 / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD)),
                            v, v, (TrProductSize){1, q, q});
  }
  for (int a = 0; a < q; a++)
    for (int b = 0; b < q; b++)
      w->x[a] += w->spread[a * q + b] * w->right[b];
  return TR_OK;
}

static void
fill_influence(Work *w)
{
  int q = w->q, n = rows_of(w);

  for (int f = 0; f < w->equations->n_freedoms; f++)
    for (int k = 0; k < n; k++) {
      double residual = take_row(w, f, k) / (w->sigma[f] * w->sigma[f]);

      for (int a = 0; a < q; a++) {
        double sum = 0;

        for (int b = 0; b < q; b++)
          sum += w->spread[a * q + b] * w->row[b];
        w->influence[(size_t)a * (size_t)n + (size_t)k] += sum * residual;
      }
    }
}

/* Share of the weak prior in the knowledge of a lead. */
static bool
is_open(const Work *w, int a)
{
  double open = 0;

  for (int k = 0; k < w->q; k++)
    if (!(w->values[k] > 1 / (TR_UNDETERMINED_SD * TR_UNDETERMINED_SD)))
      open += pow(w->vectors[k * w->q + a], 2);
  return open > 0.01;
}

static void
report(TrBaseLogs *out, Work *w)
{
  TrLogSpans spans = {w->equations->n_logs, w->equations->first};
  int n = rows_of(w);

  out->n_sought = w->q;
  for (int k = 0; k < w->q; k++)
    out->rank += w->values[k] > 1 / (TR_UNDETERMINED_SD * TR_UNDETERMINED_SD);
  for (int a = 0; a < w->q; a++) {
    const double *psi = w->influence + (size_t)a * (size_t)n;
    double most = fmax(w->spread[a * w->q + a],
                       tr_long_run_bartlett(psi, spans, tr_long_run_lags(psi, spans)));
    bool open = is_open(w, a);

    out->value[w->lead[a]] = open ? NAN : w->start[a] + w->unit[a] * w->x[a];
    out->sigma[w->lead[a]] = open ? NAN : w->unit[a] * sqrt(most);
  }
}

static bool
take_memory(Work *w)
{
  size_t rank = (size_t)w->base->rank + 1, n = (size_t)rows_of(w);
  size_t nf = (size_t)w->equations->n_freedoms;
  double **by_lead[] = {&w->unit, &w->x, &w->start, &w->row, &w->values, &w->right};
  bool ok = true;

  for (size_t i = 0; i < TR_COUNT(by_lead); i++) {
    *by_lead[i] = calloc(rank, sizeof(double));
    ok = ok && *by_lead[i];
  }
  w->lead = calloc(rank, sizeof *w->lead);
  w->is_sought = calloc(rank, sizeof *w->is_sought);
  w->model_value = calloc(rank, sizeof *w->model_value);
  w->z = calloc((size_t)w->base->coefficients.n + 1, sizeof *w->z);
  w->vectors = calloc(rank * rank, sizeof *w->vectors);
  w->spread = calloc(rank * rank, sizeof *w->spread);
  w->sigma = calloc(nf + 1, sizeof *w->sigma);
  w->influence = calloc(rank * n + 1, sizeof *w->influence);
  return ok && w->lead && w->is_sought && w->model_value && w->z && w->vectors && w->spread &&
         w->sigma && w->influence;
}

static void
clear(Work *w)
{
  void *parts[] = {w->lead,   w->is_sought, w->model_value, w->z,        w->unit,
                   w->x,      w->start,     w->row,         w->vectors,  w->values,
                   w->spread, w->right,     w->sigma,       w->influence};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
  tr_equations_free(w->equations);
}

/* Lists the combinations that are sought, with their units and starts. */
static void
list_sought(Work *w)
{
  for (int k = 0; k < w->base->rank; k++) {
    const TrCoefficient *c = &w->base->coefficients.list[w->base->lead[k]];

    if (!w->is_sought[k])
      continue;
    w->unit[w->q] = fmax(size_of(w->task->model, c), fabs(w->model_value[k]));
    w->start[w->q] = w->model_value[k];
    w->lead[w->q++] = k;
  }
}

/* Returns whether the force of a motor is among what is sought. */
static bool
seeks_gain(const Work *w)
{
  for (int a = 0; a < w->q; a++) {
    int lead = w->base->lead[w->lead[a]];
    TrCoefficientKind kind = w->base->coefficients.list[lead].kind;

    if (kind == TR_COEFFICIENT_GAIN || kind == TR_COEFFICIENT_BACK_EMF)
      return true;
  }
  return false;
}

/* Values and sigmas by the regression over the parameters: where gains are free, the numbers of the
 * bodies that are held set the scale. */
static TrStatus
take_regression(TrBaseLogs *out, const Work *w, TrError *error)
{
  TrFit *fit = NULL;
  TrStatus status = tr_regression(&fit, w->task, error);

  if (fit) {
    tr_base_get(out->value, w->base, fit->model);
    status = tr_base_judge(out->sigma, w->base, w->task, fit);
  }
  out->n_sought = w->q;
  for (int a = 0; status == TR_OK && a < w->q; a++) {
    int k = w->lead[a];

    out->rank += isfinite(out->sigma[k]);
    out->value[k] = isfinite(out->sigma[k]) ? out->value[k] : NAN;
  }
  tr_fit_free(fit);
  return status;
}

static TrStatus
run(TrBaseLogs *out, Work *w, TrError *error)
{
  if (!take_memory(w))
    return TR_NO_MEMORY;
  tr_coefficients_get(w->z, &w->base->coefficients, w->task->model);
  TR_TRY(tr_equations_load(w->equations, w->z));
  tr_base_get(w->model_value, w->base, w->task->model);
  memcpy(out->value, w->model_value, (size_t)w->base->rank * sizeof *out->value);
  TR_TRY(mark_sought(w));
  list_sought(w);
  if (seeks_gain(w))
    return take_regression(out, w, error);
  for (int i = 0; i < ROUNDS; i++) {
    fill(w);
    TR_TRY(solve(w));
  }
  fill_influence(w);
  report(out, w);
  return TR_OK;
}

TrStatus
tr_base_from_logs(TrBaseLogs *out, const TrBase *base, const TrTask *task, TrError *error)
{
  TR_ASSERT(out && base && tr_task_is_whole(task));

  TrTask own = *task;
  Work w = {.base = base, .task = &own};
  TrCutoffSweep sweep;
  TrStatus status = tr_cutoff_settle(&sweep, &own, error);

  if (status == TR_OK)
    status = tr_equations_new(&w.equations, &own, error);
  *out = (TrBaseLogs){.value = calloc((size_t)base->rank + 1, sizeof *out->value),
                      .sigma = calloc((size_t)base->rank + 1, sizeof *out->sigma)};
  if (status == TR_OK)
    status = out->value && out->sigma ? run(out, &w, error) : TR_NO_MEMORY;
  clear(&w);
  if (status != TR_OK)
    tr_base_logs_clear(out);
  return status;
}

void
tr_base_logs_clear(TrBaseLogs *logs)
{
  free(logs->value);
  free(logs->sigma);
  *logs = (TrBaseLogs){0};
}
