#include "ui/scene/geometry/skin.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"

#define SMOOTH 0.766 /* cosine of the angle up to which an edge is smooth */

/* Triangles around a vertex up to which normals are smooth: the work grows with the square. */
enum { MOST_AROUND = 64 };

/* Surface while its skin is made. */
typedef struct {
  const TrSurface *surface;
  double scale[3];
  gboolean is_turned;
  double (*normals)[3]; /* [n_triangles] of the length of twice the area */
  guint *first;         /* [n_vertices + 1] begin of the corners of a vertex in `corners` */
  guint *corners;       /* [3 n_triangles] 3 * triangle + corner, by vertex */
  guint32 *placed;      /* [3 n_triangles] vertex of the skin at a corner */
  TrammelSkin *skin;
} Maker;

static void
get_place(double place[3], const Maker *maker, guint vertex)
{
  for (int i = 0; i < 3; i++)
    place[i] = maker->scale[i] * (double)maker->surface->vertices[vertex][i];
}

static void
set_box(Maker *maker)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  double longest = 0, place[3];

  for (guint k = 0; k < maker->surface->n_vertices; k++) {
    get_place(place, maker, k);
    for (int i = 0; i < 3; i++) {
      low[i] = fmin(low[i], place[i]);
      high[i] = fmax(high[i], place[i]);
    }
  }
  for (int i = 0; i < 3; i++) {
    maker->skin->centre[i] = (low[i] + high[i]) / 2;
    maker->skin->half[i] = (high[i] - low[i]) / 2;
    longest = fmax(longest, maker->skin->half[i]);
  }
  for (int i = 0; i < 3; i++) /* a flat surface */
    maker->skin->half[i] = fmax(maker->skin->half[i], 1e-6 * longest);
}

static void
set_normals(Maker *maker)
{
  for (guint t = 0; t < maker->surface->n_triangles; t++) {
    const guint32 *corners = maker->surface->triangles[t];
    double a[3], b[3], c[3];
    get_place(a, maker, corners[0]);
    get_place(b, maker, corners[1]);
    get_place(c, maker, corners[2]);
    tr_vec3_sub(b, b, a);
    tr_vec3_sub(c, c, a);
    tr_vec3_cross(maker->normals[t], maker->is_turned ? c : b, maker->is_turned ? b : c);
  }
}

/* Lists the corners of each vertex. */
static void
sort_corners(Maker *maker)
{
  guint n_corners = 3 * maker->surface->n_triangles;
  const guint32 *vertex_of = maker->surface->triangles[0];

  for (guint i = 0; i < n_corners; i++)
    maker->first[vertex_of[i] + 1]++;
  for (guint k = 0; k < maker->surface->n_vertices; k++)
    maker->first[k + 1] += maker->first[k];
  g_autofree guint *next = g_memdup2(maker->first, maker->surface->n_vertices * sizeof(guint));
  for (guint i = 0; i < n_corners; i++)
    maker->corners[next[vertex_of[i]]++] = i;
}

/* Sets the normal at a corner: the sum over the triangles around that face nearly the same way. */
static void
blend_normal(
    double normal[3], const Maker *maker, const guint *around, guint n, const double own[3])
{
  double length = tr_vec3_norm(own);

  tr_vec3_copy(normal, own);
  for (guint k = 0; k < n && n <= MOST_AROUND; k++) {
    const double *other = maker->normals[around[k] / 3];
    double along = tr_vec3_dot(own, other);
    if (other != own && along > SMOOTH * length * tr_vec3_norm(other))
      tr_vec3_add_scaled(normal, normal, 1, other);
  }
  length = tr_vec3_norm(normal);
  for (int i = 0; i < 3; i++)
    normal[i] /= length;
}

static guint32
add_vertex(Maker *maker, guint vertex, const float normal[3])
{
  TrammelSkin *skin = maker->skin;
  TrammelVertex made = {.normal = {normal[0], normal[1], normal[2]}};
  double place[3];

  get_place(place, maker, vertex);
  for (int i = 0; i < 3; i++)
    made.shift[i] =
        skin->half[i] > 0 ? (float)((place[i] - skin->centre[i]) / skin->half[i]) : 0.0f;
  g_array_append_val(skin->mesh.vertices, made);
  return skin->mesh.vertices->len - 1;
}

/* Places the corners at a vertex; those with one normal share a vertex of the skin. */
static void
place_corners(Maker *maker, guint vertex)
{
  const guint *around = maker->corners + maker->first[vertex];
  guint n = maker->first[vertex + 1] - maker->first[vertex];
  guint begin = maker->skin->mesh.vertices->len;

  for (guint k = 0; k < n; k++) {
    const double *own = maker->normals[around[k] / 3];
    const GArray *vertices = maker->skin->mesh.vertices;
    double blended[3];
    guint at = begin;
    if (!(tr_vec3_norm(own) > 0))
      continue;
    blend_normal(blended, maker, around, n, own);
    const float normal[3] = {(float)blended[0], (float)blended[1], (float)blended[2]};
    while (at < vertices->len && at - begin < MOST_AROUND &&
           memcmp(g_array_index(vertices, TrammelVertex, at).normal, normal, sizeof normal) != 0)
      at++;
    if (at == vertices->len || at - begin == MOST_AROUND)
      at = add_vertex(maker, vertex, normal);
    maker->placed[around[k]] = at;
  }
}

static void
add_triangles(Maker *maker, gboolean turned, guint shift)
{
  for (guint t = 0; t < maker->surface->n_triangles; t++) {
    const guint32 *placed = maker->placed + 3 * t;
    const guint32 indices[3] = {shift + placed[0], shift + placed[turned ? 2 : 1],
                                shift + placed[turned ? 1 : 2]};
    if (tr_vec3_norm(maker->normals[t]) > 0)
      g_array_append_vals(maker->skin->mesh.indices, indices, 3);
  }
}

/* Adds the back of a surface that is not closed. */
static void
add_back(Maker *maker)
{
  GArray *vertices = maker->skin->mesh.vertices;
  guint n = vertices->len;

  for (guint k = 0; k < n; k++) {
    TrammelVertex vertex = g_array_index(vertices, TrammelVertex, k);
    for (int i = 0; i < 3; i++)
      vertex.normal[i] = -vertex.normal[i];
    g_array_append_val(vertices, vertex);
  }
  add_triangles(maker, !maker->is_turned, n);
}

/* TRUE if the triangles face inwards, as they are scaled. */
static gboolean
faces_inwards(const Maker *maker)
{
  double sum = 0;

  for (guint t = 0; t < maker->surface->n_triangles; t++) {
    double corner[3];
    get_place(corner, maker, maker->surface->triangles[t][0]);
    tr_vec3_sub(corner, corner, maker->skin->centre);
    sum += tr_vec3_dot(corner, maker->normals[t]);
  }
  return sum < 0;
}

TrammelSkin *
trammel_skin_new(const TrSurface *surface, const double scale[3])
{
  gsize n_corners = 3 * (gsize)surface->n_triangles;
  TrammelSkin *skin = g_new0(TrammelSkin, 1);
  Maker maker = {.surface = surface,
                 .scale = {scale[0], scale[1], scale[2]},
                 .normals = g_malloc_n(surface->n_triangles, sizeof *maker.normals),
                 .first = g_new0(guint, (gsize)surface->n_vertices + 1),
                 .corners = g_new(guint, n_corners),
                 .placed = g_new0(guint32, n_corners),
                 .skin = skin};
  uint32_t n_open = 0;

  skin->refs = 1;
  skin->mesh.vertices = g_array_new(FALSE, FALSE, sizeof(TrammelVertex));
  skin->mesh.indices = g_array_new(FALSE, FALSE, sizeof(guint32));
  set_box(&maker);
  set_normals(&maker);
  maker.is_turned = faces_inwards(&maker);
  if (maker.is_turned)
    set_normals(&maker);
  sort_corners(&maker);
  for (guint k = 0; k < surface->n_vertices; k++)
    place_corners(&maker, k);
  add_triangles(&maker, maker.is_turned, 0);
  if (!tr_surface_count_open_edges(&n_open, surface) || n_open > 0)
    add_back(&maker);
  g_free(maker.normals);
  g_free(maker.first);
  g_free(maker.corners);
  g_free(maker.placed);
  return skin;
}

TrammelSkin *
trammel_skin_ref(TrammelSkin *skin)
{
  g_atomic_int_inc(&skin->refs);
  return skin;
}

void
trammel_skin_unref(TrammelSkin *skin)
{
  if (!g_atomic_int_dec_and_test(&skin->refs))
    return;
  trammel_mesh_clear(&skin->mesh);
  g_free(skin);
}
