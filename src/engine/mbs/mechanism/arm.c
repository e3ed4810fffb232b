/* Derivatives of the constraint rows by the arms of their bodies. */

#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/prim/private.h"

/* Returns whether a primitive has arms; the others have directions only. */
static bool
has_arms(TrPrimType type)
{
  return type == TR_PRIM_POINT || type == TR_PRIM_OFFSET || type == TR_PRIM_DISTANCE ||
         type == TR_PRIM_LENGTH;
}

int
tr_constraint_arm_column(const TrConstraint *c, const TrArm *arm)
{
  bool parent = arm->parent && c->body_a == arm->body, child = arm->child && c->body_b == arm->body;

  if (c->n_rows == 0 || !has_arms(c->prim.type) || (arm->joint >= 0 && c->joint != arm->joint))
    return -1;
  if (arm->length)
    return c->prim.type == TR_PRIM_DISTANCE ? TR_GEO_U : -1;
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
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    int column = tr_constraint_arm_column(c, arm);

    if (column < 0)
      continue;
    tr_prim_value_geometry(local, &c->prim, tr_place_of(places, c->body_a),
                           tr_place_of(places, c->body_b));
    for (int r = 0; r < c->n_rows; r++)
      value[c->row + r] = arm->sign * local[12 * r + column];
  }
  for (int i = 0; i < 2 * mechanism->n_gears; i++) {
    const TrConstraint *c = &mechanism->gears[i];
    int column = tr_constraint_arm_column(c, arm);

    if (column < 0)
      continue;
    tr_prim_value_geometry(local, &c->prim, tr_place_of(places, c->body_a),
                           tr_place_of(places, c->body_b));
    value[c->row] += c->scale * arm->sign * local[column];
  }
}

/* Returns whether the rows depend on the centre of mass itself, not only on the arms' ends. */
static bool
feels_centre(const TrArm *arm, const TrConstraint *c)
{
  return arm->stays && (c->prim.type == TR_PRIM_OFFSET || c->prim.type == TR_PRIM_DISTANCE ||
                        c->prim.type == TR_PRIM_LENGTH);
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

static void
fill_rate(TrReal *rate,
          const TrConstraint *list,
          int n_list,
          const TrPlace *places,
          const TrArm *arm,
          const TrReal *v)
{
  TrReal local_v[12], local[TR_PRIM_MAX_ROWS * TR_PRIM_GEOMETRY];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];
    const TrPlace *a = tr_place_of(places, c->body_a), *b = tr_place_of(places, c->body_b);
    int column = tr_constraint_arm_column(c, arm);

    if (column < 0)
      continue;
    tr_constraint_gather(local_v, v, c);
    tr_prim_rate_geometry(local, &c->prim, a, b, local_v);
    for (int r = 0; r < c->n_rows; r++)
      rate[c->row + r] = arm->sign * local[12 * r + column];
    if (!feels_centre(arm, c))
      continue;
    tr_prim_rate_derivative(local, &c->prim, a, b, local_v);
    for (int r = 0; r < c->n_rows; r++)
      rate[c->row + r] -= arm->sign * take_shift(local + 12 * r, arm, column, a, b);
  }
}

static void
add_force(TrReal *force,
          const TrConstraint *list,
          int n_list,
          const TrPlace *places,
          const TrArm *arm,
          const TrReal *lambda)
{
  TrReal local[144], change[12];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];
    const TrPlace *a = tr_place_of(places, c->body_a), *b = tr_place_of(places, c->body_b);
    int column = tr_constraint_arm_column(c, arm);

    if (column < 0)
      continue;
    tr_prim_force_geometry(local, &c->prim, a, b, lambda + c->row);
    for (int k = 0; k < 12; k++)
      change[k] = local[12 * k + column];
    if (feels_centre(arm, c)) {
      tr_prim_force_derivative(local, &c->prim, a, b, lambda + c->row);
      for (int k = 0; k < 12; k++)
        change[k] -= take_shift(local + 12 * k, arm, column, a, b);
    }
    for (int k = 0; k < 6; k++) {
      if (c->body_a != TR_WORLD)
        force[6 * c->body_a + k] += arm->sign * change[k];
      force[6 * c->body_b + k] += arm->sign * change[6 + k];
    }
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
  fill_rate(rate, mechanism->constraints, mechanism->n_constraints, places, arm, v);
  for (int i = 0; i < 2 * mechanism->n_gears; i++) {
    TrConstraint part = mechanism->gears[i];
    TrReal own = tr_real(0);
    int row = part.row;

    part.row = 0;
    fill_rate(&own, &part, 1, places, arm, v);
    rate[row] += part.scale * own;
  }
}

void
tr_mechanism_arm_force(TrReal *force,
                       const TrMechanism *mechanism,
                       const TrPlace *places,
                       const TrArm *arm,
                       const TrReal *lambda)
{
  tr_real_clear(force, 6 * mechanism->n_bodies);
  add_force(force, mechanism->constraints, mechanism->n_constraints, places, arm, lambda);
  for (int i = 0; i < 2 * mechanism->n_gears; i++) {
    TrConstraint part = mechanism->gears[i];
    TrReal share = part.scale * lambda[part.row];

    part.row = 0;
    add_force(force, &part, 1, places, arm, &share);
  }
}

void
tr_mechanism_arm_axis_rate(TrReal *rate,
                           const TrMechanism *mechanism,
                           const TrPlace *places,
                           const TrArm *arm,
                           const TrReal *v)
{
  tr_real_clear(rate, mechanism->n_joints);
  fill_rate(rate, mechanism->axes, mechanism->n_joints, places, arm, v);
}

void
tr_mechanism_arm_axis_force(TrReal *force,
                            const TrMechanism *mechanism,
                            const TrPlace *places,
                            const TrArm *arm,
                            const TrReal *f)
{
  tr_real_clear(force, 6 * mechanism->n_bodies);
  add_force(force, mechanism->axes, mechanism->n_joints, places, arm, f);
}
