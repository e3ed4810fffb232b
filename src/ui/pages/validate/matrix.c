#include "ui/pages/validate/matrix.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/widgets/string-drop-down.h"

enum { HEAD_ROOM = 174, LEAST_ROW = 18 }; /* [px] */

static const struct {
  const char *label, *tooltip;
} metrics[TRAMMEL_N_METRICS] = {
    [TRAMMEL_METRIC_PERIOD] =
        {N_("Error over a period"),
         N_("Error of the joint that is predicted worst, each over its own period from the "
            "estimated motion, in percent of its standard deviation: above 20 %, the model does "
            "not explain the joint")},
    [TRAMMEL_METRIC_NRMSE] =
        {N_("NRMSE"), N_("Root of the mean square error of the prediction, in percent of the "
                         "measured signal's standard deviation")},
    [TRAMMEL_METRIC_FIT] = {N_("Fit"),
                            /* xgettext:no-c-format */
                            N_("100 % minus the NRMSE")},
    [TRAMMEL_METRIC_RMSE] = {N_("RMSE"), N_("Root of the mean square error of the prediction")},
    [TRAMMEL_METRIC_LARGEST] = {N_("Largest error"), N_("Largest error of the prediction")},
    [TRAMMEL_METRIC_CHI2] = {N_("χ²/N"), N_("Mean square error of the prediction over the variance "
                                            "of one sample: about 1 where only noise is left")},
    [TRAMMEL_METRIC_HORIZON] = {N_("Horizon"), N_("Time until the prediction error first exceeds a "
                                                  "quarter of the signal's standard deviation")},
    [TRAMMEL_METRIC_STATE] =
        {N_("State error"),
         N_("Mean square of the impulses missing in the model when the motion follows the log")},
};

const char *
trammel_validate_metric_label(TrammelMetric metric)
{
  return _(metrics[metric].label);
}

const char *
trammel_validate_metric_tooltip(TrammelMetric metric)
{
  return _(metrics[metric].tooltip);
}

static void
name_axes(TrammelMatrix *matrix, const TrammelScoreMatrix *board)
{
  for (guint row = 0; row < matrix->n_rows; row++)
    trammel_matrix_set_row_name(matrix, row, trammel_score_matrix_get_row(board, row)->title);
  for (guint log = 0; log < matrix->n_columns; log++) {
    g_autofree char *name = g_strdup_printf(
        "%s (%s)", board->logs[log],
        trammel_score_matrix_is_validation(board, log) ? C_("role", "V") : C_("role", "E"));
    trammel_matrix_set_column_name(matrix, log, name);
  }
}

static void
fill_cell(TrammelMatrix *matrix, const TrammelScoreMatrix *board, guint row, guint log)
{
  TrammelMatrixCell *cell = trammel_matrix_get_cell(matrix, row, log);
  g_autofree char *text = trammel_score_format(cell->value);

  cell->hatched = trammel_score_matrix_is_fitted(board, row, log);
  if (isfinite(cell->value))
    trammel_matrix_set_cell_text(matrix, row, log, text);
  else if (trammel_score_matrix_get_error(board, row, log))
    trammel_matrix_set_cell_text(matrix, row, log, _("fails"));
}

static char *
make_title(const TrammelScoreMatrix *board, TrammelMetric metric, int sensor)
{
  const TrModel *model = trammel_problem_get_task(board->problem)->model;
  const char *unit = trammel_score_board_get_unit(board, metric, sensor);
  g_autofree char *bracket = *unit ? g_strdup_printf(" [%s]", unit) : g_strdup("");
  const char *label = trammel_validate_metric_label(metric);

  if (!trammel_score_board_is_by_sensor(metric) || model->n_sensors < 2)
    return g_strdup_printf("%s%s", label, bracket);
  return sensor == TRAMMEL_ALL_SENSORS
             ? g_strdup_printf(_("%s%s, all sensors"), label, bracket)
             : g_strdup_printf(_("%s%s of %s"), label, bracket, model->sensors[sensor].name);
}

static TrammelMatrix *
make_matrix(const TrammelScoreMatrix *board, TrammelMetric metric, int sensor)
{
  guint n_rows = board->rows->len, n_logs = board->n_logs;
  g_autofree double *values = g_new(double, (gsize)n_rows *n_logs + 1);

  for (guint row = 0; row < n_rows; row++)
    for (guint log = 0; log < n_logs; log++)
      values[(gsize)row * n_logs + log] =
          trammel_score_board_get_value(board, row, log, metric, sensor);
  TrammelMatrix *matrix = trammel_matrix_new(values, n_rows, n_logs);
  matrix->title = make_title(board, metric, sensor);
  matrix->row_title = g_strdup(_("parameters of"));
  matrix->column_title = g_strdup(_("on the log"));
  matrix->unit = g_strdup(trammel_score_board_get_unit(board, metric, sensor));
  trammel_matrix_set_scale(matrix, TRAMMEL_SCALE_SEQUENTIAL, NAN, NAN);
  name_axes(matrix, board);
  for (guint row = 0; row < n_rows; row++)
    for (guint log = 0; log < n_logs; log++)
      fill_cell(matrix, board, row, log);
  return matrix;
}

void
trammel_validate_matrix_show(TrammelMatrixView *view,
                             const TrammelScoreMatrix *board,
                             TrammelMetric metric,
                             int sensor)
{
  TrammelMatrix *matrix = make_matrix(board, metric, sensor);

  gtk_widget_set_size_request(GTK_WIDGET(view), -1, HEAD_ROOM + LEAST_ROW * (int)matrix->n_rows);
  trammel_matrix_view_set_matrix(view, matrix);
}

void
trammel_validate_offer_sensors(GtkDropDown *choice,
                               GtkWidget *label,
                               const TrammelScoreMatrix *board)
{
  const TrModel *model = trammel_problem_get_task(board->problem)->model;
  g_autofree const char **names = g_new0(const char *, model->n_sensors + 2);

  names[0] = _("all");
  for (int s = 0; s < model->n_sensors; s++)
    names[s + 1] = model->sensors[s].name;
  trammel_string_drop_down_set_names(choice, names, NULL);
  gtk_widget_set_visible(GTK_WIDGET(choice), model->n_sensors > 1);
  gtk_widget_set_visible(label, model->n_sensors > 1);
}
