#include "ui/session/validate/cross-sheet.h"

#include "engine/est/task/task_subset.h"
#include "io/project/put.h"

/* Returns the number of rows that are fitted to fixed logs: all, and each log. */
static guint
count_sources(const TrammelCrossSheet *self)
{
  return 1 + self->cross->n_logs;
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

/* Returns the index of a log, -1 if the problem (nullable) has none of that name. */
static int
find_log(const TrammelProblem *problem, const char *name)
{
  const TrTask *task = problem ? trammel_problem_get_task(problem) : NULL;

  for (int i = 0; task && i < task->n_logs; i++)
    if (g_str_equal(task->logs[i].name, name))
      return i;
  return -1;
}

/* Returns the parameters of a row for a log; they differ by log in the rows fitted to the other
 * logs. */
static const double *
find_parameters(const TrammelCrossSheet *self, guint row, guint log)
{
  return get_row(self, row)->parameters + (gsize)log * self->cross->n_free;
}

static void
clear_sheet(gpointer data)
{
  TrammelCrossSheet *self = data;

  g_clear_pointer(&self->cross, trammel_crossvalidation_free);
  g_free(self->key);
}

static gboolean
fill(TrammelCrossSheet *self,
     const TrammelProject *project,
     const TrammelValidationOptions *options,
     GError **error)
{
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, error);

  if (!problem)
    return FALSE;
  self->cross = trammel_crossvalidation_new(problem, options, error);
  if (!self->cross)
    return FALSE;
  self->n_rows = count_sources(self) + (options->leave_one_out ? 1 : 0);
  return trammel_crossvalidation_score_extra(self->cross, options, error);
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
  int own = find_log(self->cross->problem, log), extra = find_log(self->cross->extra, log);

  if (own >= 0)
    return get_row(self, row)->scores[own];
  return extra >= 0 && row < count_sources(self)
             ? self->cross->extra_scores[row * self->cross->n_extra + (guint)extra]
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

/* Returns the mechanism with these parameters. */
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
  int own = find_log(self->cross->problem, log), extra = find_log(self->cross->extra, log);
  const double *parameters = find_parameters(self, row, own >= 0 ? (guint)own : 0);
  TrammelValidationOptions traced = *options;
  TrLogScore *score = NULL;

  traced.score.traces = true;
  traced.score.start = self->cross->options.score.start;
  trammel_crossvalidation_score(&score, self->cross, parameters,
                                own >= 0 ? self->cross->problem : self->cross->extra,
                                own >= 0 ? own : extra, &traced, error);
  if (score)
    *model = apply(self, parameters);
  return score;
}
