/* URDF: <link> and <joint> below <robot>.  A joint's frame is the origin of its child, so the
 * child's frame only turns z onto the axis.  <constraint> elements (proposed for closed loops in
 * urdfdom) are joints with a frame on either link. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/import/complete.h"
#include "io/import/frames.h"
#include "io/import/mesh.h"
#include "io/import/read.h"

static const char *const tensor_names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

/* Reads `xyz` and `rpy` of a tag (nullable). */
static gboolean
read_origin(TrFrame *frame, const TrammelTag *origin, GError **error)
{
  double rpy[3] = {0};

  *frame = tr_frame_identity();
  if (!origin)
    return TRUE;
  if (!trammel_tag_numbers(origin, "xyz", frame->position, 3, error) ||
      !trammel_tag_numbers(origin, "rpy", rpy, 3, error))
    return FALSE;
  trammel_quat_from_rpy(frame->quat, rpy);
  return TRUE;
}

static gboolean
read_inertial(TrBody *body, const TrammelTag *link, GError **error)
{
  const TrammelTag *inertial = trammel_tag_find(link, "inertial");
  const TrammelTag *inertia = trammel_tag_find(inertial, "inertia");
  TrFrame frame;

  if (!inertial)
    return TRUE;
  if (!read_origin(&frame, trammel_tag_find(inertial, "origin"), error) ||
      !trammel_tag_numbers(trammel_tag_find(inertial, "mass"), "value", &body->mass, 1, error))
    return FALSE;
  for (int i = 0; i < 6; i++)
    if (!trammel_tag_numbers(inertia, tensor_names[i], &body->inertia[i], 1, error))
      return FALSE;
  trammel_body_move(body, &frame);
  return TRUE;
}

/* Sets the ends of a shape of `length` along z of the frame. */
static void
set_ends(TrammelShape *shape, const TrFrame *frame, double length)
{
  trammel_frame_apply(shape->from, frame, (double[]){0, 0, -length / 2});
  trammel_frame_apply(shape->to, frame, (double[]){0, 0, length / 2});
}

static gboolean
read_mesh(
    TrammelRobot *robot, int link, const TrammelTag *mesh, const TrFrame *frame, GError **error)
{
  const char *name = trammel_tag_get(mesh, "filename");
  double scale[3] = {1, 1, 1};

  if (!trammel_tag_numbers(mesh, "scale", scale, 3, error))
    return FALSE;
  trammel_robot_add_mesh(robot, link, mesh, name ? name : "", frame, scale);
  return TRUE;
}

static gboolean
read_shape(TrammelRobot *robot, int link, const TrammelTag *visual, GError **error)
{
  const TrammelTag *geometry = trammel_tag_find(visual, "geometry");
  const TrammelTag *kind = trammel_tag_child(geometry, 0);
  TrammelShape shape = {.radius = 0};
  TrFrame frame;
  double length = 0;

  if (!kind || !read_origin(&frame, trammel_tag_find(visual, "origin"), error))
    return !kind;
  if (!trammel_tag_numbers(kind, "size", shape.size, 3, error) ||
      !trammel_tag_numbers(kind, "radius", &shape.radius, 1, error) ||
      !trammel_tag_numbers(kind, "length", &length, 1, error))
    return FALSE;
  if (trammel_tag_is(kind, "mesh"))
    return read_mesh(robot, link, kind, &frame, error);
  shape.type = trammel_tag_is(kind, "box")        ? TRAMMEL_SHAPE_BOX
               : trammel_tag_is(kind, "sphere")   ? TRAMMEL_SHAPE_SPHERE
               : trammel_tag_is(kind, "cylinder") ? TRAMMEL_SHAPE_CYLINDER
                                                  : TRAMMEL_SHAPE_CAPSULE;
  memcpy(shape.quat, frame.quat, sizeof shape.quat);
  memcpy(shape.from, frame.position, sizeof shape.from);
  if (length > 0)
    set_ends(&shape, &frame, length);
  trammel_robot_add_shape(robot, link, &shape);
  return TRUE;
}

static gboolean
read_link(TrammelRobot *robot, const TrammelTag *tag, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  int at = trammel_robot_add_link(robot, tag, name ? name : "", error);

  if (at < 0 || !read_inertial(&trammel_robot_link(robot, at)->body, tag, error))
    return FALSE;
  for (guint i = 0; i < tag->children->len; i++) {
    const TrammelTag *child = trammel_tag_child(tag, i);
    if (trammel_tag_is(child, "visual") && !read_shape(robot, at, child, error))
      return FALSE;
    if (trammel_tag_is(child, "collision"))
      trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, child, N_("shapes for collisions"));
  }
  return TRUE;
}

/* Sets the index of the link that `<parent link="...">` or `<child link="...">` names. */
static gboolean
read_end(
    const TrammelRobot *robot, int *link, const TrammelTag *joint, const char *key, GError **error)
{
  const TrammelTag *end = trammel_tag_find(joint, key);
  const char *name = trammel_tag_get(end, "link");

  *link = trammel_robot_find(robot, TRAMMEL_ROBOT_LINK, name);
  return *link >= 0 || trammel_tag_fail(end ? end : joint, error,
                                        N_("<%s> of the joint names the link '%s', which is not "
                                           "there"),
                                        key, name ? name : "");
}

/* Sets the type for a word of URDF; FALSE for one that is not known. */
static gboolean
find_type(TrJointType *type, const char *word)
{
  static const struct {
    const char *word;
    TrJointType type;
  } types[] = {{"revolute", TR_JOINT_HINGE},      {"continuous", TR_JOINT_HINGE},
               {"prismatic", TR_JOINT_SLIDE},     {"fixed", TR_JOINT_FIXED},
               {"floating", TR_JOINT_FREE},       {"planar", TR_JOINT_PLANAR},
               {"ball", TR_JOINT_BALL},           {"spherical", TR_JOINT_BALL},
               {"universal", TR_JOINT_UNIVERSAL}, {"cylindrical", TR_JOINT_CYLINDRICAL}};

  for (gsize i = 0; word && i < G_N_ELEMENTS(types); i++)
    if (g_str_equal(types[i].word, word)) {
      *type = types[i].type;
      return TRUE;
    }
  return FALSE;
}

/* Sets a rotation from z onto the axis of the joint, which is x when it is not stated. */
static gboolean
read_axis(double quat[4], const TrammelTag *joint, const char *key, GError **error)
{
  const TrammelTag *axis = trammel_tag_find(joint, key);
  double xyz[3] = {1, 0, 0};

  if (!trammel_tag_numbers(axis, "xyz", xyz, 3, error))
    return FALSE;
  return trammel_quat_from_axis(quat, xyz) ||
         trammel_tag_fail(axis, error, N_("the axis of the joint has no length"));
}

static gboolean
read_dynamics(TrammelRobot *robot, TrammelRobotJoint *joint, GError **error)
{
  const TrammelTag *dynamics = trammel_tag_find(joint->tag, "dynamics");
  const TrammelTag *limit = trammel_tag_find(joint->tag, "limit");
  double damping = 0, friction = 0, lower = 0, upper = 0;

  if (!trammel_tag_numbers(dynamics, "damping", &damping, 1, error) ||
      !trammel_tag_numbers(dynamics, "friction", &friction, 1, error) ||
      !trammel_tag_numbers(limit, "lower", &lower, 1, error) ||
      !trammel_tag_numbers(limit, "upper", &upper, 1, error))
    return FALSE;
  trammel_robot_set_friction(robot, joint, damping, friction);
  if (limit && tr_joint_has_axis(&joint->joint) &&
      g_strcmp0(trammel_tag_get(joint->tag, "type"), "continuous") != 0)
    trammel_robot_set_limits(robot, joint, lower, upper);
  if (trammel_tag_find(joint->tag, "safety_controller"))
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, joint->tag,
                       N_("<safety_controller>, which belongs to the controller"));
  return TRUE;
}

static gboolean
read_joint(TrammelRobot *robot, const TrammelTag *tag, GError **error)
{
  const char *name = trammel_tag_get(tag, "name"), *word = trammel_tag_get(tag, "type");
  TrJointType type;
  TrFrame origin, turn = tr_frame_identity();
  int at;

  if (!find_type(&type, word))
    return trammel_tag_fail(tag, error, N_("'%s' is no type of joint"), word ? word : "");
  at = trammel_robot_add_joint(robot, tag, name ? name : "", type, error);
  if (at < 0)
    return FALSE;
  TrammelRobotJoint *joint = trammel_robot_joint(robot, at);
  if (!read_end(robot, &joint->joint.parent, tag, "parent", error) ||
      !read_end(robot, &joint->joint.child, tag, "child", error) ||
      !read_origin(&origin, trammel_tag_find(tag, "origin"), error))
    return FALSE;
  if (type != TR_JOINT_FIXED && type != TR_JOINT_FREE && !read_axis(turn.quat, tag, "axis", error))
    return FALSE;
  joint->may_merge = type == TR_JOINT_FIXED;
  joint->joint.child_frame = turn;
  trammel_frame_compose(&joint->joint.parent_frame, &origin, &turn);
  return read_dynamics(robot, joint, error);
}

/* Reads a <constraint>: a joint that closes a loop. */
static gboolean
read_constraint(TrammelRobot *robot, const TrammelTag *tag, GError **error)
{
  const char *name = trammel_tag_get(tag, "name"), *word = trammel_tag_get(tag, "type");
  TrFrame parent, child, turns[2] = {tr_frame_identity(), tr_frame_identity()};
  TrJointType type;
  int at;

  if (!find_type(&type, word))
    return trammel_tag_fail(tag, error, N_("'%s' is no type of joint"), word ? word : "");
  at = trammel_robot_add_joint(robot, tag, name ? name : "", type, error);
  if (at < 0)
    return FALSE;
  TrJoint *joint = &trammel_robot_joint(robot, at)->joint;
  if (!read_end(robot, &joint->parent, tag, "parent", error) ||
      !read_end(robot, &joint->child, tag, "child", error) ||
      !read_origin(&parent, trammel_tag_find(tag, "parent_origin"), error) ||
      !read_origin(&child, trammel_tag_find(tag, "child_origin"), error))
    return FALSE;
  if (type != TR_JOINT_FIXED && type != TR_JOINT_FREE && type != TR_JOINT_BALL &&
      (!read_axis(turns[0].quat, tag, "parent_axis", error) ||
       !read_axis(turns[1].quat, tag, "child_axis", error)))
    return FALSE;
  trammel_frame_compose(&joint->parent_frame, &parent, &turns[0]);
  trammel_frame_compose(&joint->child_frame, &child, &turns[1]);
  return TRUE;
}

/* Reads <mimic> of a joint, which follows another one. */
static gboolean
read_mimic(TrammelRobot *robot, int follower, GError **error)
{
  const TrammelTag *tag = trammel_robot_joint(robot, follower)->tag;
  const TrammelTag *mimic = trammel_tag_find(tag, "mimic");
  const char *leader = trammel_tag_get(mimic, "joint");
  TrGear gear = {.first = trammel_robot_find(robot, TRAMMEL_ROBOT_JOINT, leader),
                 .second = follower,
                 .ratio = 1};

  if (!mimic || !trammel_tag_is(tag, "joint"))
    return TRUE;
  if (gear.first < 0)
    return trammel_tag_fail(mimic, error, N_("<mimic> names the joint '%s', which is not there"),
                            leader ? leader : "");
  if (!trammel_tag_numbers(mimic, "multiplier", &gear.ratio, 1, error) ||
      !trammel_tag_numbers(mimic, "offset", &gear.offset, 1, error))
    return FALSE;
  g_autofree char *name =
      g_strdup_printf("%s mimic", trammel_robot_joint(robot, follower)->joint.name);
  return trammel_robot_add_gear(robot, mimic, name, &gear, error);
}

static gboolean
has_motor(const TrammelRobot *robot, int joint)
{
  for (guint i = 0; i < robot->motors->len; i++)
    if (g_array_index(robot->motors, TrMotor, i).joint == joint)
      return TRUE;
  return FALSE;
}

/* Reads a <transmission>: a motor whose input is the effort at the joint. */
static gboolean
read_transmission(TrammelRobot *robot, const TrammelTag *tag, GError **error)
{
  const TrammelTag *actuator = trammel_tag_find(tag, "actuator");
  const char *name = trammel_tag_get(actuator, "name");
  const char *text = trammel_tag_get_text(actuator, "mechanicalReduction");
  int joint = trammel_robot_find(robot, TRAMMEL_ROBOT_JOINT,
                                 trammel_tag_get(trammel_tag_find(tag, "joint"), "name"));
  double reduction = 1;
  TrMotor *motor;

  if (joint < 0 || !tr_joint_has_axis(&trammel_robot_joint(robot, joint)->joint) || !name ||
      has_motor(robot, joint)) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("a transmission without an actuator and a joint of its own"));
    return TRUE;
  }
  if (text && trammel_tag_read(actuator, text, &reduction, 1, error) < 0)
    return FALSE;
  motor = trammel_robot_add_motor(robot, tag, name, joint);
  if (reduction == 0 || !isfinite(reduction) || reduction == 1)
    return TRUE;
  motor->gear = reduction;
  motor->gain = 1 / reduction;
  trammel_record_add(robot->record, TRAMMEL_RECORD_TAKEN, tag,
                     N_("gear %g; the input counts as torque or force at the joint, where logs "
                        "have it"),
                     reduction);
  return TRUE;
}

/* Adds a motor to each hinge and slide that has an effort and neither a motor nor a leader. */
static void
add_motors(TrammelRobot *robot)
{
  for (guint i = 0; i < robot->joints->len; i++) {
    const TrammelRobotJoint *joint = trammel_robot_joint(robot, (int)i);
    const TrammelTag *limit = trammel_tag_find(joint->tag, "limit");
    g_autofree char *name = g_strdup_printf(
        "%s_%s", joint->joint.name, joint->joint.type == TR_JOINT_SLIDE ? "force" : "torque");
    const char *effort = trammel_tag_get(limit, "effort");
    if (tr_joint_has_axis(&joint->joint) && !has_motor(robot, (int)i) && effort &&
        g_ascii_strtod(effort, NULL) > 0 && !trammel_tag_find(joint->tag, "mimic")) {
      trammel_robot_add_motor(robot, joint->tag, name, (int)i);
      trammel_record_add(robot->record, TRAMMEL_RECORD_TAKEN, joint->tag,
                         N_("a motor, because the joint has an effort; the effort itself limits "
                            "nothing here"));
    }
  }
}

/* Reads the children of <robot> of one kind. */
static gboolean
read_each(TrammelRobot *robot,
          const char *kind,
          gboolean (*read)(TrammelRobot *robot, const TrammelTag *tag, GError **error),
          GError **error)
{
  for (guint i = 0; i < robot->tags->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(robot->tags, i);
    if (trammel_tag_is(tag, kind) && !read(robot, tag, error))
      return FALSE;
  }
  return TRUE;
}

/* A link called "world" without a mass is the ground. */
static void
ground_world(TrammelRobot *robot)
{
  int world = trammel_robot_find(robot, TRAMMEL_ROBOT_LINK, "world");
  const TrFrame identity = tr_frame_identity();

  if (world >= 0 && !(trammel_robot_link(robot, world)->body.mass > 0))
    trammel_robot_merge_link(robot, world, TR_WORLD, &identity);
}

static void
note_rest(TrammelRobot *robot)
{
  static const char *const known[] = {"link", "joint", "transmission", "constraint", "material"};

  for (guint i = 0; i < robot->tags->children->len; i++) {
    const TrammelTag *tag = trammel_tag_child(robot->tags, i);
    gboolean is_known = FALSE;
    for (gsize k = 0; k < G_N_ELEMENTS(known); k++)
      is_known = is_known || g_str_equal(tag->name, known[k]);
    if (!is_known)
      trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, tag,
                         N_("<%s>, which is no part of the mechanism"), tag->name);
  }
}

gboolean
trammel_robot_read_urdf(TrammelRobot *robot, GError **error)
{
  guint n_joints;

  if (!read_each(robot, "link", read_link, error) ||
      !read_each(robot, "joint", read_joint, error) ||
      !read_each(robot, "constraint", read_constraint, error))
    return FALSE;
  n_joints = robot->joints->len;
  for (guint i = 0; i < n_joints; i++)
    if (!read_mimic(robot, (int)i, error))
      return FALSE;
  if (!read_each(robot, "transmission", read_transmission, error))
    return FALSE;
  add_motors(robot);
  ground_world(robot);
  note_rest(robot);
  return TRUE;
}
