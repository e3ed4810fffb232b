#include "plot/figure/pyramid.h"

#include <math.h>

/* The lowest level covers 2^5 samples: the table then needs an eighth of the memory of the samples,
 * and 32 samples are scanned as fast as looked up. */
#define BASE_BITS 5
#define BASE      ((gsize)1 << BASE_BITS)

typedef struct {
  double low, high;
} Range;

struct _TrammelPyramid {
  const double *values;
  gsize n;
  guint n_levels;
  gsize offset[64]; /* of each level in `cells` */
  gsize count[64];
  Range *cells;
};

static const Range empty_range = {INFINITY, -INFINITY};

/* comparisons with NaN are false, so that it never enters */
static inline void
include_value(Range *range, double value)
{
  if (value < range->low)
    range->low = value;
  if (value > range->high)
    range->high = value;
}

static inline void
include_range(Range *range, const Range *other)
{
  if (other->low < range->low)
    range->low = other->low;
  if (other->high > range->high)
    range->high = other->high;
}

static void
scan_values(const TrammelPyramid *self, gsize first, gsize end, Range *range)
{
  for (gsize i = first; i < end; i++)
    include_value(range, self->values[i]);
}

static void
fill_levels(TrammelPyramid *self)
{
  for (gsize c = 0; self->n_levels > 0 && c < self->count[0]; c++) {
    self->cells[c] = empty_range;
    scan_values(self, c * BASE, MIN((c + 1) * BASE, self->n), &self->cells[c]);
  }
  for (guint level = 1; level < self->n_levels; level++) {
    const Range *below = self->cells + self->offset[level - 1];
    Range *here = self->cells + self->offset[level];
    for (gsize c = 0; c < self->count[level]; c++) {
      here[c] = below[2 * c];
      if (2 * c + 1 < self->count[level - 1])
        include_range(&here[c], &below[2 * c + 1]);
    }
  }
}

TrammelPyramid *
trammel_pyramid_new(const double *values, gsize n)
{
  TrammelPyramid *self = g_new0(TrammelPyramid, 1);
  gsize total = 0;
  self->values = values;
  self->n = n;
  for (gsize count = (n + BASE - 1) >> BASE_BITS; count > 0; count = (count + 1) / 2) {
    self->offset[self->n_levels] = total;
    self->count[self->n_levels++] = count;
    total += count;
    if (count == 1)
      break;
  }
  self->cells = g_new(Range, total);
  fill_levels(self);
  return self;
}

void
trammel_pyramid_free(TrammelPyramid *self)
{
  if (self == NULL)
    return;
  g_free(self->cells);
  g_free(self);
}

gsize
trammel_pyramid_get_size(const TrammelPyramid *self)
{
  guint top = self == NULL ? 0 : self->n_levels;
  return top == 0 ? 0 : (self->offset[top - 1] + self->count[top - 1]) * sizeof(Range);
}

/* whole cells [first, end) of the lowest level: at most two cells of each level are taken */
static void
collect_cells(const TrammelPyramid *self, gsize first, gsize end, Range *range)
{
  for (guint level = 0; first < end; level++) {
    const Range *cells = self->cells + self->offset[level];
    if (first & 1)
      include_range(range, &cells[first++]);
    if (first < end && end & 1)
      include_range(range, &cells[--end]);
    first /= 2;
    end /= 2;
  }
}

gboolean
trammel_pyramid_query(const TrammelPyramid *self, gsize first, gsize end, double *low, double *high)
{
  Range range = empty_range;
  end = MIN(end, self->n);
  gsize first_cell = (first + BASE - 1) >> BASE_BITS;
  gsize end_cell = end >> BASE_BITS;

  if (first_cell >= end_cell) {
    scan_values(self, first, end, &range);
  } else {
    scan_values(self, first, first_cell << BASE_BITS, &range);
    collect_cells(self, first_cell, end_cell, &range);
    scan_values(self, end_cell << BASE_BITS, end, &range);
  }
  *low = range.low;
  *high = range.high;
  return range.low <= range.high;
}
