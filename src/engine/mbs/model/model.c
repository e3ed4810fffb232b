#include "engine/mbs/model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Copies n elements; an empty array is NULL.  Clears *ok when memory is out. */
static void *
duplicate(const void *from, int n, size_t size, bool *ok)
{
  void *to;

  if (n == 0)
    return NULL;
  to = malloc((size_t)n * size);
  if (to)
    memcpy(to, from, (size_t)n * size);
  else
    *ok = false;
  return to;
}

TrModel *
tr_model_copy(const TrModel *model)
{
  TR_ASSERT(tr_model_is_whole(model));

  bool ok = true;
  TrModel *copy = malloc(sizeof *copy);

  if (!copy)
    return NULL;
  *copy = *model;
  copy->bodies = duplicate(model->bodies, model->n_bodies, sizeof *model->bodies, &ok);
  copy->joints = duplicate(model->joints, model->n_joints, sizeof *model->joints, &ok);
  copy->motors = duplicate(model->motors, model->n_motors, sizeof *model->motors, &ok);
  copy->sensors = duplicate(model->sensors, model->n_sensors, sizeof *model->sensors, &ok);
  copy->contacts = duplicate(model->contacts, model->n_contacts, sizeof *model->contacts, &ok);
  if (!ok) {
    tr_model_free(copy);
    return NULL;
  }
  return copy;
}

void
tr_model_free(TrModel *model)
{
  if (!model)
    return;
  free(model->bodies);
  free(model->joints);
  free(model->motors);
  free(model->sensors);
  free(model->contacts);
  free(model);
}

bool
tr_model_is_whole(const TrModel *model)
{
  return model && tr_is_array(model->bodies, model->n_bodies) &&
         tr_is_array(model->joints, model->n_joints) &&
         tr_is_array(model->motors, model->n_motors) &&
         tr_is_array(model->sensors, model->n_sensors) &&
         tr_is_array(model->contacts, model->n_contacts);
}

TrFrame
tr_frame_identity(void)
{
  return (TrFrame){.quat = {1, 0, 0, 0}};
}

int
tr_model_drive_input(const TrModel *model, int motor)
{
  TR_ASSERT(model && motor >= 0 && motor <= model->n_motors);

  int at = model->n_motors;

  for (int m = 0; m < motor; m++)
    if (model->motors[m].drive != TR_DRIVE_NONE)
      at += TR_DRIVE_NUMBERS;
  return at;
}

const char *
tr_stops_name(bool has_stops)
{
  return has_stops ? "estimated" : "simulated";
}

bool
tr_model_has_impacts(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].has_stops)
      return true;
  return model->n_contacts > 0;
}

bool
tr_model_is_thrown(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type != TR_JOINT_FREE)
      return false;
  return model->n_contacts > 0;
}

static int
count_drives(const TrModel *model)
{
  int n = 0;

  for (int m = 0; m < model->n_motors; m++)
    n += model->motors[m].drive != TR_DRIVE_NONE;
  return n;
}

int
tr_model_servo_input(const TrModel *model, int motor)
{
  TR_ASSERT(model && motor >= 0 && motor <= model->n_motors);

  int at = model->n_motors + TR_DRIVE_NUMBERS * count_drives(model);

  for (int m = 0; m < motor; m++)
    if (tr_motor_has_servo(&model->motors[m]))
      at += TR_SERVO_NUMBERS;
  return at;
}

bool
tr_model_has_servo(const TrModel *model)
{
  TR_ASSERT(model);
  for (int m = 0; m < model->n_motors; m++)
    if (tr_motor_has_servo(&model->motors[m]))
      return true;
  return false;
}

TrDrive
tr_motor_channel_motion(const TrMotor *motor)
{
  static const TrDrive motions[TR_N_COMMANDS] = {TR_DRIVE_NONE, TR_DRIVE_POSITION,
                                                 TR_DRIVE_VELOCITY};

  return motor->drive != TR_DRIVE_NONE ? motor->drive : motions[motor->servo.command];
}

int
tr_model_n_inputs(const TrModel *model)
{
  TR_ASSERT(model);
  return tr_model_servo_input(model, model->n_motors);
}

int
tr_model_n_drives(const TrModel *model)
{
  return count_drives(model);
}

int
tr_model_n_gears(const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    n += model->joints[j].type == TR_JOINT_GEAR;
  return n;
}

int
tr_model_find_force_motor(const TrModel *model, int joint)
{
  TR_ASSERT(model && joint >= 0 && joint < model->n_joints);
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].joint == joint && model->motors[m].drive == TR_DRIVE_NONE)
      return m;
  return -1;
}

int
tr_model_find_drive(const TrModel *model, int joint)
{
  TR_ASSERT(model && joint >= 0 && joint < model->n_joints);
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].joint == joint && model->motors[m].drive != TR_DRIVE_NONE)
      return m;
  return -1;
}

bool
tr_model_has_motor(const TrModel *model, int joint)
{
  TR_ASSERT(model && joint >= 0 && joint < model->n_joints);
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].joint == joint)
      return true;
  return false;
}

TrFriction
tr_friction_default(void)
{
  return (TrFriction){.model = TR_FRICTION_NONE, .radius = 1, .rate = NAN};
}

TrBody
tr_body_default(void)
{
  return (TrBody){.mass = 1, .inertia = {0.01, 0.01, 0.01, 0, 0, 0}};
}

TrJoint
tr_joint_default(void)
{
  return (TrJoint){.type = TR_JOINT_HINGE,
                   .parent = TR_WORLD,
                   .parent_frame = tr_frame_identity(),
                   .child_frame = tr_frame_identity(),
                   .length = 1,
                   .compliance_linear = 1e-9,
                   .compliance_angular = 1e-9,
                   .damping_time = NAN,
                   .friction = tr_friction_default(),
                   .limits = {-INFINITY, INFINITY},
                   .active = {.impulse = 1},
                   .gear = {.ratio = 1}};
}

TrMotor
tr_motor_default(void)
{
  return (TrMotor){.gain = 1,
                   .gear = 1,
                   .compliance = 1e-9,
                   .servo = {.least_set = -INFINITY, .most_set = INFINITY}};
}

TrSensor
tr_sensor_default(void)
{
  return (TrSensor){.type = TR_SENSOR_JOINT_POSITION, .quat = {1, 0, 0, 0}, .sigma = NAN};
}

TrContact
tr_contact_default(void)
{
  return (TrContact){.other = TR_WORLD,
                     .frame = tr_frame_identity(),
                     .other_frame = tr_frame_identity(),
                     .compliance = NAN,
                     .threshold = 0.05,
                     .active = {.impulse = 1}};
}

TrGravity
tr_gravity_default(void)
{
  return (TrGravity){.magnitude = 9.82, .direction = {0, -1, 0}};
}

const char *
tr_joint_type_name(TrJointType type)
{
  static const char *const names[TR_N_JOINT_TYPES] = {[TR_JOINT_HINGE] = "hinge",
                                                      [TR_JOINT_SLIDE] = "slide",
                                                      [TR_JOINT_FIXED] = "fixed",
                                                      [TR_JOINT_BALL] = "ball",
                                                      [TR_JOINT_UNIVERSAL] = "universal",
                                                      [TR_JOINT_CYLINDRICAL] = "cylindrical",
                                                      [TR_JOINT_PLANAR] = "planar",
                                                      [TR_JOINT_FREE] = "free",
                                                      [TR_JOINT_DISTANCE] = "distance",
                                                      [TR_JOINT_SPRING] = "spring",
                                                      [TR_JOINT_POINT_ON_LINE] = "point-on-line",
                                                      [TR_JOINT_ALONG] = "along",
                                                      [TR_JOINT_ABOUT] = "about",
                                                      [TR_JOINT_GEAR] = "gear",
                                                      [TR_JOINT_ROLLING] = "rolling"};

  return names[type];
}

const char *
tr_friction_model_name(TrFrictionModel model)
{
  static const char *const names[TR_N_FRICTION_MODELS] = {[TR_FRICTION_NONE] = "none",
                                                          [TR_FRICTION_VISCOUS] = "viscous",
                                                          [TR_FRICTION_COULOMB] = "coulomb",
                                                          [TR_FRICTION_STRIBECK] = "stribeck",
                                                          [TR_FRICTION_TANH] = "tanh"};

  return names[model];
}

const char *
tr_friction_load_name(TrFrictionLoad load)
{
  static const char *const names[TR_N_FRICTION_LOADS] = {
      [TR_LOAD_CONSTRAINT] = "constraint", [TR_LOAD_NONE] = "none"};

  return names[load];
}

const char *
tr_inertia_rule_name(TrInertiaRule rule)
{
  static const char *const names[TR_N_INERTIA_RULES] = {[TR_INERTIA_RULE_SETTINGS] = "settings",
                                                        [TR_INERTIA_RULE_NONE] = "none",
                                                        [TR_INERTIA_RULE_PRINCIPAL] = "principal",
                                                        [TR_INERTIA_RULE_FULL] = "full"};

  return names[rule];
}

const char *
tr_drive_name(TrDrive drive)
{
  static const char *const names[TR_N_DRIVES] = {[TR_DRIVE_NONE] = "force",
                                                 [TR_DRIVE_POSITION] = "position",
                                                 [TR_DRIVE_VELOCITY] = "velocity",
                                                 [TR_DRIVE_ACCELERATION] = "acceleration"};

  return names[drive];
}

const char *
tr_command_name(TrCommand command)
{
  static const char *const names[TR_N_COMMANDS] = {[TR_COMMAND_NONE] = "none",
                                                   [TR_COMMAND_POSITION] = "position",
                                                   [TR_COMMAND_VELOCITY] = "velocity"};

  return names[command];
}

const char *
tr_contact_shape_name(TrContactShape shape)
{
  static const char *const names[TR_N_SHAPES] = {[TR_SHAPE_SPHERE] = "sphere",
                                                 [TR_SHAPE_BOX] = "box",
                                                 [TR_SHAPE_CAPSULE] = "capsule",
                                                 [TR_SHAPE_CYLINDER] = "cylinder"};

  return names[shape];
}

bool
tr_joint_has_axis(const TrJoint *joint)
{
  TR_ASSERT(joint);
  return tr_joint_turns(joint) || tr_joint_is_linear(joint);
}

bool
tr_joint_turns(const TrJoint *joint)
{
  return joint->type == TR_JOINT_HINGE || joint->type == TR_JOINT_ABOUT;
}

bool
tr_joint_only_acts(const TrJoint *joint)
{
  return joint->type == TR_JOINT_SPRING || joint->type == TR_JOINT_ALONG ||
         joint->type == TR_JOINT_ABOUT;
}

bool
tr_joint_has_length(const TrJoint *joint)
{
  return joint->type == TR_JOINT_DISTANCE || joint->type == TR_JOINT_ROLLING;
}

bool
tr_joint_is_linear(const TrJoint *joint)
{
  TR_ASSERT(joint);
  return joint->type == TR_JOINT_SLIDE || joint->type == TR_JOINT_SPRING ||
         joint->type == TR_JOINT_ALONG;
}

const char *
tr_joint_position_unit(const TrJoint *joint)
{
  return tr_joint_is_linear(joint) ? "m" : "rad";
}

const char *
tr_joint_velocity_unit(const TrJoint *joint)
{
  return tr_joint_is_linear(joint) ? "m/s" : "rad/s";
}

const char *
tr_joint_force_unit(const TrJoint *joint)
{
  return tr_joint_is_linear(joint) ? "N" : "N m";
}

const char *
tr_joint_acceleration_unit(const TrJoint *joint)
{
  return tr_joint_is_linear(joint) ? "m/s^2" : "rad/s^2";
}
