/* Health of a clock or a channel: faults found in its samples alone.
 *
 * Each test requires strong evidence: a sensor at rest, a coarse encoder or a mechanism that stops
 * against friction must not look like a fault. */
#pragma once

#include "engine/base/base.h"

/* Consecutive samples: [first, first + count). */
typedef struct TrTimeSpan {
  size_t first, count;
} TrTimeSpan;

/* Least length of a gap in median steps. */
#define TR_GAP_STEPS 5

/* Faults of a clock. */
typedef struct TrClockHealth {
  size_t n;                    /* stamps that are finite */
  size_t n_back, first_back;   /* stamps below the largest one before them, index of the first */
  size_t n_equal, first_equal; /* stamps equal to it */
  double step;                 /* median of the steps forward; NAN with fewer than two stamps */
  double jitter_median, jitter_p99; /* of |step_i - step| over the steps that are no gaps */
  size_t n_gaps;                    /* steps > TR_GAP_STEPS step */
  double gap_from, gap_to;          /* the longest one; NAN without */
} TrClockHealth;

/* Checks the stamps t[n] in any unit, NAN where a stamp is missing.  Returns TR_NO_MEMORY or TR_OK.
 */
TR_NODISCARD TrStatus tr_health_clock(TrClockHealth *out, const double *t, size_t n);

/* Faults and noise of a channel.  With d_i = y_i+1 - y_i:
 *   stuck      the same number in at least TR_STUCK_SAMPLES samples, entered in full motion and
 *              left by a jump, or never left
 *   saturated  the same extreme number in at least TR_STUCK_SAMPLES samples, entered and left in
 *              full motion (a stop that is approached ever slower does not count)
 *   spike      one sample off the cubic through its four neighbours, which agree with each other
 *   jump       |d_i| above half the range between neighbours that hardly move; `jump` is the median
 *              of |d_i - (d_i-1 + d_i+1)/2|: the period of an angle or counter that wraps round */
typedef struct TrSignalHealth {
  size_t n;
  double min, max;
  double quantum, noise; /* engine/signal/noise.h */
  bool constant;         /* all samples are equal */
  size_t n_stuck;        /* runs */
  TrTimeSpan stuck;      /* the longest one, also below */
  size_t n_saturated;    /* runs */
  TrTimeSpan saturated;
  size_t n_spikes, spike;  /* number, index of the largest */
  size_t n_jumps, at_jump; /* number, index before the first */
  double jump;             /* 0: none, or of different size */
  TrTimeSpan quiet;        /* the window with the least motion, when it is at rest; else count 0 */
  double quiet_sigma;      /* standard deviation about a straight line in it */
} TrSignalHealth;

enum { TR_STUCK_SAMPLES = 20 };

/* Checks y[n] finite, t[n] increasing (steps over gaps are ignored).  Returns TR_NO_MEMORY or
 * TR_OK. */
TR_NODISCARD TrStatus tr_health_signal(TrSignalHealth *out,
                                       const double *t,
                                       const double *y,
                                       size_t n);

/* Number of reversals of the motion y[n] by more than `least`. */
size_t tr_count_reversals(const double *y, size_t n, double least);
