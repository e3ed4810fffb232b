/* Tests of elements of a model that are added, duplicated, renamed and deleted, with all
 * references. */
#include <string.h>

#include "io/base/error.h"
#include "io/project/own_values.h"
#include "io/project/put.h"
#include "io/structure/structure.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"arm\", \"mass\": { \"value\": 0.5, \"free\": true } },"
    "   { \"name\": \"rod\", \"mass\": { \"value\": 1, \"tie\": \"2*body.arm.mass\" } },"
    "   { \"name\": \"tip\", \"mass\": { \"value\": 1, \"tie\": \"body.rod.mass\" } } ],"
    " \"joints\": [ { \"name\": \"j1\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"arm\" },"
    "   { \"name\": \"j2\", \"type\": \"hinge\", \"parent\": \"arm\", \"child\": \"rod\" },"
    "   { \"name\": \"j3\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": \"tip\" } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"j2\", \"gain\": 1 } ],"
    " \"sensors\": [ { \"name\": \"s1\", \"type\": \"joint-position\", \"joint\": \"j1\" },"
    "   { \"name\": \"s2\", \"type\": \"joint-position\", \"joint\": \"j2\" } ],"
    " \"constraints\": [ { \"name\": \"c\", \"terms\": { \"body.rod.com.x\": 2, \"body.arm.mass\": "
    "1 },"
    "   \"at_least\": 0 } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"channels\": ["
    "   { \"signal\": \"s1\", \"column\": \"q1\", \"offset\": { \"value\": 0, \"free\": true } },"
    "   { \"signal\": \"s2\", \"column\": \"q2\", \"offset\": { \"value\": 0,"
    "       \"tie\": \"log.a.s1.offset\" } },"
    "   { \"signal\": \"m\", \"column\": \"u\" } ] } ],"
    " \"runs\": [ { \"parameters\": [ { \"id\": \"body.arm.mass\" } ] } ] }";

static TrammelProject *
new_project(void)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(project_text, -1, NULL, &error);

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

static void
check_at(TrammelProject *project, const char *path, const char *expected)
{
  g_autofree char *text = trammel_project_dup_at(project, path);

  g_assert_cmpstr(text ? g_strstrip(text) : NULL, ==, expected);
}

static void
rename_to(TrammelProject *project, TrammelElementKind kind, const char *old, const char *new)
{
  g_autoptr(GError) error = NULL;

  if (!trammel_project_rename_element(project, find(project, kind, old), new, &error))
    g_error("%s", error->message);
  g_assert_no_error(error);
}

/* References, channels and ties follow; kept results are not changed. */
static void
test_rename(void)
{
  g_autoptr(TrammelProject) project = new_project();

  rename_to(project, TRAMMEL_ELEMENT_BODY, "arm", "upper arm");
  check_at(project, "model.bodies[0].name", "\"upper arm\"");
  check_at(project, "model.joints[0].child", "\"upper arm\"");
  check_at(project, "model.joints[1].parent", "\"upper arm\"");
  check_at(project, "model.constraints[0].terms",
           "{\n  \"body.rod.com.x\": 2,\n  \"body.upper arm.mass\": 1\n}");
  check_at(project, "model.bodies[1].mass.tie", "\"2*body.upper arm.mass\"");
  check_at(project, "runs[0].parameters[0].id", "\"body.arm.mass\"");
  rename_to(project, TRAMMEL_ELEMENT_JOINT, "j2", "elbow");
  check_at(project, "model.motors[0].joint", "\"elbow\"");
  check_at(project, "model.sensors[1].joint", "\"elbow\"");
  check_at(project, "model.sensors[0].joint", "\"j1\"");
  rename_to(project, TRAMMEL_ELEMENT_SENSOR, "s1", "encoder");
  check_at(project, "logs[0].channels[0].signal", "\"encoder\"");
  check_at(project, "logs[0].channels[1].signal", "\"s2\"");
  check_at(project, "logs[0].channels[1].offset.tie", "\"log.a.encoder.offset\"");
  rename_to(project, TRAMMEL_ELEMENT_MOTOR, "m", "drive");
  check_at(project, "logs[0].channels[2].signal", "\"drive\"");
  g_assert_nonnull(trammel_project_find_quantity(project, "body.upper arm.mass"));
  g_assert_true(trammel_project_find_quantity(project, "body.upper arm.mass")->free);
  g_assert_cmpfloat(trammel_project_find_quantity(project, "body.tip.mass")->value, ==, 1);
}

static void
check_rename_refused(const char *name, const char *word)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autofree char *before = trammel_project_to_data(project);
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_project_rename_element(project, find(project, TRAMMEL_ELEMENT_BODY, "arm"),
                                                name, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, word));
  g_autofree char *after = trammel_project_to_data(project);
  g_assert_cmpstr(before, ==, after);
}

static void
test_rename_refused(void)
{
  check_rename_refused("rod", "two elements of kind body");
  check_rename_refused("", "name");
  check_rename_refused("a.b", "a.b");
  check_rename_refused("world", "ground");
}

/* Names within names are left alone. */
static void
test_rename_only_whole_ids(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autoptr(GError) error = NULL;

  rename_to(project, TRAMMEL_ELEMENT_BODY, "rod", "r");
  rename_to(project, TRAMMEL_ELEMENT_BODY, "tip", "rod");
  g_assert_true(trammel_project_set_tie(project, "body.rod.com.x", "body.r.com.x", &error));
  rename_to(project, TRAMMEL_ELEMENT_BODY, "r", "x");
  check_at(project, "model.bodies[2].com[0].tie", "\"body.x.com.x\"");
  check_at(project, "model.bodies[2].mass.tie", "\"body.x.mass\"");
}

static void
check_dependents(TrammelElementKind kind, const char *name, const char *expected)
{
  g_autoptr(TrammelProject) project = new_project();
  g_auto(GStrv) list = trammel_project_list_dependents(project, find(project, kind, name));
  g_autofree char *joined = g_strjoinv("; ", list);

  g_assert_cmpstr(joined, ==, expected);
}

static void
test_dependents(void)
{
  check_dependents(TRAMMEL_ELEMENT_MOTOR, "m", "channel m of a");
  check_dependents(TRAMMEL_ELEMENT_SENSOR, "s1", "channel s1 of a; tie of log.a.s2.offset");
  check_dependents(TRAMMEL_ELEMENT_BODY, "rod",
                   "joint j2; motor m; sensor s2; constraint c; channel s2 of a; channel m of a; "
                   "tie of body.tip.mass");
  check_dependents(TRAMMEL_ELEMENT_BODY, "arm",
                   "body rod; joint j1; joint j2; motor m; sensor s1; sensor s2; constraint c; "
                   "channel s1 of a; "
                   "channel s2 of a; channel m of a; tie of body.tip.mass");
  check_dependents(TRAMMEL_ELEMENT_JOINT, "j3", "body tip");
}

static void
test_delete(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autoptr(GError) error = NULL;

  g_assert_true(
      trammel_project_delete_element(project, find(project, TRAMMEL_ELEMENT_BODY, "rod"), &error));
  g_assert_no_error(error);
  const TrModel *model = trammel_project_get_model(project);
  g_assert_cmpint(model->n_bodies, ==, 2);
  g_assert_cmpint(model->n_joints, ==, 2);
  g_assert_cmpint(model->n_motors, ==, 0);
  g_assert_cmpint(model->n_sensors, ==, 1);
  g_assert_cmpuint(trammel_project_get_n_mappings(project, 0), ==, 1);
  const TrammelQuantity *loose = trammel_project_find_quantity(project, "body.tip.mass");
  g_assert_false(loose->tied);
  g_assert_cmpfloat(loose->value, ==, 1);
}

/* The last body cannot be deleted: a model needs one. */
static void
test_delete_refused(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autoptr(GError) error = NULL;

  g_assert_true(
      trammel_project_delete_element(project, find(project, TRAMMEL_ELEMENT_BODY, "arm"), &error));
  g_assert_cmpint(trammel_project_get_model(project)->n_bodies, ==, 1);
  g_autofree char *before = trammel_project_to_data(project);
  g_assert_false(
      trammel_project_delete_element(project, find(project, TRAMMEL_ELEMENT_BODY, "tip"), &error));
  g_assert_nonnull(strstr(error->message, "no body"));
  g_autofree char *after = trammel_project_to_data(project);
  g_assert_cmpstr(before, ==, after);
  g_clear_error(&error);
  g_assert_false(trammel_project_delete_element(
      project, (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0}, &error));
  g_assert_nonnull(strstr(error->message, "magnitude"));
}

static void
test_append_and_duplicate(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autoptr(GError) error = NULL;
  TrammelElement copy;

  g_assert_true(trammel_project_append_elements(
      project,
      "{ \"bodies\": [ { \"name\": \"bob\", \"mass\": 2 } ], \"joints\": [ { \"name\": \"j4\","
      " \"type\": \"slide\", \"parent\": \"tip\", \"child\": \"bob\" } ] }",
      &error));
  g_assert_no_error(error);
  g_assert_cmpint(trammel_project_get_model(project)->n_bodies, ==, 4);
  g_assert_true(trammel_project_duplicate_element(
      project, find(project, TRAMMEL_ELEMENT_BODY, "rod"), &copy, &error));
  g_assert_no_error(error);
  g_assert_cmpstr(trammel_project_get_element_name(project, copy), ==, "rod2");
  check_at(project, "model.joints[4].name", "\"j5\"");
  check_at(project, "model.joints[4].child", "\"rod2\"");
  check_at(project, "model.joints[4].parent", "\"arm\"");
  g_assert_true(trammel_project_duplicate_element(
      project, find(project, TRAMMEL_ELEMENT_SENSOR, "s1"), &copy, &error));
  g_assert_cmpstr(trammel_project_get_element_name(project, copy), ==, "s3");
  g_assert_false(trammel_project_append_elements(
      project, "{ \"motors\": [ { \"name\": \"x\", \"joint\": \"none\", \"gain\": 1 } ] }",
      &error));
  g_assert_nonnull(strstr(error->message, "none"));
  g_assert_cmpint(trammel_project_get_model(project)->n_motors, ==, 1);
}

static void
test_free_names(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autofree char *body = trammel_project_dup_free_name(project, TRAMMEL_ELEMENT_BODY, "arm");
  g_autofree char *world = trammel_project_dup_free_name(project, TRAMMEL_ELEMENT_BODY, "world");
  g_autofree char *same = trammel_project_dup_free_name(project, TRAMMEL_ELEMENT_SENSOR, "m");
  g_autofree char *other = trammel_project_dup_free_name(project, TRAMMEL_ELEMENT_JOINT, "j1");
  g_autofree char *fresh = trammel_project_dup_free_name(project, TRAMMEL_ELEMENT_MOTOR, "drive");

  g_assert_cmpstr(body, ==, "arm2");
  g_assert_cmpstr(world, ==, "world2");
  g_assert_cmpstr(same, ==, "m2");
  g_assert_cmpstr(other, ==, "j4");
  g_assert_cmpstr(fresh, ==, "drive");
}

static void
check_path(const char *path, gboolean known, TrammelElementKind kind, guint index)
{
  TrammelElement element = {0};

  g_assert_cmpint(trammel_element_find_by_path(&element, path), ==, known);
  if (!known)
    return;
  g_assert_cmpint(element.kind, ==, kind);
  g_assert_cmpuint(element.index, ==, index);
}

static void
test_paths(void)
{
  check_path("model.bodies[2].com[0]", TRUE, TRAMMEL_ELEMENT_BODY, 2);
  check_path("model.joints[10].friction.viscous", TRUE, TRAMMEL_ELEMENT_JOINT, 10);
  check_path("model.gravity.tilt[0]", TRUE, TRAMMEL_ELEMENT_GRAVITY, 0);
  check_path("model.gravity", TRUE, TRAMMEL_ELEMENT_GRAVITY, 0);
  check_path("model.bodies[].mass", FALSE, 0, 0);
  check_path("logs[0].channels[0]", FALSE, 0, 0);
  check_path("settings.h", FALSE, 0, 0);
  g_autofree char *path =
      trammel_element_dup_path((TrammelElement){TRAMMEL_ELEMENT_MOTOR, 1}, "gain");
  g_assert_cmpstr(path, ==, "model.motors[1].gain");
}

static void
test_owners(void)
{
  g_autoptr(TrammelProject) project = new_project();
  TrammelElement owner;

  g_assert_true(trammel_project_find_owner(
      project, &owner, trammel_project_find_quantity(project, "joint.j2.viscous")));
  g_assert_cmpint(owner.kind, ==, TRAMMEL_ELEMENT_JOINT);
  g_assert_cmpuint(owner.index, ==, 1);
  g_assert_true(trammel_project_find_owner(
      project, &owner, trammel_project_find_quantity(project, "gravity.magnitude")));
  g_assert_cmpint(owner.kind, ==, TRAMMEL_ELEMENT_GRAVITY);
  g_assert_false(trammel_project_find_owner(
      project, &owner, trammel_project_find_quantity(project, "log.a.s1.offset")));
}

/* The ids of the logs' own values follow a rename, and go with their quantities. */
static void
test_own_values(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autoptr(GError) error = NULL;
  TrammelElement rod;

  g_assert_cmpuint(trammel_project_get_n_own_values(project, 0), ==, 0);
  g_assert_true(trammel_project_set_own_value(project, 0, "body.rod.mass", 0.25, &error));
  g_assert_true(trammel_project_set_own_value(project, 0, "body.arm.mass", 0.75, &error));
  g_assert_true(trammel_project_set_own_value(project, 0, "body.rod.mass", 0.5, &error));
  g_assert_cmpuint(trammel_project_get_n_own_values(project, 0), ==, 2);
  check_at(project, "format", "\"trammel/2\"");
  g_assert_false(trammel_project_set_own_value(project, 0, "body.rod.mass", -1, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_clear_error(&error);
  g_assert_false(trammel_project_set_own_value(project, 0, "body.none.mass", 1, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  g_clear_error(&error);

  rename_to(project, TRAMMEL_ELEMENT_BODY, "rod", "bar");
  check_at(project, "logs[0].values", "{\n  \"body.bar.mass\": 0.5,\n  \"body.arm.mass\": 0.75\n}");
  g_assert_cmpfloat(trammel_project_get_own_value(project, 0, 0).value, ==, 0.5);

  rod = find(project, TRAMMEL_ELEMENT_BODY, "bar");
  g_autoptr(GPtrArray) usages = trammel_project_list_usages(project, rod);
  gboolean is_listed = FALSE;
  for (guint i = 0; i < usages->len; i++)
    is_listed = is_listed || g_str_equal(((TrammelUsage *)usages->pdata[i])->words,
                                         "value of body.bar.mass in a");
  g_assert_true(is_listed);
  g_auto(GStrv) dependents = trammel_project_list_dependents(project, rod);
  g_assert_true(g_strv_contains((const char *const *)dependents, "value of body.bar.mass in a"));
  g_assert_true(trammel_project_delete_element(project, rod, &error));
  g_assert_no_error(error);
  check_at(project, "logs[0].values", "{\n  \"body.arm.mass\": 0.75\n}");
  g_assert_true(trammel_project_remove_own_value(project, 0, "body.arm.mass", &error));
  check_at(project, "logs[0].values", NULL);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/project-structure/rename", test_rename);
  g_test_add_func("/io/project-structure/rename-refused", test_rename_refused);
  g_test_add_func("/io/project-structure/rename-only-whole-ids", test_rename_only_whole_ids);
  g_test_add_func("/io/project-structure/dependents", test_dependents);
  g_test_add_func("/io/project-structure/delete", test_delete);
  g_test_add_func("/io/project-structure/delete-refused", test_delete_refused);
  g_test_add_func("/io/project-structure/append-and-duplicate", test_append_and_duplicate);
  g_test_add_func("/io/project-structure/free-names", test_free_names);
  g_test_add_func("/io/project-structure/paths", test_paths);
  g_test_add_func("/io/project-structure/owners", test_owners);
  g_test_add_func("/io/project-structure/own-values", test_own_values);
  return g_test_run();
}
