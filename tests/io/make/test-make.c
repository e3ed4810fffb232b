/* Round trips: a model that is imported, written as a new file and imported again is the same to
 * 1e-12. */
#include <math.h>
#include <string.h>

#include "io/import/import.h"
#include "io/make/make.h"
#include "io/project/examples.h"

static const double tolerance = 1e-12;

static void
check_near(const char *what, const double *a, const double *b, int n)
{
  for (int i = 0; i < n; i++)
    if (!(a[i] == b[i]) && !(fabs(a[i] - b[i]) <= tolerance * fmax(1, fabs(a[i]))))
      g_error("%s[%d]: %.17g, then %.17g", what, i, a[i], b[i]);
}

/* Quaternions of one rotation may differ in sign. */
static void
check_frame(const char *what, const TrFrame *a, const TrFrame *b)
{
  double dot = 0, turned[4];

  for (int i = 0; i < 4; i++)
    dot += a->quat[i] * b->quat[i];
  for (int i = 0; i < 4; i++)
    turned[i] = dot < 0 ? -b->quat[i] : b->quat[i];
  check_near(what, a->position, b->position, 3);
  check_near(what, a->quat, turned, 4);
}

static const char *
get_name(const TrModel *model, int body)
{
  return body == TR_WORLD ? "world" : model->bodies[body].name;
}

static const TrBody *
find_body(const TrModel *model, const char *name)
{
  for (int b = 0; b < model->n_bodies; b++)
    if (g_str_equal(model->bodies[b].name, name))
      return &model->bodies[b];
  g_error("body '%s' is gone", name);
}

static const TrJoint *
find_joint(const TrModel *model, const char *name)
{
  for (int j = 0; j < model->n_joints; j++)
    if (g_str_equal(model->joints[j].name, name))
      return &model->joints[j];
  g_error("joint '%s' is gone", name);
}

static void
check_joint(const TrModel *a, const TrModel *b, const TrJoint *joint, gboolean has_start)
{
  const TrJoint *other = find_joint(b, joint->name);

  g_assert_cmpint(joint->type, ==, other->type);
  if (joint->type == TR_JOINT_GEAR) {
    g_assert_cmpstr(a->joints[joint->gear.first].name, ==, b->joints[other->gear.first].name);
    check_near("ratio", &joint->gear.ratio, &other->gear.ratio, 1);
    check_near("offset", &joint->gear.offset, &other->gear.offset, 1);
    return;
  }
  g_assert_cmpstr(get_name(a, joint->parent), ==, get_name(b, other->parent));
  g_assert_cmpstr(get_name(a, joint->child), ==, get_name(b, other->child));
  check_frame(joint->name, &joint->parent_frame, &other->parent_frame);
  check_frame(joint->name, &joint->child_frame, &other->child_frame);
  g_assert_cmpint(joint->friction.model, ==, other->friction.model);
  check_near("viscous", &joint->friction.viscous, &other->friction.viscous, 1);
  check_near("coulomb", &joint->friction.coulomb, &other->friction.coulomb, 1);
  check_near("limits", &joint->limits.lower, &other->limits.lower, 2);
  if (!has_start) /* of URDF, which has no springs either */
    return;
  check_near("spring", &joint->spring.stiffness, &other->spring.stiffness, 2);
}

/* Bodies look the same; each has one shape at least. */
static void
check_shapes(const TrammelProject *a, const TrammelProject *b)
{
  g_assert_cmpint(trammel_project_get_n_shapes(a), ==, trammel_project_get_n_shapes(b));
  for (guint i = 0; i < trammel_project_get_n_shapes(a); i++) {
    const TrammelShape *shape = trammel_project_get_shape(a, i), *other = NULL;
    const char *name = trammel_project_get_model(a)->bodies[shape->body].name;
    for (guint k = 0; k < trammel_project_get_n_shapes(b); k++) {
      const TrammelShape *one = trammel_project_get_shape(b, k);
      gboolean is_like = g_str_equal(trammel_project_get_model(b)->bodies[one->body].name, name) &&
                         one->type == shape->type && fabs(one->radius - shape->radius) < 1e-9;
      for (int x = 0; x < 3; x++)
        is_like = is_like && fabs(one->from[x] - shape->from[x]) < 1e-9 &&
                  fabs(one->size[x] - shape->size[x]) < 1e-9;
      other = is_like ? one : other;
    }
    g_test_message("%s", name);
    g_assert_nonnull(other);
    if (shape->type == TRAMMEL_SHAPE_CAPSULE || shape->type == TRAMMEL_SHAPE_CYLINDER)
      check_near("to", shape->to, other->to, 3);
  }
}

static void
check_same(const TrModel *a, const TrModel *b, const char *path)
{
  gboolean is_urdf = g_str_has_suffix(path, ".urdf"), is_mjcf = g_str_has_suffix(path, ".xml");

  g_assert_cmpint(a->n_bodies, ==, b->n_bodies);
  g_assert_cmpint(a->n_joints, ==, b->n_joints);
  for (int i = 0; i < a->n_bodies; i++) {
    const TrBody *body = &a->bodies[i], *other = find_body(b, body->name);
    check_near("mass", &body->mass, &other->mass, 1);
    check_near("com", body->com, other->com, 3);
    check_near("inertia", body->inertia, other->inertia, 6);
  }
  for (int j = 0; j < a->n_joints; j++)
    check_joint(a, b, &a->joints[j], !is_urdf);
  if (g_str_has_suffix(path, ".sdf"))
    return;
  g_assert_cmpint(a->n_motors, ==, b->n_motors);
  for (int i = 0; i < a->n_motors; i++) {
    const TrMotor *motor = &a->motors[i], *other = &b->motors[i];
    g_assert_cmpstr(motor->name, ==, other->name);
    check_near("gain", &motor->gain, &other->gain, 1);
    check_near("gear", &motor->gear, &other->gear, 1);
    if (is_mjcf)
      check_near("rotor", &motor->rotor_inertia, &other->rotor_inertia, 1);
  }
}

static TrammelModelImport *
import_again(const TrammelModelImport *import, const char *path, const TrammelModelImportOptions *o)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) notes = NULL;
  g_autofree char *text = trammel_make_model(trammel_project_get_model(import->project),
                                             trammel_project_get_name(import->project),
                                             import->project, path, &notes, &error);
  g_assert_no_error(error);
  TrammelModelImport *again = trammel_model_import_parse(text, strlen(text), NULL, o, &error);
  g_assert_no_error(error);
  for (guint i = 0; notes[i]; i++)
    g_test_message("%s", notes[i]);
  return again;
}

/* File, and the ending of the new file. */
typedef struct {
  const char *file, *ending;
  gboolean keep;
} Trip;

static void
test_trip(gconstpointer data)
{
  const Trip *trip = data;
  const TrammelModelImportOptions options = {.keep_fixed = trip->keep};
  g_autofree char *path = g_build_filename(g_getenv("TRAMMEL_SHARED"), "models", trip->file, NULL);
  g_autoptr(GError) error = NULL;

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the model is not there");
    return;
  }
  g_autoptr(TrammelModelImport) import = trammel_model_import_load(path, &options, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelModelImport) again = import_again(import, trip->ending, &options);
  check_same(trammel_project_get_model(import->project), trammel_project_get_model(again->project),
             trip->ending);
  check_shapes(import->project, again->project);
}

/* The mechanism of every example can be written in every format, and read back. */
static void
test_examples(void)
{
  static const char *const endings[] = {".urdf", ".xml", ".sdf"};
  const TrammelModelImportOptions options = {0};

  for (guint i = 0; i < trammel_examples_get_n(); i++)
    for (gsize k = 0; k < G_N_ELEMENTS(endings); k++) {
      g_autoptr(GError) error = NULL;
      g_auto(GStrv) notes = NULL;
      g_autoptr(TrammelProject) project = trammel_examples_load(trammel_examples_get(i), &error);
      g_assert_no_error(error);
      const TrModel *model = trammel_project_get_model(project);
      g_autofree char *text = trammel_make_model(model, "m", project, endings[k], &notes, &error);
      g_assert_no_error(error);
      g_autoptr(TrammelModelImport) import =
          trammel_model_import_parse(text, strlen(text), NULL, &options, &error);
      g_assert_no_error(error);
      g_assert_cmpint(trammel_project_get_model(import->project)->n_bodies, ==, model->n_bodies);
    }
}

int
main(int argc, char **argv)
{
  static const Trip trips[] = {
      {"urdf/panda.urdf", ".urdf", FALSE},
      {"urdf/panda.urdf", ".urdf", TRUE},
      {"urdf/kinova.urdf", ".urdf", FALSE},
      {"urdf/romeo_small.urdf", ".urdf", FALSE},
      {"urdf/allegro_right_hand.urdf", ".urdf", FALSE},
      {"urdf/panda.urdf", ".xml", FALSE},
      {"urdf/panda.urdf", ".sdf", FALSE},
      {"urdf/finger_edu.urdf", ".sdf", FALSE},
      {"mjcf/panda.xml", ".xml", FALSE},
      {"mjcf/iiwa14.xml", ".xml", FALSE},
      {"mjcf/humanoid.xml", ".xml", FALSE},
      {"mjcf/arm26.xml", ".xml", FALSE},
      {"mjcf/slider_crank.xml", ".xml", FALSE},
      {"sdf/cassie_v2.sdf", ".sdf", FALSE},
  };

  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(trips); i++) {
    g_autofree char *name = g_strdup_printf("/io/make/%s%s%s", trips[i].file, trips[i].ending,
                                            trips[i].keep ? "-kept" : "");
    g_test_add_data_func(name, &trips[i], test_trip);
  }
  g_test_add_func("/io/make/examples", test_examples);
  return g_test_run();
}
