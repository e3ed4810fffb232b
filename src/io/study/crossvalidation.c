#include "io/study/crossvalidation.h"

#include <math.h>
#include <string.h>

#include "engine/est/task/task_subset.h"
#include "io/base/error.h"
#include "io/problem/identify.h"

/* State of the work. */
typedef struct {
  TrammelCrossValidation *cross;
  TrTask task;    /* of all logs, with the model below */
  TrModel *model; /* with the sigmas that the fit to all logs used */
  guint done, total;
} Work;

static void
clear_work(Work *work)
{
  tr_model_free(work->model);
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

/* Sets kappa and the sensors' sigmas to those of the fit to all logs. */
static void
fix_weights(TrSettings *settings, TrModel *model, const TrFit *all)
{
  tr_settings_hold_kappa(settings, all);
  for (int l = 0; l < all->n_logs; l++)
    for (int s = 0; s < all->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &all->logs[l].sensors[s];
      if (sensor->sigma > 0)
        model->sensors[sensor->sensor].sigma = sensor->sigma;
    }
}

static gboolean
fit_all(Work *work, GError **error)
{
  report_step(work, "fit to all logs", "", "");
  if (!trammel_identify(&work->cross->all, &work->task, error))
    return FALSE;
  work->cross->has_converged = work->cross->all->status == TR_OK;
  work->cross->kappa = work->cross->all->kappa;
  fix_weights(&work->task.settings, work->model, work->cross->all);
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
  ok = ok && trammel_identify(fit, &made->task, error);
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

/* Values and sigmas of a fit to one log. */
static void
take_estimates(TrammelCrossValidation *cross, guint log, const TrTaskSubset *sub, const TrFit *fit)
{
  for (int k = 0; k < sub->task.n_free; k++) {
    const TrEstimate *e = &fit->estimates[k];
    gsize at = (gsize)sub->index[k] * cross->n_logs + log;

    cross->values[at] = e->value / sub->factor[k];
    if (e->identifiable && !e->at_bound)
      cross->sigmas[at] = e->sigma / fabs(sub->factor[k]);
  }
}

/* Scores log j of a row and stores the parameters used. */
static gboolean
score_cell(TrammelScoreRow *row, Work *work, guint j, const double *parameters, GError **error)
{
  TrammelCrossValidation *cross = work->cross;

  for (guint i = 0; i < cross->n_free; i++)
    row->parameters[(gsize)j * cross->n_free + i] = parameters[i];
  return trammel_score_log(&row->scores[j], &work->task, (int)j, parameters, &cross->options,
                           error) &&
         row->scores[j];
}

/* Scores all logs with the same parameters. */
static gboolean
score_row(
    TrammelScoreRow *row, Work *work, const double *parameters, const char *source, GError **error)
{
  TrammelCrossValidation *cross = work->cross;

  for (guint j = 0; j < cross->n_logs; j++) {
    report_step(work, "%1, scored on '%2'", source, get_log_name(work, j));
    if (!score_cell(row, work, j, parameters, error))
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
  TrTaskSubset *sub = NULL;

  wanted[log] = true;
  report_step(work, "fit to '%1'", get_log_name(work, log), "");
  if (!fit_some(&cross->single[log], &sub, parameters, work, wanted, error))
    return FALSE;
  take_estimates(cross, log, sub, cross->single[log]);
  tr_task_subset_free(sub);
  return score_row(&cross->rows[log], work, parameters, source, error);
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
  return score_cell(&cross->left_out, work, log, parameters, error);
}

/* Does all work; FALSE on an error or when it was ended. */
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
  if (!score_row(&cross->all_row, work, parameters, "fitted to all logs", error) ||
      !score_row(&cross->start, work, start, "start values", error))
    return FALSE;
  for (guint i = 0; i < cross->n_logs; i++)
    if (!do_single(work, i, parameters, error))
      return FALSE;
  for (guint i = 0; cross->options.leave_one_out && i < cross->n_logs; i++)
    if (!do_left_out(work, i, parameters, error))
      return FALSE;
  return TRUE;
}

static void
init_row(TrammelScoreRow *row, guint n_logs, guint n_free)
{
  gsize n = (gsize)n_logs * n_free;

  row->scores = g_new0(TrLogScore *, n_logs);
  row->parameters = g_new(double, n + 1);
  for (gsize i = 0; i < n; i++)
    row->parameters[i] = NAN;
}

static void
clear_row(TrammelScoreRow *row, guint n_logs)
{
  trammel_log_scores_free(row->scores, n_logs);
  g_free(row->parameters);
}

static TrammelCrossValidation *
new_empty(TrammelProblem *problem, const TrammelValidationOptions *options)
{
  TrammelCrossValidation *cross = g_new0(TrammelCrossValidation, 1);
  const TrTask *task = trammel_problem_get_task(problem);
  guint n = (guint)task->n_logs;

  cross->problem = trammel_problem_ref(problem);
  cross->options = *options;
  cross->n_logs = n;
  cross->n_free = (guint)task->n_free;
  cross->kappa = NAN;
  cross->single = g_new0(TrFit *, n);
  cross->rows = g_new0(TrammelScoreRow, n);
  for (guint i = 0; i < n; i++)
    init_row(&cross->rows[i], n, cross->n_free);
  init_row(&cross->all_row, n, cross->n_free);
  init_row(&cross->start, n, cross->n_free);
  init_row(&cross->left_out, n, cross->n_free);
  cross->values = g_new(double, (gsize)n * cross->n_free + 1);
  cross->sigmas = g_new(double, (gsize)n * cross->n_free + 1);
  for (gsize i = 0; i < (gsize)n * cross->n_free; i++)
    cross->values[i] = cross->sigmas[i] = NAN;
  cross->consistency = g_new0(TrConsistency, cross->n_free + 1);
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
  work.model = trammel_need_memory(tr_model_copy(work.task.model));
  work.task.model = work.model;
  cross->is_complete = do_work(&work, &failure);
  if (failure) {
    g_propagate_error(error, failure);
    return NULL;
  }
  for (guint i = 0; i < cross->n_free; i++)
    tr_consistency(&cross->consistency[i], cross->values + (gsize)i * n,
                   cross->sigmas + (gsize)i * n, (int)n);
  return g_steal_pointer(&cross);
}

/* Returns values for the parameters of `to`: those of the cross-validation by their ids, else its
 * own. */
static double *
translate(const TrTask *to, const TrTask *from, const double *parameters)
{
  double *values = trammel_task_dup_start(to);

  for (int k = 0; k < to->n_free; k++) {
    char id[TR_ID_SIZE], own[TR_ID_SIZE];

    tr_task_param_id(id, to, to->free[k].param);
    for (int i = 0; i < from->n_free; i++) {
      tr_task_param_id(own, from, from->free[i].param);
      if (g_str_equal(id, own))
        values[k] = parameters[i];
    }
  }
  return values;
}

gboolean
trammel_crossvalidation_score(TrLogScore **score,
                              const TrammelCrossValidation *cross,
                              const double *parameters,
                              const TrammelProblem *problem,
                              int log,
                              const TrammelValidationOptions *options,
                              GError **error)
{
  TrTask task = *trammel_problem_get_task(problem);
  g_autofree double *values =
      translate(&task, trammel_problem_get_task(cross->problem), parameters);
  TrModel *model = trammel_need_memory(tr_model_copy(task.model));

  if (cross->all)
    fix_weights(&task.settings, model, cross->all);
  task.model = model;
  gboolean done = trammel_score_log(score, &task, log, values, options, error);
  tr_model_free(model);
  return done;
}

/* Returns the names of the logs of role `validate` that are not among the fitted ones. */
static GStrv
list_extra(const TrammelCrossValidation *cross)
{
  const TrammelProject *project = trammel_problem_get_project(cross->problem);
  const TrTask *task = trammel_problem_get_task(cross->problem);
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

/* Reports progress on these logs, which are the last part of the work. */
static void
report_extra(const TrammelCrossValidation *cross,
             const TrammelValidationOptions *options,
             guint log)
{
  guint done = count_steps(cross->n_logs, &cross->options);
  g_autofree char *what =
      g_strdup_printf("scored on '%s'", trammel_problem_get_task(cross->extra)->logs[log].name);

  if (options->step)
    options->step(options->user, done, done + 1, what);
}

gboolean
trammel_crossvalidation_score_extra(TrammelCrossValidation *cross,
                                    const TrammelValidationOptions *options,
                                    GError **error)
{
  g_auto(GStrv) names = list_extra(cross);
  guint n = g_strv_length(names), n_rows = 1 + cross->n_logs;

  g_return_val_if_fail(!cross->extra, FALSE);
  if (n == 0 || !cross->is_complete)
    return TRUE;
  cross->extra = trammel_problem_new(trammel_problem_get_project(cross->problem),
                                     (const char *const *)names, NULL, error);
  if (!cross->extra)
    return FALSE;
  cross->n_extra = n;
  cross->extra_scores = g_new0(TrLogScore *, n_rows * n);
  for (guint at = 0; at < n_rows * n && cross->is_complete; at++) {
    const TrammelScoreRow *row = at < n ? &cross->all_row : &cross->rows[at / n - 1];

    report_extra(cross, options, at % n);
    if (!trammel_crossvalidation_score(&cross->extra_scores[at], cross, row->parameters,
                                       cross->extra, (int)(at % n), options, error))
      return FALSE;
    cross->is_complete = cross->extra_scores[at] != NULL;
  }
  return TRUE;
}

gboolean
trammel_crossvalidation_is_consistent(const TrammelCrossValidation *cross, guint parameter)
{
  return !(cross->consistency[parameter].p_value < TRAMMEL_CONSISTENT_P);
}

void
trammel_crossvalidation_free(TrammelCrossValidation *cross)
{
  if (!cross)
    return;
  for (guint i = 0; i < cross->n_logs; i++) {
    tr_fit_free(cross->single[i]);
    clear_row(&cross->rows[i], cross->n_logs);
  }
  if (cross->extra_scores)
    trammel_log_scores_free(cross->extra_scores, (1 + cross->n_logs) * cross->n_extra);
  g_clear_pointer(&cross->extra, trammel_problem_unref);
  tr_fit_free(cross->all);
  clear_row(&cross->all_row, cross->n_logs);
  clear_row(&cross->start, cross->n_logs);
  clear_row(&cross->left_out, cross->n_logs);
  g_free(cross->single);
  g_free(cross->rows);
  g_free(cross->values);
  g_free(cross->sigmas);
  g_free(cross->consistency);
  trammel_problem_unref(cross->problem);
  g_free(cross);
}
