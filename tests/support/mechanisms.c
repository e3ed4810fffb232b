#include "support/mechanisms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"

static void *
take_zeroed(int n, size_t size)
{
  void *memory = n ? calloc((size_t)n, size) : NULL;

  if (n && !memory)
    abort();
  return memory;
}

/* A model of n_bodies, as many joints with sensors, and n_motors; all with default values. */
static TrModel *
new_model(int n_bodies, int n_motors)
{
  TrModel *model = take_zeroed(1, sizeof *model);

  model->gravity = tr_gravity_default();
  model->n_bodies = model->n_joints = model->n_sensors = n_bodies;
  model->n_motors = n_motors;
  model->bodies = take_zeroed(n_bodies, sizeof *model->bodies);
  model->joints = take_zeroed(n_bodies, sizeof *model->joints);
  model->sensors = take_zeroed(n_bodies, sizeof *model->sensors);
  model->motors = take_zeroed(n_motors, sizeof *model->motors);
  return model;
}

/* Body i of the chain: centre of mass at the origin, principal inertias. */
static void
set_body(TrModel *model, int i, double mass, double xx, double yy, double zz)
{
  TrBody *body = &model->bodies[i];

  *body = tr_body_default();
  snprintf(body->name, sizeof body->name, "%c", 'A' + i);
  body->mass = mass;
  memcpy(body->inertia, (double[6]){xx, yy, zz, 0, 0, 0}, sizeof body->inertia);
}

static TrFrame
frame_at(double x, double y, double z, double qw, double qx, double qy, double qz)
{
  return (TrFrame){{x, y, z}, {qw, qx, qy, qz}};
}

/* Joint i of a chain, between body i - 1 and body i, with its sensor. */
static TrJoint *
set_joint(TrModel *model, int i, TrJointType type, TrFrame parent_frame, TrFrame child_frame)
{
  bool turns = type == TR_JOINT_HINGE;
  TrJoint *joint = &model->joints[i];
  TrSensor *sensor = &model->sensors[i];

  *joint = tr_joint_default();
  snprintf(joint->name, sizeof joint->name, "%s%d", turns ? "h" : "s", i + 1);
  joint->type = type;
  joint->parent = i == 0 ? TR_WORLD : i - 1;
  joint->child = i;
  joint->parent_frame = parent_frame;
  joint->child_frame = child_frame;
  joint->damping_time = 0.02;

  *sensor = tr_sensor_default();
  snprintf(sensor->name, sizeof sensor->name, "%s%d", turns ? "theta" : "x", i + 1);
  sensor->joint = i;
  sensor->sigma = 1;
  return joint;
}

static void
set_compliance(TrJoint *joint, double compliance)
{
  joint->compliance_linear = joint->compliance_angular = compliance;
}

static void
set_friction(TrJoint *joint, TrFrictionLoad load, double viscous, double coulomb, double rate)
{
  joint->friction.model = coulomb > 0 ? TR_FRICTION_COULOMB : TR_FRICTION_VISCOUS;
  joint->friction.load = load;
  joint->friction.viscous = viscous;
  joint->friction.coulomb = coulomb;
  joint->friction.rate = rate;
}

static void
set_motor(TrModel *model, int i, int joint, double gain, double rotor_inertia)
{
  TrMotor *motor = &model->motors[i];

  *motor = tr_motor_default();
  snprintf(motor->name, sizeof motor->name, "m%d", i + 1);
  motor->joint = joint;
  motor->gain = gain;
  motor->rotor_inertia = rotor_inertia;
}

TrModel *
tr_mechanism_pendulum(void)
{
  TrModel *model = new_model(1, 1);
  TrJoint *joint;

  /* x of the frames along the link: down, a quarter turn about -z from the world's x */
  set_body(model, 0, 0.428, 0.004, 0.0001, 0.0039);
  joint = set_joint(model, 0, TR_JOINT_HINGE, frame_at(0, 0, 0, M_SQRT1_2, 0, 0, -M_SQRT1_2),
                    frame_at(-0.092, 0, 0, 1, 0, 0, 0));
  set_compliance(joint, 1e-6);
  set_friction(joint, TR_LOAD_CONSTRAINT, 2e-4, 1.8e-3, 0.02);
  set_motor(model, 0, 0, 0.1, 4e-4);
  return model;
}

TrModel *
tr_mechanism_double_pendulum(void)
{
  TrModel *model = new_model(2, 0);

  set_body(model, 0, 0.5, 1e-4, 4e-3, 4e-3);
  set_body(model, 1, 0.3, 1e-4, 1.2e-3, 1.2e-3);
  set_friction(set_joint(model, 0, TR_JOINT_HINGE, frame_at(0, 0, 0, M_SQRT1_2, 0, 0, -M_SQRT1_2),
                         frame_at(-0.15, 0, 0, 1, 0, 0, 0)),
               TR_LOAD_CONSTRAINT, 1e-3, 0, NAN);
  set_friction(set_joint(model, 1, TR_JOINT_HINGE, frame_at(0.15, 0, 0, 1, 0, 0, 0),
                         frame_at(-0.1, 0, 0, 1, 0, 0, 0)),
               TR_LOAD_CONSTRAINT, 5e-4, 0, NAN);
  return model;
}

TrModel *
tr_mechanism_furuta(void)
{
  TrModel *model = new_model(2, 1);
  TrJoint *first, *second;

  set_body(model, 0, 0.238, 1e-4, 0.003, 0.003);
  set_body(model, 1, 0.428, 1e-4, 0.004, 0.004);
  first = set_joint(model, 0, TR_JOINT_HINGE, frame_at(0, 0, 0, M_SQRT1_2, -M_SQRT1_2, 0, 0),
                    frame_at(-0.128, 0, 0, 1, 0, 0, 0));
  /* child: x = z_B, y = x_B, z = y_B */
  second = set_joint(model, 1, TR_JOINT_HINGE, frame_at(0.12, 0, 0, 0.5, -0.5, 0.5, -0.5),
                     frame_at(-0.092, 0, 0, 0.5, -0.5, -0.5, -0.5));
  set_compliance(first, 1e-6);
  set_compliance(second, 1e-6);
  set_friction(first, TR_LOAD_CONSTRAINT, 1e-3, 0, NAN);
  set_friction(second, TR_LOAD_CONSTRAINT, 1e-4, 0, NAN);
  set_motor(model, 0, 0, 0, 1e-4);
  return model;
}

TrModel *
tr_mechanism_furuta_swing(void)
{
  TrModel *model = tr_mechanism_furuta();

  memcpy(model->gravity.tilt, (double[3]){0.01, 0, -0.015}, sizeof model->gravity.tilt);
  set_body(model, 0, 0.238, 1e-4, 0.004, 0.004);
  set_body(model, 1, 0.428, 1e-4, 0.0039, 0.0038);
  set_friction(&model->joints[0], TR_LOAD_CONSTRAINT, 1e-3, 6e-4, 0.02);
  set_friction(&model->joints[1], TR_LOAD_CONSTRAINT, 1e-4, 2e-4, 0.02);
  set_motor(model, 0, 0, 0.12, 4e-4);
  return model;
}

/* z of the frames along the world's x: a quarter turn about y. */
static TrFrame
frame_along_x(void)
{
  return frame_at(0, 0, 0, M_SQRT1_2, 0, M_SQRT1_2, 0);
}

TrModel *
tr_mechanism_slider(void)
{
  TrModel *model = new_model(1, 1);

  set_body(model, 0, 95, 1, 1, 1);
  set_friction(set_joint(model, 0, TR_JOINT_SLIDE, frame_along_x(), frame_along_x()), TR_LOAD_NONE,
               200, 20, 1e-3);
  set_motor(model, 0, 0, 35, 0);
  return model;
}

TrModel *
tr_mechanism_cart_pole(void)
{
  TrModel *model = new_model(2, 1);

  set_body(model, 0, 0.5, 1e-3, 1e-3, 1e-3);
  set_body(model, 1, 0.2, 1e-4, 2e-3, 2e-3);
  set_friction(set_joint(model, 0, TR_JOINT_SLIDE, frame_along_x(), frame_along_x()),
               TR_LOAD_CONSTRAINT, 0.5, 0.02, 1e-3);
  set_friction(set_joint(model, 1, TR_JOINT_HINGE, frame_at(0, 0, 0, M_SQRT1_2, 0, 0, -M_SQRT1_2),
                         frame_at(-0.15, 0, 0, 1, 0, 0, 0)),
               TR_LOAD_CONSTRAINT, 1e-3, 0, NAN);
  set_motor(model, 0, 0, 2, 0);
  return model;
}

/* Joint i without friction between any bodies, without a sensor. */
static TrJoint *
join(TrModel *model, int i, TrJointType type, int parent, int child)
{
  TrJoint *joint = &model->joints[i];

  *joint = tr_joint_default();
  snprintf(joint->name, sizeof joint->name, "h%d", i + 1);
  joint->type = type;
  joint->parent = parent;
  joint->child = child;
  joint->damping_time = 0.02;
  return joint;
}

static void
place(TrFrame *frame, double x, double y, double z)
{
  memcpy(frame->position, (double[3]){x, y, z}, sizeof frame->position);
}

/* Bars along their x axes, in the plane z = 0. */
static TrModel *
new_four_bar(const TrJointType type[4], const double length[3], const double ground[2])
{
  TrModel *model = new_model(3, 0);

  free(model->joints);
  model->n_joints = 4;
  model->joints = take_zeroed(4, sizeof *model->joints);
  join(model, 0, type[0], TR_WORLD, 0);
  join(model, 1, type[1], 0, 1);
  join(model, 2, type[2], 1, 2);
  join(model, 3, type[3], TR_WORLD, 2);
  for (int b = 0; b < 3; b++) {
    place(&model->joints[b].child_frame, -length[b] / 2, 0, 0);
    place(&model->joints[b + 1].parent_frame, length[b] / 2, 0, 0);
  }
  place(&model->joints[3].parent_frame, ground[0], ground[1], 0);
  /* the rocker runs from the coupler's end to the ground */
  place(&model->joints[3].child_frame, length[2] / 2, 0, 0);
  return model;
}

static void
set_sensor(TrModel *model, int i, int joint)
{
  TrSensor *sensor = &model->sensors[i];

  *sensor = tr_sensor_default();
  snprintf(sensor->name, sizeof sensor->name, "theta%d", joint + 1);
  sensor->joint = joint;
  sensor->sigma = 1;
}

TrModel *
tr_mechanism_four_bar(void)
{
  static const TrJointType types[4] = {TR_JOINT_HINGE, TR_JOINT_BALL, TR_JOINT_UNIVERSAL,
                                       TR_JOINT_HINGE};
  TrModel *model = new_four_bar(types, (double[]){0.1, 0.35, 0.3}, (double[]){0.4, 0.05});

  set_body(model, 0, 0.2, 1e-4, 3e-4, 3e-4);
  set_body(model, 1, 0.3, 1e-4, 3e-3, 3e-3);
  set_body(model, 2, 0.4, 1e-4, 3e-3, 3e-3);
  /* the universal's second axis across the bars: a quarter turn about z */
  model->joints[2].child_frame = frame_at(-0.15, 0, 0, M_SQRT1_2, 0, 0, M_SQRT1_2);
  model->joints[2].parent_frame = frame_at(0.175, 0, 0, M_SQRT1_2, 0, 0, M_SQRT1_2);
  model->joints[0].start = 0.4;
  model->joints[3].start = -1.2;
  set_friction(&model->joints[0], TR_LOAD_CONSTRAINT, 1e-3, 2e-3, 0.02);
  set_friction(&model->joints[3], TR_LOAD_CONSTRAINT, 1e-3, 0, NAN);
  model->joints[0].friction.radius = model->joints[3].friction.radius = 0.02;
  model->n_sensors = 2;
  set_sensor(model, 0, 0);
  set_sensor(model, 1, 3);
  model->n_motors = 1;
  model->motors = take_zeroed(1, sizeof *model->motors);
  set_motor(model, 0, 0, 0.1, 1e-4);
  return model;
}

TrModel *
tr_mechanism_hinge_four_bar(void)
{
  static const TrJointType types[4] = {TR_JOINT_HINGE, TR_JOINT_HINGE, TR_JOINT_HINGE,
                                       TR_JOINT_HINGE};
  const double length[3] = {1, 2, sqrt(13)}, mass[3] = {1, 2, 4};
  TrModel *model = new_four_bar(types, length, (double[]){4, 0});

  model->gravity.magnitude = 9.81;
  for (int b = 0; b < 3; b++) {
    double inertia = mass[b] * length[b] * length[b] / 12;

    set_body(model, b, mass[b], 1e-2, inertia, inertia);
    model->joints[b].damping_time = NAN;
  }
  model->joints[3].damping_time = NAN;
  /* P1 = (1, 0), P2 = (1, 2) */
  model->joints[1].start = M_PI_2;
  model->joints[2].start = -M_PI_2 - atan2(2, 3);
  model->n_sensors = 1;
  set_sensor(model, 0, 0);
  return model;
}

TrModel *
tr_mechanism_rods(void)
{
  TrModel *model = new_model(2, 0);

  free(model->joints);
  model->n_joints = 3;
  model->n_sensors = 0;
  model->joints = take_zeroed(3, sizeof *model->joints);
  set_body(model, 0, 0.5, 1e-3, 4e-3, 3e-3);
  set_body(model, 1, 0.3, 1e-3, 2e-3, 1e-3);
  join(model, 0, TR_JOINT_UNIVERSAL, TR_WORLD, 0);
  place(&model->joints[0].child_frame, -0.1, 0.02, 0);
  join(model, 1, TR_JOINT_POINT_ON_LINE, TR_WORLD, 1);
  model->joints[1].parent_frame = frame_at(0.2, -0.1, 0, M_SQRT1_2, 0, M_SQRT1_2, 0);
  place(&model->joints[1].child_frame, 0.03, 0.05, -0.02);
  join(model, 2, TR_JOINT_DISTANCE, 0, 1);
  place(&model->joints[2].parent_frame, 0.1, 0, 0.01);
  place(&model->joints[2].child_frame, -0.04, 0.01, 0.02);
  model->joints[2].length = 0.25;
  return model;
}

TrModel *
tr_mechanism_guides(void)
{
  TrModel *model = new_model(2, 0);

  free(model->joints);
  model->n_joints = 3;
  model->n_sensors = 0;
  model->joints = take_zeroed(3, sizeof *model->joints);
  set_body(model, 0, 0.5, 1e-3, 4e-3, 3e-3);
  set_body(model, 1, 0.3, 1e-3, 2e-3, 1e-3);
  join(model, 0, TR_JOINT_CYLINDRICAL, TR_WORLD, 0);
  place(&model->joints[0].child_frame, -0.1, 0.02, 0);
  join(model, 1, TR_JOINT_PLANAR, TR_WORLD, 1);
  model->joints[1].parent_frame = frame_at(0, -0.1, 0.1, M_SQRT1_2, M_SQRT1_2, 0, 0);
  place(&model->joints[1].child_frame, 0.03, 0.05, -0.02);
  join(model, 2, TR_JOINT_BALL, 0, 1);
  place(&model->joints[2].parent_frame, 0.1, 0, 0.01);
  place(&model->joints[2].child_frame, -0.04, 0.01, 0.02);
  return model;
}

void
tr_mechanism_motion(
    double *pose, double *twist, const TrModel *model, const double *position, const double *rate)
{
  double held[TR_TEST_JOINTS] = {0}, rates[TR_TEST_JOINTS] = {0};
  TrAssembly *assembly = tr_assembly_new(model);

  if (!assembly)
    abort();
  if (tr_assembly_count_loops(assembly) == 0) {
    tr_forward_kinematics(pose, twist, model, position, rate);
    tr_assembly_free(assembly);
    return;
  }
  for (int j = 0; j < model->n_joints; j++) {
    held[j] = j == 0 ? position[0] : NAN;
    rates[j] = j == 0 && rate ? rate[0] : NAN;
  }
  if (tr_assembly_start(assembly, pose, NULL) != TR_OK ||
      tr_assembly_reach(assembly, pose, held, NULL) != TR_OK)
    abort();
  if (twist)
    tr_assembly_move(assembly, twist, pose, rates);
  tr_assembly_free(assembly);
}

TrModel *
tr_mechanism_sprung(void)
{
  TrModel *model = new_model(2, 0);
  TrJoint *spring;

  free(model->joints);
  free(model->sensors);
  model->n_joints = model->n_sensors = 3;
  model->joints = take_zeroed(3, sizeof *model->joints);
  model->sensors = take_zeroed(3, sizeof *model->sensors);
  set_body(model, 0, 0.5, 1e-4, 4e-3, 4e-3);
  set_body(model, 1, 0.3, 1e-4, 1.2e-3, 1.2e-3);
  set_joint(model, 0, TR_JOINT_HINGE, frame_at(0, 0, 0, M_SQRT1_2, 0, 0, -M_SQRT1_2),
            frame_at(-0.15, 0, 0, 1, 0, 0, 0));
  set_joint(model, 1, TR_JOINT_HINGE, frame_at(0.15, 0, 0, 1, 0, 0, 0),
            frame_at(-0.1, 0, 0, 1, 0, 0, 0));
  spring = set_joint(model, 2, TR_JOINT_SPRING, frame_at(0.3, 0.1, 0.05, 1, 0, 0, 0),
                     frame_at(0.04, 0.01, 0, 1, 0, 0, 0));
  spring->parent = TR_WORLD;
  spring->child = 1;
  spring->spring = (TrJointSpring){12, 0.25};
  set_friction(spring, TR_LOAD_NONE, 0.2, 0, NAN);
  return model;
}

/* Makes room for one more joint, a gear between the two that are there. */
static TrModel *
couple(TrModel *model, double ratio, double offset)
{
  TrJoint *joints = take_zeroed(3, sizeof *joints), *gear;

  memcpy(joints, model->joints, 2 * sizeof *joints);
  free(model->joints);
  model->joints = joints;
  model->n_joints = 3;
  gear = join(model, 2, TR_JOINT_GEAR, joints[0].child, joints[1].child);
  gear->gear = (TrGear){0, 1, ratio, offset};
  return model;
}

TrModel *
tr_mechanism_planet(void)
{
  return couple(tr_mechanism_double_pendulum(), -1.5, 0.2);
}

TrModel *
tr_mechanism_rack(void)
{
  TrModel *model = couple(tr_mechanism_double_pendulum(), 0.05, 0.01);
  TrJoint *slide = &model->joints[1];

  slide->type = TR_JOINT_SLIDE;
  slide->parent_frame = frame_at(0.05, 0.02, 0.01, M_SQRT1_2, 0, M_SQRT1_2, 0);
  slide->child_frame = frame_at(-0.02, 0.01, 0, M_SQRT1_2, 0, M_SQRT1_2, 0);
  slide->friction.load = TR_LOAD_NONE;
  return model;
}

TrModel *
tr_mechanism_bolt(void)
{
  static const TrJointType types[] = {TR_JOINT_ALONG, TR_JOINT_ABOUT, TR_JOINT_CYLINDRICAL};
  TrModel *model = new_model(2, 1);

  free(model->joints);
  model->n_joints = 4;
  model->joints = take_zeroed(4, sizeof *model->joints);
  set_body(model, 0, 0.5, 1e-3, 2e-3, 2e-3);
  set_body(model, 1, 0.2, 1e-4, 2e-3, 2e-3);
  for (int i = 0; i < 3; i++) {
    join(model, i, types[i], TR_WORLD, 0);
    model->joints[i].parent_frame = frame_at(0.1, -0.05, 0.02, M_SQRT1_2, 0, M_SQRT1_2, 0);
    model->joints[i].child_frame = frame_at(0.02, 0.01, 0, M_SQRT1_2, 0, M_SQRT1_2, 0);
  }
  for (int i = 0; i < 2; i++)
    set_friction(&model->joints[i], TR_LOAD_NONE, 0.02, 0.03, 0.02);
  join(model, 3, TR_JOINT_HINGE, 0, 1);
  place(&model->joints[3].parent_frame, 0.05, 0, 0.03);
  place(&model->joints[3].child_frame, -0.1, 0, 0);
  set_sensor(model, 0, 0);
  set_sensor(model, 1, 1);
  set_motor(model, 0, 0, 0.4, 0.01);
  return model;
}

TrModel *
tr_mechanism_turret(void)
{
  TrModel *model = new_model(2, 1);

  set_body(model, 0, 1, 1e-2, 2e-2, 1e-2);
  set_body(model, 1, 0.5, 1e-3, 2e-3, 2e-3);
  set_joint(model, 0, TR_JOINT_HINGE, frame_at(0, 0, 0, M_SQRT1_2, -M_SQRT1_2, 0, 0),
            frame_at(0, 0, 0, M_SQRT1_2, -M_SQRT1_2, 0, 0));
  set_joint(model, 1, TR_JOINT_SLIDE, frame_at(0.3, 0, 0, M_SQRT1_2, 0, M_SQRT1_2, 0),
            frame_at(0, 0, 0, M_SQRT1_2, 0, M_SQRT1_2, 0));
  set_friction(&model->joints[0], TR_LOAD_NONE, 0, 0.01, 0.02);
  set_friction(&model->joints[1], TR_LOAD_NONE, 0, 0.1, 0.02);
  set_motor(model, 0, 1, 2, 0.6);
  return model;
}

TrModel *
tr_mechanism_flywheels(double ratio)
{
  TrModel *model = new_model(2, 1);

  set_body(model, 0, 1, 1e-3, 1e-3, 2e-3);
  set_body(model, 1, 1, 1e-3, 1e-3, 5e-4);
  set_joint(model, 0, TR_JOINT_HINGE, tr_frame_identity(), tr_frame_identity());
  set_joint(model, 1, TR_JOINT_HINGE, frame_at(0.2, 0, 0, 1, 0, 0, 0), tr_frame_identity());
  model->joints[1].parent = TR_WORLD;
  set_motor(model, 0, 0, 0.1, 0);
  return couple(model, ratio, 0.3);
}

TrModel *
tr_mechanism_ball_and_beam(void)
{
  TrModel *model = new_model(2, 1);
  TrJoint *rolling;

  set_body(model, 0, 0.8, 1e-3, 0.03, 0.03);
  set_body(model, 1, 0.2, 3e-5, 3e-5, 3e-5);
  set_friction(
      set_joint(model, 0, TR_JOINT_HINGE, tr_frame_identity(), frame_at(0.05, 0.01, 0, 1, 0, 0, 0)),
      TR_LOAD_CONSTRAINT, 1e-3, 0, NAN);
  /* the plane's normal along y of the beam */
  rolling =
      set_joint(model, 1, TR_JOINT_ROLLING, frame_at(0.1, 0.015, 0, M_SQRT1_2, -M_SQRT1_2, 0, 0),
                frame_at(0.001, 0, 0.002, 1, 0, 0, 0));
  rolling->length = 0.02;
  model->n_sensors = 1;
  set_motor(model, 0, 0, 0.1, 1e-4);
  return model;
}

static TrModel *
drive(TrModel *model, TrDrive what)
{
  model->motors[0].drive = what;
  model->motors[0].compliance = 1e-5;
  return model;
}

TrModel *
tr_mechanism_driven_cart_pole(void)
{
  return drive(tr_mechanism_cart_pole(), TR_DRIVE_POSITION);
}

TrModel *
tr_mechanism_driven_furuta(void)
{
  return drive(tr_mechanism_furuta(), TR_DRIVE_VELOCITY);
}

TrModel *
tr_mechanism_servo_pendulum(void)
{
  TrModel *model = tr_mechanism_pendulum();

  model->motors[0].servo.command = TR_COMMAND_POSITION;
  model->motors[0].servo.kp = 3;
  model->motors[0].servo.ki = 1.2;
  model->motors[0].servo.kd = 0.4;
  return model;
}

const TrTestMechanism tr_mechanisms[] = {
    {"pendulum", tr_mechanism_pendulum},
    {"double-pendulum", tr_mechanism_double_pendulum},
    {"furuta", tr_mechanism_furuta},
    {"furuta-swing", tr_mechanism_furuta_swing},
    {"slider", tr_mechanism_slider},
    {"cart-pole", tr_mechanism_cart_pole},
    {"four-bar", tr_mechanism_four_bar},
    {"rods", tr_mechanism_rods},
    {"guides", tr_mechanism_guides},
    {"sprung", tr_mechanism_sprung},
    {"planet", tr_mechanism_planet},
    {"rack", tr_mechanism_rack},
    {"bolt", tr_mechanism_bolt},
    {"turret", tr_mechanism_turret},
    {"driven-cart-pole", tr_mechanism_driven_cart_pole},
    {"driven-furuta", tr_mechanism_driven_furuta},
    {"ball-and-beam", tr_mechanism_ball_and_beam},
    {"servo-pendulum", tr_mechanism_servo_pendulum},
};
const int tr_n_mechanisms = TR_COUNT(tr_mechanisms);
