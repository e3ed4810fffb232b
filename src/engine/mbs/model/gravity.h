/* Gravity: acceleration with its tilt. */
#pragma once

#include "engine/mbs/model/model.h"

/* out = Exp(tilt) direction/|direction| magnitude [m/s^2]. */
void tr_gravity_vector(double out[3], const TrGravity *gravity);

/* Derivative of the acceleration by the tilt's components [3 x 3] row-major. */
void tr_gravity_tilt_derivative(double out[9], const TrGravity *gravity);
