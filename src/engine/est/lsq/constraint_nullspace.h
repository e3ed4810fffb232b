/* What the active hard constraints (est/lsq/constraints.h) leave of the parameters: orthonormal
 * directions along which none of them moves.  Whatever is said of the estimates' noise and of what
 * the data determine belongs to these. */
#pragma once

#include "engine/est/lsq/constraints.h"

/* basis[d x q] in memory of [q x q] over parameters index[q], each counted in units of unit[its
 * index]; d = q and the identity where nothing is held.  Takes memory. */
TR_NODISCARD TrStatus tr_leeway_find(double *basis,
                                     int *d,
                                     const TrConstraints *constraints,
                                     const int *index,
                                     int q,
                                     const double *unit);
