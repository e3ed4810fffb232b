/* Log as it stands in its file: every vector of numbers with its time, mapped or not, and the
 * samples of the mapped channels as the project uses them.  Immutable. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  char *column; /* as a project's `column` names it */
  char *name;   /* for display: without unit, path or index where possible */
  char *unit;   /* of the file; nullable */
  gboolean is_time;
  gsize n, n_missing;
  const double
      *t;    /* [n] s since the log's first stamp, belongs to the table; NULL: no time known */
  double *y; /* [n] as in the file, NAN = missing */
} TrammelTableChannel;

/* Samples of a channel that are used, in the unit of the file: sign, scale, offset and delay are
 * applied, trimmed and excluded samples are left out. */
typedef struct {
  guint channel; /* of the table */
  char *signal;  /* signal that the channel is mapped to */
  gsize n;
  double *t, *y; /* [n] */
  double factor; /* from this unit to that of the model */
} TrammelTableUse;

typedef struct {
  int refs;
  TrammelDataset *dataset;
  GPtrArray *channels;       /* TrammelTableChannel */
  GPtrArray *clocks;         /* double *: the stamps */
  gsize n_rows;              /* of the log's clock */
  double rate;               /* [Hz] of the median step; NAN without a clock */
  double duration;           /* [s] first to last stamp; NAN */
  gsize n_gaps, n_unordered; /* of the log's clock: long steps; stamps that do not increase */
} TrammelLogTable;

/* Returns the table of a log; takes a reference to the dataset.  The log's own clock applies to all
 * vectors of its length; others take the one that io/log/shapes.h finds beside them.  Free with
 * trammel_log_table_unref(). */
TrammelLogTable *
trammel_log_table_new(const TrammelProject *project, guint log, TrammelDataset *dataset);
TrammelLogTable *trammel_log_table_ref(TrammelLogTable *table);
void trammel_log_table_unref(TrammelLogTable *table);

/* Returns the index of the channel that `column` names; -1 if there is none. */
int trammel_log_table_find(const TrammelLogTable *table, const char *column);

/* Returns a TrammelTableUse of each mapped channel, as the engine gets it; free with
 * g_ptr_array_unref().  `findings` receives what trammel_problem_new() would find in this log; the
 * errors are also those of that function. */
GPtrArray *trammel_log_table_use(const TrammelLogTable *table,
                                 const TrammelProject *project,
                                 guint log,
                                 GArray *findings,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogTable, trammel_log_table_unref)

G_END_DECLS
