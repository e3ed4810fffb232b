/* Primitives HEIGHT and ROLL: a ball of radius rho = w[0] on a plane of body a.
 *
 * HEIGHT is OFFSET less rho.  ROLL is the rate along u at which the touching points slip,
 *
 *   u . (R_a^T (v_b - v_a) + M (omega_b x s_b) - rho (M omega_b) x k - omega_a x d)
 *
 * in the axes of a, with M = R_a^T R_b, k the plane's normal and d = D - rho k the arm of the point
 * of contact from the centre of mass of a, D = R_a^T (p_b - r_a).  It is not the derivative of any
 * value. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim/private.h"

/* ---- HEIGHT ---- */

static void
height_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  tr_prim_offset.value(g, prim, a, b);
  g[0] -= prim->w[0];
}

static void
height_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  tr_prim_offset.jacobian(jac, prim, a, b);
}

static int
height_force_blocks(TrPrimBlock *blocks,
                    const TrPrimVectors *prim,
                    const TrPlace *a,
                    const TrPlace *b,
                    const TrReal *lambda)
{
  return tr_prim_offset.force_blocks(blocks, prim, a, b, lambda);
}

static void
height_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  tr_prim_offset.value_geometry(out, prim, a, b);
  out[TR_GEO_W] = tr_real(-1);
}

static void
height_force_geometry(TrReal out[144],
                      const TrPrimVectors *prim,
                      const TrPlace *a,
                      const TrPlace *b,
                      const TrReal *lambda)
{
  tr_prim_offset.force_geometry(out, prim, a, b, lambda);
}

static void
height_rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  tr_prim_offset.rate_derivative(out, prim, a, b, v);
}

const TrPrimClass tr_prim_height = {
    .rows = 1,
    .value = height_value,
    .jacobian = height_jacobian,
    .force_blocks = height_force_blocks,
    .value_geometry = height_value_geometry,
    .force_geometry = height_force_geometry,
    .rate_derivative = height_rate_derivative,
};

/* ---- ROLL ---- */

/* Terms of the rows. */
typedef struct Roll {
  TrReal ab[9], ba[9]; /* M and its transpose */
  TrReal reach[3];     /* D */
  TrReal arm[3];       /* d */
  TrReal across[3];    /* k x u */
  TrReal u_in_b[3], across_in_b[3];
} Roll;

static Roll
look(const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal apart[3], arm[3];
  Roll roll;

  tr_mat3_multiply_tn(roll.ab, a->rot, b->rot);
  tr_mat3_multiply_tn(roll.ba, b->rot, a->rot);
  tr_mat3_apply(arm, b->rot, prim->s_b);
  for (int i = 0; i < 3; i++)
    apart[i] = b->r[i] + arm[i] - a->r[i];
  tr_mat3_apply_t(roll.reach, a->rot, apart);
  for (int i = 0; i < 3; i++)
    roll.arm[i] = roll.reach[i] - prim->w[0] * prim->k[i];
  tr_vec3_cross(roll.across, prim->k, prim->u);
  tr_mat3_apply(roll.u_in_b, roll.ba, prim->u);
  tr_mat3_apply(roll.across_in_b, roll.ba, roll.across);
  return roll;
}

static void
roll_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  g[0] = tr_real(0);
}

/* Forces -+ u, torques u x d on a and s_b x u - rho k x u on b. */
static void
roll_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Roll roll = look(prim, a, b);
  TrReal along[3];

  tr_mat3_apply(along, a->rot, prim->u);
  for (int i = 0; i < 3; i++) {
    jac[TR_RA + i] = -along[i];
    jac[TR_RB + i] = along[i];
  }
  tr_vec3_cross(jac + TR_PSI_A, prim->u, roll.arm);
  tr_vec3_cross(jac + TR_PSI_B, prim->s_b, roll.u_in_b);
  for (int i = 0; i < 3; i++)
    jac[TR_PSI_B + i] -= prim->w[0] * roll.across_in_b[i];
}

static TrReal *
place_block(TrPrimBlock *blocks, int *n, int row, int column)
{
  blocks[*n].row = row;
  blocks[*n].column = column;
  return blocks[(*n)++].m;
}

static void
scale(TrReal *m, int n, TrReal s)
{
  for (int i = 0; i < n; i++)
    m[i] *= s;
}

/* out = s M [p]x */
static void
turn_skew(TrReal out[9], TrReal s, const TrReal m[9], const TrReal p[3])
{
  TrReal skew[9];

  tr_mat3_skew(skew, p);
  tr_mat3_multiply(out, m, skew);
  scale(out, 9, s);
}

/* out = s [p]x M */
static void
skew_turn(TrReal out[9], TrReal s, const TrReal p[3], const TrReal m[9])
{
  TrReal skew[9];

  tr_mat3_skew(skew, p);
  tr_mat3_multiply(out, skew, m);
  scale(out, 9, s);
}

/* out = s [p]x M [q]x */
static void
skew_turn_skew(TrReal out[9], TrReal s, const TrReal p[3], const TrReal m[9], const TrReal q[3])
{
  TrReal turned[9];

  turn_skew(turned, s, m, q);
  skew_turn(out, tr_real(1), p, turned);
}

static int
roll_force_blocks(TrPrimBlock *blocks,
                  const TrPrimVectors *prim,
                  const TrPlace *a,
                  const TrPlace *b,
                  const TrReal *lambda)
{
  Roll roll = look(prim, a, b);
  TrReal l = lambda[0], rho = prim->w[0], to_a[9], part[9], *on_b;
  int n = 0;

  tr_mat3_transpose(to_a, a->rot);
  /* -+ R_a u, the forces, by the rotation of a */
  turn_skew(place_block(blocks, &n, TR_RA, TR_PSI_A), l, a->rot, prim->u);
  turn_skew(place_block(blocks, &n, TR_RB, TR_PSI_A), -l, a->rot, prim->u);
  /* u x d, the torque on a: by both positions and both rotations */
  skew_turn(place_block(blocks, &n, TR_PSI_A, TR_RA), -l, prim->u, to_a);
  skew_turn(place_block(blocks, &n, TR_PSI_A, TR_RB), l, prim->u, to_a);
  skew_turn_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_B), -l, prim->u, roll.ab, prim->s_b);
  on_b = place_block(blocks, &n, TR_PSI_A, TR_PSI_A);
  tr_mat3_skew_skew(on_b, prim->u, roll.reach);
  scale(on_b, 9, l);
  /* s_b x u - rho k x u, the torque on b, by the rotation of a ... */
  on_b = place_block(blocks, &n, TR_PSI_B, TR_PSI_A);
  skew_turn_skew(on_b, -l, prim->s_b, roll.ba, prim->u);
  turn_skew(part, rho * l, roll.ba, roll.across);
  for (int i = 0; i < 9; i++)
    on_b[i] += part[i];
  /* ... and by that of b */
  on_b = place_block(blocks, &n, TR_PSI_B, TR_PSI_B);
  tr_mat3_skew_skew(on_b, prim->s_b, roll.u_in_b);
  tr_mat3_skew(part, roll.across_in_b);
  for (int i = 0; i < 9; i++)
    on_b[i] = l * (on_b[i] - rho * part[i]);
  return n;
}

/* out += s p x q */
static void
add_cross(TrReal out[3], TrReal s, const TrReal p[3], const TrReal q[3])
{
  TrReal product[3];

  tr_vec3_cross(product, p, q);
  for (int i = 0; i < 3; i++)
    out[i] += s * product[i];
}

static void
roll_rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  Roll roll = look(prim, a, b);
  TrReal rho = prim->w[0], apart[3], seen[3], sweep[3], swept[3], spin[3], lever[3], turned[3];

  tr_vec3_sub(apart, v + TR_RB, v + TR_RA);
  tr_mat3_apply_t(seen, a->rot, apart);
  tr_vec3_cross(sweep, v + TR_PSI_B, prim->s_b);
  tr_mat3_apply(swept, roll.ab, sweep);
  tr_mat3_apply(spin, roll.ab, v + TR_PSI_B);
  tr_vec3_cross(lever, prim->u, v + TR_PSI_A);
  /* by the rotation of a */
  add_cross(out + TR_PSI_A, tr_real(1), prim->u, seen);
  add_cross(out + TR_PSI_A, tr_real(1), prim->u, swept);
  add_cross(out + TR_PSI_A, -rho, roll.across, spin);
  add_cross(out + TR_PSI_A, tr_real(-1), lever, roll.reach);
  /* by that of b */
  add_cross(out + TR_PSI_B, tr_real(-1), roll.u_in_b, sweep);
  add_cross(out + TR_PSI_B, rho, roll.across_in_b, v + TR_PSI_B);
  tr_mat3_apply(turned, roll.ba, lever);
  add_cross(out + TR_PSI_B, tr_real(1), turned, prim->s_b);
  /* by the positions: the arm of the rotation of a */
  tr_mat3_apply(turned, a->rot, lever);
  for (int i = 0; i < 3; i++) {
    out[TR_RA + i] += turned[i];
    out[TR_RB + i] -= turned[i];
  }
}

static void
roll_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
}

static void
roll_force_geometry(TrReal out[144],
                    const TrPrimVectors *prim,
                    const TrPlace *a,
                    const TrPlace *b,
                    const TrReal *lambda)
{
  Roll roll = look(prim, a, b);
  TrReal l = lambda[0], rho = prim->w[0], block[9];

  /* by u: the forces -+ R_a u, the torques u x d and M^T (...) */
  tr_prim_add_block(out, TR_RA, TR_GEO_U, -l, a->rot);
  tr_prim_add_block(out, TR_RB, TR_GEO_U, l, a->rot);
  tr_mat3_skew(block, roll.arm);
  tr_prim_add_block(out, TR_PSI_A, TR_GEO_U, -l, block);
  skew_turn(block, l, prim->s_b, roll.ba);
  tr_prim_add_block(out, TR_PSI_B, TR_GEO_U, tr_real(1), block);
  turn_skew(block, -rho * l, roll.ba, prim->k);
  tr_prim_add_block(out, TR_PSI_B, TR_GEO_U, tr_real(1), block);
  /* by rho: -u x k = k x u and -k x u */
  for (int i = 0; i < 3; i++) {
    out[12 * (TR_PSI_A + i) + TR_GEO_W] += l * roll.across[i];
    out[12 * (TR_PSI_B + i) + TR_GEO_W] -= l * roll.across_in_b[i];
  }
  /* by s_b */
  skew_turn(block, l, prim->u, roll.ab);
  tr_prim_add_block(out, TR_PSI_A, TR_GEO_SB, tr_real(1), block);
  tr_mat3_skew(block, roll.u_in_b);
  tr_prim_add_block(out, TR_PSI_B, TR_GEO_SB, -l, block);
}

const TrPrimClass tr_prim_roll = {
    .rows = 1,
    .value = roll_value,
    .jacobian = roll_jacobian,
    .force_blocks = roll_force_blocks,
    .value_geometry = roll_value_geometry,
    .force_geometry = roll_force_geometry,
    .rate_derivative = roll_rate_derivative,
};
