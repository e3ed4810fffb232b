#include "engine/est/lsq/constraint_nullspace.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"

/* Squared length of a constraint's direction beside those before it, below which it is dependent.
 */
#define DEPENDENT 1e-16

/* Removes a row's direction from the projector I - sum u u^T, u orthonormal; scratch left[q]. */
static void
hold_row(double *projector, double *left, const double *row, int q)
{
  double size = 0, rest = 0;

  for (int a = 0; a < q; a++) {
    left[a] = 0;
    for (int b = 0; b < q; b++)
      left[a] += projector[a * q + b] * row[b];
    size += row[a] * row[a];
    rest += left[a] * left[a];
  }
  if (rest > DEPENDENT * size)
    tr_dense_add_product_tn(projector, -1 / rest, left, left, (TrProductSize){1, q, q});
}

/* Keeps the projector's eigenvectors of eigenvalue one, which come last. */
static TrStatus
keep_free(double *projector, double *values, int *d, int q)
{
  TR_TRY(tr_dense_symmetric_eigen(projector, values, q));
  for (int a = 0; a < q; a++)
    *d -= values[a] < 0.5;
  memmove(projector, projector + (q - *d) * q, (size_t)(*d * q) * sizeof *projector);
  return TR_OK;
}

TrStatus
tr_constraint_nullspace_find(double *basis,
                             int *d,
                             const TrConstraints *constraints,
                             const int *index,
                             int q,
                             const double *unit)
{
  TR_ASSERT(basis && d && q >= 0 && tr_is_array(index, q) && unit);

  int n_active = tr_constraints_n_active(constraints);
  double *row;
  TrStatus status;

  *d = q;
  memset(basis, 0, (size_t)(q * q) * sizeof *basis);
  for (int a = 0; a < q; a++)
    basis[a * q + a] = 1;
  if (q == 0 || n_active == 0)
    return TR_OK;
  row = malloc(2 * (size_t)q * sizeof *row);
  if (!row)
    return TR_NO_MEMORY;
  for (int k = 0; k < n_active; k++) {
    const double *active = tr_constraints_active_row(constraints, k);

    for (int a = 0; a < q; a++)
      row[a] = active[index[a]] * unit[index[a]];
    hold_row(basis, row + q, row, q);
  }
  status = keep_free(basis, row, d, q);
  free(row);
  return status;
}
