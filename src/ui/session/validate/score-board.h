/* Score board: the matrix of the page Validate (runs, the rows of a cross-validation, the start
 * values, by logs), as numbers in display units and as text. */
#pragma once

#include <gio/gio.h>

#include "io/study/crossvalidation.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_METRIC_PERIOD,  /* worst joint, predicted over its own period, of its deviation [%] */
  TRAMMEL_METRIC_NRMSE,   /* 100 |y - y_sim| / |y - mean y| [%] */
  TRAMMEL_METRIC_FIT,     /* 100 % minus NRMSE */
  TRAMMEL_METRIC_RMSE,    /* in the sensor's unit */
  TRAMMEL_METRIC_LARGEST, /* largest error, in the sensor's unit */
  TRAMMEL_METRIC_CHI2,    /* squared error over the variance of one sample */
  TRAMMEL_METRIC_HORIZON, /* [s] until the error first exceeds its threshold */
  TRAMMEL_METRIC_STATE,   /* mean square state error of the best-fitting motion [(N s)²] */
  TRAMMEL_N_METRICS
} TrammelMetric;

enum { TRAMMEL_ALL_SENSORS = -1 };

/* Returns a matrix of the runs and the start values of `scores`, and of the fits of `cross`
 * (nullable); free with trammel_score_matrix_free(). */
TrammelScoreMatrix *trammel_score_board_new(const TrammelScoreMatrix *scores,
                                            const TrammelCrossValidation *cross);

/* Returns the number of a cell, NAN if there is none. sensor: of the model, or TRAMMEL_ALL_SENSORS:
 * the mean of the sensors, the largest error, the shortest horizon. */
double trammel_score_board_get_value(
    const TrammelScoreMatrix *board, guint row, guint log, TrammelMetric metric, int sensor);

/* Returns the mean of a row's errors over a period on the validation logs [%]; NAN if one is
 * missing. */
double trammel_score_board_measure(const TrammelScoreMatrix *board, guint row);

/* Returns TRUE if the sensors have a common number: a metric in the sensors' unit needs equal
 * units. */
gboolean trammel_score_board_has_common(const TrammelScoreMatrix *board, TrammelMetric metric);

/* Returns FALSE for the metrics of joints and of the whole motion. */
gboolean trammel_score_board_is_by_sensor(TrammelMetric metric);

/* Returns "%", "deg", "s", "" ; static. */
const char *
trammel_score_board_get_unit(const TrammelScoreMatrix *board, TrammelMetric metric, int sensor);

/* Returns three digits; free with g_free(). */
char *trammel_score_format(double value);

/* Returns "#7 κ 1650 on log_03, not fitted: theta1 misses by 0.11 deg (NRMSE 2.6 %), below 5 deg
 * for all 10 s"; free with g_free(). */
char *trammel_score_board_describe(const TrammelScoreMatrix *board, guint row, guint log);

/* Returns a sentence that compares the first set with the start values on the validation logs; free
 * with g_free(). */
char *trammel_score_board_dup_summary(const TrammelScoreMatrix *board, gboolean *is_better);

/* Columns of a cell's table of sensors; the rows are TrammelTextRow (transfer full). */
enum {
  TRAMMEL_SCORE_SENSOR,
  TRAMMEL_SCORE_RMSE,
  TRAMMEL_SCORE_NRMSE,
  TRAMMEL_SCORE_HORIZON,
  TRAMMEL_SCORE_START, /* RMSE of the start values */
  TRAMMEL_SCORE_LARGEST,
  TRAMMEL_SCORE_CHI2,
  TRAMMEL_SCORE_COLUMNS
};
GListModel *trammel_score_board_sensor_rows(const TrammelScoreMatrix *board, guint row, guint log);

/* Columns of the table of the parameters' consistency; the rows are TrammelTextRow (transfer
 * full). */
enum {
  TRAMMEL_AGREE_LABEL,
  TRAMMEL_AGREE_VALUE, /* combined estimate */
  TRAMMEL_AGREE_LOGS,  /* estimates of each log */
  TRAMMEL_AGREE_CHI2,
  TRAMMEL_AGREE_P,
  TRAMMEL_AGREE_VERDICT,
  TRAMMEL_AGREE_COLUMNS
};
GListModel *trammel_crossvalidation_agreement_rows(const TrammelCrossValidation *cross);

/* Returns a sentence on all parameters; free with g_free(). */
char *trammel_crossvalidation_describe(const TrammelCrossValidation *cross);

G_END_DECLS
