/* Series of the plots of the page Validate, from a replay.  Each function returns a GPtrArray of
 * TrammelSeries in the order of drawing; free with g_ptr_array_unref(). */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/validate/replay.h"

G_BEGIN_DECLS

/* Signal of a sensor: measured and simulated, in display units. */
GPtrArray *trammel_validate_signal(const TrammelReplay *replay, int sensor);

/* Error of a sensor: simulated minus measured, with the threshold of the horizon and its end. */
GPtrArray *trammel_validate_error(const TrammelReplay *replay, int sensor);

/* Returns the name of the sensor, its display unit and the factor from SI; static, or owned by the
 * replay. */
const char *
trammel_validate_name(const TrammelReplay *replay, int sensor, const char **unit, double *factor);

G_END_DECLS
