/* Where the fits of a friction tournament begin. */
#pragma once

#include "io/study/tournament.h"

G_BEGIN_DECLS

/* Gives a joint of a project a contender's friction, all coefficients free, at values that the data
 * suggest; load, radius and smoothing rate stay. */
gboolean trammel_tournament_put_start(TrammelProject *project,
                                      const TrammelContender *contender,
                                      int joint,
                                      const TrammelFrictionData *data,
                                      GError **error);

G_END_DECLS
