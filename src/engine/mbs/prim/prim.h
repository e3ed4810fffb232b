/* Constraint primitives: the few geometric functions that all joints are made of.
 *
 * A primitive relates body a (parent, possibly the world) and body b (child) through body-fixed
 * vectors: arms s from the centre of mass (in the world: positions) and unit directions u, w.  With
 * p = r + R s:
 *
 *   POINT   g = p_a - p_b                    3 rows [m]
 *   DOT     g = (R_a u) . (R_b w)            1 row  [1]
 *   OFFSET  g = (R_a u) . (p_b - p_a)        1 row  [m]
 *   DISTANCE  g = (|p_b - p_a|^2/L - L)/2    1 row  [m], L = u[0] > 0
 *   LENGTH  g = |p_b - p_a|                   1 row  [m]
 *   AXIS    rate only: (R_b w) . (omega_b - omega_a), 1 row [rad/s]; it has no value
 *   ANGLE   g = atan2(S, C), 1 row [rad] in (-pi, pi]: rotation of w from u about k,
 *           C = (R_a u) . (R_b w), S = (R_a u) . (R_b (w x k))
 *   HEIGHT  g = (R_a u) . (p_b - p_a) - rho   1 row  [m], rho = w[0]
 *   ROLL    rate only: along R_a u, of the point of b at p_b - rho R_a k against that of a there,
 *           1 row [m/s], rho = w[0]; it has no value (theory 2.3)
 *
 * OFFSET along a slide's axis and ANGLE about a hinge's are the joints' coordinates.  Differences
 * of angles are taken modulo 2 pi (tr_real_wrap_angle()), so that a joint may turn many times; at
 * exactly pi from u the value jumps, its derivatives do not.
 *
 * DISTANCE is |p_b - p_a| - L up to second order near the solution, and smooth where the points
 * meet.
 *
 * Tangent x of both poses, 12 numbers: dr_a, dpsi_a, dr_b, dpsi_b (theory 2.1: dr in the world,
 * dpsi in the body).  d(G^T lambda)/dx is not symmetric in this tangent: R changes under dpsi.
 * Geometry y, 12 numbers: u, w, s_a, s_b (k stays); vectors that a primitive does not use have no
 * derivative. */
#pragma once

#include "engine/base/base.h"
#include "engine/base/real.h"

/* Types of primitives. */
typedef enum TrPrimType {
  TR_PRIM_POINT,
  TR_PRIM_DOT,
  TR_PRIM_OFFSET,
  TR_PRIM_DISTANCE,
  TR_PRIM_LENGTH,
  TR_PRIM_AXIS,
  TR_PRIM_ANGLE,
  TR_PRIM_HEIGHT,
  TR_PRIM_ROLL,
  TR_N_PRIM_TYPES
} TrPrimType;

enum { TR_PRIM_MAX_ROWS = 3, TR_PRIM_TANGENT = 12, TR_PRIM_GEOMETRY = 12 };

/* A primitive with its body-fixed vectors. */
typedef struct TrPrim {
  TrPrimType type;
  double u[3], w[3]; /* directions fixed in a and in b; of DISTANCE u[0] is the length, of HEIGHT
                        and ROLL w[0] the radius [m] */
  double s_a[3], s_b[3]; /* arms fixed in a and in b [m] */
  double k[3];           /* ANGLE: the axis, fixed in b; ROLL: the normal, fixed in a */
} TrPrim;

/* Pose of a body with its rotation matrix; the world's is zero and identity. */
typedef struct TrPlace {
  TrReal r[3];
  TrReal rot[9];
} TrPlace;

/* Number of rows of the type. */
int tr_prim_rows(TrPrimType type);

/* Returns whether the rows are rates alone, which no value has as its derivative. */
static inline bool
tr_prim_is_rate(TrPrimType type)
{
  return type == TR_PRIM_AXIS || type == TR_PRIM_ROLL;
}

/* g[rows]; zero for AXIS and ROLL. */
void tr_prim_value(TrReal *g, const TrPrim *prim, const TrPlace *a, const TrPlace *b);

/* G = dg/dx [rows x 12] (for AXIS and ROLL the row of the rate). */
void tr_prim_jacobian(TrReal *jac, const TrPrim *prim, const TrPlace *a, const TrPlace *b);

/* A nonzero block of d(G^T lambda)/dx. */
typedef struct TrPrimBlock {
  int row, column; /* among the 12 */
  TrReal m[9];
} TrPrimBlock;

enum { TR_PRIM_MAX_BLOCKS = 16 };

/* Blocks of d(G^T lambda)/dx, lambda[rows]; returns their number. */
int tr_prim_force_blocks(TrPrimBlock blocks[TR_PRIM_MAX_BLOCKS],
                         const TrPrim *prim,
                         const TrPlace *a,
                         const TrPlace *b,
                         const TrReal *lambda);

/* The same as a matrix [12 x 12]. */
void tr_prim_force_derivative(
    TrReal out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal *lambda);

/* d(G v)/dx [rows x 12] at constant v[12]. */
void tr_prim_rate_derivative(
    TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12]);

/* dg/dy [rows x 12]. */
void tr_prim_value_geometry(TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b);

/* d(G^T lambda)/dy [12 x 12]. */
void tr_prim_force_geometry(
    TrReal out[144], const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal *lambda);

/* d(G v)/dy [rows x 12]. */
void tr_prim_rate_geometry(
    TrReal *out, const TrPrim *prim, const TrPlace *a, const TrPlace *b, const TrReal v[12]);
