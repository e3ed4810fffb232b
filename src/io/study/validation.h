/* Validation: prediction errors of a project's parameters on logs, beside those of the start values
 * of a fit; as JSON and as a table. docs/user/command-line.md explains the figures. */
#pragma once

#include "engine/est/predict/validate.h"
#include "engine/est/regress/force_error.h"
#include "io/base/json_writer.h"
#include "io/problem/problem.h"
#include "io/study/score_matrix.h"

G_BEGIN_DECLS

/* Progress callback before each part of the work. */
typedef void (*TrammelStepFunc)(gpointer user, guint done, guint total, const char *what);

struct _TrammelValidationOptions {
  TrScoreOptions score;
  const GArray
      *predict; /* nullable: prediction horizons in steps (io/study/prediction_horizon.h) */
  gboolean leave_one_out; /* cross-validation: also fit all logs but one, and score that one */
  gboolean keep_motions;  /* in the cells, for further scores of them */
  GHashTable *cache;      /* cross-validation: scores of earlier ones (score_matrix.h); nullable */
  TrMonitor monitor;      /* of fits and simulations; false ends the work */
  TrammelStepFunc step;   /* nullable */
  gpointer user;
};

/* Errors of the forces of a log's driven joints along the measured and along the estimated motion;
 * n = 0 where they could not be computed. */
typedef struct {
  TrForceErrors measured, estimated;
} TrammelForceErrors;

typedef struct {
  TrammelProblem *problem;
  TrammelValidationOptions options;
  GPtrArray *forces;          /* TrammelForceErrors of the problem's logs */
  TrammelScoreMatrix *matrix; /* the problem's values, then those of the other problem, if given */
  gboolean is_complete;
} TrammelValidation;

/* Scores all logs of a problem at the values of its quantities; free with
 * trammel_validation_free(). start: nullable, the same logs with other values.  The monitor may end
 * it early: is_complete is then FALSE.  Errors: those of the engine for bad input. */
TrammelValidation *trammel_validation_new(TrammelProblem *problem,
                                          TrammelProblem *start,
                                          const TrammelValidationOptions *options,
                                          GError **error);
void trammel_validation_free(TrammelValidation *validation);

/* Return the validation as JSON or as a table; free with g_free(). fitted: names of the logs that
 * the values come from (NULL-terminated, nullable), to mark them; result: file of the values,
 * nullable. */
char *trammel_validation_to_json(const TrammelValidation *validation,
                                 const char *const *fitted,
                                 const char *result);
/* Returns a line for each log with the errors of its joints, each predicted over its own period, in
 * percent of its standard deviation (engine/est/predict/joint_prediction.h). */
char *trammel_validation_dup_periods(const TrammelValidation *validation);
/* Returns a line for each log with the errors of the forces of its driven joints; "" without them.
 */
char *trammel_validation_dup_forces(const TrammelValidation *validation);
char *trammel_validation_to_table(const TrammelValidation *validation, const char *const *fitted);

/* Scores one log; TRUE with *score NULL when the monitor ended it.  Free *score with
 * tr_log_score_free(). */
gboolean trammel_score_log(TrLogScore **score,
                           const TrTask *task,
                           int log,
                           const double *parameters,
                           const TrammelValidationOptions *options,
                           GError **error);

/* Returns the start values of a task [n_free]; free with g_free(). */
double *trammel_task_dup_start(const TrTask *task);

/* Writes the members `open_loop` and `state_only` of a log, and `message` if there is one. */
void
trammel_log_score_write(TrammelJsonWriter *json, const TrModel *model, const TrLogScore *score);

/* Writes the members that describe the scoring of logs: kappa, steps, start and horizon. */
void trammel_score_settings_write(TrammelJsonWriter *json,
                                  const TrammelProblem *problem,
                                  const TrScoreOptions *score,
                                  double kappa);

/* Returns "estimate", "validate" or "off", the role of the project's log of this name; static. */
const char *trammel_project_get_role_name(const TrammelProject *project, const char *log);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelValidation, trammel_validation_free)

G_END_DECLS
