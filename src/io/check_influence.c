/* What the logs show of the free parameters, from one linearisation at the start. */
#include <math.h>
#include <string.h>

#include "engine/est/problem.h"
#include "engine/linalg/dense.h"
#include "io/check_private.h"

/* Sensitivity of the residuals below this share of the largest one is rounding. */
#define NO_INFLUENCE 1e-9

/* Relative eigenvalue of the scaled information below which parameters cannot be told apart: the
 * start motion is filtered, so what is exactly undetermined still gets a share of about 1e-4. */
#define NO_INFORMATION 1e-3

/* Loading from which on a parameter is named. */
#define NAMED_LOADING 0.2

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

/* The ids with a large loading, "a, b and c". */
static char *
list_ids(const TrammelCheck *check, const int *index, const double *loading, int n)
{
  GString *ids = g_string_new(NULL);

  for (int a = 0; a < n; a++) {
    char id[TR_ID_SIZE];
    if (fabs(loading[a]) < NAMED_LOADING)
      continue;
    tr_task_param_id(id, check->task, check->task->free[index[a]].param);
    g_string_append_printf(ids, "%s%s", ids->len ? ", " : "", id);
  }
  return g_string_free(ids, FALSE);
}

/* Directions in which the information vanishes; s[n x n] has a unit diagonal and is lost. */
static void
report_directions(const TrammelCheck *check, double *s, const int *index, int n)
{
  g_autofree double *values = g_new(double, (gsize)n + 1);

  if (n < 2 || tr_dense_symmetric_eigen(s, values, n) != TR_OK)
    return;
  for (int k = 0; k < n && values[k] < NO_INFORMATION * values[n - 1]; k++) {
    g_autofree char *ids = list_ids(check, index, s + k * n, n);
    trammel_findings_add(
        check->findings, NULL, "warning", "direction-not-determined",
        "The logs show hardly more than a combination of %s; fix one of them, give it a "
        "prior, or add a log that tells them apart.",
        ids);
  }
}

/* The stated priors are information too; the weak default ones are not. */
static void
report(const TrammelCheck *check, const TrProblem *problem)
{
  int p = problem->p, n = 0;
  g_autofree double *size = g_new(double, (gsize)p + 1), *s = g_new(double, (gsize)(p * p) + 1);
  g_autofree int *index = g_new(int, (gsize)p + 1);
  double most = 0;

  for (int i = 0; i < p; i++) {
    double information = *tr_arrow_corner(problem->arrow, i, i) - problem->weak_weight[i];
    size[i] = problem->scale[i] * sqrt(fmax(information, 0));
    most = fmax(most, size[i]);
  }
  for (int i = 0; i < p; i++)
    if (size[i] > NO_INFLUENCE * most)
      index[n++] = i;
    else if (!trammel_findings_contain(check->findings, "input-idle") ||
             check->task->free[i].param.kind != TR_PARAM_GAIN)
      report_parameter(check, i);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      int i = MAX(index[a], index[b]), j = MIN(index[a], index[b]);
      double value =
          *tr_arrow_corner(problem->arrow, i, j) - (i == j ? problem->weak_weight[i] : 0);
      s[a * n + b] = value * problem->scale[i] * problem->scale[j] / (size[i] * size[j]);
    }
  report_directions(check, s, index, n);
}

void
trammel_check_influence(const TrammelCheck *check)
{
  if (check->task->n_free == 0 || is_too_large(check))
    return;
  TrProblem *problem = tr_problem_new(check->task, check->prepared);
  if (problem && tr_problem_inform(problem) == TR_OK)
    report(check, problem);
  tr_problem_free(problem);
}
