/* Primitives of a single row: DOT, OFFSET and AXIS.
 *
 * For a direction D = R u and a constant world vector n:  d(n . D)/dpsi = u x R^T n, and d(R^T
 * n)/dpsi = [R^T n]x. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim/private.h"

/* m = s [p]x M [q]x */
static void
fill_skew_matrix_skew(
    TrReal out[9], double s, const TrReal p[3], const TrReal m[9], const TrReal q[3])
{
  TrReal right[9];

  for (int i = 0; i < 3; i++)
    tr_vec3_cross(right + 3 * i, m + 3 * i, q);
  for (int j = 0; j < 3; j++) {
    out[j] = s * (p[1] * right[6 + j] - p[2] * right[3 + j]);
    out[3 + j] = s * (p[2] * right[j] - p[0] * right[6 + j]);
    out[6 + j] = s * (p[0] * right[3 + j] - p[1] * right[j]);
  }
}

/* Adds a block; returns its numbers. */
static TrReal *
place_block(TrPrimBlock *blocks, int *n, int row, int column)
{
  TrPrimBlock *block = &blocks[(*n)++];

  block->row = row;
  block->column = column;
  return block->m;
}

static void
scale_vector(TrReal out[3], TrReal s, const TrReal v[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = s * v[i];
}

/* out += s [p]x M at (row, column) */
static void
add_skew_matrix(TrReal *out, int row, int column, TrReal s, const TrReal p[3], const TrReal m[9])
{
  TrReal left[9], block[9];

  tr_mat3_skew(left, p);
  tr_mat3_multiply(block, left, m);
  tr_prim_add_block(out, row, column, s, block);
}

static void
add_skew(TrReal *out, int row, int column, TrReal s, const TrReal p[3])
{
  TrReal block[9];

  tr_mat3_skew(block, p);
  tr_prim_add_block(out, row, column, s, block);
}

/* Vectors common to the single rows: the other body's vectors in one's own axes. */
typedef struct Views {
  TrReal ab[9], ba[9]; /* R_a^T R_b and its transpose */
  TrReal w_in_a[3];    /* R_a^T R_b w */
  TrReal u_in_b[3];    /* R_b^T R_a u */
} Views;

static Views
look(const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view;

  tr_mat3_multiply_tn(view.ab, a->rot, b->rot);
  tr_mat3_transpose(view.ba, view.ab);
  tr_mat3_apply(view.w_in_a, view.ab, prim->w);
  tr_mat3_apply(view.u_in_b, view.ba, prim->u);
  return view;
}

/* R_a^T (p_b - r_a) */
static void
find_reach(TrReal reach[3], const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal arm[3], world[3];

  tr_mat3_apply(arm, b->rot, prim->s_b);
  for (int i = 0; i < 3; i++)
    world[i] = b->r[i] + arm[i] - a->r[i];
  tr_mat3_apply_t(reach, a->rot, world);
}

/* ---- DOT ---- */

static void
dot_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal u[3], w[3];

  tr_mat3_apply(u, a->rot, prim->u);
  tr_mat3_apply(w, b->rot, prim->w);
  g[0] = tr_vec3_dot(u, w);
}

static void
dot_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal u[3], w[3], u_in_b[3], w_in_a[3];

  tr_mat3_apply(u, a->rot, prim->u);
  tr_mat3_apply(w, b->rot, prim->w);
  tr_mat3_apply_t(u_in_b, b->rot, u);
  tr_mat3_apply_t(w_in_a, a->rot, w);
  tr_vec3_cross(jac + TR_PSI_A, prim->u, w_in_a);
  tr_vec3_cross(jac + TR_PSI_B, prim->w, u_in_b);
}

static int
dot_force_blocks(TrPrimBlock *blocks,
                 const TrPrimVectors *prim,
                 const TrPlace *a,
                 const TrPlace *b,
                 const TrReal *lambda)
{
  Views view = look(prim, a, b);
  TrReal u[3], w[3];
  int n = 0;

  scale_vector(u, lambda[0], prim->u);
  scale_vector(w, lambda[0], prim->w);
  /* lambda u x w_a on a: by a [u]x [w_a]x, by b -[u]x R_a^T R_b [w]x */
  tr_mat3_skew_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_A), u, view.w_in_a);
  fill_skew_matrix_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_B), -1, u, view.ab, prim->w);
  /* lambda w x u_b on b: the same with the bodies exchanged */
  tr_mat3_skew_skew(place_block(blocks, &n, TR_PSI_B, TR_PSI_B), w, view.u_in_b);
  fill_skew_matrix_skew(place_block(blocks, &n, TR_PSI_B, TR_PSI_A), -1, w, view.ba, prim->u);
  return n;
}

/* out += own x seen - (M other) x axis: derivative by the poses of a row axis x seen times the
 * rates; own = omega x axis, seen: the other body's vector in own axes, other = omega x that vector
 * in its own body, M: rotation between the bodies. */
static void
add_sweep(TrReal out[3],
          const TrReal own[3],
          const TrReal seen[3],
          const TrReal m[9],
          const TrReal other[3],
          const TrReal axis[3])
{
  TrReal part[3], turned[3];

  tr_vec3_cross(part, own, seen);
  tr_vec3_add_scaled(out, out, 1, part);
  tr_mat3_apply(turned, m, other);
  tr_vec3_cross(part, turned, axis);
  tr_vec3_sub(out, out, part);
}

/* Rate (u x w_a) . omega_a + (w x u_b) . omega_b: its derivative by the poses through w_a and u_b.
 */
static void
dot_rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  Views view = look(prim, a, b);
  TrReal swept_a[3], swept_b[3];

  tr_vec3_cross(swept_a, v + TR_PSI_A, prim->u);
  tr_vec3_cross(swept_b, v + TR_PSI_B, prim->w);
  add_sweep(out + TR_PSI_A, swept_a, view.w_in_a, view.ab, swept_b, prim->u);
  add_sweep(out + TR_PSI_B, swept_b, view.u_in_b, view.ba, swept_a, prim->w);
}

static void
dot_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);

  tr_vec3_copy(out + TR_GEO_U, view.w_in_a);
  tr_vec3_copy(out + TR_GEO_W, view.u_in_b);
}

static void
dot_force_geometry(TrReal out[144],
                   const TrPrimVectors *prim,
                   const TrPlace *a,
                   const TrPlace *b,
                   const TrReal *lambda)
{
  Views view = look(prim, a, b);

  /* lambda u x w_a on a by u and w */
  add_skew(out, TR_PSI_A, TR_GEO_U, -lambda[0], view.w_in_a);
  add_skew_matrix(out, TR_PSI_A, TR_GEO_W, lambda[0], prim->u, view.ab);
  /* lambda w x u_b on b by w and u */
  add_skew(out, TR_PSI_B, TR_GEO_W, -lambda[0], view.u_in_b);
  add_skew_matrix(out, TR_PSI_B, TR_GEO_U, lambda[0], prim->w, view.ba);
}

const TrPrimClass tr_prim_dot = {
    .rows = 1,
    .value = dot_value,
    .jacobian = dot_jacobian,
    .force_blocks = dot_force_blocks,
    .value_geometry = dot_value_geometry,
    .force_geometry = dot_force_geometry,
    .rate_derivative = dot_rate_derivative,
};

/* ---- OFFSET: u . (reach - s_a) ---- */

static void
offset_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  TrReal reach[3];

  find_reach(reach, prim, a, b);
  g[0] = tr_vec3_dot(prim->u, reach) - tr_vec3_dot(prim->u, prim->s_a);
}

static void
offset_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);
  TrReal reach[3], axis[3];

  find_reach(reach, prim, a, b);
  tr_mat3_apply(axis, a->rot, prim->u);
  for (int i = 0; i < 3; i++) {
    jac[TR_RA + i] = -axis[i];
    jac[TR_RB + i] = axis[i];
  }
  tr_vec3_cross(jac + TR_PSI_A, prim->u, reach);
  tr_vec3_cross(jac + TR_PSI_B, prim->s_b, view.u_in_b);
}

/* out = s M [q]x */
static void
fill_matrix_skew(TrReal out[9], TrReal s, const TrReal m[9], const TrReal q[3])
{
  TrReal scaled[3];

  scale_vector(scaled, s, q);
  for (int i = 0; i < 3; i++)
    tr_vec3_cross(out + 3 * i, m + 3 * i, scaled);
}

/* out = s [p]x M^T, whose columns are s p x (rows of M) */
static void
fill_skew_transpose(TrReal out[9], TrReal s, const TrReal p[3], const TrReal m[9])
{
  TrReal scaled[3], column[3];

  scale_vector(scaled, s, p);
  for (int j = 0; j < 3; j++) {
    tr_vec3_cross(column, scaled, m + 3 * j);
    for (int i = 0; i < 3; i++)
      out[3 * i + j] = column[i];
  }
}

static int
offset_force_blocks(TrPrimBlock *blocks,
                    const TrPrimVectors *prim,
                    const TrPlace *a,
                    const TrPlace *b,
                    const TrReal *lambda)
{
  Views view = look(prim, a, b);
  TrReal l = lambda[0], reach[3], u[3], s_b[3];
  int n = 0;

  find_reach(reach, prim, a, b);
  scale_vector(u, l, prim->u);
  scale_vector(s_b, l, prim->s_b);
  /* -+ lambda R_a u, the force on a and on b: by the rotation of a */
  fill_matrix_skew(place_block(blocks, &n, TR_RA, TR_PSI_A), l, a->rot, prim->u);
  fill_matrix_skew(place_block(blocks, &n, TR_RB, TR_PSI_A), -l, a->rot, prim->u);
  /* lambda u x reach, the torque on a: by both positions and both rotations */
  fill_skew_transpose(place_block(blocks, &n, TR_PSI_A, TR_RA), -l, prim->u, a->rot);
  tr_mat3_skew_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_A), u, reach);
  fill_skew_transpose(place_block(blocks, &n, TR_PSI_A, TR_RB), l, prim->u, a->rot);
  fill_skew_matrix_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_B), -1, u, view.ab, prim->s_b);
  /* lambda s_b x u_b, the torque on b: by both rotations */
  fill_skew_matrix_skew(place_block(blocks, &n, TR_PSI_B, TR_PSI_A), -1, s_b, view.ba, prim->u);
  tr_mat3_skew_skew(place_block(blocks, &n, TR_PSI_B, TR_PSI_B), s_b, view.u_in_b);
  return n;
}

/* G v = R_a u . (v_b - v_a) + (u x reach) . omega_a + (s_b x u_b) . omega_b */
static void
offset_rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  Views view = look(prim, a, b);
  TrReal reach[3], apart[3], seen[3], swept_a[3], swept_b[3], axis_rate[3];

  find_reach(reach, prim, a, b);
  /* R_a u . (v_b - v_a) by the rotation of a */
  tr_vec3_sub(apart, v + TR_RA, v + TR_RB);
  tr_mat3_apply_t(seen, a->rot, apart);
  tr_vec3_cross(out + TR_PSI_A, seen, prim->u);
  /* (u x reach) . omega_a and (s_b x u_b) . omega_b by the rotations */
  tr_vec3_cross(swept_a, v + TR_PSI_A, prim->u);
  tr_vec3_cross(swept_b, v + TR_PSI_B, prim->s_b);
  add_sweep(out + TR_PSI_A, swept_a, reach, view.ab, swept_b, prim->u);
  add_sweep(out + TR_PSI_B, swept_b, view.u_in_b, view.ba, swept_a, prim->s_b);

  /* (u x reach) . omega_a by the positions */
  tr_mat3_apply(axis_rate, a->rot, swept_a);
  tr_vec3_copy(out + TR_RB, axis_rate);
  tr_vec3_add_scaled(out + TR_RA, out + TR_RA, -1, axis_rate);
}

static void
offset_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);
  TrReal reach[3];

  find_reach(reach, prim, a, b);
  tr_vec3_sub(out + TR_GEO_U, reach, prim->s_a);
  tr_vec3_add_scaled(out + TR_GEO_SA, out + TR_GEO_SA, -1, prim->u);
  tr_vec3_copy(out + TR_GEO_SB, view.u_in_b);
}

static void
offset_force_geometry(TrReal out[144],
                      const TrPrimVectors *prim,
                      const TrPlace *a,
                      const TrPlace *b,
                      const TrReal *lambda)
{
  Views view = look(prim, a, b);
  TrReal l = lambda[0], reach[3];

  find_reach(reach, prim, a, b);
  /* by u: the forces -+ lambda R_a u and both torques */
  tr_prim_add_block(out, TR_RA, TR_GEO_U, -l, a->rot);
  tr_prim_add_block(out, TR_RB, TR_GEO_U, l, a->rot);
  add_skew(out, TR_PSI_A, TR_GEO_U, -l, reach);
  add_skew_matrix(out, TR_PSI_B, TR_GEO_U, l, prim->s_b, view.ba);
  /* by s_b: both torques */
  add_skew_matrix(out, TR_PSI_A, TR_GEO_SB, l, prim->u, view.ab);
  add_skew(out, TR_PSI_B, TR_GEO_SB, -l, view.u_in_b);
}

const TrPrimClass tr_prim_offset = {
    .rows = 1,
    .value = offset_value,
    .jacobian = offset_jacobian,
    .force_blocks = offset_force_blocks,
    .value_geometry = offset_value_geometry,
    .force_geometry = offset_force_geometry,
    .rate_derivative = offset_rate_derivative,
};

/* ---- AXIS ---- */

static void
axis_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  g[0] = tr_real(0);
}

static void
axis_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);

  tr_vec3_add_scaled(jac + TR_PSI_A, jac + TR_PSI_A, -1, view.w_in_a);
  tr_vec3_copy(jac + TR_PSI_B, prim->w);
}

static int
axis_force_blocks(TrPrimBlock *blocks,
                  const TrPrimVectors *prim,
                  const TrPlace *a,
                  const TrPlace *b,
                  const TrReal *lambda)
{
  Views view = look(prim, a, b);
  TrReal w[3];
  int n = 0;

  scale_vector(w, -lambda[0], view.w_in_a);
  /* -lambda w_a, the torque on a, by both rotations; that on b, lambda w, is constant */
  tr_mat3_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_A), w);
  fill_matrix_skew(place_block(blocks, &n, TR_PSI_A, TR_PSI_B), lambda[0], view.ab, prim->w);
  return n;
}

static void
axis_rate_derivative(
    TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12])
{
  Views view = look(prim, a, b);
  TrReal seen[3];

  /* -w_a . omega_a by both rotations */
  tr_vec3_cross(out + TR_PSI_A, view.w_in_a, v + TR_PSI_A);
  tr_mat3_apply(seen, view.ba, v + TR_PSI_A);
  tr_vec3_cross(out + TR_PSI_B, seen, prim->w);
}

static void
axis_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
}

static void
axis_force_geometry(TrReal out[144],
                    const TrPrimVectors *prim,
                    const TrPlace *a,
                    const TrPlace *b,
                    const TrReal *lambda)
{
  Views view = look(prim, a, b);

  tr_prim_add_block(out, TR_PSI_A, TR_GEO_W, -lambda[0], view.ab);
  tr_prim_add_identity(out, TR_PSI_B, TR_GEO_W, lambda[0]);
}

const TrPrimClass tr_prim_axis = {
    .rows = 1,
    .value = axis_value,
    .jacobian = axis_jacobian,
    .force_blocks = axis_force_blocks,
    .value_geometry = axis_value_geometry,
    .force_geometry = axis_force_geometry,
    .rate_derivative = axis_rate_derivative,
};
