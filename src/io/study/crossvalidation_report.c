/* Report of a cross-validation as JSON, as tables and as sentences. */
#include <math.h>

#include "io/base/table.h"
#include "io/result/result.h"
#include "io/study/crossvalidation.h"

static const char *
get_log_name(const TrammelCrossValidation *cross, guint log)
{
  return cross->matrix->logs[log];
}

static void
get_id(char id[TR_ID_SIZE], const TrammelCrossValidation *cross, guint parameter)
{
  tr_task_free_id(id, trammel_problem_get_task(cross->problem), (int)parameter);
}

static const char *
get_unit(const TrammelCrossValidation *cross, guint parameter)
{
  return tr_task_free_unit(trammel_problem_get_task(cross->problem), (int)parameter);
}

/* Returns the name of the only log that determines the parameter. */
static const char *
find_only_log(const TrammelCrossValidation *cross, guint parameter)
{
  for (guint j = 0; j < cross->n_logs; j++)
    if (cross->agreement->sigmas[(gsize)parameter * cross->n_logs + j] > 0)
      return get_log_name(cross, j);
  return "?";
}

static char *
describe_farthest(const TrammelCrossValidation *cross, guint parameter)
{
  const TrammelLogAgreement *agreement = cross->agreement;
  const TrConsistency *c = &agreement->parameters[parameter];
  gsize at = (gsize)parameter * cross->n_logs + (gsize)c->farthest;
  double distance = (agreement->values[at] - c->value) / agreement->sigmas[at];

  return g_strdup_printf("'%s' is %.1f sigma %s the combined value",
                         get_log_name(cross, (guint)c->farthest), fabs(distance),
                         distance < 0 ? "below" : "above");
}

static char *
format_p(double p)
{
  return p < 1e-6 ? g_strdup("below 1e-6") : g_strdup_printf("%.2g", p);
}

/* Returns "chi2 12 with 2 degrees of freedom, p = 0.0025, in view of all 7 tests 0.017". */
static char *
describe_test(const TrammelCrossValidation *cross, double chi2, int dof, double p, double adjusted)
{
  g_autofree char *own = format_p(p), *all = format_p(adjusted);

  return g_strdup_printf("chi2 %.3g with %d degree%s of freedom, p %s, in view of all %u tests %s",
                         chi2, dof, dof == 1 ? "" : "s", own, cross->agreement->n_tests, all);
}

#define ADVICE "Look for a difference between the logs, or for a part that is missing in the model."

char *
trammel_crossvalidation_dup_text(const TrammelCrossValidation *cross, guint parameter)
{
  const TrammelLogAgreement *agreement = cross->agreement;
  const TrConsistency *c = &agreement->parameters[parameter];
  char id[TR_ID_SIZE];

  get_id(id, cross, parameter);
  if (c->n == 0)
    return g_strdup_printf("No single log determines %s.", id);
  if (c->n == 1)
    return g_strdup_printf("Of the single logs only '%s' determines %s, so there is nothing to "
                           "compare it with.",
                           find_only_log(cross, parameter), id);

  g_autofree char *farthest = describe_farthest(cross, parameter);
  g_autofree char *test =
      describe_test(cross, c->chi2, c->dof, c->p_value, agreement->p_parameters[parameter]);
  if (trammel_crossvalidation_is_consistent(cross, parameter))
    return g_strdup_printf("The logs agree about %s within their sigmas (%s); %s.", id, test,
                           farthest);
  return g_strdup_printf("The logs disagree about %s by more than their sigmas (%s); %s. " ADVICE,
                         id, test, farthest);
}

char *
trammel_crossvalidation_dup_logs_text(const TrammelCrossValidation *cross)
{
  const TrVectorTest *t = &cross->agreement->logs;
  double adjusted = cross->agreement->p_logs;

  if (t->dof < 1)
    return g_strdup("No parameter is determined by two logs alone.");
  g_autofree char *test = describe_test(cross, t->chi2, t->dof, t->p_value, adjusted);
  if (trammel_log_agreement_accepts(adjusted))
    return g_strdup_printf("All parameters together: the logs agree within their covariances (%s).",
                           test);
  return g_strdup_printf("All parameters together: the logs disagree by more than their "
                         "covariances (%s). " ADVICE,
                         test);
}

char *
trammel_crossvalidation_dup_all_text(const TrammelCrossValidation *cross)
{
  const TrammelLogAgreement *agreement = cross->agreement;
  const TrVectorTest *t = &agreement->all;
  char id[TR_ID_SIZE];

  if (t->dof < 1)
    return g_strdup("The fit to all logs has no parameter that two logs determine.");
  g_autofree char *test = describe_test(cross, t->chi2, t->dof, t->p_value, agreement->p_all);
  if (trammel_log_agreement_accepts(agreement->p_all))
    return g_strdup_printf("The fit to all logs agrees with the mean of the single fits (%s).",
                           test);
  get_id(id, cross, (guint)agreement->farthest);
  return g_strdup_printf(
      "The fit to all logs is not the mean of the single fits (%s); %s is %.1f "
      "sigma %s it. Logs that contradict each other share one fit badly. " ADVICE,
      test, id, fabs(agreement->distance), agreement->distance < 0 ? "below" : "above");
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

static guint
find_row(const TrammelCrossValidation *cross, TrammelSource source, guint number)
{
  return (guint)trammel_score_matrix_find_row(cross->matrix, source, number);
}

/* Writes the scores of the fitted logs, or (extra) of those that were scored only. */
static void
write_row(TrammelJsonWriter *json,
          const TrammelCrossValidation *cross,
          guint row,
          gboolean extra,
          ScoreFunc get)
{
  guint first = extra ? cross->n_logs : 0, n = extra ? cross->n_extra : cross->n_logs;

  trammel_json_writer_begin_array(json);
  for (guint j = 0; j < n; j++) {
    const TrLogScore *score = trammel_score_matrix_get_score(cross->matrix, row, first + j);
    trammel_json_writer_number(json, score ? get(score) : NAN);
  }
  trammel_json_writer_end_array(json);
}

/* Writes a matrix of each figure: the fits to single logs by the same logs, or the extra ones. */
static void
write_matrices(TrammelJsonWriter *json, const TrammelCrossValidation *cross, gboolean extra)
{
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++) {
    trammel_json_writer_key(json, figures[f].key);
    trammel_json_writer_begin_array(json);
    for (guint i = 0; i < cross->n_logs; i++)
      write_row(json, cross, find_row(cross, TRAMMEL_SOURCE_ONE_LOG, i), extra, figures[f].get);
    trammel_json_writer_end_array(json);
  }
}

/* Writes one source of values beside the matrix. */
static void
write_extra_row(TrammelJsonWriter *json,
                const char *key,
                const TrammelCrossValidation *cross,
                TrammelSource source,
                gboolean extra)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_object(json);
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++) {
    trammel_json_writer_key(json, figures[f].key);
    write_row(json, cross, find_row(cross, source, 0), extra, figures[f].get);
  }
  trammel_json_writer_end_object(json);
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
    trammel_json_writer_string(json, get_log_name(cross, cross->n_logs + j));
  trammel_json_writer_end_array(json);
  write_matrices(json, cross, TRUE);
  write_extra_row(json, "all", cross, TRAMMEL_SOURCE_ALL_LOGS, TRUE);
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
      const TrLogScore *score = trammel_score_matrix_get_score(
          cross->matrix, find_row(cross, TRAMMEL_SOURCE_ONE_LOG, i), j);
      if (!score)
        continue;
      trammel_json_writer_begin_object(json);
      trammel_json_writer_add_string(json, "fitted", get_log_name(cross, i));
      trammel_json_writer_add_string(json, "scored", get_log_name(cross, j));
      trammel_log_score_write(json, model, score);
      trammel_json_writer_end_object(json);
    }
  trammel_json_writer_end_array(json);
}

/* Writes the members of a test. */
static void
write_test(TrammelJsonWriter *json, TrVectorTest test, double adjusted, const char *text)
{
  trammel_json_writer_add_number(json, "chi2", test.chi2);
  trammel_json_writer_add_integer(json, "dof", test.dof);
  trammel_json_writer_add_number(json, "p_value", test.p_value);
  trammel_json_writer_add_number(json, "p_adjusted", adjusted);
  if (test.dof < 1)
    trammel_json_writer_add_null(json, "consistent");
  else
    trammel_json_writer_add_boolean(json, "consistent", trammel_log_agreement_accepts(adjusted));
  trammel_json_writer_add_string(json, "text", text);
}

static void
write_parameter(TrammelJsonWriter *json, const TrammelCrossValidation *cross, guint i)
{
  const TrammelLogAgreement *agreement = cross->agreement;
  const TrConsistency *c = &agreement->parameters[i];
  g_autofree char *text = trammel_crossvalidation_dup_text(cross, i);
  gsize n = cross->n_logs;
  char id[TR_ID_SIZE];

  get_id(id, cross, i);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "id", id);
  trammel_json_writer_add_string(json, "unit", get_unit(cross, i));
  trammel_json_writer_key(json, "values");
  trammel_json_writer_numbers(json, agreement->values + (gsize)i * n, n);
  trammel_json_writer_key(json, "sigmas");
  trammel_json_writer_numbers(json, agreement->sigmas + (gsize)i * n, n);
  trammel_json_writer_add_number(json, "value", c->value);
  trammel_json_writer_add_number(json, "sigma", c->sigma);
  trammel_json_writer_add_number(json, "all", agreement->joint[i]);
  write_test(json, (TrVectorTest){c->chi2, c->p_value, c->dof}, agreement->p_parameters[i], text);
  trammel_json_writer_end_object(json);
}

/* Writes the tests of all parameters together. */
static void
write_agreement(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  const TrammelLogAgreement *agreement = cross->agreement;
  g_autofree char *logs = trammel_crossvalidation_dup_logs_text(cross);
  g_autofree char *all = trammel_crossvalidation_dup_all_text(cross);

  trammel_json_writer_key(json, "agreement");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_boolean(json, "consistent",
                                  trammel_log_agreement_is_consistent(agreement));
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_object(json);
  write_test(json, agreement->logs, agreement->p_logs, logs);
  trammel_json_writer_end_object(json);
  trammel_json_writer_key(json, "all");
  trammel_json_writer_begin_object(json);
  write_test(json, agreement->all, agreement->p_all, all);
  trammel_json_writer_end_object(json);
  trammel_json_writer_end_object(json);
}

/* Writes what was compared of the fits; nothing without the fit to all logs. */
static void
write_comparison(TrammelJsonWriter *json, const TrammelCrossValidation *cross)
{
  trammel_json_writer_key(json, "consistency");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; cross->agreement && i < cross->n_free; i++)
    write_parameter(json, cross, i);
  trammel_json_writer_end_array(json);
  if (cross->agreement)
    write_agreement(json, cross);
  if (cross->base)
    trammel_base_agreement_write(json, cross->base);
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
  write_matrices(json, cross, FALSE);
  write_extra_row(json, "all", cross, TRAMMEL_SOURCE_ALL_LOGS, FALSE);
  write_extra_row(json, "start", cross, TRAMMEL_SOURCE_START, FALSE);
  if (cross->options.leave_one_out)
    write_extra_row(json, "leave_one_out", cross, TRAMMEL_SOURCE_OTHER_LOGS, FALSE);
  write_validation(json, cross);
  write_comparison(json, cross);
  write_cells(json, cross);
  write_fits(json, cross);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static void
add_score(TrammelTable *table, const char *source, const char *log, const TrLogScore *score)
{
  if (!score)
    return;
  trammel_table_add_text(table, source);
  trammel_table_add_text(table, log);
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++)
    trammel_table_add_number(table, figures[f].get(score));
}

static void
add_scores(TrammelTable *table,
           const TrammelCrossValidation *cross,
           const char *title,
           TrammelSource source,
           guint number)
{
  guint row = find_row(cross, source, number);

  for (guint j = 0; j < cross->matrix->n_logs; j++)
    add_score(table, title, get_log_name(cross, j),
              trammel_score_matrix_get_score(cross->matrix, row, j));
}

static TrammelTable *
make_score_table(const TrammelCrossValidation *cross)
{
  TrammelTable *table = trammel_table_new("");

  trammel_table_add_columns(table, "fitted", "scored", NULL);
  for (gsize f = 0; f < G_N_ELEMENTS(figures); f++)
    trammel_table_add_columns(table, figures[f].key, NULL);
  for (guint i = 0; i < cross->n_logs; i++)
    add_scores(table, cross, get_log_name(cross, i), TRAMMEL_SOURCE_ONE_LOG, i);
  add_scores(table, cross, "(all)", TRAMMEL_SOURCE_ALL_LOGS, 0);
  add_scores(table, cross, "(start)", TRAMMEL_SOURCE_START, 0);
  add_scores(table, cross, "(all others)", TRAMMEL_SOURCE_OTHER_LOGS, 0);
  return table;
}

static void
add_test(TrammelTable *table, TrVectorTest test, double adjusted)
{
  trammel_table_add_number(table, test.chi2);
  trammel_table_add_number(table, test.dof);
  trammel_table_add_number(table, test.p_value);
  trammel_table_add_number(table, adjusted);
  trammel_table_add_text(table, test.dof < 1                              ? "not-compared"
                                : trammel_log_agreement_accepts(adjusted) ? "yes"
                                                                          : "no");
}

static void
add_parameter(TrammelTable *table, const TrammelCrossValidation *cross, guint i)
{
  const TrammelLogAgreement *agreement = cross->agreement;
  const TrConsistency *c = &agreement->parameters[i];
  char id[TR_ID_SIZE];

  get_id(id, cross, i);
  trammel_table_add_text(table, id);
  trammel_table_add_number(table, c->value);
  trammel_table_add_number(table, c->sigma);
  trammel_table_add_text(table, get_unit(cross, i));
  add_test(table, (TrVectorTest){c->chi2, c->p_value, c->dof}, agreement->p_parameters[i]);
  trammel_table_add_number(table, agreement->joint[i]);
  trammel_table_add_numbers(table, agreement->values + (gsize)i * cross->n_logs, cross->n_logs);
}

static TrammelTable *
make_parameter_table(const TrammelCrossValidation *cross)
{
  TrammelTable *table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "value", "sigma", "unit", "chi2", "dof", "p_value",
                            "p_adjusted", "consistent", "(all)", NULL);
  for (guint j = 0; j < cross->n_logs; j++)
    trammel_table_add_columns(table, get_log_name(cross, j), NULL);
  for (guint i = 0; cross->agreement && i < cross->n_free; i++)
    add_parameter(table, cross, i);
  return table;
}

static TrammelTable *
make_test_table(const TrammelCrossValidation *cross)
{
  TrammelTable *table = trammel_table_new("");

  trammel_table_add_columns(table, "test", "chi2", "dof", "p_value", "p_adjusted", "consistent",
                            NULL);
  if (!cross->agreement)
    return table;
  trammel_table_add_text(table, "logs");
  add_test(table, cross->agreement->logs, cross->agreement->p_logs);
  trammel_table_add_text(table, "(all)");
  add_test(table, cross->agreement->all, cross->agreement->p_all);
  return table;
}

char *
trammel_crossvalidation_to_table(const TrammelCrossValidation *cross)
{
  g_autoptr(TrammelTable) scores = make_score_table(cross);
  g_autoptr(TrammelTable) parameters = make_parameter_table(cross);
  g_autoptr(TrammelTable) tests = make_test_table(cross);
  g_autofree char *first = trammel_table_to_tsv(scores);
  g_autofree char *second = trammel_table_to_tsv(parameters);
  g_autofree char *third = trammel_table_to_tsv(tests);

  if (!cross->base)
    return g_strdup_printf("%s\n%s\n%s", first, second, third);
  g_autofree char *fourth =
      trammel_base_agreement_to_table(cross->base, (const char *const *)cross->matrix->logs);
  return g_strdup_printf("%s\n%s\n%s\n%s", first, second, third, fourth);
}
