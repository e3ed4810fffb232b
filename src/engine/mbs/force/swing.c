#include "engine/mbs/force/swing.h"

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

/* A body after a motion of s times its twist [s], and how its tangent follows. */
typedef struct Moved {
  TrPlace place;
  double s;
  TrReal by_spin[9]; /* s J_r(s omega) */
  TrReal carry[9];   /* Exp(s omega)^T */
} Moved;

/* Both bodies. */
typedef struct Pair {
  Moved a, b;
} Pair;

bool
tr_swing_exists(const TrModel *model, int joint)
{
  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);

  if (!class->has_axis || (j->type == TR_JOINT_SLIDE && j->parent == TR_WORLD))
    return false;
  return class->axis.type == TR_PRIM_OFFSET || class->axis.type == TR_PRIM_LENGTH;
}

static void
move(Moved *out, const TrPlace *from, const TrReal twist[6], double s)
{
  TrReal phi[3], turn[4], rot[9];

  for (int i = 0; i < 3; i++)
    phi[i] = s * twist[3 + i];
  tr_quat_exp(turn, phi);
  tr_quat_matrix(rot, turn);
  tr_vec3_add_scaled(out->place.r, from->r, s, twist);
  tr_mat3_multiply(out->place.rot, from->rot, rot);
  tr_so3_right_jacobian(out->by_spin, phi);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      out->by_spin[3 * i + k] *= s;
      out->carry[3 * i + k] = rot[3 * k + i];
    }
  out->s = s;
}

static void
move_pair(Pair *out, const TrSwingInput *in, const TrReal v[12], double s)
{
  move(&out->a, in->a, v, s);
  move(&out->b, in->b, v + 6, s);
}

/* row += x^T m */
static void
add_turned(TrReal row[3], const TrReal x[3], const TrReal m[9])
{
  for (int k = 0; k < 3; k++)
    row[k] += x[0] * m[k] + x[1] * m[3 + k] + x[2] * m[6 + k];
}

/* Adds the row of a moved body, by its own tangent, to those by its twist and its first tangent. */
static void
carry_row(TrReal *by_twist, TrReal *by_pose, const TrReal row[6], const Moved *body)
{
  for (int i = 0; i < 3; i++) {
    by_twist[i] += body->s * row[i];
    by_pose[i] += row[i];
  }
  add_turned(by_twist + 3, row + 3, body->by_spin);
  add_turned(by_pose + 3, row + 3, body->carry);
}

/* Returns s at the moved pose; adds its derivatives. */
static TrReal
take_end(TrReal *by_twist, TrReal *by_pose, const TrPrim *prim, const Pair *pair)
{
  TrReal value, row[12];

  tr_prim_value(&value, prim, &pair->a.place, &pair->b.place);
  if (!by_twist)
    return value;
  tr_prim_jacobian(row, prim, &pair->a.place, &pair->b.place);
  carry_row(by_twist, by_pose, row, &pair->a);
  carry_row(by_twist + 6, by_pose + 6, row + 6, &pair->b);
  return value;
}

/* From the sums of both ends to the derivatives of c. */
static void
finish_slopes(TrSwingSlopes *out, const TrPrim *prim, const TrSwingInput *in, const TrReal row[12])
{
  TrReal before[12], after[12];

  tr_prim_rate_derivative(before, prim, in->a, in->b, in->v);
  tr_prim_rate_derivative(after, prim, in->a, in->b, in->v_after);
  for (int k = 0; k < 12; k++) {
    out->by_v[k] = out->by_v[k] / in->h + row[k];
    out->by_v_after[k] = out->by_v_after[k] / in->h - row[k];
    out->by_pose[k] = (out->by_pose[k] - 2 * row[k]) / in->h - after[k] + before[k];
  }
}

TrReal
tr_swing_eval(TrSwingSlopes *slopes, const TrConstraint *axis, const TrSwingInput *in)
{
  const TrPrim *prim = &axis->prim;
  TrReal *by_pose = slopes ? slopes->by_pose : NULL, now, row[12], change = tr_real(0);
  Pair before, after;

  if (slopes)
    *slopes = (TrSwingSlopes){0};
  move_pair(&before, in, in->v, -in->h);
  move_pair(&after, in, in->v_after, in->h);
  tr_prim_value(&now, prim, in->a, in->b);
  tr_prim_jacobian(row, prim, in->a, in->b);
  change = (take_end(slopes ? slopes->by_v_after : NULL, by_pose, prim, &after) - now) / in->h -
           (now - take_end(slopes ? slopes->by_v : NULL, by_pose, prim, &before)) / in->h;
  for (int k = 0; k < 12; k++)
    change -= row[k] * (in->v_after[k] - in->v[k]);
  if (slopes)
    finish_slopes(slopes, prim, in, row);
  return change;
}

void
tr_swing_geometry(TrReal out[12], const TrConstraint *axis, const TrSwingInput *in)
{
  const TrPrim *prim = &axis->prim;
  TrReal first[12], last[12], rate[12], rate_after[12];
  Pair before, after;

  move_pair(&before, in, in->v, -in->h);
  move_pair(&after, in, in->v_after, in->h);
  tr_prim_value_geometry(first, prim, &before.a.place, &before.b.place);
  tr_prim_value_geometry(last, prim, &after.a.place, &after.b.place);
  tr_prim_value_geometry(out, prim, in->a, in->b);
  tr_prim_rate_geometry(rate, prim, in->a, in->b, in->v);
  tr_prim_rate_geometry(rate_after, prim, in->a, in->b, in->v_after);
  for (int k = 0; k < 12; k++)
    out[k] = (first[k] - 2 * out[k] + last[k]) / in->h - rate_after[k] + rate[k];
}
