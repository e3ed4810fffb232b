/* Order statistics of numbers, none of them NAN. All functions reorder their input and allocate
 * nothing; all but tr_sort() and tr_weighted_median() take time O(n). */
#pragma once

#include <stddef.h>

/* Sorts x[n], ascending. */
void tr_sort(double *x, size_t n);

/* Returns the k-th smallest of x[n], k < n counted from 0 (Hoare's selection), and moves it to
 * x[k], with none larger before it and none smaller behind it. */
double tr_order(double *x, size_t n, size_t k);

/* Returns the number of x[n] nearest to the share-quantile, 0 <= share <= 1; NAN for n = 0. */
double tr_quantile(double *x, size_t n, double share);

/* Returns the median of x[n], the mean of the two in the middle for an even n; NAN for n = 0. */
double tr_median(double *x, size_t n);

/* A number and its weight, not below zero. */
typedef struct TrWeighed {
  double x, weight;
} TrWeighed;

/* Returns the number that has half of the weight of x[n] below it: on the straight line between two
 * numbers where each counts at the middle of its own weight, so that it is continuous in all
 * weights.  NAN without weight; takes time O(n log n). */
double tr_weighted_median(TrWeighed *x, size_t n);
