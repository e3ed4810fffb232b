/* Null space of the active hard constraints (est/lsq/constraints.h): an orthonormal basis of the
 * free directions.  Covariances are computed within it. */
#pragma once

#include "engine/est/lsq/constraints.h"

/* Fills basis[d x q], in memory of [q x q], over the parameters index[q], each in units of unit[its
 * index]; d = q and the identity where no constraint is active.  Allocates memory; returns
 * TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_constraint_nullspace_find(double *basis,
                                                   int *d,
                                                   const TrConstraints *constraints,
                                                   const int *index,
                                                   int q,
                                                   const double *unit);
