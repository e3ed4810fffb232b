/* The matrix of the page Validate: parameter sets (runs, the rows of a cross-validation, the start
 * values) by logs, as numbers in display units and in words.  Immutable. */
#pragma once

#include <gio/gio.h>

#include "ui/session/validate/cross-sheet.h"
#include "ui/session/validate/replay.h"
#include "ui/session/validate/score-sheet.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_METRIC_NRMSE,   /* 100 |y - y_sim| / |y - mean y| [%] */
  TRAMMEL_METRIC_FIT,     /* 100 % less that */
  TRAMMEL_METRIC_RMSE,    /* in the sensor's unit */
  TRAMMEL_METRIC_LARGEST, /* likewise */
  TRAMMEL_METRIC_CHI2,    /* squared error over that of one sample */
  TRAMMEL_METRIC_HORIZON, /* [s] until the error first is above its threshold */
  TRAMMEL_METRIC_STATE, /* mean square of the state error of the motion that fits best [(N s)²] */
  TRAMMEL_N_METRICS
} TrammelMetric;

enum { TRAMMEL_ALL_SENSORS = -1 };

typedef struct {
  char *title;
  gboolean is_cross;
  guint set;                      /* run (0: start values) or row of the cross-validation */
  const TrammelScoredSet *scored; /* NULL for a row of the cross-validation */
} TrammelBoardRow;

typedef struct {
  TrammelScoreSheet *sheet;
  TrammelCrossSheet *cross; /* nullable */
  GPtrArray *rows;          /* TrammelBoardRow */
} TrammelScoreBoard;

/* Takes references; `cross` is nullable. */
TrammelScoreBoard *trammel_score_board_new(TrammelScoreSheet *sheet, TrammelCrossSheet *cross);
void trammel_score_board_free(TrammelScoreBoard *board);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelScoreBoard, trammel_score_board_free)

const char *trammel_score_board_get_log(const TrammelScoreBoard *board, guint log);
gboolean trammel_score_board_is_validation(const TrammelScoreBoard *board, guint log);

/* Index of a row, -1 where there is none. */
int trammel_score_board_find_row(const TrammelScoreBoard *board, gboolean is_cross, guint set);
int trammel_score_board_find_log(const TrammelScoreBoard *board, const char *log);

/* NULL where it is not known (yet), and then perhaps why. */
const TrLogScore *
trammel_score_board_get_score(const TrammelScoreBoard *board, guint row, guint log);
const char *trammel_score_board_get_error(const TrammelScoreBoard *board, guint row, guint log);

/* Whether the row's values come from the log, too: then the error flatters them. */
gboolean trammel_score_board_is_fitted(const TrammelScoreBoard *board, guint row, guint log);

/* A number of a cell, NAN where there is none.  sensor: of the model, or TRAMMEL_ALL_SENSORS: the
 * mean of the sensors, the largest error, the shortest horizon. */
double trammel_score_board_get_value(
    const TrammelScoreBoard *board, guint row, guint log, TrammelMetric metric, int sensor);

/* The mean NRMSE of a row on the logs to validate with [%]; NAN where one is missing. */
double trammel_score_board_measure(const TrammelScoreBoard *board, guint row);

/* Whether all sensors have a common number: with a unit of their own they need the same one. */
gboolean trammel_score_board_has_common(const TrammelScoreBoard *board, TrammelMetric metric);

/* "%", "deg", "s", "" ; static. */
const char *
trammel_score_board_get_unit(const TrammelScoreBoard *board, TrammelMetric metric, int sensor);

/* Three digits; free with g_free(). */
char *trammel_score_format(double value);

/* "#7 κ 1650 on log_03, not fitted: theta1 misses by 0.11 deg (NRMSE 2.6 %), below 5 deg for all
 * 10 s"; free with g_free(). */
char *trammel_score_board_describe(const TrammelScoreBoard *board, guint row, guint log);

/* The first set against the start values on the logs to validate with, a sentence; free with
 * g_free(). */
char *trammel_score_board_dup_verdict(const TrammelScoreBoard *board, gboolean *is_better);

/* Columns of the sensors of a cell, of TrammelTextRow. */
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
GListModel *trammel_score_board_sensor_rows(const TrammelScoreBoard *board, guint row, guint log);

/* Columns of the parameters' consistency. */
enum {
  TRAMMEL_AGREE_LABEL,
  TRAMMEL_AGREE_VALUE, /* combined */
  TRAMMEL_AGREE_LOGS,  /* of each log */
  TRAMMEL_AGREE_CHI2,
  TRAMMEL_AGREE_P,
  TRAMMEL_AGREE_VERDICT,
  TRAMMEL_AGREE_COLUMNS
};
GListModel *trammel_cross_sheet_agreement_rows(const TrammelCrossSheet *sheet);

/* One sentence on all parameters; free with g_free(). */
char *trammel_cross_sheet_describe(const TrammelCrossSheet *sheet);

G_END_DECLS
