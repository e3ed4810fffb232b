/* The weight W = M_a + G^T Sigma_w^-1 G of a velocity error. */
#include <string.h>

#include "engine/est/stage_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"

void
tr_stage_apply_weight(TrReal *out,
                      TrStageWork *w,
                      const TrModel *model,
                      const double *weight,
                      const TrReal *x,
                      int columns)
{
  int n = w->n, m = w->m;

  tr_stage_fill_mass(w->mass, n, model);
  tr_real_clear(out, n * columns);
  tr_dense_add_product(out, tr_real(1), w->mass, x, n, n, columns);
  tr_real_clear(w->d_mult, m * columns);
  tr_dense_add_product(w->d_mult, tr_real(1), w->jac, x, m, n, columns);
  for (int r = 0; r < m; r++)
    for (int c = 0; c < columns; c++)
      w->d_mult[r * columns + c] /= weight[r];
  tr_dense_add_product_tn(out, tr_real(1), w->jac, w->d_mult, m, n, columns);
}

/* out += G-bar^T J_s G-bar e, the rotors' part of M_a e. */
static void
add_rotors(TrReal *out, const TrStageWork *w, const TrModel *model, const TrReal *e)
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

/* The place of a body and its velocity error, told by a centre of mass that is `shift` (in its
 * axes) beside the present one. */
static void
move_centre(TrPlace *place, TrReal *e, const TrReal shift[3])
{
  TrReal turned[3], spin[3];

  tr_mat3_apply(turned, place->rot, shift);
  tr_vec3_add_scaled(place->r, place->r, 1, turned);
  tr_vec3_cross(spin, e + 3, shift);
  tr_mat3_apply(turned, place->rot, spin);
  tr_vec3_add_scaled(e, e, 1, turned);
}

void
tr_stage_hold_weight(TrReal *r,
                     TrStageWork *w,
                     const TrStageContext *held,
                     const TrStageWork *from,
                     const TrStageContext *context)
{
  int n_bodies = held->model->n_bodies;

  memcpy(w->places, from->places, (size_t)n_bodies * sizeof *w->places);
  tr_real_copy(w->e, from->e, w->n);
  for (int b = 0; b < n_bodies; b++) {
    TrReal shift[3];

    for (int i = 0; i < 3; i++)
      shift[i] = tr_real(held->model->bodies[b].com[i] - context->model->bodies[b].com[i]);
    move_centre(&w->places[b], w->e + 6 * b, shift);
  }
  tr_mechanism_jacobian(w->jac, held->mechanism, w->places);
  tr_mechanism_axes(w->axes, held->mechanism, w->places);
  tr_stage_apply_weight(r, w, held->model, held->sigma_w, w->e, 1);
  add_rotors(r, w, held->model, w->e);
}
