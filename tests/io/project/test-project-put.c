/* Tests of changes of a project by the paths of its members. */
#include "io/base/error.h"
#include "io/project/put.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": { \"value\": 0.5, \"free\": true } } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"x-kept\": [1, 2],"
    "   \"x-deep\": { \"a\": { \"b\": { \"c\": { \"d\": { \"e\": { \"value\": 1 } } } } } }, "
    "\"channels\": ["
    "   { \"signal\": \"s\", \"column\": \"q1\", \"offset\": { \"value\": 0, \"free\": true } } ] "
    "} ] }";

static TrammelProject *
new_project(void)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(project_text, -1, NULL, &error);

  g_assert_no_error(error);
  return project;
}

static void
put(TrammelProject *project, const char *path, const char *json)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_project_put(project, path, json, &error));
  g_assert_no_error(error);
}

/* The tree changes, and the values that are read from it. */
static void
test_members(void)
{
  g_autoptr(TrammelProject) project = new_project();

  put(project, "logs[0].role", "\"validate\"");
  g_assert_cmpint(trammel_project_get_log_role(project, 0), ==, TRAMMEL_ROLE_VALIDATE);
  put(project, "logs[0].channels[0].unit", "\"deg\"");
  put(project, "logs[0].channels[0].sign", "-1");
  const TrammelMapping *mapping = trammel_project_get_mapping(project, 0, 0);
  g_assert_cmpstr(mapping->unit, ==, "deg");
  g_assert_cmpfloat(mapping->sign, ==, -1);
  put(project, "model.sensors[0].sigma", "0.25");
  g_assert_cmpfloat(trammel_project_get_model(project)->sensors[0].sigma, ==, 0.25);
  g_autofree char *kept = trammel_project_dup_at(project, "logs[0].x-kept[1]");
  g_assert_cmpstr(g_strstrip(kept), ==, "2");
}

static void
test_append_and_remove(void)
{
  g_autoptr(TrammelProject) project = new_project();
  g_autoptr(GError) error = NULL;

  put(project, "logs[0].exclude[]", "[1, 2]");
  put(project, "logs[0].exclude[]", "[4, 5.5]");
  g_autofree char *second = trammel_project_dup_at(project, "logs[0].exclude[1][1]");
  g_assert_cmpstr(g_strstrip(second), ==, "5.5");
  g_assert_true(trammel_project_remove(project, "logs[0].exclude[0]", &error));
  g_autofree char *first = trammel_project_dup_at(project, "logs[0].exclude[0][0]");
  g_assert_cmpstr(g_strstrip(first), ==, "4");
  g_assert_null(trammel_project_dup_at(project, "logs[0].exclude[1]"));
  g_assert_true(trammel_project_remove(project, "logs[0].trim", &error));
  g_assert_no_error(error);
}

/* Other members of a quantity's object are kept; a value of a plain number is the number. */
static void
test_quantities(void)
{
  g_autoptr(TrammelProject) project = new_project();

  put(project, "model.bodies[0].mass", "0.75");
  const TrammelQuantity *mass = trammel_project_find_quantity(project, "body.rod.mass");
  g_assert_cmpfloat(mass->value, ==, 0.75);
  g_assert_true(mass->free);
  put(project, "logs[0].channels[0].offset", "0.1");
  g_assert_true(trammel_project_find_quantity(project, "log.a.s.offset")->free);
  put(project, "model.bodies[0].mass.free,logs[0].channels[0].offset.free", "false");
  g_assert_false(trammel_project_find_quantity(project, "log.a.s.offset")->free ||
                 trammel_project_find_quantity(project, "body.rod.mass")->free);
  put(project, "logs[0].channels[0].scale", "2");
  put(project, "logs[0].channels[0].scale.value", "3");
  g_assert_cmpfloat(trammel_project_get_mapping(project, 0, 0)->scale, ==, 3);
  put(project, "logs[0].channels[0].scale.free", "true");
  g_assert_cmpfloat(trammel_project_get_mapping(project, 0, 0)->scale, ==, 3);
  g_assert_true(trammel_project_find_quantity(project, "log.a.s.scale")->free);
}

/* The longest path has no step left for the value of an object. */
static void
test_longest_path(void)
{
  g_autoptr(TrammelProject) project = new_project();

  put(project, "logs[0].x-deep.a.b.c.d.e", "2");
  g_autofree char *put_there = trammel_project_dup_at(project, "logs[0].x-deep.a.b.c.d.e");
  g_assert_cmpstr(g_strstrip(put_there), ==, "2");
}

/* Values that do not fit are refused and change nothing. */
static void
test_refusals(void)
{
  static const struct {
    const char *path, *json;
    int code;
  } cases[] = {
      {"logs[0].channels[0].sign", "2", TRAMMEL_ERROR_INVALID},
      {"logs[0].trim", "[3, 1]", TRAMMEL_ERROR_INVALID},
      {"logs[0].name[0]", "1", TRAMMEL_ERROR_INVALID},
      {"logs[0].role.x", "1", TRAMMEL_ERROR_INVALID},
      {"logs[0].trim", "[1,", TRAMMEL_ERROR_UNREADABLE},
      {"logs[", "1", TRAMMEL_ERROR_USAGE},
      {"logs[].x", "1", TRAMMEL_ERROR_USAGE},
      {"logs[a]", "1", TRAMMEL_ERROR_USAGE},
      {"logs..x", "1", TRAMMEL_ERROR_USAGE},
      {"model.bodies[0].mass,logs..x", "1", TRAMMEL_ERROR_USAGE},
      {"", "1", TRAMMEL_ERROR_USAGE},
      {"a.b.c.d.e.f.g.h.i", "1", TRAMMEL_ERROR_USAGE},
  };
  g_autoptr(TrammelProject) project = new_project();
  g_autofree char *before = trammel_project_to_data(project);

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_test_message("%s = %s", cases[i].path, cases[i].json);
    g_assert_false(trammel_project_put(project, cases[i].path, cases[i].json, &error));
    g_assert_error(error, TRAMMEL_ERROR, cases[i].code);
    g_autofree char *after = trammel_project_to_data(project);
    g_assert_cmpstr(before, ==, after);
    g_clear_error(&error);
    if (cases[i].code == TRAMMEL_ERROR_USAGE) {
      g_assert_false(trammel_project_remove(project, cases[i].path, &error));
      g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
    }
  }
}

/* Keys that a program of version 1 would ignore raise the version; what only the window uses does
 * not. */
static void
test_version(void)
{
  static const struct {
    const char *path, *json, *format;
  } cases[] = {
      {"window", "{ \"page\": \"model\" }", "\"trammel/1\""},
      {"logs[0].channels[0].formula", "\"2*x\"", "\"trammel/2\""},
      {"logs[0].channels[0].process", "[ { \"type\": \"detrend\" } ]", "\"trammel/2\""},
      {"model.joints[0].stop_restitution", "0.5", "\"trammel/2\""},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(TrammelProject) project = new_project();
    put(project, cases[i].path, cases[i].json);
    g_autofree char *format = trammel_project_dup_at(project, "format");
    g_assert_cmpstr(g_strchomp(format), ==, cases[i].format);
    g_assert_false(trammel_project_is_read_only(project));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/project-put/members", test_members);
  g_test_add_func("/io/project-put/append-and-remove", test_append_and_remove);
  g_test_add_func("/io/project-put/quantities", test_quantities);
  g_test_add_func("/io/project-put/longest-path", test_longest_path);
  g_test_add_func("/io/project-put/refusals", test_refusals);
  g_test_add_func("/io/project-put/version", test_version);
  return g_test_run();
}
