/* Report of a cross-validation as JSON, as tables and as sentences. */
#include <math.h>

#include "io/base/csv_text.h"
#include "io/result/result.h"
#include "io/study/crossvalidation.h"

static const char *
get_log_name(const TrammelCrossValidation *cross, guint log)
{
  return trammel_problem_get_task(cross->problem)->logs[log].name;
}

static void
get_id(char id[TR_ID_SIZE], const TrammelCrossValidation *cross, guint parameter)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);

  tr_task_param_id(id, task, task->free[parameter].param);
}

static const char *
get_unit(const TrammelCrossValidation *cross, guint parameter)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);

  return tr_task_param_unit(task, task->free[parameter].param);
}

/* Returns the name of the only log that determines the parameter. */
static const char *
find_only_log(const TrammelCrossValidation *cross, guint parameter)
{
  for (guint j = 0; j < cross->n_logs; j++)
    if (cross->sigmas[(gsize)parameter * cross->n_logs + j] > 0)
      return get_log_name(cross, j);
  return "?";
}

static char *
describe_farthest(const TrammelCrossValidation *cross, guint parameter)
{
  const TrConsistency *c = &cross->consistency[parameter];
  gsize at = (gsize)parameter * cross->n_logs + (gsize)c->farthest;
  double distance = (cross->values[at] - c->value) / cross->sigmas[at];

  return g_strdup_printf("'%s' is %.1f sigma %s the combined value",
                         get_log_name(cross, (guint)c->farthest), fabs(distance),
                         distance < 0 ? "below" : "above");
}

char *
trammel_crossvalidation_dup_text(const TrammelCrossValidation *cross, guint parameter)
{
  const TrConsistency *c = &cross->consistency[parameter];
  char id[TR_ID_SIZE];

  get_id(id, cross, parameter);
  if (c->n == 0)
    return g_strdup_printf("No single log determines %s.", id);
  if (c->n == 1)
    return g_strdup_printf("Of the single logs only '%s' determines %s, so there is nothing to "
                           "compare it with.",
                           find_only_log(cross, parameter), id);

  g_autofree char *farthest = describe_farthest(cross, parameter);
  g_autofree char *p =
      c->p_value < 1e-6 ? g_strdup("p below 1e-6") : g_strdup_printf("p = %.2g", c->p_value);

  if (trammel_crossvalidation_is_consistent(cross, parameter))
    return g_strdup_printf("The logs agree about %s within their sigmas (chi2 %.3g with %d degrees "
                           "of freedom, %s); %s.",
                           id, c->chi2, c->dof, p, farthest);
  return g_strdup_printf("The logs disagree about %s by more than their sigmas (chi2 %.3g with %d "
                         "degrees of freedom, %s); %s. Look for a difference between the logs, or "
                         "for a part that is missing in the model.",
                         id, c->chi2, c->dof, p, farthest);
}

typedef double (*ScoreFunc)(const TrLogScore *score);

static double
get_observation_mse(const TrLogScore *score)
{
  return score->observation_mse;
}

static double
get_state_mse(const TrLogScore *score)
{
  return score->state_mse;
}

static double
get_mean_rmse(const TrLogScore *score)
{
  return score->mean_rmse;
}

/* The three matrices of data/schema/crossvalidate.schema.json, and the members of a score that they
 * come from. */
static const struct {
  const char *key;
  ScoreFunc get;
} figures[] = {{"observation_mse", get_observation_mse},
               {"state_mse", get_state_mse},
               {"open_loop_rmse", get_mean_rmse}};

static void
write_row(TrammelJsonWriter *json, TrLogScore *const *scores, guint n, ScoreFunc get)
{
  trammel_json_writer_begin_array(json);
  for (guint j = 0; j < n; j++)
    trammel_json_writer_number(json, scores[j] ? get(scores[j]) : NAN);
  trammel_json_writer_end_array(json);
}

static void
write_matrices(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++) {
    trammel_json_writer_key(json, figures[f].key);
    trammel_json_writer_begin_array(json);
    for (guint i = 0; i < cross->n_logs; i++)
      write_row(json, cross->rows[i].scores, cross->n_logs, figures[f].get);
    trammel_json_writer_end_array(json);
  }
}

/* Writes one source of values beside the matrix. */
static void
write_extra_row(TrammelJsonWriter *json, const char *key, TrLogScore *const *scores, guint n)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_object(json);
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++) {
    trammel_json_writer_key(json, figures[f].key);
    write_row(json, scores, n, figures[f].get);
  }
  trammel_json_writer_end_object(json);
}

static const char *
get_extra_name(const TrammelCrossValidation *cross, guint log)
{
  return trammel_problem_get_task(cross->extra)->logs[log].name;
}

/* Writes the logs that were scored only: one more matrix of each figure, and the row of the fit to
 * all logs. */
static void
write_validation(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  guint n = cross->n_extra;

  if (n == 0)
    return;
  trammel_json_writer_key(json, "validation");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (guint j = 0; j < n; j++)
    trammel_json_writer_string(json, get_extra_name(cross, j));
  trammel_json_writer_end_array(json);
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++) {
    trammel_json_writer_key(json, figures[f].key);
    trammel_json_writer_begin_array(json);
    for (guint i = 1; i <= cross->n_logs; i++)
      write_row(json, cross->extra_scores + i * n, n, figures[f].get);
    trammel_json_writer_end_array(json);
  }
  write_extra_row(json, "all", cross->extra_scores, n);
  trammel_json_writer_end_object(json);
}

/* Writes the values per sensor from which the matrix of means is made. */
static void
write_cells(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  const TrModel *model = trammel_problem_get_task(cross->problem)->model;

  trammel_json_writer_key(json, "cells");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < cross->n_logs; i++)
    for (guint j = 0; j < cross->n_logs; j++) {
      if (!cross->rows[i].scores[j])
        continue;
      trammel_json_writer_begin_object(json);
      trammel_json_writer_add_string(json, "fitted", get_log_name(cross, i));
      trammel_json_writer_add_string(json, "scored", get_log_name(cross, j));
      trammel_log_score_write(json, model, cross->rows[i].scores[j]);
      trammel_json_writer_end_object(json);
    }
  trammel_json_writer_end_array(json);
}

static void
write_parameter(TrammelJsonWriter *json, const TrammelCrossValidation *cross, guint i)
{
  const TrConsistency *c = &cross->consistency[i];
  g_autofree char *text = trammel_crossvalidation_dup_text(cross, i);
  gsize n = cross->n_logs;
  char id[TR_ID_SIZE];

  get_id(id, cross, i);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "id", id);
  trammel_json_writer_add_string(json, "unit", get_unit(cross, i));
  trammel_json_writer_key(json, "values");
  trammel_json_writer_numbers(json, cross->values + (gsize)i * n, n);
  trammel_json_writer_key(json, "sigmas");
  trammel_json_writer_numbers(json, cross->sigmas + (gsize)i * n, n);
  trammel_json_writer_add_number(json, "value", c->value);
  trammel_json_writer_add_number(json, "sigma", c->sigma);
  trammel_json_writer_add_number(json, "chi2", c->chi2);
  trammel_json_writer_add_integer(json, "dof", c->dof);
  trammel_json_writer_add_number(json, "p_value", c->p_value);
  if (c->n < 2)
    trammel_json_writer_add_null(json, "consistent");
  else
    trammel_json_writer_add_boolean(json, "consistent",
                                    trammel_crossvalidation_is_consistent(cross, i));
  trammel_json_writer_add_string(json, "text", text);
  trammel_json_writer_end_object(json);
}

static void
write_fit(TrammelJsonWriter *json, const char *log, const TrFit *fit)
{
  if (!fit)
    return;
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "log", log);
  trammel_json_writer_add_string(json, "status", trammel_result_get_status(fit));
  trammel_json_writer_add_string(json, "message", fit->message);
  trammel_json_writer_add_integer(json, "iterations", fit->iterations);
  trammel_json_writer_end_object(json);
}

static void
write_fits(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  trammel_json_writer_key(json, "fits");
  trammel_json_writer_begin_array(json);
  write_fit(json, NULL, cross->all);
  for (guint i = 0; i < cross->n_logs; i++)
    write_fit(json, get_log_name(cross, i), cross->single[i]);
  trammel_json_writer_end_array(json);
}

static void
write_settings(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  trammel_json_writer_key(json, "settings");
  trammel_json_writer_begin_object(json);
  trammel_score_settings_write(json, cross->problem, &cross->options.score, cross->kappa);
  trammel_json_writer_add_number(json, "consistent_p", TRAMMEL_CONSISTENT_P);
  trammel_json_writer_end_object(json);
}

char *
trammel_crossvalidation_to_json(const TrammelCrossValidation *cross)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_boolean(json, "complete", cross->is_complete);
  write_settings(json, cross);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < cross->n_logs; i++)
    trammel_json_writer_string(json, get_log_name(cross, i));
  trammel_json_writer_end_array(json);
  write_matrices(json, cross);
  write_extra_row(json, "all", cross->all_row.scores, cross->n_logs);
  write_extra_row(json, "start", cross->start.scores, cross->n_logs);
  if (cross->options.leave_one_out)
    write_extra_row(json, "leave_one_out", cross->left_out.scores, cross->n_logs);
  write_validation(json, cross);
  trammel_json_writer_key(json, "consistency");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < cross->n_free; i++)
    write_parameter(json, cross, i);
  trammel_json_writer_end_array(json);
  write_cells(json, cross);
  write_fits(json, cross);
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
append_score(GString *table, const char *source, const char *log, const TrLogScore *score)
{
  if (!score)
    return;
  g_string_append_printf(table, "%s\t%s", source, log);
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++)
    append_number(table, figures[f].get(score));
  g_string_append_c(table, '\n');
}

static void
append_row(GString *table,
           const TrammelCrossValidation *cross,
           const char *source,
           const TrammelScoreRow *row)
{
  for (guint j = 0; j < cross->n_logs; j++)
    append_score(table, source, get_log_name(cross, j), row->scores[j]);
}

/* Appends the logs that were scored only, with row 0 of all logs, or i + 1 of one. */
static void
append_extra(GString *table, const TrammelCrossValidation *cross, const char *source, guint row)
{
  for (guint j = 0; j < cross->n_extra; j++)
    append_score(table, source, get_extra_name(cross, j),
                 cross->extra_scores[row * cross->n_extra + j]);
}

static void
append_parameter(GString *table, const TrammelCrossValidation *cross, guint i)
{
  const TrConsistency *c = &cross->consistency[i];
  gboolean comparable = c->n >= 2;
  char id[TR_ID_SIZE];

  get_id(id, cross, i);
  g_string_append(table, id);
  append_number(table, c->value);
  append_number(table, c->sigma);
  g_string_append_printf(table, "\t%s", get_unit(cross, i));
  append_number(table, c->chi2);
  g_string_append_printf(table, "\t%d", c->dof);
  append_number(table, c->p_value);
  g_string_append_printf(table, "\t%s",
                         !comparable                                       ? "not-compared"
                         : trammel_crossvalidation_is_consistent(cross, i) ? "yes"
                                                                           : "no");
  for (guint j = 0; j < cross->n_logs; j++)
    append_number(table, cross->values[(gsize)i * cross->n_logs + j]);
  g_string_append_c(table, '\n');
}

char *
trammel_crossvalidation_to_table(const TrammelCrossValidation *cross)
{
  GString *table = g_string_new("fitted\tscored\tobservation_mse\tstate_mse\topen_loop_rmse\n");

  for (guint i = 0; i < cross->n_logs; i++) {
    append_row(table, cross, get_log_name(cross, i), &cross->rows[i]);
    append_extra(table, cross, get_log_name(cross, i), i + 1);
  }
  append_row(table, cross, "(all)", &cross->all_row);
  append_extra(table, cross, "(all)", 0);
  append_row(table, cross, "(start)", &cross->start);
  append_row(table, cross, "(all others)", &cross->left_out);
  g_string_append(table, "\nid\tvalue\tsigma\tunit\tchi2\tdof\tp_value\tconsistent");
  for (guint j = 0; j < cross->n_logs; j++)
    g_string_append_printf(table, "\t%s", get_log_name(cross, j));
  g_string_append_c(table, '\n');
  for (guint i = 0; i < cross->n_free; i++)
    append_parameter(table, cross, i);
  return g_string_free(table, FALSE);
}
