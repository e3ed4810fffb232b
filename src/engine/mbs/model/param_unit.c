/* Units of the quantities of a model. */
#include "engine/mbs/model/param.h"
#include "engine/mbs/model/sensor.h"

/* Unit of one of the six coefficients of smooth friction. */
static const char *
tanh_unit(const TrJoint *joint, TrParam param)
{
  bool slide = tr_joint_is_linear(joint);

  if (param.axis == 1 || param.axis == 2 || param.axis == 4)
    return slide ? "s/m" : "s/rad";
  if (param.axis == TR_N_TANH - 1)
    return slide ? "N s/m" : "N m s/rad";
  return tr_joint_force_unit(joint);
}

/* Unit of a joint's parameter; slides count in metres. */
static const char *
joint_unit(const TrJoint *joint, TrParam param)
{
  bool slide = tr_joint_is_linear(joint);

  switch (param.kind) {
  case TR_PARAM_TANH:
    return tanh_unit(joint, param);
  case TR_PARAM_FRICTION_OFFSET:
    return tr_joint_force_unit(joint);
  case TR_PARAM_ASYMMETRY:
  case TR_PARAM_STOP_RESTITUTION:
    return "1";
  case TR_PARAM_STIFFNESS:
    return slide ? "N/m" : "N m/rad";
  case TR_PARAM_REST:
  case TR_PARAM_STOP_LOWER:
  case TR_PARAM_STOP_UPPER:
    return tr_joint_position_unit(joint);
  case TR_PARAM_VISCOUS:
    return slide ? "N s/m" : "N m s/rad";
  case TR_PARAM_COULOMB:
  case TR_PARAM_STRIBECK_DELTA:
    return joint->friction.load == TR_LOAD_CONSTRAINT ? "1" : tr_joint_force_unit(joint);
  case TR_PARAM_STRIBECK_ZETA:
    return slide ? "s^2/m^2" : "s^2/rad^2";
  case TR_PARAM_RATE:
    return tr_joint_velocity_unit(joint);
  case TR_PARAM_COMPLIANCE_LINEAR:
    return "m/N";
  default:
    return "rad/(N m)";
  }
}

/* Unit of a servo's gain: that of the motor's input, "unit" or "V", by that of the error. */
static const char *
servo_unit(const TrModel *model, TrParam param)
{
  static const char *const units[][2][2] = {
      {{"unit/rad", "V/rad"}, {"unit/m", "V/m"}},         /* by a position */
      {{"unit s/rad", "V s/rad"}, {"unit s/m", "V s/m"}}, /* by a rate */
      {{"unit/(rad s)", "V/(rad s)"},
       {"unit/(m s)", "V/(m s)"}}, /* by the integral of a position */
  };
  const TrMotor *motor = &model->motors[param.owner];
  bool slide = tr_joint_is_linear(&model->joints[motor->joint]);
  bool is_rate = motor->servo.command == TR_COMMAND_VELOCITY;
  int row = param.kind == TR_PARAM_SERVO_KD || (is_rate && param.kind == TR_PARAM_SERVO_KP) ? 1
            : param.kind == TR_PARAM_SERVO_KI && !is_rate                                   ? 2
                                                                                            : 0;

  return units[row][slide][motor->resistance > 0];
}

const char *
tr_motor_channel_unit(const TrModel *model, int motor, TrParamKind kind)
{
  TR_ASSERT(motor >= 0 && motor < model->n_motors);

  TrDrive drive = tr_motor_channel_motion(&model->motors[motor]);
  const TrJoint *joint = &model->joints[model->motors[motor].joint];
  bool is_offset = kind == TR_PARAM_CHANNEL_OFFSET;

  if (drive == TR_DRIVE_NONE)
    return "1";
  if (kind == TR_PARAM_CHANNEL_START || (is_offset && drive == TR_DRIVE_POSITION))
    return tr_joint_position_unit(joint);
  if (kind == TR_PARAM_CHANNEL_START_RATE || drive == TR_DRIVE_VELOCITY)
    return tr_joint_velocity_unit(joint);
  return tr_joint_acceleration_unit(joint);
}

const char *
tr_param_unit(const TrModel *model, TrParam param)
{
  TR_ASSERT(model);

  bool slide;

  switch (param.kind) {
  case TR_PARAM_TILT:
  case TR_PARAM_CONTACT_TILT:
    return "rad";
  case TR_PARAM_GRAVITY:
    return "m/s^2";
  case TR_PARAM_MASS:
    return "kg";
  case TR_PARAM_COM:
  case TR_PARAM_ANCHOR_PARENT:
  case TR_PARAM_ANCHOR_CHILD:
  case TR_PARAM_LENGTH:
  case TR_PARAM_SENSOR_POINT:
  case TR_PARAM_CONTACT_RADIUS:
  case TR_PARAM_CONTACT_POINT:
  case TR_PARAM_CONTACT_SIZE:
  case TR_PARAM_CONTACT_HEIGHT:
  case TR_PARAM_CONTACT_OTHER_RADIUS:
    return "m";
  case TR_PARAM_CONTACT_FRICTION:
  case TR_PARAM_CONTACT_RESTITUTION:
    return "1";
  case TR_PARAM_CONTACT_COMPLIANCE:
    return "m/N";
  case TR_PARAM_INERTIA:
    return "kg m^2";
  case TR_PARAM_GAIN:
  case TR_PARAM_BIAS:
    slide = tr_joint_is_linear(&model->joints[model->motors[param.owner].joint]);
    if (param.kind == TR_PARAM_GAIN && model->motors[param.owner].resistance > 0)
      return slide ? "N/A" : "N m/A";
    if (param.kind == TR_PARAM_GAIN)
      return slide ? "N/unit" : "N m/unit";
    return slide ? "N" : "N m";
  case TR_PARAM_ROTOR_INERTIA:
    slide = tr_joint_is_linear(&model->joints[model->motors[param.owner].joint]);
    return slide ? "kg" : "kg m^2";
  case TR_PARAM_RESISTANCE:
    return "ohm";
  case TR_PARAM_BACK_EMF:
    slide = tr_joint_is_linear(&model->joints[model->motors[param.owner].joint]);
    return slide ? "V s/m" : "V s/rad";
  case TR_PARAM_SERVO_KP:
  case TR_PARAM_SERVO_KI:
  case TR_PARAM_SERVO_KD:
    return servo_unit(model, param);
  case TR_PARAM_SIGMA:
    return tr_sensor_unit(model, tr_device_first(model, param.owner));
  case TR_PARAM_ORIENTATION_SIGMA:
    return tr_sensor_unit(model, tr_device_first(model, param.owner) + TR_POSE_QUATERNION);
  default:
    return joint_unit(&model->joints[param.owner], param);
  }
}
