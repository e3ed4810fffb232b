/* Tests of logs that are joined by time, and of new logs mapped by name. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/intake/add_log.h"
#include "io/intake/join.h"
#include "io/scratch.h"

static char *
write_file(const Scratch *scratch, const char *name, const char *text)
{
  char *path = g_build_filename(scratch->folder, name, NULL);

  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}

/* Returns the joined text of two files; NULL with the error. */
static char *
join(const Scratch *scratch, const char *a, const char *b, double rate, GError **error)
{
  g_autofree char *first = write_file(scratch, "q.csv", a);
  g_autofree char *second = write_file(scratch, "tau.csv", b);
  const char *const paths[] = {first, second, NULL};
  const TrammelJoin said = {paths, rate};
  TrammelJoined joined;

  return trammel_logs_join(&joined, &said, NULL, error) ? joined.csv : NULL;
}

static void
expect(const Scratch *scratch, const char *a, const char *b, double rate, const char *wanted)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = join(scratch, a, b, rate, &error);

  g_assert_no_error(error);
  g_assert_cmpstr(text, ==, wanted);
}

/* Every stamp has its row; cells without a sample are empty; equal names get that of the file. */
static void
test_stamps(Scratch *scratch, gconstpointer data)
{
  expect(scratch, "t,q1 [deg]\n5,1\n5.01,2\n5.02,3\n", "time [ms],u\n5010,7\n5015,8\n", 0,
         "t [s],q1 [deg],u\n0,1,\n0.01,2,7\n0.015,,8\n0.02,3,\n");
  expect(scratch, "t,x\n0,1\n1,2\n", "t,x,word\n0,3,a\n2,,b\n", 0,
         "t [s],x,tau/x\n0,1,3\n1,2,\n2,,\n");
  expect(scratch, "stamp,x\n2026-11-21T10:00:00Z,1\n2026-11-21T10:00:01Z,2\n",
         "stamp,y\n2026-11-21T10:00:00.5Z,3\n", 0, "t [s],x,y\n0,1,\n0.5,,3\n1,2,\n");
}

/* Rows of a file without a time follow each other by the rate, from the first stamp of the other.
 */
static void
test_rate(Scratch *scratch, gconstpointer data)
{
  expect(scratch, "t,q\n100,1\n100.5,2\n", "tau\n7\n8\n9\n", 2,
         "t [s],q,tau\n0,1,7\n0.5,2,8\n1,,9\n");
  expect(scratch, "q\n1.5\n2\n", "tau\n7\n8\n", 4, "t [s],q,tau\n0,1.5,7\n0.25,2,8\n");
}

static void
refuse(const Scratch *scratch, const char *a, const char *b, int code, const char *words)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(join(scratch, a, b, 0, &error));
  g_assert_error(error, TRAMMEL_ERROR, code);
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, words));
}

static void
test_refusals(Scratch *scratch, gconstpointer data)
{
  const char *good = "t,q\n0,1\n1,2\n";

  refuse(scratch, good, "tau\n1\n2\n", TRAMMEL_ERROR_INVALID, "rate of its rows");
  refuse(scratch, good, "t,tau\n0,1\n0,2\n", TRAMMEL_ERROR_INVALID, "does not increase");
  refuse(scratch, good, "t,tau\n5,1\n6,2\n", TRAMMEL_ERROR_INVALID, "no time in common");
  refuse(scratch, good, "t,tau\n0,1\n1,12V\n2,3\n", TRAMMEL_ERROR_UNREADABLE, "12V");
  refuse(scratch, good, "t,tau\n2026-11-21T10:00:00Z,1\n2026-11-21T10:00:01Z,2\n",
         TRAMMEL_ERROR_INVALID, "the same moment");
  refuse(scratch, good, "", TRAMMEL_ERROR_UNREADABLE, "tau.csv");
  refuse(scratch, good, "t,tau\n1e300,1\n2e300,2\n", TRAMMEL_ERROR_INVALID, "no time in common");
}

static void
test_name(Scratch *scratch, gconstpointer data)
{
  const char *const paths[] = {"/a/position.csv", "/b/torque.log.csv", "c", NULL};
  g_autofree char *name = trammel_join_dup_name(paths);

  g_assert_cmpstr(name, ==, "position+torque.log+c.csv");
}

/* ---- new logs -------------------------------------------------------------------------------- */

/* Returns a project of a chain of joints of these names, with sensors and motors. */
static TrammelProject *
new_chain(const char *const *joints)
{
  g_autoptr(GString) text = g_string_new("{ \"format\": \"trammel/1\", \"model\": {");
  GString *parts[4];
  static const char *const keys[] = {"bodies", "joints", "sensors", "motors"};
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    parts[i] = g_string_new(NULL);
  for (guint i = 0; joints[i]; i++) {
    const char *comma = i ? "," : "";
    g_string_append_printf(parts[0], "%s{ \"name\": \"b%u\", \"mass\": 1 }", comma, i);
    g_autofree char *parent = i ? g_strdup_printf("b%u", i - 1) : g_strdup("world");
    g_string_append_printf(parts[1],
                           "%s{ \"name\": \"%s\", \"type\": \"hinge\", \"parent\": \"%s\","
                           " \"child\": \"b%u\" }",
                           comma, joints[i], parent, i);
    g_string_append_printf(parts[2],
                           "%s{ \"name\": \"%s_position\", \"type\": \"joint-position\","
                           " \"joint\": \"%s\" }",
                           comma, joints[i], joints[i]);
    g_string_append_printf(parts[3], "%s{ \"name\": \"%s_torque\", \"joint\": \"%s\" }", comma,
                           joints[i], joints[i]);
  }
  for (guint i = 0; i < 4; i++) {
    g_string_append_printf(text, "%s\"%s\": [%s]", i ? "," : "", keys[i], parts[i]->str);
    g_string_free(parts[i], TRUE);
  }
  g_string_append(text, "} }");
  TrammelProject *project = trammel_project_new_from_data(text->str, -1, NULL, &error);
  g_assert_no_error(error);
  return project;
}

/* Returns "q1>a_position ..." of the last log. */
static char *
describe(const TrammelProject *project)
{
  GString *text = g_string_new(NULL);
  guint log = trammel_project_get_n_logs(project) - 1;

  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++) {
    const TrammelMapping *mapping = trammel_project_get_mapping(project, log, i);
    g_string_append_printf(text, "%s%s>%s", i ? " " : "", mapping->column, mapping->signal);
  }
  return g_string_free(text, FALSE);
}

/* Names and numbers of channels find the joints, whatever their order in the file. */
static void
test_mapping(Scratch *scratch, gconstpointer data)
{
  static const struct {
    const char *joints[4];
    gboolean with_rates;
    const char *header, *wanted;
  } cases[] = {
      {{"arm_1", "arm_2"},
       FALSE,
       "t,tau2,tau1,q2,q1",
       "q1>arm_1_position q2>arm_2_position tau1>arm_1_torque tau2>arm_2_torque"},
      {{"shoulder", "elbow", "wrist"},
       FALSE,
       "t,q3,q2,q1,u1,u3,u2",
       "q1>shoulder_position q2>elbow_position q3>wrist_position "
       "u1>shoulder_torque u2>elbow_torque u3>wrist_torque"},
      {{"shoulder", "elbow"},
       FALSE,
       "t,q1,q0,u1,u0",
       "q0>shoulder_position q1>elbow_position u0>shoulder_torque u1>elbow_torque"},
      {{"j1", "j2", "j3"}, FALSE, "t,q3,tau3", "q3>j3_position tau3>j3_torque"},
      {{"j1", "j2"},
       TRUE,
       "t,dq2,dq1,q1,q2",
       "q1>j1_position q2>j2_position dq1>j1_velocity dq2>j2_velocity"},
      {{"elbow", "shoulder"},
       FALSE,
       "t,shoulder/position,elbow/position",
       "elbow/position>elbow_position shoulder/position>shoulder_position"},
  };

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(TrammelProject) project = new_chain(cases[i].joints);
    guint n = 0;
    g_autoptr(GString) text = g_string_new(cases[i].header);
    for (const char *c = cases[i].header; *c; c++)
      n += *c == ',';
    for (int row = 0; row < 3; row++) {
      g_string_append_printf(text, "\n%d", row);
      for (guint k = 0; k < n; k++)
        g_string_append_printf(text, ",%g", row * 0.1 + k);
    }
    g_autofree char *path = write_file(scratch, "log.csv", text->str);
    const TrammelNewLog log = {path, 0, cases[i].with_rates};
    g_autoptr(TrammelRecord) record = trammel_record_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelProject) mapped = trammel_project_add_log(project, &log, record, NULL, &error);
    g_assert_no_error(error);
    g_autofree char *found = describe(mapped);
    g_assert_cmpstr(found, ==, cases[i].wanted);
    g_assert_cmpstr(trammel_project_get_log_name(mapped, 0), ==, "log");
  }
}

static void
test_log_refusals(Scratch *scratch, gconstpointer data)
{
  static const char *const joints[] = {"a", NULL};
  g_autoptr(TrammelProject) project = new_chain(joints);
  g_autofree char *path = write_file(scratch, "log.csv", "q\n1\n2\n3\n");
  const TrammelNewLog log = {path, 0, FALSE}, by_rate = {path, 10, FALSE};
  g_autoptr(TrammelRecord) record = trammel_record_new();
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_project_add_log(project, &log, record, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_autoptr(TrammelProject) mapped = trammel_project_add_log(project, &by_rate, record, NULL, NULL);
  g_assert_cmpuint(trammel_project_get_n_mappings(mapped, 0), ==, 1);
  g_autofree char *still = write_file(scratch, "log.csv", "t,a\n1,5\n2,5\n3,5\n");
  g_clear_error(&error);
  g_assert_null(trammel_project_add_log(project, &by_rate, record, NULL, &error));
  g_assert_nonnull(strstr(error->message, "fits a sensor"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  scratch_add_test("/io/intake/join/stamps", "x", test_stamps);
  scratch_add_test("/io/intake/join/rate", "x", test_rate);
  scratch_add_test("/io/intake/join/refusals", "x", test_refusals);
  scratch_add_test("/io/intake/join/name", "x", test_name);
  scratch_add_test("/io/intake/mapping", "x", test_mapping);
  scratch_add_test("/io/intake/log-refusals", "x", test_log_refusals);
  return g_test_run();
}
