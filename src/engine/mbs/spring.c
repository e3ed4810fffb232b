#include "engine/mbs/spring.h"

#include <string.h>

/* Squares of the half angle's denominator below this are half a turn, where its sign is chance. */
#define HALF_TURN 1e-30

/* An angle in -pi .. pi by its sine and cosine, which need not be of a unit vector. */
static TrReal
angle_of(TrReal sine, TrReal cosine)
{
  TrReal length = tr_real_sqrt(sine * sine + cosine * cosine);
  TrReal below = tr_real_max(length + cosine, tr_real(HALF_TURN));

  return 2 * tr_real_atan(sine / below);
}

/* Of a hinge: sine and cosine of the angle are the child's x axis along the parent's y and x. */
static TrReal
hinge_stretch(
    TrReal *row, const TrModel *model, const TrJoint *joint, const TrPlace *a, const TrPlace *b)
{
  static const TrJointPrim along[2] = {{TR_PRIM_DOT, TR_AXIS_Y, TR_AXIS_X},
                                       {TR_PRIM_DOT, TR_AXIS_X, TR_AXIS_X}};
  double cosine = cos(joint->spring.rest), sine = sin(joint->spring.rest);
  TrReal value[2], slope[2][12], s, c;

  for (int i = 0; i < 2; i++) {
    TrPrim prim;

    tr_joint_prim(&prim, model, joint, &along[i]);
    tr_prim_value(&value[i], &prim, a, b);
    if (row)
      tr_prim_jacobian(slope[i], &prim, a, b);
  }
  s = value[0] * cosine - value[1] * sine;
  c = value[1] * cosine + value[0] * sine;
  for (int k = 0; row && k < 12; k++)
    row[k] = (value[1] * slope[0][k] - value[0] * slope[1][k]) /
             (value[0] * value[0] + value[1] * value[1]);
  return angle_of(s, c);
}

TrReal
tr_spring_stretch(TrReal *row, const TrModel *model, int joint, const TrPlace *a, const TrPlace *b)
{
  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);
  TrPrim prim;
  TrReal offset;

  if (class->axis.type == TR_PRIM_AXIS)
    return hinge_stretch(row, model, j, a, b);
  tr_joint_prim(&prim, model, j, &class->axis);
  tr_prim_value(&offset, &prim, a, b);
  if (row)
    tr_prim_jacobian(row, &prim, a, b);
  return offset - j->spring.rest;
}

void
tr_spring_geometry(
    TrReal out[12], const TrModel *model, int joint, const TrPlace *a, const TrPlace *b)
{
  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);
  TrPrim prim;

  memset(out, 0, 12 * sizeof *out);
  if (class->axis.type == TR_PRIM_AXIS)
    return;
  tr_joint_prim(&prim, model, j, &class->axis);
  tr_prim_value_geometry(out, &prim, a, b);
}
