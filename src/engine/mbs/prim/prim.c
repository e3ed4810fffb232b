/* Dispatch over the primitives' descriptor table, and quantities derived from their functions. */
#include "engine/mbs/prim/prim.h"

#include "engine/mbs/prim/private.h"

static const TrPrimClass *const classes[TR_N_PRIM_TYPES] = {
    [TR_PRIM_POINT] = &tr_prim_point,   [TR_PRIM_DOT] = &tr_prim_dot,
    [TR_PRIM_OFFSET] = &tr_prim_offset, [TR_PRIM_DISTANCE] = &tr_prim_distance,
    [TR_PRIM_LENGTH] = &tr_prim_length, [TR_PRIM_AXIS] = &tr_prim_axis,
    [TR_PRIM_ANGLE] = &tr_prim_angle,   [TR_PRIM_HEIGHT] = &tr_prim_height,
    [TR_PRIM_ROLL] = &tr_prim_roll,
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
  for (int i = 0; (prim->type == TR_PRIM_ANGLE || prim->type == TR_PRIM_ROLL) && i < 3; i++)
    v.k[i] = tr_real(prim->k[i]);
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

  tr_real_clear(jac, classes[prim->type]->rows * TR_PRIM_TANGENT);
  classes[prim->type]->jacobian(jac, &vectors, a, b);
}

int
tr_prim_force_blocks(TrPrimBlock blocks[TR_PRIM_MAX_BLOCKS],
                     const TrPrim *prim,
                     const TrPlace *a,
                     const TrPlace *b,
                     const TrReal *lambda)
{
  TrPrimVectors vectors = take_vectors(prim);

  return classes[prim->type]->force_blocks(blocks, &vectors, a, b, lambda);
}

void
tr_prim_force_derivative(
    TrReal out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal *lambda)
{
  TrPrimBlock blocks[TR_PRIM_MAX_BLOCKS];
  int n = tr_prim_force_blocks(blocks, prim, a, b, lambda);

  tr_real_clear(out, 144);
  for (int i = 0; i < n; i++)
    tr_prim_add_block(out, blocks[i].row, blocks[i].column, tr_real(1), blocks[i].m);
}

void
tr_prim_value_geometry(TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors vectors = take_vectors(prim);

  tr_real_clear(out, classes[prim->type]->rows * TR_PRIM_GEOMETRY);
  classes[prim->type]->value_geometry(out, &vectors, a, b);
}

void
tr_prim_force_geometry(
    TrReal out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal *lambda)
{
  TrPrimVectors vectors = take_vectors(prim);

  tr_real_clear(out, 144);
  classes[prim->type]->force_geometry(out, &vectors, a, b, lambda);
}

void
tr_prim_rate_derivative(
    TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  TrPrimVectors vectors = take_vectors(prim);

  tr_real_clear(out, classes[prim->type]->rows * TR_PRIM_TANGENT);
  classes[prim->type]->rate_derivative(out, &vectors, a, b, v);
}

/* Row r = v^T d(G^T lambda)/dy for a unit multiplier on row r. */
static void
take_rate_from_force(TrReal *out,
                     const TrPrimClass *class,
                     const TrPrimVectors *vectors,
                     const TrPlace *a,
                     const TrPlace *b,
                     const TrReal v[12])
{
  for (int r = 0; r < class->rows; r++) {
    TrReal unit[TR_PRIM_MAX_ROWS] = {0}, d[144] = {0};
    TrReal *row = out + TR_PRIM_GEOMETRY * r;

    unit[r] = tr_real(1);
    class->force_geometry(d, vectors, a, b, unit);
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < TR_PRIM_GEOMETRY; j++)
        row[j] += v[i] * d[12 * i + j];
  }
}

void
tr_prim_rate_geometry(
    TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  const TrPrimClass *class = classes[prim->type];
  TrPrimVectors vectors = take_vectors(prim);

  tr_real_clear(out, class->rows * TR_PRIM_GEOMETRY);
  if (class->rate_geometry)
    class->rate_geometry(out, &vectors, a, b, v);
  else
    take_rate_from_force(out, class, &vectors, a, b, v);
}
