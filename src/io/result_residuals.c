#include "io/result_residuals.h"

#include "engine/est/loss.h"
#include "engine/est/outliers.h"

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

void
trammel_result_write_residuals(TrammelJsonWriter *json, const TrSensorFit *sensor)
{
  trammel_json_writer_add_string(json, "loss", tr_loss_name(sensor->loss.kind));
  trammel_json_writer_add_number(json, "loss_scale", tr_loss_scale(sensor->loss));
  write_outliers(json, sensor);
}
