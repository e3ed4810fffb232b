/* Carving of one block of numbers into arrays: measured first, then cut up by the same calls.
 *
 *   size_t used = 0;
 *   work->mass = tr_carve(base, &used, n * n);  (base NULL: only `used` grows) */
#pragma once

#include "engine/base/real.h"

/* Returns the next `count` numbers of the block and adds them to *used; NULL if base is NULL. */
static inline TrReal *
tr_carve(TrReal *base, size_t *used, size_t count)
{
  TrReal *part = base ? base + *used : NULL;

  *used += count;
  return part;
}
