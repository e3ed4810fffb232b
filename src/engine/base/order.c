#include "engine/base/order.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"
#include "engine/base/random.h"

static int
compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

void
tr_sort(double *x, size_t n)
{
  TR_ASSERT(tr_is_array(x, n));
  qsort(x, n, sizeof *x, compare);
}

/* Partitions: afterwards none of [begin, *low) is larger than the pivot, none of [*high, end)
 * smaller, and those between equal it. */
static void
part(double *x, size_t begin, size_t end, double pivot, size_t *low, size_t *high)
{
  size_t i = begin, j = end;

  while (i < j) {
    while (x[i] < pivot)
      i++;
    while (pivot < x[j - 1])
      j--;
    if (i < j) {
      double t = x[i];

      x[i++] = x[--j];
      x[j] = t;
    }
  }
  *low = j;
  *high = i;
}

double
tr_order(double *x, size_t n, size_t k)
{
  TR_ASSERT(x && k < n);

  size_t begin = 0, end = n;
  /* random pivots: no pattern of the numbers, sorted or periodic, makes them bad repeatedly */
  TrRandom random = tr_random_stream(n, k);

  while (end - begin > 1) {
    size_t at = begin + (size_t)(tr_random_uniform(&random) * (double)(end - begin)), low, high;

    part(x, begin, end, x[at], &low, &high);
    if (k < low)
      end = low;
    else if (k >= high)
      begin = high;
    else
      break;
  }
  return x[k];
}

double
tr_quantile(double *x, size_t n, double share)
{
  TR_ASSERT(tr_is_array(x, n) && share >= 0 && share <= 1);
  return n > 0 ? tr_order(x, n, (size_t)(share * (double)(n - 1) + 0.5)) : NAN;
}

double
tr_median(double *x, size_t n)
{
  TR_ASSERT(tr_is_array(x, n));

  double upper, lower;

  if (n == 0)
    return NAN;
  upper = lower = tr_order(x, n, n / 2);
  if (n % 2 == 0) {
    lower = x[0];
    for (size_t i = 1; i < n / 2; i++)
      lower = fmax(lower, x[i]);
  }
  return 0.5 * (lower + upper);
}

/* qsort(): numbers without weight last. */
static int
compare_weighed(const void *a, const void *b)
{
  const TrWeighed *x = a, *y = b;

  if ((x->weight > 0) != (y->weight > 0))
    return x->weight > 0 ? -1 : 1;
  return (x->x > y->x) - (x->x < y->x);
}

double
tr_weighted_median(TrWeighed *x, size_t n)
{
  TR_ASSERT(tr_is_array(x, n));

  double total = 0, before = 0; /* up to the middle of the number's weight */
  size_t i = 0;

  qsort(x, n, sizeof *x, compare_weighed);
  for (size_t k = 0; k < n; k++)
    total += x[k].weight;
  if (!(total > 0))
    return NAN;
  before = x[0].weight / 2;
  while (i + 1 < n && x[i + 1].weight > 0) {
    double next = before + (x[i].weight + x[i + 1].weight) / 2;

    if (next >= total / 2)
      break;
    before = next;
    i++;
  }
  if (before >= total / 2 || i + 1 == n || !(x[i + 1].weight > 0))
    return x[i].x;
  return x[i].x +
         (x[i + 1].x - x[i].x) * (total / 2 - before) / ((x[i].weight + x[i + 1].weight) / 2);
}
