/* Formulation `explicit`, the published one (paper 0, section 3; METHOD §3): poses and velocities
 * are unknown, and a step has two impulse residuals,
 *
 *   Dp_q = Dp(v_k, v+) with v+ = (q_k+1 - q_k)/h      (3.7)
 *   Dp_u = Dp(v_k, v+) with v+ = v_k+1                (3.6)
 *   Dp = M (v+ - v) - G^T lambda - h (f - omega x J omega) - G-bar^T f_axial
 *   lambda = - Sigma^-1 (G v+ + (4/h) gamma g - gamma G v)
 *
 * each with the multipliers of its own v+.  In the words of est/stage.h: a0 + G^T eta with eta =
 * Sigma^-1 c0 = -lambda.  Nothing is solved for, and Sigma^-1 multiplies all errors of c0: for
 * compliances of 1e-6 and below the problem is too stiff for Gauss-Newton. */
#include <string.h>

#include "engine/est/formulation.h"
#include "engine/est/stage_private.h"
#include "engine/linalg/dense.h"

/* One of the two residuals, with v and v+ in the work. */
static void
evaluate(double *r, TrStageWork *w, const TrStageContext *context, const double *u)
{
  tr_stage_rows(w, context);
  tr_stage_axial_rates(w, context, u);
  for (int i = 0; i < w->m; i++) {
    w->eta[i] = w->c0[i] / context->sigma[i];
    w->lambda[i] = w->previous[i] = -w->eta[i];
  }
  tr_stage_impulses(w, context);
  tr_stage_finish(r, w);
}

/* Its derivative [n x columns] by v, the pose, v+ and the parameters. */
static void
differentiate(double *jac, TrStageWork *w, const TrStageContext *context)
{
  int n = w->n, m = w->m, c = w->columns;

  memset(w->e, 0, (size_t)n * sizeof *w->e);
  tr_stage_prepare_derivatives(w, context);
  tr_stage_balance_derivatives(w, context);
  tr_stage_start_jacobian(jac, w, context);
  tr_stage_params(jac, w, context);
  for (int r = 0; r < m; r++)
    for (int k = 0; k < c; k++)
      w->d_lambda[r * c + k] = -w->d_c0[r * c + k] / context->sigma[r];
  tr_stage_add_load_feedback(w);
  for (size_t i = 0; i < (size_t)n * (size_t)c; i++)
    jac[i] += w->d_a0[i];
  tr_dense_add_product_tn(jac, -1, w->jac, w->d_lambda, m, n, c);
}

/* Places of the unknowns in a row of the step's Jacobian, in units of n. */
enum { POSE, VELOCITY, NEXT_POSE, NEXT_VELOCITY, N_BLOCKS };

/* Columns of a block of d_part (0: v, 1: pose, 2: v+) to `place` of the step's Jacobian. */
static void
copy_block(double *jac, const TrStageWork *w, int place, int block)
{
  int n = w->n, columns = w->columns + n;

  for (int r = 0; r < n; r++)
    memcpy(jac + (size_t)r * (size_t)columns + place * n,
           w->d_part + (size_t)r * (size_t)w->columns + block * n, (size_t)n * sizeof *jac);
}

static void
copy_params(double *jac, const TrStageWork *w)
{
  int n = w->n, columns = w->columns + n;

  for (int r = 0; r < n; r++)
    memcpy(jac + (size_t)r * (size_t)columns + N_BLOCKS * n,
           w->d_part + (size_t)r * (size_t)w->columns + 3 * n,
           (size_t)(w->columns - 3 * n) * sizeof *jac);
}

/* Rows of Dp_q: v+ follows the two poses. */
static void
place_pose_rows(double *jac, TrStageWork *w, double h)
{
  int n = w->n, columns = w->columns + n;
  double *by_v_after = w->by_v;

  memset(jac, 0, (size_t)n * (size_t)columns * sizeof *jac);
  copy_block(jac, w, POSE, 1);
  copy_block(jac, w, VELOCITY, 0);
  copy_params(jac, w);
  for (int r = 0; r < n; r++)
    memcpy(by_v_after + r * n, w->d_part + (size_t)r * (size_t)w->columns + 2 * n,
           (size_t)n * sizeof *by_v_after);
  tr_stage_add_times_velocity(jac, columns, POSE * n, by_v_after, n, n, -1 / h,
                              w->turn[TR_TURN_AFTER_NOW]);
  tr_stage_add_times_velocity(jac, columns, NEXT_POSE * n, by_v_after, n, n, 1 / h,
                              w->turn[TR_TURN_AFTER_AFTER]);
}

/* Rows of Dp_u. */
static void
place_velocity_rows(double *jac, const TrStageWork *w)
{
  memset(jac, 0, (size_t)w->n * (size_t)(w->columns + w->n) * sizeof *jac);
  copy_block(jac, w, POSE, 1);
  copy_block(jac, w, VELOCITY, 0);
  copy_block(jac, w, NEXT_VELOCITY, 2);
  copy_params(jac, w);
}

static TrStatus
step(double *r,
     double *jac,
     TrStageWork *w,
     const TrStageContext *context,
     const TrStates *states,
     const double *u)
{
  int n = w->n, n_bodies = n / 6;
  const double *next = states->pose + n_bodies * TR_POSE;

  w->has_velocities = true;
  TR_TRY(tr_stage_place(w, context, states->pose));
  memcpy(w->v, states->velocity, (size_t)n * sizeof *w->v);
  tr_pose_velocity(w->v_after, n_bodies, states->pose, next, context->h);
  evaluate(r, w, context, u);
  if (jac) {
    differentiate(w->d_part, w, context);
    place_pose_rows(jac, w, context->h);
  }
  memcpy(w->v_after, states->velocity + n, (size_t)n * sizeof *w->v_after);
  evaluate(r + n, w, context, u);
  if (jac) {
    differentiate(w->d_part, w, context);
    place_velocity_rows(jac + (size_t)n * (size_t)(w->columns + n), w);
  }
  return TR_OK;
}

/* x column = G^+ b/scale */
static void
set_column(double *x, const TrStageWork *w, int columns, int column, double scale, const double *b)
{
  double *solution = w->small_vector[2];

  tr_stage_pseudo_inverse(solution, w, scale, b);
  for (int i = 0; i < w->n; i++)
    x[i * columns + column] = solution[i];
}

/* b[m] = column of a[m x n] */
static double *
take_column(const TrStageWork *w, const double *a, int column)
{
  double *b = w->small_vector[1];

  for (int r = 0; r < w->m; r++)
    b[r] = a[r * w->n + column];
  return b;
}

/* d(G^+ g)/h by pose, velocity and parameters, G^+ frozen. */
static void
fill_pose_columns(double *x, const TrStageWork *w, const TrStageContext *context)
{
  int n = w->n, columns = 2 * n + context->n_params;

  memset(x, 0, (size_t)(n * columns) * sizeof *x);
  for (int i = 0; i < n; i++)
    set_column(x, w, columns, i, context->h, take_column(w, w->jac, i));
  for (int p = 0; p < context->n_params; p++) {
    double *b = w->small_vector[1];
    TrArm arm;

    if (!tr_param_moves_arms(context->params[p]))
      continue;
    arm = tr_arm_of(context->model, context->params[p]);
    tr_mechanism_arm_value(b, context->mechanism, w->places, &arm);
    set_column(x, w, columns, 2 * n + p, context->h, b);
  }
}

/* d(G^+ G v), G^+ frozen; rate_v holds d(G v)/dq. */
static void
fill_velocity_columns(double *x, const TrStageWork *w, const TrStageContext *context)
{
  int n = w->n, columns = 2 * n + context->n_params;

  memset(x, 0, (size_t)(n * columns) * sizeof *x);
  for (int i = 0; i < n; i++) {
    set_column(x, w, columns, i, 1, take_column(w, w->rate_v, i));
    set_column(x, w, columns, n + i, 1, take_column(w, w->jac, i));
  }
  for (int p = 0; p < context->n_params; p++) {
    double *b = w->small_vector[1];
    TrArm arm;

    if (!tr_param_moves_arms(context->params[p]))
      continue;
    arm = tr_arm_of(context->model, context->params[p]);
    tr_mechanism_arm_rate(b, context->mechanism, w->places, &arm, w->v);
    set_column(x, w, columns, 2 * n + p, 1, b);
  }
}

/* How far the first state is off the constraints and off their tangent, as impulses (3.13 - 3.15,
 * with G^+ = G^T (G G^T)^-1 and the factor 1/h that METHOD adds): M_Sigma G^+ g/h, M_Sigma G^+ G v
 * with M_Sigma = M + G^T Sigma^-1 G. */
static void
initial(double *r,
        double *jac,
        int *rank,
        TrStageWork *w,
        const TrStageContext *context,
        const TrStates *state)
{
  const TrMechanism *mechanism = context->mechanism;
  const TrModel *model = context->model;
  int n = w->n, columns = 2 * n + context->n_params, found;
  double *rate = w->small_vector[1], *x = w->e;

  tr_mechanism_places(w->places, mechanism->n_bodies, state->pose);
  tr_mechanism_value(w->g, mechanism, w->places);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  memcpy(w->v, state->velocity, (size_t)n * sizeof *w->v);
  found = tr_stage_factor_rows(w);
  if (rank)
    *rank = 2 * found;
  tr_stage_pseudo_inverse(x, w, context->h, w->g);
  tr_stage_apply_weight(r, w, model, context->sigma, x, 1);
  memset(rate, 0, (size_t)w->m * sizeof *rate);
  tr_dense_add_product(rate, 1, w->jac, w->v, w->m, n, 1);
  tr_stage_pseudo_inverse(x, w, 1, rate);
  tr_stage_apply_weight(r + n, w, model, context->sigma, x, 1);
  if (!jac)
    return;
  fill_pose_columns(w->d_a0, w, context);
  tr_stage_apply_weight(jac, w, model, context->sigma, w->d_a0, columns);
  tr_mechanism_rate_derivative(w->rate_v, mechanism, w->places, w->v);
  fill_velocity_columns(w->d_a0, w, context);
  tr_stage_apply_weight(jac + (size_t)n * (size_t)columns, w, model, context->sigma, w->d_a0,
                        columns);
}

/* v_k = (q_k - q_k-1)/h, as time stepping has it. */
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
        TrStageWork *w,
        const TrStageContext *context,
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
