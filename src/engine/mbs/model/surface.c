#include "engine/mbs/model/surface.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/vec3.h"

static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* ---- integrals ------------------------------------------------------------------------------- */

/* Sets the scaled corners of a triangle from `origin`. */
static void
get_corners(double corners[3][3],
            const TrSurface *surface,
            uint32_t triangle,
            const double scale[3],
            const double origin[3])
{
  for (int k = 0; k < 3; k++) {
    const float *vertex = surface->vertices[surface->triangles[triangle][k]];
    for (int i = 0; i < 3; i++)
      corners[k][i] = scale[i] * (double)vertex[i] - origin[i];
  }
}

/* Adds the tetrahedron of the corners and the origin: volume, first and second moments. */
static void
add_tetrahedron(TrSurfaceIntegrals *sum, const double corners[3][3])
{
  double cross[3], s[3], d;

  tr_vec3_cross(cross, corners[1], corners[2]);
  d = tr_vec3_dot(corners[0], cross);
  for (int i = 0; i < 3; i++)
    s[i] = corners[0][i] + corners[1][i] + corners[2][i];
  sum->volume += d / 6;
  for (int i = 0; i < 3; i++)
    sum->centre[i] += d / 24 * s[i];
  for (int p = 0; p < 6; p++) {
    int i = pairs[p][0], j = pairs[p][1];
    double moment = s[i] * s[j];
    for (int k = 0; k < 3; k++)
      moment += corners[k][i] * corners[k][j];
    sum->second[p] += d / 120 * moment;
  }
}

void
tr_surface_integrate(TrSurfaceIntegrals *out, const TrSurface *surface, const double scale[3])
{
  double origin[3], corners[3][3], sign;

  memset(out, 0, sizeof *out);
  if (surface->n_triangles == 0)
    return;
  /* a vertex as the origin: far from the surface the sums would cancel */
  get_corners(corners, surface, 0, scale, (const double[3]){0});
  tr_vec3_copy(origin, corners[0]);
  for (uint32_t t = 0; t < surface->n_triangles; t++) {
    get_corners(corners, surface, t, scale, origin);
    add_tetrahedron(out, (const double(*)[3])corners);
  }
  sign = out->volume < 0 ? -1 : 1; /* triangles that face inwards, or a reflection */
  if (out->volume == 0) {
    memset(out, 0, sizeof *out);
    return;
  }
  for (int i = 0; i < 3; i++)
    out->centre[i] /= out->volume;
  for (int p = 0; p < 6; p++)
    out->second[p] =
        sign * (out->second[p] - out->volume * out->centre[pairs[p][0]] * out->centre[pairs[p][1]]);
  out->volume *= sign;
  tr_vec3_add_scaled(out->centre, out->centre, 1, origin);
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* Edge from the lower to the higher vertex, in the high bits and the middle bits; the lowest bit is
 * set where a triangle runs along it the other way. */
static int
compare_edges(const void *a, const void *b)
{
  uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

  return (first > second) - (first < second);
}

static uint64_t
make_edge(uint32_t from, uint32_t to)
{
  uint64_t low = from < to ? from : to, high = from < to ? to : from;

  return low << 32 | high << 1 | (from > to);
}

bool
tr_surface_count_open_edges(uint32_t *n, const TrSurface *surface)
{
  size_t n_edges = 3 * (size_t)surface->n_triangles;
  uint64_t *edges = malloc((n_edges + 1) * sizeof *edges);

  *n = 0;
  if (!edges)
    return false;
  for (size_t i = 0; i < n_edges; i++) {
    const uint32_t *corners = surface->triangles[i / 3];
    edges[i] = make_edge(corners[i % 3], corners[(i + 1) % 3]);
  }
  qsort(edges, n_edges, sizeof *edges, compare_edges);
  for (size_t i = 0, end; i < n_edges; i = end) {
    long balance = 0;
    for (end = i; end < n_edges && edges[end] >> 1 == edges[i] >> 1; end++)
      balance += edges[end] & 1 ? -1 : 1;
    *n += balance != 0;
  }
  free(edges);
  return true;
}
