/* Curves of a scatter study: one parameter in all simulated logs. */
#pragma once

#include "io/study/montecarlo.h"
#include "plot/figure/series.h"

G_BEGIN_DECLS

/* Return lists of TrammelSeries; free with g_ptr_array_unref(). */

/* Estimates of all logs, in their order of size, with their 95 % intervals; those that miss the
 * true value are marked. */
GPtrArray *trammel_scatter_intervals(const TrammelMonteCarlo *study, int parameter);

/* Errors over the sigma that each fit states, as a histogram, with the normal density. */
GPtrArray *trammel_scatter_z_scores(const TrammelMonteCarlo *study, int parameter);

G_END_DECLS
