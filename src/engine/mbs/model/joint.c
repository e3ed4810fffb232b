#include "engine/mbs/model/joint.h"

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

/* Marklund, Servin and Larson 2025 (F.1, theory 2.3), with z for the axis: rows of the joints, the
 * parent's axis against the child's transverse ones. */
static const TrJointClass classes[TR_N_JOINT_TYPES] = {
    [TR_JOINT_HINGE] = {3,
                        {{TR_PRIM_POINT, 0, 0},
                         {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_X},
                         {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_Y}},
                        true,
                        {TR_PRIM_AXIS, TR_AXIS_Z, TR_AXIS_Z},
                        {TR_PRIM_ANGLE, TR_AXIS_X, TR_AXIS_X},
                        1,
                        {{TR_PRIM_AXIS, TR_AXIS_Z, TR_AXIS_Z}}},
    [TR_JOINT_SLIDE] = {5,
                        {{TR_PRIM_OFFSET, TR_AXIS_X, 0},
                         {TR_PRIM_OFFSET, TR_AXIS_Y, 0},
                         {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_X},
                         {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_Y},
                         {TR_PRIM_DOT, TR_AXIS_X, TR_AXIS_Y}},
                        true,
                        {TR_PRIM_OFFSET, TR_AXIS_Z, 0},
                        {TR_PRIM_OFFSET, TR_AXIS_Z, 0},
                        1,
                        {{TR_PRIM_OFFSET, TR_AXIS_Z, 0}}},
    [TR_JOINT_FIXED] = {4,
                        {{TR_PRIM_POINT, 0, 0},
                         {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_X},
                         {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_Y},
                         {TR_PRIM_DOT, TR_AXIS_X, TR_AXIS_Y}},
                        false,
                        {TR_PRIM_AXIS, 0, 0},
                        {TR_PRIM_ANGLE, 0, 0}},
    [TR_JOINT_BALL] = {.n_prims = 1,
                       .prims = {{TR_PRIM_POINT, 0, 0}},
                       .n_freedoms = 3,
                       .freedoms = {{TR_PRIM_AXIS, 0, TR_AXIS_X},
                                    {TR_PRIM_AXIS, 0, TR_AXIS_Y},
                                    {TR_PRIM_AXIS, 0, TR_AXIS_Z}}},
    [TR_JOINT_UNIVERSAL] = {.n_prims = 2,
                            .prims = {{TR_PRIM_POINT, 0, 0}, {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_X}},
                            .n_freedoms = 3,
                            .freedoms = {{TR_PRIM_AXIS, 0, TR_AXIS_X},
                                         {TR_PRIM_AXIS, 0, TR_AXIS_Y},
                                         {TR_PRIM_AXIS, 0, TR_AXIS_Z}}},
    [TR_JOINT_CYLINDRICAL] = {.n_prims = 4,
                              .prims = {{TR_PRIM_OFFSET, TR_AXIS_X, 0},
                                        {TR_PRIM_OFFSET, TR_AXIS_Y, 0},
                                        {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_X},
                                        {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_Y}},
                              .n_freedoms = 2,
                              .freedoms = {{TR_PRIM_AXIS, 0, TR_AXIS_Z},
                                           {TR_PRIM_OFFSET, TR_AXIS_Z, 0}}},
    [TR_JOINT_PLANAR] = {.n_prims = 3,
                         .prims = {{TR_PRIM_OFFSET, TR_AXIS_Z, 0},
                                   {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_X},
                                   {TR_PRIM_DOT, TR_AXIS_Z, TR_AXIS_Y}},
                         .n_freedoms = 3,
                         .freedoms = {{TR_PRIM_AXIS, 0, TR_AXIS_Z},
                                      {TR_PRIM_OFFSET, TR_AXIS_X, 0},
                                      {TR_PRIM_OFFSET, TR_AXIS_Y, 0}}},
    [TR_JOINT_FREE] = {.n_prims = 0,
                       .n_freedoms = 4,
                       .freedoms = {{TR_PRIM_AXIS, 0, TR_AXIS_X},
                                    {TR_PRIM_AXIS, 0, TR_AXIS_Y},
                                    {TR_PRIM_AXIS, 0, TR_AXIS_Z},
                                    {TR_PRIM_POINT, 0, 0}}},
    [TR_JOINT_DISTANCE] = {.n_prims = 1, .prims = {{TR_PRIM_DISTANCE, 0, 0}}},
    [TR_JOINT_SPRING] = {.n_prims = 0,
                         .has_axis = true,
                         .axis = {TR_PRIM_LENGTH, 0, 0},
                         .coordinate = {TR_PRIM_LENGTH, 0, 0}},
    [TR_JOINT_ALONG] = {.n_prims = 0,
                        .has_axis = true,
                        .axis = {TR_PRIM_OFFSET, TR_AXIS_Z, 0},
                        .coordinate = {TR_PRIM_OFFSET, TR_AXIS_Z, 0}},
    [TR_JOINT_ABOUT] = {.n_prims = 0,
                        .has_axis = true,
                        .axis = {TR_PRIM_AXIS, TR_AXIS_Z, TR_AXIS_Z},
                        .coordinate = {TR_PRIM_ANGLE, TR_AXIS_X, TR_AXIS_X}},
    [TR_JOINT_ROLLING] = {.n_prims = 3,
                          .prims = {{TR_PRIM_HEIGHT, TR_AXIS_Z, 0},
                                    {TR_PRIM_ROLL, TR_AXIS_X, 0},
                                    {TR_PRIM_ROLL, TR_AXIS_Y, 0}},
                          .n_freedoms = 3,
                          .freedoms = {{TR_PRIM_AXIS, 0, TR_AXIS_X},
                                       {TR_PRIM_AXIS, 0, TR_AXIS_Y},
                                       {TR_PRIM_AXIS, 0, TR_AXIS_Z}}},
    [TR_JOINT_GEAR] = {.n_prims = 0},
    [TR_JOINT_POINT_ON_LINE] = {.n_prims = 2,
                                .prims = {{TR_PRIM_OFFSET, TR_AXIS_X, 0},
                                          {TR_PRIM_OFFSET, TR_AXIS_Y, 0}}},
};

const TrJointClass *
tr_joint_class(TrJointType type)
{
  TR_ASSERT((size_t)type < TR_COUNT(classes));
  return &classes[type];
}

static void
take_axis(double out[3], const TrFrame *frame, int axis)
{
  double rot[9];

  tr_quat_matrix(rot, frame->quat);
  for (int i = 0; i < 3; i++)
    out[i] = rot[3 * i + axis];
}

static void
take_arm(double out[3], const TrModel *model, int body, const TrFrame *frame)
{
  tr_vec3_copy(out, frame->position);
  if (body != TR_WORLD)
    tr_vec3_sub(out, out, model->bodies[body].com);
}

void
tr_joint_prim(TrPrim *prim, const TrModel *model, const TrJoint *joint, const TrJointPrim *shape)
{
  prim->type = shape->type;
  take_axis(prim->u, &joint->parent_frame, shape->parent_axis);
  if (shape->type == TR_PRIM_DISTANCE)
    tr_vec3_copy(prim->u, (double[3]){joint->length, 0, 0});
  take_axis(prim->w, &joint->child_frame, shape->child_axis);
  take_axis(prim->k, &joint->child_frame, TR_AXIS_Z);
  if (shape->type == TR_PRIM_HEIGHT || shape->type == TR_PRIM_ROLL)
    tr_vec3_copy(prim->w, (double[3]){joint->length, 0, 0});
  if (shape->type == TR_PRIM_ROLL)
    take_axis(prim->k, &joint->parent_frame, TR_AXIS_Z);
  take_arm(prim->s_a, model, joint->parent, &joint->parent_frame);
  take_arm(prim->s_b, model, joint->child, &joint->child_frame);
}
