#include "io/check/predicted_uncertainty.h"

#include <math.h>

#include "io/base/csv_text.h"

/* Share of the natural size that the sensitivity counts. */
#define STEP_SHARE 0.01

GArray *
trammel_predicted_uncertainty_new(const TrTask *task, const TrFit *survey)
{
  GArray *forecast = g_array_new(FALSE, FALSE, sizeof(TrammelPredictedUncertainty));

  for (int i = 0; i < survey->n_free; i++) {
    const TrEstimate *e = &survey->estimates[i];
    double information = survey->information[i * survey->n_free + i];
    TrammelPredictedUncertainty one = {.unit = tr_task_param_unit(task, task->free[i].param),
                                       .start = e->value,
                                       .sigma = e->identifiable ? e->sigma : NAN,
                                       .sensitivity = STEP_SHARE * sqrt(fmax(information, 0)),
                                       .data_share = e->data_share,
                                       .determined = e->identifiable};
    tr_task_param_id(one.id, task, task->free[i].param);
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
  GString *text =
      g_string_new("id\tstart\tpredicted_sigma\tunit\tsensitivity\tdata_share\tdetermined\n");

  for (guint i = 0; forecast && i < forecast->len; i++) {
    const TrammelPredictedUncertainty *one =
        &g_array_index(forecast, TrammelPredictedUncertainty, i);
    char start[TRAMMEL_NUMBER_SIZE], sigma[TRAMMEL_NUMBER_SIZE];
    g_string_append_printf(text, "%s\t%s\t%s\t%s\t%.3g\t%.4f\t%s\n", one->id,
                           trammel_csv_format_number(start, one->start),
                           trammel_csv_format_number(sigma, one->sigma), one->unit,
                           one->sensitivity, one->data_share, one->determined ? "yes" : "no");
  }
  return g_string_free(text, FALSE);
}
