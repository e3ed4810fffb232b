/* Logs as a fitted mechanism could have written them: what a Monte-Carlo study fits again.
 *
 * Each log is simulated from the beginning of its estimated motion, with the estimates, under its
 * inputs, by the stepper that the estimates belong to.  On every component of every body acts a
 * random impulse of the state error's standard deviation, 1/sqrt(w) with the weight w of the cost
 * (identify.h); then the sensors are read at the stamps of the samples, by local cubics through the
 * nodes, and every sample gets noise of its sensor's sigma.  All of it is white and normal, as the
 * cost has it.  Samples of sensors outside the simulated time are left out. */
#pragma once

#include <stdint.h>

#include "engine/est/task/fit.h"

typedef struct TrRedrawOptions {
  uint64_t seed;
  int draw;              /* which of the seed's: each stands alone */
  bool has_state_errors; /* else no random impulses act */
} TrRedrawOptions;

typedef struct TrRedraw {
  int n_logs;
  TrLog *logs; /* [n_logs] in place of the task's */
  TrChannel **channels;
  double **samples; /* [n_logs] all values of a log */
} TrRedraw;

/* Standard deviation of a component of the state error of a fit [N s, N m s]. */
double tr_redraw_state_sigma(const TrTask *task, const TrFit *fit);

/* fit: of the task, which must outlive the redraw.  The monitor of the task is asked; TR_CANCELLED;
 * numerical failures as tr_simulate() has them.  *out is NULL then. */
TR_NODISCARD TrStatus tr_redraw_new(TrRedraw **out,
                                    const TrTask *task,
                                    const TrFit *fit,
                                    const TrRedrawOptions *options,
                                    TrError *error);
void tr_redraw_free(TrRedraw *redraw);
