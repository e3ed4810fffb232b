#include "engine/mbs/model/param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/mbs/model/limits.h"
#include "engine/mbs/model/sensor.h"

/* Table of kinds, one row each: id, owner, natural size. */
typedef enum Owner {
  OWNER_GRAVITY,
  OWNER_BODY,
  OWNER_JOINT,
  OWNER_MOTOR,
  OWNER_SENSOR,
  OWNER_CONTACT,
  OWNER_CHANNEL /* of a log: none in a model */
} Owner;

typedef struct Kind {
  Owner owner;
  const char *word; /* id after the owner's name; axes append theirs */
  int n_axes;
  bool can_be_free;
  double floor, scale;
} Kind;

static const Kind kinds[TR_N_PARAM_KINDS] = {
    [TR_PARAM_TILT] = {OWNER_GRAVITY, "tilt", 2, true, -INFINITY, 0.1},
    [TR_PARAM_GRAVITY] = {OWNER_GRAVITY, "magnitude", 1, true, 0, 1},
    [TR_PARAM_MASS] = {OWNER_BODY, "mass", 1, true, 0, 0.1},
    [TR_PARAM_COM] = {OWNER_BODY, "com", 3, true, -INFINITY, 0.1},
    [TR_PARAM_INERTIA] = {OWNER_BODY, "inertia", 6, true, 0, 0.01},
    [TR_PARAM_VISCOUS] = {OWNER_JOINT, "viscous", 1, true, 0, 1e-3},
    [TR_PARAM_COULOMB] = {OWNER_JOINT, "coulomb", 1, true, 0, 1e-3},
    [TR_PARAM_STRIBECK_DELTA] = {OWNER_JOINT, "stribeck.delta", 1, true, 0, 1e-3},
    [TR_PARAM_STRIBECK_ZETA] = {OWNER_JOINT, "stribeck.zeta", 1, true, 0, 1},
    [TR_PARAM_TANH] = {OWNER_JOINT, "tanh", TR_N_TANH, true, 0, 1e-3},
    [TR_PARAM_FRICTION_OFFSET] = {OWNER_JOINT, "offset", 1, true, -INFINITY, 1e-3},
    [TR_PARAM_ASYMMETRY] = {OWNER_JOINT, "asymmetry", TR_N_SIDES, true, -1, 0.1},
    [TR_PARAM_STIFFNESS] = {OWNER_JOINT, "stiffness", 1, true, 0, 0.1},
    [TR_PARAM_REST] = {OWNER_JOINT, "rest", 1, true, -INFINITY, 0.1},
    [TR_PARAM_RATE] = {OWNER_JOINT, "rate", 1, false, 0, 0.1},
    [TR_PARAM_COMPLIANCE_LINEAR] = {OWNER_JOINT, "compliance.linear", 1, false, 0, 1e-9},
    [TR_PARAM_COMPLIANCE_ANGULAR] = {OWNER_JOINT, "compliance.angular", 1, false, 0, 1e-9},
    [TR_PARAM_ANCHOR_PARENT] = {OWNER_JOINT, "parent_frame.position", 3, true, -INFINITY, 0.1},
    [TR_PARAM_ANCHOR_CHILD] = {OWNER_JOINT, "child_frame.position", 3, true, -INFINITY, 0.1},
    [TR_PARAM_STOP_RESTITUTION] = {OWNER_JOINT, "stop_restitution", 1, true, 0, 1},
    [TR_PARAM_STOP_LOWER] = {OWNER_JOINT, "limits.lower", 1, true, -INFINITY, 0.1},
    [TR_PARAM_STOP_UPPER] = {OWNER_JOINT, "limits.upper", 1, true, -INFINITY, 0.1},
    [TR_PARAM_LENGTH] = {OWNER_JOINT, "length", 1, true, 0, 0.1},
    [TR_PARAM_GAIN] = {OWNER_MOTOR, "gain", 1, true, -INFINITY, 0.1},
    [TR_PARAM_ROTOR_INERTIA] = {OWNER_MOTOR, "rotor_inertia", 1, true, 0, 0.01},
    [TR_PARAM_BIAS] = {OWNER_MOTOR, "bias", 1, true, -INFINITY, 0.01},
    [TR_PARAM_RESISTANCE] = {OWNER_MOTOR, "resistance", 1, true, 0, 1},
    [TR_PARAM_BACK_EMF] = {OWNER_MOTOR, "back_emf", 1, true, -INFINITY, 0.1},
    [TR_PARAM_SERVO_KP] = {OWNER_MOTOR, "kp", 1, true, 0, 1},
    [TR_PARAM_SERVO_KI] = {OWNER_MOTOR, "ki", 1, true, 0, 1},
    [TR_PARAM_SERVO_KD] = {OWNER_MOTOR, "kd", 1, true, 0, 0.1},
    [TR_PARAM_SIGMA] = {OWNER_SENSOR, "sigma", 1, false, 0, 1e-3},
    [TR_PARAM_ORIENTATION_SIGMA] = {OWNER_SENSOR, "orientation_sigma", 1, false, 0, 1e-3},
    [TR_PARAM_SENSOR_POINT] = {OWNER_SENSOR, "point", 3, true, -INFINITY, 0.1},
    [TR_PARAM_CONTACT_FRICTION] = {OWNER_CONTACT, "friction", 1, true, 0, 1},
    [TR_PARAM_CONTACT_RESTITUTION] = {OWNER_CONTACT, "restitution", 1, true, 0, 1},
    [TR_PARAM_CONTACT_COMPLIANCE] = {OWNER_CONTACT, "compliance", 1, true, 1e-12, 1e-6},
    [TR_PARAM_CONTACT_RADIUS] = {OWNER_CONTACT, "radius", 1, true, 0, 0.01},
    [TR_PARAM_CONTACT_POINT] = {OWNER_CONTACT, "point", 3, true, -INFINITY, 0.01},
    [TR_PARAM_CONTACT_SIZE] = {OWNER_CONTACT, "size", 3, true, 0, 0.05},
    [TR_PARAM_CONTACT_HEIGHT] = {OWNER_CONTACT, "height", 1, true, -INFINITY, 0.01},
    [TR_PARAM_CONTACT_TILT] = {OWNER_CONTACT, "tilt", 2, true, -INFINITY, 0.1},
    [TR_PARAM_CONTACT_OTHER_RADIUS] = {OWNER_CONTACT, "other_radius", 1, true, 0, 0.01},
    [TR_PARAM_CHANNEL_OFFSET] = {OWNER_CHANNEL, "offset", 1, true, -INFINITY, 0.01},
    [TR_PARAM_CHANNEL_SCALE] = {OWNER_CHANNEL, "scale", 1, true, -INFINITY, 0.1},
    [TR_PARAM_CHANNEL_DELAY] = {OWNER_CHANNEL, "delay", 1, true, 0, 1e-2},
    [TR_PARAM_CHANNEL_START] = {OWNER_CHANNEL, "start", 1, true, -INFINITY, 0.1},
    [TR_PARAM_CHANNEL_START_RATE] = {OWNER_CHANNEL, "start_rate", 1, true, -INFINITY, 0.1},
};

static const char *const axis_names[3] = {"x", "y", "z"};
static const char *const tanh_names[TR_N_TANH] = {"g0", "g1", "g2", "g3", "g4", "g5"};
static const char *const side_names[TR_N_SIDES] = {"dry", "viscous"};
static const char *const tensor_names[6] = {"xx", "yy", "zz", "xy", "xz", "yz"};

static int
count_owners(const TrModel *model, Owner owner)
{
  const int counts[] = {[OWNER_GRAVITY] = 1,
                        [OWNER_BODY] = model->n_bodies,
                        [OWNER_JOINT] = model->n_joints,
                        [OWNER_MOTOR] = model->n_motors,
                        [OWNER_SENSOR] = tr_device_count(model),
                        [OWNER_CONTACT] = model->n_contacts,
                        [OWNER_CHANNEL] = 0};

  return counts[owner];
}

static const char *
owner_word(Owner owner)
{
  static const char *const words[] = {
      [OWNER_GRAVITY] = "gravity", [OWNER_BODY] = "body",     [OWNER_JOINT] = "joint",
      [OWNER_MOTOR] = "motor",     [OWNER_SENSOR] = "sensor", [OWNER_CONTACT] = "contact",
      [OWNER_CHANNEL] = "log"};

  return words[owner];
}

/* World axis of the i-th tilt component: one of the two that are not along the direction's largest.
 */
static int
tilt_axis(const TrModel *model, int i)
{
  const double *d = model->gravity.direction;
  int largest = 0;

  for (int k = 1; k < 3; k++)
    if (fabs(d[k]) > fabs(d[largest]))
      largest = k;
  return i < largest ? i : i + 1;
}

static const char *
axis_word(const TrModel *model, TrParam param)
{
  switch (param.kind) {
  case TR_PARAM_TILT:
    return axis_names[tilt_axis(model, param.axis)];
  case TR_PARAM_COM:
  case TR_PARAM_ANCHOR_PARENT:
  case TR_PARAM_ANCHOR_CHILD:
  case TR_PARAM_SENSOR_POINT:
  case TR_PARAM_CONTACT_POINT:
  case TR_PARAM_CONTACT_SIZE:
  case TR_PARAM_CONTACT_TILT:
    return axis_names[param.axis];
  case TR_PARAM_INERTIA:
    return tensor_names[param.axis];
  case TR_PARAM_TANH:
    return tanh_names[param.axis];
  case TR_PARAM_ASYMMETRY:
    return side_names[param.axis];
  default:
    return NULL;
  }
}

/* Name of the owner; `device` is the buffer for that of a device. */
static const char *
owner_name(char device[TR_NAME_SIZE], const TrModel *model, TrParam param)
{
  switch (kinds[param.kind].owner) {
  case OWNER_BODY:
    return model->bodies[param.owner].name;
  case OWNER_JOINT:
    return model->joints[param.owner].name;
  case OWNER_MOTOR:
    return model->motors[param.owner].name;
  case OWNER_SENSOR:
    tr_device_name(device, model, param.owner);
    return device;
  case OWNER_CONTACT:
    return model->contacts[param.owner].name;
  case OWNER_GRAVITY:
  case OWNER_CHANNEL:
    break;
  }
  return NULL;
}

/* Returns whether a contact has a quantity. */
static bool
contact_has(const TrContact *contact, TrParamKind kind)
{
  if (kind == TR_PARAM_CONTACT_SIZE)
    return contact->shape != TR_SHAPE_SPHERE;
  if (kind == TR_PARAM_CONTACT_HEIGHT || kind == TR_PARAM_CONTACT_TILT)
    return !contact->is_sphere;
  return kind != TR_PARAM_CONTACT_OTHER_RADIUS || contact->is_sphere;
}

/* Number of quantities of a kind that an owner has. */
static int
count_axes(const TrModel *model, TrParamKind kind, int index)
{
  bool has = true,
       is_gear = kinds[kind].owner == OWNER_JOINT && model->joints[index].type == TR_JOINT_GEAR;

  if (is_gear)
    has = kind == TR_PARAM_COMPLIANCE_LINEAR || kind == TR_PARAM_COMPLIANCE_ANGULAR;
  if (kind == TR_PARAM_STOP_RESTITUTION)
    has = tr_joint_has_limits(&model->joints[index]);
  if (kind == TR_PARAM_STOP_LOWER || kind == TR_PARAM_STOP_UPPER)
    has = tr_joint_has_stop(&model->joints[index], kind == TR_PARAM_STOP_UPPER);
  if (kind >= TR_PARAM_SERVO_KP && kind <= TR_PARAM_SERVO_KD)
    has = model->motors[index].servo.command == TR_COMMAND_POSITION ||
          (tr_motor_has_servo(&model->motors[index]) && kind != TR_PARAM_SERVO_KD);
  if (kind == TR_PARAM_LENGTH)
    has = tr_joint_has_length(&model->joints[index]);
  if (kind == TR_PARAM_ORIENTATION_SIGMA)
    has = model->sensors[tr_device_first(model, index)].type == TR_SENSOR_BODY_POSE;
  if (kind == TR_PARAM_SENSOR_POINT)
    has = tr_sensor_class(model->sensors[tr_device_first(model, index)].type)->has_point;
  if (kinds[kind].owner == OWNER_CONTACT)
    has = contact_has(&model->contacts[index], kind);
  return has ? kinds[kind].n_axes : 0;
}

/* Number of quantities of one owner of this sort. */
static int
count_of_owner(const TrModel *model, Owner owner, int index)
{
  int n = 0;

  for (int kind = 0; kind < TR_N_PARAM_KINDS; kind++)
    if (kinds[kind].owner == owner)
      n += count_axes(model, (TrParamKind)kind, index);
  return n;
}

int
tr_param_count(const TrModel *model)
{
  TR_ASSERT(tr_model_is_whole(model));

  int n = 0;

  for (Owner owner = OWNER_GRAVITY; owner <= OWNER_CHANNEL; owner++)
    for (int i = 0; i < count_owners(model, owner); i++)
      n += count_of_owner(model, owner, i);
  return n;
}

TrParam
tr_param_at(const TrModel *model, int i)
{
  TR_ASSERT(model && i >= 0);
  Owner owner = OWNER_GRAVITY;
  int index = 0;

  while (index >= count_owners(model, owner) || i >= count_of_owner(model, owner, index)) {
    if (index < count_owners(model, owner)) {
      i -= count_of_owner(model, owner, index++);
    } else {
      owner++;
      index = 0;
    }
  }
  for (int kind = 0; kind < TR_N_PARAM_KINDS; kind++) {
    int n = kinds[kind].owner == owner ? count_axes(model, (TrParamKind)kind, index) : 0;

    if (i < n)
      return (TrParam){(TrParamKind)kind, index, i};
    i -= n;
  }
  TR_ASSERT(false);
  return (TrParam){TR_PARAM_TILT, 0, 0};
}

static double *
locate_of_motor(TrMotor *motor, TrParamKind kind)
{
  switch (kind) {
  case TR_PARAM_GAIN:
    return &motor->gain;
  case TR_PARAM_ROTOR_INERTIA:
    return &motor->rotor_inertia;
  case TR_PARAM_BIAS:
    return &motor->bias;
  case TR_PARAM_RESISTANCE:
    return &motor->resistance;
  case TR_PARAM_BACK_EMF:
    return &motor->back_emf;
  case TR_PARAM_SERVO_KP:
    return &motor->servo.kp;
  case TR_PARAM_SERVO_KI:
    return &motor->servo.ki;
  default:
    return &motor->servo.kd;
  }
}

/* Address of the number in the model. */
static double *
locate(TrModel *model, TrParam param)
{
  int i = param.owner;

  switch (param.kind) {
  case TR_PARAM_TILT:
    return &model->gravity.tilt[tilt_axis(model, param.axis)];
  case TR_PARAM_GRAVITY:
    return &model->gravity.magnitude;
  case TR_PARAM_MASS:
    return &model->bodies[i].mass;
  case TR_PARAM_COM:
    return &model->bodies[i].com[param.axis];
  case TR_PARAM_INERTIA:
    return &model->bodies[i].inertia[param.axis];
  case TR_PARAM_VISCOUS:
    return &model->joints[i].friction.viscous;
  case TR_PARAM_COULOMB:
    return &model->joints[i].friction.coulomb;
  case TR_PARAM_STRIBECK_DELTA:
    return &model->joints[i].friction.delta;
  case TR_PARAM_STRIBECK_ZETA:
    return &model->joints[i].friction.zeta;
  case TR_PARAM_TANH:
    return &model->joints[i].friction.tanh[param.axis];
  case TR_PARAM_FRICTION_OFFSET:
    return &model->joints[i].friction.offset;
  case TR_PARAM_ASYMMETRY:
    return &model->joints[i].friction.asymmetry[param.axis];
  case TR_PARAM_STIFFNESS:
    return &model->joints[i].spring.stiffness;
  case TR_PARAM_REST:
    return &model->joints[i].spring.rest;
  case TR_PARAM_RATE:
    return &model->joints[i].friction.rate;
  case TR_PARAM_COMPLIANCE_LINEAR:
    return &model->joints[i].compliance_linear;
  case TR_PARAM_COMPLIANCE_ANGULAR:
    return &model->joints[i].compliance_angular;
  case TR_PARAM_ANCHOR_PARENT:
    return &model->joints[i].parent_frame.position[param.axis];
  case TR_PARAM_ANCHOR_CHILD:
    return &model->joints[i].child_frame.position[param.axis];
  case TR_PARAM_STOP_RESTITUTION:
    return &model->joints[i].stop_restitution;
  case TR_PARAM_STOP_LOWER:
    return &model->joints[i].limits.lower;
  case TR_PARAM_STOP_UPPER:
    return &model->joints[i].limits.upper;
  case TR_PARAM_LENGTH:
    return &model->joints[i].length;
  case TR_PARAM_GAIN:
  case TR_PARAM_ROTOR_INERTIA:
  case TR_PARAM_BIAS:
  case TR_PARAM_RESISTANCE:
  case TR_PARAM_BACK_EMF:
  case TR_PARAM_SERVO_KP:
  case TR_PARAM_SERVO_KI:
  case TR_PARAM_SERVO_KD:
    return locate_of_motor(&model->motors[i], param.kind);
  case TR_PARAM_SIGMA:
    return &model->sensors[tr_device_first(model, i)].sigma;
  case TR_PARAM_ORIENTATION_SIGMA:
    return &model->sensors[tr_device_first(model, i) + TR_POSE_QUATERNION].sigma;
  case TR_PARAM_SENSOR_POINT:
    return &model->sensors[tr_device_first(model, i)].point[param.axis];
  case TR_PARAM_CONTACT_FRICTION:
    return &model->contacts[i].friction;
  case TR_PARAM_CONTACT_RESTITUTION:
    return &model->contacts[i].restitution;
  case TR_PARAM_CONTACT_COMPLIANCE:
    return &model->contacts[i].compliance;
  case TR_PARAM_CONTACT_RADIUS:
    return &model->contacts[i].radius;
  case TR_PARAM_CONTACT_POINT:
    return &model->contacts[i].frame.position[param.axis];
  case TR_PARAM_CONTACT_SIZE:
    return &model->contacts[i].size[param.axis];
  case TR_PARAM_CONTACT_HEIGHT:
    return &model->contacts[i].height;
  case TR_PARAM_CONTACT_TILT:
    return &model->contacts[i].tilt[param.axis];
  case TR_PARAM_CONTACT_OTHER_RADIUS:
    return &model->contacts[i].other_radius;
  case TR_PARAM_CHANNEL_OFFSET:
  case TR_PARAM_CHANNEL_SCALE:
  case TR_PARAM_CHANNEL_DELAY:
  case TR_PARAM_CHANNEL_START:
  case TR_PARAM_CHANNEL_START_RATE:
  case TR_N_PARAM_KINDS:
    break;
  }
  TR_ASSERT(false);
  return NULL;
}

double
tr_param_get(const TrModel *model, TrParam param)
{
  TR_ASSERT(model);
  return *locate((TrModel *)model, param);
}

void
tr_param_set(TrModel *model, TrParam param, double value)
{
  TR_ASSERT(model);
  *locate(model, param) = value;
  if (kinds[param.kind].owner == OWNER_SENSOR)
    tr_device_share(model, param.owner);
}

bool
tr_param_is_of_model(TrParam param)
{
  return kinds[param.kind].owner != OWNER_CHANNEL;
}

bool
tr_param_is_stop(TrParam param)
{
  return param.kind == TR_PARAM_STOP_RESTITUTION || param.kind == TR_PARAM_STOP_LOWER ||
         param.kind == TR_PARAM_STOP_UPPER;
}

bool
tr_param_is_contact(TrParam param)
{
  return kinds[param.kind].owner == OWNER_CONTACT;
}

void
tr_param_id(char id[TR_ID_SIZE], const TrModel *model, TrParam param)
{
  TR_ASSERT(id && model);

  const Kind *kind = &kinds[param.kind];
  char device[TR_NAME_SIZE];
  const char *name = owner_name(device, model, param), *axis = axis_word(model, param);

  snprintf(id, TR_ID_SIZE, "%s%s%s.%s%s%s", owner_word(kind->owner), name ? "." : "",
           name ? name : "", kind->word, axis ? "." : "", axis ? axis : "");
}

bool
tr_param_find(TrParam *param, const TrModel *model, const char *id)
{
  TR_ASSERT(param && model && id);

  int n = tr_param_count(model);
  char candidate[TR_ID_SIZE];

  for (int i = 0; i < n; i++) {
    *param = tr_param_at(model, i);
    tr_param_id(candidate, model, *param);
    if (strcmp(candidate, id) == 0)
      return true;
  }
  return false;
}

bool
tr_param_can_be_free(const TrModel *model, TrParam param)
{
  TR_ASSERT(model);

  const TrJoint *joint;
  bool is_input = param.kind == TR_PARAM_GAIN || param.kind == TR_PARAM_BIAS;

  if (is_input && model->motors[param.owner].drive != TR_DRIVE_NONE)
    return false;
  if (param.kind == TR_PARAM_RESISTANCE || param.kind == TR_PARAM_BACK_EMF)
    return model->motors[param.owner].resistance > 0 &&
           model->motors[param.owner].drive == TR_DRIVE_NONE;
  if (param.kind == TR_PARAM_CONTACT_COMPLIANCE) /* an automatic one follows from the step */
    return !isnan(model->contacts[param.owner].compliance);
  if (!kinds[param.kind].can_be_free || kinds[param.kind].owner != OWNER_JOINT)
    return kinds[param.kind].can_be_free;
  joint = &model->joints[param.owner];
  if (param.kind < TR_PARAM_ANCHOR_PARENT) /* friction */
    return tr_joint_has_axis(joint);
  if (tr_param_is_stop(param))
    return joint->has_stops;
  return joint->type != TR_JOINT_FIXED && joint->type != TR_JOINT_FREE;
}

TrParam
tr_param_of_sigma(const TrModel *model, int sensor)
{
  TR_ASSERT(model && sensor >= 0 && sensor < model->n_sensors);

  const TrSensor *s = &model->sensors[sensor];
  bool is_turn = s->type == TR_SENSOR_BODY_POSE && !tr_sensor_is_point(s);

  return (TrParam){.kind = is_turn ? TR_PARAM_ORIENTATION_SIGMA : TR_PARAM_SIGMA,
                   .owner = tr_device_of(model, sensor)};
}

bool
tr_param_may_be_auto(TrParam param)
{
  return param.kind == TR_PARAM_RATE || param.kind == TR_PARAM_SIGMA ||
         param.kind == TR_PARAM_ORIENTATION_SIGMA || param.kind == TR_PARAM_CONTACT_COMPLIANCE;
}

/* Returns whether a coefficient g of smooth friction multiplies a rate. */
static bool
is_steepness(TrParam param)
{
  return param.axis == 1 || param.axis == 2 || param.axis == 4;
}

int
tr_param_tilt_axis(const TrModel *model, TrParam param)
{
  TR_ASSERT(param.kind == TR_PARAM_TILT);
  return tilt_axis(model, param.axis);
}

double
tr_param_floor(TrParam param)
{
  if (param.kind == TR_PARAM_INERTIA && param.axis >= TR_XY)
    return -INFINITY;
  return kinds[param.kind].floor;
}

double
tr_param_ceiling(TrParam param)
{
  bool is_share = param.kind == TR_PARAM_ASYMMETRY || param.kind == TR_PARAM_STOP_RESTITUTION ||
                  param.kind == TR_PARAM_CONTACT_RESTITUTION;

  return is_share ? 1 : INFINITY;
}

/* Natural steepness of smooth friction [s/rad], [s/m]. */
#define STEEPNESS 10

/* Natural size of a product of inertia as a share of the mean moment of its body. */
#define PRODUCT_SHARE 0.1

static double
product_size(const TrBody *body)
{
  double mean = (body->inertia[TR_XX] + body->inertia[TR_YY] + body->inertia[TR_ZZ]) / 3;

  return fmax(PRODUCT_SHARE * mean, kinds[TR_PARAM_INERTIA].scale);
}

double
tr_param_scale(const TrModel *model, TrParam param)
{
  TR_ASSERT(model);
  if (param.kind == TR_PARAM_TANH && is_steepness(param))
    return STEEPNESS;
  if (param.kind == TR_PARAM_INERTIA && param.axis >= TR_XY)
    return product_size(&model->bodies[param.owner]);
  if (param.kind == TR_PARAM_ROTOR_INERTIA && model->motors[param.owner].gear != 0)
    return kinds[param.kind].scale / pow(model->motors[param.owner].gear, 2);
  return kinds[param.kind].scale;
}

double
tr_param_natural_size(const TrModel *model, TrParam param, double start)
{
  return fmax(tr_param_scale(model, param), fabs(start));
}

bool
tr_param_is_friction(TrParam param)
{
  switch (param.kind) {
  case TR_PARAM_VISCOUS:
  case TR_PARAM_COULOMB:
  case TR_PARAM_STRIBECK_DELTA:
  case TR_PARAM_STRIBECK_ZETA:
  case TR_PARAM_TANH:
  case TR_PARAM_FRICTION_OFFSET:
  case TR_PARAM_ASYMMETRY:
    return true;
  default:
    return false;
  }
}

bool
tr_friction_uses(const TrFriction *friction, TrParam param)
{
  TR_ASSERT(friction);

  bool is_dry = tr_friction_is_dry(friction->model);

  switch (param.kind) {
  case TR_PARAM_VISCOUS:
    return friction->model == TR_FRICTION_VISCOUS || is_dry;
  case TR_PARAM_COULOMB:
    return is_dry;
  case TR_PARAM_STRIBECK_DELTA:
  case TR_PARAM_STRIBECK_ZETA:
    return friction->model == TR_FRICTION_STRIBECK;
  case TR_PARAM_TANH:
    return friction->model == TR_FRICTION_TANH;
  case TR_PARAM_ASYMMETRY:
    if (param.axis == TR_SIDE_DRY)
      return is_dry || friction->model == TR_FRICTION_TANH;
    return friction->model != TR_FRICTION_NONE;
  default:
    return friction->model != TR_FRICTION_NONE;
  }
}
