#include "engine/mbs/axial.h"

static bool
is_dry(const TrFriction *friction)
{
  return friction->model == TR_FRICTION_COULOMB || friction->model == TR_FRICTION_STRIBECK;
}

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
  if (!is_dry(friction))
    return tr_real(0);
  return friction->coulomb + friction->delta * stribeck_decay(friction, rate);
}

bool
tr_axial_is_loaded(const TrJoint *joint)
{
  return is_dry(&joint->friction) && joint->friction.load == TR_LOAD_CONSTRAINT &&
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

static void
add_motors(TrAxial *out, const TrModel *model, int joint, const TrAxialInput *in)
{
  double inertia = tr_axial_inertia(model, joint);

  out->impulse += inertia * (in->rate - in->rate_after);
  out->d_rate += inertia;
  out->d_rate_after -= inertia;
  for (int i = 0; i < model->n_motors; i++) {
    const TrMotor *motor = &model->motors[i];

    if (motor->joint == joint)
      out->impulse += in->h * motor->gear * (motor->gain * in->u[i] + motor->bias);
  }
}

static TrReal
viscous_rate(const TrAxialInput *in)
{
  return in->midpoint ? (in->rate + in->rate_after) / 2 : in->rate_after;
}

/* The part of dry friction under a load. */
static void
add_dry(TrAxial *out, const TrFriction *friction, const TrAxialInput *in, TrReal load)
{
  TrReal decay = friction->delta * out->decay;

  out->impulse += out->d_load * load;
  out->d_rate_after -=
      (friction->coulomb + decay) * load * (1 - out->slip * out->slip) / in->smoothing;
  out->d_rate += 2 * friction->zeta * in->rate * decay * load * out->slip;
}

void
tr_axial_eval(TrAxial *out, const TrModel *model, int joint, const TrAxialInput *in)
{
  const TrFriction *friction = &model->joints[joint].friction;
  double b = friction->model == TR_FRICTION_NONE ? 0 : friction->viscous;

  *out = (TrAxial){.impulse = -in->h * b * viscous_rate(in), .d_rate_after = tr_real(-in->h * b)};
  if (in->midpoint)
    out->d_rate = out->d_rate_after = out->d_rate_after / 2;
  add_motors(out, model, joint, in);
  if (!is_dry(friction))
    return;
  out->slip = tr_real_tanh(in->rate_after / in->smoothing);
  out->decay = stribeck_decay(friction, in->rate);
  out->d_load = -(friction->coulomb + friction->delta * out->decay) * out->slip;
  add_dry(out, friction, in, in->load);
}

void
tr_axial_change_load(TrAxial *axial, const TrModel *model, int joint, TrAxialInput *in, TrReal load)
{
  const TrFriction *friction = &model->joints[joint].friction;

  if (is_dry(friction))
    add_dry(axial, friction, in, load - in->load);
  in->load = load;
}

static TrReal
friction_param(const TrFriction *friction,
               TrParamKind kind,
               const TrAxialInput *in,
               const TrAxial *axial)
{
  TrReal sliding = -in->load * axial->slip;

  if (friction->model == TR_FRICTION_NONE)
    return tr_real(0);
  if (kind == TR_PARAM_VISCOUS)
    return -in->h * viscous_rate(in);
  if (!is_dry(friction))
    return tr_real(0);
  if (kind == TR_PARAM_COULOMB)
    return sliding;
  if (kind == TR_PARAM_STRIBECK_DELTA)
    return sliding * axial->decay;
  return -sliding * friction->delta * axial->decay * in->rate * in->rate; /* zeta */
}

TrReal
tr_axial_param(
    const TrModel *model, int joint, TrParam param, const TrAxialInput *in, const TrAxial *axial)
{
  const TrMotor *motor;

  switch (param.kind) {
  case TR_PARAM_VISCOUS:
  case TR_PARAM_COULOMB:
  case TR_PARAM_STRIBECK_DELTA:
  case TR_PARAM_STRIBECK_ZETA:
    if (param.owner != joint)
      return tr_real(0);
    return friction_param(&model->joints[joint].friction, param.kind, in, axial);
  case TR_PARAM_GAIN:
  case TR_PARAM_BIAS:
  case TR_PARAM_ROTOR_INERTIA:
    break;
  default:
    return tr_real(0);
  }
  motor = &model->motors[param.owner];
  if (motor->joint != joint)
    return tr_real(0);
  if (param.kind == TR_PARAM_GAIN)
    return in->h * motor->gear * in->u[param.owner];
  if (param.kind == TR_PARAM_BIAS)
    return tr_real(in->h * motor->gear);
  return motor->gear * motor->gear * (in->rate - in->rate_after);
}

TrReal
tr_axial_load(TrReal *gradient,
              const TrModel *model,
              const TrMechanism *mechanism,
              int joint,
              double h,
              const TrReal *lambda,
              double d)
{
  const TrJoint *j = &model->joints[joint];
  bool slide = j->type == TR_JOINT_SLIDE;
  double radius = j->friction.radius;
  double linear = slide ? 1 : radius, angular = slide ? 1 / radius : 1;
  TrReal load = tr_real(0);

  if (!tr_axial_is_loaded(j))
    return tr_real(h);
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    double weight = c->angular ? angular : linear;

    if (c->joint != joint)
      continue;
    for (int r = c->row; r < c->row + c->n_rows; r++) {
      TrReal size = tr_real_sqrt(lambda[r] * lambda[r] + d * d);

      load += weight * size;
      if (gradient)
        gradient[r] = tr_real_select(size > 0, weight * lambda[r] / size, tr_real(0));
    }
  }
  return load;
}
