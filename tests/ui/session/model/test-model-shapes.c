/* Tests of the shapes of a body: mass and inertia from solids and from meshes. */
#include <string.h>

#include "io/packed/temp_folder.h"
#include "support/mesh_files.h"
#include "ui/session/model/edit.h"
#include "ui/session/model/model-support.h"

/* Mass and inertia of a body follow from its shapes: those of a steel ball, and with the mass
 * kept. */
static void
test_fill(void)
{
  static const char ball[] =
      "[ { \"type\": \"sphere\", \"position\": [0.1, 0, 0], \"radius\": 0.05 } ]";
  g_autoptr(TrammelDocument) document = test_open_template("pushed by a motor");
  const TrammelElement pole = {TRAMMEL_ELEMENT_BODY, 1};
  g_autoptr(GError) error = NULL;
  double mass = 7850 * 4 / 3.0 * G_PI * 0.05 * 0.05 * 0.05;

  trammel_document_put(document, "model.bodies[1].shapes", ball, "shape", NULL, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_model_edit_can_fill(trammel_document_get_project(document), pole));
  g_assert_true(trammel_model_edit_fill(document, pole, 7850, &error));
  const TrBody *body =
      &trammel_project_get_model(trammel_document_get_project(document))->bodies[1];
  g_assert_cmpfloat_with_epsilon(body->mass, mass, 1e-12);
  g_assert_cmpfloat_with_epsilon(body->com[0], 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon(body->inertia[TR_XX], 0.4 * mass * 0.0025, 1e-12);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "mass and inertia of pole from its shapes");

  g_assert_true(trammel_document_set_value(document, "body.pole.mass", 2, &error));
  g_assert_true(trammel_model_edit_fill(document, pole, 0, &error));
  body = &trammel_project_get_model(trammel_document_get_project(document))->bodies[1];
  g_assert_cmpfloat(body->mass, ==, 2);
  g_assert_cmpfloat_with_epsilon(body->inertia[TR_ZZ], 0.4 * 2 * 0.0025, 1e-12);

  trammel_document_put(document, "model.bodies[1].shapes", NULL, "no shape", NULL, &error);
  g_assert_false(trammel_model_edit_can_fill(trammel_document_get_project(document), pole));
}

static void
put_mesh(TrammelDocument *document, const char *path)
{
  g_autofree char *json =
      g_strdup_printf("[ { \"type\": \"mesh\", \"file\": \"%s\", \"scale\": [0.1, 0.1, 0.2], "
                      "\"position\": [0, 0, 1] } ]",
                      path);
  g_autoptr(GError) error = NULL;

  trammel_document_put(document, "model.bodies[1].shapes", json, "shape", NULL, &error);
  g_assert_no_error(error);
}

/* Those of a closed mesh are those of its inside; an open one and one without a file are refused
 * and change nothing.  As a box a mesh has the same size and place. */
static void
test_fill_mesh(void)
{
  g_autoptr(TrammelDocument) document = test_open_template("pushed by a motor");
  const TrammelElement pole = {TRAMMEL_ELEMENT_BODY, 1};
  g_autofree char *folder = g_dir_make_tmp("trammel-fill-XXXXXX", NULL);
  g_autofree char *closed = g_build_filename(folder, "closed.stl", NULL);
  g_autofree char *open = g_build_filename(folder, "open.obj", NULL);
  g_autofree char *missing = g_build_filename(folder, "missing.dae", NULL);
  g_autoptr(GError) error = NULL;

  tr_test_write_cube(closed, 0);
  tr_test_write_cube(open, 2);
  put_mesh(document, closed);
  g_assert_true(trammel_model_edit_can_fill(trammel_document_get_project(document), pole));
  g_assert_true(trammel_model_edit_fill(document, pole, 1000, &error));
  const TrBody *body =
      &trammel_project_get_model(trammel_document_get_project(document))->bodies[1];
  g_assert_cmpfloat_with_epsilon(body->mass, 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(body->com[0], 0.05, 1e-12);
  g_assert_cmpfloat_with_epsilon(body->com[2], 1.1, 1e-12);
  g_assert_cmpfloat_with_epsilon(body->inertia[TR_XX], 2 * (0.01 + 0.04) / 12, 1e-12);
  g_assert_cmpfloat_with_epsilon(body->inertia[TR_ZZ], 2 * (0.01 + 0.01) / 12, 1e-12);
  put_mesh(document, open);
  g_assert_false(trammel_model_edit_fill(document, pole, 500, &error));
  g_assert_nonnull(strstr(error->message, "is not closed (4 edges without a triangle"));
  g_clear_error(&error);
  put_mesh(document, missing);
  g_assert_false(trammel_model_edit_fill(document, pole, 500, &error));
  g_assert_nonnull(strstr(error->message, "missing.dae"));
  g_clear_error(&error);
  body = &trammel_project_get_model(trammel_document_get_project(document))->bodies[1];
  g_assert_cmpfloat_with_epsilon(body->mass, 2, 1e-12);
  put_mesh(document, closed);
  g_assert_true(test_apply_field(document, pole, "Shapes", "Shape 1 (closed.stl)", "box", &error));
  const TrammelShape *box = trammel_project_get_shape(
      trammel_document_get_project(document),
      trammel_project_get_n_shapes(trammel_document_get_project(document)) - 1);
  g_assert_cmpint(box->type, ==, TRAMMEL_SHAPE_BOX);
  g_assert_cmpfloat_with_epsilon(box->size[2], 0.2, 1e-7);
  g_assert_cmpfloat_with_epsilon(box->from[2], 1.1, 1e-7);
  trammel_temp_folder_remove(folder);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/model/fill", test_fill);
  g_test_add_func("/ui/session/model/fill-mesh", test_fill_mesh);
  return g_test_run();
}
