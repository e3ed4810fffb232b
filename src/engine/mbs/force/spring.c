#include "engine/mbs/force/spring.h"

static TrPrim
coordinate_of(const TrModel *model, const TrJoint *joint)
{
  TrPrim prim;

  tr_joint_prim(&prim, model, joint, &tr_joint_class(joint->type)->coordinate);
  return prim;
}

TrReal
tr_spring_stretch(TrReal *row, const TrModel *model, int joint, const TrPlace *a, const TrPlace *b)
{
  const TrJoint *j = &model->joints[joint];
  TrPrim prim = coordinate_of(model, j);
  TrReal coordinate;

  tr_prim_value(&coordinate, &prim, a, b);
  if (row)
    tr_prim_jacobian(row, &prim, a, b);
  coordinate -= j->spring.rest;
  return prim.type == TR_PRIM_ANGLE ? tr_real_wrap_angle(coordinate) : coordinate;
}

void
tr_spring_geometry(
    TrReal out[12], const TrModel *model, int joint, const TrPlace *a, const TrPlace *b)
{
  TrPrim prim = coordinate_of(model, &model->joints[joint]);

  tr_prim_value_geometry(out, &prim, a, b);
}
