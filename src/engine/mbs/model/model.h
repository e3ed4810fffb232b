/* Model of a mechanism: bodies, joints, motors, sensors and gravity as flat arrays.
 *
 * SI units throughout.  A model is plain data; every engine function takes it const, so that
 * several threads may share one. docs/conventions.md fixes frames, signs and quaternions. */
#pragma once

#include "engine/base/base.h"

enum { TR_WORLD = -1 }; /* a joint's parent that is the ground */

/* A rigid transform from a frame to its owner (body or world). */
typedef struct TrFrame {
  double position[3]; /* [m] from the owner's origin, in the owner's axes */
  double quat[4];     /* unit quaternion (w, x, y, z), frame -> owner */
} TrFrame;

/* Elements of a symmetric tensor, in the order of TrBody.inertia. */
typedef enum TrTensor { TR_XX, TR_YY, TR_ZZ, TR_XY, TR_XZ, TR_YZ } TrTensor;

/* Constraint that the estimator keeps on a body's inertia (est/lsq/constraints.h). */
typedef enum TrInertiaRule {
  TR_INERTIA_RULE_SETTINGS,  /* rule of the fit's settings */
  TR_INERTIA_RULE_NONE,      /* a mass and moments above zero */
  TR_INERTIA_RULE_PRINCIPAL, /* principal axes of the start, second moments not negative */
  TR_INERTIA_RULE_FULL,      /* second moments of some distribution of mass */
  TR_N_INERTIA_RULES
} TrInertiaRule;

/* A rigid body. */
typedef struct TrBody {
  char name[TR_NAME_SIZE];
  double mass;       /* [kg] > 0 */
  double com[3];     /* [m] centre of mass from the body's origin, body axes */
  double inertia[6]; /* [kg m^2] about the centre of mass, body axes: xx yy zz xy xz yz; xy is the
                        element of the tensor, -integral of x y dm */
  TrInertiaRule consistency;
} TrBody;

/* Types of joints. */
typedef enum TrJointType {
  TR_JOINT_HINGE,
  TR_JOINT_SLIDE,
  TR_JOINT_FIXED,
  TR_JOINT_BALL,
  TR_JOINT_UNIVERSAL,   /* rotates about z of the parent's frame and about x of the child's */
  TR_JOINT_CYLINDRICAL, /* rotates about z and slides along it */
  TR_JOINT_PLANAR,      /* slides in the plane across z and rotates about z */
  TR_JOINT_FREE,        /* constrains nothing: places a body relative to its parent */
  TR_JOINT_DISTANCE,    /* the frames' origins stay `length` apart: a rod between two ball joints */
  TR_JOINT_SPRING,      /* constrains nothing: acts along the line between the frames' origins,
                           whose distance is its coordinate */
  TR_JOINT_POINT_ON_LINE, /* the child's origin stays on z of the parent's frame */
  TR_JOINT_ALONG,         /* constrains nothing: acts along z of the parent's frame ... */
  TR_JOINT_ABOUT,         /* ... or about it, beside a joint that slides or rotates there */
  TR_JOINT_GEAR,          /* couples the coordinates of two other joints */
  TR_JOINT_ROLLING,       /* the child is a ball or an upright wheel of radius `length` about its
                             frame's origin, which rolls without slip on the plane across z of the
                             parent's frame, on the side of +z */
  TR_N_JOINT_TYPES
} TrJointType;

/* Models of joint friction. */
typedef enum TrFrictionModel {
  TR_FRICTION_NONE,
  TR_FRICTION_VISCOUS,
  TR_FRICTION_COULOMB,  /* viscous and dry */
  TR_FRICTION_STRIBECK, /* viscous and dry, with a rise at low rates (theory 4.3) */
  TR_FRICTION_TANH,     /* six coefficients, smooth (theory 4.5) */
  TR_N_FRICTION_MODELS
} TrFrictionModel;

/* Load of dry friction. */
typedef enum TrFrictionLoad {
  TR_LOAD_CONSTRAINT, /* bound proportional to the joint's constraint force (theory 4.4) */
  TR_LOAD_NONE,       /* bound is a constant torque or force */
  TR_N_FRICTION_LOADS
} TrFrictionLoad;

enum { TR_N_TANH = 6 }; /* coefficients g0 .. g5 */

/* The parts of friction that may differ by direction. */
enum { TR_SIDE_DRY, TR_SIDE_VISCOUS, TR_N_SIDES };

/* Friction of a joint. */
typedef struct TrFriction {
  TrFrictionModel model;
  TrFrictionLoad load;
  double viscous;         /* [N m s/rad] or [N s/m], >= 0 */
  double coulomb;         /* without unit for TR_LOAD_CONSTRAINT, else [N m] or [N], >= 0 */
  double delta;           /* Stribeck: static minus kinetic, unit of coulomb, >= 0 */
  double zeta;            /* Stribeck: decay with the squared rate [s^2/rad^2] or [s^2/m^2] */
  double radius;          /* [m] of the bearing, converts torque to force in the bound; > 0 */
  double rate;            /* smoothing rate of the dry friction in the estimator [rad/s] or [m/s];
                             NAN = automatic (1 % of the joint's rms rate in the log) */
  double tanh[TR_N_TANH]; /* g0 (tanh g1 v - tanh g2 v) + g3 tanh g4 v + g5 v; g0, g3 [N m] or [N],
                             g1 >= g2, g4 [s/rad] or [s/m], g5 as viscous; none negative */
  double offset;          /* [N m] or [N] constant part, positive against a positive rate */
  double asymmetry[TR_N_SIDES]; /* [1] in -1 .. 1: factor 1 + a of the part in the positive
                                   direction, 1 - a in the negative one */
} TrFriction;

/* A torsion spring or a spring along a slide: -stiffness (coordinate - rest); of a hinge within
 * half a turn of rest. */
typedef struct TrJointSpring {
  double stiffness; /* [N m/rad] or [N/m], >= 0; 0: no spring */
  double rest;      /* [rad] or [m] */
} TrJointSpring;

/* Ends of the travel along the axis: stops that only push (sim/stops.h). */
typedef struct TrJointLimits {
  double lower, upper; /* [rad] or [m] coordinates; -INFINITY, INFINITY: none */
} TrJointLimits;

/* Of a gear (mbs/model/gears.h): coordinate of second = ratio (coordinate of first) + offset. */
typedef struct TrGear {
  int first, second; /* joints */
  double ratio;      /* in the unit of second by that of first; not 0 */
  double offset;     /* [rad] or [m] */
} TrGear;

/* Kinds of impulses along the freedoms of a joint. */
enum { TR_KIND_FORCE, TR_KIND_TORQUE, TR_N_KINDS };

enum { TR_MAX_SPANS = 8 };

/* Spans of time in which a joint holds its bodies or a contact is there: a gripper, a latch, a
 * table that is pulled away.  The estimator learns the impulses at their ends from the log. */
typedef struct TrActive {
  int n;                                         /* 0: always */
  double begin[TR_MAX_SPANS], end[TR_MAX_SPANS]; /* [s] of the log, increasing */
  double impulse; /* [N s], [N m s] sd of the impulse at an end, along each row of a joint or the
                     normal of a contact's point; > 0 */
} TrActive;

/* A joint between two bodies, or a gear between two joints. */
typedef struct TrJoint {
  char name[TR_NAME_SIZE];
  TrJointType type;
  int parent;           /* index of the body, or TR_WORLD */
  int child;            /* index of the body */
  TrFrame parent_frame; /* the joint's axis is z of both frames */
  TrFrame child_frame;
  double length; /* [m] of a distance, radius of a rolling joint; > 0 */
  double start;  /* [rad] or [m] coordinate of a hinge or slide in the pose that loops are closed
                    from, and that a simulation of the model starts from */
  double compliance_linear;  /* [m/N] >= 0 */
  double compliance_angular; /* [rad/(N m)] >= 0 */
  double damping_time;       /* [s] relaxation time of the constraint; NAN = automatic */
  TrFriction friction;
  TrJointSpring spring;
  TrJointLimits limits;
  double stop_restitution; /* [1] 0 .. 1, rate after an impact on a limit by that before it */
  bool has_stops; /* the estimator has its limits as stops, too; they are then quantities */
  double state_error[TR_N_KINDS]; /* relative sd of the estimator's state error along the freedoms
                                     [N s, N m s]; 0 in any joint: in proportion to the impulses of
                                     the start motion (est/prepare/state_error.h) */
  TrActive active;                /* of joints that close loops */
  TrGear gear; /* of a gear, whose parent and child are the children of both joints */
} TrJoint;

/* Meaning of a motor's channel. */
typedef enum TrDrive {
  TR_DRIVE_NONE,     /* input u: the motor is a source of torque or force */
  TR_DRIVE_POSITION, /* motion of the joint: the motor supplies the force that it takes */
  TR_DRIVE_VELOCITY,
  TR_DRIVE_ACCELERATION,
  TR_N_DRIVES
} TrDrive;

/* Coordinate whose set value the channel of a motor gives to its servo. */
typedef enum TrCommand {
  TR_COMMAND_NONE, /* no servo: the channel is the input u */
  TR_COMMAND_POSITION,
  TR_COMMAND_VELOCITY,
  TR_N_COMMANDS
} TrCommand;

/* A controller that makes the input of its motor from the error e = set value - coordinate (or
 * rate) of the joint: u = kp e + ki (integral of e) + kd (derivative of e), limited like any input
 * of the motor.  It takes its samples every sample_time, holds u between them and acts `delay`
 * later. */
typedef struct TrServo {
  TrCommand command;
  double kp;                  /* [unit of u per rad, m, rad/s or m/s] >= 0 */
  double ki;                  /* [that per s] >= 0 */
  double kd;                  /* [that times s] >= 0, of a command of position alone */
  bool is_damper;             /* kd acts on the measured rate alone, not on that of the set value */
  double delay;               /* [s] >= 0 */
  double sample_time;         /* [s] >= 0; 0: continuous */
  double least_set, most_set; /* limits of the set value; -INFINITY, INFINITY: none */
} TrServo;

/* A motor.  Joint torque or force: gear (gain w + bias) - gear^2 rotor_inertia (joint
 * acceleration).
 *
 *   w = u                                            u is a current or a torque: resistance 0
 *   w = (u - back_emf gear (joint rate))/resistance  u is a voltage, w the current
 *
 * with the samples of u limited to -limit .. limit; of a servo, u is its effort; of a drive, the
 * force that makes the joint follow its channel: a row s(q) - s_u(t) of its own (theory 2.5). */
typedef struct TrMotor {
  char name[TR_NAME_SIZE];
  int joint;
  double gain;          /* [N m] or [N] per unit of w */
  double gear;          /* [1] for a hinge, [rad/m] for a slide; not 0 */
  double bias;          /* [N m] or [N] */
  double rotor_inertia; /* [kg m^2], or [kg] for a slide with gear 1 */
  double resistance;    /* [ohm]; 0: the input is not a voltage */
  double back_emf;      /* [V s/rad] of the shaft, or [V s/m] */
  double limit;         /* of |u|, in its unit; 0: none */
  TrDrive drive;
  double compliance; /* of a drive [rad/(N m)] or [m/N], >= 0 */
  TrServo servo;     /* not beside a drive */
} TrMotor;

/* Inputs of a step: the mean input of each motor, then for each drive, in the motors' order, the
 * prescribed position at the node, mean rate over the step before and over the step after it, then
 * for each servo the means over the step that its gains multiply (mbs/force/servo.h).  The mean
 * input of a servo's motor is its effort with the gains that the model had when the inputs were
 * made. */
enum { TR_DRIVE_NUMBERS = 3 };
enum { TR_SERVO_ERROR, TR_SERVO_INTEGRAL, TR_SERVO_DERIVATIVE, TR_SERVO_NUMBERS };

/* Types of sensors (mbs/model/sensor.h). */
typedef enum TrSensorType {
  TR_SENSOR_JOINT_POSITION,
  TR_SENSOR_JOINT_VELOCITY,
  TR_SENSOR_JOINT_TORQUE,     /* torque or force along the joint's axis, on the child */
  TR_SENSOR_POINT_POSITION,   /* of a point of a body, in axes of the world */
  TR_SENSOR_BODY_ORIENTATION, /* of a frame on a body, in the world: w, x, y, z */
  TR_SENSOR_BODY_POSE,        /* both: the point's x, y, z and the frame's w, x, y, z */
  TR_SENSOR_GYRO,             /* rate of a body in the axes of a frame on it */
  TR_SENSOR_ACCELEROMETER,    /* acceleration of a point less gravity, likewise */
  TR_N_SENSOR_TYPES
} TrSensorType;

/* Loss of a sensor's residuals (est/task/loss.h). */
typedef enum TrLossKind {
  TR_LOSS_NONE, /* least squares */
  TR_LOSS_HUBER,
  TR_LOSS_CAUCHY,
  TR_LOSS_STUDENT,
  TR_N_LOSSES
} TrLossKind;

/* Loss with its scale. */
typedef struct TrLoss {
  TrLossKind kind;
  double scale; /* in sigmas; of Student's t: degrees of freedom; 0 = that of the kind */
} TrLoss;

/* One channel of a device: a device with several (mbs/model/sensor.h) has as many consecutive
 * entries, which differ in name and axis only, and of TR_SENSOR_BODY_POSE in sigma. */
typedef struct TrSensor {
  char name[TR_NAME_SIZE]; /* of the channel: that of the device, with .x and the like if several */
  TrSensorType type;
  int joint;       /* of sensors of a joint */
  int body;        /* of the others */
  double point[3]; /* [m] from the body's origin, in its axes */
  double quat[4];  /* (w, x, y, z) of the measuring axes -> body, of TR_SENSOR_POINT_POSITION ->
                      world */
  int axis;        /* of the device's channels */
  double sigma;    /* standard deviation of one sample, in the sensor's unit; NAN = from the log */
  bool has_loss;   /* has a loss of its own instead of the settings' */
  TrLoss loss;
} TrSensor;

/* Shapes that touch: a sphere (radius 0: a point) at the contact's point, or the points of a box, a
 * capsule or a cylinder around it, each a sphere of the contact's radius. */
typedef enum TrContactShape {
  TR_SHAPE_SPHERE,
  TR_SHAPE_BOX,      /* eight corners */
  TR_SHAPE_CAPSULE,  /* both ends of its axis z */
  TR_SHAPE_CYLINDER, /* TR_RIM_POINTS on the rim of each end of its axis z */
  TR_N_SHAPES
} TrContactShape;

enum { TR_RIM_POINTS = 12, TR_MAX_CONTACT_POINTS = 2 * TR_RIM_POINTS };

/* A contact with friction between a shape on a body, and a plane or a sphere on another body or the
 * world (mbs/contact/touch.h). */
typedef struct TrContact {
  char name[TR_NAME_SIZE];
  int body;
  TrContactShape shape;
  TrFrame frame;  /* centre of the shape and its axes, on the body */
  double size[3]; /* [m] half sizes of a box; capsule: z, half the distance of the ends; cylinder: x
                     the radius of the rim, z half the length; without the contact's radius */
  double radius;  /* [m] >= 0 */
  int other;      /* body, or TR_WORLD */
  bool is_sphere; /* the other one is a sphere, not a plane */
  TrFrame other_frame; /* z is the normal of the plane; centre of the sphere */
  double height;       /* [m] of the plane along its normal */
  double tilt[2];      /* [rad] of the plane, about x and y of its frame */
  double other_radius; /* [m] of the sphere, >= 0 */
  double friction;     /* [1] >= 0 */
  double restitution;  /* [1] 0 .. 1 */
  double compliance;   /* [m/N] > 0; NAN: h^2/(100 m) of the lighter body */
  double threshold;    /* [m/s] rate below which an impact hardly rebounds, > 0 */
  TrActive active;
} TrContact;

/* Uniform gravity. */
typedef struct TrGravity {
  double magnitude;    /* [m/s^2] */
  double direction[3]; /* need not be of unit length; not zero */
  double tilt[3];      /* [rad] rotation vector in world axes applied to the direction */
} TrGravity;

/* A model; it owns its arrays. */
typedef struct TrModel {
  TrGravity gravity;
  int n_bodies, n_joints, n_motors, n_sensors, n_contacts;
  TrBody *bodies;
  TrJoint *joints;
  TrMotor *motors;
  TrSensor *sensors;
  TrContact *contacts;
} TrModel;

/* Returns a deep copy, to be freed with tr_model_free(); NULL when memory is out. */
TrModel *tr_model_copy(const TrModel *model);
void tr_model_free(TrModel *model);

/* Returns whether the model has the arrays that its counts announce; for assertions. */
bool tr_model_is_whole(const TrModel *model);

/* Returns whether the estimator has impacts: contacts, or stops of a joint. */
bool tr_model_has_impacts(const TrModel *model);

/* Returns whether nothing but contacts holds the bodies: there are contacts, and all joints are
 * free. */
bool tr_model_is_thrown(const TrModel *model);

/* Checks a model and returns TR_BAD_MODEL with the name of the body, joint, motor or sensor in the
 * sentence: no body, mass <= 0, inertia not positive definite, a child that is missing, friction, a
 * motor or a sensor on a joint without a coordinate, two drives on one joint, values out of their
 * range.  It does not check whether loops close (mbs/kinematics/assembly.h). */
TR_NODISCARD TrStatus tr_model_check(const TrModel *model, TrError *error);

/* Number of inputs of a step, and index of the first one of a drive and of a servo. */
int tr_model_n_inputs(const TrModel *model);
int tr_model_drive_input(const TrModel *model, int motor);
int tr_model_servo_input(const TrModel *model, int motor);

/* Returns whether a motor has a servo, or whether one of the model has. */
static inline bool
tr_motor_has_servo(const TrMotor *motor)
{
  return motor->servo.command != TR_COMMAND_NONE;
}
bool tr_model_has_servo(const TrModel *model);

/* Returns what a motor's channel gives: the position, velocity or acceleration of a drive, the set
 * value of a servo, or TR_DRIVE_NONE for an input. */
TrDrive tr_motor_channel_motion(const TrMotor *motor);

/* Returns the number of drives. */
int tr_model_n_drives(const TrModel *model);
int tr_model_n_gears(const TrModel *model);

/* Returns the first motor whose force acts along a joint, or -1. */
int tr_model_find_force_motor(const TrModel *model, int joint);

/* Returns the motor that prescribes a joint's motion, or -1. */
int tr_model_find_drive(const TrModel *model, int joint);

/* Returns whether a joint has a motor, of force or one that prescribes its motion. */
bool tr_model_has_motor(const TrModel *model, int joint);

/* Defaults of the project file, for models that are filled by hand. */
TrFrame tr_frame_identity(void);
TrFriction tr_friction_default(void); /* none */
TrBody tr_body_default(void);         /* 1 kg, 0.01 kg m^2 */
TrJoint tr_joint_default(void);       /* hinge from the world to body 0, compliance 1e-9 */
TrMotor tr_motor_default(void);       /* gear 1, no drive, compliance 1e-9 */
TrSensor tr_sensor_default(void);     /* joint position, sigma automatic */
TrContact tr_contact_default(void);   /* point of body 0 on the plane z = 0 of the world */
TrGravity tr_gravity_default(void);   /* 9.82 m/s^2 along -y */

/* Returns the name in the project file, e.g. "hinge"; static. */
const char *tr_joint_type_name(TrJointType type);
const char *tr_friction_model_name(TrFrictionModel model);

/* Returns whether the friction has a bound under which the joint sticks: `coulomb` and `stribeck`.
 */
static inline bool
tr_friction_is_dry(TrFrictionModel model)
{
  return model == TR_FRICTION_COULOMB || model == TR_FRICTION_STRIBECK;
}
const char *tr_friction_load_name(TrFrictionLoad load);
const char *tr_inertia_rule_name(TrInertiaRule rule);
const char *tr_stops_name(bool has_stops); /* of TrJoint */
const char *tr_drive_name(TrDrive drive);  /* "force" for none */
const char *tr_command_name(TrCommand command);
const char *tr_contact_shape_name(TrContactShape shape);

/* Returns whether a joint has a coordinate, along which friction, motors and sensors of the joint
 * act: hinges, slides and joints that only act.  Other joints have no or several degrees of
 * freedom. */
bool tr_joint_has_axis(const TrJoint *joint);

/* Returns whether the coordinate is an angle [rad]. */
bool tr_joint_turns(const TrJoint *joint);

/* Returns whether the joint has a coordinate and constrains nothing: it stands beside joints that
 * do. */
bool tr_joint_only_acts(const TrJoint *joint);

/* Returns whether `length` is a quantity of the joint. */
bool tr_joint_has_length(const TrJoint *joint);

/* Returns whether the coordinate is a length [m]; else it is an angle. */
bool tr_joint_is_linear(const TrJoint *joint);

/* Units of a joint's coordinate: "rad" or "m", "rad/s" or "m/s", "N m" or "N", "rad/s^2" or
 * "m/s^2"; static. */
const char *tr_joint_position_unit(const TrJoint *joint);
const char *tr_joint_velocity_unit(const TrJoint *joint);
const char *tr_joint_force_unit(const TrJoint *joint);
const char *tr_joint_acceleration_unit(const TrJoint *joint);
