/* Values of the constraint rows and their derivatives by the poses, assembled over all bodies. */
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism_private.h"

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
  }
}

/* Spreads rows over the 12 columns of two bodies into rows over all n columns. */
static void
scatter_rows(TrReal *out, int n, const TrConstraint *c, const TrReal *local)
{
  for (int r = 0; r < c->n_rows; r++) {
    TrReal *row = out + (c->row + r) * n;

    memset(row, 0, (size_t)n * sizeof *row);
    if (c->body_a != TR_WORLD)
      memcpy(row + 6 * c->body_a, local + 12 * r, 6 * sizeof *row);
    memcpy(row + 6 * c->body_b, local + 12 * r + 6, 6 * sizeof *row);
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
}

void
tr_mechanism_axes(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  memset(jac, 0, (size_t)(mechanism->n_joints * 6 * mechanism->n_bodies) * sizeof *jac);
  assemble_jacobian(jac, mechanism, mechanism->axes, mechanism->n_joints, places);
}

/* Adds s times the 12 x 12 block of a constraint to out[n x n], rows of `stride` numbers. */
static void
scatter_block(TrReal *out, int stride, double s, const TrConstraint *c, const TrReal local[144])
{
  int bodies[2] = {c->body_a, c->body_b};

  for (int p = 0; p < 2; p++)
    for (int q = 0; q < 2; q++) {
      if (bodies[p] == TR_WORLD || bodies[q] == TR_WORLD)
        continue;
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
          out[(6 * bodies[p] + i) * stride + 6 * bodies[q] + j] +=
              s * local[12 * (6 * p + i) + 6 * q + j];
    }
}

static void
add_force_derivatives(TrReal *out,
                      int stride,
                      double s,
                      const TrMechanism *mechanism,
                      const TrConstraint *list,
                      int n_list,
                      const TrPlace *places,
                      const TrReal *lambda)
{
  TrReal local[144];

  for (int i = 0; i < n_list; i++) {
    const TrConstraint *c = &list[i];

    if (c->n_rows == 0)
      continue;
    tr_prim_force_derivative(local, &c->prim, tr_place_of(places, c->body_a),
                             tr_place_of(places, c->body_b), lambda + c->row);
    scatter_block(out, stride, s, c, local);
  }
}

void
tr_mechanism_add_force_derivative(TrReal *out,
                                  int stride,
                                  double s,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const TrReal *lambda)
{
  add_force_derivatives(out, stride, s, mechanism, mechanism->constraints, mechanism->n_constraints,
                        places, lambda);
}

void
tr_mechanism_add_axis_force_derivative(TrReal *out,
                                       int stride,
                                       double s,
                                       const TrMechanism *mechanism,
                                       const TrPlace *places,
                                       const TrReal *f)
{
  add_force_derivatives(out, stride, s, mechanism, mechanism->axes, mechanism->n_joints, places, f);
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
}

void
tr_mechanism_axis_rate_derivative(TrReal *out,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const TrReal *v)
{
  memset(out, 0, (size_t)(mechanism->n_joints * 6 * mechanism->n_bodies) * sizeof *out);
  assemble_rate_derivative(out, mechanism, mechanism->axes, mechanism->n_joints, places, v);
}
