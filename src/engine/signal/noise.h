/* Noise of a channel, estimated from its samples. */
#pragma once

#include <stddef.h>

/* Quantum of a quantised signal: the smallest difference between distinct neighbours, if all
 * differences are whole multiples of it; else 0. */
double tr_signal_quantum(const double *y, size_t n);

/* Standard deviation of white noise on a smooth motion: from the median of the absolute fourth
 * differences, in which motion below a tenth of the sampling rate is negligible. */
double tr_signal_noise(const double *y, size_t n);

/* Standard deviation of one sample: the larger of quantum/sqrt(12) and noise; where both are zero
 * (a constant or an exact signal), 1e-9 of the signal's range, or 1e-9. */
double tr_signal_sigma(const double *t, const double *y, size_t n);
