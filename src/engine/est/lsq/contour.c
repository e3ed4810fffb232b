#include "engine/est/lsq/contour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Edges from a node: to the next i, to the next j, and across the cell. */
enum { ALONG_I, ALONG_J, ACROSS, EDGES_PER_NODE };

/* Every triangle of a cell crosses the level on two of its edges or on none, and every edge belongs
 * to two triangles at most: the crossings are chains. */
typedef struct Net {
  const double *x, *y, *z;
  int nx, ny;
  double level;
  int (*link)[2]; /* [n_edges] neighbours of the crossing on an edge, -1: none */
  bool *is_used;  /* [n_edges] */
} Net;

static int
edge_id(const Net *net, int i, int j, int kind)
{
  return EDGES_PER_NODE * (i * net->ny + j) + kind;
}

/* Nodes at the ends of an edge. */
static void
find_ends(const Net *net, int edge, int *a, int *b)
{
  static const int di[] = {1, 0, 1}, dj[] = {0, 1, 1};
  int kind = edge % EDGES_PER_NODE;

  *a = edge / EDGES_PER_NODE;
  *b = *a + di[kind] * net->ny + dj[kind];
}

static bool
crosses(const Net *net, int edge)
{
  int a, b;

  find_ends(net, edge, &a, &b);
  return (net->z[a] < net->level) != (net->z[b] < net->level);
}

static void
add_link(Net *net, int from, int to)
{
  net->link[from][net->link[from][0] >= 0] = to;
}

static void
visit_triangle(Net *net, int e0, int e1, int e2)
{
  int edges[] = {e0, e1, e2}, found[3], n = 0;

  for (int k = 0; k < 3; k++)
    if (crosses(net, edges[k]))
      found[n++] = edges[k];
  if (n == 2) {
    add_link(net, found[0], found[1]);
    add_link(net, found[1], found[0]);
  }
}

static void
visit_cell(Net *net, int i, int j)
{
  const double *z = net->z + (size_t)i * (size_t)net->ny + j;

  if (!isfinite(z[0]) || !isfinite(z[1]) || !isfinite(z[net->ny]) || !isfinite(z[net->ny + 1]))
    return;
  visit_triangle(net, edge_id(net, i, j, ALONG_I), edge_id(net, i + 1, j, ALONG_J),
                 edge_id(net, i, j, ACROSS));
  visit_triangle(net, edge_id(net, i, j, ALONG_J), edge_id(net, i, j + 1, ALONG_I),
                 edge_id(net, i, j, ACROSS));
}

static void
find_point(double xy[2], const Net *net, int edge)
{
  double share;
  int a, b;

  find_ends(net, edge, &a, &b);
  share = (net->level - net->z[a]) / (net->z[b] - net->z[a]);
  xy[0] = net->x[a] + share * (net->x[b] - net->x[a]);
  xy[1] = net->y[a] + share * (net->y[b] - net->y[a]);
}

/* Follows the chain from an edge on. */
static TrStatus
follow(TrContour *contour, Net *net, int start, int n_edges)
{
  TrContourLine *line = &contour->lines[contour->n_lines];
  double *xy = malloc((size_t)n_edges * 2 * sizeof *xy), *fitting;
  int edge = start, next;

  if (!xy)
    return TR_NO_MEMORY;
  *line = (TrContourLine){0};
  do {
    find_point(xy + 2 * line->n++, net, edge);
    net->is_used[edge] = true;
    next = -1;
    for (int k = 0; k < 2; k++)
      if (net->link[edge][k] >= 0 && !net->is_used[net->link[edge][k]])
        next = net->link[edge][k];
    line->is_closed = net->link[edge][0] == start || net->link[edge][1] == start;
    edge = next;
  } while (edge >= 0);
  line->is_closed = line->is_closed && line->n > 2;
  fitting = realloc(xy, (size_t)line->n * 2 * sizeof *xy);
  line->xy = fitting ? fitting : xy;
  contour->n_lines++;
  return TR_OK;
}

/* Chains with ends first, then the closed ones. */
static TrStatus
follow_all(TrContour *contour, Net *net, int n_edges)
{
  for (int closed = 0; closed < 2; closed++)
    for (int e = 0; e < n_edges; e++)
      if (!net->is_used[e] && net->link[e][0] >= 0 && (closed || net->link[e][1] < 0))
        TR_TRY(follow(contour, net, e, n_edges));
  return TR_OK;
}

TrStatus
tr_contour_find(TrContour *contour, const TrContourGrid *grid, double level)
{
  TR_ASSERT(contour && grid && grid->x && grid->y && grid->z && grid->nx > 0 && grid->ny > 0);
  TR_ASSERT(isfinite(level));

  int nx = grid->nx, ny = grid->ny, n_edges = EDGES_PER_NODE * nx * ny;
  Net net = {.x = grid->x, .y = grid->y, .z = grid->z, .nx = nx, .ny = ny, .level = level};
  TrStatus status = TR_NO_MEMORY;

  *contour = (TrContour){0};
  net.link = malloc((size_t)n_edges * sizeof *net.link);
  net.is_used = calloc((size_t)n_edges, sizeof *net.is_used);
  contour->lines = calloc((size_t)n_edges, sizeof *contour->lines);
  if (net.link && net.is_used && contour->lines) {
    memset(net.link, 0xff, (size_t)n_edges * sizeof *net.link);
    for (int i = 0; i + 1 < nx; i++)
      for (int j = 0; j + 1 < ny; j++)
        visit_cell(&net, i, j);
    status = follow_all(contour, &net, n_edges);
  }
  free(net.link);
  free(net.is_used);
  if (status != TR_OK)
    tr_contour_clear(contour);
  return status;
}

void
tr_contour_clear(TrContour *contour)
{
  for (int i = 0; i < contour->n_lines; i++)
    free(contour->lines[i].xy);
  free(contour->lines);
  *contour = (TrContour){0};
}
