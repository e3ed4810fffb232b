#include "engine/est/task/compare.h"

#include <math.h>
#include <string.h>

/* Compares numbers of which NAN stands for "automatic". */
static bool
are_equal(const double *a, const double *b, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i])))
      return false;
  return true;
}

static bool
is_equal(double a, double b)
{
  return are_equal(&a, &b, 1);
}

static TrRework
compare_settings(const TrSettings *a, const TrSettings *b)
{
  if (a->formulation != b->formulation || a->damping != b->damping || !is_equal(a->h, b->h) ||
      a->observations != b->observations || !is_equal(a->cutoff, b->cutoff) ||
      a->chooses_cutoff != b->chooses_cutoff || a->weighting != b->weighting ||
      !is_equal(a->friction_rate, b->friction_rate) || !is_equal(a->energy, b->energy) ||
      !is_equal(a->inertia_prior, b->inertia_prior) || a->consistency != b->consistency)
    return TR_REWORK_LOGS;
  if (!is_equal(a->kappa, b->kappa) || a->kappa_rule != b->kappa_rule ||
      !is_equal(a->compliance_scale, b->compliance_scale) ||
      !is_equal(a->damping_scale, b->damping_scale) || a->loss != b->loss ||
      a->max_iterations != b->max_iterations || a->h_is_auto != b->h_is_auto ||
      !is_equal(a->impact_error, b->impact_error))
    return TR_REWORK_WEIGHTS;
  return TR_REWORK_NOTHING;
}

static bool
is_same_constraint(const TrLinear *a, const TrLinear *b)
{
  if (strcmp(a->name, b->name) != 0 || a->n_terms != b->n_terms || !is_equal(a->least, b->least) ||
      !is_equal(a->most, b->most))
    return false;
  for (int i = 0; i < a->n_terms; i++)
    if (!tr_param_is_same(a->terms[i].param, b->terms[i].param) ||
        !is_equal(a->terms[i].factor, b->terms[i].factor))
      return false;
  return true;
}

/* Compares the rows of the parameter problem; those of inertia and friction follow the model. */
static bool
has_same_constraints(const TrTask *a, const TrTask *b)
{
  if (a->n_constraints != b->n_constraints)
    return false;
  for (int i = 0; i < a->n_constraints; i++)
    if (!is_same_constraint(&a->constraints[i], &b->constraints[i]))
      return false;
  return true;
}

/* Returns whether both have the same free quantities. */
static bool
has_same_unknowns(const TrTask *a, const TrTask *b)
{
  if (a->n_free != b->n_free || a->n_ties != b->n_ties || !has_same_constraints(a, b))
    return false;
  for (int i = 0; i < a->n_free; i++)
    if (!tr_param_is_same(a->free[i].param, b->free[i].param))
      return false;
  for (int i = 0; i < a->n_ties; i++)
    if (!tr_param_is_same(a->ties[i].param, b->ties[i].param) ||
        a->ties[i].master != b->ties[i].master || !is_equal(a->ties[i].factor, b->ties[i].factor))
      return false;
  return true;
}

static bool
is_same_free(const TrFree *a, const TrFree *b)
{
  return is_equal(a->start, b->start) && is_equal(a->min, b->min) && is_equal(a->max, b->max) &&
         is_equal(a->prior_mean, b->prior_mean) && is_equal(a->prior_sigma, b->prior_sigma) &&
         a->transform == b->transform;
}

static TrRework
compare_unknowns(const TrTask *a, const TrTask *b)
{
  if (!has_same_unknowns(a, b))
    return TR_REWORK_LOGS;
  for (int i = 0; i < a->n_free; i++)
    if (!is_same_free(&a->free[i], &b->free[i]))
      return TR_REWORK_WEIGHTS;
  return TR_REWORK_NOTHING;
}

static bool
is_same_channel(const TrChannel *a, const TrChannel *b)
{
  return a->kind == b->kind && a->index == b->index && a->linear == b->linear && a->n == b->n &&
         a->t == b->t && a->y == b->y && is_equal(a->offset, b->offset) &&
         is_equal(a->scale, b->scale) && is_equal(a->delay, b->delay) &&
         is_equal(a->start, b->start) && is_equal(a->start_rate, b->start_rate);
}

bool
tr_log_has_samples_of(const TrLog *a, const TrLog *b)
{
  TR_ASSERT(a && b);
  if (strcmp(a->name, b->name) != 0 || a->n_channels != b->n_channels)
    return false;
  for (int c = 0; c < a->n_channels; c++)
    if (!is_same_channel(&a->channels[c], &b->channels[c]))
      return false;
  return true;
}

static bool
is_same_use(const TrLog *a, const TrLog *b)
{
  if (!is_equal(a->start, b->start) || !is_equal(a->end, b->end) || a->n_excluded != b->n_excluded)
    return false;
  for (int i = 0; i < a->n_excluded; i++)
    if (!are_equal(a->excluded[i], b->excluded[i], 2))
      return false;
  return true;
}

static bool
has_same_own(const TrLog *a, const TrLog *b)
{
  if (a->n_own != b->n_own)
    return false;
  for (int i = 0; i < a->n_own; i++)
    if (!tr_param_is_same(a->own[i].param, b->own[i].param) ||
        !is_equal(a->own[i].value, b->own[i].value))
      return false;
  return true;
}

static TrRework
compare_logs(const TrTask *a, const TrTask *b)
{
  TrRework rework = TR_REWORK_NOTHING;

  if (a->n_logs != b->n_logs)
    return TR_REWORK_LOGS;
  for (int l = 0; l < a->n_logs; l++)
    if (!tr_log_has_samples_of(&a->logs[l], &b->logs[l]) ||
        !is_same_use(&a->logs[l], &b->logs[l]) || !has_same_own(&a->logs[l], &b->logs[l]))
      rework = TR_REWORK_LOGS;
  return rework;
}

static bool
is_same_frame(const TrFrame *a, const TrFrame *b)
{
  return are_equal(a->position, b->position, 3) && are_equal(a->quat, b->quat, 4);
}

static bool
is_same_body(const TrBody *a, const TrBody *b)
{
  return a->consistency == b->consistency && is_equal(a->mass, b->mass) &&
         are_equal(a->com, b->com, 3) && are_equal(a->inertia, b->inertia, 6);
}

static bool
is_same_friction(const TrFriction *a, const TrFriction *b)
{
  return a->model == b->model && a->load == b->load && is_equal(a->viscous, b->viscous) &&
         is_equal(a->coulomb, b->coulomb) && is_equal(a->delta, b->delta) &&
         is_equal(a->zeta, b->zeta) && is_equal(a->radius, b->radius) &&
         is_equal(a->rate, b->rate) && are_equal(a->tanh, b->tanh, TR_N_TANH) &&
         is_equal(a->offset, b->offset) && are_equal(a->asymmetry, b->asymmetry, TR_N_SIDES);
}

static bool
is_same_joint(const TrJoint *a, const TrJoint *b)
{
  return is_same_frame(&a->parent_frame, &b->parent_frame) &&
         is_same_frame(&a->child_frame, &b->child_frame) &&
         is_equal(a->compliance_linear, b->compliance_linear) &&
         is_equal(a->compliance_angular, b->compliance_angular) &&
         is_equal(a->damping_time, b->damping_time) &&
         is_equal(a->spring.stiffness, b->spring.stiffness) &&
         is_equal(a->spring.rest, b->spring.rest) && is_equal(a->length, b->length) &&
         is_equal(a->start, b->start) && are_equal(a->state_error, b->state_error, TR_N_KINDS) &&
         is_equal(a->gear.ratio, b->gear.ratio) && is_equal(a->gear.offset, b->gear.offset) &&
         is_same_friction(&a->friction, &b->friction);
}

static bool
is_same_servo(const TrServo *a, const TrServo *b)
{
  return a->command == b->command && a->is_damper == b->is_damper && is_equal(a->kp, b->kp) &&
         is_equal(a->ki, b->ki) && is_equal(a->kd, b->kd) && is_equal(a->delay, b->delay) &&
         is_equal(a->sample_time, b->sample_time) && is_equal(a->least_set, b->least_set) &&
         is_equal(a->most_set, b->most_set);
}

static bool
is_same_motor(const TrMotor *a, const TrMotor *b)
{
  return is_equal(a->gain, b->gain) && is_equal(a->gear, b->gear) && is_equal(a->bias, b->bias) &&
         is_equal(a->rotor_inertia, b->rotor_inertia) && is_equal(a->resistance, b->resistance) &&
         is_equal(a->back_emf, b->back_emf) && is_equal(a->limit, b->limit) &&
         is_equal(a->compliance, b->compliance) && is_same_servo(&a->servo, &b->servo);
}

static bool
is_same_sensor(const TrSensor *a, const TrSensor *b)
{
  return is_equal(a->sigma, b->sigma) && are_equal(a->point, b->point, 3) &&
         are_equal(a->quat, b->quat, 4) && a->has_loss == b->has_loss &&
         a->loss.kind == b->loss.kind && is_equal(a->loss.scale, b->loss.scale);
}

static bool
is_same_gravity(const TrGravity *a, const TrGravity *b)
{
  return is_equal(a->magnitude, b->magnitude) && are_equal(a->direction, b->direction, 3) &&
         are_equal(a->tilt, b->tilt, 3);
}

/* Compares bodies and the topology. */
static bool
is_same_mechanism(const TrModel *a, const TrModel *b)
{
  if (a->n_bodies != b->n_bodies || a->n_joints != b->n_joints || a->n_motors != b->n_motors ||
      a->n_sensors != b->n_sensors)
    return false;
  for (int i = 0; i < a->n_joints; i++)
    if (a->joints[i].type != b->joints[i].type || a->joints[i].parent != b->joints[i].parent ||
        a->joints[i].child != b->joints[i].child ||
        a->joints[i].gear.first != b->joints[i].gear.first ||
        a->joints[i].gear.second != b->joints[i].gear.second)
      return false;
  for (int i = 0; i < a->n_motors; i++)
    if (a->motors[i].joint != b->motors[i].joint || a->motors[i].drive != b->motors[i].drive ||
        a->motors[i].servo.command != b->motors[i].servo.command)
      return false;
  for (int i = 0; i < a->n_sensors; i++)
    if (a->sensors[i].type != b->sensors[i].type || a->sensors[i].joint != b->sensors[i].joint ||
        a->sensors[i].body != b->sensors[i].body || a->sensors[i].axis != b->sensors[i].axis)
      return false;
  return true;
}

static bool
has_same_values(const TrModel *a, const TrModel *b)
{
  bool same = is_same_gravity(&a->gravity, &b->gravity);

  for (int i = 0; i < a->n_bodies; i++)
    same = same && is_same_body(&a->bodies[i], &b->bodies[i]);
  for (int i = 0; i < a->n_joints; i++)
    same = same && is_same_joint(&a->joints[i], &b->joints[i]);
  for (int i = 0; i < a->n_motors; i++)
    same = same && is_same_motor(&a->motors[i], &b->motors[i]);
  for (int i = 0; i < a->n_sensors; i++)
    same = same && is_same_sensor(&a->sensors[i], &b->sensors[i]);
  return same;
}

static void
take_value(TrModel *model, const TrModel *from, TrParam param)
{
  if (tr_param_is_of_model(param))
    tr_param_set(model, param, tr_param_get(from, param));
}

static TrRework
compare_models(TrModel *model, const TrTask *to, bool same_unknowns)
{
  if (!is_same_mechanism(model, to->model))
    return TR_REWORK_ALL;
  for (int i = 0; same_unknowns && i < to->n_free; i++)
    take_value(model, to->model, to->free[i].param);
  for (int i = 0; same_unknowns && i < to->n_ties; i++)
    take_value(model, to->model, to->ties[i].param);
  return has_same_values(model, to->model) ? TR_REWORK_NOTHING : TR_REWORK_LOGS;
}

TrRework
tr_task_compare(const TrTask *from, TrModel *model, const TrTask *to)
{
  TR_ASSERT(tr_task_is_whole(from) && model && tr_task_is_whole(to));

  const TrRework parts[] = {compare_settings(&from->settings, &to->settings),
                            compare_unknowns(from, to), compare_logs(from, to),
                            compare_models(model, to, has_same_unknowns(from, to))};
  TrRework most = TR_REWORK_NOTHING;

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    most = parts[i] > most ? parts[i] : most;
  return most;
}
