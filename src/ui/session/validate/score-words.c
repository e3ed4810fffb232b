/* Texts and tables of the page Validate (ui/session/validate/score-board.h). */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/sensor.h"
#include "ui/session/params/param-item.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"
#include "ui/session/text/text-row.h"
#include "ui/session/validate/score-board.h"

/* Characters of a combination that the table shows; the tooltip has all. */
enum { MOST_LABEL = 32 };

static const TrModel *
get_model(const TrammelScoreMatrix *self)
{
  return trammel_problem_get_task(self->problem)->model;
}

/* Returns "0.11 deg" for an SI value of a sensor. */
static char *
format_in_unit(const TrModel *model, int sensor, double value)
{
  double factor;
  const char *unit = trammel_display_unit(tr_sensor_unit(model, sensor), &factor);
  g_autofree char *number = trammel_score_format(value * factor);

  return isfinite(value) ? g_strdup_printf("%s %s", number, unit) : g_strdup(number);
}

static char *
describe_sensor(const TrModel *model, const TrSensorScore *sensor, double duration)
{
  g_autofree char *rmse = format_in_unit(model, sensor->sensor, sensor->rmse);
  g_autofree char *limit = format_in_unit(model, sensor->sensor, sensor->threshold);
  g_autofree char *share = trammel_score_format(sensor->nrmse_percent);
  g_autofree char *horizon = trammel_score_format(sensor->horizon);
  const char *name = model->sensors[sensor->sensor].name;

  if (isnan(sensor->rmse))
    return g_strdup_printf(_("%s has no sample to compare with"), name);
  if (sensor->horizon >= duration)
    return g_strdup_printf(
        _("%s has an error of %s (NRMSE %s %%), which stays below %s to the end"), name, rmse,
        share, limit);
  return g_strdup_printf(_("%s has an error of %s (NRMSE %s %%), which stays below %s for %s s"),
                         name, rmse, share, limit, horizon);
}

static void
append_worst_joint(GString *text, const TrModel *model, const TrLogScore *score)
{
  int joint;
  double error = tr_log_score_worst_joint(score, &joint);

  if (joint < 0)
    return;
  g_autofree char *share = trammel_score_format(100 * error);
  g_autofree char *period = trammel_score_format(score->joints[joint].period);
  const char *name = model->joints[joint].name;
  if (isfinite(error))
    g_string_append_printf(text, _(": joint %s is predicted to %s %% over a period (%s s)"), name,
                           share, period);
  else
    g_string_append_printf(text, _(": joint %s cannot be simulated over a period (%s s)"), name,
                           period);
}

char *
trammel_score_board_describe(const TrammelScoreMatrix *self, guint row, guint log)
{
  const TrammelScoreRow *from = trammel_score_matrix_get_row(self, row);
  const TrLogScore *score = trammel_score_matrix_get_score(self, row, log);
  const char *error = trammel_score_matrix_get_error(self, row, log);
  const char *name = self->logs[log];
  g_autoptr(GString) text = g_string_new(NULL);

  g_string_printf(text,
                  trammel_score_matrix_is_fitted(self, row, log)
                      ? _("%s on %s, which it was fitted to")
                      : _("%s on %s"),
                  from->title, name);
  if (!score || error) {
    g_string_append_printf(text, ": %s", error ? error : _("not computed yet"));
    return g_string_free(g_steal_pointer(&text), FALSE);
  }
  append_worst_joint(text, get_model(self), score);
  for (int s = 0; s < score->n_sensors; s++) {
    g_autofree char *words = describe_sensor(get_model(self), &score->sensors[s], score->duration);
    g_string_append_printf(text, "%s %s", s || score->n_joints ? ";" : ":", words);
  }
  g_string_append_c(text, '.');
  return g_string_free(g_steal_pointer(&text), FALSE);
}

char *
trammel_score_board_dup_summary(const TrammelScoreMatrix *self, gboolean *is_better)
{
  int start = trammel_score_matrix_find_row(self, TRAMMEL_SOURCE_START, 0);
  double own = trammel_score_board_measure(self, 0);
  double before = start >= 0 ? trammel_score_board_measure(self, (guint)start) : NAN;

  *is_better = own < before;
  if (isnan(own))
    return g_strdup(_("There is no score on the validation logs."));
  g_autofree char *number = trammel_score_format(own), *old = trammel_score_format(before);
  return g_strdup_printf(
      _("Error over a period %s %% on the validation logs; start values: %s %%."), number, old);
}

/* Returns the RMSE of the start values for the same sensor of the same log, NAN if not known. */
static double
get_start_rmse(const TrammelScoreMatrix *self, guint log, int sensor)
{
  int row = trammel_score_matrix_find_row(self, TRAMMEL_SOURCE_START, 0);
  const TrLogScore *score = row >= 0 ? trammel_score_matrix_get_score(self, (guint)row, log) : NULL;

  for (int s = 0; score && s < score->n_sensors; s++)
    if (score->sensors[s].sensor == sensor)
      return score->sensors[s].rmse;
  return NAN;
}

static char *
format_horizon(const TrSensorScore *sensor, double duration)
{
  g_autofree char *number = trammel_score_format(sensor->horizon);

  return sensor->horizon >= duration ? g_strdup_printf(_("all %s s"), number)
                                     : g_strdup_printf("%s s", number);
}

static void
append_sensor(GListStore *rows,
              const TrammelScoreMatrix *self,
              guint log,
              const TrLogScore *score,
              const TrSensorScore *sensor)
{
  const TrModel *model = get_model(self);
  char **texts = g_new0(char *, TRAMMEL_SCORE_COLUMNS + 1);
  double relative = sensor->rmse / sensor->sigma;
  g_autofree char *share = trammel_score_format(sensor->nrmse_percent);

  texts[TRAMMEL_SCORE_SENSOR] = g_strdup(model->sensors[sensor->sensor].name);
  texts[TRAMMEL_SCORE_RMSE] = format_in_unit(model, sensor->sensor, sensor->rmse);
  texts[TRAMMEL_SCORE_NRMSE] = g_strdup_printf("%s %%", share);
  texts[TRAMMEL_SCORE_LARGEST] = format_in_unit(model, sensor->sensor, sensor->largest);
  texts[TRAMMEL_SCORE_CHI2] = trammel_score_format(relative * relative);
  texts[TRAMMEL_SCORE_HORIZON] = format_horizon(sensor, score->duration);
  texts[TRAMMEL_SCORE_START] =
      format_in_unit(model, sensor->sensor, get_start_rmse(self, log, sensor->sensor));
  g_autofree char *words = describe_sensor(model, sensor, score->duration);
  g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, words);
  g_list_store_append(rows, row);
}

GListModel *
trammel_score_board_sensor_rows(const TrammelScoreMatrix *self, guint row, guint log)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  const TrLogScore *score = trammel_score_matrix_get_score(self, row, log);

  for (int s = 0; score && s < score->n_sensors; s++)
    append_sensor(rows, self, log, score, &score->sensors[s]);
  return G_LIST_MODEL(rows);
}

/* Returns value ± sigma; the short form "0.0482(12)" would need a legend. */
static char *
format_estimate(double value, double sigma)
{
  g_autofree char *number = trammel_format_value(value, sigma);
  g_autofree char *spread = isfinite(sigma) ? trammel_format_sigma(sigma) : NULL;

  return spread ? g_strdup_printf("%s ± %s", number, spread) : g_steal_pointer(&number);
}

/* Returns a line for each log: "log_01 0.048 ± 0.001", "log_02 not determined". */
static char *
list_estimates(const TrammelCrossValidation *cross, guint parameter)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);
  g_autoptr(GString) text = g_string_new(NULL);

  for (guint j = 0; j < cross->n_logs; j++) {
    gsize at = (gsize)parameter * cross->n_logs + j;
    double sigma = cross->agreement->sigmas[at];
    g_autofree char *estimate = isfinite(sigma)
                                    ? format_estimate(cross->agreement->values[at], sigma)
                                    : g_strdup(_("not determined"));
    g_string_append_printf(text, "%s%s %s", j ? "\n" : "", task->logs[j].name, estimate);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Returns the label of a parameter as in the parameter table. */
static char *
dup_label(const TrammelCrossValidation *cross, guint parameter)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);
  const TrammelProject *project = trammel_problem_get_project(cross->problem);
  char id[TR_ID_SIZE];

  tr_task_free_id(id, task, parameter);
  return trammel_quantity_label(task->model, trammel_project_find_quantity(project, id));
}

/* Sets the columns of a test, whose p-value is the one in view of all tests. */
static void
set_test(char **texts, TrVectorTest test, double adjusted)
{
  g_autofree char *chi2 = trammel_score_format(test.chi2);
  gboolean is_compared = test.dof > 0;

  texts[TRAMMEL_AGREE_CHI2] =
      is_compared ? g_strdup_printf("%s / %d", chi2, test.dof) : g_strdup("–");
  texts[TRAMMEL_AGREE_P] = adjusted < 1e-3 ? g_strdup("< 0.001") : trammel_score_format(adjusted);
  texts[TRAMMEL_AGREE_VERDICT] =
      g_strdup(!is_compared                              ? _("not compared")
               : trammel_log_agreement_accepts(adjusted) ? _("consistent")
                                                         : _("disagree"));
}

/* Adds a row on all parameters together. */
static void
append_test(GListStore *rows, const char *label, TrVectorTest test, double adjusted, char *words)
{
  char **texts = g_new0(char *, TRAMMEL_AGREE_COLUMNS + 1);

  texts[TRAMMEL_AGREE_LABEL] = g_strdup(label);
  texts[TRAMMEL_AGREE_VALUE] = g_strdup("–");
  texts[TRAMMEL_AGREE_LOGS] = g_strdup("–");
  set_test(texts, test, adjusted);
  g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, words);
  g_list_store_append(rows, row);
  g_free(words);
}

static void
append_parameter(GListStore *rows, const TrammelCrossValidation *cross, guint i)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);
  const TrConsistency *c = &cross->agreement->parameters[i];
  const char *unit = tr_task_free_unit(task, i);
  char **texts = g_new0(char *, TRAMMEL_AGREE_COLUMNS + 1);
  g_autofree char *combined = c->n ? format_estimate(c->value, c->sigma) : g_strdup("–");
  g_autofree char *words = trammel_crossvalidation_dup_text(cross, i);

  texts[TRAMMEL_AGREE_LABEL] = dup_label(cross, i);
  texts[TRAMMEL_AGREE_VALUE] = g_str_equal(unit, "1") || c->n == 0
                                   ? g_steal_pointer(&combined)
                                   : g_strdup_printf("%s %s", combined, unit);
  texts[TRAMMEL_AGREE_LOGS] = list_estimates(cross, i);
  set_test(texts, (TrVectorTest){c->chi2, c->p_value, c->dof}, cross->agreement->p_parameters[i]);
  g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, words);
  g_list_store_append(rows, row);
}

/* Returns a line for each log, as list_estimates(). */
static char *
list_combinations(const TrammelCrossValidation *cross, const TrammelBaseRow *base)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);
  g_autoptr(GString) text = g_string_new(NULL);

  for (guint j = 0; j < cross->n_logs; j++) {
    g_autofree char *estimate = isfinite(base->sigmas[j])
                                    ? format_estimate(base->values[j], base->sigmas[j])
                                    : g_strdup(_("not determined"));
    g_string_append_printf(text, "%s%s %s", j ? "\n" : "", task->logs[j].name, estimate);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Returns the begin of a long combination: its column must leave room for the others. */
static char *
shorten(const char *text)
{
  if (g_utf8_strlen(text, -1) <= MOST_LABEL)
    return g_strdup(text);
  g_autofree char *begin = g_utf8_substring(text, 0, MOST_LABEL - 2);
  return g_strconcat(begin, " …", NULL);
}

static void
append_combination(GListStore *rows,
                   const TrammelCrossValidation *cross,
                   const TrammelBaseRow *base)
{
  const TrConsistency *c = &base->test;
  char **texts = g_new0(char *, TRAMMEL_AGREE_COLUMNS + 1);
  g_autofree char *combined = c->n ? format_estimate(c->value, c->sigma) : g_strdup("–");

  texts[TRAMMEL_AGREE_LABEL] = shorten(base->text);
  texts[TRAMMEL_AGREE_VALUE] = c->n == 0 || g_str_equal(base->unit, "1")
                                   ? g_steal_pointer(&combined)
                                   : g_strdup_printf("%s %s", combined, base->unit);
  texts[TRAMMEL_AGREE_LOGS] = list_combinations(cross, base);
  set_test(texts, (TrVectorTest){c->chi2, c->p_value, c->dof}, base->p_adjusted);
  g_autofree char *words = g_strdup_printf(
      "%s\n%s", base->text,
      _("A combination that the structure of the mechanism lets a log show, also where the single "
        "parameters stay open."));
  g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, words);
  g_list_store_append(rows, row);
}

GListModel *
trammel_crossvalidation_agreement_rows(const TrammelCrossValidation *cross)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  const TrammelLogAgreement *agreement = cross->agreement;

  for (guint i = 0; agreement && i < cross->n_free; i++)
    append_parameter(rows, cross, i);
  if (!agreement || agreement->n_tests == 0)
    return G_LIST_MODEL(rows);
  append_test(rows, _("All parameters together"), agreement->logs, agreement->p_logs,
              trammel_crossvalidation_dup_logs_text(cross));
  append_test(rows, _("Fit to all logs against their mean"), agreement->all, agreement->p_all,
              trammel_crossvalidation_dup_all_text(cross));
  for (guint i = 0; cross->base && i < cross->base->rows->len; i++)
    append_combination(rows, cross, cross->base->rows->pdata[i]);
  return G_LIST_MODEL(rows);
}

/* Returns a sentence on a disagreement that no parameter shows alone; NULL if there is none. */
static char *
describe_vectors(const TrammelLogAgreement *agreement)
{
  if (!trammel_log_agreement_accepts(agreement->p_logs))
    return g_strdup(_("No parameter shows it alone, but all together the logs disagree by more "
                      "than their sigmas."));
  if (!trammel_log_agreement_accepts(agreement->p_all))
    return g_strdup(_("The logs agree with each other, but the fit to all logs lies away from "
                      "their mean."));
  return NULL;
}

char *
trammel_crossvalidation_describe(const TrammelCrossValidation *cross)
{
  g_autoptr(GString) names = g_string_new(NULL);
  guint n_compared = 0, n_off = 0;

  if (!cross->is_complete)
    return g_strdup(_("Stopped: the scores computed so far are shown."));
  for (guint i = 0; i < cross->n_free; i++) {
    g_autofree char *label = dup_label(cross, i);
    n_compared += cross->agreement->parameters[i].n >= 2;
    if (trammel_crossvalidation_is_consistent(cross, i))
      continue;
    g_string_append_printf(names, "%s%s", n_off++ ? ", " : "", label);
  }
  if (n_compared == 0)
    return g_strdup(
        _("No parameter is determined by two logs alone, so there is nothing to compare."));
  if (n_off > 0)
    return g_strdup_printf(_("The logs disagree by more than their sigmas about %s."), names->str);
  g_autofree char *together = describe_vectors(cross->agreement);
  return together ? g_steal_pointer(&together)
                  : g_strdup_printf(
                        ngettext("The logs agree about the one parameter that can be compared.",
                                 "The logs agree about all %u parameters that can be compared.",
                                 n_compared),
                        n_compared);
}
