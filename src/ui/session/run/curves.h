/* Curves of the fit plots: per log and sensor the measured samples and the model's prediction, in
 * display units.  Created on the worker thread, immutable afterwards. */
#pragma once

#include "engine/est/predict/validate.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

typedef struct {
  int log, sensor; /* of the task's logs, of the model */
  char *name;      /* of the sensor, e.g. "theta1" */
  char *log_name;
  const char *unit; /* display unit; static */
  double sigma;     /* of one sample [display unit]; NAN when automatic */
  gsize n;
  double *t, *y; /* [n] seconds, display unit */
} TrammelCurve;

/* Returns the measured samples of every mapped sensor (TrammelCurve), log by log, without
 * decimation (the plot decimates).  Free with g_ptr_array_unref(). */
GPtrArray *trammel_curves_new_measured(const TrTask *task);

/* Returns the prediction of the same sensors in the same order, from one motion per log, with at
 * most `max_points` nodes each (0: all).  Free with g_ptr_array_unref(). */
GPtrArray *trammel_curves_new_predicted(const TrTask *task,
                                        const TrModel *model,
                                        const TrTrajectory *const *trajectories,
                                        gsize max_points);

/* Returns the simulated motion of one sensor from a score with traces.  Free with
 * trammel_curve_free(). */
TrammelCurve *trammel_curve_new_simulated(const TrTask *task, int log, const TrSensorScore *score);

void trammel_curve_free(gpointer curve);

G_END_DECLS
