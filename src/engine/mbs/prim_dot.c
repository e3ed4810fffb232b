/* The single rows: DOT, OFFSET and AXIS.
 *
 * For a direction D = R u and a constant world vector n:  d(n . D)/dpsi = u x R^T n, and
 * d(R^T n)/dpsi = [R^T n]x. */
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim_private.h"

/* out += s [p]x [q]x at (row, column) */
static void
add_skew_skew(TrReal *out, int row, int column, TrReal s, const TrReal p[3], const TrReal q[3])
{
  TrReal block[9];

  tr_mat3_skew_skew(block, p, q);
  tr_prim_add_block(out, row, column, s, block);
}

/* out += s [p]x M [q]x at (row, column) */
static void
add_skew_matrix_skew(TrReal *out,
                     int row,
                     int column,
                     TrReal s,
                     const TrReal p[3],
                     const TrReal m[9],
                     const TrReal q[3])
{
  TrReal left[9], right[9], product[9], block[9];

  tr_mat3_skew(left, p);
  tr_mat3_skew(right, q);
  tr_mat3_multiply(product, left, m);
  tr_mat3_multiply(block, product, right);
  tr_prim_add_block(out, row, column, s, block);
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

/* out += s M [q]x at (row, column) */
static void
add_matrix_skew(TrReal *out, int row, int column, TrReal s, const TrReal m[9], const TrReal q[3])
{
  TrReal right[9], block[9];

  tr_mat3_skew(right, q);
  tr_mat3_multiply(block, m, right);
  tr_prim_add_block(out, row, column, s, block);
}

static void
add_skew(TrReal *out, int row, int column, TrReal s, const TrReal p[3])
{
  TrReal block[9];

  tr_mat3_skew(block, p);
  tr_prim_add_block(out, row, column, s, block);
}

static void
transpose(TrReal out[9], const TrReal m[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = m[3 * j + i];
}

/* What the single rows share: the other body's vectors in one's own axes. */
typedef struct Views {
  TrReal ab[9], ba[9]; /* R_a^T R_b and its transpose */
  TrReal w_in_a[3];    /* R_a^T R_b w */
  TrReal u_in_b[3];    /* R_b^T R_a u */
  TrReal reach[3];     /* R_a^T (p_b - r_a) */
} Views;

static Views
look(const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view;
  TrReal arm[3], world[3];

  tr_mat3_multiply_tn(view.ab, a->rot, b->rot);
  transpose(view.ba, view.ab);
  tr_mat3_apply(view.w_in_a, view.ab, prim->w);
  tr_mat3_apply(view.u_in_b, view.ba, prim->u);
  tr_mat3_apply(arm, b->rot, prim->s_b);
  for (int i = 0; i < 3; i++)
    world[i] = b->r[i] + arm[i] - a->r[i];
  tr_mat3_apply_t(view.reach, a->rot, world);
  return view;
}

/* ---- DOT ---- */

static void
dot_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);

  g[0] = tr_vec3_dot(prim->u, view.w_in_a);
}

static void
dot_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);

  tr_vec3_cross(jac + TR_PSI_A, prim->u, view.w_in_a);
  tr_vec3_cross(jac + TR_PSI_B, prim->w, view.u_in_b);
}

static void
dot_force_derivative(TrReal out[144],
                     const TrPrimVectors *prim,
                     const TrPlace *a,
                     const TrPlace *b,
                     const TrReal *lambda)
{
  Views view = look(prim, a, b);

  add_skew_skew(out, TR_PSI_A, TR_PSI_A, lambda[0], prim->u, view.w_in_a);
  add_skew_matrix_skew(out, TR_PSI_A, TR_PSI_B, -lambda[0], prim->u, view.ab, prim->w);
  add_skew_skew(out, TR_PSI_B, TR_PSI_B, lambda[0], prim->w, view.u_in_b);
  add_skew_matrix_skew(out, TR_PSI_B, TR_PSI_A, -lambda[0], prim->w, view.ba, prim->u);
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

  add_skew(out, TR_PSI_A, TR_GEO_U, -lambda[0], view.w_in_a);
  add_skew_matrix(out, TR_PSI_A, TR_GEO_W, lambda[0], prim->u, view.ab);
  add_skew(out, TR_PSI_B, TR_GEO_W, -lambda[0], view.u_in_b);
  add_skew_matrix(out, TR_PSI_B, TR_GEO_U, lambda[0], prim->w, view.ba);
}

const TrPrimClass tr_prim_dot = {
    1, dot_value, dot_jacobian, dot_force_derivative, dot_value_geometry, dot_force_geometry, NULL};

/* ---- OFFSET: u . (reach - s_a) ---- */

static void
offset_value(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);

  g[0] = tr_vec3_dot(prim->u, view.reach) - tr_vec3_dot(prim->u, prim->s_a);
}

static void
offset_jacobian(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);
  TrReal axis[3];

  tr_mat3_apply(axis, a->rot, prim->u);
  for (int i = 0; i < 3; i++) {
    jac[TR_RA + i] = -axis[i];
    jac[TR_RB + i] = axis[i];
  }
  tr_vec3_cross(jac + TR_PSI_A, prim->u, view.reach);
  tr_vec3_cross(jac + TR_PSI_B, prim->s_b, view.u_in_b);
}

static void
offset_force_derivative(TrReal out[144],
                        const TrPrimVectors *prim,
                        const TrPlace *a,
                        const TrPlace *b,
                        const TrReal *lambda)
{
  Views view = look(prim, a, b);
  TrReal l = lambda[0], to_a[9];

  transpose(to_a, a->rot);
  add_matrix_skew(out, TR_RA, TR_PSI_A, l, a->rot, prim->u);
  add_matrix_skew(out, TR_RB, TR_PSI_A, -l, a->rot, prim->u);
  add_skew_matrix(out, TR_PSI_A, TR_RA, -l, prim->u, to_a);
  add_skew_skew(out, TR_PSI_A, TR_PSI_A, l, prim->u, view.reach);
  add_skew_matrix(out, TR_PSI_A, TR_RB, l, prim->u, to_a);
  add_skew_matrix_skew(out, TR_PSI_A, TR_PSI_B, -l, prim->u, view.ab, prim->s_b);
  add_skew_matrix_skew(out, TR_PSI_B, TR_PSI_A, -l, prim->s_b, view.ba, prim->u);
  add_skew_skew(out, TR_PSI_B, TR_PSI_B, l, prim->s_b, view.u_in_b);
}

static void
offset_value_geometry(TrReal *out, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b)
{
  Views view = look(prim, a, b);

  tr_vec3_sub(out + TR_GEO_U, view.reach, prim->s_a);
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
  TrReal l = lambda[0];

  tr_prim_add_block(out, TR_RA, TR_GEO_U, -l, a->rot);
  tr_prim_add_block(out, TR_RB, TR_GEO_U, l, a->rot);
  add_skew(out, TR_PSI_A, TR_GEO_U, -l, view.reach);
  add_skew_matrix(out, TR_PSI_B, TR_GEO_U, l, prim->s_b, view.ba);
  add_skew_matrix(out, TR_PSI_A, TR_GEO_SB, l, prim->u, view.ab);
  add_skew(out, TR_PSI_B, TR_GEO_SB, -l, view.u_in_b);
}

const TrPrimClass tr_prim_offset = {1,
                                    offset_value,
                                    offset_jacobian,
                                    offset_force_derivative,
                                    offset_value_geometry,
                                    offset_force_geometry,
                                    NULL};

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

static void
axis_force_derivative(TrReal out[144],
                      const TrPrimVectors *prim,
                      const TrPlace *a,
                      const TrPlace *b,
                      const TrReal *lambda)
{
  Views view = look(prim, a, b);

  add_skew(out, TR_PSI_A, TR_PSI_A, -lambda[0], view.w_in_a);
  add_matrix_skew(out, TR_PSI_A, TR_PSI_B, lambda[0], view.ab, prim->w);
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
    1,   axis_value, axis_jacobian, axis_force_derivative, axis_value_geometry, axis_force_geometry,
    NULL};
