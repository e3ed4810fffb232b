/* A log as it stands in its file: every vector of numbers with its time, mapped or not, and what
 * the project makes of those that are.  Nothing in it changes. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  char *column; /* as a project's `column` names it */
  char *name;   /* for people: without unit, path or index where it can be */
  char *unit;   /* of the file; nullable */
  gboolean is_time;
  gsize n, n_missing;
  const double
      *t;    /* [n] s since the log's first stamp, belongs to the table; NULL: no time known */
  double *y; /* [n] as in the file, NAN = missing */
} TrammelTableChannel;

/* What is used of a channel, in the unit that the file has it in: sign, scale, offset and delay are
 * in it, trimmed and excluded samples are not. */
typedef struct {
  guint channel; /* of the table */
  char *signal;  /* that it is mapped to */
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

/* The log's own clock is that of all vectors of its length; others take the one that
 * io/log/shapes.h finds beside them. */
TrammelLogTable *
trammel_log_table_new(const TrammelProject *project, guint log, TrammelDataset *dataset);
TrammelLogTable *trammel_log_table_ref(TrammelLogTable *table);
void trammel_log_table_unref(TrammelLogTable *table);

/* Index of the channel that `column` names; -1. */
int trammel_log_table_find(const TrammelLogTable *table, const char *column);

/* TrammelTableUse of the mapped channels, as the engine will see them; free with
 * g_ptr_array_unref().  `findings` gets what trammel_problem_new() finds in this log, whose errors
 * these are, too. */
GPtrArray *trammel_log_table_use(const TrammelLogTable *table,
                                 const TrammelProject *project,
                                 guint log,
                                 GArray *findings,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogTable, trammel_log_table_unref)

G_END_DECLS
