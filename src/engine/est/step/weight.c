/* Weight W = M_a + G^T Sigma_w^-1 G of a velocity error. */
#include <string.h>

#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/balance.h"

void
tr_step_apply_weight(TrReal *out,
                     TrStepWork *w,
                     const TrModel *model,
                     const double *weight,
                     const TrReal *x,
                     int columns)
{
  int n = w->n, m = w->m;

  tr_balance_mass(w->mass, n, model);
  tr_real_clear(out, n * columns);
  tr_dense_add_product(out, tr_real(1), w->mass, x, (TrProductSize){n, n, columns});
  tr_real_clear(w->d_mult, m * columns);
  tr_dense_add_product(w->d_mult, tr_real(1), w->jac, x, (TrProductSize){m, n, columns});
  for (int r = 0; r < m; r++)
    for (int c = 0; c < columns; c++)
      w->d_mult[r * columns + c] /= weight[r];
  tr_dense_add_product_tn(out, tr_real(1), w->jac, w->d_mult, (TrProductSize){m, n, columns});
}

/* out += G-bar^T J_s G-bar e, the rotors' part of M_a e. */
static void
add_rotors(TrReal *out, const TrStepWork *w, const TrModel *model, const TrReal *e)
{
  for (int j = 0; j < w->n_joints; j++) {
    const TrReal *row = w->axes + j * w->n;
    TrReal rate = tr_real(0);

    for (int i = 0; i < w->n; i++)
      rate += row[i] * e[i];
    for (int i = 0; i < w->n; i++)
      out[i] += tr_axial_inertia(model, j) * rate * row[i];
  }
}

/* Shift of a body's centre of mass in the model of the frozen weight from the present one, in its
 * axes. */
static void
find_shift(TrReal shift[3], const TrStepContext *held, const TrStepContext *context, int body)
{
  for (int i = 0; i < 3; i++)
    shift[i] = tr_real(held->model->bodies[body].com[i] - context->model->bodies[body].com[i]);
}

/* Converts a body's velocity error to a centre of mass that is `shift` away from the present one.
 */
static void
move_error(TrReal *e, const TrPlace *place, const TrReal shift[3])
{
  TrReal turned[3], spin[3];

  tr_vec3_cross(spin, e + 3, shift);
  tr_mat3_apply(turned, place->rot, spin);
  tr_vec3_add_scaled(e, e, 1, turned);
}

void
tr_step_freeze_weight(TrReal *r,
                      TrStepWork *w,
                      const TrStepContext *held,
                      const TrStepWork *from,
                      const TrStepContext *context)
{
  int n_bodies = held->model->n_bodies;

  tr_step_find_pattern(w, held->mechanism, held->model);
  memcpy(w->places, from->places, (size_t)n_bodies * sizeof *w->places);
  tr_real_copy(w->e, from->e, w->n);
  for (int b = 0; b < n_bodies; b++) {
    TrReal shift[3], turned[3];

    find_shift(shift, held, context, b);
    move_error(w->e + 6 * b, &w->places[b], shift);
    tr_mat3_apply(turned, w->places[b].rot, shift);
    tr_vec3_add_scaled(w->places[b].r, w->places[b].r, 1, turned);
  }
  tr_mechanism_jacobian(w->jac, held->mechanism, w->places);
  tr_mechanism_axes(w->axes, held->mechanism, w->places);
  tr_step_apply_weight(r, w, held->model, held->sigma_w, w->e, 1);
  add_rotors(r, w, held->model, w->e);
}

/* Factors W of the step, in w->mass_factor. */
static TrStatus
factor_weight(TrStepWork *w, const TrStepWork *from, const TrStepContext *context)
{
  int n = w->n, m = w->m;

  tr_real_copy(w->mass_factor, from->mass, n * n);
  for (int r = 0; r < m; r++)
    tr_dense_add_product_tn(w->mass_factor, tr_real(1 / context->sigma_w[r]), from->jac + r * n,
                            from->jac + r * n, (TrProductSize){1, n, n});
  return tr_dense_cholesky(w->mass_factor, n);
}

TrStatus
tr_step_freeze_jacobian(TrReal *jac,
                        TrStepWork *w,
                        const TrStepContext *held,
                        const TrStepWork *from,
                        const TrStepContext *context)
{
  int n = w->n, columns = 3 * n + context->n_params;
  TrReal *e = w->v, *weighed = w->v_after;

  TR_TRY(factor_weight(w, from, context));
  tr_dense_cholesky_solve_columns(jac, columns, w->mass_factor, n, columns);
  for (int c = 0; c < columns; c++) {
    for (int i = 0; i < n; i++)
      e[i] = jac[i * columns + c];
    for (int b = 0; b < held->model->n_bodies; b++) {
      TrReal shift[3];

      find_shift(shift, held, context, b);
      move_error(e + 6 * b, &w->places[b], shift);
    }
    tr_step_apply_weight(weighed, w, held->model, held->sigma_w, e, 1);
    add_rotors(weighed, w, held->model, e);
    for (int i = 0; i < n; i++)
      jac[i * columns + c] = weighed[i];
  }
  return TR_OK;
}
