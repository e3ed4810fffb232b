/* Findings on the servos of a model. */
#pragma once

#include "io/check/private.h"

G_BEGIN_DECLS

/* Adds `servo-scale` for each motor whose gain or resistance and all gains of its servo are free
 * without a prior, while its effort stays within the limit: the logs show only their products; and
 * `servo-unseen` for servos whose joint no sensor shows, so that their error is a guess. */
void trammel_check_servos(const TrammelCheck *check);

G_END_DECLS
