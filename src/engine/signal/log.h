/* Log in the engine's form: the samples of each mapped signal, in the model's units and signs. */
#pragma once

#include "engine/base/base.h"

/* Signals that a channel can carry. */
typedef enum TrSignalKind { TR_SIGNAL_SENSOR, TR_SIGNAL_MOTOR } TrSignalKind;

/* Samples of one signal, times strictly increasing, values finite (a missing sample is absent).
 *
 *   y = scale * factor * raw - offset         factor: sign and unit
 *   t = stamp - delay (sensor), stamp + delay (motor) */
typedef struct TrChannel {
  TrSignalKind kind;
  int index;   /* sensor or motor of the model */
  bool linear; /* a motor's value between samples: linear, else constant */
  size_t n;
  const double *t;             /* [n] seconds since the log's first stamp */
  const double *y;             /* [n] SI; a motor's input in the unit of 1/gain */
  double offset, scale, delay; /* of these samples; a scale of 0 counts as 1 */
  double delay_sd;             /* [s] standard deviation of the delay about that number; 0: known
                                  (signal/timing.h) */
  double start, start_rate;    /* of a drive's motion at the first sample, which integrating a
                                  velocity or an acceleration leaves open [rad, m; rad/s, m/s] */
} TrChannel;

/* A log; the arrays belong to the caller. */
typedef struct TrLog {
  char name[TR_NAME_SIZE];
  double start, end; /* [s] trim: node 0 is at start, the last node not after end */
  int n_excluded;
  const double (*excluded)[2]; /* [n_excluded] from, to [s]: ranges whose samples are not used and
                                  in which unknown forces may act */
  int n_channels;
  const TrChannel *channels;
  int n_own;
  const struct TrOwnValue *own; /* [n_own] quantities of the model that have another value in this
                                   log (est/task/own_values.h) */
} TrLog;
