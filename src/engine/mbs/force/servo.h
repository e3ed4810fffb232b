/* Effort of a motor's servo in a step (theory 4.8):
 *
 *   u = kp e + ki I + kd D,   limited to -limit .. limit of the motor
 *
 * e, I and D are means over the step of the error of the commanded coordinate or rate, of its
 * integral and of its derivative, as the controller holds them (sim/servo_loop.h): inputs of the
 * step.  u is what the motor's input is to other motors, a torque, a current or a voltage. */
#pragma once

#include "engine/base/real.h"
#include "engine/mbs/model/param.h"

/* Returns the mean input of a motor in a step with inputs u[n_inputs]: u[motor], or the effort of
 * its servo. */
TrReal tr_motor_input(const TrModel *model, int motor, const TrReal *u);

/* Returns the derivative of that input by a gain of the servo: TR_PARAM_SERVO_KP, KI or KD; 0 at
 * the limit and without a servo. */
TrReal tr_motor_input_param(const TrModel *model, int motor, TrParamKind kind, const TrReal *u);
