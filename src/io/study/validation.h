/* Validation: how well a project's parameters predict logs, beside the values that a fit started
 * from; as JSON and as a table.  docs/user/command-line.md says what the figures mean. */
#pragma once

#include "engine/est/predict/validate.h"
#include "io/base/json_writer.h"
#include "io/problem/problem.h"
#include "io/study/prediction_horizon.h"

G_BEGIN_DECLS

/* Told before each part of the work. */
typedef void (*TrammelStepFunc)(gpointer user, guint done, guint total, const char *what);

struct _TrammelValidationOptions {
  TrScoreOptions score;
  const GArray *predict;  /* nullable: also predict over these numbers of steps
                             (io/study/prediction_horizon.h) */
  gboolean leave_one_out; /* of a cross-validation: also fit all logs but one, and score that one */
  TrMonitor monitor;      /* of fits and simulations; false from it ends the work */
  TrammelStepFunc step;   /* nullable */
  gpointer user;
};

typedef struct {
  TrammelProblem *problem;
  TrammelValidationOptions options;
  guint n_logs;
  TrLogScore **scores; /* [n_logs] at the problem's values; NULL where it was interrupted before */
  TrLogScore **start;  /* [n_logs] at those of the other problem; NULL without one */
  TrammelLadder **ladders, **start_ladders; /* [n_logs] with options.predict, else all NULL */
  gboolean is_complete;
} TrammelValidation;

/* Scores all logs of a problem with the values that its quantities have.  start: nullable, the same
 * logs with other values.  The monitor ends it early: then is_complete is FALSE.  Errors: those of
 * the engine for bad input. */
TrammelValidation *trammel_validation_new(TrammelProblem *problem,
                                          TrammelProblem *start,
                                          const TrammelValidationOptions *options,
                                          GError **error);
void trammel_validation_free(TrammelValidation *validation);

/* fitted: names of the logs that the values come from (NULL-terminated, nullable), to mark them;
 * result: file of the values, nullable. */
char *trammel_validation_to_json(const TrammelValidation *validation,
                                 const char *const *fitted,
                                 const char *result);
char *trammel_validation_to_table(const TrammelValidation *validation, const char *const *fitted);

/* Scores one log; TRUE with *score NULL when the monitor ended it. */
gboolean trammel_score_log(TrLogScore **score,
                           const TrTask *task,
                           int log,
                           const double *parameters,
                           const TrammelValidationOptions *options,
                           GError **error);

/* [n_free] the start values of a task; free with g_free(). */
double *trammel_task_dup_start(const TrTask *task);

void trammel_log_scores_free(TrLogScore **scores, guint n);

/* Members `open_loop` and `state_only` of a log, and `message` where there is one. */
void
trammel_log_score_write(TrammelJsonWriter *json, const TrModel *model, const TrLogScore *score);

/* Members that tell how logs were scored: kappa, steps, start and horizon. */
void trammel_score_settings_write(TrammelJsonWriter *json,
                                  const TrammelProblem *problem,
                                  const TrScoreOptions *score,
                                  double kappa);

/* "estimated" or "first-sample"; static. */
const char *trammel_start_state_name(TrStartState start);

/* "estimate", "validate" or "off", of the project's log of this name; static. */
const char *trammel_project_get_role_name(const TrammelProject *project, const char *log);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelValidation, trammel_validation_free)

G_END_DECLS
