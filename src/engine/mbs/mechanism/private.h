/* Internal interface of mbs/mechanism/mechanism: assembly of rows over bodies. */
#pragma once

#include <string.h>

#include "engine/mbs/mechanism/mechanism.h"

static const TrPlace tr_world_place = {
    .rot = {[0] = TR_REAL_ALL(1), [4] = TR_REAL_ALL(1), [8] = TR_REAL_ALL(1)}};

/* Rows of gears, added to those of the functions with the same names (mbs/mechanism/mechanism.h); g
 * to the nearest tooth. */
TrReal tr_gear_wrap(TrReal g, double period);
void tr_gears_value(TrReal *g, const TrMechanism *mechanism, const TrPlace *places);
void tr_gears_jacobian(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places);
void tr_gears_rate_derivative(TrReal *out,
                              const TrMechanism *mechanism,
                              const TrPlace *places,
                              const TrReal *v);

/* Number of constraints together with the parts of gears, and the i-th of them: each adds `scale`
 * times its primitive to its rows. */
static inline int
tr_mechanism_count_parts(const TrMechanism *mechanism)
{
  return mechanism->n_constraints + 2 * mechanism->n_gears;
}

static inline const TrConstraint *
tr_mechanism_part(const TrMechanism *mechanism, int i)
{
  return i < mechanism->n_constraints ? &mechanism->constraints[i]
                                      : &mechanism->gears[i - mechanism->n_constraints];
}

/* Place of a body; that of the world for TR_WORLD. */
static inline const TrPlace *
tr_place_of(const TrPlace *places, int body)
{
  return body == TR_WORLD ? &tr_world_place : &places[body];
}

/* Gathers the 12 numbers of a constraint's two bodies from v[n]; zero for the world. */
static inline void
tr_constraint_gather(TrReal local[12], const TrReal *v, const TrConstraint *c)
{
  if (c->body_a == TR_WORLD)
    memset(local, 0, 6 * sizeof *local);
  else
    memcpy(local, v + 6 * c->body_a, 6 * sizeof *local);
  memcpy(local + 6, v + 6 * c->body_b, 6 * sizeof *local);
}
