/* New SDF: links in the pose in which all coordinates are zero, from which SDF counts them; loops
 * are joints like any other. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/make/writer.h"

static const char *const types[TR_N_JOINT_TYPES] = {[TR_JOINT_HINGE] = "revolute",
                                                    [TR_JOINT_SLIDE] = "prismatic",
                                                    [TR_JOINT_FIXED] = "fixed",
                                                    [TR_JOINT_BALL] = "ball",
                                                    [TR_JOINT_UNIVERSAL] = "universal"};

static gboolean
can_carry(TrJointType type)
{
  return types[type] != NULL || type == TR_JOINT_FREE;
}

static void
write_pose(TrammelMake *make, const TrFrame *frame)
{
  const double *p = frame->position, *q = frame->quat;
  double numbers[7] = {p[0], p[1], p[2], q[1], q[2], q[3], q[0]};
  g_autofree char *text = trammel_make_numbers(numbers, 7);

  trammel_make_line(make, "<pose rotation_format=\"quat_xyzw\">%s</pose>", text);
}

static void
write_number(TrammelMake *make, const char *tag, double value)
{
  g_autofree char *number = trammel_make_numbers(&value, 1);

  trammel_make_line(make, "<%s>%s</%s>", tag, number, tag);
}

static void
write_solid(TrammelMake *make, const TrammelMakeSolid *solid, guint i)
{
  const char *word = trammel_shape_type_get_word(solid->type);
  g_autofree char *size = trammel_make_numbers(solid->size, 3);
  g_autofree char *color = trammel_make_numbers(solid->color, 4);
  g_autofree char *file = solid->path ? trammel_make_mesh_name(make, solid, "file://") : NULL;

  trammel_make_open(make, "<visual name=\"visual %u\">", i);
  write_pose(make, &solid->frame);
  trammel_make_open(make, "<geometry>");
  trammel_make_open(make, "<%s>", word);
  if (solid->type == TRAMMEL_SHAPE_MESH)
    trammel_make_line(make, "<uri>%s</uri><scale>%s</scale>", file, size);
  else if (solid->type == TRAMMEL_SHAPE_BOX)
    trammel_make_line(make, "<size>%s</size>", size);
  else
    write_number(make, "radius", solid->radius);
  if (solid->length > 0)
    write_number(make, "length", solid->length);
  trammel_make_close(make, word);
  trammel_make_close(make, "geometry");
  trammel_make_line(make, "<material><diffuse>%s</diffuse></material>", color);
  trammel_make_close(make, "visual");
}

static void
write_link(TrammelMake *make, int b)
{
  static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const TrBody *body = &make->model->bodies[b];
  g_autofree char *name = trammel_make_escape(body->name);
  TrFrame com = tr_frame_identity();

  memcpy(com.position, body->com, sizeof com.position);
  trammel_make_open(make, "<link name=\"%s\">", name);
  write_pose(make, &make->origin[b]);
  trammel_make_open(make, "<inertial>");
  write_pose(make, &com);
  write_number(make, "mass", body->mass);
  trammel_make_open(make, "<inertia>");
  for (int i = 0; i < 6; i++)
    write_number(make, names[i], body->inertia[i]);
  trammel_make_close(make, "inertia");
  trammel_make_close(make, "inertial");
  trammel_make_each_solid(make, b, write_solid);
  trammel_make_close(make, "link");
}

static void
write_mimic(TrammelMake *make, int second)
{
  for (int j = 0; j < make->model->n_joints; j++) {
    const TrJoint *gear = &make->model->joints[j];
    if (gear->type != TR_JOINT_GEAR || gear->gear.second != second)
      continue;
    g_autofree char *first = trammel_make_escape(make->model->joints[gear->gear.first].name);
    trammel_make_open(make, "<mimic joint=\"%s\">", first);
    write_number(make, "multiplier", gear->gear.ratio);
    write_number(make, "offset",
                 gear->gear.offset - make->position[second] +
                     gear->gear.ratio * make->position[gear->gear.first]);
    trammel_make_close(make, "mimic");
    return;
  }
}

/* Writes an axis along z of the joint's frame; coordinates count from the pose of the file. */
static void
write_axis(TrammelMake *make, int j)
{
  const TrJoint *joint = &make->model->joints[j];
  double damping, dry, zero = make->position[j];

  trammel_make_friction(make, joint, &damping, &dry);
  trammel_make_open(make, "<axis>");
  trammel_make_line(make, "<xyz>0 0 1</xyz>");
  trammel_make_open(make, "<limit>");
  write_number(make, "lower", fmax(joint->limits.lower - zero, -1e16));
  write_number(make, "upper", fmin(joint->limits.upper - zero, 1e16));
  trammel_make_close(make, "limit");
  trammel_make_open(make, "<dynamics>");
  write_number(make, "damping", damping);
  write_number(make, "friction", dry);
  write_number(make, "spring_reference", joint->spring.rest - zero);
  write_number(make, "spring_stiffness", joint->spring.stiffness);
  trammel_make_close(make, "dynamics");
  write_mimic(make, j);
  trammel_make_close(make, "axis");
  if (fabs(zero) > 1e-9)
    trammel_make_note(make,
                      N_("joint '%s': its coordinate counts from the pose of the file, %g here"),
                      joint->name, zero);
  if (joint->start != 0 && fabs(zero) <= 1e-9)
    trammel_make_note(make, N_("joint '%s': its start coordinate has no place in the file"),
                      joint->name);
}

static void
write_joint(TrammelMake *make, int j)
{
  const TrJoint *joint = &make->model->joints[j];
  g_autofree char *name = trammel_make_escape(joint->name);
  g_autofree char *parent = trammel_make_escape(trammel_make_body_name(make, joint->parent));
  g_autofree char *child = trammel_make_escape(make->model->bodies[joint->child].name);
  gboolean is_endless = joint->type == TR_JOINT_HINGE && !isfinite(joint->limits.lower);

  if (joint->type == TR_JOINT_FREE && joint->parent == TR_WORLD)
    return; /* links that no joint carries are free */
  if (!types[joint->type]) {
    trammel_make_note(make, N_("joint '%s' of type %s is not written: SDF has nothing for it"),
                      joint->name, tr_joint_type_name(joint->type));
    return;
  }
  trammel_make_open(make, "<joint name=\"%s\" type=\"%s\">", name,
                    is_endless ? "continuous" : types[joint->type]);
  trammel_make_line(make, "<parent>%s</parent>", parent);
  trammel_make_line(make, "<child>%s</child>", child);
  write_pose(make, &joint->child_frame);
  if (tr_joint_has_axis(joint))
    write_axis(make, j);
  if (joint->type == TR_JOINT_UNIVERSAL) {
    trammel_make_line(make, "<axis><xyz>0 0 1</xyz></axis>");
    trammel_make_line(make, "<axis2><xyz>1 0 0</xyz></axis2>");
  }
  trammel_make_close(make, "joint");
}

static void
write_models(TrammelMake *make)
{
  const TrModel *model = make->model;
  g_autofree char *name = trammel_make_escape(make->name);

  trammel_make_open(make, "<model name=\"%s\">", name);
  for (int b = 0; b < model->n_bodies; b++)
    write_link(make, b);
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type != TR_JOINT_GEAR)
      write_joint(make, j);
  trammel_make_close(make, "model");
  for (int i = 0; i < model->n_motors; i++)
    trammel_make_note(make, N_("motor '%s': SDF describes no motors"), model->motors[i].name);
}

gboolean
trammel_make_sdf(TrammelMake *make, GError **error)
{
  const TrGravity *gravity = &make->model->gravity;
  double g[3], length = 0;

  trammel_make_plan(make, can_carry);
  if (!trammel_make_pose(make, FALSE, error))
    return FALSE;
  for (int i = 0; i < 3; i++)
    length += gravity->direction[i] * gravity->direction[i];
  for (int i = 0; i < 3; i++)
    g[i] = gravity->magnitude * (gravity->direction[i] / sqrt(length));
  g_autofree char *vector = trammel_make_numbers(g, 3);
  trammel_make_open(make, "<sdf version=\"1.11\">");
  trammel_make_open(make, "<world name=\"world\">");
  trammel_make_line(make, "<gravity>%s</gravity>", vector);
  write_models(make);
  trammel_make_close(make, "world");
  trammel_make_close(make, "sdf");
  return TRUE;
}
