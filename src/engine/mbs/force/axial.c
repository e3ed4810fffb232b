#include "engine/mbs/force/axial.h"

#include "engine/mbs/force/servo.h"

static TrReal
stribeck_decay(const TrFriction *friction, TrReal rate)
{
  if (friction->model != TR_FRICTION_STRIBECK)
    return tr_real(0);
  return tr_real_exp(-friction->zeta * rate * rate);
}

TrReal
tr_axial_dry_coefficient(const TrFriction *friction, TrReal rate)
{
  if (!tr_friction_is_dry(friction->model))
    return tr_real(0);
  return friction->coulomb + friction->delta * stribeck_decay(friction, rate);
}

bool
tr_axial_is_loaded(const TrJoint *joint)
{
  return tr_friction_is_dry(joint->friction.model) && joint->friction.load == TR_LOAD_CONSTRAINT &&
         tr_joint_class(joint->type)->has_axis;
}

double
tr_axial_inertia(const TrModel *model, int joint)
{
  double sum = 0;

  for (int i = 0; i < model->n_motors; i++) {
    const TrMotor *motor = &model->motors[i];

    if (motor->joint == joint)
      sum += motor->gear * motor->gear * motor->rotor_inertia;
  }
  return sum;
}

double
tr_motor_slope(const TrMotor *motor)
{
  return motor->gear * motor->gain / (motor->resistance > 0 ? motor->resistance : 1);
}

/* Torque or force on the joint per unit of its rate, -gear^2 K k_e/R. */
static double
motor_drag(const TrMotor *motor)
{
  return motor->resistance > 0 ? -tr_motor_slope(motor) * motor->gear * motor->back_emf : 0;
}

TrReal
tr_motor_force(const TrModel *model, int joint, const TrReal *u, TrReal rate)
{
  TrReal force = tr_real(0);

  for (int i = 0; i < model->n_motors; i++) {
    const TrMotor *motor = &model->motors[i];

    if (motor->joint == joint && motor->drive == TR_DRIVE_NONE)
      force += tr_motor_slope(motor) * tr_motor_input(model, i, u) + motor->gear * motor->bias +
               motor_drag(motor) * rate;
  }
  return force;
}

double
tr_motor_damping(const TrModel *model, int joint)
{
  double sum = 0;

  for (int i = 0; i < model->n_motors; i++)
    if (model->motors[i].joint == joint && model->motors[i].drive == TR_DRIVE_NONE)
      sum -= motor_drag(&model->motors[i]);
  return sum;
}

TrReal
tr_axial_viscous_rate(const TrAxialInput *in)
{
  return in->midpoint ? (in->rate + in->rate_after) / 2 : in->rate_after;
}

/* Adds the impulse of a force over the viscous rate, which opposes it. */
static void
take_force(TrAxial *out, const TrAxialInput *in, TrForceSlope f)
{
  TrReal slope = in->h * f.slope;

  out->impulse -= in->h * f.force;
  if (!in->midpoint) {
    out->d_rate_after -= slope;
    return;
  }
  out->d_rate -= slope / 2;
  out->d_rate_after -= slope / 2;
}

static void
add_motors(TrAxial *out, const TrModel *model, int joint, const TrAxialInput *in)
{
  double inertia = tr_axial_inertia(model, joint), damping = tr_motor_damping(model, joint);

  out->impulse += inertia * (in->rate - in->rate_after - in->swing);
  out->d_rate += inertia;
  out->d_rate_after -= inertia;
  for (int i = 0; i < model->n_motors; i++) {
    const TrMotor *motor = &model->motors[i];

    if (motor->joint == joint && motor->drive == TR_DRIVE_NONE)
      out->impulse += in->h * (tr_motor_slope(motor) * tr_motor_input(model, i, in->u) +
                               motor->gear * motor->bias);
  }
  if (damping != 0)
    take_force(out, in, (TrForceSlope){damping * tr_axial_viscous_rate(in), tr_real(damping)});
}

/* Applies the asymmetry, if any. */
static TrForceSlope
lean(TrForceSlope f, const TrFriction *friction, int side, TrReal rate, const TrAxialInput *in)
{
  double asymmetry = friction->asymmetry[side];

  return asymmetry == 0 ? f : tr_lean(f, asymmetry, rate, in->smoothing);
}

static TrForceSlope
viscous_force(const TrFriction *friction, double b, const TrAxialInput *in)
{
  TrReal rate = tr_axial_viscous_rate(in);
  TrForceSlope f = {b * rate, tr_real(b)};

  return lean(f, friction, TR_SIDE_VISCOUS, rate, in);
}

static TrForceSlope
smooth_force(const TrFriction *friction, const TrAxialInput *in)
{
  TrReal rate = tr_axial_viscous_rate(in);

  return lean(tr_smooth_dry(friction->tanh, rate), friction, TR_SIDE_DRY, rate, in);
}

/* Direction of dry friction, from -1 to 1 or beyond with asymmetry: D (1 + a D). */
static TrReal
lean_direction(const TrFriction *friction, const TrSlip *slip)
{
  double a = friction->asymmetry[TR_SIDE_DRY];

  return a == 0 ? slip->direction : slip->direction * (1 + a * slip->direction);
}

/* Rate at which the Stribeck rise is taken. */
static TrReal
stribeck_rate(const TrAxialInput *in)
{
  return in->midpoint ? (in->rate + in->rate_after) / 2 : in->rate;
}

/* Adds the part of dry friction under a load. */
static void
add_dry(TrAxial *out, const TrFriction *friction, const TrAxialInput *in, TrReal load)
{
  TrReal rise = friction->delta * out->decay;
  TrReal slope = (friction->coulomb + rise) * load *
                 (1 + 2 * friction->asymmetry[TR_SIDE_DRY] * out->slip.direction);
  TrReal fall =
      2 * friction->zeta * stribeck_rate(in) * rise * load * lean_direction(friction, &out->slip);

  out->impulse += out->d_load * load;
  out->d_rate += (in->midpoint ? fall / 2 : fall) - slope * out->slip.d_rate;
  out->d_rate_after += (in->midpoint ? fall / 2 : tr_real(0)) - slope * out->slip.d_rate_after;
}

/* Adds all friction except dry friction under a load. */
static void
add_friction(TrAxial *out, const TrFriction *friction, const TrAxialInput *in)
{
  switch (friction->model) {
  case TR_FRICTION_NONE:
    return;
  case TR_FRICTION_TANH:
    take_force(out, in, smooth_force(friction, in));
    take_force(out, in, viscous_force(friction, friction->tanh[TR_N_TANH - 1], in));
    break;
  default:
    take_force(out, in, viscous_force(friction, friction->viscous, in));
  }
  if (friction->offset != 0)
    out->impulse -= in->h * friction->offset;
}

double
tr_axial_spring_inertia(const TrJoint *joint, double h)
{
  return h * h * joint->spring.stiffness / 4;
}

TrReal
tr_axial_spring(const TrModel *model, int joint, const TrAxialInput *in)
{
  const TrJoint *j = &model->joints[joint];

  return -in->h * j->spring.stiffness * in->stretch +
         tr_axial_spring_inertia(j, in->h) * (in->rate - in->rate_after);
}

static void
add_spring(TrAxial *out, const TrModel *model, int joint, const TrAxialInput *in)
{
  const TrJoint *j = &model->joints[joint];
  double inertia = tr_axial_spring_inertia(j, in->h);

  if (j->spring.stiffness == 0)
    return;
  out->impulse += tr_axial_spring(model, joint, in);
  out->d_stretch = tr_real(-in->h * j->spring.stiffness);
  out->d_rate += inertia;
  out->d_rate_after -= inertia;
}

static TrSlip
find_slip(const TrAxialInput *in, double smoothing)
{
  return in->midpoint ? tr_slip_mean(in->rate, in->rate_after, smoothing)
                      : tr_slip_after(in->rate_after, smoothing);
}

/* Direction of dry friction, with the slopes of the wider rate where that is requested. */
static TrSlip
find_chord(const TrAxialInput *in)
{
  TrSlip slip = find_slip(in, in->smoothing), wide;

  if (in->chord > 0) {
    wide = find_slip(in, (1 + in->chord) * in->smoothing);
    slip.d_rate = wide.d_rate;
    slip.d_rate_after = wide.d_rate_after;
  }
  return slip;
}

void
tr_axial_eval(TrAxial *out, const TrModel *model, int joint, const TrAxialInput *in)
{
  const TrFriction *friction = &model->joints[joint].friction;

  *out = (TrAxial){0};
  add_friction(out, friction, in);
  add_motors(out, model, joint, in);
  add_spring(out, model, joint, in);
  if (!tr_friction_is_dry(friction->model))
    return;
  out->slip = find_chord(in);
  out->decay = stribeck_decay(friction, stribeck_rate(in));
  out->d_load =
      -(friction->coulomb + friction->delta * out->decay) * lean_direction(friction, &out->slip);
  add_dry(out, friction, in, in->load);
}

void
tr_axial_change_load(TrAxial *axial, const TrModel *model, int joint, TrAxialInput *in, TrReal load)
{
  const TrFriction *friction = &model->joints[joint].friction;

  if (tr_friction_is_dry(friction->model))
    add_dry(axial, friction, in, load - in->load);
  in->load = load;
}

/* Derivative of a part's force by its asymmetry: f tanh(v/smoothing), f without asymmetry. */
static TrReal
lean_param(const TrFriction *friction, int side, const TrAxialInput *in, const TrAxial *axial)
{
  TrReal rate = tr_axial_viscous_rate(in), leaning = tr_real_tanh(rate / in->smoothing);

  if (side == TR_SIDE_DRY && friction->model == TR_FRICTION_TANH)
    return -in->h * tr_smooth_dry(friction->tanh, rate).force * leaning;
  if (side == TR_SIDE_DRY)
    return -in->load * (friction->coulomb + friction->delta * axial->decay) *
           axial->slip.direction * axial->slip.direction;
  if (friction->model == TR_FRICTION_TANH)
    return -in->h * friction->tanh[TR_N_TANH - 1] * rate * leaning;
  return -in->h * friction->viscous * rate * leaning;
}

/* df/dg_i. */
static TrReal
tanh_param(const TrFriction *friction, int i, const TrAxialInput *in)
{
  TrReal rate = tr_axial_viscous_rate(in);
  bool is_viscous = i == TR_N_TANH - 1;
  TrForceSlope f = {is_viscous ? rate : tr_smooth_dry_param(friction->tanh, i, rate), tr_real(0)};
  int side = is_viscous ? TR_SIDE_VISCOUS : TR_SIDE_DRY;

  return -in->h * lean(f, friction, side, rate, in).force;
}

static TrReal
friction_param(const TrFriction *friction,
               TrParam param,
               const TrAxialInput *in,
               const TrAxial *axial)
{
  TrReal sliding;

  if (!tr_friction_uses(friction, param))
    return tr_real(0);
  sliding = -in->load * lean_direction(friction, &axial->slip);
  switch (param.kind) {
  case TR_PARAM_VISCOUS:
    return -in->h * viscous_force(friction, 1, in).force;
  case TR_PARAM_COULOMB:
    return sliding;
  case TR_PARAM_STRIBECK_DELTA:
    return sliding * axial->decay;
  case TR_PARAM_STRIBECK_ZETA:
    return -sliding * friction->delta * axial->decay * stribeck_rate(in) * stribeck_rate(in);
  case TR_PARAM_TANH:
    return tanh_param(friction, param.axis, in);
  case TR_PARAM_ASYMMETRY:
    return lean_param(friction, param.axis, in, axial);
  default:
    return tr_real(-in->h); /* offset */
  }
}

/* Derivative by the joint's own numbers: friction and spring. */
static TrReal
joint_param(const TrJoint *joint, TrParam param, const TrAxialInput *in, const TrAxial *axial)
{
  if (param.kind == TR_PARAM_STIFFNESS)
    return -in->h * (in->stretch + in->h / 4 * (in->rate_after - in->rate));
  if (param.kind == TR_PARAM_REST)
    return tr_real(in->h * joint->spring.stiffness);
  return friction_param(&joint->friction, param, in, axial);
}

/* Derivative by a motor's numbers.  A drive is no source of force, but its rotor has inertia. */
static TrReal
motor_param(const TrModel *model, TrParam param, const TrAxialInput *in)
{
  const TrMotor *motor = &model->motors[param.owner];
  bool has_voltage = motor->resistance > 0;
  TrReal u = tr_motor_input(model, param.owner, in->u), rate = tr_axial_viscous_rate(in);
  TrReal torque = tr_motor_slope(motor) * u + motor_drag(motor) * rate;

  if (motor->drive != TR_DRIVE_NONE && param.kind != TR_PARAM_ROTOR_INERTIA)
    return tr_real(0);
  switch (param.kind) {
  case TR_PARAM_GAIN:
    if (!has_voltage)
      return in->h * motor->gear * u;
    return in->h * motor->gear / motor->resistance * (u - motor->back_emf * motor->gear * rate);
  case TR_PARAM_BIAS:
    return tr_real(in->h * motor->gear);
  case TR_PARAM_RESISTANCE:
    return has_voltage ? -in->h / motor->resistance * torque : tr_real(0);
  case TR_PARAM_BACK_EMF:
    return has_voltage ? -in->h * tr_motor_slope(motor) * motor->gear * rate : tr_real(0);
  case TR_PARAM_SERVO_KP:
  case TR_PARAM_SERVO_KI:
  case TR_PARAM_SERVO_KD:
    return in->h * tr_motor_slope(motor) *
           tr_motor_input_param(model, param.owner, param.kind, in->u);
  default:
    return motor->gear * motor->gear * (in->rate - in->rate_after - in->swing);
  }
}

TrReal
tr_axial_param(
    const TrModel *model, int joint, TrParam param, const TrAxialInput *in, const TrAxial *axial)
{
  if (tr_param_is_friction(param) || param.kind == TR_PARAM_STIFFNESS ||
      param.kind == TR_PARAM_REST)
    return param.owner == joint ? joint_param(&model->joints[joint], param, in, axial) : tr_real(0);
  switch (param.kind) {
  case TR_PARAM_GAIN:
  case TR_PARAM_BIAS:
  case TR_PARAM_RESISTANCE:
  case TR_PARAM_BACK_EMF:
  case TR_PARAM_ROTOR_INERTIA:
  case TR_PARAM_SERVO_KP:
  case TR_PARAM_SERVO_KI:
  case TR_PARAM_SERVO_KD:
    if (model->motors[param.owner].joint != joint)
      return tr_real(0);
    return motor_param(model, param, in);
  default:
    return tr_real(0);
  }
}

TrReal
tr_axial_load(TrReal *gradient,
              const TrModel *model,
              const TrMechanism *mechanism,
              int joint,
              const TrReal *lambda,
              TrLoadScale scale)
{
  const TrJoint *j = &model->joints[joint];
  bool slide = j->type == TR_JOINT_SLIDE;
  double radius = j->friction.radius;
  double linear = slide ? 1 : radius, angular = slide ? 1 / radius : 1;
  TrReal load = tr_real(0);

  if (!tr_axial_is_loaded(j))
    return tr_real(scale.h);
  for (int i = mechanism->first_of[joint]; i < mechanism->first_of[joint + 1]; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    double weight = c->angular ? angular : linear;

    for (int r = c->row; r < c->row + c->n_rows; r++) {
      TrReal size = tr_real_sqrt(lambda[r] * lambda[r] + scale.d * scale.d);

      load += weight * size;
      if (gradient)
        gradient[r] = tr_real_select(size > 0, weight * lambda[r] / size, tr_real(0));
    }
  }
  return load;
}
