/* Multipliers of a step whose dry friction depends on them (est/step/residual.h).
 *
 * With f the joints' impulses along their axes, a those without a load, D = df/dload, load(lambda),
 *
 *   lambda = free - R f,   f = a + D load(lambda)
 *
 * Loads are sums of |lambda|, piecewise linear: after a first pass one Newton step ends at the
 * solution if no multiplier changes its sign, so that the derivative by the implicit function
 * theorem is exact; multipliers that do change sign settle in the next steps.
 *
 * In a tree the load is that of the impulses which the motion needs, whatever acts along the
 * freedoms (theory 6.10c): it is known before friction is. */

#include "engine/est/step/private.h"
#include "engine/est/step/tree_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/skyline.h"

/* Number of Newton steps, after a pass without load and before one that makes f and lambda
 * consistent.  It is constant, so that a step does not depend on the others in its lanes. */
#define LOAD_STEPS 2

void
tr_step_load_joints(TrStepWork *w, const TrStepContext *context)
{
  for (int j = 0; j < w->n_joints; j++) {
    TrReal load = tr_axial_load(w->load_gradient + j * w->m, context->model, context->mechanism, j,
                                w->lambda, (TrLoadScale){context->h, TR_LOAD_SMOOTHING});

    tr_axial_change_load(&w->axial[j], context->model, j, &w->axial_in[j], load);
    w->impulse[j] = w->axial[j].impulse;
  }
}

void
tr_step_fill_feedback(TrStepWork *w)
{
  int nj = w->n_joints;

  tr_real_clear(w->feedback, nj * nj);
  tr_dense_add_product(w->feedback, tr_real(1), w->load_gradient, w->response,
                       (TrProductSize){nj, w->m, nj});
}

/* The matrix is close to the identity: no pivoting. */
void
tr_step_close_loop(TrReal *x, int columns, TrStepWork *w)
{
  int nj = w->n_joints, c = columns;
  TrReal *k = w->feedback;

  for (int i = 0; i < nj; i++)
    for (int j = 0; j < nj; j++)
      k[i * nj + j] = (i == j ? 1.0 : 0.0) + w->axial[i].d_load * k[i * nj + j];
  for (int i = 0; i < nj; i++)
    for (int j = i + 1; j < nj; j++) {
      TrReal f = k[j * nj + i] / k[i * nj + i];

      for (int l = i + 1; l < nj; l++)
        k[j * nj + l] -= f * k[i * nj + l];
      for (int l = 0; l < c; l++)
        x[j * c + l] -= f * x[i * c + l];
    }
  for (int i = nj - 1; i >= 0; i--)
    for (int l = 0; l < c; l++) {
      for (int j = i + 1; j < nj; j++)
        x[i * c + l] -= k[i * nj + j] * x[j * c + l];
      x[i * c + l] /= k[i * nj + i];
    }
}

/* out[m] = y^T x, by blocks of bodies. */
static void
apply_y(TrReal *out, const TrStepWork *w, const TrReal *x)
{
  const TrStepPattern *pattern = &w->pattern;

  tr_real_clear(out, w->m);
  for (int b = 0; b < w->n / 6; b = pattern->block_end[b])
    for (int i = 6 * b; i < 6 * pattern->block_end[b]; i++) {
      const TrReal *y = w->y + i * w->m;

      for (int r = pattern->block_rows[b].begin; r < pattern->block_rows[b].end; r++)
        out[r] += y[r] * x[i];
    }
}

/* lambda = free - R f. */
static void
follow_impulses(TrStepWork *w, const TrReal *free)
{
  tr_real_copy(w->lambda, free, w->m);
  tr_dense_add_product(w->lambda, tr_real(-1), w->response, w->impulse,
                       (TrProductSize){w->m, w->n_joints, 1});
}

/* f + (I + D load' R)^-1 (a + D load(lambda) - f). */
static void
take_newton_step(TrStepWork *w, const TrStepContext *context, const TrReal *free)
{
  int nj = w->n_joints;
  TrReal *before = w->small_vector[1], *step = before + nj;

  tr_real_copy(before, w->impulse, nj);
  tr_step_load_joints(w, context);
  for (int j = 0; j < nj; j++)
    step[j] = w->impulse[j] - before[j];
  tr_step_fill_feedback(w);
  tr_step_close_loop(step, 1, w);
  for (int j = 0; j < nj; j++)
    w->impulse[j] = before[j] + step[j];
  follow_impulses(w, free);
}

void
tr_step_find_multipliers(TrStepWork *w, const TrStepContext *context)
{
  int m = w->m;
  TrReal *free = w->small_vector[0];

  apply_y(free, w, w->a0);
  for (int r = 0; r < m; r++)
    free[r] -= w->c0[r];
  tr_skyline_solve(free, 1, w->small_factor, &w->pattern.small, 1);
  if (w->is_loaded && context->tree)
    tr_tree_distribute(w, context);
  else
    tr_real_clear(w->lambda, m);
  tr_step_load_joints(w, context);
  follow_impulses(w, free);
  if (!w->is_loaded || context->tree)
    return;
  for (int i = 0; i < LOAD_STEPS; i++)
    take_newton_step(w, context, free);
  tr_step_load_joints(w, context);
  follow_impulses(w, free);
}
