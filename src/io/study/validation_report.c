/* Report of a validation as JSON and as a table. */
#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/csv_text.h"
#include "io/study/validation.h"

const char *
trammel_start_state_name(TrStartState start)
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

void
trammel_log_score_write(TrammelJsonWriter *json, const TrModel *model, const TrLogScore *score)
{
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
write_ladder(TrammelJsonWriter *json, const TrModel *model, const TrammelPredictionHorizon *ladder)
{
  if (!ladder)
    return;
  trammel_json_writer_key(json, "predictions");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < ladder->n_rungs; i++) {
    const TrLogScore *rung = ladder->rungs[i];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_integer(json, "steps", rung->steps);
    trammel_json_writer_add_number(json, "seconds", rung->steps * rung->h);
    trammel_json_writer_key(json, "sensors");
    write_sensors(json, model, rung);
    if (rung->status != TR_OK)
      trammel_json_writer_add_string(json, "message", rung->message);
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
get_ladder(const TrammelValidation *v, guint row, guint log)
{
  const TrammelScoreCell *cell = trammel_score_matrix_get_cell(v->matrix, row, log);

  return cell ? cell->ladder : NULL;
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
  write_ladder(json, task->model, get_ladder(v, OWN_ROW, i));
  if (start) {
    trammel_json_writer_key(json, "start");
    trammel_json_writer_begin_object(json);
    trammel_log_score_write(json, task->model, start);
    write_ladder(json, task->model, get_ladder(v, START_ROW, i));
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
  trammel_json_writer_add_string(json, "start", trammel_start_state_name(score->start));
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
append_number(GString *table, double value)
{
  char number[TRAMMEL_NUMBER_SIZE];

  g_string_append_printf(table, "\t%s", trammel_csv_format_number(number, value));
}

static void
append_sensor(GString *table, const TrLogScore *score, const TrLogScore *start, int i)
{
  const TrSensorScore *sensor = &score->sensors[i];

  append_number(table, sensor->rmse);
  append_number(table, sensor->nrmse_percent);
  append_number(table, sensor->horizon);
  append_number(table, start ? start->sensors[i].rmse : NAN);
  append_number(table, score->observation_mse);
  append_number(table, score->state_mse);
  append_number(table, start ? start->observation_mse : NAN);
  append_number(table, start ? start->state_mse : NAN);
}

/* Appends the rows of a log; steps: the prediction horizon as text. */
static void
append_log(GString *table,
           const TrammelValidation *v,
           guint i,
           gboolean fitted,
           const char *steps,
           const TrLogScore *score,
           const TrLogScore *start)
{
  const TrTask *task = trammel_problem_get_task(v->problem);

  for (int s = 0; s < score->n_sensors; s++) {
    int sensor = score->sensors[s].sensor;

    g_string_append_printf(table, "%s\t%s\t%s\t%s", task->logs[i].name, fitted ? "yes" : "no",
                           task->model->sensors[sensor].name, get_unit(task->model, sensor));
    append_sensor(table, score, start, s);
    if (v->options.predict)
      g_string_append_printf(table, "\t%s", steps);
    g_string_append_c(table, '\n');
  }
}

static void
append_ladder(GString *table, const TrammelValidation *v, guint i, gboolean fitted)
{
  const TrammelPredictionHorizon *ladder = get_ladder(v, OWN_ROW, i);
  const TrammelPredictionHorizon *start = get_ladder(v, START_ROW, i);

  for (guint k = 0; ladder && k < ladder->n_rungs; k++) {
    g_autofree char *steps = g_strdup_printf("%d", ladder->rungs[k]->steps);
    append_log(table, v, i, fitted, steps, ladder->rungs[k],
               start && k < start->n_rungs ? start->rungs[k] : NULL);
  }
}

char *
trammel_validation_to_table(const TrammelValidation *v, const char *const *fitted)
{
  const TrTask *task = trammel_problem_get_task(v->problem);
  GString *table = g_string_new("log\tfitted\tsensor\tunit\trmse\tnrmse_percent\thorizon\t"
                                "start_rmse\tobservation_mse\tstate_mse\tstart_observation_mse\t"
                                "start_state_mse");

  g_string_append(table, v->options.predict ? "\tsteps\n" : "\n");
  for (guint i = 0; trammel_score_matrix_get_score(v->matrix, OWN_ROW, i); i++) {
    gboolean is_own = is_fitted(fitted, task->logs[i].name);
    append_log(table, v, i, is_own, "all", trammel_score_matrix_get_score(v->matrix, OWN_ROW, i),
               trammel_score_matrix_get_score(v->matrix, START_ROW, i));
    append_ladder(table, v, i, is_own);
  }
  return g_string_free(table, FALSE);
}
