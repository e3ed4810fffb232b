/* Monitor of several fits in a row: their events are numbered by fit, whatever rounds each has. */
#pragma once

#include "engine/est/task/fit.h"

typedef struct TrRounds {
  const TrMonitor *monitor; /* of the caller */
  int fits;                 /* begun */
} TrRounds;

/* Returns the monitor of the fits; `rounds` must outlive them. */
TrMonitor tr_rounds_monitor(TrRounds *rounds);
