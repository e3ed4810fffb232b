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

/* Fills a row with the scores of one problem; FALSE on an error. *is_complete is TRUE if it was not
 * interrupted. */
static gboolean
score_problem(TrammelValidation *v, const TrammelProblem *problem, guint total, GError **error)
{
  const TrTask *task = trammel_problem_get_task(problem);
  g_autofree double *values = trammel_task_dup_start(task);
  guint row = v->matrix->rows->len, n = v->matrix->n_logs;
  GError *failure = NULL;

  trammel_score_matrix_add_row(v->matrix, row ? TRAMMEL_SOURCE_START : TRAMMEL_SOURCE_RESULT, 0,
                               NULL);
  v->is_complete = TRUE;
  for (guint i = 0; v->is_complete && i < n; i++) {
    report_step(&v->options, row * n + i, total, task->logs[i].name);
    v->is_complete = trammel_score_matrix_take(
        v->matrix, row, i, trammel_score_cell_new(task, (int)i, values, &v->options, NULL),
        &failure);
  }
  if (failure)
    g_propagate_error(error, failure);
  return !failure;
}

static void
free_forces(gpointer data)
{
  TrammelForceErrors *forces = data;

  tr_force_errors_clear(&forces->measured);
  tr_force_errors_clear(&forces->estimated);
  g_free(forces);
}

/* Adds the errors of the forces of each log; those of logs that do not allow it are left out. */
static void
add_forces(TrammelValidation *v)
{
  const TrTask *task = trammel_problem_get_task(v->problem);

  for (guint i = 0; v->is_complete && i < v->matrix->n_logs; i++) {
    const TrammelScoreCell *cell = trammel_score_matrix_get_cell(v->matrix, 0, i);
    TrammelForceErrors *forces = g_new0(TrammelForceErrors, 1);
    if (tr_force_errors(&forces->measured, task, (int)i, NULL, NULL) == TR_NO_MEMORY ||
        (cell && cell->motion &&
         tr_force_errors(&forces->estimated, task, (int)i, cell->motion, NULL) == TR_NO_MEMORY))
      g_error("out of memory");
    g_ptr_array_add(v->forces, forces);
  }
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
  v->options.keep_motions = TRUE;
  v->forces = g_ptr_array_new_with_free_func(free_forces);
  v->matrix = trammel_score_matrix_new(problem, NULL);
  if (!score_problem(v, problem, total, error) ||
      (start && v->is_complete && !score_problem(v, start, total, error)))
    return NULL;
  add_forces(v);
  return g_steal_pointer(&v);
}

void
trammel_validation_free(TrammelValidation *v)
{
  if (!v)
    return;
  g_clear_pointer(&v->matrix, trammel_score_matrix_free);
  g_clear_pointer(&v->forces, g_ptr_array_unref);
  g_clear_pointer(&v->problem, trammel_problem_unref);
  g_free(v);
}
