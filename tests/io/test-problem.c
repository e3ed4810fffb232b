/* Problems: logs with their mappings applied, findings, and messages that name the place. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/error.h"
#include "io/problem.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": { \"value\": 0.5, \"free\": true } } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"j\" } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", LOG \"channels\": [ CHANNELS ] } ],"
    " \"settings\": { \"h\": 0.5 } }";

static const char sensor[] = "{ \"signal\": \"s\", \"column\": \"q\" }";

static const char csv[] = "t,q,u,mm [mm],word\n"
                          "10,0,1,1,a\n"
                          "11,90,,2,b\n"
                          "12,,3,3,c\n"
                          "13,270,4,4,d\n"
                          "14,360,5,5,e\n";

typedef struct {
  char *folder, *path;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  fixture->path = g_build_filename(fixture->folder, "a.csv", NULL);
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  g_remove(fixture->path);
  g_assert_cmpint(g_rmdir(fixture->folder), ==, 0);
  g_free(fixture->path);
  g_free(fixture->folder);
}

static TrammelProject *
make_project(const Fixture *fixture, const char *log, const char *channels)
{
  g_autoptr(GString) text = g_string_new(project_text);
  g_autoptr(GError) error = NULL;

  g_string_replace(text, "LOG", log, 1);
  g_string_replace(text, "CHANNELS", channels, 1);
  TrammelProject *project = trammel_project_new_from_data(text->str, -1, fixture->folder, &error);
  g_assert_no_error(error);
  return project;
}

static TrammelProblem *
make_problem(const Fixture *fixture,
             const char *content,
             const char *log,
             const char *channels,
             GError **error)
{
  g_autoptr(TrammelProject) project = make_project(fixture, log, channels);

  if (content)
    g_assert_true(g_file_set_contents(fixture->path, content, -1, NULL));
  return trammel_problem_new(project, NULL, NULL, error);
}

static gboolean
has_finding(const TrammelProblem *problem, const char *code)
{
  for (guint i = 0; i < trammel_problem_get_n_findings(problem); i++)
    if (g_str_equal(trammel_problem_get_finding(problem, i)->code, code))
      return TRUE;
  return FALSE;
}

static void
test_mapping(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      make_problem(fixture, csv, "\"trim\": [1, 3.5],",
                   "{ \"signal\": \"s\", \"column\": \"q\", \"unit\": \"deg\", \"sign\": -1,"
                   "  \"scale\": 2, \"offset\": 0.5, \"delay\": 0.25 },"
                   "{ \"signal\": \"m\", \"column\": \"u\", \"unit\": \"mV\", \"delay\": 0.5,"
                   "  \"between\": \"linear\" }",
                   &error);
  g_assert_no_error(error);

  const TrTask *task = trammel_problem_get_task(problem);
  g_assert_cmpint(task->n_logs, ==, 1);
  g_assert_cmpint(task->n_free, ==, 1);
  g_assert_cmpfloat(task->settings.h, ==, 0.5);
  const TrLog *log = &task->logs[0];
  g_assert_cmpstr(log->name, ==, "a");
  g_assert_cmpfloat(log->start, ==, 1);
  g_assert_cmpfloat(log->end, ==, 3.5);

  /* the third sample is missing */
  const TrChannel *s = &log->channels[0], *m = &log->channels[1];
  g_assert_cmpint(s->kind, ==, TR_SIGNAL_SENSOR);
  g_assert_cmpuint(s->n, ==, 4);
  g_assert_cmpfloat(s->t[0], ==, -0.25);
  g_assert_cmpfloat(s->t[2], ==, 2.75);
  g_assert_cmpfloat_with_epsilon(s->y[1], -2 * G_PI / 2 - 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon(s->y[3], -2 * 2 * G_PI - 0.5, 1e-12);
  g_assert_cmpint(m->kind, ==, TR_SIGNAL_MOTOR);
  g_assert_true(m->linear);
  g_assert_cmpuint(m->n, ==, 4);
  g_assert_cmpfloat(m->t[1], ==, 2.5);
  g_assert_cmpfloat_with_epsilon(m->y[1], 3e-3, 1e-15);
  g_assert_true(has_finding(problem, "h-below-sample-step"));
  g_assert_false(has_finding(problem, "motor-without-channel"));
}

static void
test_rate_and_constant(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = make_problem(fixture, csv, "\"time\": { \"rate\": 4 },",
                                                   "{ \"signal\": \"s\", \"column\": \"q\" },"
                                                   "{ \"signal\": \"m\", \"constant\": 2.5 }",
                                                   &error);
  g_assert_no_error(error);

  const TrLog *log = &trammel_problem_get_task(problem)->logs[0];
  g_assert_cmpfloat(log->start, ==, 0);
  g_assert_cmpfloat(log->end, ==, 1);
  g_assert_cmpuint(log->channels[1].n, ==, 1);
  g_assert_cmpfloat(log->channels[1].y[0], ==, 2.5);
}

static void
test_large_stamps_keep_their_digits(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      make_problem(fixture, "t,q\n1700000000000001,0\n1700000000000501,1\n1700000000001001,2\n",
                   "\"time\": { \"column\": \"t\", \"unit\": \"us\" },", sensor, &error);
  g_assert_no_error(error);

  const TrChannel *s = &trammel_problem_get_task(problem)->logs[0].channels[0];
  g_assert_cmpfloat(s->t[0], ==, 0);
  g_assert_cmpfloat_with_epsilon(s->t[2], 1e-3, 1e-15);
}

static void
test_findings(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      make_problem(fixture, csv, "\"sha256\": \"00\",", sensor, &error);
  g_assert_no_error(error);
  g_assert_true(has_finding(problem, "log-changed"));
  g_assert_true(has_finding(problem, "motor-without-channel"));
  g_assert_false(has_finding(problem, "nothing-free"));
  g_assert_cmpuint(strlen(trammel_problem_get_log_sha256(problem, 0)), ==, 64);

  g_autoptr(TrammelProject) other = trammel_project_copy(trammel_problem_get_project(problem));
  g_assert_true(trammel_project_set_free(other, "body.rod.mass", FALSE, NULL));
  g_assert_true(trammel_project_set_bounds(other, "joint.j.coulomb", 0, 1, NULL));
  g_assert_true(trammel_project_set_free(other, "joint.j.viscous", TRUE, NULL));
  g_autoptr(TrammelProblem) next = trammel_problem_new_from(problem, other, &error);
  g_assert_no_error(error);
  g_assert_true(has_finding(next, "parameter-without-effect"));
  g_assert_true(has_finding(next, "log-changed"));
  g_assert_true(trammel_problem_get_task(next)->logs == trammel_problem_get_task(problem)->logs);

  g_assert_true(trammel_project_set_bounds(other, "joint.j.viscous", 0, 1, NULL));
  g_autoptr(TrammelProblem) bound = trammel_problem_new_from(problem, other, NULL);
  g_assert_true(has_finding(bound, "start-on-bound"));
  g_assert_true(trammel_project_set_free(other, "joint.j.viscous", FALSE, NULL));
  g_autoptr(TrammelProblem) fixed = trammel_problem_new_from(problem, other, NULL);
  g_assert_true(has_finding(fixed, "nothing-free"));
}

static void
assert_message(const Fixture *fixture,
               const char *content,
               const char *log,
               const char *channels,
               const char *message)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(make_problem(fixture, content, log, channels, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  if (!strstr(error->message, message))
    g_error("the message '%s' lacks '%s'", error->message, message);
}

static void
test_messages(Fixture *fixture, gconstpointer data)
{
  assert_message(fixture, "t,q\n0,1\n0.2,2\n0.1,3\n", "", sensor,
                 "log 'a': the time in column 't' does not increase at data row 3: 0.1 comes after "
                 "0.2");
  assert_message(fixture, "t,q\n0,1\n0,2\n", "", sensor, "data row 2: 0 comes after 0");
  assert_message(fixture, csv, "", "{ \"signal\": \"s\", \"column\": \"qq\" }", "no column 'qq'");
  assert_message(fixture, csv, "", "{ \"signal\": \"s\", \"column\": \"word\" }", "text");
  assert_message(fixture, csv, "", "{ \"signal\": \"s\", \"column\": \"mm\" }",
                 "is a length, but sensor 's' measures an angle");
  assert_message(fixture, csv, "", "{ \"signal\": \"s\", \"column\": \"q\", \"unit\": \"degr\" }",
                 "'degr' of sensor 's' is not a unit");
  assert_message(fixture, csv, "\"trim\": [100, 200],", sensor, "leaves nothing");
  assert_message(fixture, csv, "", "{ \"signal\": \"m\", \"column\": \"u\" }",
                 "log 'a' has no sensor mapped");
  assert_message(fixture, csv, "\"role\": \"off\",", sensor, "no log to estimate from");
  assert_message(fixture, csv, "\"time\": { \"column\": \"mm\" },", sensor,
                 "has the unit 'mm', which is a length");
  assert_message(fixture, "t,q\n0,\n1,\n", "", sensor, "holds no number");
}

static void
test_words_among_numbers(Fixture *fixture, gconstpointer data)
{
  static const char *const contents[] = {"t,q,u\n0,1,0\n1,oops,0\n2,3,0\n3,3,0\n",
                                         "t,q,u\n0,1,0\n1,2,0\noops,3,0\n3,3,0\n"};
  static const char *const places[] = {"a.csv, column 'q', line 3: 'oops' is not a number",
                                       "a.csv, column 't', line 4: 'oops' is not a number"};

  for (guint i = 0; i < G_N_ELEMENTS(contents); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(make_problem(fixture, contents[i], "", sensor, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    g_assert_nonnull(strstr(error->message, places[i]));
    g_assert_nonnull(strstr(error->message, "import.missing"));
  }

  /* a word that is declared, and one in a column that is not used */
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) declared = make_problem(
      fixture, contents[0], "\"import\": { \"missing\": [\"oops\"] },", sensor, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(trammel_problem_get_task(declared)->logs[0].channels[0].n, ==, 3);
  g_autoptr(TrammelProblem) unused =
      make_problem(fixture, "t,q,u\n0,1,0\n1,2,oops\n2,3,0\n3,3,0\n", "", sensor, &error);
  g_assert_no_error(error);
  g_assert_true(has_finding(unused, "log-file"));
}

static void
test_missing_file(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(make_problem(fixture, NULL, "", sensor, &error));
  g_assert_nonnull(error);
  g_assert_nonnull(strstr(error->message, "a.csv"));
  g_assert_true(g_str_has_prefix(error->message, "log 'a': "));
}

static void
test_names(Fixture *fixture, gconstpointer data)
{
  static const char *const known[] = {"a", NULL}, *const unknown[] = {"b", NULL};
  g_autoptr(TrammelProject) project = make_project(fixture, "\"role\": \"validate\",", sensor);
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(fixture->path, csv, -1, NULL));
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, known, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpint(trammel_problem_get_task(problem)->n_logs, ==, 1);
  g_assert_null(trammel_problem_new(project, unknown, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
}

static void
test_reference_log(Fixture *fixture, gconstpointer data)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *path =
      g_build_filename(shared ? shared : "", "ref", "furuta-swing.trammel", NULL);
  g_autoptr(GError) error = NULL;

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("no reference projects beside the source");
    return;
  }
  g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);

  const TrTask *task = trammel_problem_get_task(problem);
  g_assert_cmpint(task->n_free, ==, 10);
  g_assert_cmpint(task->logs[0].n_channels, ==, 3);
  g_assert_cmpuint(task->logs[0].channels[0].n, >, 1000);
  g_assert_cmpuint(trammel_problem_get_n_findings(problem), ==, 0);
}

#define ADD(path, func) g_test_add(path, Fixture, NULL, set_up, func, tear_down)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  ADD("/problem/mapping", test_mapping);
  ADD("/problem/rate", test_rate_and_constant);
  ADD("/problem/large-stamps", test_large_stamps_keep_their_digits);
  ADD("/problem/findings", test_findings);
  ADD("/problem/messages", test_messages);
  ADD("/problem/words", test_words_among_numbers);
  ADD("/problem/missing-file", test_missing_file);
  ADD("/problem/names", test_names);
  ADD("/problem/reference", test_reference_log);
  return g_test_run();
}
