/* What the logs show of the free parameters, from one linearisation at the start. */
#include <math.h>
#include <string.h>

#include "engine/est/problem.h"
#include "engine/linalg/dense.h"
#include "io/check_private.h"

/* Sensitivity of the residuals below this share of the largest one is rounding. */
#define NO_INFLUENCE 1e-8

/* Relative eigenvalue of the information below which parameters cannot be told apart. */
#define NO_INFORMATION 1e-6

/* Loadings from which on a parameter is named, in general and in a common factor; and the share of
 * the factor that a direction must hold to be one. */
#define NAMED_LOADING  0.2
#define SCALED_LOADING 1e-3
#define FACTOR_SHARE   0.95

/* Larger problems are left to the run itself [nodes x square of the tangent]. */
#define MOST_WORK 2e7

static gboolean
is_too_large(const TrammelCheck *check)
{
  double nodes = 0, n = 6 * check->task->model->n_bodies;

  for (int l = 0; l < check->prepared->n_logs; l++)
    nodes += check->prepared->logs[l].n_nodes;
  return nodes * n * n > MOST_WORK;
}

static void
report_parameter(const TrammelCheck *check, int i)
{
  char id[TR_ID_SIZE];
  g_autofree char *path = trammel_check_dup_path(check->task->free[i].param);

  tr_task_param_id(id, check->task, check->task->free[i].param);
  TrammelPlace place = {.signal = id};
  trammel_findings_add(check->findings, &place, "warning", "parameter-without-influence",
                       "%s is free, but nothing that is measured depends on it; fix it, or map a "
                       "sensor of the motion that it changes.",
                       id);
  trammel_findings_fix(check->findings, "false", "%s.free", path);
}

/* The ids with a loading of at least `least`, "a, b, c". */
static char *
list_ids(const TrammelCheck *check, const double *loading, int n, double least)
{
  GString *ids = g_string_new(NULL);

  for (int i = 0; i < n; i++) {
    char id[TR_ID_SIZE];
    if (fabs(loading[i]) < least)
      continue;
    tr_task_param_id(id, check->task, check->task->free[i].param);
    g_string_append_printf(ids, "%s%s", ids->len ? ", " : "", id);
  }
  return g_string_free(ids, FALSE);
}

static gboolean
is_force(TrParamKind kind)
{
  return kind == TR_PARAM_MASS || kind == TR_PARAM_INERTIA || kind == TR_PARAM_ROTOR_INERTIA ||
         kind == TR_PARAM_VISCOUS || kind == TR_PARAM_COULOMB || kind == TR_PARAM_STRIBECK_DELTA ||
         kind == TR_PARAM_GAIN || kind == TR_PARAM_BIAS;
}

/* Whether a direction is a common factor of all free masses, inertias and forces. */
static gboolean
is_common_factor(const TrProblem *problem, const double *loading)
{
  double along = 0, size = 0;

  for (int i = 0; i < problem->p; i++) {
    double value = problem->parameters[i] / problem->scale[i];
    if (!is_force(problem->params[i].kind))
      continue;
    along += value * loading[i];
    size += value * value;
  }
  return along * along > FACTOR_SHARE * size;
}

static void
report_direction(const TrammelCheck *check, const TrProblem *problem, const double *loading)
{
  gboolean is_scale = is_common_factor(problem, loading);
  g_autofree char *ids =
      list_ids(check, loading, problem->p, is_scale ? SCALED_LOADING : NAMED_LOADING);

  if (is_scale)
    trammel_findings_add(
        check->findings, NULL, "warning", "scale-not-determined",
        "No known force or inertia sets the scale of %s: a common factor changes nothing "
        "that is measured; fix one of them, for instance a mass that was weighed.",
        ids);
  else
    trammel_findings_add(
        check->findings, NULL, "warning", "direction-not-determined",
        "The logs show only combinations of %s; fix one of them, give it a prior, or "
        "add a log that tells them apart.",
        ids);
}

/* Parameters that nothing shows; TRUE when there are none. */
static gboolean
report_parameters(const TrammelCheck *check, const TrProblem *problem)
{
  int p = problem->p;
  double most = 0;
  gboolean ok = TRUE;

  for (int i = 0; i < p; i++)
    most = fmax(most, problem->schur[i * p + i]);
  for (int i = 0; i < p; i++) {
    if (problem->schur[i * p + i] > NO_INFLUENCE * NO_INFLUENCE * most)
      continue;
    ok = FALSE;
    if (!trammel_findings_contain(check->findings, "input-idle") ||
        check->task->free[i].param.kind != TR_PARAM_GAIN)
      report_parameter(check, i);
  }
  return ok;
}

/* Parameters that cannot be told apart although none of them belongs to the gauge: the smallest
 * eigenvalue of the information with a unit diagonal. */
static void
report_collinear(const TrammelCheck *check, const TrProblem *problem)
{
  int p = problem->p;
  g_autofree double *s = g_new(double, (gsize)(p * p) + 1), *values = g_new(double, (gsize)p + 1);

  for (int i = 0; i < p; i++)
    for (int j = 0; j <= i; j++)
      s[i * p + j] = s[j * p + i] =
          problem->schur[i * p + j] / sqrt(problem->schur[i * p + i] * problem->schur[j * p + j]);
  if (tr_dense_symmetric_eigen(s, values, p) != TR_OK)
    return;
  if (values[0] < NO_INFORMATION * values[p - 1])
    report_direction(check, problem, s);
}

static void
report(const TrammelCheck *check, const TrProblem *problem)
{
  gboolean all_show = report_parameters(check, problem);

  for (int k = 0; k < problem->gauge.n_directions && all_show; k++)
    report_direction(check, problem, problem->gauge.loading + (gsize)k * (gsize)problem->p);
  if (problem->gauge.n_directions == 0 && all_show && problem->p > 1)
    report_collinear(check, problem);
}

/* The run would fail there, too. */
static void
report_trouble(const TrammelCheck *check, const TrProblem *problem)
{
  char text[TR_ERROR_SIZE];

  tr_trouble_describe(text, problem);
  if (*text && !trammel_findings_contain(check->findings, "kappa-extreme") &&
      !tr_task_is_stiff(check->task))
    trammel_findings_add(check->findings, NULL, "warning", "singular", "%s", text);
}

void
trammel_check_influence(const TrammelCheck *check)
{
  if (is_too_large(check))
    return;
  TrProblem *problem = tr_problem_new(check->task, check->prepared);
  TrStatus status = problem ? tr_problem_inform(problem) : TR_NO_MEMORY;
  if (status == TR_OK)
    report(check, problem);
  else if (status == TR_NOT_DEFINITE || status == TR_NOT_FINITE)
    report_trouble(check, problem);
  tr_problem_free(problem);
}
