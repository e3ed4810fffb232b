#include "engine/mbs/force/servo.h"

/* Effort without the limit. */
static TrReal
ask(const TrServo *servo, const TrReal *numbers)
{
  return servo->kp * numbers[TR_SERVO_ERROR] + servo->ki * numbers[TR_SERVO_INTEGRAL] +
         servo->kd * numbers[TR_SERVO_DERIVATIVE];
}

TrReal
tr_motor_input(const TrModel *model, int motor, const TrReal *u)
{
  const TrMotor *m = &model->motors[motor];
  TrReal effort;

  if (m->servo.command == TR_COMMAND_NONE)
    return u[motor];
  effort = ask(&m->servo, u + tr_model_servo_input(model, motor));
  if (m->limit == 0)
    return effort;
  effort = tr_real_select(effort > m->limit, tr_real(m->limit), effort);
  return tr_real_select(effort < -m->limit, tr_real(-m->limit), effort);
}

TrReal
tr_motor_input_param(const TrModel *model, int motor, TrParamKind kind, const TrReal *u)
{
  const TrMotor *m = &model->motors[motor];
  const TrReal *numbers;
  TrReal slope;
  int number = kind == TR_PARAM_SERVO_KP   ? TR_SERVO_ERROR
               : kind == TR_PARAM_SERVO_KI ? TR_SERVO_INTEGRAL
                                           : TR_SERVO_DERIVATIVE;

  if (m->servo.command == TR_COMMAND_NONE)
    return tr_real(0);
  numbers = u + tr_model_servo_input(model, motor);
  slope = numbers[number];
  if (m->limit == 0)
    return slope;
  return tr_real_select(tr_real_abs(ask(&m->servo, numbers)) > m->limit, tr_real(0), slope);
}
