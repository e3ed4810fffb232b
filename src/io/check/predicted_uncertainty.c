#include "io/check/predicted_uncertainty.h"

#include <math.h>

#include "io/base/table.h"

/* Share of the natural size that the sensitivity counts. */
#define STEP_SHARE 0.01

GArray *
trammel_predicted_uncertainty_new(const TrTask *task, const TrFit *predicted)
{
  GArray *forecast = g_array_new(FALSE, FALSE, sizeof(TrammelPredictedUncertainty));

  for (int i = 0; i < predicted->n_free; i++) {
    const TrEstimate *e = &predicted->estimates[i];
    double information = predicted->information[i * predicted->n_free + i];
    TrammelPredictedUncertainty one = {.unit = tr_task_free_unit(task, i),
                                       .start = e->value,
                                       .sigma = e->identifiable ? e->sigma : NAN,
                                       .sensitivity = STEP_SHARE * sqrt(fmax(information, 0)),
                                       .data_share = e->data_share,
                                       .determined = e->identifiable};
    tr_task_free_id(one.id, task, i);
    g_array_append_val(forecast, one);
  }
  return forecast;
}

void
trammel_predicted_uncertainty_write(TrammelJsonWriter *json, const GArray *forecast)
{
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < forecast->len; i++) {
    const TrammelPredictedUncertainty *one =
        &g_array_index(forecast, TrammelPredictedUncertainty, i);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", one->id);
    trammel_json_writer_add_string(json, "unit", one->unit);
    trammel_json_writer_add_number(json, "start", one->start);
    trammel_json_writer_add_number(json, "predicted_sigma", one->sigma);
    trammel_json_writer_add_number(json, "sensitivity", one->sensitivity);
    trammel_json_writer_add_number(json, "data_share", one->data_share);
    trammel_json_writer_add_boolean(json, "determined", one->determined);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

char *
trammel_predicted_uncertainty_to_text(const GArray *forecast)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "start", "predicted_sigma", "unit", NULL);
  trammel_table_add_column(table, "sensitivity", NULL, "%.3g");
  trammel_table_add_columns(table, "data_share", "determined", NULL);
  for (guint i = 0; forecast && i < forecast->len; i++) {
    const TrammelPredictedUncertainty *one =
        &g_array_index(forecast, TrammelPredictedUncertainty, i);
    /* a text: a share that is missing is written as nan */
    g_autofree char *share = g_strdup_printf("%.4f", one->data_share);
    trammel_table_add_text(table, one->id);
    trammel_table_add_number(table, one->start);
    trammel_table_add_number(table, one->sigma);
    trammel_table_add_text(table, one->unit);
    trammel_table_add_number(table, one->sensitivity);
    trammel_table_add_text(table, share);
    trammel_table_add_text(table, one->determined ? "yes" : "no");
  }
  return trammel_table_to_tsv(table);
}
