/* View of one log for the page Data: its channels as they are in the file, the parts that are used,
 * and the findings on them.  Created on a worker thread, immutable afterwards. */
#pragma once

#include "io/problem/log_table.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

enum { TRAMMEL_SPARK_COLUMNS = 80 };

/* Miniature of a channel: minimum and maximum of equal parts of its time, scaled to 0 .. 1 of its
 * range; NAN where there is no sample. */
typedef struct {
  float low[TRAMMEL_SPARK_COLUMNS], high[TRAMMEL_SPARK_COLUMNS];
} TrammelSpark;

typedef struct {
  int refs;
  TrammelProject *project; /* project that these come from */
  guint log;
  char *log_name;
  char *source;           /* key of the table: file, import and time of the project */
  TrammelLogTable *table; /* NULL where the file cannot be read */
  GArray *sparks;         /* TrammelSpark of each channel */
  GArray *figures;        /* TrammelChannelFigures of each; NULL before the findings */
  GPtrArray *uses;        /* TrammelTableUse; NULL if the mapping does not fit */
  char *error;            /* why table or uses are missing, a sentence; else NULL */
  GArray *findings;       /* TrammelFinding that are not ignored, the gravest first */
  guint n_ignored;
  gboolean is_complete; /* TRUE if the findings were computed */
} TrammelLogView;

/* Creates a view.  `before` (nullable) lends its table if the project still reads the file in the
 * same way, and its uses if it is the same project.  Findings take longer than everything else:
 * without `with_findings` there are none.  Returns NULL when cancelled. */
TrammelLogView *trammel_log_view_new(TrammelProject *project,
                                     guint log,
                                     const TrammelLogView *before,
                                     gboolean with_findings,
                                     GCancellable *cancellable);
TrammelLogView *trammel_log_view_ref(TrammelLogView *view);
void trammel_log_view_unref(TrammelLogView *view);

/* Returns the use of a channel of the table; NULL if it is not mapped. */
const TrammelTableUse *trammel_log_view_find_use(const TrammelLogView *view, guint channel);

/* Returns "500 Hz   20.00 s   10 001 rows   0 gaps"; free with g_free(). */
char *trammel_log_view_describe(const TrammelLogView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogView, trammel_log_view_unref)

G_END_DECLS
