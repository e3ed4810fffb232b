#include "io/study/validation.h"

#include "io/base/error.h"

double *
trammel_task_dup_start(const TrTask *task)
{
  double *values = g_new(double, (gsize)task->n_free + 1);

  for (int i = 0; i < task->n_free; i++)
    values[i] = task->free[i].start;
  return values;
}

gboolean
trammel_score_log(TrLogScore **score,
                  const TrTask *task,
                  int log,
                  const double *parameters,
                  const TrammelValidationOptions *options,
                  GError **error)
{
  TrTask watched = *task;
  TrError detail = trammel_error_record();
  TrStatus status;

  watched.monitor = options->monitor;
  status = tr_score_log(score, &watched, log, parameters, &options->score, &detail);
  if (status == TR_OK || status == TR_CANCELLED)
    return TRUE;
  trammel_error_set_status(error, status, &detail);
  return FALSE;
}

static void
report_step(const TrammelValidationOptions *options, guint done, guint total, const char *log)
{
  g_autofree char *what = g_strdup_printf("log '%s'", log);

  if (options->step)
    options->step(options->user, done, total, what);
}

/* Scores a log and, on request, its predictions over steps, which begin at the motion that the
 * score has found.  TRUE with NULL when the monitor ended it. */
static gboolean
score_with_ladder(TrLogScore **score,
                  TrammelPredictionHorizon **ladder,
                  const TrTask *task,
                  int log,
                  const double *values,
                  const TrammelValidationOptions *options,
                  GError **error)
{
  TrammelValidationOptions traced = *options;
  g_autoptr(GError) failure = NULL;

  traced.score.traces = options->predict != NULL;
  if (!trammel_score_log(score, task, log, values, &traced, error))
    return FALSE;
  if (!*score || !options->predict || !(*score)->estimated)
    return TRUE;
  traced.score.motion = (*score)->estimated;
  *ladder = trammel_prediction_horizon_new(task, log, values, options->predict, &traced, &failure);
  if (*ladder) {
    tr_trajectory_free(tr_log_score_strip(*score));
    return TRUE;
  }
  g_clear_pointer(score, tr_log_score_free);
  if (!failure)
    return TRUE;
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

/* Fills scores[n_logs] with those of one problem; FALSE on an error. *is_complete is TRUE if it was
 * not interrupted. */
static gboolean
score_problem(TrLogScore **scores,
              TrammelPredictionHorizon **ladders,
              gboolean *is_complete,
              const TrammelProblem *problem,
              const TrammelValidationOptions *options,
              guint done,
              guint total,
              GError **error)
{
  const TrTask *task = trammel_problem_get_task(problem);
  g_autofree double *values = trammel_task_dup_start(task);

  for (int i = 0; i < task->n_logs; i++) {
    report_step(options, done + (guint)i, total, task->logs[i].name);
    if (!score_with_ladder(&scores[i], &ladders[i], task, i, values, options, error))
      return FALSE;
    if (!scores[i])
      return TRUE;
  }
  *is_complete = TRUE;
  return TRUE;
}

TrammelValidation *
trammel_validation_new(TrammelProblem *problem,
                       TrammelProblem *start,
                       const TrammelValidationOptions *options,
                       GError **error)
{
  g_autoptr(TrammelValidation) v = g_new0(TrammelValidation, 1);
  guint n = (guint)trammel_problem_get_task(problem)->n_logs, total = start ? 2 * n : n;

  g_return_val_if_fail(!start || (guint)trammel_problem_get_task(start)->n_logs == n, NULL);
  v->problem = trammel_problem_ref(problem);
  v->options = *options;
  v->n_logs = n;
  v->scores = g_new0(TrLogScore *, n);
  v->ladders = g_new0(TrammelPredictionHorizon *, n);
  v->start_ladders = g_new0(TrammelPredictionHorizon *, n);
  if (start)
    v->start = g_new0(TrLogScore *, n);
  if (!score_problem(v->scores, v->ladders, &v->is_complete, problem, options, 0, total, error))
    return NULL;
  if (start && v->is_complete) {
    v->is_complete = FALSE;
    if (!score_problem(v->start, v->start_ladders, &v->is_complete, start, options, n, total,
                       error))
      return NULL;
  }
  return g_steal_pointer(&v);
}

void
trammel_log_scores_free(TrLogScore **scores, guint n)
{
  for (guint i = 0; scores && i < n; i++)
    tr_log_score_free(scores[i]);
  g_free(scores);
}

void
trammel_validation_free(TrammelValidation *v)
{
  if (!v)
    return;
  trammel_log_scores_free(v->scores, v->n_logs);
  trammel_log_scores_free(v->start, v->n_logs);
  for (guint i = 0; i < v->n_logs; i++) {
    g_clear_pointer(&v->ladders[i], trammel_prediction_horizon_unref);
    g_clear_pointer(&v->start_ladders[i], trammel_prediction_horizon_unref);
  }
  g_free(v->ladders);
  g_free(v->start_ladders);
  trammel_problem_unref(v->problem);
  g_free(v);
}
