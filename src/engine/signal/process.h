/* Processing of a channel before it is used: a list of steps, each on the result of the one before.
 *
 * Steps that look at neighbours treat the parts between gaps (steps longer than TR_GAP_STEPS median
 * steps) on their own; filters take the samples of a part as equidistant. */
#pragma once

#include "engine/base/base.h"

typedef enum TrProcessKind {
  TR_PROCESS_DETREND,    /* subtracts the mean (degree 0) or the line of least squares (degree 1) */
  TR_PROCESS_OUTLIERS,   /* removes samples y_i with |y_i - m_i| > threshold s_i: m_i is the median
                          * of the samples i - reach .. i + reach, s_i 1.4826 of the median of their
                          * distances to it, at least the noise of the channel (signal/noise.h) */
  TR_PROCESS_LOW_PASS,   /* Butterworth of order 4 forward and backward: gain 1/2 at cutoff */
  TR_PROCESS_BAND_PASS,  /* low-pass at `high` less the same signal's low-pass at `low` */
  TR_PROCESS_NOTCH,      /* second order forward and backward: gain 0 at `frequency`, 1/2 at half
                          * of `width` on both sides */
  TR_PROCESS_DERIVATIVE, /* by time: slope of the parabola through three samples */
  TR_PROCESS_RESAMPLE,   /* to equidistant times: local parabola (signal/localfit.h) of the samples
                          * in a new step, else linear between two */
  TR_N_PROCESSES
} TrProcessKind;

enum { TR_PROCESS_NUMBERS = 2 };

/* Numbers by kind: {degree}, {threshold, reach}, {cutoff}, {low, high}, {frequency, width}, {},
 * {rate}; frequencies and rates in Hz, the reach in samples. */
typedef struct TrProcess {
  TrProcessKind kind;
  double number[TR_PROCESS_NUMBERS];
} TrProcess;

/* Returns the word in project files, "low-pass", and the names of the numbers, NULL after the last;
 * static. */
const char *tr_process_name(TrProcessKind kind);
const char *tr_process_number_name(TrProcessKind kind, int i);

/* Returns the number that a step has by itself; NAN where it must be stated. */
double tr_process_default(TrProcessKind kind, int i);

/* Returns TRUE if the numbers make sense for any channel: above zero, low below high. */
bool tr_process_is_valid(const TrProcess *step);

/* Returns the room that t and y need: the largest number of samples of n with stamps t after any of
 * the steps. */
size_t tr_process_room(const double *t, size_t n, const TrProcess *steps, int n_steps);

/* Applies the steps to y[*n] with stamps t[*n], which increase, in place; both arrays have the room
 * above.  Returns TR_BAD_SETTING, with the index of the step in *failed, for a frequency that is
 * not below half of the rate of the samples; TR_NO_MEMORY. */
TR_NODISCARD TrStatus
tr_process(double *t, double *y, size_t *n, const TrProcess *steps, int n_steps, int *failed);
