/* Prediction horizon: the error of a prediction against the number of steps that it spans, from one
 * step to the open loop, with one score per horizon (engine/est/predict/validate.h). */
#pragma once

#include <glib.h>

#include "engine/est/predict/validate.h"

G_BEGIN_DECLS

typedef struct _TrammelValidationOptions TrammelValidationOptions;

/* Scores by prediction horizon.  Immutable; reference counted. */
typedef struct {
  guint n_scores;
  TrLogScore **scores; /* [n_scores] in order of increasing steps */
} TrammelPredictionHorizon;

/* Returns the numbers of steps (int) in "1,10,100", which must increase, or, for "ladder", an empty
 * array, which selects those of trammel_prediction_horizon_new(); free with g_array_unref().
 * Errors: TRAMMEL_ERROR_USAGE. */
GArray *trammel_prediction_horizon_parse(const char *text, GError **error);

/* Scores a log at `steps` (int), without those that exceed the log; an empty array stands for 1, 2,
 * 5, 10, … and all.  The pieces begin from options->score.motion, the estimated one.  Returns NULL
 * without an error when the monitor has ended it.  Free with trammel_prediction_horizon_unref(). */
TrammelPredictionHorizon *trammel_prediction_horizon_new(const TrTask *task,
                                                         int log,
                                                         const double *parameters,
                                                         const GArray *steps,
                                                         const TrammelValidationOptions *options,
                                                         GError **error);
TrammelPredictionHorizon *trammel_prediction_horizon_ref(TrammelPredictionHorizon *horizons);
void trammel_prediction_horizon_unref(TrammelPredictionHorizon *horizons);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelPredictionHorizon, trammel_prediction_horizon_unref)

G_END_DECLS
