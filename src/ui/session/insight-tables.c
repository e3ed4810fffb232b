#include "ui/session/insight-tables.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/physical.h"
#include "io/result_knowledge.h"
#include "ui/session/format.h"
#include "ui/session/insight-words.h"
#include "ui/session/param-item.h"
#include "ui/session/verdict.h"

/* Texts of a row with one more than `n` places, so that it ends with NULL; "" where none is set. */
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

static char *
format_number(const char *format, double value)
{
  char text[64];

  if (!isfinite(value))
    return g_strdup("–");
  return g_strdup(g_ascii_formatd(text, sizeof text, format, value));
}

static void
append_sensor(GListStore *rows, const TrammelInsight *self, int log, int sensor)
{
  const TrFit *fit = trammel_run_get_fit(self->run);
  const TrSensorFit *from = &fit->logs[log].sensors[sensor];
  const TrSensor *own = &fit->model->sensors[from->sensor];
  const TrResidualShape *shape = &self->logs[log].sensors[sensor].shape;
  char **texts = new_texts(TRAMMEL_RESIDUAL_COLUMNS);
  g_autofree char *words = trammel_insight_describe_residuals(self, log, sensor);
  double factor;
  const char *unit =
      trammel_display_unit(tr_joint_position_unit(&fit->model->joints[own->joint]), &factor);
  g_autofree char *rms = format_number("%.3g", from->rmse * factor);

  texts[TRAMMEL_RESIDUAL_SENSOR] = g_strdup(own->name);
  texts[TRAMMEL_RESIDUAL_RMS] = g_strdup_printf("%s %s", rms, unit);
  texts[TRAMMEL_RESIDUAL_FIT] = format_number("%.2f %%", from->fit_percent);
  texts[TRAMMEL_RESIDUAL_CHI2] = format_number("%.3f", from->chi2_per_sample);
  texts[TRAMMEL_RESIDUAL_MEAN] = format_number("%+.3f σ", shape->mean);
  texts[TRAMMEL_RESIDUAL_OUTLIERS] = g_strdup_printf("%d", shape->n_outliers);
  texts[TRAMMEL_RESIDUAL_VERDICT] = trammel_insight_dup_sensor_verdict(self, log, sensor);
  append_row(rows, texts, TRAMMEL_RESIDUAL_COLUMNS, words);
}

GListModel *
trammel_insight_residual_rows(const TrammelInsight *self, int log)
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

static char *
format_sigma(TrammelRun *run, int parameter)
{
  const TrEstimate *e = &trammel_run_get_fit(run)->estimates[parameter];

  return e->at_bound && !isfinite(e->sigma) ? g_strdup(_("at its bound"))
                                            : trammel_format_sigma(e->sigma);
}

static void
append_learnt(GListStore *rows, TrammelRun *run, int parameter)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrEstimate *e = &trammel_run_get_fit(run)->estimates[parameter];
  const char *unit = tr_task_param_unit(task, task->free[parameter].param);
  char **texts = new_texts(TRAMMEL_LEARNT_COLUMNS), id[TR_ID_SIZE];
  g_autofree char *prior = format_number("%.2g", e->prior_sd);

  tr_task_param_id(id, task, task->free[parameter].param);
  texts[TRAMMEL_LEARNT_LABEL] = trammel_run_dup_label(run, parameter);
  texts[TRAMMEL_LEARNT_VALUE] = with_unit(trammel_format_value(e->value, e->sigma), unit);
  texts[TRAMMEL_LEARNT_SIGMA] = format_sigma(run, parameter);
  texts[TRAMMEL_LEARNT_PRIOR] =
      g_strdup_printf("%s%s", prior, e->prior_is_stated ? "" : _(" (weak)"));
  texts[TRAMMEL_LEARNT_SHARE] = format_number("%.1f %%", 100 * e->data_share);
  append_row(rows, texts, TRAMMEL_LEARNT_COLUMNS, id);
}

GListModel *
trammel_insight_learnt_rows(TrammelRun *run)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  for (int i = 0; i < trammel_run_get_fit(run)->n_free; i++)
    append_learnt(rows, run, i);
  return G_LIST_MODEL(rows);
}

double
trammel_compare_delta_sigma(const TrEstimate *a, const TrEstimate *b)
{
  return (a->value - b->value) / hypot(a->sigma, b->sigma);
}

static char *
format_interval(const TrEstimate *e)
{
  double interval[2];

  trammel_result_interval(interval, e);
  if (!isfinite(interval[0]) || !isfinite(interval[1]))
    return g_strdup("");
  g_autofree char *low = trammel_format_value(interval[0], e->sigma);
  g_autofree char *high = trammel_format_value(interval[1], e->sigma);
  return g_strdup_printf("%s … %s", low, high);
}

/* Columns of the first run; `i` is the parameter's place there. */
static void
fill_own(char **texts, TrammelRun *run, int i)
{
  const TrFit *fit = trammel_run_get_fit(run);

  texts[TRAMMEL_COMPARE_VALUE] =
      trammel_format_value(fit->estimates[i].value, fit->estimates[i].sigma);
  texts[TRAMMEL_COMPARE_SIGMA] = format_sigma(run, i);
  texts[TRAMMEL_COMPARE_INTERVAL] = format_interval(&fit->estimates[i]);
  texts[TRAMMEL_COMPARE_PHYSICAL] = trammel_param_dup_physical(fit, i);
  texts[TRAMMEL_COMPARE_REMARK] = trammel_run_dup_remark(run, i);
}

/* Columns of the other one, which has the parameter at `k` (-1: it was fixed). */
static void
fill_other(char **texts, TrammelRun *run, int i, TrammelRun *other, int k)
{
  if (k < 0) {
    texts[TRAMMEL_COMPARE_OTHER_VALUE] = g_strdup(_("fixed"));
    return;
  }
  const TrEstimate *b = &trammel_run_get_fit(other)->estimates[k];
  texts[TRAMMEL_COMPARE_OTHER_VALUE] = trammel_format_value(b->value, b->sigma);
  texts[TRAMMEL_COMPARE_OTHER_SIGMA] = format_sigma(other, k);
  if (i < 0)
    return;
  const TrEstimate *a = &trammel_run_get_fit(run)->estimates[i];
  texts[TRAMMEL_COMPARE_DELTA] = format_number("%+.3g", a->value - b->value);
  texts[TRAMMEL_COMPARE_DELTA_SIGMA] = format_number("%+.2f", trammel_compare_delta_sigma(a, b));
}

/* A row of parameter `place` of `from`, which is one of both runs. */
static void
append_compared(GListStore *rows, TrammelRun *from, int place, TrammelRun *run, TrammelRun *other)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(from));
  char **texts = new_texts(TRAMMEL_COMPARE_COLUMNS), id[TR_ID_SIZE];

  tr_task_param_id(id, task, task->free[place].param);
  int i = trammel_run_find_parameter(run, id);
  const char *unit = tr_task_param_unit(task, task->free[place].param);
  texts[TRAMMEL_COMPARE_LABEL] = trammel_run_dup_label(from, place);
  texts[TRAMMEL_COMPARE_UNIT] = g_strdup(g_str_equal(unit, "1") ? "–" : unit);
  if (i >= 0)
    fill_own(texts, run, i);
  else
    texts[TRAMMEL_COMPARE_VALUE] = g_strdup(_("fixed"));
  if (other)
    fill_other(texts, run, i, other, trammel_run_find_parameter(other, id));
  append_row(rows, texts, TRAMMEL_COMPARE_COLUMNS, id);
}

GListModel *
trammel_compare_rows(TrammelRun *run, TrammelRun *other)
{
  GListStore *rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);

  for (int i = 0; i < trammel_run_get_fit(run)->n_free; i++)
    append_compared(rows, run, i, run, other);
  for (int k = 0; other && k < trammel_run_get_fit(other)->n_free; k++) {
    const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(other));
    char id[TR_ID_SIZE];
    tr_task_param_id(id, task, task->free[k].param);
    if (trammel_run_find_parameter(run, id) < 0)
      append_compared(rows, other, k, run, other);
  }
  return G_LIST_MODEL(rows);
}
