/* Direction of the parameters of an analysis as arrows on the mechanism. */
#pragma once

#include "ui/scene/model/loads.h"
#include "ui/session/inspect/run-analysis.h"

G_BEGIN_DECLS

/* Returns the shares of a direction of the spectrum (TrammelLoad), those of at least a tenth of the
 * largest, with labels such as "+0.71 Mass · arm"; free with g_array_unref(). */
GArray *trammel_direction_loads_new(const TrammelRunAnalysis *analysis, int direction);

G_END_DECLS
