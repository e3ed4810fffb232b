/* Sparse form of a bordered block-banded matrix for CHOLMOD, exact zeros left out. */
#pragma once

#include <stdbool.h>
#include <suitesparse/cholmod.h>

#include "engine/linalg/arrow.h"

/* Converts an arrow before elimination; the border comes last.  One triangle is stored. */
cholmod_sparse *bench_sparse_new(const TrArrow *arrow, bool upper, cholmod_common *common);

/* The negative gradient as a column, in the same order. */
cholmod_dense *bench_sparse_side(const TrArrow *arrow, cholmod_common *common);
