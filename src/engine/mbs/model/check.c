/* Checks of a model, with sentences that name the faulty part. */
#include "engine/mbs/model/joint.h"

#include <math.h>

#include "engine/base/finite.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/active.h"
#include "engine/mbs/model/gears.h"
#include "engine/mbs/model/limits.h"
#include "engine/mbs/model/sensor.h"

/* Tolerance of g1 below g2 in smooth friction: an estimate may end on their order, up to rounding.
 */
#define ORDER_ROUNDING 1e-9

/* Checks that principal moments belong to a mass distribution: positive, none larger than the sum
 * of the others. */
static TrStatus
check_inertia(const TrBody *body, TrError *error)
{
  static const char *const names[] = {"xx", "yy", "zz"};
  double tensor[9], moment[3];

  for (int i = 0; i < 3; i++)
    if (!(body->inertia[i] > 0))
      return tr_error_set(error, TR_BAD_MODEL,
                          "body '%s': inertia.%s is %g kg m^2; a moment of inertia is above zero",
                          body->name, names[i], body->inertia[i]);
  tr_mat3_from_tensor(tensor, body->inertia);
  TR_TRY(tr_dense_symmetric_eigen(tensor, moment, 3));
  if (!(moment[0] > 0))
    return tr_error_set(error, TR_BAD_MODEL,
                        "body '%s': the inertia is not positive definite (smallest principal "
                        "moment %g kg m^2); check the signs of xy, xz, yz",
                        body->name, moment[0]);
  return TR_OK;
}

static TrStatus
check_body(const TrBody *body, TrError *error)
{
  if (!(body->mass > 0) || !isfinite(body->mass))
    return tr_error_set(error, TR_BAD_MODEL,
                        "body '%s' has a mass of %g kg; give it a mass above zero", body->name,
                        body->mass);
  if (!tr_all_finite(body->com, 3) || !tr_all_finite(body->inertia, 6))
    return tr_error_set(error, TR_BAD_MODEL, "body '%s': com and inertia must be finite numbers",
                        body->name);
  return check_inertia(body, error);
}

static TrStatus
check_frame(const TrJoint *joint, const TrFrame *frame, const char *which, TrError *error)
{
  const double *q = frame->quat;
  double n2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];

  if (!tr_all_finite(frame->position, 3) || !tr_all_finite(q, 4) || fabs(n2 - 1) > 1e-6)
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': %s needs a finite position and a unit quaternion (w, x, y, z)",
                        joint->name, which);
  return TR_OK;
}

static TrStatus
check_friction(const TrJoint *joint, TrError *error)
{
  const TrFriction *f = &joint->friction;

  if (!(f->viscous >= 0) || !(f->coulomb >= 0) || !(f->delta >= 0) || !(f->zeta >= 0))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': friction coefficients must not be negative (viscous %g, "
                        "coulomb %g, stribeck delta %g, zeta %g)",
                        joint->name, f->viscous, f->coulomb, f->delta, f->zeta);
  if (f->model != TR_FRICTION_NONE && !tr_joint_has_axis(joint))
    return tr_error_set(
        error, TR_BAD_MODEL,
        "joint '%s' is of type %s, which has no coordinate for friction to act "
        "along; set its friction model to \"none\", or make it of hinges and slides",
        joint->name, tr_joint_type_name(joint->type));
  if (!(f->radius > 0) || f->rate <= 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': friction radius and smoothing rate must be above zero",
                        joint->name);
  return TR_OK;
}

/* Checks the coefficients of the model `tanh`; friction dissipates where g1 is at least g2. */
static TrStatus
check_smooth(const TrJoint *joint, TrError *error)
{
  const double *g = joint->friction.tanh;

  for (int i = 0; i < TR_N_TANH; i++)
    if (!(g[i] >= 0) || !isfinite(g[i]))
      return tr_error_set(error, TR_BAD_MODEL,
                          "joint '%s': friction tanh.g%d is %g; it must not be negative",
                          joint->name, i, g[i]);
  if (g[1] < g[2] * (1 - ORDER_ROUNDING))
    return tr_error_set(
        error, TR_BAD_MODEL,
        "joint '%s': friction tanh.g1 (%g) is below g2 (%g), so that friction would "
        "push; g1 must be at least g2",
        joint->name, g[1], g[2]);
  return TR_OK;
}

static TrStatus
check_sides(const TrJoint *joint, TrError *error)
{
  static const char *const names[TR_N_SIDES] = {"dry", "viscous"};
  const TrFriction *f = &joint->friction;

  if (!isfinite(f->offset))
    return tr_error_set(error, TR_BAD_MODEL, "joint '%s': friction offset must be a finite number",
                        joint->name);
  for (int i = 0; i < TR_N_SIDES; i++)
    if (!(fabs(f->asymmetry[i]) <= 1))
      return tr_error_set(error, TR_BAD_MODEL,
                          "joint '%s': friction asymmetry.%s is %g; it must lie within -1 and 1, "
                          "since beyond it friction would push in one direction",
                          joint->name, names[i], f->asymmetry[i]);
  return TR_OK;
}

static TrStatus
check_spring(const TrJoint *joint, TrError *error)
{
  if (!(joint->spring.stiffness >= 0) || !isfinite(joint->spring.stiffness) ||
      !isfinite(joint->spring.rest))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': the spring's stiffness must not be negative and its rest "
                        "finite (stiffness %g, rest %g)",
                        joint->name, joint->spring.stiffness, joint->spring.rest);
  if (joint->spring.stiffness > 0 && !tr_joint_class(joint->type)->has_axis)
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s' has a spring but no axis to act along; remove the spring, or "
                        "make it a hinge or a slide",
                        joint->name);
  return TR_OK;
}

/* Checks limits.  Angles are known modulo a turn: between two stops each angle exists once. */
static TrStatus
check_limits(const TrJoint *joint, TrError *error)
{
  double lower = joint->limits.lower, upper = joint->limits.upper;
  const char *unit = tr_joint_position_unit(joint);

  if (joint->has_stops && !tr_joint_has_limits(joint))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s' has stops but no limits; give it limits, or remove 'stops'",
                        joint->name);
  if (!tr_joint_has_limits(joint) && !isnan(lower) && !isnan(upper))
    return TR_OK;
  if (!(joint->stop_restitution >= 0 && joint->stop_restitution <= 1))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': the restitution of its stops is %g; it lies within 0 and 1",
                        joint->name, joint->stop_restitution);
  if (!tr_joint_class(joint->type)->has_axis)
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s' is of type %s, which has no coordinate to be limited; remove "
                        "its limits, or make it of hinges and slides",
                        joint->name, tr_joint_type_name(joint->type));
  if (!(lower < upper))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': the lower limit (%g %s) must lie below the upper one (%g %s); "
                        "exchange them, or make the joint fixed if it cannot move",
                        joint->name, lower, unit, upper, unit);
  if (!tr_joint_is_linear(joint) && !(upper - lower <= 2 * M_PI))
    return tr_error_set(
        error, TR_BAD_MODEL,
        "joint '%s': the limits of a rotation need a lower and an upper end at most one turn "
        "apart, found %g to %g rad; give both, or none if the joint turns without end",
        joint->name, lower, upper);
  return TR_OK;
}

/* Checks the spans of time in which a joint holds. */
static TrStatus
check_active(const TrJoint *joint, TrError *error)
{
  if (joint->active.n == 0)
    return TR_OK;
  if (tr_joint_class(joint->type)->has_axis || tr_joint_class(joint->type)->n_prims == 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s' is of type %s and has active spans; a joint that holds in "
                        "spans of time is a fixed, ball, universal, distance or the like beside "
                        "those that carry its bodies",
                        joint->name, tr_joint_type_name(joint->type));
  if (!(joint->compliance_linear > 0 && joint->compliance_angular > 0))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s' has active spans and no compliance; give it one (1e-9 works)",
                        joint->name);
  return tr_active_check(&joint->active, joint->name, error);
}

static TrStatus
check_joint(const TrModel *model, const TrJoint *joint, TrError *error)
{
  if (joint->child < 0 || joint->child >= model->n_bodies || joint->parent < TR_WORLD ||
      joint->parent >= model->n_bodies)
    return tr_error_set(error, TR_BAD_MODEL, "joint '%s' names a body that does not exist",
                        joint->name);
  if (!(joint->length > 0) || !isfinite(joint->length))
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': the length is %g m; it must be above zero", joint->name,
                        joint->length);
  if (!isfinite(joint->start))
    return tr_error_set(error, TR_BAD_MODEL, "joint '%s': start must be a finite number",
                        joint->name);
  if (joint->child == joint->parent && joint->type != TR_JOINT_GEAR)
    return tr_error_set(error, TR_BAD_MODEL, "joint '%s' joins body '%s' to itself", joint->name,
                        model->bodies[joint->child].name);
  if (!(joint->compliance_linear >= 0) || !(joint->compliance_angular >= 0) ||
      joint->damping_time < 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "joint '%s': compliance and damping time must not be negative",
                        joint->name);
  TR_TRY(check_frame(joint, &joint->parent_frame, "parent_frame", error));
  TR_TRY(check_frame(joint, &joint->child_frame, "child_frame", error));
  TR_TRY(check_smooth(joint, error));
  TR_TRY(check_sides(joint, error));
  TR_TRY(check_spring(joint, error));
  TR_TRY(check_active(joint, error));
  TR_TRY(check_limits(joint, error));
  return check_friction(joint, error);
}

static TrStatus
check_motor(const TrModel *model, const TrMotor *motor, TrError *error)
{
  if (motor->joint < 0 || motor->joint >= model->n_joints)
    return tr_error_set(error, TR_BAD_MODEL, "motor '%s' names a joint that does not exist",
                        motor->name);
  if (!tr_joint_has_axis(&model->joints[motor->joint]))
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s' drives joint '%s', which is %s; motors drive hinges and slides",
                        motor->name, model->joints[motor->joint].name,
                        tr_joint_type_name(model->joints[motor->joint].type));
  if (!isfinite(motor->gain) || !isfinite(motor->bias) || !isfinite(motor->gear) ||
      motor->gear == 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': gain and bias must be finite and gear not zero", motor->name);
  if (!(motor->rotor_inertia >= 0))
    return tr_error_set(error, TR_BAD_MODEL, "motor '%s': rotor_inertia must not be negative",
                        motor->name);
  if (!(motor->resistance >= 0) || !isfinite(motor->back_emf) || !(motor->limit >= 0))
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': resistance and limit must not be negative (0: none) and "
                        "back_emf must be finite",
                        motor->name);
  if (motor->back_emf != 0 && motor->resistance == 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s' has a back_emf of %g but no resistance; give the resistance "
                        "of its winding in ohm, or leave both out where the input is a current",
                        motor->name, motor->back_emf);
  return TR_OK;
}

/* Least sample time of a servo [s]: each sample is computed. */
#define LEAST_SAMPLE_TIME 1e-5

static TrStatus
check_servo(const TrMotor *motor, TrError *error)
{
  const TrServo *servo = &motor->servo;

  if (servo->command == TR_COMMAND_NONE)
    return TR_OK;
  if (motor->drive != TR_DRIVE_NONE)
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s' has a servo and the drive '%s'; a drive prescribes the motion "
                        "that a servo would have to control: remove one of them",
                        motor->name, tr_drive_name(motor->drive));
  if (!(servo->kp >= 0) || !(servo->ki >= 0) || !(servo->kd >= 0) || isinf(servo->kp) ||
      isinf(servo->ki) || isinf(servo->kd))
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': the gains of a servo must be finite and not negative (kp %g, "
                        "ki %g, kd %g); a motor that turns the other way has a negative gear",
                        motor->name, servo->kp, servo->ki, servo->kd);
  if (servo->kd > 0 && servo->command == TR_COMMAND_VELOCITY)
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': a servo with the command \"velocity\" has kp and ki, not kd "
                        "(%g); remove it",
                        motor->name, servo->kd);
  if (!(servo->delay >= 0) || isinf(servo->delay))
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': the delay of a servo is %g s; it must be finite and not "
                        "negative",
                        motor->name, servo->delay);
  if (servo->sample_time != 0 &&
      (!(servo->sample_time >= LEAST_SAMPLE_TIME) || isinf(servo->sample_time)))
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': the sample_time of a servo is %g s; it must be %g s or more, "
                        "or 0 for a controller that acts all the time",
                        motor->name, servo->sample_time, LEAST_SAMPLE_TIME);
  if (!(servo->least_set < servo->most_set))
    return tr_error_set(error, TR_BAD_MODEL,
                        "motor '%s': the command_range of a servo is %g to %g; its lower end must "
                        "be below the upper one",
                        motor->name, servo->least_set, servo->most_set);
  return TR_OK;
}

/* Checks a drive.  It supplies the force that its motion takes: a second drive on the joint could
 * contradict it, and a motor beside it would only change the drive's force. */
static TrStatus
check_drive(const TrModel *model, const TrMotor *motor, TrError *error)
{
  const char *joint = model->joints[motor->joint].name;

  if (motor->drive == TR_DRIVE_NONE)
    return TR_OK;
  if (!(motor->compliance >= 0))
    return tr_error_set(error, TR_BAD_MODEL, "motor '%s': compliance must not be negative",
                        motor->name);
  for (const TrMotor *other = model->motors; other < motor; other++)
    if (other->joint == motor->joint && other->drive != TR_DRIVE_NONE)
      return tr_error_set(error, TR_BAD_MODEL,
                          "motors '%s' and '%s' both prescribe the motion of joint '%s'; keep one "
                          "drive, and remove the other or give it a joint of its own",
                          other->name, motor->name, joint);
  return TR_OK;
}

static TrStatus
check_sensor_of_joint(const TrModel *model, const TrSensor *sensor, TrError *error)
{
  if (sensor->joint < 0 || sensor->joint >= model->n_joints)
    return tr_error_set(error, TR_BAD_MODEL, "sensor '%s' names a joint that does not exist",
                        sensor->name);
  if (!tr_joint_has_axis(&model->joints[sensor->joint]))
    return tr_error_set(error, TR_BAD_MODEL,
                        "sensor '%s' measures joint '%s', which is %s; sensors of joints measure "
                        "hinges and slides",
                        sensor->name, model->joints[sensor->joint].name,
                        tr_joint_type_name(model->joints[sensor->joint].type));
  return TR_OK;
}

static TrStatus
check_sensor_of_body(const TrModel *model, const TrSensor *sensor, TrError *error)
{
  const double *q = sensor->quat;
  double n2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];

  if (sensor->body < 0 || sensor->body >= model->n_bodies)
    return tr_error_set(error, TR_BAD_MODEL, "sensor '%s' names a body that does not exist",
                        sensor->name);
  if (!tr_all_finite(sensor->point, 3) || !tr_all_finite(q, 4) || fabs(n2 - 1) > 1e-6)
    return tr_error_set(error, TR_BAD_MODEL,
                        "sensor '%s' needs a finite point and a unit quaternion (w, x, y, z) as "
                        "its frame",
                        sensor->name);
  return TR_OK;
}

static TrStatus
check_sensor(const TrModel *model, const TrSensor *sensor, TrError *error)
{
  if (tr_sensor_class(sensor->type)->is_of_joint)
    TR_TRY(check_sensor_of_joint(model, sensor, error));
  else
    TR_TRY(check_sensor_of_body(model, sensor, error));
  if (sensor->sigma <= 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "sensor '%s': sigma is %g; it must be above zero, or \"auto\"",
                        sensor->name, sensor->sigma);
  return TR_OK;
}

static TrStatus
check_gravity(const TrGravity *gravity, TrError *error)
{
  if (!(gravity->magnitude >= 0) || !tr_all_finite(gravity->direction, 3) ||
      !tr_all_finite(gravity->tilt, 3) || !(tr_vec3_norm(gravity->direction) > 0))
    return tr_error_set(error, TR_BAD_MODEL,
                        "gravity: the magnitude must not be negative and the direction not zero");
  return TR_OK;
}

static TrStatus
check_contact(const TrModel *model, const TrContact *contact, TrError *error)
{
  if (contact->body < 0 || contact->body >= model->n_bodies || contact->other < TR_WORLD ||
      contact->other >= model->n_bodies)
    return tr_error_set(error, TR_BAD_MODEL, "contact '%s' names a body that does not exist",
                        contact->name);
  if (contact->body == contact->other)
    return tr_error_set(error, TR_BAD_MODEL, "contact '%s' is of body '%s' with itself",
                        contact->name, model->bodies[contact->body].name);
  if (!(contact->radius >= 0) || !(contact->other_radius >= 0) || !(contact->friction >= 0) ||
      !(contact->restitution >= 0 && contact->restitution <= 1) || !(contact->threshold > 0) ||
      contact->compliance <= 0)
    return tr_error_set(error, TR_BAD_MODEL,
                        "contact '%s': radius and friction must not be negative, the restitution "
                        "within 0 and 1, threshold and compliance above zero (radius %g m, "
                        "friction %g, restitution %g)",
                        contact->name, contact->radius, contact->friction, contact->restitution);
  for (int i = 0; i < 3; i++)
    if (contact->shape != TR_SHAPE_SPHERE && !(contact->size[i] >= 0))
      return tr_error_set(error, TR_BAD_MODEL, "contact '%s': a half size must not be negative",
                          contact->name);
  return tr_active_check(&contact->active, contact->name, error);
}

TrStatus
tr_model_check(const TrModel *model, TrError *error)
{
  TR_ASSERT(tr_model_is_whole(model));
  if (model->n_bodies == 0)
    return tr_error_set(error, TR_BAD_MODEL, "the model has no body; add at least one");
  TR_TRY(check_gravity(&model->gravity, error));
  for (int i = 0; i < model->n_bodies; i++)
    TR_TRY(check_body(&model->bodies[i], error));
  for (int i = 0; i < model->n_joints; i++)
    TR_TRY(check_joint(model, &model->joints[i], error));
  TR_TRY(tr_gears_check(model, error));
  for (int i = 0; i < model->n_motors; i++)
    TR_TRY(check_motor(model, &model->motors[i], error));
  for (int i = 0; i < model->n_motors; i++)
    TR_TRY(check_drive(model, &model->motors[i], error));
  for (int i = 0; i < model->n_motors; i++)
    TR_TRY(check_servo(&model->motors[i], error));
  for (int i = 0; i < model->n_sensors; i++)
    TR_TRY(check_sensor(model, &model->sensors[i], error));
  for (int i = 0; i < model->n_contacts; i++)
    TR_TRY(check_contact(model, &model->contacts[i], error));
  return TR_OK;
}
