/* Automatic time step: as long as the motion in the logs allows.
 *
 * Over a step H the samples of a sensor change by d1 and their change changes by d2:
 *
 *   w H = rms(d2)/rms(d1)   positions and orientations
 *   w H = rms(d1)/sd(y)     rates, accelerations, torques
 *
 * with w the mean angular frequency of the motion.  Noise raises the ratio at short H, so that the
 * longest H with w H <= TR_STEP_PHASE counts (or, where no H has so little, the H of the least
 * ratio).  A hinge, besides, turns by TR_STEP_TURN at most (theory 5.7).  The step is that of the
 * fastest sensor, a whole number of its samples, and one sample at least.  Impacts last no time:
 * where the model has contacts or stops, the step is one sample.  Sensors of less than a hundred
 * samples have no say, but where a model with impacts has no others. */
#pragma once

#include "engine/est/task/task.h"

#define TR_STEP_PHASE 0.15
#define TR_STEP_TURN  0.2 /* rad */

/* Returns the step [s], of the logs and sensors of the task alone; the default of the settings
 * where no sensor moves. */
double tr_choose_step(const TrTask *task);
