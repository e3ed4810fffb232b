/* Parameters: the model's physical numbers by kind, owner and axis, with their ids and units.
 *
 * Ids as in the project file: `body.arm.inertia.zz`, `joint.j1.viscous`, `gravity.tilt.x`. */
#pragma once

#include "engine/mbs/model/model.h"

/* Kinds of quantities, with the meaning of owner and axis. */
typedef enum TrParamKind {
  TR_PARAM_TILT,    /* owner unused, axis 0..2 among the two that change gravity */
  TR_PARAM_GRAVITY, /* owner unused: the magnitude */
  TR_PARAM_MASS,    /* owner = body */
  TR_PARAM_COM,     /* owner = body, axis 0..2 */
  TR_PARAM_INERTIA, /* owner = body, axis = TrTensor */
  TR_PARAM_VISCOUS, /* owner = joint, also of the next ones up to the motors' */
  TR_PARAM_COULOMB,
  TR_PARAM_STRIBECK_DELTA,
  TR_PARAM_STRIBECK_ZETA,
  TR_PARAM_TANH, /* axis 0..5: g0 .. g5 */
  TR_PARAM_FRICTION_OFFSET,
  TR_PARAM_ASYMMETRY, /* axis TR_SIDE_DRY, TR_SIDE_VISCOUS */
  TR_PARAM_STIFFNESS, /* of the joint's spring */
  TR_PARAM_REST,
  TR_PARAM_RATE,
  TR_PARAM_COMPLIANCE_LINEAR,
  TR_PARAM_COMPLIANCE_ANGULAR,
  TR_PARAM_ANCHOR_PARENT, /* axis 0..2: position of the joint on its parent */
  TR_PARAM_ANCHOR_CHILD,
  TR_PARAM_STOP_RESTITUTION, /* owner = joint with limits */
  TR_PARAM_STOP_LOWER,       /* owner = joint with stops in the estimator, also of the next */
  TR_PARAM_STOP_UPPER,
  TR_PARAM_LENGTH, /* owner = joint of type distance */
  TR_PARAM_GAIN,   /* owner = motor, also of the next seven */
  TR_PARAM_ROTOR_INERTIA,
  TR_PARAM_BIAS,
  TR_PARAM_RESISTANCE,
  TR_PARAM_BACK_EMF,
  TR_PARAM_SERVO_KP, /* of a motor with a servo, also the next two */
  TR_PARAM_SERVO_KI,
  TR_PARAM_SERVO_KD, /* of a command of position */
  TR_PARAM_SIGMA,    /* owner = device (mbs/model/sensor.h), of all its channels; also the next */
  TR_PARAM_ORIENTATION_SIGMA, /* of the quaternion of a pose */
  TR_PARAM_SENSOR_POINT,      /* axis 0..2: position of the device on its body */
  TR_PARAM_CONTACT_FRICTION,  /* owner = contact, also of the next ones up to the channels' */
  TR_PARAM_CONTACT_RESTITUTION,
  TR_PARAM_CONTACT_COMPLIANCE,
  TR_PARAM_CONTACT_RADIUS,
  TR_PARAM_CONTACT_POINT, /* axis 0..2: centre of the shape on its body */
  TR_PARAM_CONTACT_SIZE,  /* axis 0..2 of those that the shape has */
  TR_PARAM_CONTACT_HEIGHT,
  TR_PARAM_CONTACT_TILT, /* axis 0..1 */
  TR_PARAM_CONTACT_OTHER_RADIUS,
  TR_PARAM_CHANNEL_OFFSET, /* owner = log, axis = its channel, also of the next four; these belong
                              to a task (est/identify/identify.h), not to the model */
  TR_PARAM_CHANNEL_SCALE,
  TR_PARAM_CHANNEL_DELAY,
  TR_PARAM_CHANNEL_START, /* start of a drive whose velocity or acceleration is known */
  TR_PARAM_CHANNEL_START_RATE,
  TR_N_PARAM_KINDS
} TrParamKind;

/* A quantity of a model or of a channel. */
typedef struct TrParam {
  TrParamKind kind;
  int owner;
  int axis;
} TrParam;

/* Value of a quantity of a model in one log (est/task/own_values.h). */
typedef struct TrOwnValue {
  TrParam param;
  double value;
} TrOwnValue;

/* Unknown in which steps are taken. */
typedef enum TrTransform {
  TR_TRANSFORM_NONE,
  TR_TRANSFORM_LOG, /* log p: p stays above zero, steps are relative */
  TR_N_TRANSFORMS
} TrTransform;

/* A free parameter. prior_sigma = INFINITY: no prior beyond the weak default one. */
typedef struct TrFree {
  TrParam param;
  double start;
  double min, max; /* -INFINITY and INFINITY where unbounded */
  double prior_mean;
  double prior_sigma; /* > 0 */
  TrTransform transform;
} TrFree;

/* A quantity that follows a free one: param = factor * free[master]. */
typedef struct TrTie {
  TrParam param;
  int master;
  double factor;
} TrTie;

/* Linear constraint of the parameters: least <= sum factor * quantity <= most. */
typedef struct TrTerm {
  TrParam param; /* free, tied or fixed */
  double factor;
} TrTerm;

typedef struct TrLinear {
  char name[TR_NAME_SIZE];
  int n_terms;
  const TrTerm *terms;
  double least, most; /* -INFINITY, INFINITY where open; both equal: an equality */
} TrLinear;

enum { TR_ID_SIZE = 2 * TR_NAME_SIZE + 32 };

/* Number of all quantities of the model, and the i-th of them in a fixed order (gravity, bodies,
 * joints, motors, sensors, contacts); i < tr_param_count(model).  A joint and a contact
 * have the quantities of their type. */
int tr_param_count(const TrModel *model);
TrParam tr_param_at(const TrModel *model, int i);

/* Value of a quantity, and its assignment. */
double tr_param_get(const TrModel *model, TrParam param);
void tr_param_set(TrModel *model, TrParam param, double value);

/* Returns whether it is one of the model's quantities (those of channels are not). */
bool tr_param_is_of_model(TrParam param);

/* Writes the id of a quantity of the model. */
void tr_param_id(char id[TR_ID_SIZE], const TrModel *model, TrParam param);

/* Returns whether both are the same quantity. */
static inline bool
tr_param_is_same(TrParam a, TrParam b)
{
  return a.kind == b.kind && a.owner == b.owner && a.axis == b.axis;
}

/* Returns whether its owner is a contact. */
bool tr_param_is_contact(TrParam param);

/* Returns whether it is a number of a joint's stops. */
bool tr_param_is_stop(TrParam param);

/* Finds a quantity by its id; false when the model has none of that name. */
bool tr_param_find(TrParam *param, const TrModel *model, const char *id);

/* World axis (0..2) of the rotation of a tilt parameter. */
int tr_param_tilt_axis(const TrModel *model, TrParam param);

/* Returns whether the estimator can free it (compliance, rate and sigma are settings of the fit, a
 * motor that is not driven by a voltage has no winding). */
bool tr_param_can_be_free(const TrModel *model, TrParam param);

/* Returns the standard deviation of a channel of a sensor. */
TrParam tr_param_of_sigma(const TrModel *model, int sensor);

/* Returns whether the value may be NAN, "auto" in the project: from the log or by a rule. */
bool tr_param_may_be_auto(TrParam param);

/* Returns the SI unit as text, e.g. "kg m^2"; "1" where there is none; static. */
const char *tr_param_unit(const TrModel *model, TrParam param);

/* The same for the offset, start or start rate of a motor's channel: the unit of the drive's
 * prescribed motion; "1" for the inputs of other motors, which are used as recorded. */
const char *tr_motor_channel_unit(const TrModel *model, int motor, TrParamKind kind);

/* Smallest value with a physical meaning: 0 for inertias' diagonal, masses, friction, gains
 * excluded; -INFINITY where there is none; and the largest, INFINITY where there is none. */
double tr_param_floor(TrParam param);
double tr_param_ceiling(TrParam param);

/* Returns whether it is a number of a joint's friction, and whether the friction's model uses it.
 */
bool tr_param_is_friction(TrParam param);
bool tr_friction_uses(const TrFriction *friction, TrParam param);

/* Natural size of the kind (theory 9.1: tilt 0.1 rad, inertia 0.01 kg m^2, ...), for the weak
 * default prior and for scaling; that of a rotor is equivalent to this inertia at its joint. */
double tr_param_scale(const TrModel *model, TrParam param);

/* Returns the natural size of a quantity that starts at a value (theory 9.1), without logs. */
double tr_param_natural_size(const TrModel *model, TrParam param, double start);
