/* Series of the plots of a sweep.  Sample i of every curve is point i of
 * trammel_sweep_points_new(). */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/identify/sweeper.h"

G_BEGIN_DECLS

/* Returns the points that ran, by rising value of the first axis: const TrammelSweepPoint *.  Free
 * with g_ptr_array_unref(). */
GPtrArray *trammel_sweep_points_new(const TrammelSweep *sweep);

/* Return arrays of TrammelSeries; free with g_ptr_array_unref().  `present`: the project's present
 * value, marked with a ring (NAN: none). */
GPtrArray *
trammel_sweep_series_l_curve(const TrammelSweep *sweep, GPtrArray *points, double present);
GPtrArray *trammel_sweep_series_error(const TrammelSweep *sweep, GPtrArray *points, double present);

/* Returns every free parameter, (value - start) / scale, with +-2 sigma; `project` was swept. */
GPtrArray *trammel_sweep_series_parameters(const TrammelSweep *sweep,
                                           GPtrArray *points,
                                           const TrammelProject *project);

G_END_DECLS
