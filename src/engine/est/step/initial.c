/* Computations with G^+, the smallest motion that changes the constraints: the initial-state
 * residual (violation of the constraints by a pose, as an impulse) and steps along the
 * constraints. */
#include <math.h>

#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"

/* Rows of G whose pivot in G G^T lies below this share of the largest depend on those before. */
#define ROW_RANK_TOLERANCE 1e-12

int
tr_step_factor_rows(TrStepWork *w)
{
  int n = w->n, m = w->m;

  /* a row has the columns of two bodies, and two of a gear's */
  tr_real_clear(w->rows_factor, m * m);
  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++) {
      TrReal x = w->jac[r * n + i];

      for (int k = 0; tr_real_any(x != 0) && k <= r; k++)
        w->rows_factor[r * m + k] += x * w->jac[k * n + i];
    }
  return tr_dense_cholesky_semidefinite(w->rows_factor, m, ROW_RANK_TOLERANCE);
}

/* x[n] = G^+ b/h = G_I^T (G_I G_I^T)^-1 b_I/h over the independent rows I. */
void
tr_step_pseudo_inverse(TrReal *x, const TrStepWork *w, double h, const TrReal *b)
{
  TrReal *z = w->small_vector[0];

  tr_real_copy(z, b, w->m);
  tr_dense_semidefinite_solve(z, w->rows_factor, w->m);
  tr_real_clear(x, w->n);
  tr_dense_add_product_tn(x, tr_real(1 / h), w->jac, z, (TrProductSize){w->m, w->n, 1});
}

/* dg by a parameter; false when it does not depend on it. */
static bool
fill_param_value(TrReal *value, TrStepWork *w, const TrStepContext *context, int param)
{
  const TrMechanism *mechanism = context->mechanism;
  TrParam p = context->params[param];

  if (tr_param_moves_arms(p)) {
    TrArm arm = tr_arm_of(context->model, p);

    tr_mechanism_arm_value(value, mechanism, w->places, &arm);
    return true;
  }
  if (tr_param_is_of_model(p) || mechanism->n_drives == 0)
    return false;
  tr_real_clear(value, w->m);
  for (int i = tr_step_first_drive(context); i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    value[c->row] = -tr_step_drive_slope(context, param, c, 0);
  }
  return true;
}

/* Columns of d(G^+ g)/h: G^+ G for the pose, G^+ dg/dp for arms and drives, else zero. */
static void
fill_initial_columns(TrReal *x, TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, columns = n + context->n_params;
  TrReal *value = w->small_vector[1], *solution = w->small_vector[2];

  tr_real_clear(x, n * columns);
  for (int c = 0; c < columns; c++) {
    if (c >= n && !fill_param_value(value, w, context, c - n))
      continue;
    for (int r = 0; c < n && r < w->m; r++)
      value[r] = w->jac[r * n + c];
    if (c < n)
      tr_mechanism_clear_rates(value, context->mechanism, 1);
    tr_step_pseudo_inverse(solution, w, context->h, value);
    for (int i = 0; i < n; i++)
      x[i * columns + c] = solution[i];
  }
}

int
tr_step_initial(TrReal *r,
                TrReal *jac,
                TrStepWork *w,
                const TrStepContext *context,
                const TrReal *pose,
                const TrReal *u)
{
  const TrMechanism *mechanism = context->mechanism;
  int rank;

  tr_mechanism_places(w->places, mechanism->n_bodies, pose);
  tr_mechanism_value(w->g, mechanism, w->places);
  tr_mechanism_take_drives(w->g, mechanism, u);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  rank = tr_step_factor_rows(w);
  tr_step_pseudo_inverse(w->e, w, context->h, w->g);
  tr_step_apply_weight(r, w, context->model, context->sigma_w, w->e, 1);
  if (!jac)
    return rank;
  fill_initial_columns(w->d_a0, w, context);
  tr_step_apply_weight(jac, w, context->model, context->sigma_w, w->d_a0, w->n + context->n_params);
  return rank;
}

/* Number of corrections of a step; each leaves a share of the violation that falls with the step's
 * square. */
enum { MAX_CORRECTIONS = 3 };

/* Violations below this are rounding [m, 1]. */
#define RETRACT_TOLERANCE 1e-13

void
tr_step_retract(TrReal *out,
                TrStepWork *w,
                const TrStepContext *context,
                const TrReal *pose,
                const TrReal *step)
{
  const TrMechanism *mechanism = context->mechanism;
  int n = w->n, m = w->m, n_bodies = mechanism->n_bodies;
  TrReal *target = w->c0, *move = w->small_vector[1];

  tr_mechanism_places(w->places, n_bodies, pose);
  tr_mechanism_value(target, mechanism, w->places);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  tr_dense_add_product(target, tr_real(1), w->jac, step, (TrProductSize){m, n, 1});
  tr_mechanism_clear_rates(target, mechanism, 1);
  tr_pose_retract(out, n_bodies, pose, step);
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    TrReal largest = tr_real(0);

    tr_mechanism_places(w->places, n_bodies, out);
    tr_mechanism_value(w->g, mechanism, w->places);
    for (int r = 0; r < m; r++)
      w->g[r] = target[r] - w->g[r];
    tr_mechanism_take_drives(w->g, mechanism, NULL);
    for (int r = 0; r < m; r++)
      largest = tr_real_max(largest, tr_real_abs(w->g[r]));
    if (!tr_real_any(largest > RETRACT_TOLERANCE))
      return;
    /* a converged lane keeps its pose, whatever the other lanes do */
    for (int r = 0; r < m; r++)
      w->g[r] = tr_real_select(largest > RETRACT_TOLERANCE, w->g[r], tr_real(0));
    tr_mechanism_jacobian(w->jac, mechanism, w->places);
    tr_step_factor_rows(w);
    tr_step_pseudo_inverse(move, w, 1, w->g);
    tr_pose_retract(out, n_bodies, out, move);
  }
}
