/* Parametric bootstrap: logs drawn from a fitted model, which a Monte-Carlo study fits again.
 *
 * Each log is simulated from the beginning of its estimated motion, with the estimates, under its
 * inputs, by the stepper that the estimates belong to.  A random impulse with the state error's
 * standard deviation, 1/sqrt(w) with the weight w of the cost (identify.h), acts on every component
 * of every body; then the sensors are read at the stamps of the samples, by local cubics through
 * the nodes, and every sample gets noise with its sensor's sigma.  All noise is white and normal,
 * as the cost assumes.  Samples of sensors outside the simulated time are left out. */
#pragma once

#include <stdint.h>

#include "engine/est/task/fit.h"

/* Options of a draw. */
typedef struct TrBootstrapOptions {
  uint64_t seed;
  int draw;              /* number of the draw; each is independent of the others */
  bool has_state_errors; /* false: no random impulses */
  int n_steps; /* of the simulation in a step of the fit, without random impulses; 0: one */
} TrBootstrapOptions;

/* Drawn logs; owned. */
typedef struct TrBootstrap {
  int n_logs;
  TrLog *logs; /* [n_logs] replace the task's */
  TrChannel **channels;
  double **samples; /* [n_logs] all values of a log */
} TrBootstrap;

/* Standard deviation of a component of the state error of a fit [N s, N m s]. */
double tr_bootstrap_state_sigma(const TrTask *task, const TrFit *fit);

/* Draws the logs; fit: a fit of the task, which must outlive *out.  The task's monitor is polled.
 * Returns TR_CANCELLED, TR_NO_MEMORY, or the numerical failures of tr_simulate(); *out is NULL
 * then.  The caller frees *out. */
TR_NODISCARD TrStatus tr_bootstrap_new(TrBootstrap **out,
                                       const TrTask *task,
                                       const TrFit *fit,
                                       const TrBootstrapOptions *options,
                                       TrError *error);
void tr_bootstrap_free(TrBootstrap *redraw);
