#include "engine/est/regress/coefficients.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/vec3.h"

static void
add(TrCoefficients *out, TrCoefficientKind kind, int owner, int axis)
{
  out->list[out->n++] = (TrCoefficient){kind, owner, axis};
}

static void
add_body(TrCoefficients *out, int body)
{
  add(out, TR_COEFFICIENT_MASS, body, 0);
  for (int i = 0; i < 3; i++)
    add(out, TR_COEFFICIENT_MOMENT, body, i);
  for (int i = TR_XX; i <= TR_YZ; i++)
    add(out, TR_COEFFICIENT_INERTIA, body, i);
}

static void
add_with_side(TrCoefficients *out, TrCoefficientKind kind, int joint)
{
  add(out, kind, joint, 0);
  add(out, kind + 1, joint, 0);
}

static void
add_joint(TrCoefficients *out, const TrModel *model, int joint)
{
  const TrJoint *j = &model->joints[joint];

  if (!tr_joint_has_axis(j))
    return;
  if (j->friction.model == TR_FRICTION_TANH) {
    add(out, TR_COEFFICIENT_TANH, joint, 0);
    add(out, TR_COEFFICIENT_TANH, joint, 3);
    add(out, TR_COEFFICIENT_TANH, joint, 5);
  } else if (j->friction.model != TR_FRICTION_NONE)
    add_with_side(out, TR_COEFFICIENT_VISCOUS, joint);
  if (tr_friction_is_dry(j->friction.model))
    add_with_side(out, TR_COEFFICIENT_DRY, joint);
  if (j->friction.model == TR_FRICTION_STRIBECK)
    add_with_side(out, TR_COEFFICIENT_RISE, joint);
  if (j->friction.model != TR_FRICTION_NONE)
    add(out, TR_COEFFICIENT_OFFSET, joint, 0);
  if (j->spring.stiffness > 0) {
    add(out, TR_COEFFICIENT_STIFFNESS, joint, 0);
    add(out, TR_COEFFICIENT_PULL, joint, 0);
  }
}

static void
add_motor(TrCoefficients *out, const TrModel *model, int motor)
{
  if (model->motors[motor].drive != TR_DRIVE_NONE)
    return;
  add(out, TR_COEFFICIENT_GAIN, motor, 0);
  if (model->motors[motor].resistance > 0)
    add(out, TR_COEFFICIENT_BACK_EMF, motor, 0);
  add(out, TR_COEFFICIENT_BIAS, motor, 0);
  add(out, TR_COEFFICIENT_ROTOR, motor, 0);
}

TrStatus
tr_coefficients_new(TrCoefficients *out, const TrModel *model)
{
  TR_ASSERT(out && tr_model_is_whole(model));
  size_t most =
      (size_t)(TR_BODY_COEFFICIENTS * model->n_bodies + 9 * model->n_joints + 4 * model->n_motors);

  *out = (TrCoefficients){.list = calloc(most + 1, sizeof *out->list),
                          .rest = calloc((size_t)model->n_joints + 1, sizeof *out->rest)};
  if (!out->list || !out->rest) {
    tr_coefficients_clear(out);
    return TR_NO_MEMORY;
  }
  for (int b = 0; b < model->n_bodies; b++)
    add_body(out, b);
  for (int j = 0; j < model->n_joints; j++) {
    out->rest[j] = model->joints[j].spring.rest;
    add_joint(out, model, j);
  }
  for (int m = 0; m < model->n_motors; m++)
    add_motor(out, model, m);
  return TR_OK;
}

void
tr_coefficients_clear(TrCoefficients *coefficients)
{
  free(coefficients->list);
  free(coefficients->rest);
  *coefficients = (TrCoefficients){0};
}

void
tr_inertia_at_origin(double out[6], double mass, const double com[3], const double inertia[6])
{
  static const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};

  for (int i = 0; i < 6; i++)
    out[i] =
        inertia[i] + mass * ((i < 3 ? tr_vec3_dot(com, com) : 0) - com[rows[i]] * com[columns[i]]);
}

static double
get_of_body(const TrCoefficient *c, const TrBody *body)
{
  double inertia[6];

  if (c->kind == TR_COEFFICIENT_MASS)
    return body->mass;
  if (c->kind == TR_COEFFICIENT_MOMENT)
    return body->mass * body->com[c->axis];
  tr_inertia_at_origin(inertia, body->mass, body->com, body->inertia);
  return inertia[c->axis];
}

static double
get_of_joint(const TrCoefficient *c, const TrJoint *joint, double rest)
{
  const TrFriction *f = &joint->friction;

  switch (c->kind) {
  case TR_COEFFICIENT_VISCOUS:
    return f->viscous;
  case TR_COEFFICIENT_VISCOUS_SIDE:
    return f->viscous * f->asymmetry[TR_SIDE_VISCOUS];
  case TR_COEFFICIENT_DRY:
    return f->coulomb;
  case TR_COEFFICIENT_DRY_SIDE:
    return f->coulomb * f->asymmetry[TR_SIDE_DRY];
  case TR_COEFFICIENT_RISE:
    return f->delta;
  case TR_COEFFICIENT_RISE_SIDE:
    return f->delta * f->asymmetry[TR_SIDE_DRY];
  case TR_COEFFICIENT_TANH:
    return f->tanh[c->axis];
  case TR_COEFFICIENT_OFFSET:
    return f->offset;
  case TR_COEFFICIENT_STIFFNESS:
    return joint->spring.stiffness;
  default:
    return joint->spring.stiffness * (joint->spring.rest - rest);
  }
}

static double
get_of_motor(const TrCoefficient *c, const TrMotor *motor)
{
  double share = motor->resistance > 0 ? 1 / motor->resistance : 1;

  switch (c->kind) {
  case TR_COEFFICIENT_GAIN:
    return motor->gain * share;
  case TR_COEFFICIENT_BACK_EMF:
    return motor->gain * motor->back_emf * share;
  case TR_COEFFICIENT_BIAS:
    return motor->bias;
  default:
    return motor->rotor_inertia;
  }
}

void
tr_coefficients_get(double *z, const TrCoefficients *coefficients, const TrModel *model)
{
  TR_ASSERT(z && coefficients && model);
  for (int i = 0; i < coefficients->n; i++) {
    const TrCoefficient *c = &coefficients->list[i];

    if (c->kind <= TR_COEFFICIENT_INERTIA)
      z[i] = get_of_body(c, &model->bodies[c->owner]);
    else if (c->kind < TR_COEFFICIENT_GAIN)
      z[i] = get_of_joint(c, &model->joints[c->owner], coefficients->rest[c->owner]);
    else
      z[i] = get_of_motor(c, &model->motors[c->owner]);
  }
}

/* Returns whether a number of a joint's friction is a linear coefficient. */
static bool
is_linear(const TrFriction *friction, TrParam param)
{
  if (!tr_friction_uses(friction, param) || param.kind == TR_PARAM_STRIBECK_ZETA)
    return false;
  if (friction->model == TR_FRICTION_TANH)
    return param.kind == TR_PARAM_FRICTION_OFFSET ||
           (param.kind == TR_PARAM_TANH && (param.axis == 0 || param.axis == 3 || param.axis == 5));
  return true;
}

bool
tr_coefficients_have(const TrModel *model, TrParam param)
{
  TR_ASSERT(model);
  switch (param.kind) {
  case TR_PARAM_MASS:
  case TR_PARAM_COM:
  case TR_PARAM_INERTIA:
    return true;
  case TR_PARAM_STIFFNESS:
  case TR_PARAM_REST:
    return model->joints[param.owner].spring.stiffness > 0;
  case TR_PARAM_GAIN:
  case TR_PARAM_BIAS:
  case TR_PARAM_ROTOR_INERTIA:
  case TR_PARAM_RESISTANCE:
  case TR_PARAM_BACK_EMF:
    return model->motors[param.owner].drive == TR_DRIVE_NONE;
  default:
    return tr_param_is_friction(param) && is_linear(&model->joints[param.owner].friction, param);
  }
}
