#include "engine/est/design/condition.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/regress/equations.h"
#include "engine/linalg/dense.h"

/* Columns of the base regressor among the coefficients; returns their number. */
static int
choose_columns(int *columns, const TrBase *base)
{
  int n = 0;

  for (int i = 0; i < base->rank; i++) {
    TrCoefficientKind kind = base->coefficients.list[base->lead[i]].kind;

    if (kind <= TR_COEFFICIENT_VISCOUS || kind == TR_COEFFICIENT_DRY)
      columns[n++] = base->lead[i];
  }
  return n;
}

/* Adds the products of the columns over all rows. */
static void
add_products(double *gram, const TrEquations *equations, const int *columns, int n)
{
  int nz = equations->coefficients.n;

  for (int f = 0; f < equations->n_freedoms; f++) {
    const double *rows = tr_equations_rows(equations, f);

    for (int k = 0; k < equations->n; k++)
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          gram[i * n + j] += rows[k * nz + columns[i]] * rows[k * nz + columns[j]];
  }
}

static TrStatus
compute(double *out, const TrBase *base, const TrEquations *equations)
{
  size_t rank = (size_t)base->rank;
  int *columns = calloc(rank + 1, sizeof *columns), n;
  double *gram = calloc(rank * rank + 1, sizeof *gram), *values = calloc(rank + 1, sizeof *values);
  TrStatus status = columns && gram && values ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK) {
    n = choose_columns(columns, base);
    add_products(gram, equations, columns, n);
    status = tr_dense_symmetric_eigen(gram, values, n);
    *out = n > 0 && values[0] > 0 ? sqrt(values[n - 1] / values[0]) : INFINITY;
  }
  free(columns);
  free(gram);
  free(values);
  return status;
}

TrStatus
tr_condition_find(double *out, const TrBase *base, const TrTrial *trial, TrError *error)
{
  TR_ASSERT(out && base && trial && tr_trial_motion(trial));

  const TrTask *task = tr_trial_task(trial);
  TrEquations *equations;
  TrStatus status;

  TR_TRY(tr_equations_new_along(&equations, task, tr_trial_motion(trial), error));
  status = compute(out, base, equations);
  tr_equations_free(equations);
  return status;
}
