/* Start values of the fits of a friction comparison. */
#pragma once

#include "io/study/friction_comparison.h"

G_BEGIN_DECLS

/* Sets a joint's friction in a project to a compared model, with all coefficients free, at start
 * values from the data; load, radius and smoothing rate are kept. */
gboolean trammel_friction_comparison_put_start(TrammelProject *project,
                                               const TrammelContender *contender,
                                               int joint,
                                               const TrammelFrictionData *data,
                                               GError **error);

G_END_DECLS
