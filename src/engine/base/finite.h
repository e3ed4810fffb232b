/* Finite numbers: a test of arrays. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns whether none of x[n] is infinite or not a number. */
static inline bool
tr_all_finite(const double *x, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!isfinite(x[i]))
      return false;
  return true;
}
