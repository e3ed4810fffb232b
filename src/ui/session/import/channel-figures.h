/* Figures of the channels of a log as they stand in the file: rate, jitter, noise, quantisation,
 * range, missing samples and time without a new value. */
#pragma once

#include "io/problem/log_table.h"

G_BEGIN_DECLS

/* NAN where a figure does not exist. */
typedef struct {
  double rate;            /* [Hz] of the median step */
  double jitter;          /* [s] 99 % of the steps differ by less from the median one */
  double noise, quantum;  /* in the unit of the file (engine/signal/noise.h); quantum 0: none */
  double low, high;       /* least and greatest number */
  double idle, idle_from; /* [s] longest time without another value, its begin */
  gsize n_missing;
} TrammelChannelFigures;

/* Returns TrammelChannelFigures of each channel of the table; free with g_array_unref(). */
GArray *trammel_channel_figures_new(const TrammelLogTable *table);

/* Returns lines "Rate\t1000 Hz", ... ; free with g_strfreev(). */
char **trammel_channel_figures_describe(const TrammelChannelFigures *figures, const char *unit);

G_END_DECLS
