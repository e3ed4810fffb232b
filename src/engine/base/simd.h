/* Vectors of doubles as wide as the instruction set that a kernel file is compiled for.  For kernel
 * files only (base/cpu.h): elsewhere the width is that of the plain machine. */
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif
#include <stdbool.h>
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

static inline TrVec
tr_vec_or(TrVec a, TrVec b)
{
  typedef long long Bits __attribute__((vector_size(8 * TR_LANES)));

  return (TrVec)((Bits)a | (Bits)b);
}

/* Whether any bit of any lane is set; a negative zero has one. */
static inline bool
tr_vec_has_bits(TrVec v)
{
#if defined __AVX512F__
  return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0;
#elif defined __AVX2__
  return !_mm256_testz_si256((__m256i)v, (__m256i)v);
#else
  typedef long long Bits __attribute__((vector_size(8 * TR_LANES)));

  return (((Bits)v)[0] | ((Bits)v)[1]) != 0;
#endif
}
