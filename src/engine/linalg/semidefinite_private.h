/* Internal interface of the solver of linalg/semidefinite.h. */
#pragma once

#include "engine/linalg/semidefinite.h"

/* Size of the i-th diagonal number of a block, at least one number of which is not zero: that of
 * P_b0 and those of one unit of each x. */
double tr_semidefinite_size(const TrSemidefinite *problem, int block, int i);

/* The barrier method from a start x[n] that meets all conditions strictly. */
TR_NODISCARD TrStatus tr_semidefinite_solve_from(double *x, const TrSemidefinite *problem);
