/* Curves of the parameters along a log. */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/inspect/tracker.h"

G_BEGIN_DECLS

/* Return lists of TrammelSeries over time; free with g_ptr_array_unref(). */

/* Value of one parameter with its band of 2 sigma, beside the value of the run. */
GPtrArray *trammel_track_values(const TrammelTrack *track, int parameter);

/* Sigma of every parameter, in percent of its last value; `chosen` is drawn wide.  A parameter
 * whose last value is 0 is left out. */
GPtrArray *trammel_track_sigmas(const TrammelTrack *track, int chosen);

G_END_DECLS
