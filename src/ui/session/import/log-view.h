/* What the page Data shows of one log: its channels as they are in the file, what is used of them,
 * and what is odd about them.  Made on a worker's thread, immutable afterwards. */
#pragma once

#include "io/problem/log_table.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

enum { TRAMMEL_SPARK_COLUMNS = 80 };

/* A channel in little: least and greatest value of equal parts of its time, 0 to 1 of its range;
 * NAN where there is no sample. */
typedef struct {
  float low[TRAMMEL_SPARK_COLUMNS], high[TRAMMEL_SPARK_COLUMNS];
} TrammelSpark;

typedef struct {
  int refs;
  TrammelProject *project; /* that says all this */
  guint log;
  char *log_name;
  char *source;           /* what the table was made from: file, import and time of the project */
  TrammelLogTable *table; /* NULL where the file cannot be read */
  GArray *sparks;         /* TrammelSpark of each channel */
  GPtrArray *uses;        /* TrammelTableUse; NULL where the mapping does not fit */
  char *error;            /* why table or uses are missing, a sentence; else NULL */
  GArray *findings;       /* TrammelFinding that are not ignored, the gravest first */
  guint n_ignored;
  gboolean is_complete; /* the findings have been looked for */
} TrammelLogView;

/* `before` (nullable) lends its table where the project still says the same of the file, and its
 * uses where it is the same project.  Findings take longer than all else together: without
 * `with_findings` there are none yet.  NULL when cancelled. */
TrammelLogView *trammel_log_view_new(TrammelProject *project,
                                     guint log,
                                     const TrammelLogView *before,
                                     gboolean with_findings,
                                     GCancellable *cancellable);
TrammelLogView *trammel_log_view_ref(TrammelLogView *view);
void trammel_log_view_unref(TrammelLogView *view);

/* The use of a channel of the table; NULL where it is not mapped. */
const TrammelTableUse *trammel_log_view_find_use(const TrammelLogView *view, guint channel);

/* "500 Hz   20.00 s   10 001 rows   0 gaps"; free with g_free(). */
char *trammel_log_view_describe(const TrammelLogView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogView, trammel_log_view_unref)

G_END_DECLS
