/* Derivatives of the constraint rows by the arms of their bodies. */

#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/prim/private.h"

/* Returns whether a primitive has arms; the others have directions only. */
static bool
has_arms(TrPrimType type)
{
  return type != TR_PRIM_DOT && type != TR_PRIM_AXIS && type != TR_PRIM_ANGLE;
}

/* Column of the joint's length, or -1. */
static int
length_column(TrPrimType type)
{
  if (type == TR_PRIM_DISTANCE)
    return TR_GEO_U;
  return type == TR_PRIM_HEIGHT || type == TR_PRIM_ROLL ? TR_GEO_W : -1;
}

int
tr_constraint_arm_column(const TrConstraint *c, const TrArm *arm)
{
  bool parent = arm->parent && c->body_a == arm->body, child = arm->child && c->body_b == arm->body;

  if (c->n_rows == 0 || c->is_off || !has_arms(c->prim.type) ||
      (arm->joint >= 0 && c->joint != arm->joint))
    return -1;
  if (arm->length)
    return length_column(c->prim.type);
  if (parent)
    return TR_GEO_SA + arm->axis;
  return child ? TR_GEO_SB + arm->axis : -1;
}

TrArm
tr_arm_of(const TrModel *model, TrParam param)
{
  const TrJoint *joint;

  TR_ASSERT(tr_param_moves_arms(param));
  if (param.kind == TR_PARAM_COM)
    return (TrArm){.body = param.owner,
                   .joint = -1,
                   .axis = param.axis,
                   .parent = true,
                   .child = true,
                   .sign = -1};
  if (param.kind == TR_PARAM_LENGTH)
    return (TrArm){.joint = param.owner, .length = true, .sign = 1};
  joint = &model->joints[param.owner];
  if (param.kind == TR_PARAM_ANCHOR_PARENT)
    return (TrArm){
        .body = joint->parent, .joint = param.owner, .axis = param.axis, .parent = true, .sign = 1};
  return (TrArm){
      .body = joint->child, .joint = param.owner, .axis = param.axis, .child = true, .sign = 1};
}

bool
tr_param_moves_arms(TrParam param)
{
  return param.kind == TR_PARAM_COM || param.kind == TR_PARAM_ANCHOR_PARENT ||
         param.kind == TR_PARAM_ANCHOR_CHILD || param.kind == TR_PARAM_LENGTH;
}

void
tr_mechanism_arm_value(TrReal *value,
                       const TrMechanism *mechanism,
                       const TrPlace *places,
                       const TrArm *arm)
{
  TrReal local[TR_PRIM_MAX_ROWS * TR_PRIM_GEOMETRY];

  tr_real_clear(value, mechanism->n_rows);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++) {
    const TrConstraint *c = tr_mechanism_part(mechanism, i);
    int column = tr_constraint_arm_column(c, arm);

    if (column < 0)
      continue;
    tr_prim_value_geometry(local, &c->prim, tr_place_of(places, c->body_a),
                           tr_place_of(places, c->body_b));
    for (int r = 0; r < c->n_rows; r++)
      value[c->row + r] += c->scale * arm->sign * local[12 * r + column];
  }
}

/* Returns whether the rows depend on the centre of mass itself, not only on the arms' ends. */
static bool
feels_centre(const TrArm *arm, const TrConstraint *c)
{
  return arm->stays && c->prim.type != TR_PRIM_POINT;
}

/* A row of derivatives by the pose, times the shift of the centre that compensates a unit of the
 * arm. */
static TrReal
take_shift(const TrReal row[12], const TrArm *arm, int column, const TrPlace *a, const TrPlace *b)
{
  bool of_parent = column < TR_GEO_SB;
  const TrReal *by_shift = row + (of_parent ? TR_RA : TR_RB), *rot = of_parent ? a->rot : b->rot;
  TrReal sum = tr_real(0);

  for (int i = 0; i < 3; i++)
    sum += by_shift[i] * rot[3 * i + arm->axis];
  return sum;
}

/* Adds the rates of one constraint. */
static void
add_rate(
    TrReal *rate, const TrConstraint *c, const TrPlace *places, const TrArm *arm, const TrReal *v)
{
  const TrPlace *a = tr_place_of(places, c->body_a), *b = tr_place_of(places, c->body_b);
  TrReal local_v[12], local[TR_PRIM_MAX_ROWS * TR_PRIM_GEOMETRY], own[TR_PRIM_MAX_ROWS];
  int column = tr_constraint_arm_column(c, arm);

  if (column < 0)
    return;
  tr_constraint_gather(local_v, v, c);
  tr_prim_rate_geometry(local, &c->prim, a, b, local_v);
  for (int r = 0; r < c->n_rows; r++)
    own[r] = arm->sign * local[12 * r + column];
  if (feels_centre(arm, c)) {
    tr_prim_rate_derivative(local, &c->prim, a, b, local_v);
    for (int r = 0; r < c->n_rows; r++)
      own[r] -= arm->sign * take_shift(local + 12 * r, arm, column, a, b);
  }
  for (int r = 0; r < c->n_rows; r++)
    rate[c->row + r] += c->scale * own[r];
}

/* Adds the force of one constraint on its bodies. */
static void
add_force(TrReal *force,
          const TrConstraint *c,
          const TrPlace *places,
          const TrArm *arm,
          const TrReal *lambda)
{
  const TrPlace *a = tr_place_of(places, c->body_a), *b = tr_place_of(places, c->body_b);
  TrReal local[144], change[12], share[TR_PRIM_MAX_ROWS];
  int column = tr_constraint_arm_column(c, arm);

  if (column < 0)
    return;
  for (int r = 0; r < c->n_rows; r++)
    share[r] = c->scale * lambda[c->row + r];
  tr_prim_force_geometry(local, &c->prim, a, b, share);
  for (int k = 0; k < 12; k++)
    change[k] = local[12 * k + column];
  if (feels_centre(arm, c)) {
    tr_prim_force_derivative(local, &c->prim, a, b, share);
    for (int k = 0; k < 12; k++)
      change[k] -= take_shift(local + 12 * k, arm, column, a, b);
  }
  for (int k = 0; k < 6; k++) {
    if (c->body_a != TR_WORLD)
      force[6 * c->body_a + k] += arm->sign * change[k];
    force[6 * c->body_b + k] += arm->sign * change[6 + k];
  }
}

void
tr_mechanism_arm_rate(TrReal *rate,
                      const TrMechanism *mechanism,
                      const TrPlace *places,
                      const TrArm *arm,
                      const TrReal *v)
{
  tr_real_clear(rate, mechanism->n_rows);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++)
    add_rate(rate, tr_mechanism_part(mechanism, i), places, arm, v);
}

void
tr_mechanism_arm_force(TrReal *force,
                       const TrMechanism *mechanism,
                       const TrPlace *places,
                       const TrArm *arm,
                       const TrReal *lambda)
{
  tr_real_clear(force, 6 * mechanism->n_bodies);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++)
    add_force(force, tr_mechanism_part(mechanism, i), places, arm, lambda);
}

void
tr_mechanism_arm_axis_rate(TrReal *rate,
                           const TrMechanism *mechanism,
                           const TrPlace *places,
                           const TrArm *arm,
                           const TrReal *v)
{
  tr_real_clear(rate, mechanism->n_joints);
  for (int j = 0; j < mechanism->n_joints; j++)
    add_rate(rate, &mechanism->axes[j], places, arm, v);
}

void
tr_mechanism_arm_axis_force(TrReal *force,
                            const TrMechanism *mechanism,
                            const TrPlace *places,
                            const TrArm *arm,
                            const TrReal *f)
{
  tr_real_clear(force, 6 * mechanism->n_bodies);
  for (int j = 0; j < mechanism->n_joints; j++)
    add_force(force, &mechanism->axes[j], places, arm, f);
}
