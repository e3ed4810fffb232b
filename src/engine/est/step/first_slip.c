#include "engine/est/step/first_slip.h"

#include <string.h>

#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"

/* Keeps the rows of rates alone of a vector [m], and clears the others. */
static void
keep_rates(double *rows, const TrMechanism *mechanism)
{
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    for (int r = c->row; r < c->row + c->n_rows; r++)
      rows[r] = c->is_rate ? rows[r] : 0;
  }
  for (int i = 0; i < mechanism->n_gears; i++)
    rows[mechanism->gears[2 * i].row] = 0;
}

/* d(h G v) by the poses of both nodes, in rate[1] and rate[2]. */
static void
differentiate_rates(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, size = w->m * n;
  double *before = w->turn[TR_TURN_V_BEFORE], *now = w->turn[TR_TURN_V_NOW];

  tr_step_turns(before, now, n / 6, w->v, context->h);
  tr_mechanism_rate_derivative(w->rate[2], context->mechanism, w->places, w->v);
  memset(w->rate[1], 0, (size_t)size * sizeof *w->rate[1]);
  tr_step_add_times_velocity(w->rate[1], n, w->jac, n, w->m,
                             (TrVelocitySlope){n, -1 / context->h, before});
  tr_step_add_times_velocity(w->rate[2], n, w->jac, n, w->m,
                             (TrVelocitySlope){n, 1 / context->h, now});
}

/* One column of G^+ d(G v); zero where the rates do not depend on the parameter. */
static void
fill_column(double *x, TrStepWork *w, const TrStepContext *context, int column)
{
  int n = w->n, columns = 2 * n + context->n_params;
  double *rate = w->small_vector[1], *solution = w->small_vector[2];

  memset(rate, 0, (size_t)w->m * sizeof *rate);
  if (column < 2 * n) {
    const double *from = column < n ? w->rate[1] + column : w->rate[2] + column - n;

    for (int r = 0; r < w->m; r++)
      rate[r] = from[r * n];
  } else if (tr_param_moves_arms(context->params[column - 2 * n])) {
    TrArm arm = tr_arm_of(context->model, context->params[column - 2 * n]);

    tr_mechanism_arm_rate(rate, context->mechanism, w->places, &arm, w->v);
  }
  keep_rates(rate, context->mechanism);
  tr_step_pseudo_inverse(solution, w, 1, rate);
  for (int i = 0; i < n; i++)
    x[i * columns + column] = solution[i];
}

int
tr_step_first_slip(double *r,
                   double *jac,
                   TrStepWork *w,
                   const TrStepContext *context,
                   const double *before,
                   const double *now)
{
  const TrMechanism *mechanism = context->mechanism;
  int n = w->n, columns = 2 * n + context->n_params;
  double *rate = w->small_vector[1];

  tr_mechanism_places(w->places, mechanism->n_bodies, now);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  tr_pose_velocity(w->v, mechanism->n_bodies, before, now, context->h);
  tr_step_factor_rows(w);
  memset(rate, 0, (size_t)w->m * sizeof *rate);
  tr_dense_add_product(rate, 1, w->jac, w->v, (TrProductSize){w->m, n, 1});
  keep_rates(rate, mechanism);
  tr_step_pseudo_inverse(w->e, w, 1, rate);
  tr_step_apply_weight(r, w, context->model, context->sigma_w, w->e, 1);
  if (!jac)
    return mechanism->n_rates;
  differentiate_rates(w, context);
  for (int c = 0; c < columns; c++)
    fill_column(w->d_a0, w, context, c);
  tr_step_apply_weight(jac, w, context->model, context->sigma_w, w->d_a0, columns);
  return mechanism->n_rates;
}
