/* Dispatch over the primitives' descriptor table, and what follows from the other functions: for a
 * single row, d(G v)/dx = v^T d(G^T 1)/dx. */
#include "engine/mbs/prim.h"

#include <string.h>

#include "engine/mbs/prim_private.h"

static const TrPrimClass *const classes[TR_N_PRIM_TYPES] = {
    [TR_PRIM_POINT] = &tr_prim_point,
    [TR_PRIM_DOT] = &tr_prim_dot,
    [TR_PRIM_OFFSET] = &tr_prim_offset,
    [TR_PRIM_AXIS] = &tr_prim_axis,
};

int
tr_prim_rows(TrPrimType type)
{
  return classes[type]->rows;
}

void
tr_prim_value(double *g, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  classes[prim->type]->value(g, prim, a, b);
}

void
tr_prim_jacobian(double *jac, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  memset(jac, 0, (size_t)classes[prim->type]->rows * TR_PRIM_TANGENT * sizeof *jac);
  classes[prim->type]->jacobian(jac, prim, a, b);
}

void
tr_prim_force_derivative(
    double out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double *lambda)
{
  memset(out, 0, 144 * sizeof *out);
  classes[prim->type]->force_derivative(out, prim, a, b, lambda);
}

void
tr_prim_value_geometry(double *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  memset(out, 0, (size_t)classes[prim->type]->rows * TR_PRIM_GEOMETRY * sizeof *out);
  classes[prim->type]->value_geometry(out, prim, a, b);
}

void
tr_prim_force_geometry(
    double out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double *lambda)
{
  memset(out, 0, 144 * sizeof *out);
  classes[prim->type]->force_geometry(out, prim, a, b, lambda);
}

/* Row r of out = v^T D_r, D_r the 12 x 12 derivative for a unit multiplier on row r. */
static void
contract_rows(double *out,
              int rows,
              const double v[12],
              const TrPrim *prim,
              const TrPlace *a,
              const TrPlace *b,
              void (*derivative)(
                  double[144], const TrPrim *, const TrPlace *, const TrPlace *, const double *))
{
  for (int r = 0; r < rows; r++) {
    double unit[TR_PRIM_MAX_ROWS] = {0}, d[144];
    double *row = out + 12 * r;

    unit[r] = 1;
    derivative(d, prim, a, b, unit);
    memset(row, 0, 12 * sizeof *row);
    for (int i = 0; i < 12; i++)
      if (v[i] != 0)
        for (int j = 0; j < 12; j++)
          row[j] += v[i] * d[12 * i + j];
  }
}

void
tr_prim_rate_derivative(
    double *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double v[12])
{
  const TrPrimClass *class = classes[prim->type];

  if (class->rate_derivative) {
    memset(out, 0, (size_t) class->rows * TR_PRIM_TANGENT * sizeof *out);
    class->rate_derivative(out, prim, a, b, v);
    return;
  }
  contract_rows(out, class->rows, v, prim, a, b, tr_prim_force_derivative);
}

void
tr_prim_rate_geometry(
    double *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double v[12])
{
  contract_rows(out, classes[prim->type]->rows, v, prim, a, b, tr_prim_force_geometry);
}
