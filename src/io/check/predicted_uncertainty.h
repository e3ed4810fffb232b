/* Predicted uncertainty of every free parameter, computed before a fit. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/base/json_writer.h"

G_BEGIN_DECLS

typedef struct {
  char id[TR_ID_SIZE];
  const char *unit; /* static */
  double start;
  double sigma;       /* predicted sigma of the fit if the model is right; NAN where not
                         determined */
  double sensitivity; /* change of all measurements, in units of their noise, for a change of the
                         parameter by a hundredth of its natural size when only the motion adapts */
  double data_share;  /* share of the logs in the information on it; NAN at a bound */
  gboolean determined;
} TrammelPredictedUncertainty;

/* Returns an array of TrammelPredictedUncertainty from the information at the start values
 * (est/identify/predicted_information.h); free with g_array_unref(). */
GArray *trammel_predicted_uncertainty_new(const TrTask *task, const TrFit *predicted);

/* Adds "parameters": [ { "id", "unit", "start", "predicted_sigma", "sensitivity", "data_share",
 * "determined" } ]. */
void trammel_predicted_uncertainty_write(TrammelJsonWriter *json, const GArray *forecast);

/* Returns the same as a table with tabs; `forecast` may be NULL.  Free with g_free(). */
char *trammel_predicted_uncertainty_to_text(const GArray *forecast);

G_END_DECLS
