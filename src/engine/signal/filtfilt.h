/* Zero-phase low-pass filtering. */
#pragma once

#include "engine/base/base.h"

/* Filters y[n] in place, forward and backward, with a Butterworth low-pass of the given order
 * (even) at cutoff [Hz] for samples at `rate` [Hz].  The ends are padded by odd reflection and the
 * filter starts in its steady state.  Returns TR_BAD_SETTING unless 0 < cutoff < rate/2, or
 * TR_NO_MEMORY; allocates. */
TR_NODISCARD TrStatus
tr_filter_zero_phase(double *y, size_t n, double rate, double cutoff, int order);

/* The same with a second-order notch: gain 0 at `frequency` [Hz], 1/2 at frequency - width/2 and
 * frequency + width/2 as long as the width is small.  Returns TR_BAD_SETTING unless 0 < width/2 <
 * frequency < rate/2, or TR_NO_MEMORY; allocates. */
TR_NODISCARD TrStatus
tr_notch_zero_phase(double *y, size_t n, double rate, double frequency, double width);
