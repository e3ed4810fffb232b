#include "ui/scene/geometry/mesh.h"

#include <math.h>

enum {
  ROUND_COLUMNS = 22, /* around the axis of round solids */
  ROUND_ROWS = 6,     /* from the equator to a pole */
  RIM_ROWS = 2,       /* of a rounded rim or edge, a quarter turn */
  EDGE_COLUMNS = 3,
  RIM_COLUMNS = 30,
  WIRE_COLUMNS = 8,
  WIRE_ROWS = 1
};

/* Direction around the axis, and the shift of its vertices. */
typedef struct {
  double x, y, shift_x, shift_y;
} Column;

typedef struct {
  double radial, z, shift_z;
} Row;

static void
add_vertex(TrammelMesh *mesh, const double round[3], const double shift[3], const double normal[3])
{
  TrammelVertex vertex;

  for (int i = 0; i < 3; i++) {
    vertex.round[i] = (float)round[i];
    vertex.shift[i] = (float)shift[i];
    vertex.normal[i] = (float)normal[i];
  }
  g_array_append_val(mesh->vertices, vertex);
}

static void
add_triangle(TrammelMesh *mesh, guint a, guint b, guint c)
{
  guint32 indices[3] = {(guint32)a, (guint32)b, (guint32)c};

  g_array_append_vals(mesh->indices, indices, 3);
}

/* Adds the flat face around a pole: a fan over the row of vertices that starts at `first`. */
static void
add_cap(TrammelMesh *mesh, double z, guint first, guint n_columns)
{
  double pole[3] = {0, 0, z};
  guint centre = mesh->vertices->len;

  add_vertex(mesh, pole, pole, pole);
  for (guint i = 0; i < n_columns; i++) {
    guint a = first + i, b = first + (i + 1) % n_columns;

    if (z > 0)
      add_triangle(mesh, centre, a, b);
    else
      add_triangle(mesh, centre, b, a);
  }
}

/* Adds a surface over rows from the north pole to the south pole, closed around the axis. */
static void
add_skin(TrammelMesh *mesh, const Column *columns, guint n_columns, guint n_rows, gboolean is_flat)
{
  guint first = mesh->vertices->len;

  for (guint k = 0; k < 2 * (n_rows + 1); k++) {
    gboolean north = k <= n_rows;
    double angle = (north ? (double)k : (double)k - 1) * M_PI_2 / n_rows;
    Row row = {sin(angle), cos(angle), north ? 1 : -1};

    for (guint i = 0; i < n_columns; i++) {
      double round[3] = {row.radial * columns[i].x, row.radial * columns[i].y, row.z};
      double shift[3] = {columns[i].shift_x, columns[i].shift_y, row.shift_z};

      add_vertex(mesh, round, shift, round);
    }
  }
  for (guint k = 0; k + 1 < 2 * (n_rows + 1); k++)
    for (guint i = 0; i < n_columns; i++) {
      guint a = first + k * n_columns + i, b = first + k * n_columns + (i + 1) % n_columns;

      add_triangle(mesh, a, a + n_columns, b + n_columns);
      add_triangle(mesh, a, b + n_columns, b);
    }
  if (is_flat) {
    add_cap(mesh, 1, first, n_columns);
    add_cap(mesh, -1, first + (2 * n_rows + 1) * n_columns, n_columns);
  }
}

/* Adds a round surface; shifted: distance of the columns of a cylinder from the axis, in its
 * radius; 0 for spheres. */
static void
add_round(TrammelMesh *mesh, guint n_columns, guint n_rows, double shifted)
{
  Column columns[RIM_COLUMNS];

  for (guint i = 0; i < n_columns; i++) {
    double x = cos(2 * M_PI * i / n_columns), y = sin(2 * M_PI * i / n_columns);

    columns[i] = (Column){x, y, shifted * x, shifted * y};
  }
  add_skin(mesh, columns, n_columns, n_rows, shifted > 0);
}

static void
add_box(TrammelMesh *mesh)
{
  Column columns[4 * (EDGE_COLUMNS + 1)];

  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    guint quarter = i / (EDGE_COLUMNS + 1), step = i % (EDGE_COLUMNS + 1);
    double angle = M_PI_2 * (quarter + (double)step / EDGE_COLUMNS);

    columns[i] = (Column){cos(angle), sin(angle), quarter == 0 || quarter == 3 ? 1 : -1,
                          quarter < 2 ? 1 : -1};
  }
  add_skin(mesh, columns, G_N_ELEMENTS(columns), RIM_ROWS, TRUE);
}

static void
add_cone(TrammelMesh *mesh)
{
  static const double none[3] = {0};
  guint first = mesh->vertices->len;

  /* a tip for each column, so that each has its own normal */
  for (guint i = 0; i < ROUND_COLUMNS; i++) {
    double angle = 2 * M_PI * i / ROUND_COLUMNS;
    double rim[3] = {cos(angle), sin(angle), 0}, tip[3] = {0, 0, 1};
    double normal[3] = {rim[0] * M_SQRT1_2, rim[1] * M_SQRT1_2, M_SQRT1_2};

    add_vertex(mesh, none, rim, normal);
    add_vertex(mesh, none, tip, normal);
    add_vertex(mesh, none, rim, (double[3]){0, 0, -1});
  }
  add_vertex(mesh, none, none, (double[3]){0, 0, -1});
  for (guint i = 0; i < ROUND_COLUMNS; i++) {
    guint a = first + 3 * i, b = first + 3 * ((i + 1) % ROUND_COLUMNS);

    add_triangle(mesh, a, b, a + 1);
    add_triangle(mesh, first + 3 * ROUND_COLUMNS, b + 2, a + 2);
  }
}

/* Adds a block; each side has its own normal: four vertices about the axis k, towards it or
 * away. */
static void
add_block(TrammelMesh *mesh)
{
  static const double none[3] = {0};

  for (int side = 0; side < 6; side++) {
    int k = side / 2, sign = side & 1 ? 1 : -1;
    double normal[3] = {0};
    guint first = mesh->vertices->len;

    normal[k] = sign;
    for (int i = 0; i < 4; i++) {
      double corner[3];

      corner[k] = sign;
      corner[(k + 1) % 3] = sign * (i == 0 || i == 3 ? -1 : 1);
      corner[(k + 2) % 3] = i < 2 ? -1 : 1;
      add_vertex(mesh, none, corner, normal);
    }
    add_triangle(mesh, first, first + 1, first + 2);
    add_triangle(mesh, first, first + 2, first + 3);
  }
}

static void
add_plane(TrammelMesh *mesh)
{
  static const double none[3] = {0}, up[3] = {0, 0, 1};

  for (int i = 0; i < 4; i++)
    add_vertex(mesh, none, (double[3]){i & 1 ? 1 : -1, i & 2 ? 1 : -1, 0}, up);
  add_triangle(mesh, 0, 1, 3);
  add_triangle(mesh, 0, 3, 2);
}

void
trammel_mesh_init(TrammelMesh *mesh, TrammelMeshKind kind)
{
  mesh->vertices = g_array_new(FALSE, FALSE, sizeof(TrammelVertex));
  mesh->indices = g_array_new(FALSE, FALSE, sizeof(guint32));
  switch (kind) {
  case TRAMMEL_MESH_BOX:
    add_box(mesh);
    break;
  case TRAMMEL_MESH_SPHERE:
  case TRAMMEL_MESH_CAPSULE:
    add_round(mesh, ROUND_COLUMNS, ROUND_ROWS, 0);
    break;
  case TRAMMEL_MESH_CYLINDER:
    add_round(mesh, RIM_COLUMNS, RIM_ROWS, 1);
    break;
  case TRAMMEL_MESH_CONE:
    add_cone(mesh);
    break;
  case TRAMMEL_MESH_WIRE:
    add_round(mesh, WIRE_COLUMNS, WIRE_ROWS, 0);
    break;
  case TRAMMEL_MESH_BLOCK:
    add_block(mesh);
    break;
  case TRAMMEL_MESH_PLANE:
    add_plane(mesh);
    break;
  case TRAMMEL_N_MESHES:
  default:
    g_assert_not_reached();
  }
}

void
trammel_mesh_clear(TrammelMesh *mesh)
{
  g_clear_pointer(&mesh->vertices, g_array_unref);
  g_clear_pointer(&mesh->indices, g_array_unref);
}
