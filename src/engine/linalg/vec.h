/* Vectors of any length. */
#pragma once

#include <math.h>

/* a . b of n numbers. */
static inline double
tr_vec_dot(const double *a, const double *b, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* a . a of n numbers. */
static inline double
tr_vec_square(const double *a, int n)
{
  return tr_vec_dot(a, a, n);
}

/* Largest |a_i| of n numbers; 0 for none. */
static inline double
tr_vec_largest(const double *a, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(a[i]));
  return largest;
}
