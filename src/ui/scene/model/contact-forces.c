#include "ui/scene/model/contact-forces.h"

#include <math.h>

#include "engine/linalg/boxqp.h"
#include "engine/linalg/vec3.h"

enum { EDGES = 8, ROWS = 6 };

/* Weight of |w|^2 in units of the squared load, and the share of the load that may be left. */
#define SMALLNESS 1e-8
#define MOST_LEFT 0.05

/* Sets an edge of the pyramid about a friction cone. */
static void
find_edge(const TrammelContactForce *point, int edge, double out[3])
{
  double across[3] = {0}, s[3], t[3], slope = point->friction / cos(G_PI / EDGES);
  double angle = 2 * G_PI * edge / EDGES;

  across[fabs(point->normal[0]) < 0.5 ? 0 : 1] = 1;
  tr_vec3_cross(s, point->normal, across);
  double size = tr_vec3_norm(s);
  tr_vec3_cross(t, point->normal, s);
  for (int i = 0; i < 3; i++)
    out[i] = point->normal[i] + slope * (cos(angle) * s[i] + sin(angle) * t[i]) / size;
}

/* Sets the wrench of a force at a point, torques over `length`. */
static void
find_wrench(const double arm[3], const double force[3], double length, double out[ROWS])
{
  tr_vec3_copy(out, force);
  tr_vec3_cross(out + 3, arm, force);
  for (int i = 3; i < ROWS; i++)
    out[i] /= length;
}

static double
find_longest_arm(const TrammelContactForce *points, int n)
{
  double longest = 0;

  for (int i = 0; i < n; i++)
    longest = fmax(longest, tr_vec3_norm(points[i].arm));
  return longest > 0 ? longest : 1;
}

/* Sets a = A^T A + eps and g = -A^T load for the wrenches A [n x ROWS] of unit weights. */
static void
fill_problem(double *a, double *g, const double *wrenches, int n, const double load[ROWS])
{
  for (int i = 0; i < n; i++) {
    const double *row = wrenches + (gsize)ROWS * i;
    g[i] = 0;
    for (int r = 0; r < ROWS; r++)
      g[i] -= row[r] * load[r];
    for (int j = 0; j < n; j++) {
      double sum = i == j ? SMALLNESS : 0;
      for (int r = 0; r < ROWS; r++)
        sum += row[r] * wrenches[(gsize)ROWS * j + r];
      a[(gsize)n * i + j] = sum;
    }
  }
}

/* Adds the forces of the weights up, and returns what they leave of the load. */
static double
add_up(TrammelContactForce *points, int n, const double *weights, double length, double load[ROWS])
{
  double left = 0;

  for (int i = 0; i < n; i++) {
    double edge[3], force[3] = {0}, wrench[ROWS];
    for (int k = 0; k < EDGES; k++) {
      find_edge(&points[i], k, edge);
      tr_vec3_add_scaled(force, force, weights[EDGES * i + k], edge);
    }
    tr_vec3_copy(points[i].force, force);
    find_wrench(points[i].arm, points[i].force, length, wrench);
    for (int r = 0; r < ROWS; r++)
      load[r] -= wrench[r];
  }
  for (int r = 0; r < ROWS; r++)
    left += load[r] * load[r];
  return sqrt(left);
}

gboolean
trammel_contact_forces_fill(TrammelContactForce *points, int n, const double load[6])
{
  int size = EDGES * n;
  double length = find_longest_arm(points, n), weight = tr_vec3_norm(load), scaled[ROWS];
  g_autofree double *wrenches = g_new(double, (gsize)size *ROWS + 1);
  g_autofree double *a = g_new(double, (gsize)size *size + 1);
  g_autofree double *vectors = g_new0(double, 4 * (gsize)size + 1);
  g_autofree void *work = g_malloc(tr_boxqp_work_size(size) + 1);
  double *weights = vectors, *g = vectors + size, *lower = g + size, *upper = lower + size;

  if (n == 0)
    return FALSE;
  for (int r = 0; r < ROWS; r++)
    scaled[r] = r < 3 ? load[r] : load[r] / length;
  for (int i = 0; i < size; i++) {
    double edge[3];
    find_edge(&points[i / EDGES], i % EDGES, edge);
    find_wrench(points[i / EDGES].arm, edge, length, wrenches + (gsize)ROWS * i);
    upper[i] = INFINITY;
  }
  fill_problem(a, g, wrenches, size, scaled);
  const TrBoxqp problem = {.a = a, .g = g, .lower = lower, .upper = upper, .n = size};
  if (tr_boxqp_solve(weights, &problem, work) != TR_OK)
    return FALSE;
  return add_up(points, n, weights, length, scaled) <= MOST_LEFT * weight;
}
