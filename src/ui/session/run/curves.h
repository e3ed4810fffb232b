/* What the fit plots draw: per log and sensor the measured samples and the model's prediction, in
 * display units.  Made on the worker's thread, immutable afterwards. */
#pragma once

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

/* Measured samples of every mapped sensor, log by log: all of them, the plot decimates. */
GPtrArray *trammel_curves_new_measured(const TrTask *task);

/* Prediction of the same sensors from one motion per log, in the same order; at most `max_points`
 * nodes of each (0: all). */
GPtrArray *trammel_curves_new_predicted(const TrTask *task,
                                        const TrModel *model,
                                        const TrTrajectory *const *trajectories,
                                        gsize max_points);

G_END_DECLS
