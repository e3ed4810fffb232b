/* Vectors of doubles as wide as the instruction set that a kernel file is compiled for.  For kernel
 * files only (base/cpu.h): elsewhere the width is that of the plain machine. */
#pragma once

#include <string.h>

#if defined __AVX512F__
#define TR_LANES 8
#elif defined __AVX2__
#define TR_LANES 4
#else
#define TR_LANES 2
#endif

typedef double TrVec __attribute__((vector_size(8 * TR_LANES)));

/* What memory holds from `from` on; of any alignment. */
static inline TrVec
tr_vec_load(const double *from)
{
  TrVec v;

  memcpy(&v, from, sizeof v);
  return v;
}

static inline void
tr_vec_store(double *to, TrVec v)
{
  memcpy(to, &v, sizeof v);
}

/* All lanes alike. */
static inline TrVec
tr_vec_fill(double x)
{
  return x - (TrVec){0};
}
