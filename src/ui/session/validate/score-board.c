#include "ui/session/validate/score-board.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/sensor.h"
#include "ui/session/text/format.h"

static const TrTask *
get_task(const TrammelScoreMatrix *self)
{
  return trammel_problem_get_task(self->problem);
}

static char *
name_row(const TrammelScoreMatrix *matrix, const TrammelScoreRow *row)
{
  switch (row->source) {
  case TRAMMEL_SOURCE_ALL_LOGS:
    return g_strdup(_("Fitted to all logs"));
  case TRAMMEL_SOURCE_ONE_LOG:
    return g_strdup_printf(_("Fitted to %s"), matrix->logs[row->number]);
  default:
    return g_strdup(_("Fitted to the others"));
  }
}

/* Adds the rows of the sources from `first` to `last`, and titles where there are none. */
static void
add_rows(TrammelScoreMatrix *board,
         const TrammelScoreMatrix *from,
         TrammelSource first,
         TrammelSource last)
{
  for (guint i = 0; i < from->rows->len; i++) {
    const TrammelScoreRow *row = trammel_score_matrix_get_row(from, i);
    if (row->source < first || row->source > last)
      continue;
    TrammelScoreRow *copy = trammel_score_matrix_add_copy(board, from, row);
    if (!copy->title)
      copy->title = name_row(from, row);
  }
}

TrammelScoreMatrix *
trammel_score_board_new(const TrammelScoreMatrix *scores, const TrammelCrossValidation *cross)
{
  TrammelScoreMatrix *board = trammel_score_matrix_new(scores->problem, NULL);

  add_rows(board, scores, TRAMMEL_SOURCE_RESULT, TRAMMEL_SOURCE_RESULT);
  if (cross)
    add_rows(board, cross->matrix, TRAMMEL_SOURCE_ALL_LOGS, TRAMMEL_SOURCE_OTHER_LOGS);
  add_rows(board, scores, TRAMMEL_SOURCE_START, TRAMMEL_SOURCE_START);
  return board;
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
    const TrammelScoreMatrix *self, guint row, guint log, TrammelMetric metric, int sensor)
{
  const TrLogScore *score = trammel_score_matrix_get_score(self, row, log);
  const TrModel *model = get_task(self)->model;

  if (!score)
    return NAN;
  if (metric == TRAMMEL_METRIC_STATE)
    return score->state_mse;
  if (metric == TRAMMEL_METRIC_PERIOD)
    return 100 * tr_log_score_worst_joint(score, NULL);
  if (sensor == TRAMMEL_ALL_SENSORS)
    return combine(model, score, metric);
  for (int s = 0; s < score->n_sensors; s++)
    if (score->sensors[s].sensor == sensor)
      return get_sensor_value(model, &score->sensors[s], metric);
  return NAN;
}

double
trammel_score_board_measure(const TrammelScoreMatrix *self, guint row)
{
  double sum = 0;
  guint n = 0;

  for (guint log = 0; log < self->n_logs; log++)
    if (trammel_score_matrix_is_validation(self, log)) {
      sum +=
          trammel_score_board_get_value(self, row, log, TRAMMEL_METRIC_PERIOD, TRAMMEL_ALL_SENSORS);
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
trammel_score_board_has_common(const TrammelScoreMatrix *self, TrammelMetric metric)
{
  const TrModel *model = get_task(self)->model;
  double factor;

  for (int s = 1; has_own_unit(metric) && s < model->n_sensors; s++)
    if (!g_str_equal(get_sensor_unit(model, s, &factor), get_sensor_unit(model, 0, &factor)))
      return FALSE;
  return TRUE;
}

gboolean
trammel_score_board_is_by_sensor(TrammelMetric metric)
{
  return metric != TRAMMEL_METRIC_PERIOD && metric != TRAMMEL_METRIC_STATE;
}

const char *
trammel_score_board_get_unit(const TrammelScoreMatrix *self, TrammelMetric metric, int sensor)
{
  double factor;

  switch (metric) {
  case TRAMMEL_METRIC_PERIOD:
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
