#include "ui/session/validate/score-board.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/sensor.h"
#include "ui/session/text/format.h"

static const TrTask *
get_task(const TrammelScoreBoard *self)
{
  return trammel_problem_get_task(self->sheet->problem);
}

static void
free_row(gpointer data)
{
  TrammelBoardRow *row = data;

  g_free(row->title);
  g_free(row);
}

/* Adds a row; takes ownership of `title`. */
static void
add_row(TrammelScoreBoard *self,
        char *title,
        gboolean is_cross,
        guint set,
        const TrammelScoredSet *scored)
{
  TrammelBoardRow *row = g_new0(TrammelBoardRow, 1);

  *row = (TrammelBoardRow){title, is_cross, set, scored};
  g_ptr_array_add(self->rows, row);
}

static void
add_sets(TrammelScoreBoard *self, gboolean of_runs)
{
  for (guint i = 0; i < self->sheet->sets->len; i++) {
    const TrammelScoredSet *set = self->sheet->sets->pdata[i];
    if ((set->run != 0) == of_runs)
      add_row(self, g_strdup(set->title), FALSE, set->run, set);
  }
}

static char *
name_cross_row(const TrammelCrossSheet *cross, guint row)
{
  switch (trammel_cross_sheet_get_kind(cross, row)) {
  case TRAMMEL_CROSS_ALL:
    return g_strdup(_("Fitted to all logs"));
  case TRAMMEL_CROSS_LOG:
    return g_strdup_printf(_("Fitted to %s"),
                           trammel_problem_get_task(cross->cross->problem)->logs[row - 1].name);
  default:
    return g_strdup(_("Fitted to the others"));
  }
}

TrammelScoreBoard *
trammel_score_board_new(TrammelScoreSheet *sheet, TrammelCrossSheet *cross)
{
  TrammelScoreBoard *self = g_new0(TrammelScoreBoard, 1);

  self->sheet = trammel_score_sheet_ref(sheet);
  self->cross = cross ? trammel_cross_sheet_ref(cross) : NULL;
  self->rows = g_ptr_array_new_with_free_func(free_row);
  add_sets(self, TRUE);
  for (guint i = 0; cross && i < cross->n_rows; i++)
    add_row(self, name_cross_row(cross, i), TRUE, i, NULL);
  add_sets(self, FALSE);
  return self;
}

void
trammel_score_board_free(TrammelScoreBoard *self)
{
  g_ptr_array_unref(self->rows);
  trammel_score_sheet_unref(self->sheet);
  g_clear_pointer(&self->cross, trammel_cross_sheet_unref);
  g_free(self);
}

const char *
trammel_score_board_get_log(const TrammelScoreBoard *self, guint log)
{
  return get_task(self)->logs[log].name;
}

gboolean
trammel_score_board_is_validation(const TrammelScoreBoard *self, guint log)
{
  const TrammelProject *project = trammel_problem_get_project(self->sheet->problem);

  return g_str_equal(trammel_project_get_role_name(project, trammel_score_board_get_log(self, log)),
                     "validate");
}

int
trammel_score_board_find_row(const TrammelScoreBoard *self, gboolean is_cross, guint set)
{
  for (guint i = 0; i < self->rows->len; i++) {
    const TrammelBoardRow *row = self->rows->pdata[i];
    if (row->is_cross == is_cross && row->set == set)
      return (int)i;
  }
  return -1;
}

int
trammel_score_board_find_log(const TrammelScoreBoard *self, const char *log)
{
  for (guint i = 0; i < self->sheet->n_logs; i++)
    if (g_str_equal(trammel_score_board_get_log(self, i), log))
      return (int)i;
  return -1;
}

static const TrammelBoardRow *
get_row(const TrammelScoreBoard *self, guint row)
{
  return self->rows->pdata[row];
}

static const TrammelScoreCell *
get_cell(const TrammelScoreBoard *self, guint row, guint log)
{
  const TrammelScoredSet *set = get_row(self, row)->scored;

  return set ? set->cells[log] : NULL;
}

const TrLogScore *
trammel_score_board_get_score(const TrammelScoreBoard *self, guint row, guint log)
{
  const TrammelBoardRow *from = get_row(self, row);
  const TrammelScoreCell *cell = get_cell(self, row, log);

  if (from->is_cross)
    return trammel_cross_sheet_get_score(self->cross, from->set,
                                         trammel_score_board_get_log(self, log));
  return cell ? cell->score : NULL;
}

const char *
trammel_score_board_get_error(const TrammelScoreBoard *self, guint row, guint log)
{
  const TrammelBoardRow *from = get_row(self, row);
  const TrammelScoreCell *cell = get_cell(self, row, log);
  const TrLogScore *score = trammel_score_board_get_score(self, row, log);

  if (from->scored && from->scored->error)
    return from->scored->error;
  if (cell && cell->error)
    return cell->error;
  return score && score->status != TR_OK ? score->message : NULL;
}

gboolean
trammel_score_board_is_fitted(const TrammelScoreBoard *self, guint row, guint log)
{
  const TrammelBoardRow *from = get_row(self, row);
  const char *name = trammel_score_board_get_log(self, log);

  if (from->is_cross)
    return trammel_cross_sheet_is_fitted(self->cross, from->set, name);
  return from->scored->fitted && g_strv_contains((const char *const *)from->scored->fitted, name);
}

/* Returns the display unit of a sensor, and the factor from SI. */
static const char *
get_sensor_unit(const TrModel *model, int sensor, double *factor)
{
  return trammel_display_unit(tr_sensor_unit(model, sensor), factor);
}

static double
get_sensor_value(const TrModel *model, const TrSensorScore *score, TrammelMetric metric)
{
  double factor;

  get_sensor_unit(model, score->sensor, &factor);
  switch (metric) {
  case TRAMMEL_METRIC_NRMSE:
    return score->nrmse_percent;
  case TRAMMEL_METRIC_FIT:
    return 100 - score->nrmse_percent;
  case TRAMMEL_METRIC_RMSE:
    return score->rmse * factor;
  case TRAMMEL_METRIC_LARGEST:
    return score->largest * factor;
  case TRAMMEL_METRIC_CHI2:
    return (score->rmse / score->sigma) * (score->rmse / score->sigma);
  case TRAMMEL_METRIC_HORIZON:
    return score->horizon;
  default:
    return NAN;
  }
}

/* Returns one number for all sensors that have one. */
static double
combine(const TrModel *model, const TrLogScore *score, TrammelMetric metric)
{
  double sum = 0, least = INFINITY, most = -INFINITY;
  int n = 0;

  for (int s = 0; s < score->n_sensors; s++) {
    double value = get_sensor_value(model, &score->sensors[s], metric);
    if (isnan(value))
      continue;
    sum += value;
    least = fmin(least, value);
    most = fmax(most, value);
    n++;
  }
  if (n == 0)
    return NAN;
  return metric == TRAMMEL_METRIC_LARGEST   ? most
         : metric == TRAMMEL_METRIC_HORIZON ? least
                                            : sum / n;
}

double
trammel_score_board_get_value(
    const TrammelScoreBoard *self, guint row, guint log, TrammelMetric metric, int sensor)
{
  const TrLogScore *score = trammel_score_board_get_score(self, row, log);
  const TrModel *model = get_task(self)->model;

  if (!score)
    return NAN;
  if (metric == TRAMMEL_METRIC_STATE)
    return score->state_mse;
  if (sensor == TRAMMEL_ALL_SENSORS)
    return combine(model, score, metric);
  for (int s = 0; s < score->n_sensors; s++)
    if (score->sensors[s].sensor == sensor)
      return get_sensor_value(model, &score->sensors[s], metric);
  return NAN;
}

double
trammel_score_board_measure(const TrammelScoreBoard *self, guint row)
{
  double sum = 0;
  guint n = 0;

  for (guint log = 0; log < self->sheet->n_logs; log++)
    if (trammel_score_board_is_validation(self, log)) {
      sum +=
          trammel_score_board_get_value(self, row, log, TRAMMEL_METRIC_NRMSE, TRAMMEL_ALL_SENSORS);
      n++;
    }
  return n ? sum / n : NAN;
}

static gboolean
has_own_unit(TrammelMetric metric)
{
  return metric == TRAMMEL_METRIC_RMSE || metric == TRAMMEL_METRIC_LARGEST;
}

gboolean
trammel_score_board_has_common(const TrammelScoreBoard *self, TrammelMetric metric)
{
  const TrModel *model = get_task(self)->model;
  double factor;

  for (int s = 1; has_own_unit(metric) && s < model->n_sensors; s++)
    if (!g_str_equal(get_sensor_unit(model, s, &factor), get_sensor_unit(model, 0, &factor)))
      return FALSE;
  return TRUE;
}

const char *
trammel_score_board_get_unit(const TrammelScoreBoard *self, TrammelMetric metric, int sensor)
{
  double factor;

  switch (metric) {
  case TRAMMEL_METRIC_NRMSE:
  case TRAMMEL_METRIC_FIT:
    return "%";
  case TRAMMEL_METRIC_HORIZON:
    return "s";
  case TRAMMEL_METRIC_STATE:
    return "(N s)²";
  case TRAMMEL_METRIC_CHI2:
    return "";
  default:
    return get_task(self)->model->n_sensors > 0
               ? get_sensor_unit(get_task(self)->model, MAX(sensor, 0), &factor)
               : "";
  }
}

char *
trammel_score_format(double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite(value))
    return g_strdup("–");
  return g_strdup(
      g_ascii_formatd(text, sizeof text, fabs(value) >= 999.5 ? "%.0f" : "%.3g", value));
}
