/* Curves of a fit from several starts: where each start ends. */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* Return lists of TrammelSeries over the rank of the ends, by cost; free with g_ptr_array_unref().
 * Each optimum is a series, `chosen` has rings; the ends without convergence come last. */

/* Cost of each end over the lowest, in squared standard deviations, at least
 * TRAMMEL_LEAST_RISE. */
#define TRAMMEL_LEAST_RISE 0.1
GPtrArray *trammel_start_waterfall(const TrFit *fit, int chosen);

/* Value of one parameter at each end, and at the start that led there. */
GPtrArray *trammel_start_values(const TrFit *fit, TrammelRun *run, int parameter, int chosen);

/* Returns the optimum of the end at a rank, -1 if it has none. */
int trammel_start_find_optimum(const TrFit *fit, int rank);

G_END_DECLS
