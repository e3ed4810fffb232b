/* 95 % interval of an estimate on a range that has room for the start value as well. */
#pragma once

#include "engine/est/task/reported.h"

typedef struct {
  double value, start;
  double low, high;           /* 95 % interval, one-sided at a bound; NAN where there is none */
  double axis_low, axis_high; /* range of the drawing: of the prior, else about what is drawn, and
                                 never beyond a bound */
  int low_is_bound, high_is_bound; /* these ends of the range are bounds */
} TrammelInterval;

/* Returns the interval of parameter `i` of a finished fit of `task`. */
TrammelInterval trammel_interval_get(const TrTask *task, const TrFit *fit, int i);

/* Returns "0.00399 … 0.00401"; empty where there is none.  Free with g_free(). */
char *trammel_interval_dup_text(const TrammelInterval *interval);
