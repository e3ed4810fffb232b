#include "engine/sim/spook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/boxqp.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/skyline.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/gravity.h"
#include "engine/mbs/mechanism_private.h"
#include "engine/mbs/spring.h"
#include "engine/sim/smooth_friction.h"

/* Rounds over the midpoint velocity, and when it counts as settled. */
enum { MAX_MIDPOINT_ROUNDS = 50 };
#define MIDPOINT_TOLERANCE 1e-14

/* Rounds over bounds that depend on the multipliers and over smooth friction, and when they count
 * as settled. */
enum { MAX_LOAD_ROUNDS = 50, MAX_SMOOTH_ROUNDS = 100 };
#define LOAD_TOLERANCE 1e-13

/* Rows of loops that say what others say (METHOD §12): no pivot falls below this share of what it
 * begins with. */
#define PIVOT_FLOOR 1e-12

struct TrSpook {
  const TrModel *model;
  TrMechanism *mechanism;
  TrSpookOptions options;
  int n, m, n_joints;
  TrPlace *places;
  double *block;                   /* owns the arrays below */
  double *sigma, *gamma, *g, *rhs; /* [m] */
  double *jac, *axes;              /* [m x n], [n_joints x n] */
  double *mass, *y, *small;        /* [n x n], [n x m], [m x m], factored */
  double *momentum, *free_twist;   /* [n] */
  double *before, *gyro;        /* [n] twist at the start; at which gyroscopic torques are taken */
  double *lambda, *free_lambda; /* [m] */
  double *by_friction;          /* [n x n_joints] twist per unit of friction impulse */
  double *lambda_by_friction;   /* [m x n_joints] */
  double *a, *slope, *bound, *least, *friction, *rate, *dry; /* of the joints */
  double *lined, *lined_slope; /* a and slope with the lines of smooth friction */
  TrSmoothJoint *smooth;       /* [n_joints] NULL where no joint has it */
  TrSkyline skyline;           /* of `small`: there is none */
  void *boxqp;
  const double *impulse; /* [n] external; NULL for none */
};

static double *
cut(double *base, size_t *used, size_t count)
{
  double *part = base ? base + *used : NULL;

  *used += count;
  return part;
}

static size_t
lay_out(TrSpook *s, double *base)
{
  size_t n = (size_t)s->n, m = (size_t)s->m, nj = (size_t)s->n_joints, used = 0;
  double **rows[] = {&s->sigma, &s->gamma, &s->g, &s->rhs, &s->lambda, &s->free_lambda};
  double **joints[] = {&s->slope, &s->bound, &s->least,      &s->friction,
                       &s->rate,  &s->dry,   &s->lined_slope};

  for (size_t i = 0; i < TR_COUNT(rows); i++)
    *rows[i] = cut(base, &used, m);
  for (size_t i = 0; i < TR_COUNT(joints); i++)
    *joints[i] = cut(base, &used, nj);
  s->jac = cut(base, &used, m * n);
  s->y = cut(base, &used, n * m);
  s->small = cut(base, &used, m * m);
  s->axes = cut(base, &used, nj * n);
  s->mass = cut(base, &used, n * n);
  s->momentum = cut(base, &used, n);
  s->free_twist = cut(base, &used, n);
  s->before = cut(base, &used, n);
  s->gyro = cut(base, &used, n);
  s->by_friction = cut(base, &used, n * nj);
  s->lambda_by_friction = cut(base, &used, m * nj);
  s->a = cut(base, &used, nj * nj);
  s->lined = cut(base, &used, nj * nj);
  return used;
}

const char *
tr_solver_name(TrSolver solver)
{
  return solver == TR_SOLVER_SECOND_ORDER ? "second-order" : "spook";
}

static double
auto_tau(const TrSpookOptions *options)
{
  bool second = options->solver == TR_SOLVER_SECOND_ORDER;

  return options->h * (second ? TR_SECOND_ORDER_TAU : TR_SPOOK_TAU);
}

static bool
has_smooth_friction(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].friction.model == TR_FRICTION_TANH)
      return true;
  return false;
}

TrSpook *
tr_spook_new(const TrModel *model, const TrSpookOptions *options)
{
  TrSpook *s = calloc(1, sizeof *s);
  TrRelaxation relaxation = {.h = options->h,
                             .compliance_scale = options->compliance_scale,
                             .damping_scale = options->damping_scale,
                             .auto_tau = auto_tau(options)};

  if (!s)
    return NULL;
  s->model = model;
  s->options = *options;
  s->mechanism = tr_mechanism_new(model);
  s->n = 6 * model->n_bodies;
  s->n_joints = model->n_joints;
  s->m = s->mechanism ? s->mechanism->n_rows : 0;
  s->block = calloc(lay_out(s, NULL), sizeof *s->block);
  s->places = calloc((size_t)model->n_bodies, sizeof *s->places);
  s->boxqp = calloc(1, tr_boxqp_work_size(s->n_joints));
  if (has_smooth_friction(model))
    s->smooth = calloc((size_t)s->n_joints, sizeof *s->smooth);
  s->skyline = (TrSkyline){.n = s->m, .first = calloc(2 * (size_t)s->m + 1, sizeof(int))};
  if (!s->mechanism || !s->block || !s->places || !s->boxqp || !s->skyline.first ||
      (!s->smooth && has_smooth_friction(model))) {
    tr_spook_free(s);
    return NULL;
  }
  lay_out(s, s->block);
  s->skyline.end = s->skyline.first + s->m;
  tr_skyline_find_ends(&s->skyline);
  tr_mechanism_relaxation(s->sigma, s->gamma, s->mechanism, model, &relaxation);
  return s;
}

void
tr_spook_free(TrSpook *s)
{
  if (!s)
    return;
  tr_mechanism_free(s->mechanism);
  free(s->block);
  free(s->places);
  free(s->smooth);
  free(s->boxqp);
  free(s->skyline.first);
  free(s);
}

double
tr_spook_drive_force(const TrSpook *s, int i)
{
  return s->lambda[s->m - s->mechanism->n_drives + i] / s->options.h;
}

const double *
tr_spook_lambda(const TrSpook *s)
{
  return s->lambda;
}

const double *
tr_spook_friction(const TrSpook *s)
{
  return s->friction;
}

/* Share of the damping that acts on v+. */
static double
implicit_share(const TrSpook *s)
{
  return s->options.solver == TR_SOLVER_SECOND_ORDER ? 0.5 : 1;
}

/* Rates of the joints before the step. */
static void
fill_rates(TrSpook *s, const double *twist)
{
  for (int j = 0; j < s->n_joints; j++) {
    s->rate[j] = 0;
    for (int i = 0; i < s->n; i++)
      s->rate[j] += s->axes[j * s->n + i] * twist[i];
  }
}

/* Of viscous friction and back-EMF. */
static double
damping_of(const TrSpook *s, int joint)
{
  return tr_friction_viscous(&s->model->joints[joint].friction, s->rate[joint]) +
         tr_motor_damping(s->model, joint);
}

/* Of rotors and springs along an axis. */
static double
axial_inertia(const TrSpook *s, int joint)
{
  return tr_axial_inertia(s->model, joint) +
         tr_axial_spring_inertia(&s->model->joints[joint], s->options.h);
}

/* M with rotors, springs and damping along the axes. */
static void
fill_mass(TrSpook *s)
{
  double h = s->options.h * implicit_share(s);

  memset(s->mass, 0, (size_t)(s->n * s->n) * sizeof *s->mass);
  for (int b = 0; b < s->model->n_bodies; b++) {
    const TrBody *body = &s->model->bodies[b];
    double tensor[9];

    tr_mat3_from_tensor(tensor, body->inertia);
    for (int i = 0; i < 3; i++) {
      int linear = 6 * b + i, angular = 6 * b + 3 + i;

      s->mass[linear * s->n + linear] = body->mass;
      for (int j = 0; j < 3; j++)
        s->mass[angular * s->n + 6 * b + 3 + j] = tensor[3 * i + j];
    }
  }
  for (int j = 0; j < s->n_joints; j++) {
    const double *row = s->axes + j * s->n;

    tr_dense_add_product_tn(s->mass, axial_inertia(s, j) + h * damping_of(s, j), row, row, 1, s->n,
                            s->n);
  }
}

/* M v + h (f - omega x J omega) of the bodies, omega in gyro, and external impulses. */
static void
fill_bodies(TrSpook *s)
{
  double gravity[3], h = s->options.h;

  tr_gravity_vector(gravity, &s->model->gravity);
  for (int b = 0; b < s->model->n_bodies; b++) {
    const TrBody *body = &s->model->bodies[b];
    const double *omega = s->gyro + TR_TWIST * b + 3;
    double tensor[9], moment[3], spin[3], torque[3];

    tr_mat3_from_tensor(tensor, body->inertia);
    tr_mat3_apply(moment, tensor, s->before + TR_TWIST * b + 3);
    tr_mat3_apply(spin, tensor, omega);
    tr_vec3_cross(torque, omega, spin);
    for (int i = 0; i < 3; i++) {
      int linear = 6 * b + i;

      s->momentum[linear] = body->mass * (s->before[linear] + h * gravity[i]);
      s->momentum[linear + 3] = moment[i] - h * torque[i];
    }
  }
  for (int i = 0; s->impulse && i < s->n; i++)
    s->momentum[i] += s->impulse[i];
}

/* -h (k stretch + offset) of a joint's spring and friction. */
static double
constant_impulse(const TrSpook *s, int joint)
{
  const TrJoint *j = &s->model->joints[joint];
  const TrConstraint *axis = &s->mechanism->axes[joint];
  double force = tr_friction_offset(&j->friction);

  if (j->spring.stiffness != 0)
    force += j->spring.stiffness * tr_spring_stretch(NULL, s->model, joint,
                                                     tr_place_of(s->places, axis->body_a),
                                                     tr_place_of(s->places, axis->body_b));
  return -s->options.h * force;
}

/* Rotors, springs, the explicit part of the damping and motors along the axes. */
static void
add_axes(TrSpook *s, const double *u)
{
  double h = s->options.h, share = 1 - implicit_share(s);

  for (int j = 0; j < s->n_joints; j++) {
    const double *row = s->axes + j * s->n;
    double impulse = axial_inertia(s, j) * s->rate[j] + constant_impulse(s, j);

    if (share > 0)
      impulse -= h * share * damping_of(s, j) * s->rate[j];
    impulse += h * tr_motor_force(s->model, j, u, 0);
    tr_dense_add_product_tn(s->momentum, impulse, row, (double[]){1}, 1, s->n, 1);
  }
}

/* Solves for twist and multipliers for one right side (momentum p, rows c): lambda = small^-1 (c -
 * y^T p), v = M^-1 (p + G^T lambda). */
static void
solve_system(const TrSpook *s, double *v, double *lambda, const double *p, const double *c)
{
  for (int r = 0; r < s->m; r++)
    lambda[r] = c ? c[r] : 0;
  tr_dense_add_product_tn(lambda, -1, s->y, p, s->n, s->m, 1);
  tr_skyline_solve(lambda, 1, s->small, &s->skyline, 1);
  memcpy(v, p, (size_t)s->n * sizeof *v);
  tr_dense_cholesky_solve(v, s->mass, s->n, 1);
  tr_dense_add_product(v, 1, s->y, lambda, s->n, s->m, 1);
}

static TrStatus
factor_system(TrSpook *s)
{
  TR_TRY(tr_dense_cholesky(s->mass, s->n));
  for (int r = 0; r < s->m; r++)
    for (int i = 0; i < s->n; i++)
      s->y[i * s->m + r] = s->jac[r * s->n + i];
  tr_dense_cholesky_solve(s->y, s->mass, s->n, s->m);
  memset(s->small, 0, (size_t)(s->m * s->m) * sizeof *s->small);
  tr_dense_add_product(s->small, 1, s->jac, s->y, s->m, s->n, s->m);
  for (int r = 0; r < s->m; r++)
    s->small[r * s->m + r] += s->sigma[r];
  return tr_skyline_factor(s->small, &s->skyline, PIVOT_FLOOR);
}

/* Response of the step to a unit friction impulse at each joint, and A = G-bar K^-1 G-bar^T. */
static void
fill_friction_response(TrSpook *s)
{
  int n = s->n, m = s->m, nj = s->n_joints;
  double *v = s->free_twist;

  for (int j = 0; j < nj; j++) {
    solve_system(s, v, s->lambda, s->axes + j * n, NULL);
    for (int i = 0; i < n; i++)
      s->by_friction[i * nj + j] = v[i];
    for (int r = 0; r < m; r++)
      s->lambda_by_friction[r * nj + j] = s->lambda[r];
    for (int k = 0; k < nj; k++) {
      s->a[k * nj + j] = 0;
      for (int i = 0; i < n; i++)
        s->a[k * nj + j] += s->axes[k * n + i] * v[i];
    }
  }
  /* joints without an axis have no friction: keep the matrix definite */
  for (int j = 0; j < nj; j++)
    if (s->mechanism->axes[j].n_rows == 0)
      s->a[j * nj + j] = 1;
}

/* Bounds of the friction impulses at the present multipliers; the largest relative change. */
static double
update_bounds(TrSpook *s)
{
  double change = 0, largest = 0;

  for (int j = 0; j < s->n_joints; j++) {
    const TrJoint *joint = &s->model->joints[j];
    double coefficient = tr_axial_dry_coefficient(&joint->friction, s->rate[j]), bound = 0;

    if (coefficient > 0 && s->mechanism->axes[j].n_rows > 0)
      bound =
          coefficient * tr_axial_load(NULL, s->model, s->mechanism, j, s->options.h, s->lambda, 0);
    change = fmax(change, fabs(bound - s->dry[j]));
    largest = fmax(largest, bound);
    s->dry[j] = bound;
    s->bound[j] = bound * (1 - joint->friction.asymmetry[TR_SIDE_DRY]);
    s->least[j] = -bound * (1 + joint->friction.asymmetry[TR_SIDE_DRY]);
  }
  return largest > 0 ? change / largest : 0;
}

static void
apply_friction(TrSpook *s, double *twist)
{
  memcpy(twist, s->free_twist, (size_t)s->n * sizeof *twist);
  tr_dense_add_product(twist, 1, s->by_friction, s->friction, s->n, s->n_joints, 1);
  memcpy(s->lambda, s->free_lambda, (size_t)s->m * sizeof *s->lambda);
  tr_dense_add_product(s->lambda, 1, s->lambda_by_friction, s->friction, s->m, s->n_joints, 1);
}

static bool
is_smooth(const TrSpook *s, int joint)
{
  return s->smooth && s->model->joints[joint].friction.model == TR_FRICTION_TANH;
}

/* The programme of this round: smooth friction as the impulse f = c - h slope share s+ of its line,
 * that is s+ + f/(h slope share) = c/(h slope share), or held at c where the line is level. */
static void
draw_lines(TrSpook *s, int round)
{
  double h = s->options.h, share = implicit_share(s);

  memcpy(s->lined, s->a, (size_t)(s->n_joints * s->n_joints) * sizeof *s->lined);
  memcpy(s->lined_slope, s->slope, (size_t)s->n_joints * sizeof *s->lined_slope);
  for (int j = 0; j < s->n_joints; j++) {
    TrSmoothJoint *smooth = &s->smooth[j];
    double level, give;

    if (!is_smooth(s, j))
      continue;
    tr_smooth_joint_draw(smooth, &s->model->joints[j].friction, round);
    level = -h * (smooth->force + smooth->slope * ((1 - share) * s->rate[j] - smooth->rate));
    give = h * smooth->slope * share;
    s->least[j] = give > 0 ? -INFINITY : level;
    s->bound[j] = give > 0 ? INFINITY : level;
    if (give > 0) {
      s->lined[j * s->n_joints + j] += 1 / give;
      s->lined_slope[j] -= level / give;
    }
  }
}

/* Rates at which smooth friction acts after the round; the largest change, as a share of the rates
 * without friction. */
static double
move_lines(TrSpook *s)
{
  double change = 0, share = implicit_share(s);

  for (int j = 0; j < s->n_joints; j++) {
    double after = s->slope[j], moved;

    if (!is_smooth(s, j))
      continue;
    for (int k = 0; k < s->n_joints; k++)
      after += s->a[j * s->n_joints + k] * s->friction[k];
    moved = tr_smooth_joint_move(&s->smooth[j], share * after + (1 - share) * s->rate[j]);
    if (moved > 0)
      change = fmax(change, moved / (fabs(s->slope[j]) + fabs(after)));
  }
  return change;
}

/* One round: the box programme with the present bounds and lines; how much both have moved. */
static TrStatus
solve_round(TrSpook *s, double *twist, int round, double *change)
{
  bool lined = s->smooth != NULL;

  if (lined)
    draw_lines(s, round);
  TR_TRY(tr_boxqp_solve(s->friction, lined ? s->lined : s->a, lined ? s->lined_slope : s->slope,
                        s->least, s->bound, s->n_joints, s->boxqp));
  apply_friction(s, twist);
  *change = lined ? move_lines(s) : 0;
  return TR_OK;
}

static TrStatus
solve_friction(TrSpook *s, double *twist)
{
  int nj = s->n_joints, rounds = s->smooth ? MAX_SMOOTH_ROUNDS : MAX_LOAD_ROUNDS;
  double change = INFINITY;

  for (int j = 0; j < nj; j++) {
    s->slope[j] = 0;
    for (int i = 0; i < s->n; i++)
      s->slope[j] += s->axes[j * s->n + i] * s->free_twist[i];
    if (is_smooth(s, j))
      s->smooth[j].rate = s->rate[j];
  }
  memcpy(s->lambda, s->free_lambda, (size_t)s->m * sizeof *s->lambda);
  for (int round = 0; round < rounds; round++) {
    if (update_bounds(s) <= LOAD_TOLERANCE && change <= LOAD_TOLERANCE)
      break;
    TR_TRY(solve_round(s, twist, round, &change));
  }
  return TR_OK;
}

static bool
is_finite(const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]))
      return false;
  return true;
}

static void
move(const TrSpook *s, double *pose, const double *twist)
{
  for (int b = 0; b < s->model->n_bodies; b++) {
    double turn[3];

    tr_vec3_add_scaled(pose + TR_POSE * b, pose + TR_POSE * b, s->options.h, twist + TR_TWIST * b);
    for (int i = 0; i < 3; i++)
      turn[i] = s->options.h * twist[TR_TWIST * b + 3 + i];
    tr_quat_retract(pose + TR_POSE * b + 3, pose + TR_POSE * b + 3, turn);
  }
}

/* Moves the midpoint to that of the new twist; the largest change as a share of the twist. */
static double
update_midpoint(TrSpook *s, const double *twist)
{
  double change = 0, largest = 0;

  for (int i = 0; i < s->n; i++) {
    double middle = (s->before[i] + twist[i]) / 2;

    change = fmax(change, fabs(middle - s->gyro[i]));
    largest = fmax(largest, fabs(twist[i]));
    s->gyro[i] = middle;
  }
  return largest > 0 ? change / largest : 0;
}

/* The twist after the step; gyroscopic torques at the twist before it, or at the mean of both. */
static TrStatus
solve_twist(TrSpook *s, double *twist, const double *u)
{
  int rounds = s->options.solver == TR_SOLVER_SECOND_ORDER ? MAX_MIDPOINT_ROUNDS : 1;

  memcpy(s->before, twist, (size_t)s->n * sizeof *twist);
  memcpy(s->gyro, twist, (size_t)s->n * sizeof *twist);
  for (int i = 0; i < rounds; i++) {
    fill_bodies(s);
    add_axes(s, u);
    solve_system(s, s->free_twist, s->free_lambda, s->momentum, s->rhs);
    TR_TRY(solve_friction(s, twist));
    if (rounds > 1 && update_midpoint(s, twist) <= MIDPOINT_TOLERANCE)
      break;
  }
  return TR_OK;
}

void
tr_spook_effort(double *out, const TrSpook *s, const double *twist, const double *u)
{
  double h = s->options.h, share = implicit_share(s);

  for (int j = 0; j < s->n_joints; j++) {
    double after = 0, middle;

    for (int i = 0; i < s->n; i++)
      after += s->axes[j * s->n + i] * twist[i];
    middle = share * after + (1 - share) * s->rate[j];
    out[j] =
        (axial_inertia(s, j) * (s->rate[j] - after) + constant_impulse(s, j) + s->friction[j]) / h +
        tr_motor_force(s->model, j, u, 0) - damping_of(s, j) * middle;
  }
  for (int i = 0; i < s->mechanism->n_drives; i++)
    out[s->mechanism->constraints[s->mechanism->n_constraints - s->mechanism->n_drives + i]
            .joint] += tr_spook_drive_force(s, i);
}

void
tr_spook_set_impulse(TrSpook *s, const double *impulse)
{
  s->impulse = impulse;
}

static void
add_drives(TrSpook *s, const double *u)
{
  const TrMechanism *mechanism = s->mechanism;

  for (int i = mechanism->n_constraints - mechanism->n_drives; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    double rate = u[c->input + 1], rate_after = u[c->input + 2];

    s->rhs[c->row] += rate_after - s->gamma[c->row] * rate;
  }
}

TrStatus
tr_spook_step(TrSpook *s, double *pose, double *twist, const double *u)
{
  double h = s->options.h;

  /* rows at the present pose: Sigma lambda + G v+ = gamma (G v - 4 g/h), drives with the rates
     against those that they prescribe */
  tr_mechanism_places(s->places, s->model->n_bodies, pose);
  tr_mechanism_value(s->g, s->mechanism, s->places);
  tr_mechanism_take_drives(s->g, s->mechanism, u);
  tr_mechanism_jacobian(s->jac, s->mechanism, s->places);
  tr_mechanism_axes(s->axes, s->mechanism, s->places);
  for (int r = 0; r < s->m; r++) {
    double rate = 0;

    for (int i = 0; i < s->n; i++)
      rate += s->jac[r * s->n + i] * twist[i];
    s->rhs[r] = s->gamma[r] * (rate - 4 * s->g[r] / h);
  }
  fill_rates(s, twist);
  add_drives(s, u);
  fill_mass(s);
  TR_TRY(factor_system(s));
  fill_friction_response(s);
  TR_TRY(solve_twist(s, twist, u));
  if (!is_finite(twist, s->n))
    return TR_NOT_FINITE;
  move(s, pose, twist);
  return TR_OK;
}
