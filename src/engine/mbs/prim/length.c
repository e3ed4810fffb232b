/* Primitive LENGTH: |d|, d = p_b - p_a, from DISTANCE with L = 1: f = sqrt(2 D + 1), so that
 *
 *   F = G/f,  d(F^T l)/dx = d(G^T l)/dx / f - l G^T G/f^3
 *
 * with G, D those of DISTANCE. Where the points meet there is no direction: f stays above a
 * millionth of a metre there. */
#include "engine/mbs/prim/private.h"

#define LEAST_LENGTH 1e-6

/* The primitive as a DISTANCE of L = 1. */
static TrPrimVectors
as_distance(const TrPrimVectors *prim)
{
  TrPrimVectors vectors = *prim;

  vectors.u[0] = tr_real(1);
  return vectors;
}

static TrReal
find_length(const TrPrimVectors *distance, const TrPlace *a, const TrPlace *b)
{
  TrReal g;

  tr_prim_distance.value(&g, distance, a, b);
  return tr_real_sqrt(tr_real_max(2 * g + 1, tr_real(LEAST_LENGTH * LEAST_LENGTH)));
}

static void
value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors distance = as_distance(prim);

  g[0] = find_length(&distance, a, b);
}

static void
jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors distance = as_distance(prim);
  TrReal length = find_length(&distance, a, b);

  tr_prim_distance.jacobian(jac, &distance, a, b);
  for (int i = 0; i < 12; i++)
    jac[i] /= length;
}

static int
force_blocks(TrPrimBlock *blocks,
             const TrPrimVectors *prim,
             const TrPlace *a,
             const TrPlace *b,
             const TrReal *lambda)
{
  TrPrimVectors distance = as_distance(prim);
  TrReal length = find_length(&distance, a, b), share = lambda[0] / length, jac[12];
  int n = tr_prim_distance.force_blocks(blocks, &distance, a, b, &share);

  tr_prim_distance.jacobian(jac, &distance, a, b);
  /* - l G^T G/f^3 */
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        blocks[k].m[3 * i + j] -=
            share / (length * length) * jac[blocks[k].row + i] * jac[blocks[k].column + j];
  return n;
}

static void
value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrPrimVectors distance = as_distance(prim);
  TrReal length = find_length(&distance, a, b);

  tr_prim_distance.value_geometry(out, &distance, a, b);
  for (int i = 0; i < 12; i++)
    out[i] /= length;
  out[TR_GEO_U] = tr_real(0);
}

static void
force_geometry(TrReal out[144],
               const TrPrimVectors *prim,
               const TrPlace *a,
               const TrPlace *b,
               const TrReal *lambda)
{
  TrPrimVectors distance = as_distance(prim);
  TrReal length = find_length(&distance, a, b), share = lambda[0] / length;
  TrReal jac[12], geometry[12] = {0};

  tr_prim_distance.force_geometry(out, &distance, a, b, &share);
  tr_prim_distance.jacobian(jac, &distance, a, b);
  tr_prim_distance.value_geometry(geometry, &distance, a, b);
  /* - l G^T (dD/dy)/f^3; u[0] is not a length here */
  for (int i = 0; i < 12; i++) {
    for (int j = 0; j < 12; j++)
      out[12 * i + j] -= share / (length * length) * jac[i] * geometry[j];
    out[12 * i + TR_GEO_U] = tr_real(0);
  }
}

static void
rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  TrPrimVectors distance = as_distance(prim);
  TrReal length = find_length(&distance, a, b), jac[12], rate = tr_real(0);

  tr_prim_distance.rate_derivative(out, &distance, a, b, v);
  tr_prim_distance.jacobian(jac, &distance, a, b);
  for (int i = 0; i < 12; i++)
    rate += jac[i] * v[i];
  /* d(G v)/dx / f - (G v) G/f^3 */
  for (int i = 0; i < 12; i++)
    out[i] = out[i] / length - rate / (length * length * length) * jac[i];
}

const TrPrimClass tr_prim_length = {
    .rows = 1,
    .value = value,
    .jacobian = jacobian,
    .force_blocks = force_blocks,
    .value_geometry = value_geometry,
    .force_geometry = force_geometry,
    .rate_derivative = rate_derivative,
};
