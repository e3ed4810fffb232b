/* POINT: p_a - p_b, three rows in world axes. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim_private.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void
value(double *g, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  double arm_a[3], arm_b[3];

  tr_mat3_apply(arm_a, a->rot, prim->s_a);
  tr_mat3_apply(arm_b, b->rot, prim->s_b);
  for (int i = 0; i < 3; i++)
    g[i] = a->r[i] + arm_a[i] - b->r[i] - arm_b[i];
}

/* out = -R [s]x: derivative of R s by dpsi. */
static void
arm_derivative(double out[9], const double rot[9], const double s[3])
{
  double minus[3] = {-s[0], -s[1], -s[2]}, skew[9];

  tr_mat3_skew(skew, minus);
  tr_mat3_multiply(out, rot, skew);
}

static void
jacobian(double *jac, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  double turn[9];

  tr_prim_add_block(jac, 0, TR_RA, 1, identity);
  arm_derivative(turn, a->rot, prim->s_a);
  tr_prim_add_block(jac, 0, TR_PSI_A, 1, turn);
  tr_prim_add_block(jac, 0, TR_RB, -1, identity);
  arm_derivative(turn, b->rot, prim->s_b);
  tr_prim_add_block(jac, 0, TR_PSI_B, -1, turn);
}

/* The torque on a is s x R^T lambda; its derivative by dpsi is [s]x [R^T lambda]x. */
static void
force_derivative(
    double out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double *lambda)
{
  double in_body[3], block[9];

  tr_mat3_apply_t(in_body, a->rot, lambda);
  tr_mat3_skew_skew(block, prim->s_a, in_body);
  tr_prim_add_block(out, TR_PSI_A, TR_PSI_A, 1, block);
  tr_mat3_apply_t(in_body, b->rot, lambda);
  tr_mat3_skew_skew(block, prim->s_b, in_body);
  tr_prim_add_block(out, TR_PSI_B, TR_PSI_B, -1, block);
}

static void
value_geometry(double *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b)
{
  tr_prim_add_block(out, 0, TR_GEO_SA, 1, a->rot);
  tr_prim_add_block(out, 0, TR_GEO_SB, -1, b->rot);
}

static void
force_geometry(
    double out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double *lambda)
{
  double in_body[3], block[9];

  tr_mat3_apply_t(in_body, a->rot, lambda);
  tr_mat3_skew(block, in_body);
  tr_prim_add_block(out, TR_PSI_A, TR_GEO_SA, -1, block);
  tr_mat3_apply_t(in_body, b->rot, lambda);
  tr_mat3_skew(block, in_body);
  tr_prim_add_block(out, TR_PSI_B, TR_GEO_SB, 1, block);
}

/* G v = ... + R_a (omega_a x s_a) - R_b (omega_b x s_b) */
static void
rate_derivative(
    double *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const double v[12])
{
  double arm_rate[3], turn[9];

  tr_vec3_cross(arm_rate, v + TR_PSI_A, prim->s_a);
  arm_derivative(turn, a->rot, arm_rate);
  tr_prim_add_block(out, 0, TR_PSI_A, 1, turn);
  tr_vec3_cross(arm_rate, v + TR_PSI_B, prim->s_b);
  arm_derivative(turn, b->rot, arm_rate);
  tr_prim_add_block(out, 0, TR_PSI_B, -1, turn);
}

const TrPrimClass tr_prim_point = {
    3, value, jacobian, force_derivative, value_geometry, force_geometry, rate_derivative};
