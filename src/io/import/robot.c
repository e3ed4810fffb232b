#include "io/import/robot.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Room for the endings of generated names and of a sensor's channels. */
enum { MOST_NAME = TR_NAME_SIZE - 12 };

static void
clear_link(gpointer data)
{
  TrammelRobotLink *link = data;

  g_array_unref(link->shapes);
  g_ptr_array_unref(link->parts);
}

TrammelRobot *
trammel_robot_new(TrammelTag *tags, const char *folder)
{
  TrammelRobot *robot = g_new0(TrammelRobot, 1);
  const char *name = trammel_tag_get(tags, "name");

  robot->tags = tags;
  robot->name = g_strdup(name && *name ? name : tags->file);
  robot->folder = g_strdup(folder);
  robot->gravity = (TrGravity){.magnitude = 9.81, .direction = {0, 0, -1}};
  robot->links = g_array_new(FALSE, TRUE, sizeof(TrammelRobotLink));
  g_array_set_clear_func(robot->links, clear_link);
  robot->joints = g_array_new(FALSE, TRUE, sizeof(TrammelRobotJoint));
  robot->motors = g_array_new(FALSE, TRUE, sizeof(TrMotor));
  robot->sensors = g_array_new(FALSE, TRUE, sizeof(TrSensor));
  robot->ties = g_array_new(FALSE, TRUE, sizeof(TrammelRobotTie));
  for (int i = 0; i < TRAMMEL_N_ROBOT_KINDS; i++) {
    robot->names[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    robot->used[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  }
  g_hash_table_add(robot->used[TRAMMEL_ROBOT_LINK], g_strdup("world")); /* the ground */
  robot->record = trammel_record_new();
  return robot;
}

void
trammel_robot_free(TrammelRobot *robot)
{
  if (!robot)
    return;
  g_array_unref(robot->links);
  g_array_unref(robot->joints);
  g_array_unref(robot->motors);
  g_array_unref(robot->sensors);
  g_array_unref(robot->ties);
  for (int i = 0; i < TRAMMEL_N_ROBOT_KINDS; i++) {
    g_hash_table_unref(robot->names[i]);
    g_hash_table_unref(robot->used[i]);
  }
  trammel_record_free(robot->record);
  trammel_tag_free(robot->tags);
  g_free(robot->folder);
  g_free(robot->name);
  g_free(robot);
}

TrammelRobotLink *
trammel_robot_link(const TrammelRobot *robot, int i)
{
  return &g_array_index(robot->links, TrammelRobotLink, (guint)i);
}

TrammelRobotJoint *
trammel_robot_joint(const TrammelRobot *robot, int i)
{
  return &g_array_index(robot->joints, TrammelRobotJoint, (guint)i);
}

int
trammel_robot_find(const TrammelRobot *robot, TrammelRobotKind kind, const char *name)
{
  return name ? GPOINTER_TO_INT(g_hash_table_lookup(robot->names[kind], name)) - 1 : -1;
}

/* Sets a name like the one in the file that projects allow and nothing else has. */
static void
choose_name(char name[TR_NAME_SIZE],
            TrammelRobot *robot,
            TrammelRobotKind kind,
            const TrammelTag *tag,
            const char *wish)
{
  g_autofree char *whole = g_utf8_make_valid(*wish ? wish : "_", -1);
  g_autofree char *stem = NULL;

  for (char *c = whole; *c; c++)
    if ((guchar)*c < 0x20 || *c == 0x7f || strchr(".=/", *c))
      *c = '_';
  if (strlen(whole) > MOST_NAME)
    *g_utf8_find_prev_char(whole, whole + MOST_NAME) = 0;
  stem = g_strdup(whole);
  g_strlcpy(name, stem, TR_NAME_SIZE);
  for (guint i = 2; g_hash_table_contains(robot->used[kind], name); i++)
    g_snprintf(name, TR_NAME_SIZE, "%s_%u", stem, i);
  g_hash_table_add(robot->used[kind], g_strdup(name));
  if (*wish && g_str_equal(name, stem) && !g_str_equal(name, wish))
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, tag,
                       N_("its name is written without '.', '=', '/' and is shortened to %d bytes"),
                       MOST_NAME);
  else if (!g_str_equal(name, stem) && trammel_tag_get(tag, "name"))
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, tag,
                       N_("is called '%s', because another one has its name"), name);
}

/* Notes a name of the file; FALSE if it is there twice, or if there are too many of the kind. */
static gboolean
note_name(TrammelRobot *robot,
          TrammelRobotKind kind,
          const TrammelTag *tag,
          const char *name,
          GError **error)
{
  guint n = kind == TRAMMEL_ROBOT_LINK ? robot->links->len : robot->joints->len;

  if (n >= TRAMMEL_ROBOT_MOST)
    return trammel_tag_fail(tag, error, N_("the model has more than %d links or joints"),
                            TRAMMEL_ROBOT_MOST);
  if (*name && trammel_robot_find(robot, kind, name) >= 0)
    return trammel_tag_fail(tag, error, N_("there is a second <%s> called '%s'; rename one"),
                            tag->name, name);
  if (*name)
    g_hash_table_insert(robot->names[kind], g_strdup(name), GINT_TO_POINTER((int)n + 1));
  return TRUE;
}

int
trammel_robot_add_link(TrammelRobot *robot, const TrammelTag *tag, const char *name, GError **error)
{
  TrammelRobotLink link = {.tag = tag};

  if (!note_name(robot, TRAMMEL_ROBOT_LINK, tag, name, error))
    return -1;
  choose_name(link.body.name, robot, TRAMMEL_ROBOT_LINK, tag, *name ? name : "body");
  link.shapes = g_array_new(FALSE, TRUE, sizeof(TrammelShape));
  link.start = tr_frame_identity();
  link.parts = g_ptr_array_new_with_free_func(g_free);
  g_array_append_val(robot->links, link);
  return (int)robot->links->len - 1;
}

int
trammel_robot_add_joint(
    TrammelRobot *robot, const TrammelTag *tag, const char *name, TrJointType type, GError **error)
{
  TrammelRobotJoint joint = {.tag = tag};

  if (!note_name(robot, TRAMMEL_ROBOT_JOINT, tag, name, error))
    return -1;
  joint.joint = tr_joint_default();
  joint.joint.type = type;
  joint.joint.friction.load = TR_LOAD_NONE;
  choose_name(joint.joint.name, robot, TRAMMEL_ROBOT_JOINT, tag, *name ? name : "joint");
  g_array_append_val(robot->joints, joint);
  return (int)robot->joints->len - 1;
}

TrMotor *
trammel_robot_add_motor(TrammelRobot *robot, const TrammelTag *tag, const char *name, int joint)
{
  TrMotor motor = tr_motor_default();

  motor.gain = 1;
  motor.joint = joint;
  choose_name(motor.name, robot, TRAMMEL_ROBOT_SIGNAL, tag, name);
  g_array_append_val(robot->motors, motor);
  return &g_array_index(robot->motors, TrMotor, robot->motors->len - 1);
}

TrSensor *
trammel_robot_add_sensor(TrammelRobot *robot,
                         const TrammelTag *tag,
                         const char *name,
                         TrSensorType type)
{
  TrSensor sensor = tr_sensor_default();

  sensor.type = type;
  choose_name(sensor.name, robot, TRAMMEL_ROBOT_SIGNAL, tag, name);
  g_array_append_val(robot->sensors, sensor);
  return &g_array_index(robot->sensors, TrSensor, robot->sensors->len - 1);
}

void
trammel_robot_add_shape(TrammelRobot *robot, int link, const TrammelShape *shape)
{
  TrammelRobotLink *of = trammel_robot_link(robot, link);
  gboolean is_box = shape->type == TRAMMEL_SHAPE_BOX;

  if (shape->type == TRAMMEL_SHAPE_MESH ? shape->size[0] * shape->size[1] * shape->size[2] != 0
      : is_box ? MIN(MIN(shape->size[0], shape->size[1]), shape->size[2]) > 0
               : shape->radius > 0)
    g_array_append_val(of->shapes, *shape);
}

void
trammel_robot_set_limits(TrammelRobot *robot, TrammelRobotJoint *joint, double lower, double upper)
{
  gboolean turns = tr_joint_turns(&joint->joint);

  if (lower < -1e15)
    lower = -INFINITY;
  if (upper > 1e15)
    upper = INFINITY;
  if (isinf(lower) && isinf(upper))
    return;
  if (!(lower < upper))
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, joint->tag,
                       N_("the limits %g and %g leave no travel and are not used"), lower, upper);
  else if (turns && !(upper - lower <= 2 * G_PI))
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, joint->tag,
                       N_("limits more than one turn apart are not used: between two stops each "
                          "angle exists once"));
  else
    joint->joint.limits = (TrJointLimits){lower, upper};
}

void
trammel_robot_set_friction(TrammelRobot *robot,
                           TrammelRobotJoint *joint,
                           double viscous,
                           double dry)
{
  TrFriction *friction = &joint->joint.friction;

  if (viscous == 0 && dry == 0)
    return;
  if (!tr_joint_has_axis(&joint->joint)) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, joint->tag,
                       N_("damping and friction of a joint of type %s, which has no coordinate of "
                          "its own"),
                       tr_joint_type_name(joint->joint.type));
    return;
  }
  if (viscous < 0 || dry < 0) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, joint->tag,
                       N_("damping %g or friction %g below zero, which would drive the joint"),
                       viscous, dry);
    return;
  }
  friction->model = dry > 0 ? TR_FRICTION_COULOMB : TR_FRICTION_VISCOUS;
  friction->viscous = viscous;
  friction->coulomb = dry;
}

gboolean
trammel_robot_add_gear(TrammelRobot *robot,
                       const TrammelTag *tag,
                       const char *name,
                       const TrGear *gear,
                       GError **error)
{
  int at;

  if (gear->first == gear->second || gear->ratio == 0 ||
      !tr_joint_has_axis(&trammel_robot_joint(robot, gear->first)->joint) ||
      !tr_joint_has_axis(&trammel_robot_joint(robot, gear->second)->joint)) {
    trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("a joint that follows itself, or by zero, or that has no coordinate"));
    return TRUE;
  }
  at = trammel_robot_add_joint(robot, tag, name, TR_JOINT_GEAR, error);
  if (at < 0)
    return FALSE;
  trammel_robot_joint(robot, at)->joint.gear = *gear;
  return TRUE;
}
