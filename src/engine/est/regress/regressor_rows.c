/* Rows of the regressor: bodies, joints and motors; and the loads of dry friction. */
#include <math.h>
#include <string.h>

#include "engine/est/regress/regressor_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/axial.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Least constraint force that the load resolves, as a share of the largest pivot. */
#define REACTION_RANK 1e-10

/* Tensor of the i-th inertia times w. */
static void
apply_unit_tensor(double out[3], int i, const double w[3])
{
  static const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};

  memset(out, 0, 3 * sizeof *out);
  out[rows[i]] += w[columns[i]];
  if (i >= TR_XY)
    out[columns[i]] += w[rows[i]];
}

/* Columns of mass and first moment: force in the world, moment in the body's axes. */
static void
fill_linear(TrRegressor *r, int body, const double felt[3])
{
  const double *omega = r->twist + TR_TWIST * body + 3,
               *spin = r->acceleration + TR_TWIST * body + 3;
  const double *rot = r->places[body].rot;
  double felt_body[3];

  tr_mat3_apply_t(felt_body, rot, felt);
  for (int k = 0; k < 3; k++) {
    r->body_rows[k * TR_BODY_COEFFICIENTS] = felt[k];
    r->body_rows[(3 + k) * TR_BODY_COEFFICIENTS] = 0;
  }
  for (int i = 0; i < 3; i++) {
    double unit[3] = {0}, swirl[3], inner[3], force[3], moment[3];

    unit[i] = 1;
    tr_vec3_cross(swirl, omega, unit);
    tr_vec3_cross(inner, omega, swirl);
    tr_vec3_cross(swirl, spin, unit);
    tr_vec3_add_scaled(inner, inner, 1, swirl);
    tr_mat3_apply(force, rot, inner);
    tr_vec3_cross(moment, unit, felt_body);
    for (int k = 0; k < 3; k++) {
      r->body_rows[k * TR_BODY_COEFFICIENTS + 1 + i] = force[k];
      r->body_rows[(3 + k) * TR_BODY_COEFFICIENTS + 1 + i] = moment[k];
    }
  }
}

static void
fill_inertia(TrRegressor *r, int body)
{
  const double *omega = r->twist + TR_TWIST * body + 3,
               *spin = r->acceleration + TR_TWIST * body + 3;

  for (int i = TR_XX; i <= TR_YZ; i++) {
    double moment[3], momentum[3], turning[3];

    apply_unit_tensor(moment, i, spin);
    apply_unit_tensor(momentum, i, omega);
    tr_vec3_cross(turning, omega, momentum);
    for (int k = 0; k < 3; k++) {
      r->body_rows[k * TR_BODY_COEFFICIENTS + 4 + i] = 0;
      r->body_rows[(3 + k) * TR_BODY_COEFFICIENTS + 4 + i] = moment[k] + turning[k];
    }
  }
}

/* Newton-Euler equations of a body about its origin, [6 x 10]. */
static void
fill_body(TrRegressor *r, int body)
{
  double felt[3];

  tr_vec3_sub(felt, r->acceleration + TR_TWIST * body, r->gravity);
  fill_linear(r, body, felt);
  fill_inertia(r, body);
}

static double
direction_of(double rate, double smoothing)
{
  double size = sqrt(rate * rate + smoothing * smoothing);

  return size > 0 ? rate / size : 0;
}

/* Force against the joint's rate by one of its coefficients. */
static double
joint_force(const TrRegressor *r, const TrCoefficient *c, const TrRegressInput *in)
{
  const TrJoint *joint = &r->model->joints[c->owner];
  const TrFriction *f = &joint->friction;
  double rate = r->joint_rate[c->owner], d = direction_of(rate, in->smoothing[c->owner]);
  double load = in->load[c->owner], stretch;

  switch (c->kind) {
  case TR_COEFFICIENT_VISCOUS:
    return rate;
  case TR_COEFFICIENT_VISCOUS_SIDE:
    return rate * d;
  case TR_COEFFICIENT_DRY:
    return load * d;
  case TR_COEFFICIENT_DRY_SIDE:
    return load * d * d;
  case TR_COEFFICIENT_RISE:
    return load * d * exp(-f->zeta * rate * rate);
  case TR_COEFFICIENT_RISE_SIDE:
    return load * d * d * exp(-f->zeta * rate * rate);
  case TR_COEFFICIENT_TANH:
    return c->axis == 5   ? rate
           : c->axis == 3 ? tanh(f->tanh[4] * rate)
                          : tanh(f->tanh[1] * rate) - tanh(f->tanh[2] * rate);
  case TR_COEFFICIENT_OFFSET:
    return 1;
  case TR_COEFFICIENT_PULL:
    return -1;
  default:
    stretch = tr_joint_position(r->model, c->owner, r->pose) - r->coefficients->rest[c->owner];
    return tr_joint_turns(joint) ? remainder(stretch, 2 * M_PI) : stretch;
  }
}

/* Force against the joint's rate by one of a motor's coefficients. */
static double
motor_force(const TrRegressor *r, const TrCoefficient *c, const TrRegressInput *in)
{
  const TrMotor *motor = &r->model->motors[c->owner];
  double gear = motor->gear;

  switch (c->kind) {
  case TR_COEFFICIENT_GAIN:
    return -gear * in->u[c->owner];
  case TR_COEFFICIENT_BACK_EMF:
    return gear * gear * r->joint_rate[motor->joint];
  case TR_COEFFICIENT_BIAS:
    return -gear;
  default:
    return gear * gear * r->joint_acceleration[motor->joint];
  }
}

static int
joint_of(const TrModel *model, const TrCoefficient *c)
{
  return c->kind < TR_COEFFICIENT_GAIN ? c->owner : model->motors[c->owner].joint;
}

static double
force_of(const TrRegressor *r, const TrCoefficient *c, const TrRegressInput *in)
{
  return c->kind < TR_COEFFICIENT_GAIN ? joint_force(r, c, in) : motor_force(r, c, in);
}

void
tr_regressor_rows(double *rows, TrRegressor *r, const TrRegressInput *in)
{
  TR_ASSERT(rows && r && in);

  int nz = r->coefficients->n, nf = r->n_freedoms, bodies = r->model->n_bodies;

  memset(rows, 0, (size_t)(nf * nz) * sizeof *rows);
  for (int b = 0; b < bodies; b++) {
    fill_body(r, b);
    for (int f = 0; f < nf; f++)
      for (int k = 0; k < TR_TWIST; k++)
        tr_regressor_add_scaled(rows + f * nz + TR_BODY_COEFFICIENTS * b,
                                r->motion[(TR_TWIST * b + k) * nf + f],
                                r->body_rows + k * TR_BODY_COEFFICIENTS, TR_BODY_COEFFICIENTS);
  }
  for (int i = TR_BODY_COEFFICIENTS * bodies; i < nz; i++) {
    const TrCoefficient *c = &r->coefficients->list[i];
    double force = force_of(r, c, in);

    for (int f = 0; f < nf; f++)
      rows[f * nz + i] = r->along[joint_of(r->model, c) * nf + f] * force;
  }
}

/* Wrenches on the bodies that the constraints must provide: those of the motion, less those along
 * the joints. */
static void
fill_wrench(TrRegressor *r, const double *z, const TrRegressInput *in)
{
  int bodies = r->model->n_bodies;

  for (int b = 0; b < bodies; b++) {
    fill_body(r, b);
    for (int k = 0; k < TR_TWIST; k++)
      r->wrench[TR_TWIST * b + k] = tr_vec_dot(r->body_rows + k * TR_BODY_COEFFICIENTS,
                                               z + TR_BODY_COEFFICIENTS * b, TR_BODY_COEFFICIENTS);
  }
  for (int i = TR_BODY_COEFFICIENTS * bodies; i < r->coefficients->n; i++) {
    const TrCoefficient *c = &r->coefficients->list[i];

    tr_regressor_add_scaled(r->wrench, z[i] * force_of(r, c, in),
                            r->axes + joint_of(r->model, c) * r->n, r->n);
  }
}

TrStatus
tr_regressor_loads(double *load, TrRegressor *r, const double *z, const TrRegressInput *in)
{
  TR_ASSERT(load && r && z && in);

  int n = r->n, m = r->m;

  fill_wrench(r, z, in);
  for (int i = 0; i < m; i++) {
    r->lambda[i] = tr_vec_dot(r->jac + i * n, r->wrench, n);
    for (int k = 0; k <= i; k++)
      r->gram[i * m + k] = tr_vec_dot(r->jac + i * n, r->jac + k * n, n);
  }
  tr_dense_cholesky_semidefinite(r->gram, m, REACTION_RANK);
  tr_dense_semidefinite_solve(r->lambda, r->gram, m);
  for (int j = 0; j < r->n_joints; j++)
    load[j] = tr_axial_load(NULL, r->model, r->mechanism, j, r->lambda, (TrLoadScale){.h = 1});
  return TR_OK;
}
