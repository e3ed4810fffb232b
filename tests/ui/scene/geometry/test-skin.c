/* Tests of skins: normals, facing, both sides of open surfaces, and their store. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/mesh/surface.h"
#include "io/packed/temp_folder.h"
#include "support/mesh_files.h"
#include "ui/scene/geometry/skin-store.h"

static char *folder;

/* Returns the skin of the cube file, which is 1 m long. */
static TrammelSkin *
new_cube(guint n_missing, const double scale[3])
{
  g_autofree char *path = g_build_filename(folder, "cube.obj", NULL);
  g_autoptr(TrammelSurface) surface = NULL;

  tr_test_write_cube(path, n_missing);
  surface = trammel_surface_load(path, NULL, NULL);
  const TrSurface view = trammel_surface_view(surface);
  return trammel_skin_new(&view, scale);
}

static void
get_corner(double place[3], const TrammelSkin *skin, guint i)
{
  guint32 at = g_array_index(skin->mesh.indices, guint32, i);
  const TrammelVertex *vertex = &g_array_index(skin->mesh.vertices, TrammelVertex, at);

  for (int k = 0; k < 3; k++)
    place[k] = skin->half[k] * (double)vertex->shift[k];
}

/* The first n triangles turn to the left seen from outside, and their normals point there. */
static void
check_facing(const TrammelSkin *skin, guint n)
{
  for (guint t = 0; t < n; t++) {
    double corners[3][3], a[3], b[3], face[3];
    for (guint k = 0; k < 3; k++)
      get_corner(corners[k], skin, 3 * t + k);
    tr_vec3_sub(a, corners[1], corners[0]);
    tr_vec3_sub(b, corners[2], corners[0]);
    tr_vec3_cross(face, a, b);
    g_assert_cmpfloat(tr_vec3_dot(face, corners[0]), >, 0);
    guint32 at = g_array_index(skin->mesh.indices, guint32, 3 * t);
    const float *normal = g_array_index(skin->mesh.vertices, TrammelVertex, at).normal;
    for (int k = 0; k < 3; k++)
      g_assert_cmpfloat_with_epsilon((double)normal[k], face[k] / tr_vec3_norm(face), 1e-6);
  }
}

static void
test_cube(void)
{
  static const double scales[][3] = {{1, 1, 1}, {0.1, -2, 3}};

  for (gsize i = 0; i < G_N_ELEMENTS(scales); i++) {
    g_autoptr(TrammelSkin) skin = new_cube(0, scales[i]);
    g_assert_cmpuint(skin->mesh.indices->len, ==, 36);
    g_assert_cmpuint(skin->mesh.vertices->len, ==, 24); /* its edges are sharp */
    for (int k = 0; k < 3; k++) {
      g_assert_cmpfloat_with_epsilon(skin->half[k], fabs(scales[i][k]) / 2, 1e-12);
      g_assert_cmpfloat_with_epsilon(skin->centre[k], scales[i][k] / 2, 1e-12);
    }
    check_facing(skin, 12);
  }
}

/* A cube without its lid is seen from inside, too. */
static void
test_open(void)
{
  g_autoptr(TrammelSkin) skin = new_cube(2, (const double[3]){1, 1, 1});
  double corners[3][3], a[3], b[3], face[3];

  g_assert_cmpuint(skin->mesh.indices->len, ==, 60);
  check_facing(skin, 10);
  for (guint t = 10; t < 20; t++) {
    for (guint k = 0; k < 3; k++)
      get_corner(corners[k], skin, 3 * t + k);
    tr_vec3_sub(a, corners[1], corners[0]);
    tr_vec3_sub(b, corners[2], corners[0]);
    tr_vec3_cross(face, a, b);
    g_assert_cmpfloat(tr_vec3_dot(face, corners[0]), <, 0);
  }
}

/* Two triangles at 20 degrees share the normals of their edge, at 60 degrees they do not. */
static void
test_smooth(void)
{
  static const uint32_t triangles[2][3] = {{0, 1, 2}, {1, 0, 3}};
  static const struct {
    double degrees;
    guint n_vertices;
  } cases[] = {{20, 4}, {60, 6}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    double angle = cases[i].degrees * G_PI / 180;
    const float vertices[4][3] = {
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, (float)-cos(angle), (float)-sin(angle)}};
    const TrSurface surface = {vertices, triangles, 4, 2};
    g_autoptr(TrammelSkin) skin = trammel_skin_new(&surface, (const double[3]){1, 1, 1});
    g_assert_cmpuint(skin->mesh.vertices->len, ==, 2 * cases[i].n_vertices); /* and the back */
  }
}

/* A fan of many triangles around one vertex takes no more than its share of time, and a flat one
 * has numbers. */
static void
test_fan(void)
{
  enum { N = 20000 };
  g_autofree float(*vertices)[3] = g_malloc0_n(N + 1, sizeof *vertices);
  g_autofree uint32_t(*triangles)[3] = g_malloc0_n(N, sizeof *triangles);
  const TrSurface surface = {(const float(*)[3])vertices, (const uint32_t(*)[3])triangles, N + 1,
                             N};

  for (uint32_t i = 0; i < N; i++) {
    vertices[i + 1][0] = (float)cos(2 * G_PI * i / N);
    vertices[i + 1][1] = (float)sin(2 * G_PI * i / N);
    triangles[i][1] = i + 1;
    triangles[i][2] = (i + 1) % N + 1;
  }
  g_autoptr(TrammelSkin) skin = trammel_skin_new(&surface, (const double[3]){1, 1, 1});
  for (guint i = 0; i < skin->mesh.vertices->len; i++) {
    const TrammelVertex *vertex = &g_array_index(skin->mesh.vertices, TrammelVertex, i);
    for (int k = 0; k < 3; k++)
      g_assert_true(isfinite(vertex->shift[k]) && isfinite(vertex->normal[k]));
  }
}

static void
count_arrival(gpointer n)
{
  ++*(guint *)n;
}

/* The store reads a file once, reports it, and reads it again when it has changed. */
static void
test_store(void)
{
  const double scale[3] = {1, 1, 1}, wide[3] = {2, 1, 1};
  g_autofree char *path = g_build_filename(folder, "kept.stl", NULL);
  TrammelSkin *first, *second, *other;
  guint n = 0;

  tr_test_write_cube(path, 0);
  trammel_skin_store_watch(count_arrival, &n);
  g_assert_cmpint(trammel_skin_store_get(&first, path, scale), ==, TRAMMEL_SKIN_AWAITED);
  g_assert_null(first);
  trammel_skin_store_wait();
  g_assert_cmpuint(n, ==, 1);
  g_assert_cmpint(trammel_skin_store_get(&first, path, scale), ==, TRAMMEL_SKIN_THERE);
  g_assert_cmpint(trammel_skin_store_get(&second, path, scale), ==, TRAMMEL_SKIN_THERE);
  g_assert_true(first == second);
  g_assert_cmpint(trammel_skin_store_get(&other, path, wide), ==, TRAMMEL_SKIN_AWAITED);
  trammel_skin_store_wait();
  g_assert_cmpint(trammel_skin_store_get(&other, path, wide), ==, TRAMMEL_SKIN_THERE);
  g_assert_cmpfloat(other->half[0], ==, 1);
  tr_test_write_cube(path, 2);
  g_assert_cmpint(trammel_skin_store_get(&second, path, scale), ==, TRAMMEL_SKIN_AWAITED);
  g_assert_cmpint(g_unlink(path), ==, 0);
  trammel_skin_store_wait();
  g_assert_cmpint(trammel_skin_store_get(&second, path, scale), ==, TRAMMEL_SKIN_AWAITED);
  trammel_skin_store_wait();
  g_assert_cmpint(trammel_skin_store_get(&second, path, scale), ==, TRAMMEL_SKIN_FAILED);
  trammel_skin_store_unwatch(&n);
  trammel_skin_unref(first);
  trammel_skin_unref(first);
  trammel_skin_unref(other);
}

int
main(int argc, char **argv)
{
  int result;

  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-skin-XXXXXX", NULL);
  g_test_add_func("/ui/scene-skin/cube", test_cube);
  g_test_add_func("/ui/scene-skin/open", test_open);
  g_test_add_func("/ui/scene-skin/smooth", test_smooth);
  g_test_add_func("/ui/scene-skin/fan", test_fan);
  g_test_add_func("/ui/scene-skin/store", test_store);
  result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
