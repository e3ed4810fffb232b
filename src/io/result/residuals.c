#include "io/result/residuals.h"

#include "engine/est/diagnose/outliers.h"
#include "engine/est/diagnose/whiteness.h"
#include "engine/est/task/loss.h"

static void
write_outliers(TrammelJsonWriter *json, const TrSensorFit *sensor)
{
  TrOutliers outliers;

  if (tr_outliers_find(&outliers, sensor) != TR_OK)
    g_error("out of memory");
  trammel_json_writer_key(json, "outliers");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "count", outliers.count);
  trammel_json_writer_add_number(json, "expected", outliers.expected);
  trammel_json_writer_add_number(json, "scale", outliers.scale);
  trammel_json_writer_key(json, "largest");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < MIN(outliers.count, TRAMMEL_MAX_OUTLIERS); i++) {
    int at = outliers.index[i];
    double scaled = sensor->scaled[at];

    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_number(json, "t", sensor->t[at]);
    trammel_json_writer_add_number(json, "value", sensor->measured[at]);
    trammel_json_writer_add_number(json, "residual", sensor->estimated[at] - sensor->measured[at]);
    trammel_json_writer_add_number(json, "sigmas", scaled);
    trammel_json_writer_add_number(json, "weight", tr_loss(sensor->loss, scaled * scaled).slope);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  tr_outliers_clear(&outliers);
}

static void
write_chi_square(TrammelJsonWriter *json, const TrResidualCheck *check, int n)
{
  trammel_json_writer_key(json, "chi_square");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "value", check->chi2);
  trammel_json_writer_add_integer(json, "residuals", n);
  trammel_json_writer_add_number(json, "p", check->chi2_p);
  trammel_json_writer_end_object(json);
}

static void
write_inputs(TrammelJsonWriter *json, const TrTask *task, const TrResidualCheck *check)
{
  trammel_json_writer_key(json, "inputs");
  trammel_json_writer_begin_array(json);
  for (int m = 0; m < check->n_inputs; m++) {
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "name", task->model->motors[m].name);
    trammel_json_writer_add_number(json, "largest", check->inputs[m].largest);
    trammel_json_writer_add_number(json, "lag", check->inputs[m].lag);
    trammel_json_writer_add_number(json, "band", check->inputs[m].band);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
write_whiteness(TrammelJsonWriter *json, const TrTask *task, const TrResidualCheck *check)
{
  const TrWhiteness *w = &check->whiteness;

  trammel_json_writer_key(json, "whiteness");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "lags", w->n_lags);
  trammel_json_writer_add_number(json, "step", w->step);
  trammel_json_writer_key(json, "acf");
  trammel_json_writer_numbers(json, w->acf, (gsize)w->n_lags);
  trammel_json_writer_add_number(json, "band", w->band);
  trammel_json_writer_key(json, "ljung_box");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "value", w->statistic);
  trammel_json_writer_add_number(json, "p", w->p_value);
  trammel_json_writer_end_object(json);
  trammel_json_writer_add_number(json, "independent", w->independent);
  write_inputs(json, task, check);
  trammel_json_writer_end_object(json);
}

void
trammel_result_write_residuals(TrammelJsonWriter *json,
                               const TrTask *task,
                               const TrLogFit *log,
                               int sensor)
{
  const TrSensorFit *from = &log->sensors[sensor];
  TrResidualCheck check;

  if (tr_residual_check(&check, log, from, task->model->n_motors) != TR_OK)
    g_error("out of memory");
  trammel_json_writer_add_string(json, "loss", tr_loss_name(from->loss.kind));
  trammel_json_writer_add_number(json, "loss_scale", tr_loss_scale(from->loss));
  write_outliers(json, from);
  write_chi_square(json, &check, from->n_residuals);
  write_whiteness(json, task, &check);
  tr_residual_check_clear(&check);
}
