/* Tests of meshes of imported models: their files, places and scales, records; saved, packed and
 * written again. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "engine/linalg/quat.h"
#include "io/base/error.h"
#include "io/import/import.h"
#include "io/make/make.h"
#include "io/packed/packed.h"
#include "io/project/save.h"
#include "support/mesh_files.h"

/* ROOT/outside.stl, ROOT/work/arm/{urdf,meshes}, ROOT/work/arm/urdf/near.stl,
 * ROOT/work/arm/meshes/{a.stl,b.obj,c.dae,broken.stl,escape.stl -> outside} */
static char *root;

#define INERTIAL                                                                                   \
  "<inertial><mass value=\"1\"/><inertia ixx=\"0.01\" iyy=\"0.01\" izz=\"0.01\" ixy=\"0\" "        \
  "ixz=\"0\" iyz=\"0\"/></inertial>"

static char *
at(const char *name)
{
  return g_build_filename(root, name, NULL);
}

static void
make_files(void)
{
  static const char *const folders[] = {"work/arm/urdf", "work/arm/meshes"};
  static const char *const cubes[] = {"outside.stl", "work/arm/urdf/near.stl",
                                      "work/arm/meshes/a.stl", "work/arm/meshes/b.obj",
                                      "work/arm/meshes/c.dae"};
  g_autofree char *broken = at("work/arm/meshes/broken.stl"), *target = at("outside.stl");
  g_autofree char *link = at("work/arm/meshes/escape.stl");

  for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
    g_autofree char *path = at(folders[i]);
    g_assert_cmpint(g_mkdir_with_parents(path, 0700), ==, 0);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(cubes); i++) {
    g_autofree char *path = at(cubes[i]);
    tr_test_write_cube(path, 0);
  }
  tr_test_write(broken, "hello", 5);
  g_assert_cmpint(symlink(target, link), ==, 0);
}

static TrammelModelImport *
import_at(const char *name, const char *text)
{
  const TrammelModelImportOptions options = {.read_meshes = TRUE};
  g_autofree char *path = at(name);
  g_autoptr(GError) error = NULL;

  tr_test_write(path, text, strlen(text));
  TrammelModelImport *import = trammel_model_import_load(path, &options, &error);
  g_assert_no_error(error);
  return import;
}

static TrammelModelImport *
import_urdf(const char *visuals)
{
  g_autofree char *text = g_strdup_printf(
      "<robot name=\"arm\"><link name=\"base\"/><link name=\"arm\">" INERTIAL "%s</link>"
      "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint>"
      "</robot>",
      visuals);

  return import_at("work/arm/urdf/arm.urdf", text);
}

static void
check_record(const TrammelModelImport *import, const char *words)
{
  g_autofree char *text = trammel_record_to_text(import->record);

  if (!strstr(text, words))
    g_error("'%s' lacks '%s'", text, words);
}

/* The file of shape i is this one below the root. */
static const TrammelShape *
check_mesh(const TrammelModelImport *import, guint i, const char *name)
{
  const TrammelShape *shape = trammel_project_get_shape(import->project, i);
  g_autofree char *path = at(name);

  g_assert_cmpint(shape->type, ==, TRAMMEL_SHAPE_MESH);
  g_assert_cmpstr(shape->path, ==, path);
  return shape;
}

static void
check_box(const TrammelModelImport *import)
{
  g_assert_cmpuint(trammel_project_get_n_shapes(import->project), ==, 1);
  g_assert_cmpint(trammel_project_get_shape(import->project, 0)->type, ==, TRAMMEL_SHAPE_BOX);
}

static void
check_vector(const double *got, double x, double y, double z)
{
  g_assert_cmpfloat_with_epsilon(got[0], x, 1e-12);
  g_assert_cmpfloat_with_epsilon(got[1], y, 1e-12);
  g_assert_cmpfloat_with_epsilon(got[2], z, 1e-12);
}

static void
test_urdf(void)
{
  static const struct {
    const char *address, *file;
  } cases[] = {{"package://arm/meshes/a.stl", "work/arm/meshes/a.stl"},
               {"../meshes/b.obj", "work/arm/meshes/b.obj"},
               {"near.stl", "work/arm/urdf/near.stl"},
               {"model://arm/meshes/c.dae", "work/arm/meshes/c.dae"},
               {"package://other/meshes/a.stl", "work/arm/meshes/a.stl"},
               {"package://data/robots/arm/meshes/a.stl", "work/arm/meshes/a.stl"}};
  g_autofree char *local = g_strdup_printf("<visual><geometry><mesh filename=\"file://%s/work/arm/"
                                           "meshes/a.stl\"/></geometry></visual>",
                                           root);

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *visual =
        g_strdup_printf("<visual><origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/><geometry>"
                        "<mesh filename=\"%s\" scale=\"0.001 0.002 -0.003\"/></geometry></visual>",
                        cases[i].address);
    g_autoptr(TrammelModelImport) import = import_urdf(visual);
    const TrammelShape *shape = check_mesh(import, 0, cases[i].file);
    check_vector(shape->from, 1, 2, 3);
    check_vector(shape->size, 0.001, 0.002, -0.003);
    g_assert_cmpfloat_with_epsilon(shape->quat[3], sqrt(0.5), 1e-12);
  }
  g_autoptr(TrammelModelImport) import = import_urdf(local);
  check_mesh(import, 0, "work/arm/meshes/a.stl");
  check_record(import, "taken: <mesh> (line 1): meshes of the folder ");
}

/* Files that are missing, elsewhere, of another format or damaged are not read; the record says so,
 * and the body is the box of its inertia. */
static void
test_not_read(void)
{
  static const struct {
    const char *address, *words;
  } cases[] = {
      {"package://arm/meshes/none.stl", "there is no mesh file 'package://arm/meshes/none"},
      {"../../../outside.stl", "there is no mesh file '../../../outside.stl'"},
      {"package://arm/../../outside.stl", "there is no mesh file"},
      {"package://../outside.stl", "there is no mesh file"},
      {"package://arm/meshes/escape.stl", "there is no mesh file"},
      {"file:///etc/passwd", "there is no mesh file 'file:///etc/passwd'"},
      {"http://example.org/a.stl", "there is no mesh file 'http://example.org/a.stl'"},
      {"arm.urdf", "the mesh 'arm.urdf' is not in STL, OBJ or COLLADA"},
      {"", "there is no mesh file ''"},
      {"../meshes/broken.stl", "broken.stl is damaged or not a file of the format"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *visual = g_strdup_printf(
        "<visual><geometry><mesh filename=\"%s\"/></geometry></visual>", cases[i].address);
    g_autoptr(TrammelModelImport) import = import_urdf(visual);
    g_test_message("%s", cases[i].address);
    check_record(import, cases[i].words);
    check_box(import);
  }
  g_autoptr(TrammelModelImport) import =
      import_urdf("<visual><geometry><mesh filename=\"a.stl\"/></geometry></visual>");
  check_record(import, "ignored: mesh files are looked for in the folder of the model");
}

static TrammelModelImport *
import_mjcf(const char *assets, const char *geoms)
{
  g_autofree char *text = g_strdup_printf(
      "<mujoco><compiler meshdir=\"../meshes\"/><default><mesh scale=\"2 2 2\"/>"
      "<default class=\"collision\"><geom group=\"3\"/></default></default><asset>%s</asset>"
      "<worldbody><body name=\"arm\"><joint name=\"j\"/>"
      "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.01 0.01 0.01\"/>%s</body></worldbody>"
      "</mujoco>",
      assets, geoms);

  return import_at("work/arm/urdf/arm.xml", text);
}

/* A vertex v of the file stands at the geom's frame of refquat^-1 (v - refpos) times the scale. */
static void
test_mjcf(void)
{
  g_autoptr(TrammelModelImport) import = import_mjcf(
      "<mesh file=\"a.stl\"/><mesh name=\"ref\" file=\"b.obj\" refpos=\"0.5 0.1 0\" "
      "refquat=\"1 0 0 1\"/><mesh name=\"wide\" file=\"b.obj\" scale=\"1 2 3\" refpos=\"0.5 0 "
      "0\"/>",
      "<geom type=\"mesh\" mesh=\"a\" pos=\"1 0 0\"/>"
      "<geom type=\"mesh\" mesh=\"ref\" pos=\"10 0 0\"/>"
      "<geom type=\"mesh\" mesh=\"wide\"/><geom class=\"collision\" type=\"mesh\" mesh=\"a\"/>"
      "<geom class=\"collision\" type=\"box\" size=\"1 1 1\"/>");
  const TrammelShape *shape = check_mesh(import, 0, "work/arm/meshes/a.stl");
  double turn[9], place[3];

  g_assert_cmpuint(trammel_project_get_n_shapes(import->project), ==, 3);
  check_vector(shape->from, 1, 0, 0);
  check_vector(shape->size, 2, 2, 2);
  /* (1, 0, 0): less refpos (0.5, -0.1, 0), turned back by 90 degrees (-0.1, -0.5, 0), times 2 */
  shape = check_mesh(import, 1, "work/arm/meshes/b.obj");
  tr_quat_matrix(turn, shape->quat);
  for (int i = 0; i < 3; i++)
    place[i] = shape->from[i] + turn[3 * i] * shape->size[0];
  check_vector(place, 9.8, -1, 0);
  shape = check_mesh(import, 2, "work/arm/meshes/b.obj");
  check_vector(shape->from, -0.5, 0, 0);
  check_vector(shape->size, 1, 2, 3);
  check_record(import, "ignored: <geom> (line 1): meshes of the geom groups 3 and above");
}

static void
test_mjcf_not_read(void)
{
  static const struct {
    const char *assets, *words;
  } cases[] = {
      {"<mesh name=\"m\" file=\"none.stl\"/>", "there is no mesh file '../meshes/none.stl'"},
      {"", "there is no <mesh> called 'm' in <asset>"},
      {"<mesh name=\"m\" vertex=\"0 0 0  1 0 0  0 1 0  0 0 1\"/>",
       "a mesh that is not in a file is not shown"},
      {"<mesh name=\"m\" file=\"a.stl\" scale=\"1 2 3\" refquat=\"1 0 0 1\"/>",
       "a mesh with refquat and a scale that differs by axis is not shown"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(TrammelModelImport) import =
        import_mjcf(cases[i].assets, "<geom type=\"mesh\" mesh=\"m\"/>");
    check_record(import, cases[i].words);
    check_box(import);
  }
}

static void
test_sdf(void)
{
  g_autoptr(TrammelModelImport) import = import_at(
      "work/arm/urdf/arm.sdf",
      "<sdf version=\"1.9\"><model name=\"arm\"><link name=\"arm\"><inertial><mass>1</mass>"
      "<inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>"
      "<visual name=\"v\"><pose>0 0 1 0 0 0</pose><geometry><mesh>"
      "<uri>model://arm/meshes/c.dae</uri><scale>1 2 3</scale></mesh></geometry></visual>"
      "<visual name=\"p\"><geometry><plane/></geometry></visual>"
      "</link></model></sdf>");
  const TrammelShape *shape = check_mesh(import, 0, "work/arm/meshes/c.dae");

  check_vector(shape->from, 0, 0, 1);
  check_vector(shape->size, 1, 2, 3);
  check_record(import, "ignored: <plane> (line 1): a shape of this kind is not shown");
}

/* Saved beside its meshes a project names them relative to itself; packed it contains them, once
 * each, also where two have the same name. */
static void
test_saved(void)
{
  g_autoptr(TrammelModelImport) import = import_urdf(
      "<visual><geometry><mesh filename=\"../meshes/a.stl\"/></geometry></visual>"
      "<visual><geometry><mesh filename=\"../meshes/a.stl\" scale=\"2 2 2\"/></geometry></visual>"
      "<visual><geometry><mesh filename=\"near.stl\"/></geometry></visual>");
  g_autofree char *beside = at("work/arm/arm.trammel"), *packed = at("arm.trammelz");
  g_autofree char *far = at("far"), *unpacked = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) saved =
      trammel_project_save_as(import->project, beside, NULL, NULL, &error);

  g_assert_no_error(error);
  g_autofree char *first = trammel_project_dup_mesh_file(saved, 0);
  g_assert_cmpstr(first, ==, "meshes/a.stl");
  g_assert_cmpstr(trammel_project_get_shape(saved, 0)->path, ==,
                  trammel_project_get_shape(import->project, 0)->path);
  g_autoptr(TrammelProject) inside = trammel_project_save_as(saved, packed, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProject) loaded = trammel_project_load(packed, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < 3; i++)
    g_assert_true(g_file_test(trammel_project_get_shape(loaded, i)->path, G_FILE_TEST_IS_REGULAR));
  g_assert_true(trammel_project_get_shape(loaded, 0)->path ==
                trammel_project_get_shape(loaded, 1)->path);
  /* saved unpacked it brings its meshes along */
  g_assert_cmpint(g_mkdir(far, 0700), ==, 0);
  unpacked = g_build_filename(far, "arm.trammel", NULL);
  g_autoptr(TrammelProject) moved = trammel_project_save_as(loaded, unpacked, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *brought = g_build_filename(far, "meshes/a.stl", NULL);
  g_assert_cmpstr(trammel_project_get_shape(moved, 0)->path, ==, brought);
  g_assert_true(g_file_test(brought, G_FILE_TEST_IS_REGULAR));
}

/* A mesh without a file is no reason not to save or pack the project. */
static void
test_lost(void)
{
  g_autoptr(TrammelModelImport) import =
      import_urdf("<visual><geometry><mesh filename=\"near.stl\"/></geometry></visual>");
  g_autofree char *packed = at("lost.trammelz"), *gone = at("gone.stl");
  g_autoptr(GError) error = NULL;

  trammel_project_set_mesh_file(import->project, 0, gone);
  g_autoptr(TrammelProject) saved =
      trammel_project_save_as(import->project, packed, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *file = trammel_project_dup_mesh_file(saved, 0);
  g_assert_cmpstr(file, ==, "gone.stl");
}

/* A packed project reads no mesh that it does not hold. */
static void
test_outside(void)
{
  g_autoptr(TrammelModelImport) import =
      import_urdf("<visual><geometry><mesh filename=\"near.stl\"/></geometry></visual>");
  g_autofree char *packed = at("outside.trammelz"), *text = NULL;
  g_autoptr(GError) error = NULL;

  text = trammel_project_to_data(import->project); /* with the whole path of the mesh */
  const TrammelPackedMember member = {.name = "arm.trammel", .text = text};
  g_assert_true(trammel_packed_write(packed, &member, 1, &trammel_packed_limits, NULL));
  g_assert_null(trammel_project_load(packed, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "near.stl of body 'arm' is not in the packed project"));
}

/* A new file names the meshes, and its import finds them again with scale and place. */
static void
test_made(void)
{
  static const char *const names[] = {"work/arm/urdf/new.urdf", "work/arm/urdf/new.sdf",
                                      "work/arm/urdf/new.xml"};
  g_autoptr(TrammelModelImport) import =
      import_urdf("<visual><origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/><geometry><mesh "
                  "filename=\"../meshes/b.obj\" scale=\"1 2 -3\"/></geometry></visual>"
                  "<visual><geometry><mesh filename=\"near.stl\"/></geometry></visual>");

  for (gsize k = 0; k < G_N_ELEMENTS(names); k++) {
    g_autofree char *path = at(names[k]);
    g_auto(GStrv) notes = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = trammel_make_model(trammel_project_get_model(import->project), "arm",
                                               import->project, path, &notes, &error);
    g_assert_no_error(error);
    g_assert_nonnull(strstr(text, "../meshes/b.obj"));
    g_assert_nonnull(strstr(text, "near.stl"));
    g_autoptr(TrammelModelImport) again = import_at(names[k], text);
    g_assert_cmpuint(trammel_project_get_n_shapes(again->project), ==, 2);
    for (guint i = 0; i < 2; i++) {
      const TrammelShape *a = trammel_project_get_shape(import->project, i);
      const TrammelShape *b = trammel_project_get_shape(again->project, i);
      double dot = 0;
      g_assert_cmpstr(a->path, ==, b->path);
      check_vector(b->from, a->from[0], a->from[1], a->from[2]);
      check_vector(b->size, a->size[0], a->size[1], a->size[2]);
      for (int q = 0; q < 4; q++)
        dot += a->quat[q] * b->quat[q];
      g_assert_cmpfloat(fabs(dot), >, 1 - 1e-12);
    }
  }
}

/* MJCF has no COLLADA, which is noted. */
static void
test_made_collada(void)
{
  g_autoptr(TrammelModelImport) import =
      import_urdf("<visual><geometry><mesh filename=\"../meshes/c.dae\"/></geometry></visual>");
  g_autofree char *path = at("work/arm/urdf/dae.xml");
  g_auto(GStrv) notes = NULL;
  g_autofree char *text = trammel_make_model(trammel_project_get_model(import->project), "arm",
                                             import->project, path, &notes, NULL);

  g_assert_null(strstr(text, "c.dae"));
  g_assert_nonnull(strstr(notes[0], "c.dae' is in COLLADA, which MJCF does not read"));
}

int
main(int argc, char **argv)
{
  int result;

  g_test_init(&argc, &argv, NULL);
  root = g_dir_make_tmp("trammel-import-mesh-XXXXXX", NULL);
  make_files();
  g_test_add_func("/io/import-mesh/urdf", test_urdf);
  g_test_add_func("/io/import-mesh/not-read", test_not_read);
  g_test_add_func("/io/import-mesh/mjcf", test_mjcf);
  g_test_add_func("/io/import-mesh/mjcf-not-read", test_mjcf_not_read);
  g_test_add_func("/io/import-mesh/sdf", test_sdf);
  g_test_add_func("/io/import-mesh/saved", test_saved);
  g_test_add_func("/io/import-mesh/lost", test_lost);
  g_test_add_func("/io/import-mesh/outside", test_outside);
  g_test_add_func("/io/import-mesh/made", test_made);
  g_test_add_func("/io/import-mesh/made-collada", test_made_collada);
  result = g_test_run();
  trammel_temp_folder_remove(root);
  g_free(root);
  return result;
}
