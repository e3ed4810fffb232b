/* Vectors of any length. */
#pragma once

/* a . b of n numbers. */
static inline double
tr_vec_dot(const double *a, const double *b, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}
