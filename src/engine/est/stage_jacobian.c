/* Derivative of the step's residual by the three poses. */
#include <string.h>

#include "engine/est/stage_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

void
tr_stage_turns(TrReal *from, TrReal *to, int n_bodies, const TrReal *v, double h)
{
  for (int b = 0; b < n_bodies; b++) {
    TrReal phi[3], minus[3];

    for (int i = 0; i < 3; i++) {
      phi[i] = h * v[6 * b + 3 + i];
      minus[i] = -phi[i];
    }
    tr_so3_right_jacobian_inverse(to + 9 * b, phi);
    tr_so3_right_jacobian_inverse(from + 9 * b, minus);
    for (int i = 0; i < 9; i++) {
      to[9 * b + i] /= h;
      from[9 * b + i] /= -h;
    }
  }
}

void
tr_stage_add_times_velocity(TrReal *out,
                            int columns,
                            int first,
                            const TrReal *a,
                            int rows,
                            int n,
                            double s_over_h,
                            const TrReal *turn)
{
  for (int r = 0; r < rows; r++)
    for (int b = 0; b < n / 6; b++) {
      const TrReal *from = a + r * n + 6 * b, *m = turn + 9 * b;
      TrReal *to = out + (size_t)r * (size_t)columns + first + 6 * b;

      for (int i = 0; i < 3; i++)
        to[i] += s_over_h * from[i];
      for (int j = 0; j < 3; j++)
        to[3 + j] += from[3] * m[j] + from[4] * m[3 + j] + from[5] * m[6 + j];
    }
}

/* out[rows x n at column `first`] += a[rows x n] */
static void
add_block(TrReal *out, int columns, int first, const TrReal *a, int rows, int n)
{
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < n; i++)
      out[(size_t)r * (size_t)columns + (size_t)(first + i)] += a[r * n + i];
}

/* The same for all three poses: matrices by v and by v+.  Where velocities are unknowns they have
 * the places of the poses before and after. */
static void
spread_velocities(
    TrReal *out, TrStageWork *w, const TrReal *by_v, const TrReal *by_v_after, int rows, double h)
{
  int n = w->n, c = w->columns;

  if (w->has_velocities) {
    add_block(out, c, 0, by_v, rows, n);
    add_block(out, c, 2 * n, by_v_after, rows, n);
    return;
  }
  tr_stage_add_times_velocity(out, c, 0, by_v, rows, n, -1 / h, w->turn[TR_TURN_V_BEFORE]);
  tr_stage_add_times_velocity(out, c, n, by_v, rows, n, 1 / h, w->turn[TR_TURN_V_NOW]);
  tr_stage_add_times_velocity(out, c, n, by_v_after, rows, n, -1 / h, w->turn[TR_TURN_AFTER_NOW]);
  tr_stage_add_times_velocity(out, c, 2 * n, by_v_after, rows, n, 1 / h,
                              w->turn[TR_TURN_AFTER_AFTER]);
}

/* out[n x n] += sum_j s_j G-bar_j^T row_j */
static void
add_axis_products(
    TrReal *out, const TrStageWork *w, double sign, const TrReal *scale, const TrReal *rows)
{
  int n = w->n;

  for (int j = 0; j < w->n_joints; j++)
    tr_dense_add_product_tn(out, sign * scale[j], w->axes + j * n, rows + j * n, 1, n, n);
}

/* da0/dv = -M + h d(omega x J omega)/domega - G-bar^T (df/ds) G-bar;  da0/dv+ = M - ...; at the
 * midpoint each has half of the gyroscopic part. */
static void
fill_velocity_derivatives(TrStageWork *w, const TrStageContext *context)
{
  int n = w->n;
  TrReal *d_rate = w->small_vector[0], *d_rate_after = w->small_vector[1];
  double share = context->midpoint ? context->h / 2 : context->h;

  memset(w->by_v, 0, (size_t)(n * n) * sizeof *w->by_v);
  memset(w->by_v_after, 0, (size_t)(n * n) * sizeof *w->by_v_after);
  for (int b = 0; b < context->model->n_bodies; b++) {
    const TrBody *body = &context->model->bodies[b];
    TrReal omega[3], tensor[9], spin[3], spin_skew[9], omega_skew[9], gyro[9];

    tr_stage_gyro_rate(omega, w, context, b);
    tr_mat3_from_tensor(tensor, body->inertia);
    tr_mat3_apply(spin, tensor, omega);
    tr_mat3_skew(spin_skew, spin);
    tr_mat3_skew(omega_skew, omega);
    tr_mat3_multiply(gyro, omega_skew, tensor);
    for (int i = 0; i < 3; i++) {
      w->by_v[(6 * b + i) * n + 6 * b + i] = tr_real(-body->mass);
      w->by_v_after[(6 * b + i) * n + 6 * b + i] = tr_real(body->mass);
      for (int j = 0; j < 3; j++) {
        int at = (6 * b + 3 + i) * n + 6 * b + 3 + j, k = 3 * i + j;

        w->by_v[at] = -tensor[k] + share * (gyro[k] - spin_skew[k]);
        w->by_v_after[at] = tensor[k];
        if (context->midpoint)
          w->by_v_after[at] += share * (gyro[k] - spin_skew[k]);
      }
    }
  }
  for (int j = 0; j < w->n_joints; j++) {
    d_rate[j] = w->axial[j].d_rate;
    d_rate_after[j] = w->axial[j].d_rate_after;
  }
  add_axis_products(w->by_v, w, -1, d_rate, w->axes);
  add_axis_products(w->by_v_after, w, -1, d_rate_after, w->axes);
}

/* out[rows x n] is added to the columns of the present pose of a matrix with w->columns. */
static void
add_to_now(TrReal *out, const TrStageWork *w, double s, const TrReal *from, int rows)
{
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < w->n; i++)
      out[(size_t)r * (size_t)w->columns + w->n + i] += s * from[r * w->n + i];
}

/* Explicit part of da0/dq: the axial rows turn with the pose.  Uses by_v as scratch. */
static void
add_axial_turning(TrStageWork *w, const TrStageContext *context)
{
  int n = w->n;
  TrReal *d_rate = w->small_vector[0], *d_rate_after = w->small_vector[1];

  memset(w->by_v, 0, (size_t)(n * n) * sizeof *w->by_v);
  tr_mechanism_add_axis_force_derivative(w->by_v, -1, context->mechanism, w->places, w->impulse);
  add_axis_products(w->by_v, w, -1, d_rate, w->axis_v);
  add_axis_products(w->by_v, w, -1, d_rate_after, w->axis_v_after);
  add_to_now(w->d_a0, w, 1, w->by_v, n);
}

/* Explicit part of -d(G^T lambda)/dq - d(M_a e)/dq.  Uses by_v as scratch. */
static void
add_reaction_turning(TrStageWork *w, const TrStageContext *context)
{
  int n = w->n;
  TrReal *inertia = w->small_vector[0], *impulse = w->small_vector[1];

  memset(w->by_v, 0, (size_t)(n * n) * sizeof *w->by_v);
  tr_mechanism_add_force_derivative(w->by_v, -1, context->mechanism, w->places, w->lambda);
  for (int j = 0; j < w->n_joints; j++) {
    TrReal rate = tr_real(0);

    for (int i = 0; i < n; i++)
      rate += w->axes[j * n + i] * w->e[i];
    inertia[j] = tr_real(tr_axial_inertia(context->model, j));
    impulse[j] = inertia[j] * rate;
  }
  tr_mechanism_add_axis_force_derivative(w->by_v, -1, context->mechanism, w->places, impulse);
  add_axis_products(w->by_v, w, -1, inertia, w->axis_e);
  add_to_now(w->d_lhs, w, 1, w->by_v, n);
}

/* dc0 = G dv+ - gamma G dv + d(G v+)/dq - gamma d(G v)/dq + (4/h) gamma G; uses rate_v. */
static void
fill_row_derivatives(TrStageWork *w, const TrStageContext *context)
{
  int n = w->n, m = w->m;
  double h = context->h;
  TrReal *explicit_part = w->rate_v;

  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++) {
      int at = r * n + i;

      explicit_part[at] =
          w->rate_v_after[at] + context->gamma[r] * (4 / h * w->jac[at] - explicit_part[at]);
    }
  memset(w->d_c0, 0, (size_t)m * (size_t)w->columns * sizeof *w->d_c0);
  add_to_now(w->d_c0, w, 1, explicit_part, m);

  /* the velocities' part; explicit_part now holds -gamma G */
  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++)
      explicit_part[r * n + i] = -context->gamma[r] * w->jac[r * n + i];
  spread_velocities(w->d_c0, w, explicit_part, w->jac, m, h);
}

void
tr_stage_add_load_feedback(TrStageWork *w)
{
  int n = w->n, m = w->m, c = w->columns;

  for (int j = 0; j < w->n_joints; j++) {
    TrReal *d_load = w->d_mult;

    if (!tr_real_any(w->axial[j].d_load != 0))
      continue;
    memset(d_load, 0, (size_t)c * sizeof *d_load);
    tr_dense_add_product(d_load, w->axial[j].d_load, w->load_gradient + j * m, w->d_lambda, 1, m,
                         c);
    tr_dense_add_product_tn(w->d_a0, tr_real(-1), w->axes + j * n, d_load, 1, n, c);
    tr_dense_add_product_tn(w->d_lhs, tr_real(-1), w->axes + j * n, d_load, 1, n, c);
  }
}

/* jac += da0 + G^T deta, deta = Sigma_w^-1 (dc0 + Sigma dlambda) - dlambda */
static void
finish_jacobian(TrReal *jac, TrStageWork *w, const TrStageContext *context)
{
  int n = w->n, m = w->m, c = w->columns;

  for (size_t i = 0; i < (size_t)n * (size_t)c; i++)
    jac[i] += w->d_a0[i];
  for (int r = 0; r < m; r++)
    for (int k = 0; k < c; k++) {
      size_t at = (size_t)r * (size_t)c + (size_t)k;
      TrReal dl = w->d_lambda[at];

      w->d_mult[at] = (w->d_c0[at] + context->sigma[r] * dl) / context->sigma_w[r] - dl;
    }
  tr_dense_add_product_tn(jac, tr_real(1), w->jac, w->d_mult, m, n, c);
}

void
tr_stage_prepare_derivatives(TrStageWork *w, const TrStageContext *context)
{
  const TrMechanism *mechanism = context->mechanism;
  int n_bodies = mechanism->n_bodies;

  tr_stage_turns(w->turn[TR_TURN_V_BEFORE], w->turn[TR_TURN_V_NOW], n_bodies, w->v, context->h);
  tr_stage_turns(w->turn[TR_TURN_AFTER_NOW], w->turn[TR_TURN_AFTER_AFTER], n_bodies, w->v_after,
                 context->h);
  tr_mechanism_rate_derivative(w->rate_v, mechanism, w->places, w->v);
  tr_mechanism_rate_derivative(w->rate_v_after, mechanism, w->places, w->v_after);
  tr_mechanism_axis_rate_derivative(w->axis_v, mechanism, w->places, w->v);
  tr_mechanism_axis_rate_derivative(w->axis_v_after, mechanism, w->places, w->v_after);
  fill_row_derivatives(w, context);
}

void
tr_stage_balance_derivatives(TrStageWork *w, const TrStageContext *context)
{
  size_t size = (size_t)w->n * (size_t)w->columns * sizeof *w->d_a0;

  memset(w->d_a0, 0, size);
  fill_velocity_derivatives(w, context);
  spread_velocities(w->d_a0, w, w->by_v, w->by_v_after, w->n, context->h);
  add_axial_turning(w, context);
  memcpy(w->d_lhs, w->d_a0, size);
  add_reaction_turning(w, context);
}

void
tr_stage_start_jacobian(TrReal *jac, TrStageWork *w, const TrStageContext *context)
{
  int n = w->n;

  memset(jac, 0, (size_t)n * (size_t)w->columns * sizeof *jac);
  memset(w->by_v, 0, (size_t)(n * n) * sizeof *w->by_v);
  tr_mechanism_add_force_derivative(w->by_v, 1, context->mechanism, w->places, w->eta);
  add_to_now(jac, w, 1, w->by_v, n);
}

/* Derivative of tr_stage_pass(): d_lambda of the pass before becomes that of this one; jac is set
 * to the explicit part of d(G^T eta). */
static void
differentiate_pass(TrReal *jac, TrStageWork *w, const TrStageContext *context, bool is_first)
{
  const TrMechanism *mechanism = context->mechanism;
  int n = w->n, m = w->m;
  TrReal *swap = w->d_lambda;

  tr_mechanism_rate_derivative(w->rate_e, mechanism, w->places, w->e);
  tr_mechanism_axis_rate_derivative(w->axis_e, mechanism, w->places, w->e);
  tr_stage_balance_derivatives(w, context);
  tr_stage_start_jacobian(jac, w, context);
  if (!is_first)
    tr_stage_add_load_feedback(w);

  /* small dlambda = y^T d_lhs + d(G e) - dc0 */
  for (size_t i = 0; i < (size_t)m * (size_t)w->columns; i++)
    w->d_mult[i] = -w->d_c0[i];
  add_to_now(w->d_mult, w, 1, w->rate_e, m);
  tr_stage_params(jac, w, context);
  tr_dense_add_product_tn(w->d_mult, tr_real(1), w->y, w->d_lhs, n, m, w->columns);
  tr_dense_cholesky_solve(w->d_mult, w->small_factor, m, w->columns);
  w->d_lambda = w->d_mult;
  w->d_mult = swap;
}

TrStatus
tr_stage_linearize(TrReal *r,
                   TrReal *jac,
                   TrStageWork *w,
                   const TrStageContext *context,
                   const TrReal *before,
                   const TrReal *now,
                   const TrReal *after,
                   const TrReal *u)
{
  TR_TRY(tr_stage_prepare(w, context, before, now, after, u));
  tr_stage_prepare_derivatives(w, context);
  for (int pass = 0; pass < tr_stage_passes(context); pass++) {
    tr_stage_pass(w, context);
    differentiate_pass(jac, w, context, pass == 0);
  }
  tr_stage_finish(r, w);
  finish_jacobian(jac, w, context);
  return TR_OK;
}
