#include "engine/mbs/force/friction.h"

static double
sign_of(double x)
{
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* Factor of an asymmetric part in the direction of the rate: 1 + a, 1 - a, at rest 1. */
static double
find_side(double asymmetry, double rate)
{
  return 1 + asymmetry * sign_of(rate);
}

double
tr_friction_viscous(const TrFriction *friction, double rate)
{
  if (friction->model == TR_FRICTION_NONE || friction->model == TR_FRICTION_TANH)
    return 0;
  return friction->viscous * find_side(friction->asymmetry[TR_SIDE_VISCOUS], rate);
}

TrForceSlope
tr_friction_smooth(const TrFriction *friction, double rate)
{
  TrForceSlope dry = tr_smooth_dry(friction->tanh, rate);
  double side = find_side(friction->asymmetry[TR_SIDE_DRY], rate);
  double viscous =
      friction->tanh[TR_N_TANH - 1] * find_side(friction->asymmetry[TR_SIDE_VISCOUS], rate);

  return (TrForceSlope){side * dry.force + viscous * rate, side * dry.slope + viscous};
}

double
tr_friction_offset(const TrFriction *friction)
{
  return friction->model == TR_FRICTION_NONE ? 0 : friction->offset;
}

double
tr_friction_force(const TrFriction *friction, double rate, double load)
{
  double side = find_side(friction->asymmetry[TR_SIDE_DRY], rate);
  double dry = tr_axial_dry_coefficient(friction, rate) * load * side * sign_of(rate);
  double smooth =
      friction->model == TR_FRICTION_TANH ? tr_friction_smooth(friction, rate).force : 0;

  return tr_friction_viscous(friction, rate) * rate + dry + smooth + tr_friction_offset(friction);
}
