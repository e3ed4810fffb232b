/* Shared by the files that assemble rows over bodies. */
#pragma once

#include <string.h>

#include "engine/mbs/mechanism.h"

static const TrPlace tr_world_place = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static inline const TrPlace *
tr_place_of(const TrPlace *places, int body)
{
  return body == TR_WORLD ? &tr_world_place : &places[body];
}

/* The 12 numbers of a constraint's two bodies out of v[n]; zero for the world. */
static inline void
tr_constraint_gather(double local[12], const double *v, const TrConstraint *c)
{
  if (c->body_a == TR_WORLD)
    memset(local, 0, 6 * sizeof *local);
  else
    memcpy(local, v + 6 * c->body_a, 6 * sizeof *local);
  memcpy(local + 6, v + 6 * c->body_b, 6 * sizeof *local);
}
