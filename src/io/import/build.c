#include "io/import/build.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/json_writer.h"
#include "io/import/frames.h"

static void
add_numbers(TrammelJsonWriter *json, const char *key, const double *values, gsize n)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_numbers(json, values, n);
}

static void
begin(TrammelJsonWriter *json, const char *key)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_object(json);
}

static void
write_gravity(TrammelJsonWriter *json, const TrGravity *gravity)
{
  begin(json, "gravity");
  trammel_json_writer_add_number(json, "magnitude", gravity->magnitude);
  add_numbers(json, "direction", gravity->direction, 3);
  trammel_json_writer_end_object(json);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static void
write_shape(TrammelJsonWriter *json, const TrammelShape *shape)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "type", trammel_shape_type_get_word(shape->type));
  if (shape->type == TRAMMEL_SHAPE_MESH) {
    trammel_json_writer_add_string(json, "file", shape->path);
    add_numbers(json, "scale", shape->size, 3);
    add_numbers(json, "position", shape->from, 3);
    add_numbers(json, "quat_wxyz", shape->quat, 4);
  } else if (shape->type == TRAMMEL_SHAPE_BOX) {
    add_numbers(json, "position", shape->from, 3);
    add_numbers(json, "quat_wxyz", shape->quat, 4);
    add_numbers(json, "size", shape->size, 3);
  } else {
    add_numbers(json, "from", shape->from, 3);
    if (shape->type != TRAMMEL_SHAPE_SPHERE)
      add_numbers(json, "to", shape->to, 3);
    trammel_json_writer_add_number(json, "radius", shape->radius);
  }
  if (shape->color[3] > 0) {
    double color[4] = {shape->color[0], shape->color[1], shape->color[2], shape->color[3]};
    add_numbers(json, "color", color, 4);
  }
  trammel_json_writer_end_object(json);
}

/* Sets the box of the same mass and inertia; FALSE for an inertia of no box. */
static gboolean
get_inertia_box(TrammelShape *box, const TrBody *body)
{
  double moments[3], sum;

  *box = (TrammelShape){.type = TRAMMEL_SHAPE_BOX};
  trammel_body_principal(moments, box->quat, body);
  sum = (moments[0] + moments[1] + moments[2]) / 2;
  memcpy(box->from, body->com, sizeof box->from);
  for (int i = 0; i < 3; i++) {
    double square = 12 * (sum - moments[i]) / body->mass;
    if (!(square > 1e-8) || !(square < 1e4))
      return FALSE;
    box->size[i] = sqrt(square);
  }
  return TRUE;
}

static void
write_shapes(TrammelJsonWriter *json, const TrammelRobotLink *link)
{
  TrammelShape box;
  gboolean has_box = link->shapes->len == 0 && get_inertia_box(&box, &link->body);

  if (link->shapes->len == 0 && !has_box)
    return;
  trammel_json_writer_key(json, "shapes");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < link->shapes->len; i++)
    write_shape(json, &g_array_index(link->shapes, TrammelShape, i));
  if (has_box)
    write_shape(json, &box);
  trammel_json_writer_end_array(json);
}

static void
write_body(TrammelJsonWriter *json, const TrammelRobotLink *link)
{
  static const char *const names[6] = {"xx", "yy", "zz", "xy", "xz", "yz"};

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", link->body.name);
  trammel_json_writer_add_number(json, "mass", link->body.mass);
  add_numbers(json, "com", link->body.com, 3);
  begin(json, "inertia");
  for (int i = 0; i < 6; i++)
    trammel_json_writer_add_number(json, names[i], link->body.inertia[i]);
  trammel_json_writer_end_object(json);
  if (link->parts->len > 0) {
    trammel_json_writer_key(json, "merged");
    trammel_json_writer_begin_array(json);
    for (guint i = 0; i < link->parts->len; i++)
      trammel_json_writer_string(json, g_ptr_array_index(link->parts, i));
    trammel_json_writer_end_array(json);
  }
  write_shapes(json, link);
  trammel_json_writer_end_object(json);
}

/* ---- joints ---------------------------------------------------------------------------------- */

static void
write_frame(TrammelJsonWriter *json, const char *key, const TrFrame *frame)
{
  begin(json, key);
  add_numbers(json, "position", frame->position, 3);
  add_numbers(json, "quat_wxyz", frame->quat, 4);
  trammel_json_writer_end_object(json);
}

static void
write_friction(TrammelJsonWriter *json, const TrFriction *friction)
{
  begin(json, "friction");
  trammel_json_writer_add_string(json, "model", tr_friction_model_name(friction->model));
  trammel_json_writer_add_number(json, "viscous", friction->viscous);
  if (friction->model == TR_FRICTION_COULOMB)
    trammel_json_writer_add_number(json, "coulomb", friction->coulomb);
  trammel_json_writer_add_string(json, "load", tr_friction_load_name(friction->load));
  trammel_json_writer_end_object(json);
}

static void
write_forces(TrammelJsonWriter *json, const TrJoint *joint)
{
  if (joint->friction.model != TR_FRICTION_NONE)
    write_friction(json, &joint->friction);
  if (joint->spring.stiffness > 0) {
    begin(json, "spring");
    trammel_json_writer_add_number(json, "stiffness", joint->spring.stiffness);
    trammel_json_writer_add_number(json, "rest", joint->spring.rest);
    trammel_json_writer_end_object(json);
  }
  if (isfinite(joint->limits.lower) || isfinite(joint->limits.upper))
    add_numbers(json, "limits", (double[]){joint->limits.lower, joint->limits.upper}, 2);
  if (joint->start != 0)
    trammel_json_writer_add_number(json, "start", joint->start);
}

static void
write_gear(TrammelJsonWriter *json, const TrammelRobot *robot, const TrGear *gear)
{
  trammel_json_writer_key(json, "joints");
  trammel_json_writer_begin_array(json);
  trammel_json_writer_string(json, trammel_robot_joint(robot, gear->first)->joint.name);
  trammel_json_writer_string(json, trammel_robot_joint(robot, gear->second)->joint.name);
  trammel_json_writer_end_array(json);
  trammel_json_writer_add_number(json, "ratio", gear->ratio);
  trammel_json_writer_add_number(json, "offset", gear->offset);
}

static void
write_joint(TrammelJsonWriter *json, const TrammelRobot *robot, const TrJoint *joint)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", joint->name);
  trammel_json_writer_add_string(json, "type", tr_joint_type_name(joint->type));
  if (joint->type == TR_JOINT_GEAR) {
    write_gear(json, robot, &joint->gear);
  } else {
    trammel_json_writer_add_string(
        json, "parent",
        joint->parent == TR_WORLD ? "world" : trammel_robot_link(robot, joint->parent)->body.name);
    trammel_json_writer_add_string(json, "child",
                                   trammel_robot_link(robot, joint->child)->body.name);
    write_frame(json, "parent_frame", &joint->parent_frame);
    write_frame(json, "child_frame", &joint->child_frame);
    if (joint->type == TR_JOINT_DISTANCE)
      trammel_json_writer_add_number(json, "length", joint->length);
    write_forces(json, joint);
  }
  trammel_json_writer_end_object(json);
}

/* A gear of a joint that is gone couples nothing. */
static gboolean
is_kept(const TrammelRobot *robot, int at)
{
  const TrammelRobotJoint *joint = trammel_robot_joint(robot, at);

  if (joint->is_gone)
    return FALSE;
  return joint->joint.type != TR_JOINT_GEAR ||
         (is_kept(robot, joint->joint.gear.first) && is_kept(robot, joint->joint.gear.second));
}

/* ---- motors and sensors ---------------------------------------------------------------------- */

/* Writes the gain of a motor; that of a servo follows the feedback at its joint. */
static void
write_gain(TrammelJsonWriter *json, const TrammelRobot *robot, guint i)
{
  const TrMotor *motor = &g_array_index(robot->motors, TrMotor, i);
  const TrammelRobotTie *tie = NULL;
  char number[TRAMMEL_NUMBER_SIZE];

  for (guint k = 0; k < robot->ties->len; k++)
    if (g_array_index(robot->ties, TrammelRobotTie, k).motor == i)
      tie = &g_array_index(robot->ties, TrammelRobotTie, k);
  if (!tie) {
    trammel_json_writer_add_number(json, "gain", motor->gain);
    return;
  }
  g_autofree char *text =
      g_strdup_printf("%s*joint.%s.%s", trammel_json_format_number(number, tie->factor),
                      trammel_robot_joint(robot, motor->joint)->joint.name,
                      tie->kind == TR_PARAM_STIFFNESS ? "stiffness" : "viscous");
  begin(json, "gain");
  trammel_json_writer_add_number(json, "value", motor->gain);
  trammel_json_writer_add_string(json, "tie", text);
  trammel_json_writer_end_object(json);
}

static void
write_servo(TrammelJsonWriter *json, const TrServo *servo)
{
  begin(json, "servo");
  trammel_json_writer_add_string(json, "command", tr_command_name(servo->command));
  trammel_json_writer_add_number(json, "kp", servo->kp);
  if (servo->command == TR_COMMAND_POSITION) {
    trammel_json_writer_add_number(json, "kd", servo->kd);
    trammel_json_writer_add_string(json, "derivative", servo->is_damper ? "measured" : "error");
  }
  if (isfinite(servo->least_set) || isfinite(servo->most_set))
    add_numbers(json, "command_range", (double[]){servo->least_set, servo->most_set}, 2);
  trammel_json_writer_end_object(json);
}

static void
write_motor(TrammelJsonWriter *json, const TrammelRobot *robot, guint i)
{
  const TrMotor *motor = &g_array_index(robot->motors, TrMotor, i);

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", motor->name);
  trammel_json_writer_add_string(json, "joint",
                                 trammel_robot_joint(robot, motor->joint)->joint.name);
  write_gain(json, robot, i);
  trammel_json_writer_add_number(json, "gear", motor->gear);
  trammel_json_writer_add_number(json, "rotor_inertia", motor->rotor_inertia);
  trammel_json_writer_add_number(json, "bias", motor->bias);
  if (motor->limit > 0)
    trammel_json_writer_add_number(json, "limit", motor->limit);
  if (tr_motor_has_servo(motor))
    write_servo(json, &motor->servo);
  trammel_json_writer_end_object(json);
}

static void
write_sensor(TrammelJsonWriter *json, const TrammelRobot *robot, const TrSensor *sensor)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", sensor->name);
  trammel_json_writer_add_string(json, "type", tr_sensor_type_name(sensor->type));
  if (tr_sensor_class(sensor->type)->is_of_joint) {
    trammel_json_writer_add_string(json, "joint",
                                   trammel_robot_joint(robot, sensor->joint)->joint.name);
  } else {
    trammel_json_writer_add_string(json, "body",
                                   trammel_robot_link(robot, sensor->body)->body.name);
    add_numbers(json, "point", sensor->point, 3);
    add_numbers(json, "frame", sensor->quat, 4);
  }
  trammel_json_writer_end_object(json);
}

static gboolean
has_position_sensor(const TrammelRobot *robot, int joint)
{
  for (guint i = 0; i < robot->sensors->len; i++) {
    const TrSensor *sensor = &g_array_index(robot->sensors, TrSensor, i);
    if (sensor->type == TR_SENSOR_JOINT_POSITION && sensor->joint == joint)
      return TRUE;
  }
  return FALSE;
}

static void
add_position_sensors(TrammelRobot *robot)
{
  guint n = 0;

  for (guint i = 0; i < robot->joints->len; i++) {
    const TrJoint *joint = &trammel_robot_joint(robot, (int)i)->joint;
    g_autofree char *name = g_strdup_printf("%s_position", joint->name);
    if (!is_kept(robot, (int)i) || has_position_sensor(robot, (int)i) ||
        (joint->type != TR_JOINT_HINGE && joint->type != TR_JOINT_SLIDE))
      continue;
    trammel_robot_add_sensor(robot, NULL, name, TR_SENSOR_JOINT_POSITION)->joint = (int)i;
    n++;
  }
  if (n > 0)
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, NULL,
                       N_("%u sensors of joint positions were added; delete those that the logs do "
                          "not have"),
                       n);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void
write_bodies(TrammelJsonWriter *json, const TrammelRobot *robot)
{
  trammel_json_writer_key(json, "bodies");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < robot->links->len; i++)
    if (!trammel_robot_link(robot, (int)i)->is_gone)
      write_body(json, trammel_robot_link(robot, (int)i));
  trammel_json_writer_end_array(json);
}

static void
write_joints(TrammelJsonWriter *json, const TrammelRobot *robot)
{
  trammel_json_writer_key(json, "joints");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < robot->joints->len; i++)
    if (is_kept(robot, (int)i))
      write_joint(json, robot, &trammel_robot_joint(robot, (int)i)->joint);
  trammel_json_writer_end_array(json);
}

static void
write_signals(TrammelJsonWriter *json, const TrammelRobot *robot)
{
  trammel_json_writer_key(json, "motors");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < robot->motors->len; i++) {
    const TrMotor *motor = &g_array_index(robot->motors, TrMotor, i);
    if (is_kept(robot, motor->joint))
      write_motor(json, robot, i);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "sensors");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < robot->sensors->len; i++) {
    const TrSensor *sensor = &g_array_index(robot->sensors, TrSensor, i);
    if (!tr_sensor_class(sensor->type)->is_of_joint || is_kept(robot, sensor->joint))
      write_sensor(json, robot, sensor);
  }
  trammel_json_writer_end_array(json);
}

char *
trammel_robot_to_project(TrammelRobot *robot)
{
  g_autoptr(TrammelJsonWriter) json = trammel_json_writer_new();

  add_position_sensors(robot);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "format", "trammel/1");
  trammel_json_writer_add_string(json, "name", robot->name);
  begin(json, "model");
  write_gravity(json, &robot->gravity);
  write_bodies(json, robot);
  write_joints(json, robot);
  write_signals(json, robot);
  trammel_json_writer_end_object(json);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(g_steal_pointer(&json));
}
