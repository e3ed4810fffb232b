/* What the readings of a sensor are measured in. */
#pragma once

#include "engine/mbs/model/sensor.h"
#include "io/units/units.h"

G_BEGIN_DECLS

/* TRAMMEL_DIMENSION_NONE for the numbers of a quaternion. */
TrammelDimension trammel_sensor_get_dimension(const TrModel *model, int sensor);

/* "the hinge joint 'j1'", a part of a sentence (io/base/bilingual.h); free with g_free(). */
char *trammel_joint_dup_name(const TrModel *model, int joint);

/* The same of the joint that a sensor sits on, or "body 'arm'"; free with g_free(). */
char *trammel_sensor_dup_seat(const TrModel *model, int sensor);

/* The sensor of the engine that a signal's name stands for, or -1. */
int trammel_sensor_find(const TrModel *model, const char *signal);

G_END_DECLS
