/* Derivative of the step's residual by the three poses and the parameters (theory 6.5). */

#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/skyline.h"
#include "engine/linalg/vec3.h"

void
tr_step_turns(TrReal *from, TrReal *to, int n_bodies, const TrReal *v, double h)
{
  for (int b = 0; b < n_bodies; b++) {
    TrReal phi[3];

    for (int i = 0; i < 3; i++)
      phi[i] = h * v[6 * b + 3 + i];
    tr_so3_right_jacobian_inverse(to + 9 * b, phi);
    /* J_r^-1(-phi) is the transpose of J_r^-1(phi); d v = (J_r^-1(phi) dpsi_to - J_r^-1(-phi)
     * dpsi_from)/h */
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        from[9 * b + 3 * i + j] = -1 / h * to[9 * b + 3 * j + i];
    for (int i = 0; i < 9; i++)
      to[9 * b + i] *= 1 / h;
  }
}

void
tr_step_add_times_velocity(
    TrReal *out, int out_stride, const TrReal *a, int a_stride, int rows, TrVelocitySlope v)
{
  for (int r = 0; r < rows; r++)
    for (int b = 0; b < v.n / 6; b++) {
      const TrReal *from = a + r * a_stride + 6 * b, *m = v.turn + 9 * b;
      TrReal *to = out + r * out_stride + 6 * b;

      for (int i = 0; i < 3; i++)
        to[i] += v.s_over_h * from[i];
      for (int j = 0; j < 3; j++)
        to[3 + j] += from[3] * m[j] + from[4] * m[3 + j] + from[5] * m[6 + j];
    }
}

void
tr_step_gyro_slope(TrReal gyro[9], const TrStepWork *w, const TrStepContext *context, int body)
{
  double share = context->midpoint ? context->h / 2 : context->h;
  TrReal omega[3], tensor[9], spin[3], spin_skew[9], omega_skew[9];

  tr_step_gyro_rate(omega, w, context, body);
  tr_mat3_from_tensor(tensor, context->model->bodies[body].inertia);
  tr_mat3_apply(spin, tensor, omega);
  tr_mat3_skew(spin_skew, spin);
  tr_mat3_skew(omega_skew, omega);
  tr_mat3_multiply(gyro, omega_skew, tensor);
  for (int i = 0; i < 9; i++)
    gyro[i] = share * (gyro[i] - spin_skew[i]);
}

/* Adds the gyroscopic block of a body in the columns from `first` on: to d_a0, and y^T times it to
 * d_mult. */
static void
add_gyro(TrStepWork *w, const TrReal gyro[9], int body, int first)
{
  int c = w->columns, at = 6 * body + 3;

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const TrReal *y = w->y + (at + i) * w->m;
      TrReal *mult = w->d_mult + first + at + j;

      w->d_a0[(at + i) * c + first + at + j] += gyro[3 * i + j];
      for (int r = 0; r < w->m; r++)
        mult[r * c] += y[r] * gyro[3 * i + j];
    }
}

/* d_a0 by the velocities: -M_a by v, M_a by v+, and the gyroscopic impulses; zero by pose and
 * parameters. */
static void
fill_balance(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, c = w->columns;

  for (int i = 0; i < n; i++) {
    TrReal *row = w->d_a0 + i * c;

    /* -M_a by v, M_a by v+ */
    for (int k = 0; k < n; k++) {
      row[k] = -w->mass[i * n + k];
      row[n + k] = w->mass[i * n + k];
    }
    tr_real_clear(row + 2 * n, c - 2 * n);
  }
  tr_real_clear(w->d_left, n * (c - 2 * n));
  /* d(h omega x J omega): by v, and with `midpoint` by v+ alike */
  for (int b = 0; b < n / 6; b++) {
    TrReal gyro[9];

    tr_step_gyro_slope(gyro, w, context, b);
    add_gyro(w, gyro, b, 0);
    if (context->midpoint)
      add_gyro(w, gyro, b, n);
  }
}

/* d_c0, and in d_mult d(G) e - dc0 + y^T (-+M_a), where y^T M_a = G. */
static void
fill_rows(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, c = w->columns, pose = tr_step_pose_column(w);

  for (int r = 0; r < w->m; r++) {
    const TrReal *g = w->jac + r * n;
    TrReal *d_c0 = w->d_c0 + r * c, *d_mult = w->d_mult + r * c;
    double gamma = context->gamma[r];

    for (int k = 0; k < n; k++) {
      int at = r * n + k;

      /* dc0 = d(G v+) + gamma (4/h dg - d(G v)) */
      d_c0[k] = -gamma * g[k];
      d_c0[n + k] = g[k];
      d_c0[pose + k] = w->rate[1][at] + gamma * (4 / context->h * g[k] - w->rate[0][at]);
      /* d(G) e - dc0 -+ G */
      d_mult[k] = (gamma - 1) * g[k];
      d_mult[n + k] = tr_real(0);
      d_mult[pose + k] = w->rate[2][at] - d_c0[pose + k];
    }
    tr_real_clear(d_c0 + 3 * n, c - 3 * n);
    tr_real_clear(d_mult + 3 * n, c - 3 * n);
  }
}

/* out += s row[12], spread over the bodies of a joint. */
static void
add_pair_row(TrReal *out, TrReal s, const TrReal row[12], const TrConstraint *axis)
{
  for (int k = 0; k < 6; k++) {
    if (axis->body_a != TR_WORLD)
      out[6 * axis->body_a + k] += s * row[k];
    out[6 * axis->body_b + k] += s * row[6 + k];
  }
}

/* Adds df/dstretch dstretch/dpose of a joint's spring to a row by the pose. */
static void
add_spring_turning(TrReal *row, const TrStepWork *w, const TrStepContext *context, int joint)
{
  TrReal by_pose[12];

  tr_step_stretch(by_pose, w, context, joint);
  add_pair_row(row, w->axial[joint].d_stretch, by_pose, &context->mechanism->axes[joint]);
}

/* Adds -J_s dc of a joint's rotor to its row. */
static void
add_swing(TrReal *row, const TrStepWork *w, const TrStepContext *context, int joint)
{
  const TrConstraint *axis = &context->mechanism->axes[joint];
  TrReal inertia = tr_real(tr_axial_inertia(context->model, joint));
  TrSwingSlopes slopes;

  tr_step_swing(&slopes, w, context, joint);
  add_pair_row(row, -inertia, slopes.by_v, axis);
  add_pair_row(row + w->n, -inertia, slopes.by_v_after, axis);
  add_pair_row(row + tr_step_pose_column(w), -inertia, slopes.by_pose,
               &context->mechanism->axes[joint]);
}

/* d_force by velocities and pose; without the rotors' part by the rates, which M_a contains. */
static void
fill_forces(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, c = w->columns, pose = tr_step_pose_column(w);

  for (int j = 0; j < w->n_joints; j++) {
    const TrAxial *axial = &w->axial[j];
    double inertia = tr_axial_inertia(context->model, j);
    TrReal *row = w->d_force + j * c;

    /* df = df/ds G-bar dv + df/ds+ G-bar dv+, and d(G-bar v), d(G-bar v+) by the pose */
    for (int k = 0; k < n; k++) {
      int at = j * n + k;

      row[k] = (axial->d_rate - inertia) * w->axes[at];
      row[n + k] = (axial->d_rate_after + inertia) * w->axes[at];
      row[pose + k] =
          axial->d_rate * w->axis_rate[0][at] + axial->d_rate_after * w->axis_rate[1][at];
    }
    tr_real_clear(row + 3 * n, c - 3 * n);
    if (context->model->joints[j].spring.stiffness != 0)
      add_spring_turning(row + pose, w, context, j);
    if (tr_step_swings(context, j))
      add_swing(row, w, context, j);
  }
}

/* Rotors' part of -d(M_a) e by the pose: -d(G-bar^T J_s G-bar) e. */
static void
add_rotor_turning(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, stride = w->columns - 2 * n;
  TrReal *impulse = w->small_vector[0];
  bool any = false;

  for (int j = 0; j < w->n_joints; j++) {
    const TrReal *axis = w->axes + j * n;
    double inertia = tr_axial_inertia(context->model, j);
    TrReal rate = tr_real(0);

    any = any || inertia != 0;
    for (int i = 0; i < n; i++)
      rate += axis[i] * w->e[i];
    impulse[j] = inertia * rate;
    /* -G-bar^T J_s d(G-bar) e */
    for (int i = 0; inertia != 0 && i < n; i++)
      for (int k = 0; k < n; k++)
        w->d_left[i * stride + k] -= inertia * axis[i] * w->axis_rate[2][j * n + k];
  }
  /* -d(G-bar^T) J_s G-bar e */
  if (any)
    tr_mechanism_add_axis_force_derivative(w->d_left, stride, -1, context->mechanism, w->places,
                                           impulse);
}

/* Derivatives of the rows by the pose at constant impulses: -d(G-bar^T) f in d_a0, -d(G^T) lambda
 * and the rotors' part in d_left. */
static void
add_turning(TrStepWork *w, const TrStepContext *context)
{
  const TrMechanism *mechanism = context->mechanism;
  int stride = w->columns - 2 * w->n;

  /* -d(G-bar^T) f */
  tr_mechanism_add_axis_force_derivative(w->d_a0 + tr_step_pose_column(w), w->columns, -1,
                                         mechanism, w->places, w->impulse);
  /* -d(G^T) lambda */
  tr_mechanism_add_force_derivative(w->d_left, stride, -1, mechanism, w->places, w->lambda);
  add_rotor_turning(w, context);
}

void
tr_step_differentiate(TrStepWork *w, const TrStepContext *context)
{
  const TrMechanism *mechanism = context->mechanism;
  const TrReal *velocity[] = {w->v, w->v_after, w->e};

  w->columns = 3 * w->n + context->n_params;
  /* d(G v), d(G v+), d(G e) by the pose, and the same of G-bar */
  for (int i = 0; i < 3; i++) {
    tr_mechanism_rate_derivative(w->rate[i], mechanism, w->places, velocity[i]);
    tr_mechanism_axis_rate_derivative(w->axis_rate[i], mechanism, w->places, velocity[i]);
  }
  fill_rows(w, context);
  fill_balance(w, context);
  fill_forces(w, context);
  add_turning(w, context);
  tr_step_params(w, context);
}

/* d_mult += y^T (d_left + d_a0) by pose and parameters. */
static void
add_left_sides(TrStepWork *w)
{
  int n = w->n, c = w->columns, before = tr_step_pose_column(w), count = c - before;

  for (int i = 0; i < n; i++) {
    TrReal *left = w->d_left + i * count;
    const TrReal *d_a0 = w->d_a0 + i * c + before;

    for (int k = 0; k < count; k++)
      left[k] += d_a0[k];
  }
  tr_dense_add_columns_tn(w->d_mult + before, tr_real(1), w->y, w->d_left,
                          (TrProductShape){{n, w->m, count}, c, count});
}

void
tr_step_add_load(TrReal *d_load, const TrStepWork *w, const TrReal *d_mult)
{
  int m = w->m, c = w->columns;

  for (int j = 0; j < w->n_joints; j++)
    for (int r = 0; r < m; r++) {
      TrReal slope = w->axial[j].d_load * w->load_gradient[j * m + r];

      for (int k = 0; tr_real_any(slope != 0) && k < c; k++)
        d_load[j * c + k] += slope * d_mult[r * c + k];
    }
}

/* Adds the load's part to d_force: d_load (dload/dlambda dlambda - feedback d_force), with dlambda
 * still without the effect of d_force, solved for the loop through itself. */
static void
add_loads(TrStepWork *w)
{
  int nj = w->n_joints, c = w->columns;

  /* d_load dload/dlambda dlambda */
  tr_step_fill_feedback(w);
  tr_real_clear(w->d_load, nj * c);
  tr_step_add_load(w->d_load, w, w->d_mult);
  /* - d_load feedback d_force */
  for (int i = 0; i < nj; i++)
    for (int j = 0; j < nj; j++) {
      TrReal slope = w->axial[i].d_load * w->feedback[i * nj + j];

      for (int l = 0; l < c; l++)
        w->d_load[i * c + l] -= slope * w->d_force[j * c + l];
    }
  /* the load changes the friction, and this the load */
  tr_step_close_loop(w->d_load, c, w);
  for (int i = 0; i < nj * c; i++)
    w->d_force[i] += w->d_load[i];
}

/* Replaces d_mult by dlambda, and d_force by that of the loaded joints. */
static void
solve_multipliers(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, m = w->m, c = w->columns;
  const TrSkyline *small = &w->pattern.small;

  add_left_sides(w);
  /* the right side by v+ is zero, except for the midpoint's gyroscopic part and contacts */
  tr_skyline_solve(w->d_mult, c, w->small_factor, small,
                   context->midpoint || w->contacts ? 2 * n : n);
  tr_skyline_solve(w->d_mult + 2 * n, c, w->small_factor, small, c - 2 * n);
  /* friction under load, then dlambda -= response d_force */
  if (w->is_loaded)
    add_loads(w);
  tr_dense_add_product(w->d_mult, tr_real(-1), w->response, w->d_force,
                       (TrProductSize){m, w->n_joints, c});
}

void
tr_step_collect(TrStepWork *w, const TrStepContext *context, const TrReal *d_eta)
{
  int n = w->n, c = w->columns;

  /* d(G^T) eta by the pose, and by the parameters */
  tr_mechanism_add_force_derivative(w->d_a0 + tr_step_pose_column(w), c, 1, context->mechanism,
                                    w->places, w->eta);
  tr_step_collect_params(w, context);
  /* - G-bar^T d_force + G^T d_eta */
  tr_dense_add_product_tn(w->d_a0, tr_real(-1), w->axes, w->d_force,
                          (TrProductSize){w->n_joints, n, c});
  tr_dense_add_product_tn(w->d_a0, tr_real(1), w->jac, d_eta, (TrProductSize){w->m, n, c});
}

/* deta = Sigma_w^-1 (dc0 + Sigma dlambda) - dlambda, in place of dlambda. */
static void
take_eta(TrStepWork *w, const TrStepContext *context)
{
  int c = w->columns;

  for (int r = 0; r < w->m; r++) {
    double by_c0 = 1 / context->sigma_w[r], by_lambda = context->sigma[r] / context->sigma_w[r] - 1;
    const TrReal *d_c0 = w->d_c0 + r * c;
    TrReal *d_mult = w->d_mult + r * c;

    for (int k = 0; k < c; k++)
      d_mult[k] = by_c0 * d_c0[k] + by_lambda * d_mult[k];
  }
}

/* Converts a row by a body's velocity to one by its pose: s I for the position, the rotational
 * block for the rotation. */
static inline void
turn_row(TrReal out[6], const TrReal by_v[6], double s, const TrReal turn[9])
{
  for (int i = 0; i < 3; i++) {
    out[i] = s * by_v[i];
    out[3 + i] = by_v[3] * turn[i] + by_v[4] * turn[3 + i] + by_v[5] * turn[6 + i];
  }
}

/* Converts one row: columns of v and v+ to columns of the three poses (chain rule). */
static void
spread_row(TrReal *jac, const TrStepWork *w, const TrReal *row, double h)
{
  int n = w->n;
  const TrReal *pose = row + tr_step_pose_column(w);

  for (int b = 0; b < n / 6; b++) {
    TrReal now[6], now_after[6];
    int at = 6 * b;

    /* before: by v; now: by v and v+ and directly; after: by v+ */
    turn_row(jac + at, row + at, -1 / h, w->turn[TR_TURN_V_BEFORE] + 9 * b);
    turn_row(now, row + at, 1 / h, w->turn[TR_TURN_V_NOW] + 9 * b);
    turn_row(now_after, row + n + at, -1 / h, w->turn[TR_TURN_AFTER_NOW] + 9 * b);
    turn_row(jac + 2 * n + at, row + n + at, 1 / h, w->turn[TR_TURN_AFTER_AFTER] + 9 * b);
    for (int i = 0; i < 6; i++)
      jac[n + at + i] = pose[at + i] + now[i] + now_after[i];
  }
  tr_real_copy(jac + 3 * n, row + tr_step_param_column(w), w->columns - 3 * n);
}

static void
find_turns(TrStepWork *w, double h)
{
  int n_bodies = w->n / 6;

  tr_step_turns(w->turn[TR_TURN_V_BEFORE], w->turn[TR_TURN_V_NOW], n_bodies, w->v, h);
  tr_step_turns(w->turn[TR_TURN_AFTER_NOW], w->turn[TR_TURN_AFTER_AFTER], n_bodies, w->v_after, h);
}

static void
spread_velocities(TrReal *jac, TrStepWork *w, double h)
{
  int n = w->n, c = w->columns;

  find_turns(w, h);
  for (int i = 0; i < n; i++)
    spread_row(jac + i * c, w, w->d_a0 + i * c, h);
}

void
tr_step_end_jacobian(TrReal *jac, TrStepWork *w, const TrStepContext *context)
{
  solve_multipliers(w, context);
  take_eta(w, context);
  tr_step_collect(w, context, w->d_mult);
  spread_velocities(jac, w, context->h);
}

TrStatus
tr_step_linearize(
    TrReal *r, TrReal *jac, TrStepWork *w, const TrStepContext *context, const TrStepInput *in)
{
  TR_TRY(tr_step_residual(r, w, context, in));
  tr_step_differentiate(w, context);
  tr_step_end_jacobian(jac, w, context);
  return TR_OK;
}

/* Row of the drive of a joint, -1 without one. */
static int
find_drive_row(const TrMechanism *mechanism, int joint)
{
  for (int i = mechanism->n_constraints - mechanism->n_drives; i < mechanism->n_constraints; i++)
    if (mechanism->constraints[i].joint == joint)
      return mechanism->constraints[i].row;
  return -1;
}

/* Derivative of a joint's force f/h by velocities, pose and parameters, with its rotors and its
 * drive. */
static void
take_force(TrStepWork *w, const TrStepContext *context, int joint, int drive)
{
  double inertia = tr_axial_inertia(context->model, joint);
  const TrReal *axis = w->axes + joint * w->n;
  TrReal *row = w->d_force + joint * w->columns;

  /* rotors: J_s (s - s+) */
  for (int k = 0; k < w->n; k++) {
    row[k] += inertia * axis[k];
    row[w->n + k] -= inertia * axis[k];
  }
  /* drive: the multiplier of its row */
  for (int k = 0; drive >= 0 && k < w->columns; k++)
    row[k] += w->d_mult[drive * w->columns + k];
  for (int k = 0; k < w->columns; k++)
    row[k] /= context->h;
}

TrStatus
tr_step_effort(TrReal *effort,
               TrReal *row,
               TrStepWork *w,
               const TrStepContext *context,
               int joint,
               const TrStepInput *in)
{
  int drive = find_drive_row(context->mechanism, joint);

  TR_TRY(tr_step_residual(w->small_vector[2], w, context, in));
  *effort = (w->impulse[joint] + (drive >= 0 ? w->lambda[drive] : tr_real(0))) / context->h;
  if (!row)
    return TR_OK;
  tr_step_differentiate(w, context);
  solve_multipliers(w, context);
  take_force(w, context, joint, drive);
  find_turns(w, context->h);
  spread_row(row, w, w->d_force + joint * w->columns, context->h);
  return TR_OK;
}
