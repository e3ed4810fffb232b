/* Primitive DISTANCE: g = (|d|^2/L - L)/2 with d = p_b - p_a.
 *
 * G v = d . d'/L with d' the velocity of d, so that everything follows from d and its rates. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim/private.h"

/* d, and d/L in the axes of either body. */
typedef struct Rod {
  TrReal d[3], in_a[3], in_b[3];
} Rod;

static Rod
look(const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal arm_a[3], arm_b[3], share[3];
  Rod rod;

  tr_mat3_apply(arm_a, a->rot, prim->s_a);
  tr_mat3_apply(arm_b, b->rot, prim->s_b);
  for (int i = 0; i < 3; i++) {
    rod.d[i] = b->r[i] + arm_b[i] - a->r[i] - arm_a[i];
    share[i] = rod.d[i] / prim->u[0];
  }
  tr_mat3_apply_t(rod.in_a, a->rot, share);
  tr_mat3_apply_t(rod.in_b, b->rot, share);
  return rod;
}

static void
value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Rod rod = look(prim, a, b);

  g[0] = (tr_vec3_dot(rod.d, rod.d) / prim->u[0] - prim->u[0]) / 2;
}

static void
jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Rod rod = look(prim, a, b);

  for (int i = 0; i < 3; i++) {
    jac[TR_RA + i] = -rod.d[i] / prim->u[0];
    jac[TR_RB + i] = rod.d[i] / prim->u[0];
  }
  tr_vec3_cross(jac + TR_PSI_A, rod.in_a, prim->s_a);
  tr_vec3_cross(jac + TR_PSI_B, prim->s_b, rod.in_b);
}

/* D = dd/dx [3 x 12]: -I, R_a [s_a]x, I, -R_b [s_b]x. */
static void
fill_reach_derivative(TrReal out[36], const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  for (int i = 0; i < 3; i++) {
    TrReal *row = out + 12 * i;

    for (int j = 0; j < 3; j++) {
      row[TR_RA + j] = tr_real(i == j ? -1 : 0);
      row[TR_RB + j] = tr_real(i == j ? 1 : 0);
    }
    tr_vec3_cross(row + TR_PSI_A, a->rot + 3 * i, prim->s_a);
    tr_vec3_cross(row + TR_PSI_B, prim->s_b, b->rot + 3 * i);
  }
}

/* G^T lambda = lambda D^T d/L, with D^T by groups (-1, -[s_a]x R_a^T, 1, [s_b]x R_b^T): one part
 * from the change in d, the other from that of R^T under dpsi. */
static void
fill_force_derivative(
    TrReal out[144], const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, TrReal lambda)
{
  Rod rod = look(prim, a, b);
  TrReal reach[36], block[9], minus[3];

  fill_reach_derivative(reach, prim, a, b);
  /* lambda/L D^T D */
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) {
      TrReal sum = tr_real(0);

      for (int k = 0; k < 3; k++)
        sum += reach[12 * k + i] * reach[12 * k + j];
      out[12 * i + j] = lambda / prim->u[0] * sum;
    }
  /* lambda [s]x [R^T d/L]x in the blocks of the rotations */
  for (int i = 0; i < 3; i++)
    minus[i] = -rod.in_a[i];
  tr_mat3_skew_skew(block, prim->s_a, minus);
  tr_prim_add_block(out, TR_PSI_A, TR_PSI_A, lambda, block);
  tr_mat3_skew_skew(block, prim->s_b, rod.in_b);
  tr_prim_add_block(out, TR_PSI_B, TR_PSI_B, lambda, block);
}

static int
force_blocks(TrPrimBlock *blocks,
             const TrPrimVectors *prim,
             const TrPlace *a,
             const TrPlace *b,
             const TrReal *lambda)
{
  TrReal full[144];
  int n = 0;

  fill_force_derivative(full, prim, a, b, lambda[0]);
  for (int row = 0; row < 12; row += 3)
    for (int column = 0; column < 12; column += 3, n++) {
      blocks[n].row = row;
      blocks[n].column = column;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          blocks[n].m[3 * i + j] = full[12 * (row + i) + column + j];
    }
  return n;
}

/* dd/ds_a = -R_a, dd/ds_b = R_b; by L: dg/dL = -(|d|^2/L^2 + 1)/2. */
static void
value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Rod rod = look(prim, a, b);

  out[TR_GEO_U] = -(tr_vec3_dot(rod.in_a, rod.in_a) + 1) / 2;
  for (int i = 0; i < 3; i++) {
    out[TR_GEO_SA + i] = -rod.in_a[i];
    out[TR_GEO_SB + i] = rod.in_b[i];
  }
}

/* lambda/L D^T dd/ds, and the derivative of the arms in D; by L: -G/L. */
static void
force_geometry(TrReal out[144],
               const TrPrimVectors *prim,
               const TrPlace *a,
               const TrPlace *b,
               const TrReal *lambda)
{
  Rod rod = look(prim, a, b);
  TrReal reach[36], jac[12] = {0}, scale = lambda[0] / prim->u[0], block[9];

  fill_reach_derivative(reach, prim, a, b);
  jacobian(jac, prim, a, b);
  /* by L: -G lambda/L; by the arms: lambda/L D^T dd/ds */
  for (int i = 0; i < 12; i++) {
    out[12 * i + TR_GEO_U] = -scale * jac[i];
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < 3; j++) {
        out[12 * i + TR_GEO_SA + j] -= scale * reach[12 * k + i] * a->rot[3 * k + j];
        out[12 * i + TR_GEO_SB + j] += scale * reach[12 * k + i] * b->rot[3 * k + j];
      }
  }
  /* derivative of the arms in D^T: lambda [R_a^T d/L]x and -lambda [R_b^T d/L]x */
  tr_mat3_skew(block, rod.in_a);
  tr_prim_add_block(out, TR_PSI_A, TR_GEO_SA, lambda[0], block);
  tr_mat3_skew(block, rod.in_b);
  tr_prim_add_block(out, TR_PSI_B, TR_GEO_SB, -lambda[0], block);
}

/* Row v^T d(G^T lambda)/dx for a unit multiplier. */
static void
rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  TrReal full[144];

  fill_force_derivative(full, prim, a, b, tr_real(1));
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++)
      out[j] += v[i] * full[12 * i + j];
}

const TrPrimClass tr_prim_distance = {
    .rows = 1,
    .value = value,
    .jacobian = jacobian,
    .force_blocks = force_blocks,
    .value_geometry = value_geometry,
    .force_geometry = force_geometry,
    .rate_derivative = rate_derivative,
};
