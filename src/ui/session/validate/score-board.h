/* Matrix of the page Validate: parameter sets (runs, the rows of a cross-validation, the start
 * values) by logs, as numbers in display units and as text.  Immutable. */
#pragma once

#include <gio/gio.h>

#include "ui/session/validate/cross-sheet.h"
#include "ui/session/validate/replay.h"
#include "ui/session/validate/score-sheet.h"

G_BEGIN_DECLS

typedef enum {
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

/* Creates a board; takes references to both; `cross` is nullable. */
TrammelScoreBoard *trammel_score_board_new(TrammelScoreSheet *sheet, TrammelCrossSheet *cross);
void trammel_score_board_free(TrammelScoreBoard *board);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelScoreBoard, trammel_score_board_free)

const char *trammel_score_board_get_log(const TrammelScoreBoard *board, guint log);
gboolean trammel_score_board_is_validation(const TrammelScoreBoard *board, guint log);

/* Returns the index of a row, -1 if there is none. */
int trammel_score_board_find_row(const TrammelScoreBoard *board, gboolean is_cross, guint set);
int trammel_score_board_find_log(const TrammelScoreBoard *board, const char *log);

/* Returns a score, owned by the sheets; NULL if it is not computed (yet).  The second returns the
 * reason, if one is known. */
const TrLogScore *
trammel_score_board_get_score(const TrammelScoreBoard *board, guint row, guint log);
const char *trammel_score_board_get_error(const TrammelScoreBoard *board, guint row, guint log);

/* Returns TRUE if the row's values were fitted to the log, too: then its error is too
 * optimistic. */
gboolean trammel_score_board_is_fitted(const TrammelScoreBoard *board, guint row, guint log);

/* Returns the number of a cell, NAN if there is none. sensor: of the model, or TRAMMEL_ALL_SENSORS:
 * the mean of the sensors, the largest error, the shortest horizon. */
double trammel_score_board_get_value(
    const TrammelScoreBoard *board, guint row, guint log, TrammelMetric metric, int sensor);

/* Returns the mean NRMSE of a row on the validation logs [%]; NAN if one is missing. */
double trammel_score_board_measure(const TrammelScoreBoard *board, guint row);

/* Returns TRUE if the sensors have a common number: a metric in the sensors' unit needs equal
 * units. */
gboolean trammel_score_board_has_common(const TrammelScoreBoard *board, TrammelMetric metric);

/* Returns "%", "deg", "s", "" ; static. */
const char *
trammel_score_board_get_unit(const TrammelScoreBoard *board, TrammelMetric metric, int sensor);

/* Returns three digits; free with g_free(). */
char *trammel_score_format(double value);

/* Returns "#7 κ 1650 on log_03, not fitted: theta1 misses by 0.11 deg (NRMSE 2.6 %), below 5 deg
 * for all 10 s"; free with g_free(). */
char *trammel_score_board_describe(const TrammelScoreBoard *board, guint row, guint log);

/* Returns a sentence that compares the first set with the start values on the validation logs; free
 * with g_free(). */
char *trammel_score_board_dup_summary(const TrammelScoreBoard *board, gboolean *is_better);

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
GListModel *trammel_score_board_sensor_rows(const TrammelScoreBoard *board, guint row, guint log);

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
GListModel *trammel_cross_sheet_agreement_rows(const TrammelCrossSheet *sheet);

/* Returns a sentence on all parameters; free with g_free(). */
char *trammel_cross_sheet_describe(const TrammelCrossSheet *sheet);

G_END_DECLS
