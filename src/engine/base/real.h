/* Number type of the step kernels.
 *
 * Their files are compiled several times: once with TrReal as a double, and for each instruction
 * set (base/cpu.h) with TrReal as a vector that holds one quantity of TR_LANES time steps; the
 * names then get the set's suffix (base/lane_names.h).  Quantities common to all steps stay
 * doubles: arithmetic of both is allowed, assignment requires tr_real().  Conditions are masks:
 * both sides are computed, and tr_real_select() chooses the lanes. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef TR_CPU_SUFFIX

#define TR_REAL_LANES 1

typedef double TrReal;
typedef bool TrMask;

/* Initialiser with x in all lanes. */
#define TR_REAL_ALL(x) (x)

/* Number x in all lanes. */
static inline TrReal
tr_real(double x)
{
  return x;
}

/* Returns a in the lanes of the mask, b in the others. */
static inline TrReal
tr_real_select(TrMask mask, TrReal a, TrReal b)
{
  return mask ? a : b;
}

/* Returns whether any lane of the mask is set. */
static inline bool
tr_real_any(TrMask mask)
{
  return mask;
}

/* Returns whether all lanes of the mask are set. */
static inline bool
tr_real_all(TrMask mask)
{
  return mask;
}

static inline double
tr_real_lane(const TrReal *x, int lane)
{
  return *x;
}

#define TR_REAL_LANEWISE(name, function)                                                           \
  static inline TrReal name(TrReal x)                                                              \
  {                                                                                                \
    return function(x);                                                                            \
  }

#else

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "engine/base/lane_names.h"
#include "engine/base/simd.h"

#define TR_REAL_LANES TR_LANES

typedef TrVec TrReal;
typedef long long TrMask __attribute__((vector_size(8 * TR_LANES)));

#if TR_LANES == 2
#define TR_REAL_ALL(x)                                                                             \
  {                                                                                                \
    x, x                                                                                           \
  }
#elif TR_LANES == 4
#define TR_REAL_ALL(x)                                                                             \
  {                                                                                                \
    x, x, x, x                                                                                     \
  }
#else
#define TR_REAL_ALL(x)                                                                             \
  {                                                                                                \
    x, x, x, x, x, x, x, x                                                                         \
  }
#endif

static inline TrReal
tr_real(double x)
{
  return tr_vec_fill(x);
}

static inline TrReal
tr_real_select(TrMask mask, TrReal a, TrReal b)
{
  return (TrReal)((mask & (TrMask)a) | (~mask & (TrMask)b));
}

static inline bool
tr_real_any(TrMask mask)
{
#if defined __AVX512DQ__
  return _mm512_movepi64_mask((__m512i)mask) != 0;
#elif defined __AVX2__
  return _mm256_movemask_pd((__m256d)mask) != 0;
#else
  return (mask[0] | mask[1]) != 0;
#endif
}

static inline bool
tr_real_all(TrMask mask)
{
  return !tr_real_any(~mask);
}

static inline double
tr_real_lane(const TrReal *x, int lane)
{
  return (*x)[lane];
}

#define TR_REAL_LANEWISE(name, function)                                                           \
  static inline TrReal name(TrReal x)                                                              \
  {                                                                                                \
    TrReal y;                                                                                      \
                                                                                                   \
    for (int i = 0; i < TR_LANES; i++)                                                             \
      y[i] = function(x[i]);                                                                       \
    return y;                                                                                      \
  }

#endif

TR_REAL_LANEWISE(tr_real_sqrt, sqrt)
TR_REAL_LANEWISE(tr_real_abs, fabs)
TR_REAL_LANEWISE(tr_real_exp, exp)
TR_REAL_LANEWISE(tr_real_tanh, tanh)
TR_REAL_LANEWISE(tr_real_sin, sin)
TR_REAL_LANEWISE(tr_real_cos, cos)
TR_REAL_LANEWISE(tr_real_atan, atan)

static inline TrReal
tr_real_atan2(TrReal y, TrReal x)
{
#if TR_REAL_LANES == 1
  return atan2(y, x);
#else
  TrReal angle;

  for (int i = 0; i < TR_LANES; i++)
    angle[i] = atan2(y[i], x[i]);
  return angle;
#endif
}

TR_REAL_LANEWISE(tr_real_ceil, ceil)

/* Returns the angle reduced to (-pi, pi] by whole turns. */
static inline TrReal
tr_real_wrap_angle(TrReal angle)
{
  return angle - 2 * M_PI * tr_real_ceil((angle - M_PI) / (2 * M_PI));
}

/* Sets x[n] to zero by a loop instead of memset: the ranges are short. */
static inline void
tr_real_clear(TrReal *x, int n)
{
  _Pragma("GCC unroll 4") for (int i = 0; i < n; i++) x[i] = tr_real(0);
}

static inline void
tr_real_copy(TrReal *to, const TrReal *from, int n)
{
  _Pragma("GCC unroll 4") for (int i = 0; i < n; i++) to[i] = from[i];
}

static inline TrReal
tr_real_max(TrReal a, TrReal b)
{
  return tr_real_select(a > b, a, b);
}

static inline double
tr_real_largest(TrReal x)
{
  double largest = tr_real_lane(&x, 0);

  for (int i = 1; i < TR_REAL_LANES; i++)
    largest = fmax(largest, tr_real_lane(&x, i));
  return largest;
}

/* Gathers: lane i is x[i stride]. */
static inline TrReal
tr_real_gather(const double *x, size_t stride)
{
#if TR_REAL_LANES == 1
  return *x;
#else
  TrReal y;

  for (size_t i = 0; i < TR_REAL_LANES; i++)
    y[i] = x[i * stride];
  return y;
#endif
}

/* Polynomial sum_k c[k] x^k. */
static inline TrReal
tr_real_polynomial(const double *c, int n, TrReal x)
{
  TrReal sum = tr_real(c[n - 1]);

  for (int k = n - 2; k >= 0; k--)
    sum = sum * x + c[k];
  return sum;
}
