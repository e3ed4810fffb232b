/* Matrix of scores: one row per source of parameter values, one column per log.  Its cells are
 * shared with other matrices and with caches, so that nothing is scored twice. */
#pragma once

#include "io/problem/problem.h"
#include "io/study/prediction_horizon.h"

G_BEGIN_DECLS

/* Score of one log with one set of values; reference counted, immutable once it is shared. */
typedef struct {
  TrLogScore *score;                  /* NULL with an error */
  GError *error;                      /* NULL with a score */
  double *parameters;                 /* [n_free] that were used; NULL: those of the problem */
  TrTrajectory *motion;               /* estimated with the values; nullable */
  TrammelPredictionHorizon *horizons; /* nullable */
} TrammelScoreCell;

/* Source of the values of a row. */
typedef enum {
  TRAMMEL_SOURCE_START,     /* the project */
  TRAMMEL_SOURCE_RESULT,    /* a result; `number` is that of its run */
  TRAMMEL_SOURCE_ALL_LOGS,  /* the fit to all logs */
  TRAMMEL_SOURCE_ONE_LOG,   /* the fit to the log of column `number` */
  TRAMMEL_SOURCE_OTHER_LOGS /* the fits to all logs but the scored one */
} TrammelSource;

typedef struct {
  TrammelSource source;
  guint number;
  char *title;              /* nullable, as the rest */
  GStrv fitted;             /* logs that the values were fitted to */
  char *error;              /* reason why no log can be scored */
  TrammelScoreCell **cells; /* [n_logs] NULL: not computed, or does not apply to the log */
} TrammelScoreRow;

typedef struct {
  TrammelProblem *problem;
  guint n_logs;
  GStrv logs;      /* [n_logs] those of the problem, and others */
  GPtrArray *rows; /* TrammelScoreRow */
} TrammelScoreMatrix;

/* Creates a matrix without rows; free with trammel_score_matrix_free(). others: names of further
 * logs, NULL-terminated, nullable. */
TrammelScoreMatrix *trammel_score_matrix_new(TrammelProblem *problem, const char *const *others);
void trammel_score_matrix_free(TrammelScoreMatrix *matrix);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelScoreMatrix, trammel_score_matrix_free)

/* Adds a row without cells, and returns it. title: copied, nullable. */
TrammelScoreRow *trammel_score_matrix_add_row(TrammelScoreMatrix *matrix,
                                              TrammelSource source,
                                              guint number,
                                              const char *title);

/* Adds a row of another matrix with the cells of the same logs, and returns it. */
TrammelScoreRow *trammel_score_matrix_add_copy(TrammelScoreMatrix *matrix,
                                               const TrammelScoreMatrix *from,
                                               const TrammelScoreRow *row);

/* Sets a cell, taking ownership; FALSE if it is NULL (interrupted) or holds an error, which is
 * returned then. */
gboolean trammel_score_matrix_take(
    TrammelScoreMatrix *matrix, guint row, guint log, TrammelScoreCell *cell, GError **error);

/* Return an index, -1 if there is none. */
int
trammel_score_matrix_find_row(const TrammelScoreMatrix *matrix, TrammelSource source, guint number);
int trammel_score_matrix_find_log(const TrammelScoreMatrix *matrix, const char *log);

const TrammelScoreRow *trammel_score_matrix_get_row(const TrammelScoreMatrix *matrix, guint row);

/* Return the contents of a cell, owned by the matrix; NULL if there are none, or no such row or
 * log.  The last one returns the reason of a failure, also of one in a part of the score. */
const TrammelScoreCell *
trammel_score_matrix_get_cell(const TrammelScoreMatrix *matrix, guint row, guint log);
const TrLogScore *
trammel_score_matrix_get_score(const TrammelScoreMatrix *matrix, guint row, guint log);
const char *trammel_score_matrix_get_error(const TrammelScoreMatrix *matrix, guint row, guint log);

/* TRUE if the row's values were fitted to the log, too: then its error is too optimistic. */
gboolean trammel_score_matrix_is_fitted(const TrammelScoreMatrix *matrix, guint row, guint log);

/* TRUE if the log has the role `validate` in the project. */
gboolean trammel_score_matrix_is_validation(const TrammelScoreMatrix *matrix, guint log);

/* Scores a log with values[n_free], and on request of the options its predictions over steps, which
 * begin at the motion found; NULL if the monitor has ended it. known: nullable, the cell of the
 * same log and values over another number of steps, whose motion is used again. */
TrammelScoreCell *trammel_score_cell_new(const TrTask *task,
                                         int log,
                                         const double *values,
                                         const TrammelValidationOptions *options,
                                         const TrammelScoreCell *known);
TrammelScoreCell *trammel_score_cell_ref(TrammelScoreCell *cell);
void trammel_score_cell_unref(TrammelScoreCell *cell);

/* Cache of cells by key (char * to TrammelScoreCell); free with g_hash_table_unref(). */
GHashTable *trammel_score_cache_new(void);

/* Returns the part of a key that stands for a project: its model, its settings, and its log of
 * index `log` or, with -1, all its logs; free with g_free().  Contents of files are not covered. */
char *trammel_score_key_new(const TrammelProject *project, int log);

G_END_DECLS
