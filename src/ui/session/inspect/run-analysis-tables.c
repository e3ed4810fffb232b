#include "ui/session/inspect/run-analysis-tables.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "io/result/base_report.h"
#include "io/result/knowledge.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/inspect/run-compare.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/run/value-words.h"
#include "ui/session/text/format.h"

/* Returns the texts of a row of `n` columns, "" by default, with a terminating NULL. */
static char **
new_texts(guint n)
{
  return g_new0(char *, n + 1);
}

static void
append_row(GListStore *rows, char **texts, guint n, const char *tooltip)
{
  for (guint i = 0; i < n; i++)
    if (!texts[i])
      texts[i] = g_strdup("");
  g_autoptr(TrammelTextRow) row = trammel_text_row_new(texts, tooltip);
  g_list_store_append(rows, row);
}

static void
append_sensor(GListStore *rows, const TrammelRunAnalysis *self, int log, int sensor)
{
  const TrFit *fit = trammel_run_get_fit(self->run);
  const TrSensorFit *from = &self->logs[log].fits[sensor];
  const TrSensor *own = &fit->model->sensors[from->sensor];
  const TrResidualShape *shape = &self->logs[log].sensors[sensor].shape;
  char **texts = new_texts(TRAMMEL_RESIDUAL_COLUMNS);
  g_autofree char *words = trammel_run_analysis_describe_residuals(self, log, sensor);
  double factor;
  const char *unit = trammel_display_unit(tr_sensor_unit(fit->model, from->sensor), &factor);

  texts[TRAMMEL_RESIDUAL_SENSOR] = g_strdup(own->name);
  texts[TRAMMEL_RESIDUAL_RMS] = trammel_format_cell("%.3g ", from->rmse * factor, unit);
  texts[TRAMMEL_RESIDUAL_FIT] = trammel_format_cell("%.2f", from->fit_percent, " %");
  texts[TRAMMEL_RESIDUAL_CHI2] = trammel_format_cell("%.4g", from->chi2_per_sample, "");
  texts[TRAMMEL_RESIDUAL_MEAN] = trammel_format_cell("%+.3f", shape->mean, " σ");
  texts[TRAMMEL_RESIDUAL_OUTLIERS] = g_strdup_printf("%d", shape->n_outliers);
  texts[TRAMMEL_RESIDUAL_VERDICT] = trammel_run_analysis_dup_sensor_summary(self, log, sensor);
  append_row(rows, texts, TRAMMEL_RESIDUAL_COLUMNS, words);
}

GListModel *
trammel_run_analysis_residual_rows(const TrammelRunAnalysis *self, int log)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  for (int s = 0; s < self->logs[log].n_sensors; s++)
    append_sensor(rows, self, log, s);
  return G_LIST_MODEL(rows);
}

static char *
with_unit(char *number, const char *unit)
{
  g_autofree char *own = number;

  return *own && !g_str_equal(unit, "1") ? g_strdup_printf("%s %s", own, unit)
                                         : g_steal_pointer(&own);
}

static void
append_learnt(GListStore *rows, TrammelRun *run, int parameter)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrEstimate *e = &trammel_run_get_fit(run)->estimates[parameter];
  const char *unit = tr_task_free_unit(task, parameter);
  char **texts = new_texts(TRAMMEL_LEARNT_COLUMNS), id[TR_ID_SIZE];

  tr_task_free_id(id, task, parameter);
  texts[TRAMMEL_LEARNT_LABEL] = trammel_run_dup_label(run, parameter);
  texts[TRAMMEL_LEARNT_VALUE] = with_unit(trammel_run_dup_value(run, parameter), unit);
  texts[TRAMMEL_LEARNT_SIGMA] = trammel_run_dup_sigma(run, parameter);
  texts[TRAMMEL_LEARNT_PRIOR] =
      trammel_format_cell("%.2g", e->prior_sd, e->prior_is_stated ? "" : _(" (weak)"));
  texts[TRAMMEL_LEARNT_SHARE] = trammel_format_cell("%.1f", 100 * e->data_share, " %");
  append_row(rows, texts, TRAMMEL_LEARNT_COLUMNS, id);
}

GListModel *
trammel_run_analysis_learnt_rows(TrammelRun *run)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  for (int i = 0; i < trammel_run_get_fit(run)->n_free; i++)
    append_learnt(rows, run, i);
  return G_LIST_MODEL(rows);
}

/* Index of the combination of the same text in another run; -1: none. */
static int
find_combination(const TrammelRunAnalysis *other, const char *text)
{
  for (int k = 0; other && other->base && k < other->base->rank; k++) {
    g_autofree char *own =
        trammel_base_dup_text(other->base, trammel_run_get_fit(other->run)->model, k);
    if (g_str_equal(own, text))
      return k;
  }
  return -1;
}

static void
append_combination(GListStore *rows,
                   const TrammelRunAnalysis *self,
                   const TrammelRunAnalysis *other,
                   int k)
{
  const TrModel *model = trammel_run_get_fit(self->run)->model;
  const char *unit = trammel_base_get_unit(self->base, model, k);
  char **texts = new_texts(TRAMMEL_COMBINATION_COLUMNS);
  double sigma = self->base_sigma[k];
  g_autofree char *text = trammel_base_dup_text(self->base, model, k);
  int at = find_combination(other, text);

  texts[TRAMMEL_COMBINATION_LABEL] = g_strdup(text);
  texts[TRAMMEL_COMBINATION_VALUE] =
      with_unit(trammel_format_cell("%.5g", self->base_value[k], ""), unit);
  texts[TRAMMEL_COMBINATION_SIGMA] =
      sigma == 0 ? g_strdup(_("fixed")) : trammel_format_cell("%.2g", sigma, "");
  if (at >= 0) {
    double both = hypot(sigma, other->base_sigma[at]);
    texts[TRAMMEL_COMBINATION_OTHER] =
        with_unit(trammel_format_cell("%.5g", other->base_value[at], ""), unit);
    texts[TRAMMEL_COMBINATION_SIGMAS] = trammel_format_cell(
        "%+.2f", both > 0 ? (other->base_value[at] - self->base_value[k]) / both : NAN, "");
  }
  append_row(rows, texts, TRAMMEL_COMBINATION_COLUMNS, text);
}

/* Returns TRUE if the model fixes the combination at zero. */
static gboolean
is_zero(const TrammelRunAnalysis *self, int k)
{
  return self->base_sigma[k] == 0 && self->base_value[k] == 0;
}

/* Appends one row for all combinations that the model fixes at zero, with their names as tooltip.
 */
static void
append_zeros(GListStore *rows, const TrammelRunAnalysis *self)
{
  char **texts = new_texts(TRAMMEL_COMBINATION_COLUMNS);
  g_autoptr(GString) names = g_string_new(NULL);
  gulong n = 0;

  for (int k = 0; k < self->base->rank; k++) {
    g_autofree char *text =
        is_zero(self, k)
            ? trammel_base_dup_text(self->base, trammel_run_get_fit(self->run)->model, k)
            : NULL;
    if (text)
      g_string_append_printf(names, "%s%s", n++ ? "\n" : "", text);
  }
  texts[TRAMMEL_COMBINATION_LABEL] =
      g_strdup_printf(ngettext("%lu more, fixed at zero", "%lu more, fixed at zero", n), n);
  texts[TRAMMEL_COMBINATION_SIGMA] = g_strdup(_("fixed"));
  if (n)
    append_row(rows, texts, TRAMMEL_COMBINATION_COLUMNS, names->str);
  else
    g_strfreev(texts);
}

GListModel *
trammel_run_analysis_combination_rows(const TrammelRunAnalysis *self,
                                      const TrammelRunAnalysis *other)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  if (!self || !self->base)
    return G_LIST_MODEL(rows);
  g_autofree int *order =
      trammel_base_new_order(self->base_value, self->base_sigma, self->base->rank);
  for (int k = 0; k < self->base->rank; k++)
    if (!is_zero(self, order[k]))
      append_combination(rows, self, other, order[k]);
  append_zeros(rows, self);
  return G_LIST_MODEL(rows);
}

static char *
format_interval(TrammelRun *run, int parameter)
{
  double interval[2], width;

  trammel_result_interval(interval, trammel_run_get_fit(run), parameter);
  if (!isfinite(interval[0]) || !isfinite(interval[1]))
    return g_strdup("");
  width = (interval[1] - interval[0]) / 4;
  g_autofree char *low = trammel_format_value(interval[0], width);
  g_autofree char *high = trammel_format_value(interval[1], width);
  return g_strdup_printf("%s … %s", low, high);
}

static void
append_compared(GListStore *rows, TrammelRun *run, const TrammelRunDifference *from, gboolean both)
{
  char **texts = new_texts(TRAMMEL_COMPARE_COLUMNS);
  int i = trammel_run_find_parameter(run, from->id);

  texts[TRAMMEL_COMPARE_LABEL] = g_strdup(from->label);
  texts[TRAMMEL_COMPARE_UNIT] = g_strdup(from->unit);
  texts[TRAMMEL_COMPARE_VALUE] = g_strdup(*from->a ? from->a : _("fixed"));
  if (i >= 0) {
    texts[TRAMMEL_COMPARE_INTERVAL] = format_interval(run, i);
    texts[TRAMMEL_COMPARE_STEPPER] = trammel_run_dup_stepper(run, i);
    texts[TRAMMEL_COMPARE_REMARK] = trammel_run_dup_remark(run, i);
  }
  if (both) {
    texts[TRAMMEL_COMPARE_OTHER] = g_strdup(*from->b ? from->b : _("fixed"));
    texts[TRAMMEL_COMPARE_DELTA] = g_strdup(from->difference);
    texts[TRAMMEL_COMPARE_SIGMAS] = trammel_format_cell("%+.2f", from->sigmas, "");
  }
  append_row(rows, texts, TRAMMEL_COMPARE_COLUMNS, from->id);
}

GListModel *
trammel_run_analysis_compared_rows(TrammelRunRecord *record,
                                   TrammelRunRecord *other,
                                   const TrammelProject *project)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  g_autoptr(GPtrArray) differences = trammel_run_compare(record, other ? other : record, project);

  for (guint i = 0; i < differences->len; i++)
    append_compared(rows, trammel_run_record_get_run(record), differences->pdata[i], other != NULL);
  return G_LIST_MODEL(rows);
}
