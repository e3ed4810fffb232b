#include "ui/scene/mesh-data.h"

#include <math.h>

/* Resolution: the whole mechanism stays far below 20 000 triangles. */
enum { BOX_STEPS = 3, ROUND_COLUMNS = 32, BALL_STEPS = 7, RIM_STEPS = 3, CONE_COLUMNS = 24 };

/* A sphere of columns and rows, pulled apart by the ends. */
typedef struct {
  int n_columns;
  int n_steps; /* rows between a pole and the equator */
  double (*angle)(int column);
  void (*end)(float xy[2], int column);
} Lathe;

static double
get_box_angle(int column)
{
  int quadrant = column / (BOX_STEPS + 1), step = column % (BOX_STEPS + 1);
  return M_PI_2 * (quadrant + (double)step / BOX_STEPS);
}

static void
get_box_end(float xy[2], int column)
{
  int quadrant = column / (BOX_STEPS + 1);
  xy[0] = quadrant == 0 || quadrant == 3 ? 1 : -1;
  xy[1] = quadrant < 2 ? 1 : -1;
}

static double
get_round_angle(int column)
{
  return 2 * M_PI * column / ROUND_COLUMNS;
}

static void
get_capsule_end(float xy[2], int column)
{
  xy[0] = xy[1] = 0;
}

static void
get_cylinder_end(float xy[2], int column)
{
  xy[0] = (float)cos(get_round_angle(column));
  xy[1] = (float)sin(get_round_angle(column));
}

static void
append_index(GArray *indices, int index)
{
  guint16 value = (guint16)index;
  g_array_append_val(indices, value);
}

static void
append_triangle(TrammelMeshData *data, int a, int b, int c)
{
  append_index(data->triangles, a);
  append_index(data->triangles, b);
  append_index(data->triangles, c);
}

static void
append_line(TrammelMeshData *data, int a, int b)
{
  append_index(data->lines, a);
  append_index(data->lines, b);
}

/* Rows from the south pole to the north pole; the equator is there twice, once for each end. */
static void
append_lathe_vertices(TrammelMeshData *data, const Lathe *lathe)
{
  int n_rows = 2 * (lathe->n_steps + 1);

  for (int row = 0; row < n_rows; row++) {
    int north = row > lathe->n_steps;
    double latitude = M_PI_2 * (row - lathe->n_steps - north) / lathe->n_steps;
    for (int column = 0; column < lathe->n_columns; column++) {
      double angle = lathe->angle(column);
      TrammelVertex vertex = {.normal = {(float)(cos(latitude) * cos(angle)),
                                         (float)(cos(latitude) * sin(angle)),
                                         (float)sin(latitude)}};
      lathe->end(vertex.end, column);
      vertex.end[2] = north ? 1 : -1;
      g_array_append_val(data->vertices, vertex);
    }
  }
}

static void
append_lathe(TrammelMeshData *data, const Lathe *lathe)
{
  int n = lathe->n_columns, n_rows = 2 * (lathe->n_steps + 1), quarter = n / 4;
  int top = n * (n_rows - 1);

  append_lathe_vertices(data, lathe);
  for (int row = 0; row + 1 < n_rows; row++)
    for (int column = 0; column < n; column++) {
      int a = n * row + column, b = n * row + (column + 1) % n;
      append_triangle(data, a, b, b + n);
      append_triangle(data, a, b + n, a + n);
      if (column % quarter == 0)
        append_line(data, a, a + n);
      if (row == lathe->n_steps) {
        append_line(data, a, b);
        append_line(data, a + n, b + n);
      }
    }
  /* flat faces at the poles; without area where the ends meet */
  for (int column = 1; column + 1 < n; column++) {
    append_triangle(data, 0, column + 1, column);
    append_triangle(data, top, top + column, top + column + 1);
  }
}

static void
append_cone_vertex(TrammelMeshData *data, double angle, double normal_z, double radius, double z)
{
  double slope = sqrt(1 - normal_z * normal_z);
  TrammelVertex vertex = {
      .normal = {(float)(slope * cos(angle)), (float)(slope * sin(angle)), (float)normal_z},
      .end = {(float)(radius * cos(angle)), (float)(radius * sin(angle)), (float)z}};
  g_array_append_val(data->vertices, vertex);
}

/* The normals are those of an arrow's head, three times as long as wide at the base. */
static void
append_cone(TrammelMeshData *data)
{
  const double normal_z = 1 / sqrt(10);

  for (int column = 0; column < CONE_COLUMNS; column++) {
    double angle = 2 * M_PI * column / CONE_COLUMNS;
    append_cone_vertex(data, angle, normal_z, 1, 0);
    append_cone_vertex(data, angle, normal_z, 0, 1);
    append_cone_vertex(data, angle, -1, 1, 0);
  }
  for (int column = 0; column < CONE_COLUMNS; column++) {
    int a = 3 * column, b = 3 * ((column + 1) % CONE_COLUMNS);
    append_triangle(data, a, b, a + 1);
    append_line(data, a, b);
    if (column % (CONE_COLUMNS / 4) == 0)
      append_line(data, a, a + 1);
    if (column > 0)
      append_triangle(data, 2, b + 2, a + 2);
  }
}

void
trammel_mesh_data_init(TrammelMeshData *data, TrammelMesh mesh)
{
  static const Lathe lathes[] = {
      [TRAMMEL_MESH_BOX] = {4 * (BOX_STEPS + 1), BOX_STEPS, get_box_angle, get_box_end},
      [TRAMMEL_MESH_CAPSULE] = {ROUND_COLUMNS, BALL_STEPS, get_round_angle, get_capsule_end},
      [TRAMMEL_MESH_CYLINDER] = {ROUND_COLUMNS, RIM_STEPS, get_round_angle, get_cylinder_end},
  };

  data->vertices = g_array_new(FALSE, FALSE, sizeof(TrammelVertex));
  data->triangles = g_array_new(FALSE, FALSE, sizeof(guint16));
  data->lines = g_array_new(FALSE, FALSE, sizeof(guint16));
  if (mesh == TRAMMEL_MESH_CONE)
    append_cone(data);
  else
    append_lathe(data, &lathes[mesh]);
}

void
trammel_mesh_data_clear(TrammelMeshData *data)
{
  g_clear_pointer(&data->vertices, g_array_unref);
  g_clear_pointer(&data->triangles, g_array_unref);
  g_clear_pointer(&data->lines, g_array_unref);
}
