/* Surface of triangles that bounds a homogeneous solid. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Triangles [n_triangles x 3] as indices of vertices [n_vertices x 3], counter-clockwise seen from
 * outside, or all of them clockwise. */
typedef struct TrSurface {
  const float (*vertices)[3];
  const uint32_t (*triangles)[3];
  uint32_t n_vertices, n_triangles;
} TrSurface;

/* Integrals over the inside of a surface that is scaled along its axes. */
typedef struct TrSurfaceIntegrals {
  double volume;    /* [m^3], of a closed surface never below zero */
  double centre[3]; /* [m] */
  double second[6]; /* int (r - centre)_i (r - centre)_j dV, in xx yy zz xy xz yz [m^5] */
} TrSurfaceIntegrals;

/* Sets the integrals by the divergence theorem: each triangle a, b, c spans a tetrahedron with a
 * point, of volume d/6 with d = a . (b x c), whose int r r^T dV is d/120 (a a^T + b b^T + c c^T +
 * s s^T), s = a + b + c.  All is 0 without volume.  Where the surface penetrates itself, the inside
 * counts twice. */
void tr_surface_integrate(TrSurfaceIntegrals *out, const TrSurface *surface, const double scale[3]);

/* Sets *n to the number of edges that do not have as many triangles on one side as on the other: 0
 * for a closed surface whose triangles face the same way.  False without memory. */
bool tr_surface_count_open_edges(uint32_t *n, const TrSurface *surface);
