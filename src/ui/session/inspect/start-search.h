/* Fits of a run's logs from several starts (engine/est/identify/multistart.h), computed in a
 * background thread, and their texts.  All values are those of the stepper. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrFit with a summary of the
 * starts; its progress counts starts. */
#define TRAMMEL_TYPE_START_SEARCH (trammel_start_search_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelStartSearch, trammel_start_search, TRAMMEL, START_SEARCH, TrammelBackgroundTask)

TrammelStartSearch *trammel_start_search_new(void);

/* Fits from the start values of the run's project, and from n_starts - 1 drawn ones. */
void
trammel_start_search_start(TrammelStartSearch *search, TrammelRun *run, int n_starts, guint seed);

/* Returns the outcome, owned by the search, if it is that of `run`; else NULL. */
const TrFit *trammel_start_search_get_fit(TrammelStartSearch *search, TrammelRun *run);

/* Returns a sentence on the ends of all starts; free with g_free(). */
char *trammel_start_search_describe(const TrFit *fit);

/* Columns of the rows of optima, the best first. */
enum {
  TRAMMEL_OPTIMUM_LABEL,
  TRAMMEL_OPTIMUM_COST,
  TRAMMEL_OPTIMUM_RISE,
  TRAMMEL_OPTIMUM_STARTS,
  TRAMMEL_OPTIMUM_REMARK,
  TRAMMEL_OPTIMUM_COLUMNS
};
GListModel *trammel_start_search_optimum_rows(const TrFit *fit);

/* Columns of the rows of parameters: of one optimum beside the best. */
enum {
  TRAMMEL_END_LABEL,
  TRAMMEL_END_UNIT,
  TRAMMEL_END_BEST,
  TRAMMEL_END_VALUE,
  TRAMMEL_END_DIFFERENCE,
  TRAMMEL_END_COLUMNS
};
GListModel *trammel_start_search_end_rows(const TrFit *fit, TrammelRun *run, int optimum);

/* Returns the cost of an end over that of the best optimum, in squared standard deviations. */
double trammel_start_search_get_rise(const TrFit *fit, double cost);

/* Makes an optimum the start values of the document, as one step. */
gboolean trammel_start_search_apply(
    const TrFit *fit, TrammelRun *run, int optimum, TrammelDocument *document, GError **error);

G_END_DECLS
