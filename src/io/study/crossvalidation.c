#include "io/study/crossvalidation.h"

#include <math.h>
#include <string.h>

#include "engine/est/identify/physical_values.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/task/task_subset.h"
#include "io/base/error.h"
#include "io/problem/identify.h"

/* State of the work. */
typedef struct {
  TrammelCrossValidation *cross;
  TrTask task;         /* of all logs */
  TrTaskSubset **subs; /* [n_logs] of the single fits; NULL where not reached */
  guint done, total;
} Work;

static void
clear_work(Work *work)
{
  for (guint i = 0; work->subs && i < work->cross->n_logs; i++)
    tr_task_subset_free(work->subs[i]);
  g_free(work->subs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Work, clear_work)

static void
report_step(Work *work, const char *format, const char *a, const char *b)
{
  const TrammelValidationOptions *options = &work->cross->options;
  g_autoptr(GString) what = g_string_new(format);

  g_string_replace(what, "%1", a, 1);
  g_string_replace(what, "%2", b, 1);
  if (options->step)
    options->step(options->user, work->done, work->total, what->str);
  work->done++;
}

static const char *
get_log_name(const Work *work, guint log)
{
  return work->task.logs[log].name;
}

/* Fits a task and adds the physical values. */
static gboolean
fit_task(TrFit **fit, const TrTask *task, GError **error)
{
  if (!trammel_identify(fit, task, error))
    return FALSE;
  return !tr_physical_applies(task, *fit) || tr_physical(*fit, task) != TR_CANCELLED;
}

static gboolean
fit_all(Work *work, GError **error)
{
  report_step(work, "fit to all logs", "", "");
  if (!fit_task(&work->cross->all, &work->task, error))
    return FALSE;
  work->cross->has_converged = work->cross->all->status == TR_OK;
  work->cross->kappa = work->cross->all->kappa;
  if (tr_task_searches_kappa(&work->task))
    tr_settings_hold_kappa(&work->task.settings, work->cross->all);
  return TRUE;
}

/* Fits the selected logs; sets parameters[n_free], with the values of the fit to all logs for
 * parameters that these logs do not contain. */
static gboolean
fit_some(TrFit **fit,
         TrTaskSubset **sub,
         double *parameters,
         Work *work,
         const bool *wanted,
         GError **error)
{
  TrammelCrossValidation *cross = work->cross;
  TrTaskSubset *made = tr_task_subset_new(&work->task, wanted);
  g_autofree double *begin = g_new(double, cross->n_free + 1);
  gboolean ok = made != NULL;

  for (guint i = 0; i < cross->n_free; i++)
    parameters[i] = cross->all->estimates[i].value;
  for (int k = 0; ok && k < made->task.n_free; k++)
    begin[k] = made->factor[k] * parameters[made->index[k]];
  if (made)
    made->task.warm_start = begin;
  else
    trammel_error_set_status(error, TR_NO_MEMORY, &(TrError){.text = "out of memory"});
  ok = ok && fit_task(fit, &made->task, error);
  if (made)
    made->task.warm_start = NULL;
  for (int k = 0; ok && k < made->task.n_free; k++)
    parameters[made->index[k]] = (*fit)->estimates[k].value / made->factor[k];
  if (ok && (*fit)->status != TR_OK)
    cross->has_converged = FALSE;
  if (ok && sub)
    *sub = made;
  else
    tr_task_subset_free(made);
  return ok;
}

/* Returns a key of everything that a score depends on: the project, the log, the parameters, the
 * weights, and the options. */
static char *
make_key(const TrammelCrossValidation *cross, const char *log, const double *parameters)
{
  const TrScoreOptions *score = &cross->options.score;
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);

  g_checksum_update(sum, (const guchar *)parameters, (gssize)(cross->n_free * sizeof *parameters));
  g_checksum_update(sum, (const guchar *)&cross->kappa, sizeof cross->kappa);
  for (int l = 0; l < cross->all->n_logs; l++)
    for (int s = 0; s < cross->all->logs[l].n_sensors; s++)
      g_checksum_update(sum, (const guchar *)&cross->all->logs[l].sensors[s].sigma, sizeof(double));
  for (int i = 0; i < cross->all->n_freedoms; i++)
    g_checksum_update(sum, (const guchar *)&cross->all->state_sigmas[i].sigma, sizeof(double));
  return g_strdup_printf("%s %s %d %.17g %s", cross->key, g_checksum_get_string(sum), score->start,
                         score->h, log);
}

/* Returns values for the parameters of `to`: those of the cross-validation by their ids, else its
 * own. */
static double *
translate(const TrTask *to, const TrTask *from, const double *parameters)
{
  double *values = trammel_task_dup_start(to);

  for (int k = 0; k < to->n_free; k++) {
    char id[TR_ID_SIZE], own[TR_ID_SIZE];

    tr_task_free_id(id, to, k);
    for (int i = 0; i < from->n_free; i++) {
      tr_task_free_id(own, from, i);
      if (g_str_equal(id, own))
        values[k] = parameters[i];
    }
  }
  return values;
}

/* Task, log and values of a cell: the task of the problem that holds the log, with the weights of
 * the fit to all logs. */
typedef struct {
  TrTask task;
  TrModel *model;
  int log;
  double *values;
} Scored;

static void
clear_scored(Scored *scored)
{
  tr_model_free(scored->model);
  g_free(scored->values);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Scored, clear_scored)

static void
init_scored(Scored *scored,
            const TrammelCrossValidation *cross,
            guint column,
            const double *parameters)
{
  gboolean is_own = column < cross->n_logs;

  scored->task = *trammel_problem_get_task(is_own ? cross->problem : cross->extra);
  scored->model = trammel_need_memory(tr_model_copy(scored->task.model));
  tr_settings_hold_kappa(&scored->task.settings, cross->all);
  tr_model_hold_sigmas(scored->model, cross->all);
  scored->task.model = scored->model;
  scored->log = (int)(is_own ? column : column - cross->n_logs);
  scored->values = translate(&scored->task, trammel_problem_get_task(cross->problem), parameters);
}

/* Scores a cell, unless the cache has it. */
static gboolean
score_cell(TrammelCrossValidation *cross,
           guint row,
           guint column,
           const double *parameters,
           GError **error)
{
  g_autofree char *key = make_key(cross, cross->matrix->logs[column], parameters);
  TrammelScoreCell *cell = g_hash_table_lookup(cross->options.cache, key);
  g_auto(Scored) scored = {0};

  if (cell)
    return trammel_score_matrix_take(cross->matrix, row, column, trammel_score_cell_ref(cell),
                                     error);
  init_scored(&scored, cross, column, parameters);
  cell = trammel_score_cell_new(&scored.task, scored.log, scored.values, &cross->options, NULL);
  if (cell && cell->score) {
    cell->parameters = g_memdup2(parameters, cross->n_free * sizeof *parameters);
    g_hash_table_insert(cross->options.cache, g_steal_pointer(&key), trammel_score_cell_ref(cell));
  }
  return trammel_score_matrix_take(cross->matrix, row, column, cell, error);
}

static guint
find_row(const Work *work, TrammelSource source, guint number)
{
  return (guint)trammel_score_matrix_find_row(work->cross->matrix, source, number);
}

/* Scores all fitted logs with the same parameters. */
static gboolean
score_row(Work *work, guint row, const double *parameters, const char *source, GError **error)
{
  TrammelCrossValidation *cross = work->cross;

  for (guint j = 0; j < cross->n_logs; j++) {
    report_step(work, "%1, scored on '%2'", source, get_log_name(work, j));
    if (!score_cell(cross, row, j, parameters, error))
      return FALSE;
  }
  return TRUE;
}

/* Computes the row of one log; parameters[n_free] is room for its values. */
static gboolean
do_single(Work *work, guint log, double *parameters, GError **error)
{
  TrammelCrossValidation *cross = work->cross;
  g_autofree bool *wanted = g_new0(bool, cross->n_logs);
  g_autofree char *source = g_strdup_printf("fitted to '%s'", get_log_name(work, log));

  wanted[log] = true;
  report_step(work, "fit to '%1'", get_log_name(work, log), "");
  if (!fit_some(&cross->single[log], &work->subs[log], parameters, work, wanted, error))
    return FALSE;
  return score_row(work, find_row(work, TRAMMEL_SOURCE_ONE_LOG, log), parameters, source, error);
}

static gboolean
do_left_out(Work *work, guint log, double *parameters, GError **error)
{
  TrammelCrossValidation *cross = work->cross;
  g_autofree bool *wanted = g_new(bool, cross->n_logs);
  TrFit *fit = NULL;

  for (guint i = 0; i < cross->n_logs; i++)
    wanted[i] = i != log;
  report_step(work, "fit to all logs but '%1'", get_log_name(work, log), "");
  if (!fit_some(&fit, NULL, parameters, work, wanted, error))
    return FALSE;
  tr_fit_free(fit);
  report_step(work, "fitted to all logs but '%1', scored on it", get_log_name(work, log), "");
  return score_cell(cross, find_row(work, TRAMMEL_SOURCE_OTHER_LOGS, 0), log, parameters, error);
}

/* Does all work on the fitted logs; FALSE on an error or when it was ended. */
static gboolean
do_work(Work *work, GError **error)
{
  TrammelCrossValidation *cross = work->cross;
  g_autofree double *parameters = g_new(double, cross->n_free + 1);
  g_autofree double *start = trammel_task_dup_start(&work->task);

  if (!fit_all(work, error))
    return FALSE;
  for (guint i = 0; i < cross->n_free; i++)
    parameters[i] = cross->all->estimates[i].value;
  if (!score_row(work, find_row(work, TRAMMEL_SOURCE_ALL_LOGS, 0), parameters, "fitted to all logs",
                 error) ||
      !score_row(work, find_row(work, TRAMMEL_SOURCE_START, 0), start, "start values", error))
    return FALSE;
  for (guint i = 0; i < cross->n_logs; i++)
    if (!do_single(work, i, parameters, error))
      return FALSE;
  for (guint i = 0; cross->options.leave_one_out && i < cross->n_logs; i++)
    if (!do_left_out(work, i, parameters, error))
      return FALSE;
  return TRUE;
}

/* Returns the names of the logs of role `validate` that are not among the fitted ones. */
static GStrv
list_extra(const TrammelProblem *problem)
{
  const TrammelProject *project = trammel_problem_get_project(problem);
  const TrTask *task = trammel_problem_get_task(problem);
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    const char *name = trammel_project_get_log_name(project, i);
    gboolean is_extra = trammel_project_get_log_role(project, i) == TRAMMEL_ROLE_VALIDATE;

    for (int l = 0; l < task->n_logs; l++)
      is_extra = is_extra && !g_str_equal(task->logs[l].name, name);
    if (is_extra)
      g_strv_builder_add(names, name);
  }
  return g_strv_builder_end(names);
}

/* Adds the row of a source, with the names of the logs that it was fitted to. */
static void
add_row(TrammelCrossValidation *cross, TrammelSource source, guint number)
{
  TrammelScoreRow *row = trammel_score_matrix_add_row(cross->matrix, source, number, NULL);
  g_autoptr(GStrvBuilder) fitted = g_strv_builder_new();

  for (guint j = 0; j < cross->n_logs; j++)
    if (source == TRAMMEL_SOURCE_ALL_LOGS || (source == TRAMMEL_SOURCE_ONE_LOG && j == number))
      g_strv_builder_add(fitted, cross->matrix->logs[j]);
  row->fitted = g_strv_builder_end(fitted);
}

static void
add_rows(TrammelCrossValidation *cross)
{
  add_row(cross, TRAMMEL_SOURCE_ALL_LOGS, 0);
  for (guint i = 0; i < cross->n_logs; i++)
    add_row(cross, TRAMMEL_SOURCE_ONE_LOG, i);
  add_row(cross, TRAMMEL_SOURCE_START, 0);
  if (cross->options.leave_one_out)
    add_row(cross, TRAMMEL_SOURCE_OTHER_LOGS, 0);
}

static TrammelCrossValidation *
new_empty(TrammelProblem *problem, const TrammelValidationOptions *options)
{
  TrammelCrossValidation *cross = g_atomic_rc_box_new0(TrammelCrossValidation);
  const TrTask *task = trammel_problem_get_task(problem);
  g_auto(GStrv) extra = list_extra(problem);
  guint n = (guint)task->n_logs;

  cross->problem = trammel_problem_ref(problem);
  cross->options = *options;
  cross->options.cache =
      options->cache ? g_hash_table_ref(options->cache) : trammel_score_cache_new();
  cross->key = trammel_score_key_new(trammel_problem_get_project(problem), -1);
  cross->n_logs = n;
  cross->n_free = (guint)task->n_free;
  cross->kappa = NAN;
  cross->single = g_new0(TrFit *, n);
  cross->matrix = trammel_score_matrix_new(problem, (const char *const *)extra);
  add_rows(cross);
  return cross;
}

static gboolean
check_problem(const TrammelProblem *problem, GError **error)
{
  const TrTask *task = trammel_problem_get_task(problem);

  if (task->n_logs < 2)
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "cross-validation compares logs and needs at least two, found one ('%s'); add a "
        "log of role 'estimate', or divide this one into two by their trim",
        task->logs[0].name);
  else if (task->n_free == 0)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "no parameter is free, so there is nothing to cross-validate; free at "
                      "least one");
  else
    return TRUE;
  return FALSE;
}

/* Returns the number of parts of the work on n logs. */
static guint
count_steps(guint n, const TrammelValidationOptions *options)
{
  return 1 + 2 * n + n * (n + 1) + (options->leave_one_out ? 2 * n : 0);
}

/* Reports progress on the logs that are scored only, which are the last part of the work. */
static void
report_extra(const TrammelCrossValidation *cross, const char *log)
{
  guint done = count_steps(cross->n_logs, &cross->options);
  g_autofree char *what = g_strdup_printf("scored on '%s'", log);

  if (cross->options.step)
    cross->options.step(cross->options.user, done, done + 1, what);
}

/* Scores the logs of role `validate`; FALSE on an error or when it was ended. */
static gboolean
score_extra(TrammelCrossValidation *cross, GError **error)
{
  const TrammelScoreMatrix *matrix = cross->matrix;
  const char *const *names = (const char *const *)matrix->logs + cross->n_logs;

  if (!names[0])
    return TRUE;
  g_autoptr(TrammelProject) project = trammel_problem_dup_project(cross->problem);
  cross->extra = trammel_problem_new(project, names, NULL, error);
  if (!cross->extra)
    return FALSE;
  cross->n_extra = matrix->n_logs - cross->n_logs;
  for (guint i = 0; i < matrix->rows->len; i++) {
    TrammelSource source = trammel_score_matrix_get_row(matrix, i)->source;
    if (source != TRAMMEL_SOURCE_ALL_LOGS && source != TRAMMEL_SOURCE_ONE_LOG)
      continue;
    for (guint j = cross->n_logs; j < matrix->n_logs; j++) {
      report_extra(cross, matrix->logs[j]);
      if (!score_cell(cross, i, j, trammel_score_matrix_get_cell(matrix, i, 0)->parameters, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* Compares the fits that there are. */
static void
compare_fits(Work *work)
{
  TrammelCrossValidation *cross = work->cross;
  g_autofree TrammelLogEstimate *singles = g_new(TrammelLogEstimate, cross->n_logs);

  for (guint i = 0; i < cross->n_logs; i++)
    singles[i] = (TrammelLogEstimate){work->subs[i] ? cross->single[i] : NULL, work->subs[i]};
  if (cross->all)
    cross->agreement = trammel_log_agreement_new(cross->all, singles, cross->n_logs);
  if (cross->all)
    cross->base = trammel_base_agreement_new(&work->task, cross->all, singles, cross->n_logs);
}

TrammelCrossValidation *
trammel_crossvalidation_new(TrammelProblem *problem,
                            const TrammelValidationOptions *options,
                            GError **error)
{
  g_autoptr(TrammelCrossValidation) cross = NULL;
  g_auto(Work) work = {0};
  GError *failure = NULL;
  guint n;

  if (!check_problem(problem, error))
    return NULL;
  cross = new_empty(problem, options);
  n = cross->n_logs;
  work.cross = cross;
  work.total = count_steps(n, options);
  work.task = *trammel_problem_get_task(problem);
  work.task.monitor = options->monitor;
  work.subs = g_new0(TrTaskSubset *, n);
  cross->is_complete = do_work(&work, &failure) && score_extra(cross, &failure);
  if (failure) {
    g_propagate_error(error, failure);
    return NULL;
  }
  compare_fits(&work);
  return g_steal_pointer(&cross);
}

gboolean
trammel_crossvalidation_is_consistent(const TrammelCrossValidation *cross, guint parameter)
{
  return trammel_log_agreement_accepts(cross->agreement->p_parameters[parameter]);
}

/* Returns the mechanism with these parameters. */
static TrModel *
apply(const TrammelCrossValidation *cross, const double *parameters)
{
  TrAppliedTask *applied =
      tr_applied_task_new(trammel_problem_get_task(cross->problem), 0, parameters);
  TrModel *model = applied ? tr_model_copy(applied->model) : NULL;

  tr_applied_task_free(applied);
  return model;
}

TrLogScore *
trammel_crossvalidation_replay(const TrammelCrossValidation *cross,
                               guint row,
                               guint log,
                               const TrammelValidationOptions *options,
                               TrModel **model,
                               GError **error)
{
  const TrammelScoreCell *cell = trammel_score_matrix_get_cell(cross->matrix, row, log);
  TrammelValidationOptions traced = *options;
  g_auto(Scored) scored = {0};
  TrLogScore *score = NULL;

  g_return_val_if_fail(cell, NULL);
  init_scored(&scored, cross, log, cell->parameters);
  traced.score.traces = true;
  traced.score.start = cross->options.score.start;
  trammel_score_log(&score, &scored.task, scored.log, scored.values, &traced, error);
  if (score)
    *model = apply(cross, cell->parameters);
  return score;
}

static void
clear_cross(gpointer data)
{
  TrammelCrossValidation *cross = data;

  for (guint i = 0; i < cross->n_logs; i++)
    tr_fit_free(cross->single[i]);
  g_clear_pointer(&cross->extra, trammel_problem_unref);
  tr_fit_free(cross->all);
  trammel_score_matrix_free(cross->matrix);
  g_free(cross->single);
  trammel_log_agreement_free(cross->agreement);
  trammel_base_agreement_free(cross->base);
  g_free(cross->key);
  g_hash_table_unref(cross->options.cache);
  trammel_problem_unref(cross->problem);
}

TrammelCrossValidation *
trammel_crossvalidation_ref(TrammelCrossValidation *cross)
{
  return g_atomic_rc_box_acquire(cross);
}

void
trammel_crossvalidation_unref(TrammelCrossValidation *cross)
{
  g_atomic_rc_box_release_full(cross, clear_cross);
}
