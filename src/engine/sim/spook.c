#include "engine/sim/spook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/finite.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/skyline.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/balance.h"
#include "engine/mbs/force/spring.h"
#include "engine/mbs/force/swing.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/model/active.h"
#include "engine/mbs/model/gravity.h"
#include "engine/sim/spook_private.h"

/* Rounds over what depends on v+ but not linearly, the midpoint velocity and the swing of rotors,
 * and their tolerance. */
enum { MAX_MIDPOINT_ROUNDS = 50 };
#define MIDPOINT_TOLERANCE 1e-14

/* Rounds over loads and smooth friction together with these, and their tolerance, in mechanisms of
 * many bodies; below the loose one they end where rounding lets them change no less. */
enum { MAX_ROUNDS = 100 };
#define ROUND_TOLERANCE 1e-13
#define LOOSE_TOLERANCE 1e-10

const char *
tr_solver_name(TrSolver solver)
{
  static const char *const names[TR_N_SOLVERS] = {"spook", "second-order", "first-order"};

  return names[solver];
}

const TrContacts *
tr_spook_contacts(const TrSpook *s)
{
  return s->contacts;
}

double
tr_spook_drive_force(const TrSpook *s, int i)
{
  return s->lambda[s->m - s->mechanism->n_drives + i] / s->options.h;
}

const double *
tr_spook_friction(const TrSpook *s)
{
  return s->friction;
}

double
tr_spook_stop_impulse(const TrSpook *s, int joint)
{
  double sum = 0;

  for (int i = 0; i < s->n_stops; i++)
    if (s->stops[i].joint == joint)
      sum += s->friction[s->n_joints + i];
  return sum;
}

/* Rates of the joints before the step. */
static void
fill_rates(TrSpook *s, const double *twist)
{
  for (int j = 0; j < s->n_joints; j++)
    s->rate[j] = tr_spook_along(s, j, twist);
}

/* Damping of viscous friction and back-EMF. */
static double
damping_of(const TrSpook *s, int joint)
{
  return tr_friction_viscous(&s->model->joints[joint].friction, s->rate[joint]) +
         tr_motor_damping(s->model, joint);
}

/* Inertia of rotors, springs and servos along an axis. */
static double
axial_inertia(const TrSpook *s, int joint)
{
  return tr_axial_inertia(s->model, joint) +
         tr_axial_spring_inertia(&s->model->joints[joint], s->options.h) + s->servo_inertia[joint];
}

/* Inertia of servos along the axes under the inputs of the step. */
static void
fill_servos(TrSpook *s, const double *u)
{
  TrServoStep step = {s->options.h, tr_spook_implicit_share(s)};

  for (int j = 0; s->has_servo && j < s->n_joints; j++)
    s->servo_inertia[j] = tr_servo_inertia(s->model, j, u, step);
}

/* Inertia of rotors, springs and damping along the axes. */
static void
fill_axial_mass(TrSpook *s)
{
  double h = s->options.h * tr_spook_implicit_share(s);

  for (int j = 0; j < s->n_joints; j++)
    s->axial_mass[j] = axial_inertia(s, j) + h * damping_of(s, j);
}

/* M with the inertia along the axes. */
static void
fill_mass(TrSpook *s)
{
  tr_balance_mass(s->mass, s->n, s->model);
  for (int j = 0; j < s->n_joints; j++) {
    const double *row = s->axes + j * s->n;

    tr_dense_add_product_tn(s->mass, s->axial_mass[j], row, row, (TrProductSize){1, s->n, s->n});
  }
}

/* M v + h (f - omega x J omega) of the bodies, omega in gyro, and external impulses. */
static void
fill_bodies(TrSpook *s)
{
  double gravity[3];

  tr_gravity_vector(gravity, &s->model->gravity);
  for (int b = 0; b < s->model->n_bodies; b++)
    tr_balance_body(s->momentum + TR_TWIST * b, &s->model->bodies[b], s->before + TR_TWIST * b,
                    s->gyro + TR_TWIST * b + 3, gravity, -s->options.h);
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

void
tr_spook_push_along(const TrSpook *s, double *p, int joint, double impulse)
{
  TrColumns span = s->spans[s->m + joint];
  const double *row = s->axes + joint * s->n;

  if (s->is_sparse)
    tr_local_add(p, impulse, s->axes + TR_LOCAL * joint, &s->mechanism->axes[joint]);
  else
    for (int i = span.begin; i < span.end; i++)
      p[i] += impulse * row[i];
}

/* Adds rotors, springs, the explicit part of the damping and motors along the axes. */
static void
add_axes(TrSpook *s, const double *u)
{
  double h = s->options.h, share = 1 - tr_spook_implicit_share(s);

  for (int j = 0; j < s->n_joints; j++) {
    double impulse = axial_inertia(s, j) * s->rate[j] -
                     tr_axial_inertia(s->model, j) * s->swing[j] + constant_impulse(s, j);

    if (share > 0)
      impulse -= h * share * damping_of(s, j) * s->rate[j];
    impulse += h * tr_motor_force(s->model, j, u, 0);
    tr_spook_push_along(s, s->momentum, j, impulse);
  }
}

void
tr_spook_solve_system(const TrSpook *s, double *v, double *lambda, const double *p, const double *c)
{
  if (s->is_sparse) {
    tr_step_matrix_solve(s->matrix, &(TrStepSides){.p = p, .c = c, .v = v, .lambda = lambda});
    return;
  }
  for (int r = 0; r < s->m; r++)
    lambda[r] = c ? c[r] : 0;
  tr_dense_add_product_tn(lambda, -1, s->y, p, (TrProductSize){s->n, s->m, 1});
  tr_skyline_solve(lambda, 1, s->small, &s->skyline, 1);
  memcpy(v, p, (size_t)s->n * sizeof *v);
  tr_dense_cholesky_solve(v, s->mass, s->n, 1);
  tr_dense_add_product(v, 1, s->y, lambda, (TrProductSize){s->n, s->m, 1});
}

static TrStatus
factor_dense(TrSpook *s)
{
  fill_mass(s);
  TR_TRY(tr_dense_cholesky(s->mass, s->n));
  for (int r = 0; r < s->m; r++)
    for (int i = 0; i < s->n; i++)
      s->y[i * s->m + r] = s->jac[r * s->n + i];
  tr_dense_cholesky_solve(s->y, s->mass, s->n, s->m);
  memset(s->small, 0, (size_t)(s->m * s->m) * sizeof *s->small);
  tr_dense_add_product(s->small, 1, s->jac, s->y, (TrProductSize){s->m, s->n, s->m});
  for (int r = 0; r < s->m; r++)
    s->small[r * s->m + r] += s->sigma[r];
  return tr_skyline_factor(s->small, &s->skyline, TR_PIVOT_FLOOR);
}

/* Updates the swing of the rotors to that of a new twist; returns the largest change [m/s]. */
static double
update_swing(TrSpook *s, const double *twist)
{
  double change = 0;

  for (int j = 0; s->has_swing && j < s->n_joints; j++) {
    const TrConstraint *axis = &s->mechanism->axes[j];
    double v[12], v_after[12], swing;

    if (!tr_spook_swings(s->model, j))
      continue;
    tr_constraint_gather(v, s->before, axis);
    tr_constraint_gather(v_after, twist, axis);
    swing = tr_swing_eval(NULL, axis,
                          &(TrSwingInput){tr_place_of(s->places, axis->body_a),
                                          tr_place_of(s->places, axis->body_b), v, v_after,
                                          s->options.h});
    change = fmax(change, fabs(swing - s->swing[j]));
    s->swing[j] = swing;
  }
  return change;
}

/* Moves the midpoint to that of the new twist; returns the largest change as a share of the twist.
 */
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

/* Twist after the step with the present midpoint and swing; *loads: change of loads and smooth
 * friction, zero where they are settled. */
static TrStatus
solve_round(TrSpook *s, double *twist, const double *u, int round, double *loads)
{
  *loads = 0;
  fill_bodies(s);
  add_axes(s, u);
  if (s->contacts) {
    memcpy(twist, s->before, (size_t)s->n * sizeof *twist);
    return tr_contacts_solve(s, twist);
  }
  if (s->is_sparse)
    return tr_pieces_solve(s, twist, round, loads);
  tr_spook_solve_system(s, s->free_twist, s->free_lambda, s->momentum, s->rhs);
  return tr_spook_solve_friction(s, twist);
}

static bool
is_settled(double loads, double last)
{
  return loads <= ROUND_TOLERANCE || (loads <= LOOSE_TOLERANCE && loads >= last);
}

/* Twist after the step; gyroscopic torques at the twist before it, or at the mean of both.  The
 * rounds end at the tolerance, or where rounding lets the swing change no less. */
static TrStatus
solve_twist(TrSpook *s, double *twist, const double *u)
{
  bool has_midpoint = s->options.solver == TR_SOLVER_SECOND_ORDER && !s->contacts;
  int rounds = has_midpoint || s->has_swing ? MAX_MIDPOINT_ROUNDS : 1;
  double swing = INFINITY, loads = INFINITY;

  memcpy(s->before, twist, (size_t)s->n * sizeof *twist);
  memcpy(s->gyro, twist, (size_t)s->n * sizeof *twist);
  update_swing(s, twist);
  if (s->is_sparse)
    rounds = MAX_ROUNDS;
  for (int i = 0; i < rounds; i++) {
    double last = swing, last_loads = loads, middle;

    TR_TRY(solve_round(s, twist, u, i, &loads));
    if (rounds == 1)
      break;
    swing = update_swing(s, twist);
    middle = has_midpoint ? update_midpoint(s, twist) : 0;
    if (middle <= MIDPOINT_TOLERANCE && (swing == 0 || swing >= last) &&
        is_settled(loads, last_loads))
      break;
  }
  return TR_OK;
}

void
tr_spook_effort(double *out, const TrSpook *s, const double *twist, const double *u)
{
  TR_ASSERT(out && s && twist && u);

  double h = s->options.h, share = tr_spook_implicit_share(s);

  for (int j = 0; j < s->n_joints; j++) {
    double after = tr_spook_along(s, j, twist), middle;

    middle = share * after + (1 - share) * s->rate[j];
    out[j] = (axial_inertia(s, j) * (s->rate[j] - after) -
              tr_axial_inertia(s->model, j) * s->swing[j] + constant_impulse(s, j) + s->axial[j]) /
                 h +
             tr_motor_force(s->model, j, u, 0) - damping_of(s, j) * middle;
  }
  for (int i = 0; i < s->mechanism->n_drives; i++)
    out[s->mechanism->constraints[s->mechanism->n_constraints - s->mechanism->n_drives + i]
            .joint] += tr_spook_drive_force(s, i);
}

void
tr_spook_set_time(TrSpook *s, double time)
{
  TR_ASSERT(s);

  double middle = time + s->options.h / 2;

  for (int i = 0; i < s->mechanism->n_constraints; i++) {
    const TrConstraint *c = &s->mechanism->constraints[i];

    for (int r = c->row; r < c->row + c->n_rows; r++)
      s->is_new[r] = c->is_off && tr_active_at(&s->model->joints[c->joint].active, middle);
  }
  tr_mechanism_switch(s->mechanism, s->model, middle);
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

    s->rhs[c->row] += rate_after - (tr_spook_is_first_order(s) ? 0 : s->gamma[c->row] * rate);
  }
}

/* G and G-bar at the places. */
static void
fill_rows(TrSpook *s)
{
  if (s->is_sparse) {
    tr_local_jacobian(s->jac, s->mechanism, s->places);
    tr_local_axes(s->axes, s->mechanism, s->places);
  } else {
    tr_mechanism_jacobian(s->jac, s->mechanism, s->places);
    tr_mechanism_axes(s->axes, s->mechanism, s->places);
  }
}

/* G v of all rows. */
static void
fill_row_rates(TrSpook *s, double *rate, const double *twist)
{
  if (s->is_sparse) {
    tr_local_rates(rate, s->jac, s->mechanism, twist);
    return;
  }
  for (int r = 0; r < s->m; r++) {
    rate[r] = 0;
    for (int i = s->spans[r].begin; i < s->spans[r].end; i++)
      rate[r] += s->jac[r * s->n + i] * twist[i];
  }
}

/* gamma (G v - 4 g/h), and -g/h of joints that begin to hold. */
static void
fill_right_sides(TrSpook *s, const double *twist)
{
  double h = s->options.h;

  memset(s->rhs, 0, (size_t)s->m * sizeof *s->rhs);
  if (!tr_spook_is_first_order(s))
    fill_row_rates(s, s->rhs, twist);
  for (int r = 0; r < s->m; r++)
    s->rhs[r] = s->is_new[r] ? -s->g[r] / h : s->gamma[r] * (s->rhs[r] - 4 * s->g[r] / h);
}

TrStatus
tr_spook_step(TrSpook *s, double *pose, double *twist, const double *u)
{
  TR_ASSERT(s && pose && twist && u);

  double h = s->options.h;

  /* rows at the present pose: Sigma lambda + G v+ = gamma (G v - 4 g/h), drives with the rates
   * relative to the prescribed ones */
  tr_mechanism_places(s->places, s->model->n_bodies, pose);
  tr_mechanism_value(s->g, s->mechanism, s->places);
  tr_mechanism_take_drives(s->g, s->mechanism, u);
  fill_rows(s);
  tr_stops_place(s->stops, s->n_stops, s->model, pose, h);
  fill_right_sides(s, twist);
  fill_rates(s, twist);
  if (!tr_spook_is_first_order(s))
    tr_stops_aim(s->stops, s->n_stops, s->model, s->rate, h);
  add_drives(s, u);
  fill_servos(s, u);
  fill_axial_mass(s);
  if (s->is_sparse)
    tr_pieces_begin(s);
  else if (!s->contacts) {
    TR_TRY(factor_dense(s));
    tr_spook_fill_response(s);
  }
  TR_TRY(solve_twist(s, twist, u));
  if (!tr_all_finite(twist, (size_t)s->n))
    return TR_NOT_FINITE;
  tr_poses_move(pose, s->model->n_bodies, twist, h);
  return TR_OK;
}
