/* Rows of gears: the difference of two joints' coordinates, one of them times the ratio. */
#include <math.h>
#include <string.h>

#include "engine/mbs/mechanism/private.h"

TrReal
tr_gear_wrap(TrReal g, double period)
{
  return period > 0 ? tr_real_wrap_angle(g * (2 * M_PI / period)) * (period / (2 * M_PI)) : g;
}

void
tr_gears_value(TrReal *g, const TrMechanism *mechanism, const TrPlace *places)
{
  for (int i = 0; i < 2 * mechanism->n_gears; i++) {
    const TrConstraint *c = &mechanism->gears[i];
    TrReal value;

    tr_prim_value(&value, &c->prim, tr_place_of(places, c->body_a), tr_place_of(places, c->body_b));
    g[c->row] =
        i % 2 == 0 ? value - c->shift : tr_gear_wrap(g[c->row] + c->scale * value, c->period);
  }
}

/* Adds a part's row over its two bodies to the gear's row over all n columns, which the first part
 * clears. */
static void
scatter_part(TrReal *row, int n, const TrConstraint *c, bool is_first, const TrReal local[12])
{
  if (is_first)
    memset(row, 0, (size_t)n * sizeof *row);
  for (int k = 0; k < 6; k++) {
    if (c->body_a != TR_WORLD)
      row[6 * c->body_a + k] += c->scale * local[k];
    row[6 * c->body_b + k] += c->scale * local[6 + k];
  }
}

void
tr_gears_jacobian(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places)
{
  TrReal local[TR_PRIM_TANGENT];
  int n = 6 * mechanism->n_bodies;

  for (int i = 0; i < 2 * mechanism->n_gears; i++) {
    const TrConstraint *c = &mechanism->gears[i];

    tr_prim_jacobian(local, &c->prim, tr_place_of(places, c->body_a),
                     tr_place_of(places, c->body_b));
    scatter_part(jac + c->row * n, n, c, i % 2 == 0, local);
  }
}

void
tr_gears_rate_derivative(TrReal *out,
                         const TrMechanism *mechanism,
                         const TrPlace *places,
                         const TrReal *v)
{
  TrReal local_v[12], local[TR_PRIM_TANGENT];
  int n = 6 * mechanism->n_bodies;

  for (int i = 0; i < 2 * mechanism->n_gears; i++) {
    const TrConstraint *c = &mechanism->gears[i];

    tr_constraint_gather(local_v, v, c);
    tr_prim_rate_derivative(local, &c->prim, tr_place_of(places, c->body_a),
                            tr_place_of(places, c->body_b), local_v);
    scatter_part(out + c->row * n, n, c, i % 2 == 0, local);
  }
}
