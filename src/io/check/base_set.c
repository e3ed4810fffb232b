#include "io/check/base_set.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/identify/predicted_information.h"
#include "engine/est/uncertainty/covariance.h"
#include "engine/linalg/vec.h"
#include "io/base/error.h"
#include "io/check/scale_finding.h"
#include "io/problem/problem.h"
#include "io/project/put.h"

/* A column that has less than this left of a unit row cannot be told from those chosen before. */
#define LEAST_REMAINDER 1e-6

/* Returns the columns of the wanted directions: [n_free x n]. */
static double *
collect_columns(const TrFit *fit, const gboolean *wanted, int *n)
{
  double *columns = g_new0(double, (gsize)fit->n_free *(gsize)fit->n_directions + 1);

  *n = 0;
  for (int d = 0; d < fit->n_directions; d++) {
    if (wanted && !wanted[d])
      continue;
    for (int i = 0; i < fit->n_free; i++)
      columns[i * fit->n_directions + *n] = fit->directions[d].loading[i];
    (*n)++;
  }
  return columns;
}

/* Returns the indices (int) of the parameters to fix for the directions d with wanted[d] (NULL:
 * all), the most effective first. */
static GArray *
new_set(const TrFit *fit, const gboolean *wanted)
{
  GArray *set = g_array_new(FALSE, FALSE, sizeof(int));
  int n, width = fit->n_directions;
  g_autofree double *columns = collect_columns(fit, wanted, &n);
  g_autofree double *pivot = g_new(double, (gsize)width + 1);

  for (int k = 0; k < n; k++) {
    double most = LEAST_REMAINDER * LEAST_REMAINDER;
    int best = -1;

    for (int i = 0; i < fit->n_free; i++) {
      double size = tr_vec_square(columns + i * width, n);
      if (size > most) {
        most = size;
        best = i;
      }
    }
    if (best < 0)
      break;
    g_array_append_val(set, best);
    for (int c = 0; c < n; c++)
      pivot[c] = columns[best * width + c] / sqrt(most);
    for (int i = 0; i < fit->n_free; i++) {
      double along = tr_vec_dot(columns + i * width, pivot, n);
      for (int c = 0; c < n; c++)
        columns[i * width + c] -= along * pivot[c];
    }
  }
  return set;
}

static int
count_moved(const TrFit *fit, const gboolean *wanted)
{
  int n = 0;

  for (int i = 0; i < fit->n_free; i++) {
    gboolean is_moved = FALSE;
    for (int d = 0; d < fit->n_directions; d++)
      is_moved = is_moved || ((!wanted || wanted[d]) && tr_fit_is_moved(fit, d, i));
    n += is_moved;
  }
  return n;
}

void
trammel_base_set_add_finding(GArray *findings,
                             const char *code,
                             const TrTask *task,
                             const TrFit *fit,
                             const gboolean *wanted)
{
  g_autoptr(GArray) set = new_set(fit, wanted);
  g_autoptr(GString) names = g_string_new(NULL), paths = g_string_new(NULL);

  for (guint k = 0; k < set->len; k++) {
    TrParam param = task->free[g_array_index(set, int, k)].param;
    g_autofree char *path = trammel_project_dup_quantity_path(param);
    char id[TR_ID_SIZE];

    tr_task_param_id(id, task, param);
    g_string_append_printf(names, "%s%s", k ? ", " : "", id);
    g_string_append_printf(paths, "%s%s.free", k ? "," : "", path);
  }
  trammel_findings_add(
      findings, NULL, "warning", code,
      N_("The logs determine only combinations of %d free parameters. The smallest set to fix is "
         "%s: with these held, at known values or at those of the start, the logs determine the "
         "others, and the motion fits as well as before. Logs with other motions may determine "
         "more."),
      count_moved(fit, wanted), names->str);
  trammel_findings_fix(findings, "false", "%s", paths->str);
}

/* Adds the id of a parameter that the project can fix. */
static gboolean
fix(TrammelProject *project, const TrTask *task, int i, GStrvBuilder *ids, GError **error)
{
  char id[TR_ID_SIZE];

  tr_task_free_id(id, task, i);
  if (!trammel_project_set_free(project, id, FALSE, error))
    return FALSE;
  g_strv_builder_add(ids, id);
  return TRUE;
}

static gboolean
fix_all(TrammelProject *project,
        const TrTask *task,
        const TrFit *fit,
        GStrvBuilder *ids,
        GError **error)
{
  g_autoptr(GArray) set = new_set(fit, NULL);
  gboolean ok = TRUE;

  for (guint k = 0; ok && k < set->len; k++)
    ok = fix(project, task, g_array_index(set, int, k), ids, error);
  return ok;
}

static gboolean
fix_predicted(TrammelProject *project, const TrTask *task, GStrvBuilder *ids, GError **error)
{
  TrError detail = trammel_error_record();
  TrFit *predicted;
  TrStatus status = tr_predict_information(&predicted, task, &detail);
  gboolean ok = status == TR_OK && fix_all(project, task, predicted, ids, error);

  if (status != TR_OK)
    trammel_error_set_status(error, status, &detail);
  tr_fit_free(predicted);
  return ok;
}

GStrv
trammel_project_fix_open(TrammelProject *project,
                         const TrTask *task,
                         const TrFit *fit,
                         GError **error)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new();

  return fix_all(project, task, fit, ids, error) ? g_strv_builder_end(ids) : NULL;
}

GStrv
trammel_project_fix_base(TrammelProject *project, const char *const *logs, GError **error)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, logs, NULL, error);

  if (!problem || !fix_predicted(project, trammel_problem_get_task(problem), ids, error))
    return NULL;
  g_autoptr(TrammelProblem) rest = trammel_problem_new(project, logs, NULL, error);
  int scale = rest ? trammel_scale_find(trammel_problem_get_task(rest), NULL) : -1;
  if (!rest || (scale >= 0 && !fix(project, trammel_problem_get_task(rest), scale, ids, error)))
    return NULL;
  return g_strv_builder_end(ids);
}
