/* Vectors of doubles of the width of the instruction set that a kernel file is compiled for.  For
 * kernel files only (base/cpu.h): elsewhere the width is that of the base instruction set. */
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

/* Loads TR_LANES doubles of any alignment. */
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

/* Sets all lanes to x. */
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

/* Returns whether any bit of any lane is set; a negative zero has one. */
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

/* Exchanges the off-diagonal blocks of 1, 2 or 4 lanes of a square. */
static inline void
tr_vec_exchange(TrVec *a, TrVec *b, int lanes)
{
  TrVec x = *a, y = *b;

#if TR_LANES == 2
  *a = __builtin_shufflevector(x, y, 0, 2);
  *b = __builtin_shufflevector(x, y, 1, 3);
#elif TR_LANES == 4
  if (lanes == 1) {
    *a = __builtin_shufflevector(x, y, 0, 4, 2, 6);
    *b = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  } else {
    *a = __builtin_shufflevector(x, y, 0, 1, 4, 5);
    *b = __builtin_shufflevector(x, y, 2, 3, 6, 7);
  }
#else
  if (lanes == 1) {
    *a = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    *b = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
  } else if (lanes == 2) {
    *a = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    *b = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
  } else {
    *a = __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
    *b = __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
  }
#endif
}

/* A loop that is unrolled before the compiler looks for arrays that could be registers. */
#define TR_EACH_LANE(i) _Pragma("GCC unroll 8") for (int i = 0; i < TR_LANES; i++)

/* Transposes a square. */
static inline void
tr_vec_transpose(TrVec square[TR_LANES])
{
  _Pragma("GCC unroll 3") for (int lanes = 1; lanes < TR_LANES; lanes *= 2)
  {
    TR_EACH_LANE (i)
      if ((i & lanes) == 0)
        tr_vec_exchange(&square[i], &square[i + lanes], lanes);
  }
}
