/* Tests of mirror images of bodies, and of references to an element. */
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "io/project/put.h"
#include "io/structure/structure.h"

/* A rotated, moving carrier, and on it a body without any symmetry. */
static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"base\", \"mass\": 1, \"com\": [0.1, 0.2, 0.3],"
    "     \"inertia\": { \"xx\": 1, \"yy\": 1, \"zz\": 1 } },"
    "   { \"name\": \"leg\", \"mass\": 0.5,"
    "     \"com\": [{ \"value\": 0.1, \"free\": true, \"min\": -0.2, \"max\": 0.3,"
    "                 \"prior\": { \"mean\": 0.15, \"sigma\": 0.01 } }, 0.2,"
    "               { \"value\": 0.3, \"tie\": \"3*body.base.com.x\" }],"
    "     \"inertia\": { \"xx\": 1, \"yy\": 1.2, \"zz\": 1.4, \"xy\": 0.1, \"xz\": 0.2, \"yz\": "
    "-0.3 },"
    "     \"shapes\": [ { \"type\": \"box\", \"size\": [0.1, 0.2, 0.3], \"position\": [0.1, 0, "
    "0.2],"
    "                     \"quat_wxyz\": [0.5, 0.5, 0.5, 0.5] },"
    "                   { \"type\": \"capsule\", \"from\": [0.1, 0.2, 0.3], \"to\": [0, 0, 1],"
    "                     \"radius\": 0.1 } ] } ],"
    " \"joints\": [ { \"name\": \"j1\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": "
    "\"base\","
    "     \"parent_frame\": { \"quat_wxyz\": [0.8, 0.6, 0, 0] } },"
    "   { \"name\": \"j2\", \"type\": \"hinge\", \"parent\": \"base\", \"child\": \"leg\","
    "     \"parent_frame\": { \"position\": [0.3, 0.1, -0.2], \"quat_wxyz\": [0.6, 0, 0.8, 0] },"
    "     \"child_frame\": { \"position\": [0, 0.05, 0.1],"
    "                        \"quat_wxyz\": [0.5, -0.5, 0.5, 0.5] } } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"j2\", \"gain\": 1 } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j2\" } ],"
    " \"constraints\": [ { \"name\": \"c\", \"terms\": { \"body.base.mass\": 1, \"body.leg.mass\": "
    "1 },"
    "   \"equal\": 1.5 } ] },"
    " \"logs\": [ { \"name\": \"swing\", \"file\": \"a.csv\", \"channels\": ["
    "   { \"signal\": \"s\", \"column\": \"q\" }, { \"signal\": \"m\", \"column\": \"u\" } ] } ] }";

static TrammelProject *
new_project(const char *type)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(project_text, -1, NULL, &error);
  g_autofree char *json = g_strdup_printf("\"%s\"", type);

  g_assert_no_error(error);
  if (!g_str_equal(type, "hinge")) {
    /* devices need an axis */
    trammel_project_put(project, "logs[0].channels", "[]", &error);
    trammel_project_remove(project, "model.motors", &error);
    trammel_project_remove(project, "model.sensors", &error);
  }
  g_assert_no_error(error);
  trammel_project_put(project, "model.joints[1].type", json, &error);
  g_assert_no_error(error);
  return project;
}

static TrammelElement
find(TrammelProject *project, TrammelElementKind kind, const char *name)
{
  TrammelElement element;

  g_assert_true(trammel_project_find_element(project, &element, kind, name));
  return element;
}

/* ---- the mirror image ------------------------------------------------------------------------ */

/* The centre of mass and the tensor of inertia of a body in the axes of the base. */
static void
look_from_base(
    double place[3], double tensor[9], const TrModel *model, int body, const double *pose)
{
  const double *inertia = model->bodies[body].inertia;
  const double local[9] = {inertia[0], inertia[3], inertia[4], inertia[3], inertia[1],
                           inertia[5], inertia[4], inertia[5], inertia[2]};
  double quat[4], turn[9], base[9];
  TrFrame origin;

  tr_body_origin(&origin, model, 0, pose);
  tr_quat_relative(quat, pose + 3, pose + TR_POSE * body + 3);
  tr_quat_matrix(turn, quat);
  tr_quat_matrix(base, pose + 3);
  for (int i = 0; i < 3; i++) {
    place[i] = 0;
    for (int k = 0; k < 3; k++)
      place[i] += base[3 * k + i] * (pose[TR_POSE * body + k] - origin.position[k]);
    for (int j = 0; j < 3; j++) {
      tensor[3 * i + j] = 0;
      for (int k = 0; k < 9; k++)
        tensor[3 * i + j] += turn[3 * i + k / 3] * local[k] * turn[3 * j + k % 3];
    }
  }
}

/* For any coordinates, if those of both joints are the same. */
static void
check_image(TrammelProject *project, int axis)
{
  const TrModel *model = trammel_project_get_model(project);
  const double position[3] = {0.7, -0.4, -0.4};
  double pose[3 * TR_POSE], place[2][3], tensor[2][9];

  g_assert_cmpint(model->n_bodies, ==, 3);
  tr_forward_kinematics(pose, NULL, model, position, NULL);
  look_from_base(place[0], tensor[0], model, 1, pose);
  look_from_base(place[1], tensor[1], model, 2, pose);
  for (int i = 0; i < 3; i++) {
    double sign = i == axis ? -1 : 1;
    g_assert_cmpfloat_with_epsilon(place[1][i], sign * place[0][i], 1e-12);
    for (int j = 0; j < 3; j++)
      g_assert_cmpfloat_with_epsilon(tensor[1][3 * i + j],
                                     sign * (j == axis ? -1 : 1) * tensor[0][3 * i + j], 1e-12);
  }
}

static void
test_image(void)
{
  static const char *const types[] = {"hinge", "slide", "fixed"};

  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    for (int axis = 0; axis < 3; axis++) {
      g_autoptr(TrammelProject) project = new_project(types[i]);
      g_autoptr(GError) error = NULL;
      TrammelElement copy;
      g_assert_true(trammel_project_mirror_element(
          project, find(project, TRAMMEL_ELEMENT_BODY, "leg"), axis, &copy, &error));
      g_assert_no_error(error);
      g_assert_cmpstr(trammel_project_get_element_name(project, copy), ==, "leg2");
      check_image(project, axis);
    }
}

/* Mirrored twice the body is itself again, with its shapes and frames, up to the sign of
 * quaternions. */
static void
test_twice(void)
{
  g_autoptr(TrammelProject) project = new_project("hinge");
  TrammelElement copy = find(project, TRAMMEL_ELEMENT_BODY, "leg");

  for (int i = 0; i < 2; i++)
    g_assert_true(trammel_project_mirror_element(project, copy, 1, &copy, NULL));
  const TrModel *model = trammel_project_get_model(project);
  g_assert_cmpmem(model->bodies[3].com, sizeof model->bodies[3].com, model->bodies[1].com,
                  sizeof model->bodies[1].com);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(model->joints[3].child_frame.position[i],
                                   model->joints[1].child_frame.position[i], 1e-15);
  double dot = 0;
  for (int i = 0; i < 4; i++)
    dot += model->joints[3].parent_frame.quat[i] * model->joints[1].parent_frame.quat[i];
  g_assert_cmpfloat_with_epsilon(fabs(dot), 1, 1e-12);
  const TrammelShape *shape = trammel_project_get_shape(project, 0);
  const TrammelShape *again =
      trammel_project_get_shape(project, trammel_project_get_n_shapes(project) - 2);
  g_assert_cmpint(shape->body, ==, 1);
  g_assert_cmpint(again->body, ==, 3);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(shape->from[i], again->from[i], 1e-15);
}

/* Sets the place in the body of a vertex of a mesh's file. */
static void
place_vertex(double place[3], const TrammelShape *mesh)
{
  const double vertex[3] = {0.1, 0.7, -0.4};
  double turn[9];

  tr_quat_matrix(turn, mesh->quat);
  for (int i = 0; i < 3; i++) {
    place[i] = mesh->from[i];
    for (int k = 0; k < 3; k++)
      place[i] += turn[3 * i + k] * mesh->size[k] * vertex[k];
  }
}

/* The vertices of a mesh are reflected in the axis, with a scale and without. */
static void
test_mesh(void)
{
  static const char *const meshes[] = {
      "{\"type\": \"mesh\", \"file\": \"a.stl\", \"position\": [1, 2, 3]}",
      "{\"type\": \"mesh\", \"file\": \"a.stl\", \"scale\": [1, -2, 3], \"quat_wxyz\": "
      "[0.8, 0, 0.36, 0.48]}"};
  g_autoptr(TrammelProject) project = new_project("hinge");
  TrammelElement leg = find(project, TRAMMEL_ELEMENT_BODY, "leg"), copy;
  double before[3], after[3];
  guint n;

  for (guint i = 0; i < 2; i++)
    g_assert_true(trammel_project_put(project, "model.bodies[1].shapes[]", meshes[i], NULL));
  g_assert_true(trammel_project_mirror_element(project, leg, 1, &copy, NULL));
  n = trammel_project_get_n_shapes(project);
  g_assert_cmpuint(n, ==, 8);
  for (guint i = 0; i < 2; i++) {
    place_vertex(before, trammel_project_get_shape(project, 2 + i));
    place_vertex(after, trammel_project_get_shape(project, n - 2 + i));
    for (int k = 0; k < 3; k++)
      g_assert_cmpfloat_with_epsilon(after[k], k == 1 ? -before[k] : before[k], 1e-12);
  }
}

/* Bounds, prior and tie of a quantity that changes its sign change too. */
static void
test_quantities(void)
{
  g_autoptr(TrammelProject) project = new_project("hinge");
  TrammelElement leg = find(project, TRAMMEL_ELEMENT_BODY, "leg"), copy;

  g_assert_true(trammel_project_mirror_element(project, leg, 0, &copy, NULL));
  const TrammelQuantity *x = trammel_project_find_quantity(project, "body.leg2.com.x");
  g_assert_cmpfloat(x->value, ==, -0.1);
  g_assert_cmpfloat(x->min, ==, -0.3);
  g_assert_cmpfloat(x->max, ==, 0.2);
  g_assert_cmpfloat(x->prior_mean, ==, -0.15);
  g_assert_cmpfloat(x->prior_sigma, ==, 0.01);
  g_assert_true(x->free);
  g_assert_true(trammel_project_mirror_element(project, leg, 2, &copy, NULL));
  const TrammelQuantity *z = trammel_project_find_quantity(project, "body.leg3.com.z");
  g_assert_true(z->tied);
  g_assert_cmpfloat(z->factor, ==, -3);
}

static void
test_refused(void)
{
  g_autoptr(TrammelProject) project = new_project("universal");
  TrammelElement leg = find(project, TRAMMEL_ELEMENT_BODY, "leg"), copy;
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_project_can_mirror(project, leg));
  g_assert_false(trammel_project_mirror_element(project, leg, 0, &copy, &error));
  g_assert_nonnull(strstr(error->message, "'leg' cannot be mirrored"));
  g_assert_cmpint(trammel_project_get_model(project)->n_bodies, ==, 2);
}

/* ---- usages ---------------------------------------------------------------------------------- */

static void
check_usages(TrammelProject *project, TrammelElement element, const char *expected)
{
  g_autoptr(GPtrArray) usages = trammel_project_list_usages(project, element);
  g_autoptr(GString) text = g_string_new(NULL);

  for (guint i = 0; i < usages->len; i++)
    g_string_append_printf(text, "%s%s", i > 0 ? "; " : "",
                           ((TrammelUsage *)g_ptr_array_index(usages, i))->words);
  g_assert_cmpstr(text->str, ==, expected);
}

static void
test_usages(void)
{
  g_autoptr(TrammelProject) project = new_project("hinge");

  check_usages(project, find(project, TRAMMEL_ELEMENT_BODY, "base"),
               "joint j1; joint j2; constraint c; tie of body.leg.com.z");
  check_usages(project, find(project, TRAMMEL_ELEMENT_JOINT, "j2"), "motor m; sensor s");
  check_usages(project, find(project, TRAMMEL_ELEMENT_JOINT, "j1"), "");
  check_usages(project, find(project, TRAMMEL_ELEMENT_SENSOR, "s"), "channel s of swing");
  check_usages(project, find(project, TRAMMEL_ELEMENT_MOTOR, "m"), "channel m of swing");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/project-mirror/mesh", test_mesh);
  g_test_add_func("/io/project-mirror/image", test_image);
  g_test_add_func("/io/project-mirror/twice", test_twice);
  g_test_add_func("/io/project-mirror/quantities", test_quantities);
  g_test_add_func("/io/project-mirror/refused", test_refused);
  g_test_add_func("/io/project-mirror/usages", test_usages);
  return g_test_run();
}
