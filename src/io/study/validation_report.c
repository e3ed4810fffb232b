/* Report of a validation as JSON and as a table. */
#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/table.h"
#include "io/study/validation.h"

/* Returns "estimated" or "first-sample"; static. */
static const char *
get_start_name(TrStartState start)
{
  return start == TR_START_FIRST_SAMPLE ? "first-sample" : "estimated";
}

const char *
trammel_project_get_role_name(const TrammelProject *project, const char *log)
{
  static const char *const words[] = {[TRAMMEL_ROLE_ESTIMATE] = "estimate",
                                      [TRAMMEL_ROLE_VALIDATE] = "validate",
                                      [TRAMMEL_ROLE_OFF] = "off"};

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (g_str_equal(trammel_project_get_log_name(project, i), log))
      return words[trammel_project_get_log_role(project, i)];
  return words[TRAMMEL_ROLE_OFF];
}

static const char *
get_unit(const TrModel *model, int sensor)
{
  return tr_sensor_unit(model, sensor);
}

static void
write_sensor(TrammelJsonWriter *json, const TrModel *model, const TrSensorScore *sensor)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "sensor", model->sensors[sensor->sensor].name);
  trammel_json_writer_add_string(json, "unit", get_unit(model, sensor->sensor));
  trammel_json_writer_add_number(json, "rmse", sensor->rmse);
  trammel_json_writer_add_number(json, "nrmse_percent", sensor->nrmse_percent);
  trammel_json_writer_add_number(json, "horizon", sensor->horizon);
  trammel_json_writer_add_number(json, "horizon_threshold", sensor->threshold);
  trammel_json_writer_add_number(json, "largest", sensor->largest);
  trammel_json_writer_add_integer(json, "samples", (gint64)sensor->n_samples);
  trammel_json_writer_end_object(json);
}

static void
write_sensors(TrammelJsonWriter *json, const TrModel *model, const TrLogScore *score)
{
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < score->n_sensors; i++)
    write_sensor(json, model, &score->sensors[i]);
  trammel_json_writer_end_array(json);
}

/* Writes the member `joints`: predictions of the joints over their own periods. */
static void
write_joints(TrammelJsonWriter *json, const TrModel *model, const TrLogScore *score)
{
  trammel_json_writer_key(json, "joints");
  trammel_json_writer_begin_array(json);
  for (int j = 0; j < score->n_joints; j++) {
    if (isnan(score->joints[j].error))
      continue;
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "joint", model->joints[j].name);
    trammel_json_writer_add_number(json, "period", score->joints[j].period);
    trammel_json_writer_add_number(json, "error_percent", 100 * score->joints[j].error);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

void
trammel_log_score_write(TrammelJsonWriter *json, const TrModel *model, const TrLogScore *score)
{
  write_joints(json, model, score);
  trammel_json_writer_key(json, "open_loop");
  write_sensors(json, model, score);
  trammel_json_writer_key(json, "state_only");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "observation_mse", score->observation_mse);
  trammel_json_writer_add_number(json, "state_mse", score->state_mse);
  trammel_json_writer_end_object(json);
  if (score->status != TR_OK)
    trammel_json_writer_add_string(json, "message", score->message);
}

/* Writes the member `predictions`, one element per prediction horizon. */
static void
write_horizons(TrammelJsonWriter *json,
               const TrModel *model,
               const TrammelPredictionHorizon *horizons)
{
  if (!horizons)
    return;
  trammel_json_writer_key(json, "predictions");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < horizons->n_scores; i++) {
    const TrLogScore *score = horizons->scores[i];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_integer(json, "steps", score->steps);
    trammel_json_writer_add_number(json, "seconds", score->steps * score->h);
    trammel_json_writer_key(json, "sensors");
    write_sensors(json, model, score);
    if (score->status != TR_OK)
      trammel_json_writer_add_string(json, "message", score->message);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static gboolean
is_fitted(const char *const *fitted, const char *log)
{
  return fitted && g_strv_contains(fitted, log);
}

enum { OWN_ROW, START_ROW };

static const TrammelPredictionHorizon *
get_horizons(const TrammelValidation *v, guint row, guint log)
{
  const TrammelScoreCell *cell = trammel_score_matrix_get_cell(v->matrix, row, log);

  return cell ? cell->horizons : NULL;
}

static void
write_force(TrammelJsonWriter *json, const char *key, const TrForceErrors *errors, int i)
{
  if (i >= errors->n)
    return;
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "rmse", errors->errors[i].rmse);
  trammel_json_writer_add_number(json, "percent", errors->errors[i].percent);
  trammel_json_writer_end_object(json);
}

/* Writes the member `forces`: errors of the forces of driven joints. */
static void
write_forces(TrammelJsonWriter *json, const TrModel *model, const TrammelForceErrors *forces)
{
  trammel_json_writer_key(json, "forces");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < forces->measured.n; i++) {
    const TrJoint *joint = &model->joints[forces->measured.errors[i].joint];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "joint", joint->name);
    trammel_json_writer_add_string(json, "unit", tr_joint_force_unit(joint));
    write_force(json, "measured_motion", &forces->measured, i);
    write_force(json, "estimated_motion", &forces->estimated, i);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
append_forces(GString *text, const TrModel *model, const TrForceErrors *errors, const char *motion)
{
  for (int i = 0; i < errors->n; i++) {
    const TrJoint *joint = &model->joints[errors->errors[i].joint];
    g_string_append_printf(text, "%s %s %.3g %s (%.1f %%)", i ? "," : motion, joint->name,
                           errors->errors[i].rmse, tr_joint_force_unit(joint),
                           errors->errors[i].percent);
  }
}

char *
trammel_validation_dup_forces(const TrammelValidation *v)
{
  const TrTask *task = trammel_problem_get_task(v->problem);
  GString *text = g_string_new(NULL);

  for (guint i = 0; i < v->forces->len; i++) {
    const TrammelForceErrors *forces = v->forces->pdata[i];
    if (forces->measured.n == 0)
      continue;
    g_string_append_printf(text, "log '%s': force errors along the", task->logs[i].name);
    append_forces(text, task->model, &forces->measured, " measured motion:");
    append_forces(text, task->model, &forces->estimated, "; along the estimated motion:");
    g_string_append(text, "\n");
  }
  return g_string_free(text, FALSE);
}

static void
append_periods(GString *text, const TrModel *model, const TrLogScore *score)
{
  const char *separator = "";

  for (int j = 0; j < score->n_joints; j++) {
    const TrJointPrediction *p = &score->joints[j];
    if (isnan(p->error))
      continue;
    g_string_append_printf(text, "%s%s ", separator, model->joints[j].name);
    if (isfinite(p->error))
      g_string_append_printf(text, "%.3g %% over %.3g s", 100 * p->error, p->period);
    else
      g_string_append_printf(text, "cannot be simulated over %.3g s", p->period);
    separator = ", ";
  }
}

char *
trammel_validation_dup_periods(const TrammelValidation *v)
{
  const TrTask *task = trammel_problem_get_task(v->problem);
  GString *text = g_string_new(NULL);

  for (guint i = 0; trammel_score_matrix_get_score(v->matrix, OWN_ROW, i); i++) {
    const TrLogScore *score = trammel_score_matrix_get_score(v->matrix, OWN_ROW, i);
    const TrLogScore *start = trammel_score_matrix_get_score(v->matrix, START_ROW, i);
    if (isnan(tr_log_score_worst_joint(score, NULL)))
      continue;
    g_string_append_printf(text, "log '%s': error over a period: ", task->logs[i].name);
    append_periods(text, task->model, score);
    if (start && start->n_joints > 0) {
      g_string_append(text, "; start values: ");
      append_periods(text, task->model, start);
    }
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

static void
write_log(TrammelJsonWriter *json, const TrammelValidation *v, guint i, const char *const *fitted)
{
  const TrTask *task = trammel_problem_get_task(v->problem);
  const TrLogScore *score = trammel_score_matrix_get_score(v->matrix, OWN_ROW, i);
  const TrLogScore *start = trammel_score_matrix_get_score(v->matrix, START_ROW, i);
  const char *name = task->logs[i].name;

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(
      json, "role", trammel_project_get_role_name(trammel_problem_get_project(v->problem), name));
  trammel_json_writer_add_boolean(json, "fitted", is_fitted(fitted, name));
  trammel_json_writer_add_number(json, "from", score->start);
  trammel_json_writer_add_number(json, "duration", score->duration);
  trammel_log_score_write(json, task->model, score);
  write_horizons(json, task->model, get_horizons(v, OWN_ROW, i));
  if (i < v->forces->len)
    write_forces(json, task->model, v->forces->pdata[i]);
  if (start) {
    trammel_json_writer_key(json, "start");
    trammel_json_writer_begin_object(json);
    trammel_log_score_write(json, task->model, start);
    write_horizons(json, task->model, get_horizons(v, START_ROW, i));
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_object(json);
}

void
trammel_score_settings_write(TrammelJsonWriter *json,
                             const TrammelProblem *problem,
                             const TrScoreOptions *score,
                             double kappa)
{
  double h = trammel_problem_get_task(problem)->settings.h;

  trammel_json_writer_add_number(json, "kappa", kappa);
  trammel_json_writer_add_number(json, "h", h);
  trammel_json_writer_add_number(json, "simulation_h", isnan(score->h) ? h : score->h);
  trammel_json_writer_add_string(json, "start", get_start_name(score->start));
  trammel_json_writer_add_number(json, "horizon_share", TR_HORIZON_SHARE);
}

static void
write_settings(TrammelJsonWriter *json, const TrammelValidation *v)
{
  double kappa = trammel_problem_get_task(v->problem)->settings.kappa;

  trammel_json_writer_key(json, "settings");
  trammel_json_writer_begin_object(json);
  trammel_score_settings_write(json, v->problem, &v->options.score, kappa);
  trammel_json_writer_end_object(json);
}

char *
trammel_validation_to_json(const TrammelValidation *v,
                           const char *const *fitted,
                           const char *result)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "result", result);
  trammel_json_writer_add_boolean(json, "complete", v->is_complete);
  write_settings(json, v);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; trammel_score_matrix_get_score(v->matrix, OWN_ROW, i); i++)
    write_log(json, v, i, fitted);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static void
add_sensor(TrammelTable *table, const TrLogScore *score, const TrLogScore *start, int i)
{
  const TrSensorScore *sensor = &score->sensors[i];

  trammel_table_add_number(table, sensor->rmse);
  trammel_table_add_number(table, sensor->nrmse_percent);
  trammel_table_add_number(table, sensor->horizon);
  trammel_table_add_number(table, start ? start->sensors[i].rmse : NAN);
  trammel_table_add_number(table, score->observation_mse);
  trammel_table_add_number(table, score->state_mse);
  trammel_table_add_number(table, start ? start->observation_mse : NAN);
  trammel_table_add_number(table, start ? start->state_mse : NAN);
}

/* Adds the rows of a log.  fitted: yes or no; steps: the prediction horizon as text; scores: with
 * the result and with the start values, the latter nullable. */
static void
add_log(TrammelTable *table,
        const TrammelValidation *v,
        const char *log,
        const char *fitted,
        const char *steps,
        const TrLogScore *const scores[2])
{
  const TrModel *model = trammel_problem_get_task(v->problem)->model;

  for (int s = 0; s < scores[0]->n_sensors; s++) {
    int sensor = scores[0]->sensors[s].sensor;

    trammel_table_add_text(table, log);
    trammel_table_add_text(table, fitted);
    trammel_table_add_text(table, model->sensors[sensor].name);
    trammel_table_add_text(table, get_unit(model, sensor));
    add_sensor(table, scores[0], scores[1], s);
    if (v->options.predict)
      trammel_table_add_text(table, steps);
  }
}

static void
add_horizons(TrammelTable *table, const TrammelValidation *v, guint i, const char *fitted)
{
  const TrammelPredictionHorizon *horizons = get_horizons(v, OWN_ROW, i);
  const TrammelPredictionHorizon *start = get_horizons(v, START_ROW, i);
  const char *log = trammel_problem_get_task(v->problem)->logs[i].name;

  for (guint k = 0; horizons && k < horizons->n_scores; k++) {
    g_autofree char *steps = g_strdup_printf("%d", horizons->scores[k]->steps);
    const TrLogScore *scores[] = {horizons->scores[k],
                                  start && k < start->n_scores ? start->scores[k] : NULL};
    add_log(table, v, log, fitted, steps, scores);
  }
}

char *
trammel_validation_to_table(const TrammelValidation *v, const char *const *fitted)
{
  const TrTask *task = trammel_problem_get_task(v->problem);
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "log", "fitted", "sensor", "unit", "rmse", "nrmse_percent",
                            "horizon", "start_rmse", "observation_mse", "state_mse",
                            "start_observation_mse", "start_state_mse", NULL);
  if (v->options.predict)
    trammel_table_add_columns(table, "steps", NULL);
  for (guint i = 0; trammel_score_matrix_get_score(v->matrix, OWN_ROW, i); i++) {
    const char *word = is_fitted(fitted, task->logs[i].name) ? "yes" : "no";
    const TrLogScore *scores[] = {trammel_score_matrix_get_score(v->matrix, OWN_ROW, i),
                                  trammel_score_matrix_get_score(v->matrix, START_ROW, i)};
    add_log(table, v, task->logs[i].name, word, "all", scores);
    add_horizons(table, v, i, word);
  }
  return trammel_table_to_tsv(table);
}
