/* Dimensions and names of sensors and joints. */
#pragma once

#include "engine/mbs/model/sensor.h"
#include "io/units/units.h"

G_BEGIN_DECLS

/* Returns the dimension of a sensor's readings; TRAMMEL_DIMENSION_NONE for the components of a
 * quaternion. */
TrammelDimension trammel_sensor_get_dimension(const TrModel *model, int sensor);

/* Returns "the hinge joint 'j1'", a part of a sentence (io/base/bilingual.h); free with g_free().
 */
char *trammel_joint_dup_name(const TrModel *model, int joint);

/* Returns the same for the joint that a sensor sits on, or "body 'arm'"; free with g_free(). */
char *trammel_sensor_dup_seat(const TrModel *model, int sensor);

/* Returns the engine's sensor for the name of a signal, or -1. */
int trammel_sensor_find(const TrModel *model, const char *signal);

G_END_DECLS
