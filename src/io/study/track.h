/* Output of `trammel-cli track`: the parameters as a window slides along a log. */
#pragma once

#include <glib.h>

#include "engine/est/identify/fixed_lag.h"

G_BEGIN_DECLS

/* Return JSON (described by track.schema.json), or a table with one row per window: t, then value
 * and sigma of each parameter, separated by tabs.  Free with g_free(). */
char *
trammel_track_to_json(const TrTask *task, const TrFixedLag *lag, const TrFixedLagOptions *options);
char *trammel_track_to_text(const TrTask *task, const TrFixedLag *lag);

G_END_DECLS
