/* What joints to the world stand on: a column under a vertical hinge, a column with an axle behind
 * the plane of a horizontal one, two shafts between posts for a slide. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "ui/scene/camera.h"
#include "ui/scene/look-private.h"

/* Proportions in radii of a rod. */
#define COLUMN       1.35
#define FOOT_RADIUS  5.5
#define FOOT_HEIGHT  1.0
#define HINGE_HALF   1.8 /* half length of a hinge's barrel (look-body.c) */
#define AXLE_RADIUS  0.9
#define AXLE_LENGTH  6.0
#define SHAFT_RADIUS 0.75
#define SHAFT_APART  3.0 /* half distance of a slide's shafts */
#define END_MARGIN   8.0 /* of a rail beyond the travel: half a carriage and air */
#define END_WIDE     4.6
#define END_HIGH     2.0
#define END_LONG     1.2
#define BEVEL        0.3

/* Height of a point above the ground. */
static double
measure_height(const TrammelLook *look, const double point[3])
{
  double offset[3];
  tr_vec3_sub(offset, point, look->ground);
  return tr_vec3_dot(offset, look->up);
}

/* A foot on the ground below a point and a column up to it. */
static void
add_column(TrammelLook *look, const double top[3], double column_radius, double foot_radius)
{
  double t = look->thickness, height = measure_height(look, top), ground[3], rim[3];

  tr_vec3_copy(ground, top);
  tr_vec3_add_scaled(ground, ground, -height, look->up);
  tr_vec3_copy(rim, ground);
  tr_vec3_add_scaled(rim, rim, FOOT_HEIGHT * t, look->up);
  TrammelSolid foot = trammel_solid_cylinder(ground, rim, foot_radius * t, BEVEL * t);
  trammel_look_add(look, TR_WORLD, &foot, trammel_color_base);
  if (height > FOOT_HEIGHT * t) {
    TrammelSolid column = trammel_solid_cylinder(ground, top, column_radius * t, BEVEL * t);
    trammel_look_add(look, TR_WORLD, &column, trammel_color_base);
  }
}

static void
add_standing_hinge(TrammelLook *look, const TrPlace *place)
{
  double top[3];

  tr_vec3_copy(top, place->r);
  tr_vec3_add_scaled(top, top, -HINGE_HALF * look->thickness, look->up);
  add_column(look, top, COLUMN, FOOT_RADIUS);
}

/* The axle leads away from the viewer, so that the stand never hides the motion. */
static void
add_lying_hinge(TrammelLook *look, const TrPlace *place)
{
  double t = look->thickness, right[3], front[3], axis[3], end[3], head[3];

  trammel_camera_horizon(right, front, look->up);
  for (int i = 0; i < 3; i++)
    axis[i] = place->rot[3 * i + 2];
  tr_vec3_add_scaled(axis, axis, -tr_vec3_dot(axis, look->up), look->up);
  double side = tr_vec3_dot(axis, front) + 0.5 * tr_vec3_dot(axis, right);
  double sign = (side > 0 ? -1 : 1) / tr_vec3_norm(axis);
  tr_vec3_copy(end, place->r);
  tr_vec3_add_scaled(end, end, sign * (AXLE_LENGTH + COLUMN) * t, axis);
  TrammelSolid axle = trammel_solid_cylinder(place->r, end, AXLE_RADIUS * t, BEVEL * t);
  trammel_look_add(look, TR_WORLD, &axle, trammel_color_joint);

  tr_vec3_copy(head, place->r);
  tr_vec3_add_scaled(head, head, sign * AXLE_LENGTH * t, axis);
  tr_vec3_add_scaled(head, head, 2 * COLUMN * t, look->up);
  add_column(look, head, COLUMN, FOOT_RADIUS);
}

/* Axes of a rail: z along it, y up where it lies, x across. */
static void
align_rail(TrPlace *rail, const TrammelLook *look, const TrPlace *joint)
{
  double right[3], front[3], x[3], y[3], z[3];

  for (int i = 0; i < 3; i++)
    z[i] = joint->rot[3 * i + 2];
  tr_vec3_cross(x, look->up, z);
  if (tr_vec3_norm(x) < 0.1) {
    trammel_camera_horizon(right, front, look->up);
    tr_vec3_copy(x, right);
    tr_vec3_add_scaled(x, x, -tr_vec3_dot(x, z), z);
  }
  double norm = tr_vec3_norm(x);
  for (int i = 0; i < 3; i++)
    x[i] /= norm;
  tr_vec3_cross(y, z, x);
  tr_vec3_copy(rail->r, joint->r);
  for (int i = 0; i < 3; i++) {
    rail->rot[3 * i] = x[i];
    rail->rot[3 * i + 1] = y[i];
    rail->rot[3 * i + 2] = z[i];
  }
}

static void
add_rail_end(TrammelLook *look, const TrPlace *rail, double offset, gboolean has_post)
{
  double t = look->thickness;
  const double middle[3] = {0, 0, offset}, half[3] = {END_WIDE * t, END_HIGH * t, END_LONG * t};
  TrPlace place = *rail;

  trammel_place_apply(place.r, rail, middle);
  TrammelSolid plate = trammel_solid_box(&place, half, BEVEL * t);
  trammel_look_add(look, TR_WORLD, &plate, trammel_color_joint);
  if (has_post)
    add_column(look, place.r, COLUMN, 0.8 * FOOT_RADIUS);
}

static void
add_slide(TrammelLook *look, const TrPlace *joint, double travel)
{
  double t = look->thickness, half = travel + END_MARGIN * t;
  TrPlace rail;

  align_rail(&rail, look, joint);
  double along[3] = {rail.rot[2], rail.rot[5], rail.rot[8]};
  double rise = tr_vec3_dot(along, look->up);
  for (int side = -1; side <= 1; side += 2) {
    double a[3], b[3];
    trammel_place_apply(a, &rail, (double[3]){side * SHAFT_APART * t, 0, -half});
    trammel_place_apply(b, &rail, (double[3]){side * SHAFT_APART * t, 0, half});
    TrammelSolid shaft = trammel_solid_cylinder(a, b, SHAFT_RADIUS * t, BEVEL * t);
    trammel_look_add(look, TR_WORLD, &shaft, trammel_color_pin);
    /* of a steep rail only the lower end stands on the ground */
    add_rail_end(look, &rail, side * half, fabs(rise) < 0.5 || side * rise < 0);
  }
}

void
trammel_look_add_stand(TrammelLook *look, int index)
{
  const TrJoint *joint = &look->model->joints[index];
  TrPlace place;

  trammel_look_frame_place(&place, look->model, TR_WORLD, &joint->parent_frame);
  double axis[3] = {place.rot[2], place.rot[5], place.rot[8]};
  if (joint->type == TR_JOINT_SLIDE)
    add_slide(look, &place, look->travel[index]);
  else if (joint->type == TR_JOINT_HINGE && fabs(tr_vec3_dot(axis, look->up)) < 0.7)
    add_lying_hinge(look, &place);
  else
    add_standing_hinge(look, &place);
}
