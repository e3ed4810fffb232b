/* Next experiment of a run, planned in a background thread: the plan, texts and curves of it. */
#pragma once

#include "io/design/design.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"
#include "ui/session/validate/replay.h"

G_BEGIN_DECLS

/* A plan for the mechanism as a run found it; immutable. */
typedef struct {
  TrammelRun *run;
  TrammelDesign *design;
  TrammelReplay *replay; /* the plan's motion, for the 3D view */
} TrammelExperiment;

/* A background task (thread/background-task.h) whose outcome is a TrammelExperiment; its progress
 * counts plans, and says how small the sigmas become with the best so far. */
#define TRAMMEL_TYPE_EXPERIMENT_PLANNER (trammel_experiment_planner_get_type())
G_DECLARE_FINAL_TYPE(TrammelExperimentPlanner,
                     trammel_experiment_planner,
                     TRAMMEL,
                     EXPERIMENT_PLANNER,
                     TrammelBackgroundTask)

TrammelExperimentPlanner *trammel_experiment_planner_new(void);

/* Plans for a run; copies the options. */
void trammel_experiment_planner_start(TrammelExperimentPlanner *planner,
                                      TrammelRun *run,
                                      const TrammelPlanOptions *options);

/* Columns of the rows of parameters and of helps. */
enum {
  TRAMMEL_EXPERIMENT_LABEL,
  TRAMMEL_EXPERIMENT_NOW,
  TRAMMEL_EXPERIMENT_AFTER,
  TRAMMEL_EXPERIMENT_GAIN,
  TRAMMEL_EXPERIMENT_REMARK,
  TRAMMEL_EXPERIMENT_COLUMNS
};
enum { TRAMMEL_HELP_LABEL, TRAMMEL_HELP_CHANGE, TRAMMEL_HELP_COLUMNS };

/* Return rows (TrammelTextRow) of the parameters of interest, and of other helps. */
GListModel *trammel_experiment_parameter_rows(const TrammelExperiment *experiment);
GListModel *trammel_experiment_help_rows(const TrammelExperiment *experiment);

/* Returns rows of the parameters of a kept plan: predicted beside reached sigma of a run; NULL if
 * the project keeps none. */
GListModel *trammel_experiment_promise_rows(TrammelProject *project, TrammelRun *run);

/* Returns a sentence on the plan as a whole; free with g_free(). */
char *trammel_experiment_describe(const TrammelExperiment *experiment);

G_END_DECLS
