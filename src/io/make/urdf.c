/* New URDF.  A link's frame is that of its joint: a body whose joint is elsewhere gets another
 * origin.  Joints that URDF has not, and those that close loops, are <constraint> elements. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/make/writer.h"

static const char *const types[TR_N_JOINT_TYPES] = {
    [TR_JOINT_HINGE] = "revolute",      [TR_JOINT_SLIDE] = "prismatic",
    [TR_JOINT_FIXED] = "fixed",         [TR_JOINT_FREE] = "floating",
    [TR_JOINT_PLANAR] = "planar",       [TR_JOINT_BALL] = "ball",
    [TR_JOINT_UNIVERSAL] = "universal", [TR_JOINT_CYLINDRICAL] = "cylindrical"};

static gboolean
can_carry(TrJointType type)
{
  return type == TR_JOINT_HINGE || type == TR_JOINT_SLIDE || type == TR_JOINT_FIXED ||
         type == TR_JOINT_FREE || type == TR_JOINT_PLANAR;
}

/* Moves the origin of each body to its joint. */
static void
move_origins(TrammelMake *make)
{
  for (int b = 0; b < make->model->n_bodies; b++) {
    TrBody *body = &make->model->bodies[b];
    double by[3] = {0};
    if (make->carrier[b] >= 0)
      tr_vec3_copy(by, make->model->joints[make->carrier[b]].child_frame.position);
    if (tr_vec3_dot(by, by) == 0)
      continue;
    tr_vec3_copy(make->shift[b], by);
    tr_vec3_sub(body->com, body->com, by);
    for (int j = 0; j < make->model->n_joints; j++) {
      TrJoint *joint = &make->model->joints[j];
      if (joint->type != TR_JOINT_GEAR && joint->parent == b)
        tr_vec3_sub(joint->parent_frame.position, joint->parent_frame.position, by);
      if (joint->type != TR_JOINT_GEAR && joint->child == b)
        tr_vec3_sub(joint->child_frame.position, joint->child_frame.position, by);
    }
    trammel_make_note(make, N_("body '%s': its origin is moved to its joint, as URDF has it"),
                      body->name);
  }
}

static void
write_origin(TrammelMake *make, const char *tag, const TrFrame *frame)
{
  double rpy[3];

  trammel_quat_to_rpy(rpy, frame->quat);
  g_autofree char *xyz = trammel_make_numbers(frame->position, 3);
  g_autofree char *turn = trammel_make_numbers(rpy, 3);
  trammel_make_line(make, "<%s xyz=\"%s\" rpy=\"%s\"/>", tag, xyz, turn);
}

static void
write_axis(TrammelMake *make, const char *tag, const double quat[4])
{
  TrFrame turn = {.quat = {quat[0], quat[1], quat[2], quat[3]}};
  double axis[3];

  trammel_frame_apply(axis, &turn, (double[]){0, 0, 1});
  g_autofree char *xyz = trammel_make_numbers(axis, 3);
  trammel_make_line(make, "<%s xyz=\"%s\"/>", tag, xyz);
}

static void
write_solid(TrammelMake *make, const TrammelMakeSolid *solid, guint i)
{
  const char *word = trammel_shape_type_get_word(solid->type);
  g_autofree char *size = trammel_make_numbers(solid->size, 3);
  g_autofree char *radius = trammel_make_numbers(&solid->radius, 1);
  g_autofree char *length = trammel_make_numbers(&solid->length, 1);
  g_autofree char *color = trammel_make_numbers(solid->color, 4);
  g_autofree char *file = solid->path ? trammel_make_mesh_name(make, solid, "file://") : NULL;

  trammel_make_open(make, "<visual>");
  write_origin(make, "origin", &solid->frame);
  trammel_make_open(make, "<geometry>");
  if (solid->type == TRAMMEL_SHAPE_BOX)
    trammel_make_line(make, "<box size=\"%s\"/>", size);
  else if (solid->type == TRAMMEL_SHAPE_SPHERE)
    trammel_make_line(make, "<sphere radius=\"%s\"/>", radius);
  else if (solid->type == TRAMMEL_SHAPE_MESH)
    trammel_make_line(make, "<mesh filename=\"%s\" scale=\"%s\"/>", file, size);
  else
    trammel_make_line(make, "<%s radius=\"%s\" length=\"%s\"/>", word, radius, length);
  trammel_make_close(make, "geometry");
  trammel_make_line(make, "<material name=\"color %u\"><color rgba=\"%s\"/></material>", i, color);
  trammel_make_close(make, "visual");
}

static void
write_link(TrammelMake *make, int at)
{
  const TrBody *body = &make->model->bodies[at];
  g_autofree char *name = trammel_make_escape(body->name);
  TrFrame com = tr_frame_identity();
  const double *i = body->inertia;
  char *n[6];

  memcpy(com.position, body->com, sizeof com.position);
  for (int k = 0; k < 6; k++)
    n[k] = trammel_make_numbers(&i[k], 1);
  g_autofree char *mass = trammel_make_numbers(&body->mass, 1);
  trammel_make_open(make, "<link name=\"%s\">", name);
  trammel_make_open(make, "<inertial>");
  write_origin(make, "origin", &com);
  trammel_make_line(make, "<mass value=\"%s\"/>", mass);
  trammel_make_line(make,
                    "<inertia ixx=\"%s\" iyy=\"%s\" izz=\"%s\" ixy=\"%s\" ixz=\"%s\" iyz=\"%s\"/>",
                    n[0], n[1], n[2], n[3], n[4], n[5]);
  trammel_make_close(make, "inertial");
  trammel_make_each_solid(make, at, write_solid);
  trammel_make_close(make, "link");
  for (int k = 0; k < 6; k++)
    g_free(n[k]);
}

static void
write_ends(TrammelMake *make, const TrJoint *joint)
{
  g_autofree char *parent = trammel_make_escape(trammel_make_body_name(make, joint->parent));
  g_autofree char *child = trammel_make_escape(make->model->bodies[joint->child].name);

  trammel_make_line(make, "<parent link=\"%s\"/>", parent);
  trammel_make_line(make, "<child link=\"%s\"/>", child);
}

/* Writes limits; URDF asks for effort and velocity, and of slides for limits. */
static void
write_limits(TrammelMake *make, const TrJoint *joint)
{
  double lower = fmax(joint->limits.lower, -1e16), upper = fmin(joint->limits.upper, 1e16);
  g_autofree char *a = trammel_make_numbers(&lower, 1), *b = trammel_make_numbers(&upper, 1);

  if (joint->type == TR_JOINT_SLIDE || isfinite(joint->limits.lower))
    trammel_make_line(make, "<limit lower=\"%s\" upper=\"%s\" effort=\"0\" velocity=\"0\"/>", a, b);
}

static void
write_dynamics(TrammelMake *make, const TrJoint *joint)
{
  double damping, dry;

  trammel_make_friction(make, joint, &damping, &dry);
  g_autofree char *a = trammel_make_numbers(&damping, 1), *b = trammel_make_numbers(&dry, 1);
  if (damping != 0 || dry != 0)
    trammel_make_line(make, "<dynamics damping=\"%s\" friction=\"%s\"/>", a, b);
  if (joint->spring.stiffness > 0)
    trammel_make_note(make, N_("joint '%s': URDF has no springs"), joint->name);
  if (joint->start != 0)
    trammel_make_note(make, N_("joint '%s': its start coordinate has no place in the file"),
                      joint->name);
}

static void
write_mimic(TrammelMake *make, int second)
{
  gboolean has_one = FALSE;

  for (int j = 0; j < make->model->n_joints; j++) {
    const TrJoint *gear = &make->model->joints[j];
    if (gear->type != TR_JOINT_GEAR || gear->gear.second != second)
      continue;
    g_autofree char *first = trammel_make_escape(make->model->joints[gear->gear.first].name);
    g_autofree char *ratio = trammel_make_numbers(&gear->gear.ratio, 1);
    g_autofree char *offset = trammel_make_numbers(&gear->gear.offset, 1);
    if (has_one)
      trammel_make_note(make, N_("gear '%s': a joint of URDF can follow one other only"),
                        gear->name);
    else
      trammel_make_line(make, "<mimic joint=\"%s\" multiplier=\"%s\" offset=\"%s\"/>", first, ratio,
                        offset);
    has_one = TRUE;
  }
}

static void
write_joint(TrammelMake *make, int j)
{
  const TrJoint *joint = &make->model->joints[j];
  g_autofree char *name = trammel_make_escape(joint->name);
  gboolean is_endless = joint->type == TR_JOINT_HINGE && !isfinite(joint->limits.lower);
  TrFrame origin;

  trammel_frame_invert(&origin, &joint->child_frame);
  trammel_frame_compose(&origin, &joint->parent_frame, &origin);
  trammel_make_open(make, "<joint name=\"%s\" type=\"%s\">", name,
                    is_endless ? "continuous" : types[joint->type]);
  write_ends(make, joint);
  write_origin(make, "origin", &origin);
  if (joint->type != TR_JOINT_FIXED && joint->type != TR_JOINT_FREE)
    write_axis(make, "axis", joint->child_frame.quat);
  if (tr_joint_has_axis(joint)) {
    write_limits(make, joint);
    write_dynamics(make, joint);
    write_mimic(make, j);
  }
  trammel_make_close(make, "joint");
}

/* Writes a body that no joint of URDF carries: it floats, and a <constraint> holds it. */
static void
write_floating(TrammelMake *make, int body)
{
  g_autofree char *name = trammel_make_escape(make->model->bodies[body].name);

  trammel_make_open(make, "<joint name=\"%s floating\" type=\"floating\">", name);
  trammel_make_line(make, "<parent link=\"world\"/>");
  trammel_make_line(make, "<child link=\"%s\"/>", name);
  write_origin(make, "origin", &make->origin[body]);
  trammel_make_close(make, "joint");
}

static void
write_constraint(TrammelMake *make, const TrJoint *joint)
{
  g_autofree char *name = trammel_make_escape(joint->name);
  const char *type = types[joint->type];
  TrFrame ends[2] = {joint->parent_frame, joint->child_frame};

  if (!type || joint->type == TR_JOINT_UNIVERSAL) {
    trammel_make_note(make, N_("joint '%s' of type %s is not written: URDF has nothing for it"),
                      joint->name, tr_joint_type_name(joint->type));
    return;
  }
  trammel_make_note(make,
                    N_("joint '%s' is written as <constraint>, a proposal that few programs read: "
                       "URDF has no loops and no joints of type %s"),
                    joint->name, tr_joint_type_name(joint->type));
  trammel_make_open(make, "<constraint name=\"%s\" type=\"%s\">", name, type);
  write_ends(make, joint);
  write_origin(make, "parent_origin", &ends[0]);
  write_origin(make, "child_origin", &ends[1]);
  trammel_make_line(make, "<parent_axis xyz=\"0 0 1\"/>");
  trammel_make_line(make, "<child_axis xyz=\"0 0 1\"/>");
  trammel_make_close(make, "constraint");
}

static void
write_motor(TrammelMake *make, const TrMotor *motor)
{
  g_autofree char *name = trammel_make_escape(motor->name);
  g_autofree char *joint = trammel_make_escape(make->model->joints[motor->joint].name);
  g_autofree char *gear = trammel_make_numbers(&motor->gear, 1);

  trammel_make_open(make, "<transmission name=\"%s\">", name);
  trammel_make_line(make, "<type>transmission_interface/SimpleTransmission</type>");
  trammel_make_line(make, "<joint name=\"%s\"/>", joint);
  trammel_make_line(
      make, "<actuator name=\"%s\"><mechanicalReduction>%s</mechanicalReduction></actuator>", name,
      gear);
  trammel_make_close(make, "transmission");
  if (fabs(motor->gain * motor->gear - 1) > 1e-12 || motor->rotor_inertia != 0 ||
      motor->bias != 0 || motor->drive != TR_DRIVE_NONE || motor->limit > 0 ||
      tr_motor_has_servo(motor))
    trammel_make_note(
        make,
        N_("motor '%s': URDF has no place for gain, bias, limit, rotor inertia, servo "
           "and prescribed motion"),
        motor->name);
}

gboolean
trammel_make_urdf(TrammelMake *make, GError **error)
{
  const TrModel *model = make->model;
  g_autofree char *name = trammel_make_escape(make->name);

  trammel_make_plan(make, can_carry);
  move_origins(make);
  if (!trammel_make_pose(make, TRUE, error))
    return FALSE;
  trammel_make_open(make, "<robot name=\"%s\">", name);
  trammel_make_line(make, "<link name=\"world\"/>");
  for (int b = 0; b < model->n_bodies; b++)
    write_link(make, b);
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type != TR_JOINT_GEAR && !trammel_make_is_loop(make, j))
      write_joint(make, j);
  for (int b = 0; b < model->n_bodies; b++)
    if (make->carrier[b] < 0)
      write_floating(make, b);
  for (int j = 0; j < model->n_joints; j++)
    if (trammel_make_is_loop(make, j))
      write_constraint(make, &model->joints[j]);
  for (int i = 0; i < model->n_motors; i++)
    write_motor(make, &model->motors[i]);
  trammel_make_close(make, "robot");
  return TRUE;
}
