/* Joints as data: each type is a list of primitives and, unless it is rigid, one axial row whose
 * rate is the joint's. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/prim/prim.h"

enum { TR_AXIS_X, TR_AXIS_Y, TR_AXIS_Z };
enum { TR_JOINT_MAX_PRIMS = 5, TR_JOINT_MAX_FREEDOMS = 4 };

/* A primitive between axes of both frames. */
typedef struct TrJointPrim {
  TrPrimType type;
  int parent_axis; /* axis of the parent's frame that is u */
  int child_axis;  /* axis of the child's frame that is w */
} TrJointPrim;

/* Row of the table of joint types. */
typedef struct TrJointClass {
  int n_prims;
  TrJointPrim prims[TR_JOINT_MAX_PRIMS];
  bool has_axis;
  TrJointPrim axis;       /* AXIS for a hinge, OFFSET along z for a slide */
  TrJointPrim coordinate; /* ANGLE from x to x, or the same OFFSET: the joint's position, of which
                             the axial rate is the derivative where the constraints hold */
  int n_freedoms;
  TrJointPrim freedoms[TR_JOINT_MAX_FREEDOMS]; /* primitives whose rates are those that the joint
                                                  leaves free; more of them than freedoms where
                                                  there is no natural choice */
} TrJointClass;

/* Returns the row of a type; static. */
const TrJointClass *tr_joint_class(TrJointType type);

/* Resolves one primitive of a joint: directions and arms in the bodies' axes, arms from the centres
 * of mass (from the world's origin for the world). */
void
tr_joint_prim(TrPrim *prim, const TrModel *model, const TrJoint *joint, const TrJointPrim *shape);
