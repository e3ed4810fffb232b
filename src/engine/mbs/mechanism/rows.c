/* Values of the constraint rows and their derivatives by the poses, assembled over all bodies. */

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism/private.h"

void
tr_mechanism_places(TrPlace *places, int n_bodies, const TrReal *pose)
{
  for (int b = 0; b < n_bodies; b++) {
    tr_vec3_copy(places[b].r, pose + TR_POSE * b);
    tr_quat_matrix(places[b].rot, pose + TR_POSE * b + 3);
  }
}

void
tr_mechanism_value(TrReal *g, const TrMechanism *mechanism, const TrPlace *places)
{
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    tr_prim_value(g + c->row, &c->prim, tr_place_of(places, c->body_a),
                  tr_place_of(places, c->body_b));
    if (c->is_off)
      tr_real_clear(g + c->row, c->n_rows);
  }
  tr_gears_value(g, mechanism, places);
}

void
tr_mechanism_take_drives(TrReal *g, const TrMechanism *mechanism, const TrReal *u)
{
  for (int i = mechanism->n_constraints - mechanism->n_drives; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    if (u)
      g[c->row] -= u[c->input];
    if (c->angular)
      g[c->row] = tr_real_wrap_angle(g[c->row]);
  }
  for (int i = 0; i < mechanism->n_gears; i++) {
    const TrConstraint *c = &mechanism->gears[2 * i];

    g[c->row] = tr_gear_wrap(g[c->row], c->period);
  }
}

/* Spreads rows over the 12 columns of two bodies into rows over all n columns. */
static void
scatter_rows(TrReal *out, int n, const TrConstraint *c, const TrReal *local)
{
  for (int r = 0; r < c->n_rows; r++) {
    TrReal *row = out + (c->row + r) * n;

    tr_real_clear(row, n);
    if (c->is_off)
      continue;
    if (c->body_a != TR_WORLD)
      tr_real_copy(row + 6 * c->body_a, local + 12 * r, 6);
    tr_real_copy(row + 6 * c->body_b, local + 12 * r + 6, 6);
  }
}

static void
assemble_jacobian(TrReal *jac,
                  const TrMechanism *mechanism,
                  const TrConstraint *list,
                  int n_list,
                  const TrPlace *places)
{
  int n = 6 * mechanism->n_bodies;
  TrReal local[TR_PRIM_MAX_ROWS * TR_PRIM_TANGENT];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    tr_prim_jacobian(local, &c->prim, tr_place_of(places, c->body_a),
                     tr_place_of(places, c->body_b));
    scatter_rows(jac, n, c, local);
  }
}

void
tr_mechanism_jacobian(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  assemble_jacobian(jac, mechanism, mechanism->constraints, mechanism->n_constraints, places);
  tr_gears_jacobian(jac, mechanism, places);
}

void
tr_mechanism_clear_rates(TrReal *rows, const TrMechanism *mechanism, int columns)
{
  for (int i = 0; mechanism->n_rates > 0 && i < mechanism->n_constraints; i++)
    if (mechanism->constraints[i].is_rate)
      tr_real_clear(rows + mechanism->constraints[i].row * columns, columns);
}

void
tr_mechanism_axes(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  tr_real_clear(jac, mechanism->n_joints * 6 * mechanism->n_bodies);
  assemble_jacobian(jac, mechanism, mechanism->axes, mechanism->n_joints, places);
}

void
tr_mechanism_freedoms(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  assemble_jacobian(jac, mechanism, mechanism->freedoms, mechanism->n_free_constraints, places);
}

/* Adds s times a constraint's block to out[n x n], rows of `stride` numbers. */
static void
scatter_block(TrReal *out, int stride, double s, const TrConstraint *c, const TrPrimBlock *block)
{
  int row_body = block->row < 6 ? c->body_a : c->body_b;
  int column_body = block->column < 6 ? c->body_a : c->body_b;
  TrReal *to;

  if (row_body == TR_WORLD || column_body == TR_WORLD)
    return;
  to = out + (6 * row_body + block->row % 6) * stride + 6 * column_body + block->column % 6;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      to[i * stride + j] += s * block->m[3 * i + j];
}

/* Adds s times the derivative of a constraint's force. */
static inline void
add_force_derivative(TrReal *out,
                     int stride,
                     double s,
                     const TrConstraint *c,
                     const TrPlace *places,
                     const TrReal *lambda)
{
  TrPrimBlock blocks[TR_PRIM_MAX_BLOCKS];
  int n = 0;

  if (c->n_rows > 0 && !c->is_off)
    n = tr_prim_force_blocks(blocks, &c->prim, tr_place_of(places, c->body_a),
                             tr_place_of(places, c->body_b), lambda + c->row);
  for (int k = 0; k < n; k++)
    scatter_block(out, stride, s, c, &blocks[k]);
}

void
tr_mechanism_add_force_derivative(TrReal *out,
                                  int stride,
                                  double s,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const TrReal *lambda)
{
  for (int i = 0; i < mechanism->n_constraints; i++)
    add_force_derivative(out, stride, s, &mechanism->constraints[i], places, lambda);
  for (int i = 0; i < 2 * mechanism->n_gears; i++)
    add_force_derivative(out, stride, s * mechanism->gears[i].scale, &mechanism->gears[i], places,
                         lambda);
}

void
tr_mechanism_add_axis_force_derivative(TrReal *out,
                                       int stride,
                                       double s,
                                       const TrMechanism *mechanism,
                                       const TrPlace *places,
                                       const TrReal *f)
{
  for (int j = 0; j < mechanism->n_joints; j++)
    add_force_derivative(out, stride, s, &mechanism->axes[j], places, f);
}

static void
assemble_rate_derivative(TrReal *out,
                         const TrMechanism *mechanism,
                         const TrConstraint *list,
                         int n_list,
                         const TrPlace *places,
                         const TrReal *v)
{
  TrReal local_v[12], local[TR_PRIM_MAX_ROWS * TR_PRIM_TANGENT];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    if (c->n_rows == 0)
      continue;
    tr_constraint_gather(local_v, v, c);
    tr_prim_rate_derivative(local, &c->prim, tr_place_of(places, c->body_a),
                            tr_place_of(places, c->body_b), local_v);
    scatter_rows(out, 6 * mechanism->n_bodies, c, local);
  }
}

void
tr_mechanism_rate_derivative(TrReal *out,
                             const TrMechanism *mechanism,
                             const TrPlace *places,
                             const TrReal *v)
{
  assemble_rate_derivative(out, mechanism, mechanism->constraints, mechanism->n_constraints, places,
                           v);
  tr_gears_rate_derivative(out, mechanism, places, v);
}

void
tr_mechanism_axis_rate_derivative(TrReal *out,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const TrReal *v)
{
  tr_real_clear(out, mechanism->n_joints * 6 * mechanism->n_bodies);
  assemble_rate_derivative(out, mechanism, mechanism->axes, mechanism->n_joints, places, v);
}
