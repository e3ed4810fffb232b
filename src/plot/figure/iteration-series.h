/* Series over the iterations of a fit: lines with a dot on each iterate.  x is the place in the
 * history; 0 holds the start values. */
#pragma once

#include "plot/figure/series.h"

G_BEGIN_DECLS

/* Returns values[n] in colour `index` of the cycle. */
TrammelSeries *
trammel_iteration_series_new(const char *name, const double *values, gsize n, guint index);

/* Appends values[n] to `list` (TrammelSeries) for a logarithmic axis: values that are not positive
 * are gaps; nothing is appended if none is positive, e.g. the term of unused priors.  The line is
 * broken where rounds[n] changes (nullable). */
void trammel_iteration_series_append_positive(GPtrArray *list,
                                              const char *name,
                                              const double *values,
                                              const int *rounds,
                                              gsize n,
                                              guint index);

G_END_DECLS
