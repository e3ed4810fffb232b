/* What the logs will show of every free parameter, before anything is fitted. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/base/json_writer.h"

G_BEGIN_DECLS

typedef struct {
  char id[TR_ID_SIZE];
  const char *unit; /* static */
  double start;
  double sigma;       /* that a fit will have if the model is right; NAN where not determined */
  double sensitivity; /* change of all that is measured, in its noise, by a hundredth of the
                         parameter's natural size when nothing else but the motion follows */
  double data_share;  /* of what will be known of it; NAN at a bound */
  gboolean determined;
} TrammelForecast;

/* An array of TrammelForecast from the look before the run (est/identify/predicted_information.h).
 */
GArray *trammel_forecast_new(const TrTask *task, const TrFit *survey);

/* Adds "parameters": [ { "id", "unit", "start", "predicted_sigma", "sensitivity", "data_share",
 * "determined" } ]. */
void trammel_forecast_write(TrammelJsonWriter *json, const GArray *forecast);

/* The same as a table with tabs; `forecast` may be NULL. */
char *trammel_forecast_to_text(const GArray *forecast);

G_END_DECLS
