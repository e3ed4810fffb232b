#include "ui/session/cross-sheet.h"

#include "engine/est/subtask.h"
#include "io/project_put.h"

/* The sources that stand on logs which nothing was fitted to: all, and each log. */
static guint
count_sources(const TrammelCrossSheet *self)
{
  return 1 + self->cross->n_logs;
}

static GStrv
list_extra(const TrammelProject *project)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (trammel_project_get_log_role(project, i) == TRAMMEL_ROLE_VALIDATE)
      g_strv_builder_add(names, trammel_project_get_log_name(project, i));
  return g_strv_builder_end(names);
}

static const TrammelScoreRow *
get_row(const TrammelCrossSheet *self, guint row)
{
  switch (trammel_cross_sheet_get_kind(self, row)) {
  case TRAMMEL_CROSS_ALL:
    return &self->cross->all_row;
  case TRAMMEL_CROSS_LOG:
    return &self->cross->rows[row - 1];
  default:
    return &self->cross->left_out;
  }
}

/* Index of a log, -1 where the problem (nullable) has none of the name. */
static int
find_log(const TrammelProblem *problem, const char *name)
{
  const TrTask *task = problem ? trammel_problem_get_task(problem) : NULL;

  for (int i = 0; task && i < task->n_logs; i++)
    if (g_str_equal(task->logs[i].name, name))
      return i;
  return -1;
}

/* What the row scored with: where it did not come to all logs, to one of them. */
static const double *
find_parameters(const TrammelCrossSheet *self, guint row, guint log)
{
  return get_row(self, row)->parameters + (gsize)log * self->cross->n_free;
}

/* Tells of the logs that come after the matrix: the last part of the work. */
static void
tell_step(const TrammelCrossSheet *self, const TrammelValidationOptions *options, guint log)
{
  guint n = self->cross->n_logs;
  guint done = 1 + 2 * n + n * (n + 1) + (options->leave_one_out ? 2 * n : 0);
  g_autofree char *what =
      g_strdup_printf("scored on '%s'", trammel_problem_get_task(self->extra)->logs[log].name);

  if (options->step)
    options->step(options->user, done, done + 1, what);
}

static gboolean
score_extra(TrammelCrossSheet *self, const TrammelValidationOptions *options, GError **error)
{
  for (guint row = 0; row < count_sources(self); row++)
    for (guint j = 0; j < self->n_extra; j++) {
      TrLogScore **score = &self->extra_scores[row * self->n_extra + j];

      tell_step(self, options, j);
      if (!trammel_crossvalidation_score(score, self->cross, find_parameters(self, row, 0),
                                         self->extra, (int)j, options, error))
        return FALSE;
      if (!*score)
        return TRUE;
    }
  return TRUE;
}

static void
clear_sheet(gpointer data)
{
  TrammelCrossSheet *self = data;

  if (self->cross)
    trammel_log_scores_free(self->extra_scores, count_sources(self) * self->n_extra);
  g_clear_pointer(&self->cross, trammel_crossvalidation_free);
  g_clear_pointer(&self->extra, trammel_problem_unref);
  g_free(self->key);
}

static gboolean
fill(TrammelCrossSheet *self,
     const TrammelProject *project,
     const TrammelValidationOptions *options,
     GError **error)
{
  g_auto(GStrv) names = list_extra(project);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, error);

  if (!problem)
    return FALSE;
  if (names[0] &&
      !(self->extra = trammel_problem_new(project, (const char *const *)names, NULL, error)))
    return FALSE;
  self->cross = trammel_crossvalidation_new(problem, options, error);
  if (!self->cross)
    return FALSE;
  self->n_extra = g_strv_length(names);
  self->n_rows = count_sources(self) + (options->leave_one_out ? 1 : 0);
  self->extra_scores = g_new0(TrLogScore *, count_sources(self) * self->n_extra + 1);
  return !self->cross->is_complete || score_extra(self, options, error);
}

TrammelCrossSheet *
trammel_cross_sheet_new(const TrammelProject *project,
                        const TrammelValidationOptions *options,
                        GError **error)
{
  g_autoptr(TrammelCrossSheet) self = g_atomic_rc_box_new0(TrammelCrossSheet);

  self->key = trammel_cross_sheet_make_key(project);
  return fill(self, project, options, error) ? g_steal_pointer(&self) : NULL;
}

TrammelCrossSheet *
trammel_cross_sheet_ref(TrammelCrossSheet *self)
{
  return g_atomic_rc_box_acquire(self);
}

void
trammel_cross_sheet_unref(TrammelCrossSheet *self)
{
  g_atomic_rc_box_release_full(self, clear_sheet);
}

char *
trammel_cross_sheet_make_key(const TrammelProject *project)
{
  static const char *const parts[] = {"model", "settings", "logs"};
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);

  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *text = trammel_project_dup_at(project, parts[i]);
    if (text)
      g_checksum_update(sum, (const guchar *)text, -1);
  }
  return g_strdup(g_checksum_get_string(sum));
}

TrammelCrossKind
trammel_cross_sheet_get_kind(const TrammelCrossSheet *self, guint row)
{
  return row == 0                    ? TRAMMEL_CROSS_ALL
         : row < count_sources(self) ? TRAMMEL_CROSS_LOG
                                     : TRAMMEL_CROSS_OTHERS;
}

const TrLogScore *
trammel_cross_sheet_get_score(const TrammelCrossSheet *self, guint row, const char *log)
{
  int own = find_log(self->cross->problem, log), extra = find_log(self->extra, log);

  if (own >= 0)
    return get_row(self, row)->scores[own];
  return extra >= 0 && row < count_sources(self)
             ? self->extra_scores[row * self->n_extra + (guint)extra]
             : NULL;
}

gboolean
trammel_cross_sheet_is_fitted(const TrammelCrossSheet *self, guint row, const char *log)
{
  int own = find_log(self->cross->problem, log);
  TrammelCrossKind kind = trammel_cross_sheet_get_kind(self, row);

  return own >= 0 &&
         (kind == TRAMMEL_CROSS_ALL || (kind == TRAMMEL_CROSS_LOG && own + 1 == (int)row));
}

/* The mechanism with these parameters. */
static TrModel *
apply(const TrammelCrossSheet *self, const double *parameters)
{
  TrAppliedTask *applied =
      tr_applied_task_new(trammel_problem_get_task(self->cross->problem), 0, parameters);
  TrModel *model = applied ? tr_model_copy(applied->model) : NULL;

  tr_applied_task_free(applied);
  return model;
}

TrLogScore *
trammel_cross_sheet_replay(const TrammelCrossSheet *self,
                           guint row,
                           const char *log,
                           const TrammelValidationOptions *options,
                           TrModel **model,
                           GError **error)
{
  g_return_val_if_fail(trammel_cross_sheet_get_score(self, row, log), NULL);
  int own = find_log(self->cross->problem, log), extra = find_log(self->extra, log);
  const double *parameters = find_parameters(self, row, own >= 0 ? (guint)own : 0);
  TrammelValidationOptions traced = *options;
  TrLogScore *score = NULL;

  traced.score.traces = true;
  traced.score.start = self->cross->options.score.start;
  trammel_crossvalidation_score(&score, self->cross, parameters,
                                own >= 0 ? self->cross->problem : self->extra,
                                own >= 0 ? own : extra, &traced, error);
  if (score)
    *model = apply(self, parameters);
  return score;
}
