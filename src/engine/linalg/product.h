/* Products of small dense matrices of plain numbers, by the instruction set of tr_cpu(). */
#pragma once

#include <stddef.h>

#include "engine/base/cpu.h"
#include "engine/linalg/product_shape.h"

/* A matrix whose element (i, j) is at[i row + j column]: either of its transposes. */
typedef struct TrMatrixView {
  const double *at;
  ptrdiff_t row, column;
} TrMatrixView;

/* Functions of one instruction set. */
typedef struct TrProductKernels {
  /* c[m x n] += s a[m x k] b[k x n]; c and b are row-major. */
  void (*add)(double *c, double s, TrMatrixView a, const double *b, TrProductShape shape);
} TrProductKernels;

/* Returns the kernels of an instruction set; NULL where this build has none. */
const TrProductKernels *tr_product_kernels(TrCpu cpu);

/* View of row-major a[... x n], and of its transpose. */
static inline TrMatrixView
tr_matrix_view(const double *a, int n)
{
  return (TrMatrixView){.at = a, .row = n, .column = 1};
}

static inline TrMatrixView
tr_matrix_view_transposed(const double *a, int n)
{
  return (TrMatrixView){.at = a, .row = 1, .column = n};
}
