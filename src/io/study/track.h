/* What `trammel-cli track` writes: the parameters as a window slides along a log. */
#pragma once

#include <glib.h>

#include "engine/est/identify/fixed_lag.h"

G_BEGIN_DECLS

/* Both are to be freed with g_free().  The JSON is described by track.schema.json; the table has a
 * row a window: t, then value and sigma of each parameter, separated by tabs. */
char *
trammel_track_to_json(const TrTask *task, const TrFixedLag *lag, const TrFixedLagOptions *options);
char *trammel_track_to_text(const TrTask *task, const TrFixedLag *lag);

G_END_DECLS
