/* What needs G^+, the smallest motion that changes the constraints: the initial-state residual (how
 * far a pose is off the constraints, as an impulse) and steps along the constraints. */
#include <math.h>
#include <string.h>

#include "engine/est/stage_private.h"
#include "engine/linalg/dense.h"

/* Rows of G whose pivot in G G^T lies below this share of the largest depend on the others. */
#define ROW_RANK_TOLERANCE 1e-12

int
tr_stage_factor_rows(TrStageWork *w)
{
  int n = w->n, m = w->m;

  memset(w->small, 0, (size_t)(m * m) * sizeof *w->small);
  for (int r = 0; r < m; r++)
    for (int c = 0; c < m; c++)
      for (int i = 0; i < n; i++)
        w->small[r * m + c] += w->jac[r * n + i] * w->jac[c * n + i];
  return tr_dense_cholesky_pivoted(w->small, w->pivot, m, ROW_RANK_TOLERANCE);
}

/* x[n] = G^+ b/h = G_I^T (G_I G_I^T)^-1 b_I/h over the independent rows I.  Forward and backward
 * with the leading part of the factor. */
void
tr_stage_pseudo_inverse(double *x, const TrStageWork *w, int rank, double h, const double *b)
{
  int n = w->n, m = w->m;
  double *z = w->small_vector[0];

  for (int i = 0; i < rank; i++) {
    z[i] = b[w->pivot[i]];
    for (int k = 0; k < i; k++)
      z[i] -= w->small[i * m + k] * z[k];
    z[i] /= w->small[i * m + i];
  }
  memset(x, 0, (size_t)n * sizeof *x);
  for (int i = rank - 1; i >= 0; i--) {
    for (int k = i + 1; k < rank; k++)
      z[i] -= w->small[k * m + i] * z[k];
    z[i] /= w->small[i * m + i];
    for (int c = 0; c < n; c++)
      x[c] += z[i] / h * w->jac[w->pivot[i] * n + c];
  }
}

/* Columns of d(G^+ g)/h: G^+ G for the pose, G^+ dg/dc for arms, else zero. */
static void
fill_initial_columns(double *x, TrStageWork *w, const TrStageContext *context, int rank)
{
  int n = w->n, columns = n + context->n_params;
  double *value = w->small_vector[1], *solution = w->small_vector[2];

  memset(x, 0, (size_t)(n * columns) * sizeof *x);
  for (int c = 0; c < columns; c++) {
    const TrParam *param = c < n ? NULL : &context->params[c - n];

    if (param && !tr_param_moves_arms(*param))
      continue;
    if (param) {
      TrArm arm = tr_arm_of(context->model, *param);

      tr_mechanism_arm_value(value, context->mechanism, w->places, &arm);
    }
    for (int r = 0; !param && r < w->m; r++)
      value[r] = w->jac[r * n + c];
    tr_stage_pseudo_inverse(solution, w, rank, context->h, value);
    for (int i = 0; i < n; i++)
      x[i * columns + c] = solution[i];
  }
}

void
tr_stage_initial(double *r,
                 double *jac,
                 int *rank,
                 TrStageWork *w,
                 const TrStageContext *context,
                 const double *pose)
{
  const TrMechanism *mechanism = context->mechanism;
  int found;

  tr_mechanism_places(w->places, mechanism->n_bodies, pose);
  tr_mechanism_value(w->g, mechanism, w->places);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  found = tr_stage_factor_rows(w);
  if (rank)
    *rank = found;
  tr_stage_pseudo_inverse(w->e, w, found, context->h, w->g);
  tr_stage_apply_weight(r, w, context->model, context->sigma_w, w->e, 1);
  if (!jac)
    return;
  fill_initial_columns(w->d_a0, w, context, found);
  tr_stage_apply_weight(jac, w, context->model, context->sigma_w, w->d_a0,
                        w->n + context->n_params);
}

/* Corrections of a step; each leaves a share of the violation that falls with the step's square. */
enum { MAX_CORRECTIONS = 3 };

/* Violations below this are rounding [m, 1]. */
#define RETRACT_TOLERANCE 1e-13

void
tr_stage_retract(double *out,
                 TrStageWork *w,
                 const TrStageContext *context,
                 const double *pose,
                 const double *step)
{
  const TrMechanism *mechanism = context->mechanism;
  int n = w->n, m = w->m, n_bodies = mechanism->n_bodies;
  double *target = w->c0, *move = w->small_vector[1];

  tr_mechanism_places(w->places, n_bodies, pose);
  tr_mechanism_value(target, mechanism, w->places);
  tr_mechanism_jacobian(w->jac, mechanism, w->places);
  tr_dense_add_product(target, 1, w->jac, step, m, n, 1);
  tr_pose_retract(out, n_bodies, pose, step);
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    double largest = 0;

    tr_mechanism_places(w->places, n_bodies, out);
    tr_mechanism_value(w->g, mechanism, w->places);
    for (int r = 0; r < m; r++) {
      w->g[r] = target[r] - w->g[r];
      largest = fmax(largest, fabs(w->g[r]));
    }
    if (!(largest > RETRACT_TOLERANCE))
      return;
    tr_mechanism_jacobian(w->jac, mechanism, w->places);
    tr_stage_pseudo_inverse(move, w, tr_stage_factor_rows(w), 1, w->g);
    tr_pose_retract(out, n_bodies, out, move);
  }
}
