/* Samples that were lost while their stamps counted on as if nothing were missing. */
#pragma once

#include "engine/base/base.h"

/* Places where a signal moves by two steps at once. */
typedef struct TrLostSamples {
  size_t n;     /* places, less those where it stands for a step */
  size_t first; /* index of the sample before the first of them */
} TrLostSamples;

/* Looks for lost samples in y[n] at the stamps t[n].  With d_i = y_i+1 - y_i and the mean m of the
 * neighbours d_i-1 and d_i+1, a sample is missing behind i where all three steps of time are alike,
 * d_i = 2 m and d_i-1 = d_i+1, each within a quarter of m, and m is more than eight times the
 * median change of the d and the quantum: then motion and noise do not look like that.  A sample
 * that is only late has the next one, or one soon after, at the same place: steps |d_i| < |m|/4
 * with |m| as above count against the lost samples.  Where the mean step of time is not the median
 * one the stamps do not count on, and nothing is found. Returns TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_lost_samples_find(TrLostSamples *out,
                                           const double *t,
                                           const double *y,
                                           size_t n);
