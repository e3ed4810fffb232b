/* Open-loop scores of the points of a sweep. */
#include <math.h>

#include "io/base/error.h"
#include "io/study/sweep_private.h"

TrammelProblem *
trammel_sweep_load_scored(TrammelSweep *sweep,
                          const TrammelProject *project,
                          const TrammelSweepOptions *options,
                          GError **error)
{
  g_auto(GStrv) names = NULL;
  const char *const *chosen;

  if (!options->score)
    return NULL;
  names = trammel_project_dup_log_names(project, TRAMMEL_ROLE_VALIDATE);
  sweep->scores_fitted = !names[0];
  chosen = names[0] ? (const char *const *)names : options->logs;
  TrammelProblem *logs = trammel_problem_new(project, chosen, NULL, error);
  const TrTask *task = logs ? trammel_problem_get_task(logs) : NULL;
  for (int i = 0; task && i < task->n_logs; i++)
    g_ptr_array_add(sweep->scored, g_strdup(task->logs[i].name));
  return logs;
}

/* Sets a point's parameters and the kappa that it used in the project. */
static gboolean
apply_values(TrammelProject *project,
             const TrammelSweep *sweep,
             const TrammelSweepPoint *point,
             GError **error)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));
  char text[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < sweep->ids->len; i++) {
    TrammelAssignment to = {.value = point->values[i].value};
    g_strlcpy(to.id, sweep->ids->pdata[i], sizeof to.id);
    g_array_append_val(all, to);
  }
  return trammel_project_set_values(project, all, error) &&
         trammel_project_set_setting(project, "kappa",
                                     trammel_json_format_number(text, point->kappa), error);
}

/* Sets means over all sensors of all logs; NAN if a log has no error. */
static gboolean
score_logs(TrammelSweepScore *out,
           gboolean *goes_on,
           const TrTask *task,
           const TrammelValidationOptions *options,
           GError **error)
{
  g_autofree double *values = trammel_task_dup_start(task);
  double rmse = 0, nrmse = 0, horizon = 0;
  int n = 0;

  for (int i = 0; i < task->n_logs; i++) {
    TrLogScore *score = NULL;
    if (!trammel_score_log(&score, task, i, values, options, error))
      return FALSE;
    if (!score) {
      *goes_on = FALSE;
      return TRUE;
    }
    for (int k = 0; k < score->n_sensors; k++, n++) {
      rmse += score->sensors[k].rmse;
      nrmse += score->sensors[k].nrmse_percent;
      horizon += score->sensors[k].horizon;
    }
    if (score->status != TR_OK && !out->message)
      out->message = g_strdup(score->message);
    tr_log_score_free(score);
  }
  out->rmse = n ? rmse / n : NAN;
  out->nrmse_percent = n ? nrmse / n : NAN;
  out->horizon = n ? horizon / n : NAN;
  return TRUE;
}

gboolean
trammel_sweep_score_point(TrammelSweepPoint *point,
                          const TrammelSweep *sweep,
                          const TrammelProblem *logs,
                          const TrammelProject *project,
                          const TrammelSweepOptions *options,
                          int threads)
{
  g_autoptr(TrammelProject) fitted = trammel_project_copy(project);
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(GError) error = NULL;
  TrammelValidationOptions scoring = {.score = {.start = options->start, .h = NAN}};
  gboolean goes_on = TRUE;

  g_free(point->score.message);
  point->score = (TrammelSweepScore){NAN, NAN, NAN, NULL};
  if (options->monitor)
    scoring.monitor = *options->monitor;
  if (apply_values(fitted, sweep, point, &error) &&
      (problem = trammel_problem_new_from(logs, fitted, &error))) {
    TrTask task = *trammel_problem_get_task(problem);
    task.settings.threads = threads;
    score_logs(&point->score, &goes_on, &task, &scoring, &error);
  }
  if (error)
    point->score.message = g_strdup(trammel_error_get_english(error));
  return goes_on;
}

const TrammelSweepPoint *
trammel_sweep_find_best(const TrammelSweep *sweep)
{
  const TrammelSweepPoint *best = NULL;

  for (guint i = 0; i < sweep->points->len; i++) {
    const TrammelSweepPoint *point = sweep->points->pdata[i];
    if (isfinite(point->score.nrmse_percent) &&
        (!best || point->score.nrmse_percent < best->score.nrmse_percent))
      best = point;
  }
  return best;
}
