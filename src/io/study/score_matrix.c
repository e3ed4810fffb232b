#include "io/study/score_matrix.h"

#include "io/project/put.h"
#include "io/study/validation.h"

/* ---- cells ----------------------------------------------------------------------------------- */

static void
clear_cell(gpointer data)
{
  TrammelScoreCell *cell = data;

  tr_log_score_free(cell->score);
  tr_trajectory_free(cell->motion);
  g_clear_error(&cell->error);
  g_free(cell->parameters);
  g_clear_pointer(&cell->horizons, trammel_prediction_horizon_unref);
}

TrammelScoreCell *
trammel_score_cell_ref(TrammelScoreCell *cell)
{
  return g_atomic_rc_box_acquire(cell);
}

void
trammel_score_cell_unref(TrammelScoreCell *cell)
{
  g_atomic_rc_box_release_full(cell, clear_cell);
}

TrammelScoreCell *
trammel_score_cell_new(const TrTask *task,
                       int log,
                       const double *values,
                       const TrammelValidationOptions *options,
                       const TrammelScoreCell *known)
{
  TrammelScoreCell *cell = g_atomic_rc_box_new0(TrammelScoreCell);
  TrammelValidationOptions own = *options;

  own.score.traces = !known && (options->predict || options->keep_motions);
  own.score.motion = known ? known->motion : NULL;
  trammel_score_log(&cell->score, task, log, values, &own, &cell->error);
  if (cell->score && known)
    tr_log_score_take_re_estimation(cell->score, known->score);
  if (cell->score)
    cell->motion = tr_log_score_strip(cell->score);
  if (cell->motion && options->predict) {
    own.score.motion = cell->motion;
    cell->horizons =
        trammel_prediction_horizon_new(task, log, values, options->predict, &own, &cell->error);
    if (!cell->horizons)
      g_clear_pointer(&cell->score, tr_log_score_free);
  }
  if (!options->keep_motions)
    g_clear_pointer(&cell->motion, tr_trajectory_free);
  if (!cell->score && !cell->error)
    g_clear_pointer(&cell, trammel_score_cell_unref);
  return cell;
}

/* ---- the cache ------------------------------------------------------------------------------- */

GHashTable *
trammel_score_cache_new(void)
{
  return g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                               (GDestroyNotify)trammel_score_cell_unref);
}

char *
trammel_score_key_new(const TrammelProject *project, int log)
{
  g_autofree char *logs = log < 0 ? g_strdup("logs") : g_strdup_printf("logs[%d]", log);
  const char *const parts[] = {"model", "settings", logs};
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);

  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *text = trammel_project_dup_at(project, parts[i]);
    if (text)
      g_checksum_update(sum, (const guchar *)text, -1);
    g_checksum_update(sum, (const guchar *)"", 1);
  }
  return g_strdup(g_checksum_get_string(sum));
}

/* ---- the matrix ------------------------------------------------------------------------------ */

TrammelScoreMatrix *
trammel_score_matrix_new(TrammelProblem *problem, const char *const *others)
{
  const TrTask *task = trammel_problem_get_task(problem);
  TrammelScoreMatrix *self = g_new0(TrammelScoreMatrix, 1);
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (int i = 0; i < task->n_logs; i++)
    g_strv_builder_add(names, task->logs[i].name);
  if (others)
    g_strv_builder_addv(names, (const char **)others);
  self->problem = trammel_problem_ref(problem);
  self->logs = g_strv_builder_end(names);
  self->n_logs = g_strv_length(self->logs);
  self->rows = g_ptr_array_new();
  return self;
}

static void
free_row(TrammelScoreRow *row, guint n_logs)
{
  for (guint j = 0; j < n_logs; j++)
    g_clear_pointer(&row->cells[j], trammel_score_cell_unref);
  g_free(row->cells);
  g_free(row->title);
  g_free(row->error);
  g_strfreev(row->fitted);
  g_free(row);
}

void
trammel_score_matrix_free(TrammelScoreMatrix *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    free_row(self->rows->pdata[i], self->n_logs);
  g_ptr_array_unref(self->rows);
  g_strfreev(self->logs);
  trammel_problem_unref(self->problem);
  g_free(self);
}

TrammelScoreRow *
trammel_score_matrix_add_row(TrammelScoreMatrix *self,
                             TrammelSource source,
                             guint number,
                             const char *title)
{
  TrammelScoreRow *row = g_new0(TrammelScoreRow, 1);

  row->source = source;
  row->number = number;
  row->title = g_strdup(title);
  row->cells = g_new0(TrammelScoreCell *, self->n_logs + 1);
  g_ptr_array_add(self->rows, row);
  return row;
}

TrammelScoreRow *
trammel_score_matrix_add_copy(TrammelScoreMatrix *self,
                              const TrammelScoreMatrix *from,
                              const TrammelScoreRow *row)
{
  TrammelScoreRow *copy = trammel_score_matrix_add_row(self, row->source, row->number, row->title);

  copy->error = g_strdup(row->error);
  copy->fitted = g_strdupv(row->fitted);
  for (guint j = 0; j < self->n_logs; j++) {
    int log = trammel_score_matrix_find_log(from, self->logs[j]);
    if (log >= 0 && row->cells[log])
      copy->cells[j] = trammel_score_cell_ref(row->cells[log]);
  }
  return copy;
}

const TrammelScoreRow *
trammel_score_matrix_get_row(const TrammelScoreMatrix *self, guint row)
{
  return row < self->rows->len ? self->rows->pdata[row] : NULL;
}

gboolean
trammel_score_matrix_take(
    TrammelScoreMatrix *self, guint row, guint log, TrammelScoreCell *cell, GError **error)
{
  TrammelScoreRow *to = self->rows->pdata[row];

  if (cell && cell->error) {
    g_propagate_error(error, g_error_copy(cell->error));
    trammel_score_cell_unref(cell);
    return FALSE;
  }
  to->cells[log] = cell;
  return cell != NULL;
}

int
trammel_score_matrix_find_row(const TrammelScoreMatrix *self, TrammelSource source, guint number)
{
  for (guint i = 0; i < self->rows->len; i++) {
    const TrammelScoreRow *row = trammel_score_matrix_get_row(self, i);
    if (row->source == source && row->number == number)
      return (int)i;
  }
  return -1;
}

int
trammel_score_matrix_find_log(const TrammelScoreMatrix *self, const char *log)
{
  for (guint i = 0; i < self->n_logs; i++)
    if (g_str_equal(self->logs[i], log))
      return (int)i;
  return -1;
}

const TrammelScoreCell *
trammel_score_matrix_get_cell(const TrammelScoreMatrix *self, guint row, guint log)
{
  const TrammelScoreRow *from = trammel_score_matrix_get_row(self, row);

  return from && log < self->n_logs ? from->cells[log] : NULL;
}

const TrLogScore *
trammel_score_matrix_get_score(const TrammelScoreMatrix *self, guint row, guint log)
{
  const TrammelScoreCell *cell = trammel_score_matrix_get_cell(self, row, log);

  return cell ? cell->score : NULL;
}

const char *
trammel_score_matrix_get_error(const TrammelScoreMatrix *self, guint row, guint log)
{
  const TrammelScoreRow *from = trammel_score_matrix_get_row(self, row);
  const TrammelScoreCell *cell = from->cells[log];

  if (from->error || !cell)
    return from->error;
  if (cell->error)
    return cell->error->message;
  return cell->score->status != TR_OK ? cell->score->message : NULL;
}

gboolean
trammel_score_matrix_is_fitted(const TrammelScoreMatrix *self, guint row, guint log)
{
  const TrammelScoreRow *from = trammel_score_matrix_get_row(self, row);

  return from->fitted && g_strv_contains((const char *const *)from->fitted, self->logs[log]);
}

gboolean
trammel_score_matrix_is_validation(const TrammelScoreMatrix *self, guint log)
{
  const TrammelProject *project = trammel_problem_get_project(self->problem);

  return g_str_equal(trammel_project_get_role_name(project, self->logs[log]), "validate");
}
