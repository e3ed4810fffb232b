/* Looks of bodies and of the joints between them. */
#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "ui/scene/look-private.h"

/* Proportions in radii of a rod. */
#define BEAD          1.5 /* ball at the centre of mass of a body between joints */
#define BOB_LEAST     1.6 /* ball at the end of a chain, by its share of the mass */
#define BOB_MOST      3.2
#define HINGE_RADIUS  1.9
#define HINGE_HALF    1.8
#define PIN_RADIUS    0.8
#define PIN_HALF      2.1
#define BEVEL         0.3
#define CARRIAGE_LONG 6.0
#define CARRIAGE_WIDE 4.6
#define CARRIAGE_HIGH 2.4
#define TIP_GAP       0.5 /* distances below this count as none */

void
trammel_look_add_shape(TrammelLook *look, const TrammelShape *shape)
{
  const double *com = look->model->bodies[shape->body].com;
  double bevel = BEVEL * look->thickness, from[3], to[3];
  TrammelSolid solid;

  tr_vec3_sub(from, shape->from, com);
  tr_vec3_sub(to, shape->to, com);
  if (shape->type == TRAMMEL_SHAPE_BOX) {
    TrPlace place;
    const double half[3] = {shape->size[0] / 2, shape->size[1] / 2, shape->size[2] / 2};
    tr_vec3_copy(place.r, from);
    tr_quat_matrix(place.rot, shape->quat);
    solid = trammel_solid_box(&place, half, bevel);
  } else if (shape->type == TRAMMEL_SHAPE_SPHERE) {
    solid = trammel_solid_capsule(from, from, shape->radius);
  } else if (shape->type == TRAMMEL_SHAPE_CAPSULE) {
    solid = trammel_solid_capsule(from, to, shape->radius);
  } else {
    solid = trammel_solid_cylinder(from, to, shape->radius, bevel);
  }
  trammel_look_add(look, shape->body, &solid,
                   shape->color[3] > 0 ? shape->color : trammel_look_color(shape->body));
}

static void
add_rod(TrammelLook *look, int body, const double a[3], const double b[3])
{
  TrammelSolid rod = trammel_solid_capsule(a, b, look->thickness);
  trammel_look_add(look, body, &rod, trammel_look_color(body));
}

/* A block that runs along z of its joint; y of the block is up where it can be. */
static void
add_carriage(TrammelLook *look, int body, const TrPlace *joint)
{
  double t = look->thickness;
  const double half[3] = {CARRIAGE_WIDE * t, CARRIAGE_HIGH * t, CARRIAGE_LONG * t};
  double *pose = trammel_look_dup_zero_pose(look);
  double rot[9], up[3], axis[3], x[3], y[3];
  TrPlace place = *joint;

  tr_quat_matrix(rot, pose + 7 * body + 3);
  tr_mat3_apply_t(up, rot, look->up);
  for (int i = 0; i < 3; i++)
    axis[i] = joint->rot[3 * i + 2];
  tr_vec3_cross(x, up, axis);
  double norm = tr_vec3_norm(x);
  if (norm > 0.1) {
    tr_vec3_cross(y, axis, x);
    for (int i = 0; i < 3; i++) {
      place.rot[3 * i] = x[i] / norm;
      place.rot[3 * i + 1] = y[i] / norm;
    }
  }
  TrammelSolid block = trammel_solid_box(&place, half, 2 * BEVEL * t);
  trammel_look_add(look, body, &block, trammel_look_color(body));
  g_free(pose);
}

static double
find_largest_mass(const TrModel *model)
{
  double most = 0;
  for (int i = 0; i < model->n_bodies; i++)
    most = fmax(most, model->bodies[i].mass);
  return most;
}

static void
add_ball(TrammelLook *look, int body, gboolean is_leaf)
{
  const double com[3] = {0, 0, 0};
  const TrModel *model = look->model;
  double share = cbrt(model->bodies[body].mass / find_largest_mass(model));
  double radius = is_leaf ? BOB_LEAST + (BOB_MOST - BOB_LEAST) * share : BEAD;
  TrammelSolid ball = trammel_solid_capsule(com, com, radius * look->thickness);

  trammel_look_add(look, body, &ball, trammel_look_color(body));
}

/* Rods from the joint that the body hangs on to those it carries; to the centre of mass where it
 * carries none.  A slide has its carriage, from which rods go on. */
void
trammel_look_add_body(TrammelLook *look, int body)
{
  const TrModel *model = look->model;
  const TrJoint *own = trammel_look_find_joint(model, body);
  const double com[3] = {0, 0, 0};
  double gap = TIP_GAP * look->thickness;
  gboolean is_leaf = TRUE;
  TrPlace root = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

  if (own != NULL)
    trammel_look_frame_place(&root, model, body, &own->child_frame);
  gboolean slides = own != NULL && own->type == TR_JOINT_SLIDE;
  if (slides)
    add_carriage(look, body, &root);
  for (int i = 0; i < model->n_joints; i++) {
    TrPlace tip;
    if (model->joints[i].parent != body)
      continue;
    is_leaf = FALSE;
    trammel_look_frame_place(&tip, model, body, &model->joints[i].parent_frame);
    add_rod(look, body, root.r, tip.r);
  }
  if (is_leaf && tr_vec3_norm(root.r) > gap)
    add_rod(look, body, root.r, com);
  if (!slides || tr_vec3_norm(root.r) > gap)
    add_ball(look, body, is_leaf);
}

/* Points at +-half along z of a place. */
static void
find_axis_ends(double a[3], double b[3], const TrPlace *place, double half)
{
  for (int i = 0; i < 3; i++) {
    a[i] = place->r[i] - half * place->rot[3 * i + 2];
    b[i] = place->r[i] + half * place->rot[3 * i + 2];
  }
}

static void
add_hinge(TrammelLook *look, const TrJoint *joint)
{
  double t = look->thickness, a[3], b[3];
  TrPlace place;

  trammel_look_frame_place(&place, look->model, joint->child, &joint->child_frame);
  find_axis_ends(a, b, &place, HINGE_HALF * t);
  TrammelSolid barrel = trammel_solid_cylinder(a, b, HINGE_RADIUS * t, BEVEL * t);
  find_axis_ends(a, b, &place, PIN_HALF * t);
  TrammelSolid pin = trammel_solid_cylinder(a, b, PIN_RADIUS * t, BEVEL * t / 2);
  trammel_look_add(look, joint->child, &barrel, trammel_color_joint);
  trammel_look_add(look, joint->child, &pin, trammel_color_pin);
}

/* A rod of the parent that the carriage runs on; those of the world are stands. */
static void
add_rail(TrammelLook *look, int index)
{
  const TrJoint *joint = &look->model->joints[index];
  double half = look->travel[index] + CARRIAGE_LONG * look->thickness, a[3], b[3];
  TrPlace place;

  trammel_look_frame_place(&place, look->model, joint->parent, &joint->parent_frame);
  find_axis_ends(a, b, &place, half);
  TrammelSolid rail = trammel_solid_cylinder(a, b, 0.8 * look->thickness, 0.2 * look->thickness);
  trammel_look_add(look, joint->parent, &rail, trammel_color_joint);
}

void
trammel_look_add_joint(TrammelLook *look, int index)
{
  const TrJoint *joint = &look->model->joints[index];

  if (joint->type == TR_JOINT_HINGE)
    add_hinge(look, joint);
  else if (joint->type == TR_JOINT_SLIDE && joint->parent != TR_WORLD)
    add_rail(look, index);
}
