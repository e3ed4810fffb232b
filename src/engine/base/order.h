/* Order statistics of numbers, none of them NAN.  All reorder what they are given, so that no
 * memory is taken; all but tr_sort() take a time that grows with n alone. */
#pragma once

#include <stddef.h>

/* x[n] ascending. */
void tr_sort(double *x, size_t n);

/* The k-th smallest of x[n], k < n counted from 0 (Hoare's selection).  It stands at x[k]
 * afterwards, with none larger before it and none smaller behind it. */
double tr_order(double *x, size_t n, size_t k);

/* The number of x[n] nearest to the share-quantile, 0 <= share <= 1; NAN for n = 0. */
double tr_quantile(double *x, size_t n, double share);

/* The median of x[n], the mean of the two in the middle for an even n; NAN for n = 0. */
double tr_median(double *x, size_t n);
