#include "engine/mbs/contact/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/boxqp.h"
#include "engine/linalg/vec3.h"

enum { EDGES = 8, ROWS = 6 };

/* Weight of |w|^2 in units of the squared load. */
#define SMALLNESS 1e-8

/* Sets an edge of the pyramid about a friction cone. */
static void
find_edge(const TrContactForce *point, int edge, double out[3])
{
  double across[3] = {0}, s[3], t[3], slope = point->friction / cos(M_PI / EDGES);
  double angle = 2 * M_PI * edge / EDGES, size;

  across[fabs(point->normal[0]) < 0.5 ? 0 : 1] = 1;
  tr_vec3_cross(s, point->normal, across);
  size = tr_vec3_norm(s);
  tr_vec3_cross(t, point->normal, s);
  for (int i = 0; i < 3; i++)
    out[i] = point->normal[i] + slope * (cos(angle) * s[i] + sin(angle) * t[i]) / size;
}

/* Sets the force and the torque of a force at a point. */
static void
find_wrench(const double arm[3], const double force[3], double out[ROWS])
{
  tr_vec3_copy(out, force);
  tr_vec3_cross(out + 3, arm, force);
}

double
tr_contact_reach(const TrContactForce *points, int n)
{
  double longest = 0;

  TR_ASSERT(points || n == 0);
  for (int i = 0; i < n; i++)
    longest = fmax(longest, tr_vec3_norm(points[i].arm));
  return longest > 0 ? longest : 1;
}

/* Sets a = A^T A + eps and g = -A^T load for the wrenches A [n x ROWS] of unit weights. */
static void
fill_problem(double *a, double *g, const double *wrenches, int n, const double load[ROWS])
{
  for (int i = 0; i < n; i++) {
    const double *row = wrenches + ROWS * i;

    g[i] = 0;
    for (int r = 0; r < ROWS; r++)
      g[i] -= row[r] * load[r];
    for (int j = 0; j < n; j++) {
      double sum = i == j ? SMALLNESS : 0;

      for (int r = 0; r < ROWS; r++)
        sum += row[r] * wrenches[ROWS * j + r];
      a[n * i + j] = sum;
    }
  }
}

/* Adds the forces of the weights up, and takes them off the load. */
static void
add_up(TrContactForce *points, int n, const double *weights, double left[ROWS])
{
  for (int i = 0; i < n; i++) {
    double edge[3], force[3] = {0}, wrench[ROWS];

    for (int k = 0; k < EDGES; k++) {
      find_edge(&points[i], k, edge);
      tr_vec3_add_scaled(force, force, weights[EDGES * i + k], edge);
    }
    tr_vec3_copy(points[i].force, force);
    find_wrench(points[i].arm, force, wrench);
    for (int r = 0; r < ROWS; r++)
      left[r] -= wrench[r];
  }
}

/* Memory of the programme for `size` weights. */
typedef struct Programme {
  double *wrenches, *a, *weights, *g, *lower, *upper;
  void *work;
} Programme;

static bool
take_memory(Programme *p, int size)
{
  size_t n = (size_t)size;

  *p = (Programme){.wrenches = calloc(ROWS * n + 1, sizeof(double)),
                   .a = calloc(n * n + 1, sizeof(double)),
                   .weights = calloc(4 * n + 1, sizeof(double)),
                   .work = malloc(tr_boxqp_work_size(size) + 1)};
  if (!p->wrenches || !p->a || !p->weights || !p->work)
    return false;
  p->g = p->weights + n;
  p->lower = p->g + n;
  p->upper = p->lower + n;
  return true;
}

static void
give_memory(Programme *p)
{
  free(p->wrenches);
  free(p->a);
  free(p->weights);
  free(p->work);
}

TrStatus
tr_contact_share(
    TrContactForce *points, int n, const double load[6], double force_weight, double left[6])
{
  TR_ASSERT((points || n == 0) && load && left && force_weight > 0);
  int size = EDGES * n;
  double reach = tr_contact_reach(points, n), scaled[ROWS];
  Programme p;
  TrStatus status = TR_NO_MEMORY;

  memcpy(left, load, ROWS * sizeof *left);
  if (take_memory(&p, size)) {
    for (int r = 0; r < ROWS; r++)
      scaled[r] = load[r] * (r < 3 ? force_weight : 1 / reach);
    for (int i = 0; i < size; i++) {
      double edge[3], *wrench = p.wrenches + ROWS * i;

      find_edge(&points[i / EDGES], i % EDGES, edge);
      find_wrench(points[i / EDGES].arm, edge, wrench);
      for (int r = 0; r < ROWS; r++)
        wrench[r] *= r < 3 ? force_weight : 1 / reach;
      p.upper[i] = INFINITY;
    }
    fill_problem(p.a, p.g, p.wrenches, size, scaled);
    status = tr_boxqp_solve(p.weights, &(TrBoxqp){p.a, p.g, p.lower, p.upper, size}, p.work);
  }
  if (status == TR_OK)
    add_up(points, n, p.weights, left);
  give_memory(&p);
  return status;
}
