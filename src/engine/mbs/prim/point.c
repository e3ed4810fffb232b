/* Primitive POINT: p_a - p_b, three rows in world axes. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim/private.h"

static void
value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal arm_a[3], arm_b[3];

  tr_mat3_apply(arm_a, a->rot, prim->s_a);
  tr_mat3_apply(arm_b, b->rot, prim->s_b);
  for (int i = 0; i < 3; i++)
    g[i] = a->r[i] + arm_a[i] - b->r[i] - arm_b[i];
}

/* out = R [w]x: derivative of R (w x s) by s. */
static void
turn_axes(TrReal out[9], const TrReal rot[9], const TrReal w[3])
{
  TrReal skew[9];

  tr_mat3_skew(skew, w);
  tr_mat3_multiply(out, rot, skew);
}

/* out = -R [s]x: derivative of R s by dpsi. */
static void
arm_derivative(TrReal out[9], const TrReal rot[9], const TrReal s[3])
{
  TrReal minus[3] = {-s[0], -s[1], -s[2]};

  turn_axes(out, rot, minus);
}

static void
jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal turn[9];

  tr_prim_add_identity(jac, 0, TR_RA, tr_real(1));
  arm_derivative(turn, a->rot, prim->s_a);
  tr_prim_add_block(jac, 0, TR_PSI_A, tr_real(1), turn);
  tr_prim_add_identity(jac, 0, TR_RB, tr_real(-1));
  arm_derivative(turn, b->rot, prim->s_b);
  tr_prim_add_block(jac, 0, TR_PSI_B, tr_real(-1), turn);
}

/* The torque on a is s x R^T lambda; its derivative by dpsi is [s]x [R^T lambda]x. */
static int
force_blocks(TrPrimBlock *blocks,
             const TrPrimVectors *prim,
             const TrPlace *a,
             const TrPlace *b,
             const TrReal *lambda)
{
  TrReal in_a[3], in_b[3];

  tr_mat3_apply_t(in_a, a->rot, lambda);
  tr_mat3_apply_t(in_b, b->rot, lambda);
  for (int i = 0; i < 3; i++)
    in_b[i] = -in_b[i];
  blocks[0].row = blocks[0].column = TR_PSI_A;
  tr_mat3_skew_skew(blocks[0].m, prim->s_a, in_a);
  blocks[1].row = blocks[1].column = TR_PSI_B;
  tr_mat3_skew_skew(blocks[1].m, prim->s_b, in_b);
  return 2;
}

static void
value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  tr_prim_add_block(out, 0, TR_GEO_SA, tr_real(1), a->rot);
  tr_prim_add_block(out, 0, TR_GEO_SB, tr_real(-1), b->rot);
}

static void
force_geometry(TrReal out[144],
               const TrPrimVectors *prim,
               const TrPlace *a,
               const TrPlace *b,
               const TrReal *lambda)
{
  TrReal in_body[3], block[9];

  tr_mat3_apply_t(in_body, a->rot, lambda);
  tr_mat3_skew(block, in_body);
  tr_prim_add_block(out, TR_PSI_A, TR_GEO_SA, tr_real(-1), block);
  tr_mat3_apply_t(in_body, b->rot, lambda);
  tr_mat3_skew(block, in_body);
  tr_prim_add_block(out, TR_PSI_B, TR_GEO_SB, tr_real(1), block);
}

/* G v = ... + R_a (omega_a x s_a) - R_b (omega_b x s_b), by the rotations */
static void
rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  TrReal arm_rate[3], turn[9];

  tr_vec3_cross(arm_rate, v + TR_PSI_A, prim->s_a);
  arm_derivative(turn, a->rot, arm_rate);
  tr_prim_add_block(out, 0, TR_PSI_A, tr_real(1), turn);
  tr_vec3_cross(arm_rate, v + TR_PSI_B, prim->s_b);
  arm_derivative(turn, b->rot, arm_rate);
  tr_prim_add_block(out, 0, TR_PSI_B, tr_real(-1), turn);
}

static void
rate_geometry(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  TrReal turn[9];

  turn_axes(turn, a->rot, v + TR_PSI_A);
  tr_prim_add_block(out, 0, TR_GEO_SA, tr_real(1), turn);
  turn_axes(turn, b->rot, v + TR_PSI_B);
  tr_prim_add_block(out, 0, TR_GEO_SB, tr_real(-1), turn);
}

const TrPrimClass tr_prim_point = {
    .rows = 3,
    .value = value,
    .jacobian = jacobian,
    .force_blocks = force_blocks,
    .value_geometry = value_geometry,
    .force_geometry = force_geometry,
    .rate_derivative = rate_derivative,
    .rate_geometry = rate_geometry,
};
