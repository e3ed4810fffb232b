/* Scatter study of a run: logs simulated from its estimates are fitted again in a background thread
 * (io/study/montecarlo.h), so that the truth is known; and its texts. */
#pragma once

#include "io/study/montecarlo.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrammelMonteCarlo; its progress
 * counts logs. */
#define TRAMMEL_TYPE_SCATTER_STUDY (trammel_scatter_study_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelScatterStudy, trammel_scatter_study, TRAMMEL, SCATTER_STUDY, TrammelBackgroundTask)

TrammelScatterStudy *trammel_scatter_study_new(void);

/* Returns the reason why a run cannot be studied, static; NULL if it can. */
const char *trammel_scatter_study_get_obstacle(TrammelRun *run);

/* Simulates and fits n_logs; `forces`: with random unknown forces of the size of the state error.
 */
void trammel_scatter_study_start(
    TrammelScatterStudy *study, TrammelRun *run, guint n_logs, guint seed, gboolean forces);

/* Returns the outcome, owned by the study, if it is that of `run`; else NULL. */
const TrammelMonteCarlo *trammel_scatter_study_get(TrammelScatterStudy *study, TrammelRun *run);

/* Returns a sentence on all parameters; free with g_free(). */
char *trammel_scatter_study_describe(const TrammelMonteCarlo *outcome);

/* Columns of the rows of parameters. */
enum {
  TRAMMEL_SCATTER_LABEL,
  TRAMMEL_SCATTER_UNIT,
  TRAMMEL_SCATTER_TRUTH,
  TRAMMEL_SCATTER_SIGMA,
  TRAMMEL_SCATTER_SCATTER,
  TRAMMEL_SCATTER_COVERAGE,
  TRAMMEL_SCATTER_REMARK,
  TRAMMEL_SCATTER_COLUMNS
};
GListModel *trammel_scatter_study_rows(const TrammelMonteCarlo *outcome, TrammelRun *run);

G_END_DECLS
