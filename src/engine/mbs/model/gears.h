/* Gears: coordinate of the second joint = ratio (coordinate of the first) + offset.
 *
 * Poses determine angles modulo a turn, so that a gear between rotating joints is known up to the
 * turns of both: for a ratio p/q of whole numbers up to a multiple of 2 pi/q, one tooth of a wheel
 * with q teeth.  Of a rack and pinion it is the travel per turn.  Ratios of numbers larger than a
 * hundred have no such period: they hold while both joints stay within half a turn. */
#pragma once

#include "engine/mbs/model/model.h"

/* Period of the row of a gear [rad] or [m]; 0: none. */
double tr_gear_period(const TrModel *model, int gear);

/* Checks the gears.  Returns TR_BAD_MODEL for gears with joints that do not exist or have no
 * coordinate, that couple a joint to itself, or that form a loop which locks. */
TR_NODISCARD TrStatus tr_gears_check(const TrModel *model, TrError *error);
