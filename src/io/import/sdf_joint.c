/* SDF: joints.  The frame of a joint is given in its child; both ends are placed in the start pose,
 * so that loops close there. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/import/frames.h"
#include "io/import/sdf.h"

/* First version whose axes are in the frame of the joint. */
enum { AXES_IN_JOINTS = 105 };

/* Joint while it is read. */
typedef struct {
  TrammelSdf *sdf;
  const TrammelTag *tag;
  const char *scope, *type;
  int ends[2];          /* parent, child */
  TrFrame in[2], joint; /* poses in the world */
} Draft;

/* Returns the link at a frame: a link, or what a frame is attached to; TR_WORLD for the world. */
static int
find_end(const Draft *draft, const char *name)
{
  g_autofree char *full = trammel_sdf_join(draft->scope, name);

  if (g_str_equal(name, "world"))
    return TR_WORLD;
  for (int steps = 0; steps < TRAMMEL_ROBOT_MOST; steps++) {
    int link = trammel_robot_find(draft->sdf->robot, TRAMMEL_ROBOT_LINK,
                                  trammel_sdf_shorten(draft->sdf, full));
    const TrammelSdfFrame *frame = g_hash_table_lookup(draft->sdf->frames, full);
    const char *to = frame ? trammel_tag_get(frame->tag, "attached_to") : NULL;
    if (link >= 0 || !to)
      return link >= 0 ? link : -2;
    g_free(full);
    full = trammel_sdf_join(draft->scope, to);
  }
  return -2;
}

static gboolean
read_end(Draft *draft, int i, const char *key, GError **error)
{
  const TrammelTag *tag = trammel_tag_find(draft->tag, key);
  const char *name = trammel_tag_get_text(draft->tag, key);
  int link = name ? find_end(draft, name) : -2;

  if (link < TR_WORLD)
    return trammel_tag_fail(tag ? tag : draft->tag, error,
                            N_("<%s> of the joint names the link '%s', which is not there"), key,
                            name ? name : "");
  draft->ends[i] = link;
  draft->in[i] =
      link == TR_WORLD ? tr_frame_identity() : trammel_robot_link(draft->sdf->robot, link)->start;
  return TRUE;
}

/* Sets the direction of an axis in the frame of the joint. */
static gboolean
read_axis(const Draft *draft, const TrammelTag *axis, double out[3], GError **error)
{
  const TrammelTag *xyz = trammel_tag_find(axis, "xyz");
  const char *expressed = trammel_tag_get(xyz, "expressed_in");
  const char *of_model = trammel_tag_get_text(axis, "use_parent_model_frame");
  double v[3] = {0, 0, 1}, world[3];
  TrFrame frame = draft->joint, back;

  if (xyz && trammel_tag_read(xyz, xyz->text, v, 3, error) != 3)
    return *xyz->text ? trammel_tag_fail(xyz, error, N_("an axis needs three numbers")) : FALSE;
  if (g_strcmp0(of_model, "1") == 0 || g_strcmp0(of_model, "true") == 0 ||
      draft->sdf->version < AXES_IN_JOINTS)
    expressed = "__model__";
  if (expressed && *expressed &&
      !trammel_sdf_resolve(draft->sdf, &frame, draft->scope, expressed, xyz ? xyz : draft->tag,
                           error))
    return FALSE;
  memset(frame.position, 0, sizeof frame.position);
  trammel_frame_apply(world, &frame, v);
  trammel_frame_invert(&back, &draft->joint);
  memset(back.position, 0, sizeof back.position);
  trammel_frame_apply(out, &back, world);
  return tr_vec3_norm(out) > 1e-12 && isfinite(tr_vec3_norm(out))
             ? TRUE
             : trammel_tag_fail(draft->tag, error, N_("the axis of the joint has no length"));
}

/* Reads a number of a child; `fallback` without. */
static gboolean
read_number(const TrammelTag *tag, const char *child, double *value, GError **error)
{
  const TrammelTag *found = trammel_tag_find(tag, child);
  double v;

  if (!found)
    return TRUE;
  if (trammel_tag_read(found, found->text, &v, 1, error) != 1)
    return *found->text ? FALSE : trammel_tag_fail(found, error, N_("<%s> has no number"), child);
  *value = v;
  return TRUE;
}

static gboolean
read_forces(TrammelRobot *robot, TrammelRobotJoint *at, const TrammelTag *axis, GError **error)
{
  const TrammelTag *limit = trammel_tag_find(axis, "limit");
  const TrammelTag *dynamics = trammel_tag_find(axis, "dynamics");
  double lower = -INFINITY, upper = INFINITY, damping = 0, friction = 0;
  TrJointSpring spring = {0};

  if (!read_number(limit, "lower", &lower, error) || !read_number(limit, "upper", &upper, error) ||
      !read_number(dynamics, "damping", &damping, error) ||
      !read_number(dynamics, "friction", &friction, error) ||
      !read_number(dynamics, "spring_reference", &spring.rest, error) ||
      !read_number(dynamics, "spring_stiffness", &spring.stiffness, error))
    return FALSE;
  trammel_robot_set_friction(robot, at, damping, friction);
  if (!tr_joint_has_axis(&at->joint))
    return TRUE;
  trammel_robot_set_limits(robot, at, lower, upper);
  if (spring.stiffness > 0 && isfinite(spring.rest))
    at->joint.spring = spring;
  return TRUE;
}

/* Adds a joint between two links at the draft's frame, turned by `turn`. */
static TrammelRobotJoint *
add_joint(
    const Draft *draft, const char *name, TrJointType type, const double turn[4], GError **error)
{
  int at = trammel_robot_add_joint(draft->sdf->robot, draft->tag, name, type, error);
  TrFrame axes = {.quat = {turn[0], turn[1], turn[2], turn[3]}}, back, world;
  TrFrame *frames[2];

  if (at < 0)
    return NULL;
  TrammelRobotJoint *joint = trammel_robot_joint(draft->sdf->robot, at);
  frames[0] = &joint->joint.parent_frame;
  frames[1] = &joint->joint.child_frame;
  trammel_frame_compose(&world, &draft->joint, &axes);
  for (int i = 0; i < 2; i++) {
    trammel_frame_invert(&back, &draft->in[i]);
    trammel_frame_compose(frames[i], &back, &world);
  }
  joint->joint.parent = draft->ends[0];
  joint->joint.child = draft->ends[1];
  return joint;
}

/* Adds two hinges with a body between them. */
static gboolean
add_two_hinges(Draft *draft, const char *name, GError **error)
{
  static const char *const keys[] = {"axis", "axis2"};
  g_autofree char *body = g_strdup_printf("%s link", name);
  TrammelRobot *robot = draft->sdf->robot;
  int between = trammel_robot_add_link(robot, draft->tag, body, error);

  if (between < 0)
    return FALSE;
  trammel_robot_link(robot, between)->start = draft->joint;
  for (int i = 0; i < 2; i++) {
    const TrammelTag *axis = trammel_tag_find(draft->tag, keys[i]);
    g_autofree char *own = g_strdup_printf("%s %d", name, i + 1);
    Draft half = *draft;
    double v[3], turn[4];
    half.ends[1 - i] = between;
    half.in[1 - i] = draft->joint;
    if (!read_axis(draft, axis, v, error))
      return FALSE;
    trammel_quat_from_axis(turn, v);
    TrammelRobotJoint *joint = add_joint(&half, own, TR_JOINT_HINGE, turn, error);
    if (!joint || !read_forces(robot, joint, axis, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
find_type(TrJointType *type, const char *word)
{
  static const struct {
    const char *word;
    TrJointType type;
  } types[] = {{"revolute", TR_JOINT_HINGE},
               {"continuous", TR_JOINT_HINGE},
               {"prismatic", TR_JOINT_SLIDE},
               {"ball", TR_JOINT_BALL},
               {"fixed", TR_JOINT_FIXED}};

  for (gsize i = 0; word && i < G_N_ELEMENTS(types); i++)
    if (g_str_equal(types[i].word, word)) {
      *type = types[i].type;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_carried(const TrammelRobot *robot, int link)
{
  for (guint i = 0; i + 1 < robot->joints->len; i++)
    if (trammel_robot_joint(robot, (int)i)->joint.child == link)
      return TRUE;
  return FALSE;
}

/* Adds a motor where the joint states an effort. */
static gboolean
add_motor(TrammelRobot *robot, const TrammelRobotJoint *at, const TrammelTag *axis, GError **error)
{
  g_autofree char *name = g_strdup_printf("%s_%s", at->joint.name,
                                          at->joint.type == TR_JOINT_SLIDE ? "force" : "torque");
  double effort = -1;

  if (!read_number(trammel_tag_find(axis, "limit"), "effort", &effort, error))
    return FALSE;
  if (tr_joint_has_axis(&at->joint) && effort > 0 && isfinite(effort)) {
    trammel_robot_add_motor(robot, at->tag, name, (int)robot->joints->len - 1);
    trammel_record_add(robot->record, TRAMMEL_RECORD_TAKEN, at->tag,
                       N_("a motor, because the joint has an effort; the effort itself limits "
                          "nothing here"));
  }
  return TRUE;
}

static gboolean
add_one(Draft *draft, const char *name, TrJointType type, GError **error)
{
  TrammelRobot *robot = draft->sdf->robot;
  const TrammelTag *axis = trammel_tag_find(draft->tag, "axis");
  double v[3], turn[4] = {1, 0, 0, 0};
  TrammelRobotJoint *joint;

  if (type == TR_JOINT_HINGE || type == TR_JOINT_SLIDE) {
    if (!read_axis(draft, axis, v, error))
      return FALSE;
    trammel_quat_from_axis(turn, v);
  }
  joint = add_joint(draft, name, type, turn, error);
  if (!joint)
    return FALSE;
  joint->may_merge = type == TR_JOINT_FIXED && !is_carried(robot, joint->joint.child);
  return read_forces(robot, joint, axis, error) && add_motor(robot, joint, axis, error);
}

/* Reads <mimic> of a joint's axis: q = multiplier (leader - reference) + offset. */
gboolean
trammel_sdf_read_mimic(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const TrammelTag *mimic = trammel_tag_find(trammel_tag_find(tag, "axis"), "mimic");
  const char *leader = trammel_tag_get(mimic, "joint"), *name = trammel_tag_get(tag, "name");
  g_autofree char *own = trammel_sdf_join(scope, name ? name : "");
  g_autofree char *other = trammel_sdf_join(scope, leader ? leader : "");
  double reference = 0;
  TrGear gear = {
      .first = trammel_robot_find(sdf->robot, TRAMMEL_ROBOT_JOINT, trammel_sdf_shorten(sdf, other)),
      .second = trammel_robot_find(sdf->robot, TRAMMEL_ROBOT_JOINT, trammel_sdf_shorten(sdf, own)),
      .ratio = 1};

  if (!mimic || gear.second < 0)
    return TRUE;
  if (gear.first < 0)
    return trammel_tag_fail(mimic, error, N_("<mimic> names the joint '%s', which is not there"),
                            leader ? leader : "");
  if (!read_number(mimic, "multiplier", &gear.ratio, error) ||
      !read_number(mimic, "offset", &gear.offset, error) ||
      !read_number(mimic, "reference", &reference, error))
    return FALSE;
  gear.offset -= gear.ratio * reference;
  g_autofree char *gear_name =
      g_strdup_printf("%s mimic", trammel_robot_joint(sdf->robot, gear.second)->joint.name);
  return trammel_robot_add_gear(sdf->robot, mimic, gear_name, &gear, error);
}

gboolean
trammel_sdf_read_joint(TrammelSdf *sdf, const TrammelTag *tag, const char *scope, GError **error)
{
  const char *name = trammel_tag_get(tag, "name");
  Draft draft = {.sdf = sdf, .tag = tag, .scope = scope, .type = trammel_tag_get(tag, "type")};
  g_autofree char *full = trammel_sdf_join(scope, name ? name : "");
  TrJointType type = TR_JOINT_HINGE;
  gboolean has_two =
      g_strcmp0(draft.type, "universal") == 0 || g_strcmp0(draft.type, "revolute2") == 0;

  if (!name || (!find_type(&type, draft.type) && !has_two))
    return trammel_tag_fail(tag, error,
                            N_("joints of type '%s' are not read; revolute, continuous, prismatic, "
                               "ball, universal, revolute2 and fixed are"),
                            draft.type ? draft.type : "");
  if (!read_end(&draft, 0, "parent", error) || !read_end(&draft, 1, "child", error) ||
      !trammel_sdf_resolve(sdf, &draft.joint, scope, name, tag, error))
    return FALSE;
  if (draft.ends[1] == TR_WORLD || draft.ends[0] == draft.ends[1])
    return trammel_tag_fail(tag, error,
                            N_("the joint has the world as its child, or one link at "
                               "both ends"));
  return has_two ? add_two_hinges(&draft, trammel_sdf_shorten(sdf, full), error)
                 : add_one(&draft, trammel_sdf_shorten(sdf, full), type, error);
}
