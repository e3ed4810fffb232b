/* Formulation `explicit`, the published one (theory 6.9): poses and velocities are unknown, and a
 * step has two impulse residuals, numbered as by Marklund, Servin and Larson 2025,
 *
 *   Dp_q = Dp(v_k, v+) with v+ = (q_k+1 - q_k)/h      (3.7)
 *   Dp_u = Dp(v_k, v+) with v+ = v_k+1                (3.6)
 *   Dp = M (v+ - v) - G^T lambda - h (f - omega x J omega) - G-bar^T f_axial
 *   lambda = - Sigma^-1 (G v+ + (4/h) gamma g - gamma G v)
 *
 * each with the multipliers of its own v+. In the notation of est/step/residual.h: a0 + G^T eta
 * with eta = Sigma^-1 c0 = -lambda.  No system is solved, and Sigma^-1 multiplies all errors of c0:
 * for compliances of 1e-6 and below the problem is too stiff for Gauss-Newton. */
#include <string.h>

#include "engine/est/step/formulation.h"
#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"

/* Computes one of the two residuals, with v and v+ in the work. */
static void
evaluate(double *r, TrStepWork *w, const TrStepContext *context, const double *u)
{
  tr_step_balance(w, context, u);
  for (int i = 0; i < w->m; i++) {
    w->eta[i] = w->c0[i] / context->sigma[i];
    w->lambda[i] = -w->eta[i];
  }
  tr_step_load_joints(w, context);
  tr_step_take_impulses(w);
  tr_step_finish(r, w);
}

/* Computes its derivative by v, v+, the pose and the parameters, in w->d_a0. */
static void
differentiate(TrStepWork *w, const TrStepContext *context)
{
  int m = w->m, c = w->columns;

  memset(w->e, 0, (size_t)w->n * sizeof *w->e);
  tr_step_differentiate(w, context);
  for (int r = 0; r < m; r++)
    for (int k = 0; k < c; k++)
      w->d_mult[r * c + k] = -w->d_c0[r * c + k] / context->sigma[r];
  tr_step_add_load(w->d_force, w, w->d_mult);
  for (int i = 0; i < m * c; i++)
    w->d_mult[i] = -w->d_mult[i];
  tr_step_collect(w, context, w->d_mult);
}

/* Order of the unknowns in a row of the step's Jacobian, in units of n. */
enum { POSE, VELOCITY, NEXT_POSE, NEXT_VELOCITY, N_BLOCKS };

/* Copies `count` columns of the derivative, from `from` on, to those of the step's Jacobian from
 * `to` on. */
static void
copy_columns(double *jac, const TrStepWork *w, int to, int from, int count)
{
  int columns = w->columns + w->n;

  for (int r = 0; r < w->n; r++)
    memcpy(jac + (size_t)r * (size_t)columns + to, w->d_a0 + (size_t)r * (size_t)w->columns + from,
           (size_t)count * sizeof *jac);
}

/* Columns common to both residuals: v, the pose and the parameters. */
static void
place_rows(double *jac, const TrStepWork *w)
{
  int n = w->n;

  memset(jac, 0, (size_t)n * (size_t)(w->columns + n) * sizeof *jac);
  copy_columns(jac, w, POSE * n, tr_step_pose_column(w), n);
  copy_columns(jac, w, VELOCITY * n, 0, n);
  copy_columns(jac, w, N_BLOCKS * n, tr_step_param_column(w), w->columns - 3 * n);
}

/* Rows of Dp_q: v+ depends on the two poses. */
static void
place_pose_rows(double *jac, TrStepWork *w, double h)
{
  int n = w->n, columns = w->columns + n;
  const double *by_v_after = w->d_a0 + n;

  place_rows(jac, w);
  tr_step_turns(w->turn[TR_TURN_AFTER_NOW], w->turn[TR_TURN_AFTER_AFTER], n / 6, w->v_after, h);
  tr_step_add_times_velocity(jac + POSE * n, columns, by_v_after, w->columns, n,
                             (TrVelocitySlope){n, -1 / h, w->turn[TR_TURN_AFTER_NOW]});
  tr_step_add_times_velocity(jac + NEXT_POSE * n, columns, by_v_after, w->columns, n,
                             (TrVelocitySlope){n, 1 / h, w->turn[TR_TURN_AFTER_AFTER]});
}

/* Rows of Dp_u. */
static void
place_velocity_rows(double *jac, const TrStepWork *w)
{
  place_rows(jac, w);
  copy_columns(jac, w, NEXT_VELOCITY * w->n, w->n, w->n);
}

static TrStatus
step(double *r,
     double *jac,
     TrStepWork *w,
     const TrStepContext *context,
     const TrStates *states,
     const double *u)
{
  int n = w->n, n_bodies = n / 6;
  const double *next = states->pose + n_bodies * TR_POSE;

  tr_step_place(w, context, states->pose, u);
  memcpy(w->v, states->velocity, (size_t)n * sizeof *w->v);
  tr_pose_velocity(w->v_after, n_bodies, states->pose, next, context->h);
  evaluate(r, w, context, u);
  if (jac) {
    differentiate(w, context);
    place_pose_rows(jac, w, context->h);
  }
  memcpy(w->v_after, states->velocity + n, (size_t)n * sizeof *w->v_after);
  evaluate(r + n, w, context, u);
  if (jac) {
    differentiate(w, context);
    place_velocity_rows(jac + (size_t)n * (size_t)(w->columns + n), w);
  }
  return TR_OK;
}

/* x column = G^+ b/scale */
static void
set_column(double *x, const TrStepWork *w, int columns, int column, double scale, const double *b)
{
  double *solution = w->small_vector[2];

  tr_step_pseudo_inverse(solution, w, scale, b);
  for (int i = 0; i < w->n; i++)
    x[i * columns + column] = solution[i];
}

/* b[m] = the column-th column of a[m x n] */
static double *
take_column(const TrStepWork *w, const double *a, int column)
{
  double *b = w->small_vector[1];

  for (int r = 0; r < w->m; r++)
    b[r] = a[r * w->n + column];
  return b;
}

/* b[m] = dg/dp, or, with `number` 1, d(G v)/dp less the drives' rates; false if zero. */
static bool
take_param_column(double *b, const TrStepWork *w, const TrStepContext *context, int p, int number)
{
  const TrMechanism *mechanism = context->mechanism;

  memset(b, 0, (size_t)w->m * sizeof *b);
  if (tr_param_moves_arms(context->params[p])) {
    TrArm arm = tr_arm_of(context->model, context->params[p]);

    if (number == 0)
      tr_mechanism_arm_value(b, mechanism, w->places, &arm);
    else
      tr_mechanism_arm_rate(b, mechanism, w->places, &arm, w->v);
    return true;
  }
  if (tr_param_is_of_model(context->params[p]) || mechanism->n_drives == 0)
    return false;
  for (int i = tr_step_first_drive(context); i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    b[c->row] = -tr_step_drive_slope(context, p, c, number);
  }
  return true;
}

/* d(G^+ g)/h by pose, velocity and parameters, G^+ frozen. */
static void
fill_pose_columns(double *x, const TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, columns = 2 * n + context->n_params;

  memset(x, 0, (size_t)(n * columns) * sizeof *x);
  for (int i = 0; i < n; i++) {
    double *b = take_column(w, w->jac, i);

    tr_mechanism_clear_rates(b, context->mechanism, 1);
    set_column(x, w, columns, i, context->h, b);
  }
  for (int p = 0; p < context->n_params; p++) {
    double *b = w->small_vector[1];

    if (take_param_column(b, w, context, p, 0))
      set_column(x, w, columns, 2 * n + p, context->h, b);
  }
}

/* d(G^+ G v), G^+ frozen; rate[0] holds d(G v)/dq. */
static void
fill_velocity_columns(double *x, const TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, columns = 2 * n + context->n_params;

  memset(x, 0, (size_t)(n * columns) * sizeof *x);
  for (int i = 0; i < n; i++) {
    set_column(x, w, columns, i, 1, take_column(w, w->rate[0], i));
    set_column(x, w, columns, n + i, 1, take_column(w, w->jac, i));
  }
  for (int p = 0; p < context->n_params; p++) {
    double *b = w->small_vector[1];

    if (take_param_column(b, w, context, p, 1))
      set_column(x, w, columns, 2 * n + p, 1, b);
  }
}

/* Initial residuals: violation of the constraints and of their tangent by the first state, as
 * impulses (3.13 - 3.15, with G^+ = G^T (G G^T)^-1 and the factor 1/h, theory 6.9): M_Sigma
 * G^+ g/h, M_Sigma G^+ G v with M_Sigma = M + G^T Sigma^-1 G. */
static int
initial(double *r,
        double *jac,
        TrStepWork *w,
        const TrStepContext *context,
        const TrStates *state,
        const double *u)
{
  const TrMechanism *mechanism = context->mechanism;
  const TrModel *model = context->model;
  int n = w->n, columns = 2 * n + context->n_params, rank;
  double *rate = w->small_vector[1], *x = w->e;

  tr_mechanism_places(w->places, mechanism->n_bodies, state->pose);
  tr_mechanism_value(w->g, mechanism, w->places);
  tr_mechanism_take_drives(w->g, mechanism, u);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  memcpy(w->v, state->velocity, (size_t)n * sizeof *w->v);
  rank = 2 * tr_step_factor_rows(w);
  tr_step_pseudo_inverse(x, w, context->h, w->g);
  tr_step_apply_weight(r, w, model, context->sigma, x, 1);
  memset(rate, 0, (size_t)w->m * sizeof *rate);
  tr_dense_add_product(rate, 1, w->jac, w->v, (TrProductSize){w->m, n, 1});
  for (int i = tr_step_first_drive(context); i < mechanism->n_constraints; i++)
    rate[mechanism->constraints[i].row] -= u[mechanism->constraints[i].input + 1];
  tr_step_pseudo_inverse(x, w, 1, rate);
  tr_step_apply_weight(r + n, w, model, context->sigma, x, 1);
  if (!jac)
    return rank;
  fill_pose_columns(w->d_a0, w, context);
  tr_step_apply_weight(jac, w, model, context->sigma, w->d_a0, columns);
  tr_mechanism_rate_derivative(w->rate[0], mechanism, w->places, w->v);
  fill_velocity_columns(w->d_a0, w, context);
  tr_step_apply_weight(jac + (size_t)n * (size_t)columns, w, model, context->sigma, w->d_a0,
                       columns);
  return rank;
}

/* Start velocities v_k = (q_k - q_k-1)/h, as in time stepping. */
static void
start(double *velocity, int n_nodes, int n_bodies, const double *pose, double h)
{
  int n = 6 * n_bodies, size = n_bodies * TR_POSE;

  for (int k = 1; k < n_nodes; k++)
    tr_pose_velocity(velocity + (size_t)k * (size_t)n, n_bodies,
                     pose + (size_t)(k - 1) * (size_t)size, pose + (size_t)k * (size_t)size, h);
  memcpy(velocity, velocity + n, (size_t)n * sizeof *velocity);
}

static void
retract(double *pose,
        double *velocity,
        TrStepWork *w,
        const TrStepContext *context,
        const TrStates *from,
        const double *step)
{
  (void)context;
  tr_pose_retract(pose, w->n / 6, from->pose, step);
  for (int i = 0; i < w->n; i++)
    velocity[i] = from->velocity[i] + step[w->n + i];
}

const TrFormulation tr_formulation_explicit = {
    .name = "explicit",
    .node_blocks = 2,
    .step_blocks = 2,
    .touched = 2,
    .first_step = 0,
    .initial_nodes = 1,
    .auto_tau = TR_SPOOK_TAU,
    .step = step,
    .initial = initial,
    .start = start,
    .retract = retract,
};
