/* Primitive ANGLE, a single row: g = atan2(S, C) of two dot products C = u . w, S = u . (w x k).
 *
 * With rho^2 = C^2 + S^2:  dg = c dC + s dS,  c = -S/rho^2, s = C/rho^2,  and
 *
 *   dc = p dC + q dS,  ds = q dC - p dS,  p = 2 S C/rho^4, q = (S^2 - C^2)/rho^4. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim/private.h"

/* Both dot products with their rows, and the factors above. */
typedef struct Parts {
  TrPrimVectors cosine, sine;
  TrReal by_cosine[12], by_sine[12]; /* dC/dx, dS/dx */
  TrReal value[2];                   /* C, S */
  TrReal c, s, p, q;
} Parts;

static void
take_apart(Parts *parts, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal *value = parts->value, size;

  parts->cosine = parts->sine = *prim;
  tr_vec3_cross(parts->sine.w, prim->w, prim->k);
  tr_prim_dot.value(&value[0], &parts->cosine, a, b);
  tr_prim_dot.value(&value[1], &parts->sine, a, b);
  size = value[0] * value[0] + value[1] * value[1];
  parts->c = -value[1] / size;
  parts->s = value[0] / size;
  parts->p = -2 * parts->c * parts->s;
  parts->q = parts->c * parts->c - parts->s * parts->s;
}

static void
take_rows(Parts *parts, const TrPlace *a, const TrPlace *b)
{
  tr_real_clear(parts->by_cosine, TR_COUNT(parts->by_cosine));
  tr_real_clear(parts->by_sine, TR_COUNT(parts->by_sine));
  tr_prim_dot.jacobian(parts->by_cosine, &parts->cosine, a, b);
  tr_prim_dot.jacobian(parts->by_sine, &parts->sine, a, b);
}

static void
angle_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Parts parts;

  take_apart(&parts, prim, a, b);
  g[0] = tr_real_atan2(parts.value[1], parts.value[0]);
}

static void
angle_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Parts parts;

  take_apart(&parts, prim, a, b);
  take_rows(&parts, a, b);
  for (int i = 0; i < 12; i++)
    jac[i] = parts.c * parts.by_cosine[i] + parts.s * parts.by_sine[i];
}

/* lambda (dC^T dc + dS^T ds) at row i, column j, for derivatives of C and S by the column. */
static TrReal
turn_factors(const Parts *parts, TrReal lambda, int i, TrReal d_cosine, TrReal d_sine)
{
  TrReal d_c = parts->p * d_cosine + parts->q * d_sine;
  TrReal d_s = parts->q * d_cosine - parts->p * d_sine;

  return lambda * (parts->by_cosine[i] * d_c + parts->by_sine[i] * d_s);
}

static int
angle_force_blocks(TrPrimBlock *blocks,
                   const TrPrimVectors *prim,
                   const TrPlace *a,
                   const TrPlace *b,
                   const TrReal *lambda)
{
  TrPrimBlock other[TR_PRIM_MAX_BLOCKS];
  Parts parts;
  TrReal on_cosine, on_sine;
  int n;

  take_apart(&parts, prim, a, b);
  take_rows(&parts, a, b);
  on_cosine = lambda[0] * parts.c;
  on_sine = lambda[0] * parts.s;
  /* c d(dC^T) lambda + s d(dS^T) lambda */
  n = tr_prim_dot.force_blocks(blocks, &parts.cosine, a, b, &on_cosine);
  tr_prim_dot.force_blocks(other, &parts.sine, a, b, &on_sine);
  /* ... + lambda (dC^T dc + dS^T ds) */
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        int column = blocks[k].column + j;

        blocks[k].m[3 * i + j] +=
            other[k].m[3 * i + j] + turn_factors(&parts, lambda[0], blocks[k].row + i,
                                                 parts.by_cosine[column], parts.by_sine[column]);
      }
  return n;
}

/* Rate: v^T d(G^T)/dx. */
static void
angle_rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  TrPrimBlock blocks[TR_PRIM_MAX_BLOCKS];
  TrReal unit = tr_real(1);
  int n = angle_force_blocks(blocks, prim, a, b, &unit);

  for (int k = 0; k < n; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        out[blocks[k].column + j] += v[blocks[k].row + i] * blocks[k].m[3 * i + j];
}

/* Converts columns by w x k to columns by w: out <- out d(w x k)/dw, rows of 12. */
static void
follow_axis(TrReal *out, int rows, const TrReal k[3])
{
  for (int i = 0; i < rows; i++) {
    TrReal *by_w = out + 12 * i + TR_GEO_W, turned[3];

    tr_vec3_cross(turned, k, by_w);
    tr_vec3_copy(by_w, turned);
  }
}

/* Derivatives dC/dy, dS/dy. */
static void
take_geometry(TrReal by_cosine[12],
              TrReal by_sine[12],
              const Parts *parts,
              const TrPlace *a,
              const TrPlace *b)
{
  tr_real_clear(by_cosine, 12);
  tr_real_clear(by_sine, 12);
  tr_prim_dot.value_geometry(by_cosine, &parts->cosine, a, b);
  tr_prim_dot.value_geometry(by_sine, &parts->sine, a, b);
  follow_axis(by_sine, 1, parts->sine.k);
}

static void
angle_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal by_cosine[12], by_sine[12];
  Parts parts;

  take_apart(&parts, prim, a, b);
  take_geometry(by_cosine, by_sine, &parts, a, b);
  for (int i = 0; i < 12; i++)
    out[i] = parts.c * by_cosine[i] + parts.s * by_sine[i];
}

static void
angle_force_geometry(TrReal out[144],
                     const TrPrimVectors *prim,
                     const TrPlace *a,
                     const TrPlace *b,
                     const TrReal *lambda)
{
  TrReal by_cosine[12], by_sine[12], sine[144] = {0}, on_cosine, on_sine;
  Parts parts;

  take_apart(&parts, prim, a, b);
  take_rows(&parts, a, b);
  take_geometry(by_cosine, by_sine, &parts, a, b);
  on_cosine = lambda[0] * parts.c;
  on_sine = lambda[0] * parts.s;
  /* c d(dC^T)/dy lambda + s d(dS^T)/dy lambda */
  tr_prim_dot.force_geometry(out, &parts.cosine, a, b, &on_cosine);
  tr_prim_dot.force_geometry(sine, &parts.sine, a, b, &on_sine);
  follow_axis(sine, 12, prim->k);
  /* ... + lambda (dC^T dc/dy + dS^T ds/dy) */
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++)
      out[12 * i + j] +=
          sine[12 * i + j] + turn_factors(&parts, lambda[0], i, by_cosine[j], by_sine[j]);
}

const TrPrimClass tr_prim_angle = {
    .rows = 1,
    .value = angle_value,
    .jacobian = angle_jacobian,
    .force_blocks = angle_force_blocks,
    .value_geometry = angle_value_geometry,
    .force_geometry = angle_force_geometry,
    .rate_derivative = angle_rate_derivative,
};
