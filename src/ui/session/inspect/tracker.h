/* Parameters of a run along one of its logs: a window slides over the log
 * (engine/est/identify/fixed_lag.h) in a background thread, with the weights that the run found,
 * from the start values of the project; and its texts.  All values are those of the stepper. */
#pragma once

#include "engine/est/identify/fixed_lag.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* Outcome; immutable. */
typedef struct {
  TrammelRun *run;
  TrFixedLag *lag;
  int *index;     /* [lag->n_free] of the run's parameters */
  double *factor; /* [lag->n_free] the parameter is this times that of the run */
  char *note;     /* reason why it ended before its time, or a window did not converge; nullable */
} TrammelTrack;

/* A background task (thread/background-task.h) whose outcome is a TrammelTrack; its progress counts
 * percent of the log. */
#define TRAMMEL_TYPE_TRACKER (trammel_tracker_get_type())
G_DECLARE_FINAL_TYPE(TrammelTracker, trammel_tracker, TRAMMEL, TRACKER, TrammelBackgroundTask)

TrammelTracker *trammel_tracker_new(void);

void trammel_tracker_start(TrammelTracker *tracker,
                           TrammelRun *run,
                           int log,
                           const TrFixedLagOptions *options);

/* Returns the outcome, owned by the tracker, if it is that of `run`; else NULL. */
const TrammelTrack *trammel_tracker_get(TrammelTracker *tracker, TrammelRun *run);

/* Returns a sentence on the whole; free with g_free(). */
char *trammel_track_describe(const TrammelTrack *track);

/* Columns of the rows of parameters: at the last window, beside the run. */
enum {
  TRAMMEL_TRACK_LABEL,
  TRAMMEL_TRACK_UNIT,
  TRAMMEL_TRACK_VALUE,
  TRAMMEL_TRACK_SIGMA,
  TRAMMEL_TRACK_RUN,
  TRAMMEL_TRACK_DIFFERENCE,
  TRAMMEL_TRACK_COLUMNS
};
GListModel *trammel_track_rows(const TrammelTrack *track);

G_END_DECLS
