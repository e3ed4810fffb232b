/* Hinges, rails and supports of the scene model. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "ui/scene/model/private.h"

/* in radii of a link */
#define HOUSING_RADIUS 1.5
#define HOUSING_HALF   1.35
#define PIN_RADIUS     0.75
#define PIN_HALF       1.8
#define COLUMN_RADIUS  1.2
#define POST_AWAY      3.2 /* from a hinge to the post that carries it */
#define POST_HALF      1.0
#define FOOT_HALF      3.4
#define FOOT_HEIGHT    0.35 /* half */
#define RAIL_HALF      0.8
#define ROD_RADIUS     0.55
#define EDGE           0.25

#define UPRIGHT 0.75 /* cosine: an axis nearer to the vertical counts as upright */

static void
add_part(
    TrammelSceneModel *look, int body, TrammelPartKind kind, TrammelSolid solid, TrammelMat4 local)
{
  TrammelPart part = {.body = body,
                      .thing = {TRAMMEL_THING_JOINT, look->joint},
                      .kind = kind,
                      .solid = solid,
                      .local = local};

  g_array_append_val(look->joints, part);
}

/* Returns a frame of the world with y up and x along a horizontal direction. */
static TrammelMat4
make_upright_frame(const TrammelSceneModel *look, const double position[3], const double along[3])
{
  TrammelMat4 out = trammel_mat4_identity();
  double *x = out.m, *y = out.m + 4, *z = out.m + 8, length;

  tr_vec3_copy(y, look->up);
  tr_vec3_add_scaled(x, along, -tr_vec3_dot(along, y), y);
  length = tr_vec3_norm(x);
  for (int i = 0; i < 3; i++)
    x[i] /= length;
  tr_vec3_cross(z, x, y);
  tr_vec3_copy(out.m + 12, position);
  return out;
}

/* Sets any horizontal direction. */
static void
find_horizontal(const TrammelSceneModel *look, double out[3])
{
  static const double origin[3] = {0};
  TrammelMat4 frame = trammel_mat4_along(origin, look->up);

  tr_vec3_copy(out, frame.m);
}

/* Sets the direction to the back of the first view: supports there hide nothing. */
static void
find_backward(const TrammelSceneModel *look, double out[3])
{
  double right[3] = {1, 0, 0}, back[3];

  if (fabs(look->up[0]) > 0.99)
    tr_vec3_copy(right, (double[3]){0, 1, 0});
  tr_vec3_cross(back, right, look->up);
  for (int i = 0; i < 3; i++)
    out[i] = -back[i];
}

/* Adds a square post from the ground up to the height of `top`, with a foot. */
static void
add_post(TrammelSceneModel *look, const double top[3], const double along[3])
{
  double height = tr_vec3_dot(top, look->up) - look->ground, r = look->support;
  double half_width = POST_HALF * look->support, middle[3], bottom[3];
  double foot[3] = {half_width + 1.6 * r, FOOT_HEIGHT * r, half_width + 1.6 * r};

  tr_vec3_add_scaled(middle, top, -0.5 * height, look->up);
  tr_vec3_add_scaled(bottom, top, FOOT_HEIGHT * r - height, look->up);
  add_part(look, TR_WORLD, TRAMMEL_PART_BASE,
           trammel_solid_box((double[3]){half_width, 0.5 * height, half_width}, EDGE * r),
           make_upright_frame(look, middle, along));
  add_part(look, TR_WORLD, TRAMMEL_PART_BASE, trammel_solid_box(foot, EDGE * r),
           make_upright_frame(look, bottom, along));
}

/* Adds a round column under a vertical axis. */
static void
add_column(TrammelSceneModel *look, const double top[3])
{
  double height = tr_vec3_dot(top, look->up) - look->ground, r = look->support;
  double middle[3], bottom[3];

  tr_vec3_add_scaled(middle, top, -0.5 * height, look->up);
  tr_vec3_add_scaled(bottom, top, FOOT_HEIGHT * r - height, look->up);
  add_part(look, TR_WORLD, TRAMMEL_PART_BASE,
           trammel_solid_cylinder(COLUMN_RADIUS * r, 0.5 * height, EDGE * r),
           trammel_mat4_along(middle, look->up));
  add_part(look, TR_WORLD, TRAMMEL_PART_BASE,
           trammel_solid_cylinder(FOOT_HALF * r, FOOT_HEIGHT * r, EDGE * r),
           trammel_mat4_along(bottom, look->up));
}

static void
support_hinge(TrammelSceneModel *look, const double place[3], const double axis[3])
{
  double r = look->thickness, backward[3], top[3], side, middle[3];
  double away = (POST_AWAY - POST_HALF) * r + POST_HALF * look->support;

  if (fabs(tr_vec3_dot(axis, look->up)) > UPRIGHT) {
    add_column(look, place);
    return;
  }
  find_backward(look, backward);
  side = tr_vec3_dot(axis, backward) < 0 ? -1 : 1;
  tr_vec3_add_scaled(top, place, side * away, axis);
  tr_vec3_add_scaled(middle, place, 0.5 * side * away, axis);
  add_part(look, TR_WORLD, TRAMMEL_PART_JOINT,
           trammel_solid_cylinder(PIN_RADIUS * r, 0.5 * away, 0.1 * r),
           trammel_mat4_along(middle, axis));
  tr_vec3_add_scaled(top, top, HOUSING_RADIUS * r, look->up);
  add_post(look, top, axis);
}

static void
add_hinge(TrammelSceneModel *look, const TrJoint *joint)
{
  double r = look->thickness;
  TrammelMat4 frame =
      trammel_mat4_from_frame(joint->parent_frame.position, joint->parent_frame.quat);

  add_part(look, joint->parent, TRAMMEL_PART_JOINT,
           trammel_solid_cylinder(HOUSING_RADIUS * r, HOUSING_HALF * r, EDGE * r), frame);
  add_part(look, joint->parent, TRAMMEL_PART_JOINT,
           trammel_solid_cylinder(PIN_RADIUS * r, PIN_HALF * r, 0.1 * r), frame);
  if (joint->parent == TR_WORLD)
    support_hinge(look, frame.m + 12, frame.m + 8);
}

/* Returns the extent of the solids of a body at rest along a direction from `place`. */
static double
measure_body(const TrammelSceneModel *look, int body, const double place[3], const double along[3])
{
  double farthest = 0;
  TrFrame origin;

  tr_body_origin(&origin, look->model, body, look->rest);

  TrammelMat4 frame = trammel_mat4_from_frame(origin.position, origin.quat);

  for (guint i = 0; i < look->shapes->len; i++) {
    const TrammelPart *part = &g_array_index(look->shapes, TrammelPart, i);
    TrammelMat4 solid = trammel_mat4_multiply(&frame, &part->local);
    double reach[3], offset[3], far;

    if (part->body != body)
      continue;
    trammel_solid_get_reach(&part->solid, reach);
    tr_vec3_sub(offset, solid.m + 12, place);
    far = tr_vec3_dot(offset, along);
    for (int k = 0; k < 3; k++)
      far += reach[k] * fabs(tr_vec3_dot(solid.m + 4 * k, along));
    farthest = fmax(farthest, far);
  }
  return farthest;
}

/* Sets the unit vector across a slide towards its rail: down, for a vertical slide to the back. */
static void
find_aside(const TrammelSceneModel *look, const double axis[3], double aside[3])
{
  double length;

  if (fabs(tr_vec3_dot(axis, look->up)) > UPRIGHT)
    find_backward(look, aside);
  else
    for (int i = 0; i < 3; i++)
      aside[i] = -look->up[i];
  tr_vec3_add_scaled(aside, aside, -tr_vec3_dot(aside, axis), axis);
  length = tr_vec3_norm(aside);
  for (int i = 0; i < 3; i++)
    aside[i] /= length;
}

/* Adds a rail beside the carriage on two posts, a vertical one on the lower post only. */
static void
add_world_rail(TrammelSceneModel *look,
               const TrJoint *joint,
               const TrammelMat4 *frame,
               double travel)
{
  const double *place = frame->m + 12, *axis = frame->m + 8;
  double r = look->thickness, rise = tr_vec3_dot(axis, look->up), half, away;
  TrammelMat4 rail = *frame;

  find_aside(look, axis, rail.m + 4);
  tr_vec3_cross(rail.m, rail.m + 4, axis);
  half = travel + measure_body(look, joint->child, place, axis);
  away = measure_body(look, joint->child, place, rail.m + 4) + RAIL_HALF * r;
  tr_vec3_add_scaled(rail.m + 12, place, away, rail.m + 4);
  add_part(look, TR_WORLD, TRAMMEL_PART_JOINT,
           trammel_solid_box((double[3]){1.8 * RAIL_HALF * r, RAIL_HALF * r, half}, EDGE * r),
           rail);
  for (int side = -1; side <= 1; side += 2) {
    double top[3];

    if (fabs(rise) > UPRIGHT && side * rise > 0)
      continue;
    tr_vec3_add_scaled(top, rail.m + 12, side * (half - POST_HALF * look->support), axis);
    add_post(look, top, fabs(rise) > UPRIGHT ? rail.m : axis);
  }
}

static void
add_slide(TrammelSceneModel *look, const TrJoint *joint, double travel)
{
  TrammelMat4 frame =
      trammel_mat4_from_frame(joint->parent_frame.position, joint->parent_frame.quat);

  if (joint->parent == TR_WORLD) {
    add_world_rail(look, joint, &frame, travel);
    return;
  }
  add_part(look, joint->parent, TRAMMEL_PART_JOINT,
           trammel_solid_cylinder(ROD_RADIUS * look->thickness, travel, 0.1 * look->thickness),
           frame);
}

static void
add_fixed(TrammelSceneModel *look, const TrJoint *joint)
{
  double half = 1.2 * look->thickness, along[3];
  TrammelMat4 frame =
      trammel_mat4_from_frame(joint->parent_frame.position, joint->parent_frame.quat);

  add_part(look, joint->parent, TRAMMEL_PART_JOINT,
           trammel_solid_box((double[3]){half, half, half}, EDGE * look->thickness), frame);
  if (joint->parent != TR_WORLD)
    return;
  find_horizontal(look, along);
  add_post(look, frame.m + 12, along);
}

/* Half sides of the drawn piece of a plane that something rolls on, in radii. */
#define PLANE_LENGTH 6.0
#define PLANE_WIDTH  2.0
#define PLANE_DEPTH  0.08

/* A piece of the plane under a ball or wheel. */
static void
add_rolling(TrammelSceneModel *look, const TrJoint *joint)
{
  double r = joint->length, depth = PLANE_DEPTH * r;
  TrammelMat4 frame =
      trammel_mat4_from_frame(joint->parent_frame.position, joint->parent_frame.quat);

  tr_vec3_add_scaled(frame.m + 12, frame.m + 12, -depth, frame.m + 8);
  add_part(look, joint->parent, TRAMMEL_PART_JOINT,
           trammel_solid_box((double[3]){PLANE_LENGTH * r, PLANE_WIDTH * r, depth}, 0.5 * depth),
           frame);
}

void
trammel_scene_model_add_joints(TrammelSceneModel *look)
{
  for (int i = 0; i < look->model->n_joints; i++) {
    const TrJoint *joint = &look->model->joints[i];

    look->joint = i;
    if (joint->type == TR_JOINT_HINGE)
      add_hinge(look, joint);
    else if (joint->type == TR_JOINT_GEAR || joint->type == TR_JOINT_ALONG ||
             joint->type == TR_JOINT_ABOUT || joint->type == TR_JOINT_FREE ||
             ((joint->type == TR_JOINT_DISTANCE || joint->type == TR_JOINT_SPRING) &&
              joint->parent != TR_WORLD))
      continue; /* sits on others, holds nothing, or is drawn between its bodies
                   (model/couplings.c) */
    else if (joint->type == TR_JOINT_ROLLING)
      add_rolling(look, joint);
    else if (joint->type == TR_JOINT_SLIDE)
      add_slide(look, joint, look->travel[i]);
    else
      add_fixed(look, joint);
  }
}
