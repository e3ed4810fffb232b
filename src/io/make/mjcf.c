/* New MJCF: bodies nested in the start pose, where `ref` is the coordinate of each joint; loops are
 * <equality> elements, whose anchors MuJoCo takes in that pose. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/ending.h"
#include "io/make/writer.h"

static gboolean
can_carry(TrJointType type)
{
  return type == TR_JOINT_HINGE || type == TR_JOINT_SLIDE || type == TR_JOINT_FIXED ||
         type == TR_JOINT_FREE || type == TR_JOINT_BALL;
}

static void
write_frame(GString *into, const TrFrame *frame)
{
  g_autofree char *pos = trammel_make_numbers(frame->position, 3);
  g_autofree char *quat = trammel_make_numbers(frame->quat, 4);

  g_string_append_printf(into, " pos=\"%s\" quat=\"%s\"", pos, quat);
}

static void
write_inertial(TrammelMake *make, const TrBody *body)
{
  g_autofree char *mass = trammel_make_numbers(&body->mass, 1);
  g_autofree char *pos = trammel_make_numbers(body->com, 3);
  g_autofree char *inertia = trammel_make_numbers(body->inertia, 6);

  trammel_make_line(make, "<inertial pos=\"%s\" mass=\"%s\" fullinertia=\"%s\"/>", pos, mass,
                    inertia);
}

/* Rotors of all motors on a joint, at the joint. */
static double
get_armature(const TrModel *model, int joint)
{
  double sum = 0;

  for (int i = 0; i < model->n_motors; i++)
    if (model->motors[i].joint == joint)
      sum += model->motors[i].gear * model->motors[i].gear * model->motors[i].rotor_inertia;
  return sum;
}

static void
add_number(GString *text, const char *name, double value)
{
  g_autofree char *number = trammel_make_numbers(&value, 1);

  if (value != 0)
    g_string_append_printf(text, " %s=\"%s\"", name, number);
}

static void
add_forces(TrammelMake *make, GString *text, int j)
{
  const TrJoint *joint = &make->model->joints[j];
  const double *ends = &joint->limits.lower;
  double damping, dry, range[2] = {fmax(ends[0], -1e16), fmin(joint->limits.upper, 1e16)};

  trammel_make_friction(make, joint, &damping, &dry);
  add_number(text, "ref", make->position[j]);
  add_number(text, "damping", damping);
  add_number(text, "frictionloss", dry);
  add_number(text, "armature", get_armature(make->model, j));
  if (joint->spring.stiffness > 0) {
    add_number(text, "stiffness", joint->spring.stiffness);
    add_number(text, "springref", joint->spring.rest);
  }
  if (isfinite(joint->limits.lower) || isfinite(joint->limits.upper)) {
    g_autofree char *numbers = trammel_make_numbers(range, 2);
    g_string_append_printf(text, " range=\"%s\"", numbers);
  }
}

static void
write_joint(TrammelMake *make, int j)
{
  const TrJoint *joint = &make->model->joints[j];
  g_autofree char *name = trammel_make_escape(joint->name);
  g_autofree char *pos = trammel_make_numbers(joint->child_frame.position, 3);
  g_autoptr(GString) rest = g_string_new(NULL);
  TrFrame turn = joint->child_frame;
  double axis[3];

  if (joint->type == TR_JOINT_FREE) {
    trammel_make_line(make, "<freejoint name=\"%s\"/>", name);
    return;
  }
  memset(turn.position, 0, sizeof turn.position);
  trammel_frame_apply(axis, &turn, (double[]){0, 0, 1});
  g_autofree char *direction = trammel_make_numbers(axis, 3);
  if (joint->type == TR_JOINT_BALL) {
    trammel_make_line(make, "<joint name=\"%s\" type=\"ball\" pos=\"%s\"/>", name, pos);
    return;
  }
  add_forces(make, rest, j);
  trammel_make_line(make, "<joint name=\"%s\" type=\"%s\" pos=\"%s\" axis=\"%s\"%s/>", name,
                    tr_joint_type_name(joint->type), pos, direction, rest->str);
}

/* Writes a geom that shows a mesh, and the <mesh> that it refers to. */
static void
write_mesh(TrammelMake *make, const TrammelMakeSolid *solid)
{
  g_autofree char *file = trammel_make_mesh_name(make, solid, "");
  g_autofree char *scale = trammel_make_numbers(solid->size, 3);
  g_autofree char *color = trammel_make_numbers(solid->color, 4);
  g_autoptr(GString) place = g_string_new(NULL);

  if (trammel_has_ending(solid->path, ".dae")) {
    trammel_make_note(make,
                      N_("the mesh '%s' is in COLLADA, which MJCF does not read, and is not "
                         "written; export it as STL or OBJ"),
                      solid->path);
    return;
  }
  write_frame(place, &solid->frame);
  g_string_append_printf(make->assets, "    <mesh name=\"mesh %u\" file=\"%s\" scale=\"%s\"/>\n",
                         make->n_meshes, file, scale);
  trammel_make_line(make,
                    "<geom type=\"mesh\" mesh=\"mesh %u\"%s rgba=\"%s\" contype=\"0\" "
                    "conaffinity=\"0\"/>",
                    make->n_meshes++, place->str, color);
}

/* Writes a geom that only shows its body: nothing collides with it, and the mass is that of the
 * body's <inertial>. */
static void
write_solid(TrammelMake *make, const TrammelMakeSolid *solid, guint i)
{
  double half[3] = {solid->radius, solid->length / 2};
  guint n = solid->type == TRAMMEL_SHAPE_SPHERE ? 1 : 2;
  g_autoptr(GString) place = g_string_new(NULL);

  if (solid->type == TRAMMEL_SHAPE_MESH) {
    write_mesh(make, solid);
    return;
  }
  if (solid->type == TRAMMEL_SHAPE_BOX) {
    n = 3;
    for (int k = 0; k < 3; k++)
      half[k] = solid->size[k] / 2;
  }
  g_autofree char *size = trammel_make_numbers(half, n);
  g_autofree char *color = trammel_make_numbers(solid->color, 4);
  write_frame(place, &solid->frame);
  trammel_make_line(make,
                    "<geom type=\"%s\" size=\"%s\"%s rgba=\"%s\" contype=\"0\" conaffinity=\"0\"/>",
                    trammel_shape_type_get_word(solid->type), size, place->str, color);
}

/* Writes the sites on a body, or on the ground, that are the ends of rods. */
static void
write_rod_ends(TrammelMake *make, int body)
{
  for (int j = 0; j < make->model->n_joints; j++) {
    const TrJoint *joint = &make->model->joints[j];
    g_autofree char *name = trammel_make_escape(joint->name);
    for (int end = 0; joint->type == TR_JOINT_DISTANCE && end < 2; end++) {
      const TrFrame *frame = end ? &joint->child_frame : &joint->parent_frame;
      g_autoptr(GString) place = g_string_new(NULL);
      if ((end ? joint->child : joint->parent) != body)
        continue;
      write_frame(place, frame);
      trammel_make_line(make, "<site name=\"%s end %d\"%s/>", name, end + 1, place->str);
    }
  }
}

static void
write_sites(TrammelMake *make, int body)
{
  for (int i = 0; i < make->model->n_sensors; i++) {
    const TrSensor *sensor = &make->model->sensors[i];
    TrFrame frame = {.quat = {sensor->quat[0], sensor->quat[1], sensor->quat[2], sensor->quat[3]}};
    g_autoptr(GString) place = g_string_new(NULL);
    if (tr_sensor_class(sensor->type)->is_of_joint || sensor->body != body || sensor->axis != 0)
      continue;
    memcpy(frame.position, sensor->point, sizeof frame.position);
    write_frame(place, &frame);
    trammel_make_line(make, "<site name=\"site %d\"%s/>", i, place->str);
  }
}

static void
write_body(TrammelMake *make, int body)
{
  const TrBody *of = &make->model->bodies[body];
  int carrier = make->carrier[body];
  const TrJoint *joint = carrier < 0 ? NULL : &make->model->joints[carrier];
  int parent = joint ? joint->parent : TR_WORLD;
  g_autofree char *name = trammel_make_escape(of->name);
  g_autoptr(GString) place = g_string_new(NULL);
  TrFrame frame = make->origin[body], back;

  if (parent != TR_WORLD) {
    trammel_frame_invert(&back, &make->origin[parent]);
    trammel_frame_compose(&frame, &back, &frame);
  }
  write_frame(place, &frame);
  trammel_make_open(make, "<body name=\"%s\"%s>", name, place->str);
  if (!joint)
    trammel_make_line(make, "<freejoint name=\"%s free\"/>", name);
  else if (joint->type != TR_JOINT_FIXED)
    write_joint(make, carrier);
  write_inertial(make, of);
  trammel_make_each_solid(make, body, write_solid);
  write_sites(make, body);
  write_rod_ends(make, body);
  for (int b = 0; b < make->model->n_bodies; b++)
    if (make->carrier[b] >= 0 && make->model->joints[make->carrier[b]].parent == body)
      write_body(make, b);
  trammel_make_close(make, "body");
}

/* ---- loops and gears ------------------------------------------------------------------------- */

static void
write_connect(TrammelMake *make, const TrJoint *joint, const char *name, double along)
{
  int first = joint->parent == TR_WORLD; /* body1 is a body, body2 may be the ground */
  const TrFrame *frame = first ? &joint->child_frame : &joint->parent_frame;
  int bodies[2] = {first ? joint->child : joint->parent, first ? TR_WORLD : joint->child};
  g_autofree char *a = trammel_make_escape(trammel_make_body_name(make, bodies[0]));
  g_autofree char *b = trammel_make_escape(trammel_make_body_name(make, bodies[1]));
  double anchor[3];

  trammel_frame_apply(anchor, frame, (double[]){0, 0, along});
  g_autofree char *point = trammel_make_numbers(anchor, 3);
  trammel_make_line(make, "<connect name=\"%s\" body1=\"%s\" body2=\"%s\" anchor=\"%s\"/>", name, a,
                    b, point);
}

static void
write_loop(TrammelMake *make, const TrJoint *joint)
{
  g_autofree char *name = trammel_make_escape(joint->name);
  g_autofree char *other = g_strconcat(name, " axis", NULL);
  g_autofree char *parent = trammel_make_escape(trammel_make_body_name(make, joint->parent));
  g_autofree char *child = trammel_make_escape(make->model->bodies[joint->child].name);

  if (joint->type == TR_JOINT_BALL) {
    write_connect(make, joint, name, 0);
  } else if (joint->type == TR_JOINT_HINGE) {
    write_connect(make, joint, name, 0);
    write_connect(make, joint, other, 0.1);
    trammel_make_note(make,
                      N_("joint '%s' closes a loop: it is written as two <connect> on its axis, "
                         "without friction, spring and limits"),
                      joint->name);
  } else if (joint->type == TR_JOINT_DISTANCE) {
    trammel_make_line(make, "<tendon name=\"%s\" tendon1=\"%s rod\"/>", name, name);
  } else if (joint->type == TR_JOINT_FIXED) {
    trammel_make_line(make, "<weld name=\"%s\" body1=\"%s\" body2=\"%s\"/>", name, parent, child);
  } else {
    trammel_make_note(make, N_("joint '%s' of type %s is not written: MJCF has nothing for it"),
                      joint->name, tr_joint_type_name(joint->type));
  }
}

static void
write_gear(TrammelMake *make, const TrJoint *gear)
{
  int a = gear->gear.first, b = gear->gear.second;
  double c[5] = {gear->gear.offset - make->position[b] + gear->gear.ratio * make->position[a],
                 gear->gear.ratio};
  g_autofree char *name = trammel_make_escape(gear->name);
  g_autofree char *first = trammel_make_escape(make->model->joints[a].name);
  g_autofree char *second = trammel_make_escape(make->model->joints[b].name);
  g_autofree char *numbers = trammel_make_numbers(c, 5);

  trammel_make_line(make, "<joint name=\"%s\" joint1=\"%s\" joint2=\"%s\" polycoef=\"%s\"/>", name,
                    second, first, numbers);
}

static void
write_equality(TrammelMake *make)
{
  trammel_make_open(make, "<equality>");
  for (int j = 0; j < make->model->n_joints; j++) {
    if (trammel_make_is_loop(make, j))
      write_loop(make, &make->model->joints[j]);
    else if (make->model->joints[j].type == TR_JOINT_GEAR)
      write_gear(make, &make->model->joints[j]);
  }
  trammel_make_close(make, "equality");
}

/* ---- actuators and sensors ------------------------------------------------------------------- */

/* Gain and bias of an actuator without dynamics: force g u + b0 + b1 gear q + b2 gear q'. */
typedef struct {
  double gain, bias[3];
} Gains;

/* Force per unit of the motor's input. */
static double
get_gain(const TrMotor *motor)
{
  return motor->resistance > 0 ? motor->gain / motor->resistance : motor->gain;
}

/* Returns the gains of a motor; those of a servo with its feedback. */
static Gains
find_gains(const TrMotor *motor)
{
  double gain = get_gain(motor);
  const TrServo *servo = &motor->servo;
  gboolean is_rate = servo->command == TR_COMMAND_VELOCITY;
  Gains gains = {gain, {motor->bias, 0, motor->resistance > 0 ? -gain * motor->back_emf : 0}};

  if (!tr_motor_has_servo(motor))
    return gains;
  gains.gain = gain * servo->kp;
  gains.bias[1] = is_rate ? 0 : -gain * servo->kp / motor->gear;
  gains.bias[2] -= gain * (is_rate ? servo->kp : servo->kd) / motor->gear;
  return gains;
}

/* Returns the attributes of the limits of a motor. */
static char *
dup_limits(const TrMotor *motor)
{
  double force = fabs(get_gain(motor)) * motor->limit;
  double least = motor->servo.least_set, most = motor->servo.most_set;
  g_autofree char *range = trammel_make_numbers((double[]){-motor->limit, motor->limit}, 2);
  g_autofree char *forces = trammel_make_numbers((double[]){-force, force}, 2);
  g_autofree char *sets = trammel_make_numbers((double[]){least, most}, 2);
  g_autoptr(GString) text = g_string_new("");

  if (motor->limit > 0 && !tr_motor_has_servo(motor))
    g_string_append_printf(text, " ctrllimited=\"true\" ctrlrange=\"%s\"", range);
  if (tr_motor_has_servo(motor) && isfinite(least) && isfinite(most))
    g_string_append_printf(text, " ctrllimited=\"true\" ctrlrange=\"%s\"", sets);
  if (tr_motor_has_servo(motor) && motor->limit > 0)
    g_string_append_printf(text, " forcelimited=\"true\" forcerange=\"%s\"", forces);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Notes what of a servo MJCF has no place for. */
static void
note_servo(TrammelMake *make, const TrMotor *motor)
{
  const TrServo *servo = &motor->servo;

  if (servo->ki > 0 || servo->delay > 0 || servo->sample_time > 0 ||
      (servo->kd > 0 && !servo->is_damper))
    trammel_make_note(make,
                      N_("motor '%s': MJCF has no place for the integral, the delay and the sample "
                         "time of a servo; kd acts on the measured rate alone"),
                      motor->name);
}

static void
write_motor(TrammelMake *make, const TrMotor *motor)
{
  g_autofree char *name = trammel_make_escape(motor->name);
  g_autofree char *joint = trammel_make_escape(make->model->joints[motor->joint].name);
  g_autofree char *gear = trammel_make_numbers(&motor->gear, 1);
  Gains gains = find_gains(motor);
  g_autofree char *g = trammel_make_numbers(&gains.gain, 1);
  g_autofree char *b = trammel_make_numbers(gains.bias, 3);
  g_autofree char *limit = dup_limits(motor);

  if (motor->drive != TR_DRIVE_NONE || trammel_make_is_loop(make, motor->joint)) {
    trammel_make_note(make,
                      N_("motor '%s' is not written: its motion is prescribed, or its joint closes "
                         "a loop"),
                      motor->name);
    return;
  }
  note_servo(make, motor);
  if (gains.gain == 1 && gains.bias[0] == 0 && gains.bias[1] == 0 && gains.bias[2] == 0)
    trammel_make_line(make, "<motor name=\"%s\" joint=\"%s\" gear=\"%s\"%s/>", name, joint, gear,
                      limit);
  else
    trammel_make_line(make,
                      "<general name=\"%s\" joint=\"%s\" gear=\"%s\" gainprm=\"%s\" "
                      "biastype=\"affine\" biasprm=\"%s\"%s/>",
                      name, joint, gear, g, b, limit);
}

static void
write_sensor(TrammelMake *make, int i)
{
  static const char *const tags[TR_N_SENSOR_TYPES] = {
      [TR_SENSOR_JOINT_POSITION] = "jointpos",    [TR_SENSOR_JOINT_VELOCITY] = "jointvel",
      [TR_SENSOR_POINT_POSITION] = "framepos",    [TR_SENSOR_BODY_ORIENTATION] = "framequat",
      [TR_SENSOR_BODY_POSE] = "framepos",         [TR_SENSOR_GYRO] = "gyro",
      [TR_SENSOR_ACCELEROMETER] = "accelerometer"};
  const TrSensor *sensor = &make->model->sensors[i];
  const char *tag = tags[sensor->type];
  gsize stem = strcspn(sensor->name, ".");
  g_autofree char *own = g_strndup(sensor->name, stem);
  g_autofree char *name = trammel_make_escape(own);

  if (sensor->axis != 0)
    return;
  if (!tag ||
      (tr_sensor_class(sensor->type)->is_of_joint && trammel_make_is_loop(make, sensor->joint))) {
    trammel_make_note(make, N_("sensor '%s' is not written"), own);
    return;
  }
  if (tr_sensor_class(sensor->type)->is_of_joint) {
    g_autofree char *joint = trammel_make_escape(make->model->joints[sensor->joint].name);
    trammel_make_line(make, "<%s name=\"%s\" joint=\"%s\"/>", tag, name, joint);
  } else if (sensor->type == TR_SENSOR_GYRO || sensor->type == TR_SENSOR_ACCELEROMETER) {
    trammel_make_line(make, "<%s name=\"%s\" site=\"site %d\"/>", tag, name, i);
  } else {
    trammel_make_line(make, "<%s name=\"%s\" objtype=\"site\" objname=\"site %d\"/>", tag, name, i);
    if (sensor->type == TR_SENSOR_BODY_POSE)
      trammel_make_line(make,
                        "<framequat name=\"%s orientation\" objtype=\"site\" "
                        "objname=\"site %d\"/>",
                        name, i);
  }
}

/* Writes rods as tendons, whose equality keeps the length that they have in the pose of the file.
 */
static void
write_rods(TrammelMake *make)
{
  trammel_make_open(make, "<tendon>");
  for (int j = 0; j < make->model->n_joints; j++) {
    g_autofree char *name = trammel_make_escape(make->model->joints[j].name);
    if (make->model->joints[j].type == TR_JOINT_DISTANCE)
      trammel_make_line(make,
                        "<spatial name=\"%s rod\"><site site=\"%s end 1\"/>"
                        "<site site=\"%s end 2\"/></spatial>",
                        name, name, name);
  }
  trammel_make_close(make, "tendon");
}

static void
write_sections(TrammelMake *make)
{
  write_rods(make);
  write_equality(make);
  trammel_make_open(make, "<actuator>");
  for (int i = 0; i < make->model->n_motors; i++)
    write_motor(make, &make->model->motors[i]);
  trammel_make_close(make, "actuator");
  trammel_make_open(make, "<sensor>");
  for (int i = 0; i < make->model->n_sensors; i++)
    write_sensor(make, i);
  trammel_make_close(make, "sensor");
}

gboolean
trammel_make_mjcf(TrammelMake *make, GError **error)
{
  const TrGravity *gravity = &make->model->gravity;
  g_autofree char *name = trammel_make_escape(make->name);
  double g[3], length;

  trammel_make_plan(make, can_carry);
  if (!trammel_make_pose(make, TRUE, error))
    return FALSE;
  length = sqrt(gravity->direction[0] * gravity->direction[0] +
                gravity->direction[1] * gravity->direction[1] +
                gravity->direction[2] * gravity->direction[2]);
  for (int i = 0; i < 3; i++)
    g[i] = gravity->magnitude * (gravity->direction[i] / length);
  g_autofree char *vector = trammel_make_numbers(g, 3);
  trammel_make_open(make, "<mujoco model=\"%s\">", name);
  trammel_make_line(make, "<compiler angle=\"radian\" autolimits=\"true\"/>");
  trammel_make_line(make, "<option gravity=\"%s\"/>", vector);
  trammel_make_open(make, "<worldbody>");
  for (int b = 0; b < make->model->n_bodies; b++)
    if (make->carrier[b] < 0 || make->model->joints[make->carrier[b]].parent == TR_WORLD)
      write_body(make, b);
  write_rod_ends(make, TR_WORLD);
  trammel_make_close(make, "worldbody");
  write_sections(make);
  if (make->assets->len > 0)
    g_string_append_printf(make->text, "  <asset>\n%s  </asset>\n", make->assets->str);
  trammel_make_close(make, "mujoco");
  return TRUE;
}
