/* Interface that each primitive implements.  Outputs are zero on entry; shapes as in prim.h. */
#pragma once

#include "engine/mbs/prim/prim.h"

/* Vectors of a primitive in the kernels' number type. */
typedef struct TrPrimVectors {
  TrReal u[3], w[3], s_a[3], s_b[3];
  TrReal k[3]; /* of ANGLE and ROLL alone */
} TrPrimVectors;

/* Functions of a primitive, named as in prim.h. */
typedef struct TrPrimClass {
  int rows;
  void (*value)(TrReal *g, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b);
  void (*jacobian)(TrReal *jac, const TrPrimVectors *prim, const TrPlace *a, const TrPlace *b);
  int (*force_blocks)(TrPrimBlock *blocks,
                      const TrPrimVectors *prim,
                      const TrPlace *a,
                      const TrPlace *b,
                      const TrReal *lambda);
  void (*value_geometry)(TrReal *out,
                         const TrPrimVectors *prim,
                         const TrPlace *a,
                         const TrPlace *b);
  void (*force_geometry)(TrReal out[144],
                         const TrPrimVectors *prim,
                         const TrPlace *a,
                         const TrPlace *b,
                         const TrReal *lambda);
  void (*rate_derivative)(TrReal *out,
                          const TrPrimVectors *prim,
                          const TrPlace *a,
                          const TrPlace *b,
                          const TrReal v[12]);
  /* NULL: from force_geometry, row by row */
  void (*rate_geometry)(TrReal *out,
                        const TrPrimVectors *prim,
                        const TrPlace *a,
                        const TrPlace *b,
                        const TrReal v[12]);
} TrPrimClass;

/* Tables of the primitives. */
extern const TrPrimClass tr_prim_point, tr_prim_dot, tr_prim_offset, tr_prim_distance,
    tr_prim_length, tr_prim_axis, tr_prim_angle, tr_prim_height, tr_prim_roll;

/* Offsets of the four groups of three in a tangent and in the geometry. */
enum { TR_RA = 0, TR_PSI_A = 3, TR_RB = 6, TR_PSI_B = 9 };
enum { TR_GEO_U = 0, TR_GEO_W = 3, TR_GEO_SA = 6, TR_GEO_SB = 9 };

/* out[3 x 3 at (row, column) of a matrix with 12 columns] += s m */
static inline void
tr_prim_add_block(TrReal *out, int row, int column, TrReal s, const TrReal m[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[12 * (row + i) + column + j] += s * m[3 * i + j];
}

/* The same with the identity. */
static inline void
tr_prim_add_identity(TrReal *out, int row, int column, TrReal s)
{
  for (int i = 0; i < 3; i++)
    out[12 * (row + i) + column + i] += s;
}
