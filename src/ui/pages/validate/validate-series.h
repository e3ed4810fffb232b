/* What the plots of the page Validate draw of a replay.  Each function gives a GPtrArray of
 * TrammelSeries in the order of drawing; free with g_ptr_array_unref(). */
#pragma once

#include "plot/figure/series.h"
#include "ui/session/validate/replay.h"

G_BEGIN_DECLS

/* A sensor of the replay: as measured and as simulated, in display units. */
GPtrArray *trammel_validate_signal(const TrammelReplay *replay, int sensor);

/* The difference, with the threshold of the horizon and where that ends. */
GPtrArray *trammel_validate_error(const TrammelReplay *replay, int sensor);

/* Name of the sensor, its display unit and the factor from SI; static, or of the replay. */
const char *
trammel_validate_name(const TrammelReplay *replay, int sensor, const char **unit, double *factor);

G_END_DECLS
