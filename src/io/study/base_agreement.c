#include "io/study/base_agreement.h"

#include <math.h>

#include "io/base/table.h"
#include "io/result/base_report.h"

static void
free_row(gpointer data)
{
  TrammelBaseRow *row = data;

  g_free(row->text);
  g_free(row->values);
  g_free(row->sigmas);
  g_free(row);
}

static TrammelBaseAgreement *
new_empty(const TrBase *base, const TrModel *model, guint n_logs)
{
  TrammelBaseAgreement *out = g_new0(TrammelBaseAgreement, 1);

  out->n_logs = n_logs;
  out->rows = g_ptr_array_new_with_free_func(free_row);
  for (int k = 0; k < base->rank; k++) {
    TrammelBaseRow *row = g_new0(TrammelBaseRow, 1);
    row->text = trammel_base_dup_text(base, model, k);
    row->unit = trammel_base_get_unit(base, model, k);
    row->values = g_new0(double, (gsize)n_logs + 1);
    row->sigmas = g_new0(double, (gsize)n_logs + 1);
    g_ptr_array_add(out->rows, row);
  }
  return out;
}

/* A fit's values and sigmas [rank] of the combinations; NAN where it has none. */
static void
judge(double *value, double *sigma, const TrBase *base, const TrTask *task, const TrFit *fit)
{
  gboolean ok = fit && fit->status == TR_OK;

  if (ok)
    tr_base_get(value, base, fit->model);
  ok = ok && tr_base_judge(sigma, base, task, fit) == TR_OK;
  for (int k = 0; k < base->rank; k++)
    if (!ok || isnan(sigma[k]))
      value[k] = sigma[k] = NAN;
}

static void
fill_log(TrammelBaseAgreement *out, const TrBase *base, const TrammelLogEstimate *single, guint log)
{
  g_autofree double *value = g_new(double, (gsize)base->rank + 1);
  g_autofree double *sigma = g_new(double, (gsize)base->rank + 1);

  judge(value, sigma, base, single->sub ? &single->sub->task : NULL, single->fit);
  for (int k = 0; k < base->rank; k++) {
    TrammelBaseRow *row = out->rows->pdata[k];
    row->values[log] = value[k];
    row->sigmas[log] = sigma[k];
  }
}

/* Leaves the combinations with something free, in the order of how well all logs know them. */
static void
sort_rows(TrammelBaseAgreement *out, const double *value, const double *sigma, int rank)
{
  g_autofree int *order = trammel_base_new_order(value, sigma, rank);
  GPtrArray *sorted = g_ptr_array_new_with_free_func(free_row);

  for (int k = 0; k < rank; k++) {
    TrammelBaseRow *row = out->rows->pdata[order[k]];
    if (row->all_sigma == 0)
      free_row(row);
    else
      g_ptr_array_add(sorted, row);
  }
  g_ptr_array_set_free_func(out->rows, NULL);
  g_ptr_array_unref(out->rows);
  out->rows = sorted;
}

static void
test_rows(TrammelBaseAgreement *out)
{
  g_autofree double *p = g_new(double, out->rows->len + 1);

  for (guint i = 0; i < out->rows->len; i++) {
    TrammelBaseRow *row = out->rows->pdata[i];
    tr_consistency(&row->test, row->values, row->sigmas, (int)out->n_logs);
    p[i] = row->test.p_value;
  }
  tr_holm_adjust(p, p, (int)out->rows->len);
  for (guint i = 0; i < out->rows->len; i++)
    ((TrammelBaseRow *)out->rows->pdata[i])->p_adjusted = p[i];
}

TrammelBaseAgreement *
trammel_base_agreement_new(const TrTask *task,
                           const TrFit *all,
                           const TrammelLogEstimate *singles,
                           guint n_logs)
{
  TrBase *base = NULL;
  TrammelBaseAgreement *out;

  if (tr_base_new(&base, task->model, NULL) != TR_OK)
    return NULL;
  g_autofree double *value = g_new(double, (gsize)base->rank + 1);
  g_autofree double *sigma = g_new(double, (gsize)base->rank + 1);

  out = new_empty(base, task->model, n_logs);
  judge(value, sigma, base, task, all);
  for (int k = 0; k < base->rank; k++) {
    TrammelBaseRow *row = out->rows->pdata[k];
    row->all = value[k];
    row->all_sigma = sigma[k];
  }
  for (guint l = 0; l < n_logs; l++)
    fill_log(out, base, &singles[l], l);
  sort_rows(out, value, sigma, base->rank);
  test_rows(out);
  tr_base_free(base);
  return out;
}

void
trammel_base_agreement_free(TrammelBaseAgreement *agreement)
{
  if (!agreement)
    return;
  g_ptr_array_unref(agreement->rows);
  g_free(agreement);
}

char *
trammel_base_row_dup_warning(const TrammelBaseRow *row)
{
  if (trammel_log_agreement_accepts(row->p_adjusted))
    return NULL;
  return g_strdup_printf("The logs disagree about the combination %s by more than their sigmas "
                         "(chi2 %.3g with %d degree%s of freedom, in view of all combinations p "
                         "%.2g).",
                         row->text, row->test.chi2, row->test.dof, row->test.dof == 1 ? "" : "s",
                         row->p_adjusted);
}

static void
write_row(TrammelJsonWriter *json, const TrammelBaseRow *row, guint n_logs)
{
  const TrConsistency *c = &row->test;

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "id", row->text);
  trammel_json_writer_add_string(json, "unit", row->unit);
  trammel_json_writer_key(json, "values");
  trammel_json_writer_numbers(json, row->values, n_logs);
  trammel_json_writer_key(json, "sigmas");
  trammel_json_writer_numbers(json, row->sigmas, n_logs);
  trammel_json_writer_add_number(json, "value", c->value);
  trammel_json_writer_add_number(json, "sigma", c->sigma);
  trammel_json_writer_add_number(json, "all", row->all);
  trammel_json_writer_add_number(json, "all_sigma", row->all_sigma);
  trammel_json_writer_add_number(json, "chi2", c->chi2);
  trammel_json_writer_add_integer(json, "dof", c->dof);
  trammel_json_writer_add_number(json, "p_value", c->p_value);
  trammel_json_writer_add_number(json, "p_adjusted", row->p_adjusted);
  if (c->dof > 0)
    trammel_json_writer_add_boolean(json, "consistent",
                                    trammel_log_agreement_accepts(row->p_adjusted));
  else
    trammel_json_writer_add_null(json, "consistent");
  trammel_json_writer_end_object(json);
}

void
trammel_base_agreement_write(TrammelJsonWriter *json, const TrammelBaseAgreement *agreement)
{
  trammel_json_writer_key(json, "base");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < agreement->rows->len; i++)
    write_row(json, agreement->rows->pdata[i], agreement->n_logs);
  trammel_json_writer_end_array(json);
}

static void
add_row(TrammelTable *table, const TrammelBaseRow *row, guint n_logs)
{
  const TrConsistency *c = &row->test;

  trammel_table_add_text(table, row->text);
  trammel_table_add_number(table, c->value);
  trammel_table_add_number(table, c->sigma);
  trammel_table_add_text(table, row->unit);
  trammel_table_add_number(table, c->chi2);
  trammel_table_add_number(table, c->dof);
  trammel_table_add_number(table, c->p_value);
  trammel_table_add_number(table, row->p_adjusted);
  trammel_table_add_text(table, c->dof < 1                                       ? "not-compared"
                                : trammel_log_agreement_accepts(row->p_adjusted) ? "yes"
                                                                                 : "no");
  trammel_table_add_number(table, row->all);
  trammel_table_add_numbers(table, row->values, n_logs);
}

char *
trammel_base_agreement_to_table(const TrammelBaseAgreement *agreement, const char *const *logs)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "combination", "value", "sigma", "unit", "chi2", "dof",
                            "p_value", "p_adjusted", "consistent", "(all)", NULL);
  for (guint j = 0; j < agreement->n_logs; j++)
    trammel_table_add_columns(table, logs[j], NULL);
  for (guint i = 0; i < agreement->rows->len; i++)
    add_row(table, agreement->rows->pdata[i], agreement->n_logs);
  return trammel_table_to_tsv(table);
}
