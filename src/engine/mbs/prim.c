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

static TrPrimVectors
take_vectors(const TrPrim *prim)
{
  TrPrimVectors v;

  for (int i = 0; i < 3; i++) {
    v.u[i] = tr_real(prim->u[i]);
    v.w[i] = tr_real(prim->w[i]);
    v.s_a[i] = tr_real(prim->s_a[i]);
    v.s_b[i] = tr_real(prim->s_b[i]);
  }
  return v;
}

int
tr_prim_rows(TrPrimType type)
{
  return classes[type]->rows;
}

void
tr_prim_value(TrReal *g, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors vectors = take_vectors(prim);

  classes[prim->type]->value(g, &vectors, a, b);
}

void
tr_prim_jacobian(TrReal *jac, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors vectors = take_vectors(prim);

  memset(jac, 0, (size_t)classes[prim->type]->rows * TR_PRIM_TANGENT * sizeof *jac);
  classes[prim->type]->jacobian(jac, &vectors, a, b);
}

void
tr_prim_force_derivative(
    TrReal out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal *lambda)
{
  TrPrimVectors vectors = take_vectors(prim);

  memset(out, 0, 144 * sizeof *out);
  classes[prim->type]->force_derivative(out, &vectors, a, b, lambda);
}

void
tr_prim_value_geometry(TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors vectors = take_vectors(prim);

  memset(out, 0, (size_t)classes[prim->type]->rows * TR_PRIM_GEOMETRY * sizeof *out);
  classes[prim->type]->value_geometry(out, &vectors, a, b);
}

void
tr_prim_force_geometry(
    TrReal out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal *lambda)
{
  TrPrimVectors vectors = take_vectors(prim);

  memset(out, 0, 144 * sizeof *out);
  classes[prim->type]->force_geometry(out, &vectors, a, b, lambda);
}

/* Row r of out = v^T D_r, D_r the 12 x 12 derivative for a unit multiplier on row r. */
static void
contract_rows(TrReal *out,
              int rows,
              const TrReal v[12],
              const TrPrim *prim,
              const TrPlace *a,
              const TrPlace *b,
              void (*derivative)(
                  TrReal[144], const TrPrim *, const TrPlace *, const TrPlace *, const TrReal *))
{
  for (int r = 0; r < rows; r++) {
    TrReal unit[TR_PRIM_MAX_ROWS] = {0}, d[144];
    TrReal *row = out + 12 * r;

    unit[r] = tr_real(1);
    derivative(d, prim, a, b, unit);
    memset(row, 0, 12 * sizeof *row);
    for (int i = 0; i < 12; i++)
      if (tr_real_any(v[i] != 0))
        for (int j = 0; j < 12; j++)
          row[j] += v[i] * d[12 * i + j];
  }
}

void
tr_prim_rate_derivative(
    TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  const TrPrimClass *class = classes[prim->type];

  if (class->rate_derivative) {
    memset(out, 0, (size_t) class->rows * TR_PRIM_TANGENT * sizeof *out);
    TrPrimVectors vectors = take_vectors(prim);

    class->rate_derivative(out, &vectors, a, b, v);
    return;
  }
  contract_rows(out, class->rows, v, prim, a, b, tr_prim_force_derivative);
}

void
tr_prim_rate_geometry(
    TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  contract_rows(out, classes[prim->type]->rows, v, prim, a, b, tr_prim_force_geometry);
}
