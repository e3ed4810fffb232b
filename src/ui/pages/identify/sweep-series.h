/* What the plots of a sweep draw.  Sample i of every curve is point i of
 * trammel_sweep_points_new(). */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/identify/sweeper.h"

G_BEGIN_DECLS

/* The points that ran, by rising value of the first axis: const TrammelSweepPoint *. */
GPtrArray *trammel_sweep_points_new(const TrammelSweep *sweep);

/* Arrays of TrammelSeries.  `present`: the value that the project has now, which is ringed (NAN:
 * none). */
GPtrArray *
trammel_sweep_series_l_curve(const TrammelSweep *sweep, GPtrArray *points, double present);
GPtrArray *trammel_sweep_series_error(const TrammelSweep *sweep, GPtrArray *points, double present);

/* Every free parameter, (value - start) / size, with +-2 sigma; `project` was swept. */
GPtrArray *trammel_sweep_series_parameters(const TrammelSweep *sweep,
                                           GPtrArray *points,
                                           const TrammelProject *project);

G_END_DECLS
