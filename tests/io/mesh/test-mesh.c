/* Tests of reading mesh files: each format, hostile files, faulty helpers, files in memory. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/mesh/stream.h"
#include "io/mesh/surface.h"
#include "io/packed/temp_folder.h"
#include "support/mesh_files.h"

static char *folder;

static char *
write_file(const char *name, const void *data, gsize length)
{
  char *path = g_build_filename(folder, name, NULL);

  tr_test_write(path, data, length);
  return path;
}

static char *
write_text(const char *name, const char *text)
{
  return write_file(name, text, strlen(text));
}

static void
assert_error(const char *path, const char *words)
{
  g_autoptr(GError) error = NULL;
  TrammelSurface *surface = trammel_surface_load(path, NULL, &error);

  g_assert_null(surface);
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, path));
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
}

/* The file is the cube with edges of `size` at `x`, closed, of shared vertices. */
static void
check_cube(const char *path, double size, double x)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelSurface) surface = trammel_surface_load(path, NULL, &error);
  TrSurfaceIntegrals sums;
  uint32_t n_open;

  g_assert_no_error(error);
  g_assert_cmpuint(surface->n_vertices, ==, 8);
  g_assert_cmpuint(surface->n_triangles, ==, 12);
  for (int i = 0; i < 3; i++) {
    g_assert_cmpfloat_with_epsilon(surface->low[i], i ? 0 : x, 1e-6);
    g_assert_cmpfloat_with_epsilon(surface->high[i], size + (i ? 0 : x), 1e-6);
  }
  const TrSurface view = trammel_surface_view(surface);
  g_assert_true(tr_surface_count_open_edges(&n_open, &view));
  g_assert_cmpuint(n_open, ==, 0);
  tr_surface_integrate(&sums, &view, (const double[3]){1, 1, 1});
  g_assert_cmpfloat_with_epsilon(sums.volume, size * size * size, 1e-5);
}

static void
test_formats(void)
{
  g_autofree char *stl = g_build_filename(folder, "cube.stl", NULL);
  g_autofree char *obj = g_build_filename(folder, "cube.OBJ", NULL), *lower = NULL;
  g_autofree char *words = tr_test_new_cube_text_stl(), *text = write_text("text.stl", words);

  tr_test_write_cube(stl, 0);
  lower = tr_test_new_cube_obj(0);
  tr_test_write(obj, lower, strlen(lower));
  check_cube(stl, 1, 0);
  check_cube(text, 1, 0);
  check_cube(obj, 1, 0);
}

/* Coordinates of COLLADA are in metres, moved by the nodes, and not turned by the upward axis. */
static void
test_collada(void)
{
  static const char *const axes[] = {"X_UP", "Y_UP", "Z_UP"};

  for (gsize i = 0; i < G_N_ELEMENTS(axes); i++) {
    g_autofree char *text = tr_test_new_cube_dae("", axes[i], 0.01);
    g_autofree char *path = write_text("cube.dae", text);
    check_cube(path, 0.01, 0.05);
  }
}

static void
test_hostile_stl(void)
{
  const float nan[3] = {NAN, 0, 0};
  g_autoptr(GBytes) lie = tr_test_new_cube_stl(0, 4000000000u), cube = tr_test_new_cube_stl(0, 12);
  g_autofree char *lying =
      write_file("lie.stl", g_bytes_get_data(lie, NULL), g_bytes_get_size(lie));
  g_autofree guint8 *copy = g_memdup2(g_bytes_get_data(cube, NULL), g_bytes_get_size(cube));
  g_autofree char *cut = write_file("cut.stl", copy, g_bytes_get_size(cube) - 30), *not = NULL;
  g_autofree char *empty = write_text("empty.stl", ""), *words = write_text("words.stl", "hello");
  g_autofree char *flat =
      write_text("flat.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 0\n"
                             "vertex 1 0 0\nendloop\nendfacet\nendsolid a\n");

  memcpy(copy + 96, nan, sizeof nan);
  not = write_file("nan.stl", copy, g_bytes_get_size(cube));
  assert_error(lying, "is damaged or not a file of the format");
  assert_error(cut, "is damaged");
  assert_error(empty, "is damaged");
  assert_error(words, "is damaged");
  assert_error(not, "not finite");
  assert_error(flat, "no triangle with an area");
}

static void
test_hostile_obj(void)
{
  g_autofree char *beyond = write_text("beyond.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
  g_autofree char *below = write_text("below.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n");
  g_autofree char *lines = write_text("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
  g_autofree char *huge = write_text("huge.obj", "v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");

  assert_error(beyond, "");
  assert_error(below, "");
  assert_error(lines, "");
  assert_error(huge, "not finite");
}

/* Entities are not resolved: neither a bomb of them nor a file. */
static void
test_entities(void)
{
  static const char bomb[] =
      "<!DOCTYPE a [<!ENTITY a \"1 1 1 1 1 1 1 1 1 1\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;\">"
      "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;\">"
      "<!ENTITY x SYSTEM \"file:///etc/passwd\">]>";
  g_autofree char *text = tr_test_new_cube_dae(bomb, "Z_UP", 1);
  g_autoptr(GString) with = g_string_new(text);
  g_autoptr(TrammelSurface) surface = NULL;

  g_string_replace(with, "</float_array>", "&d;&x;</float_array>", 0);
  g_autofree char *path = write_text("bomb.dae", with->str);
  surface = trammel_surface_load(path, NULL, NULL);
  g_assert_true(surface == NULL || surface->n_triangles <= 12);
}

/* Nodes that contain each other's copies twice, 40 deep, end by the limits and not by the memory of
 * the machine. */
static void
test_copies(void)
{
  g_autofree char *text = tr_test_new_cube_dae("", "Z_UP", 1);
  g_autoptr(GString) with = g_string_new(text), nodes = g_string_new("<library_nodes>");

  for (int i = 0; i < 40; i++)
    g_string_append_printf(nodes,
                           "<node id=\"n%d\"><instance_node url=\"#n%d\"/>"
                           "<instance_node url=\"#n%d\"/></node>",
                           i, i + 1, i + 1);
  g_string_append(nodes, "<node id=\"n40\"><instance_geometry url=\"#g\"/></node></library_nodes>");
  g_string_replace(with, "<library_visual_scenes>", nodes->str, 1);
  g_string_replace(with, "</library_nodes>", "</library_nodes><library_visual_scenes>", 1);
  g_string_replace(with, "<instance_geometry url=\"#g\"/></node></visual",
                   "<instance_node url=\"#n0\"/></node></visual", 1);
  g_autofree char *path = write_text("copies.dae", with->str);
  assert_error(path, "");
}

static void
test_large(void)
{
  g_autoptr(GString) text = g_string_new("v 0 0 0\nv 1 0 0\nv 0 1 0\n");

  for (int i = 0; i <= TRAMMEL_MESH_MOST_TRIANGLES; i++)
    g_string_append(text, "f 1 2 3\n");
  g_autofree char *path = write_text("large.obj", text->str);
  assert_error(path, "more than 500000 triangles");
}

static void
test_names(void)
{
  g_autofree char *other = write_text("cube.step", "solid");
  g_autofree char *missing = g_build_filename(folder, "missing.stl", NULL);
  g_autofree char *pipe = g_build_filename(folder, "pipe.stl", NULL);

  g_assert_cmpint(mkfifo(pipe, 0600), ==, 0);
  assert_error(other, "STL, OBJ and COLLADA");
  assert_error(missing, "");
  assert_error(pipe, "");
  g_assert_cmpint(g_unlink(pipe), ==, 0);
}

/* Answers of a helper that is not to be trusted. */
static void
test_false_helper(void)
{
  static const char *const commands[] = {
      "exit 0", "printf hello", "printf 'trammel-mesh/1\\n'", "kill -SEGV $$",
      /* 2^32 - 1 triangles */
      "printf 'trammel-mesh/1\\n\\0\\0\\0\\0\\3\\0\\0\\0\\377\\377\\377\\377'",
      /* a triangle of three vertices, with the indices 0, 1 and 9 */
      "printf 'trammel-mesh/1\\n\\0\\0\\0\\0\\3\\0\\0\\0\\1\\0\\0\\0'; head -c 36 /dev/zero; "
      "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\9\\0\\0\\0'",
      /* an unknown answer */
      "printf 'trammel-mesh/1\\n\\77\\0\\0\\0\\3\\0\\0\\0\\1\\0\\0\\0'"};
  g_autofree char *cube = g_build_filename(folder, "false.stl", NULL);

  tr_test_write_cube(cube, 0);
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
    g_autofree char *script = g_strdup_printf("#!/bin/sh\n%s\n", commands[i]);
    g_autofree char *path = write_text("helper.sh", script);
    g_assert_cmpint(g_chmod(path, 0700), ==, 0);
    g_setenv("TRAMMEL_MESH_HELPER", path, TRUE);
    assert_error(cube, "the mesh file is damaged");
  }
  g_unsetenv("TRAMMEL_MESH_HELPER");
}

static void
test_no_helper(void)
{
  g_autofree char *cube = g_build_filename(folder, "none.stl", NULL);
  g_autoptr(GError) error = NULL;

  tr_test_write_cube(cube, 0);
  g_setenv("TRAMMEL_MESH_HELPER", "/nowhere/helper", TRUE);
  g_assert_null(trammel_surface_load(cube, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_FAILED);
  g_assert_nonnull(strstr(error->message, "/nowhere/helper"));
  g_unsetenv("TRAMMEL_MESH_HELPER");
}

/* A file is read once, and again when it has changed; failures are kept, too. */
static void
test_memory(void)
{
  g_autofree char *path = g_build_filename(folder, "kept.stl", NULL);
  g_autoptr(GError) error = NULL;
  TrammelSurface *first, *second, *third;

  g_assert_false(trammel_surface_is_known(path));
  g_assert_null(trammel_surface_get(path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_true(trammel_surface_is_known(path));
  tr_test_write_cube(path, 0);
  g_assert_false(trammel_surface_is_known(path));
  first = trammel_surface_get(path, NULL);
  second = trammel_surface_get(path, NULL);
  g_assert_true(first != NULL && first == second);
  tr_test_write_cube(path, 2);
  third = trammel_surface_get(path, NULL);
  g_assert_cmpuint(third->n_triangles, ==, 10);
  trammel_surface_unref(first);
  trammel_surface_unref(second);
  trammel_surface_unref(third);
}

int
main(int argc, char **argv)
{
  int result;

  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-mesh-XXXXXX", NULL);
  g_test_add_func("/io/mesh/formats", test_formats);
  g_test_add_func("/io/mesh/collada", test_collada);
  g_test_add_func("/io/mesh/hostile-stl", test_hostile_stl);
  g_test_add_func("/io/mesh/hostile-obj", test_hostile_obj);
  g_test_add_func("/io/mesh/entities", test_entities);
  g_test_add_func("/io/mesh/copies", test_copies);
  g_test_add_func("/io/mesh/large", test_large);
  g_test_add_func("/io/mesh/names", test_names);
  g_test_add_func("/io/mesh/false-helper", test_false_helper);
  g_test_add_func("/io/mesh/no-helper", test_no_helper);
  g_test_add_func("/io/mesh/memory", test_memory);
  result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
