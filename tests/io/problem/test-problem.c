/* Tests of problems: logs with their mappings applied, findings, and messages that name the
 * place. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "io/base/error.h"
#include "io/problem/problem.h"
#include "io/scratch.h"

/* of no file */
#define WRONG_SHA256 "0000000000000000000000000000000000000000000000000000000000000000"

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

static TrammelProject *
make_project(const Scratch *fixture, const char *log, const char *channels)
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
make_problem(const Scratch *fixture,
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
test_mapping(Scratch *fixture, gconstpointer data)
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

/* Asserts what the stamps, a second apart, leave open of the delays of sensor and motor [s]. */
static void
assert_delays(const Scratch *fixture, const char *log, const char *rest, double s, double m)
{
  g_autofree char *channels =
      g_strdup_printf("%s, { \"signal\": \"m\", \"column\": \"u\"%s }", sensor, rest);
  g_autoptr(TrammelProblem) problem = make_problem(fixture, csv, log, channels, NULL);
  const TrChannel *found = trammel_problem_get_task(problem)->logs[0].channels;

  g_assert_cmpfloat_with_epsilon(found[0].delay_sd, s, 1e-12);
  g_assert_cmpfloat_with_epsilon(found[1].delay_sd, m, 1e-12);
}

static void
test_delays(Scratch *fixture, gconstpointer data)
{
  assert_delays(fixture, "", "", sqrt(1 / 12.0), sqrt(2 / 12.0));
  assert_delays(fixture, "", ", \"between\": \"hold\"", sqrt(1 / 12.0), sqrt(1 / 12.0));
  assert_delays(fixture, "\"timing\": \"sampled\",", ", \"delay\": 0.25", sqrt(1 / 12.0), 0);
  assert_delays(fixture, "\"timing\": \"known\",", "", 0, 0);
}

static void
test_rate_and_constant(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = make_problem(fixture, csv, "\"time\": { \"rate\": 4 },",
                                                   "{ \"signal\": \"s\", \"column\": \"q\" },"
                                                   "{ \"signal\": \"m\", \"constant\": 2500,"
                                                   "  \"unit\": \"mV\", \"sign\": -1,"
                                                   "  \"scale\": 2, \"offset\": 0.5 }",
                                                   &error);
  g_assert_no_error(error);

  const TrLog *log = &trammel_problem_get_task(problem)->logs[0];
  g_assert_cmpfloat(log->start, ==, 0);
  g_assert_cmpfloat(log->end, ==, 1);
  g_assert_cmpuint(log->channels[1].n, ==, 1);
  g_assert_cmpfloat_with_epsilon(log->channels[1].y[0], -1 * 2 * 2.5 - 0.5, 1e-14);
}

static void
test_large_stamps_keep_their_digits(Scratch *fixture, gconstpointer data)
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
test_findings(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      make_problem(fixture, csv, "\"sha256\": \"" WRONG_SHA256 "\",", sensor, &error);
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

/* A swing of 0.2 Hz in ten samples a second, over 20 s. */
static char *
make_swing(void)
{
  g_autoptr(GString) text = g_string_new("t,q\n");

  for (int i = 0; i <= 200; i++)
    g_string_append_printf(text, "%.1f,%.9f\n", 0.1 * i, 0.2 * sin(0.4 * G_PI * 0.1 * i));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* An automatic step becomes a whole number of samples, which the same logs keep. */
static void
test_automatic_step(Scratch *fixture, gconstpointer data)
{
  g_autofree char *swing = make_swing();
  g_autoptr(TrammelProject) project = make_project(fixture, "", sensor);
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(fixture->path, swing, -1, NULL));
  g_assert_true(trammel_project_set_setting(project, "h", "auto", &error));
  g_assert_true(isnan(trammel_project_get_settings(project)->h));
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  const TrSettings *settings = &trammel_problem_get_task(problem)->settings;
  g_assert_true(settings->h_is_auto);
  g_assert_cmpfloat(settings->h, >, 0.09);
  g_assert_cmpfloat_with_epsilon(settings->h / 0.1, round(settings->h / 0.1), 1e-9);
  g_assert_true(isnan(trammel_project_get_settings(trammel_problem_get_project(problem))->h));

  g_autoptr(TrammelProject) fixed = trammel_problem_dup_project(problem);
  g_assert_cmpfloat(trammel_project_get_settings(fixed)->h, ==, settings->h);
  g_autoptr(TrammelProblem) again = trammel_problem_new_from(problem, project, &error);
  g_assert_cmpfloat(trammel_problem_get_task(again)->settings.h, ==, settings->h);
  g_assert_true(trammel_project_set_setting(project, "h", "0.3", &error));
  g_autoptr(TrammelProblem) number = trammel_problem_new_from(again, project, &error);
  g_assert_cmpfloat(trammel_problem_get_task(number)->settings.h, ==, 0.3);
  g_assert_false(trammel_problem_get_task(number)->settings.h_is_auto);
}

static void
assert_message(const Scratch *fixture,
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
test_messages(Scratch *fixture, gconstpointer data)
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
                 "'degr' of sensor 's' is not a known unit");
  assert_message(fixture, csv, "\"trim\": [100, 200],", sensor, "leaves nothing");
  assert_message(fixture, csv, "\"exclude\": [[-1, 2], [1.5, 10]],", sensor,
                 "log 'a' excludes all of its samples, from 0 to 4 s");
  assert_message(fixture, csv, "\"time\": { \"rate\": 1 },",
                 "{ \"signal\": \"m\", \"constant\": 1 }", "log 'a' ends 0 s");
  assert_message(fixture, "t,q,p\n0,1,1\n1,2,2\n", "",
                 "{ \"signal\": \"s\", \"column\": \"q\", \"minus\": \"z\" }", "no column 'z'");
  assert_message(fixture, "t,q [deg],p [rad]\n0,1,1\n1,2,2\n", "",
                 "{ \"signal\": \"s\", \"column\": \"q\", \"minus\": \"p\" }",
                 "'q' is in 'deg', but 'p', which is subtracted from it, is in 'rad'");
  assert_message(fixture, csv, "\"role\": \"off\",", sensor, "no log to estimate from");
  assert_message(fixture, csv, "\"time\": { \"column\": \"mm\" },", sensor,
                 "has the unit 'mm', which is a length");
  assert_message(fixture, "t,q\n0,\n1,\n", "", sensor, "holds no number");
}

static void
test_words_among_numbers(Scratch *fixture, gconstpointer data)
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

  /* a word declared as missing, and one in a column that is not used */
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) declared = make_problem(
      fixture, contents[0], "\"import\": { \"missing\": [\"oops\"] },", sensor, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(trammel_problem_get_task(declared)->logs[0].channels[0].n, ==, 3);
  g_autoptr(TrammelProblem) unused =
      make_problem(fixture, "t,q,u\n0,1,0\n1,2,oops\n2,3,0\n3,3,0\n", "", sensor, &error);
  g_assert_no_error(error);
  g_assert_false(has_finding(unused, "log-file"));
}

static void
test_excluded_ranges(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = make_problem(
      fixture, csv, "\"trim\": [0.5, 3.5], \"exclude\": [[3, 9], [1.5, 2], [1, 1.5], [7, 8]],",
      sensor, &error);
  g_assert_no_error(error);

  const TrLog *log = &trammel_problem_get_task(problem)->logs[0];
  g_assert_cmpint(log->n_excluded, ==, 2);
  g_assert_cmpfloat(log->excluded[0][0], ==, 1);
  g_assert_cmpfloat(log->excluded[0][1], ==, 2);
  g_assert_cmpfloat(log->excluded[1][0], ==, 3);
  g_assert_cmpfloat(log->excluded[1][1], ==, 3.5);
  g_assert_true(has_finding(problem, "exclude-outside-log"));
}

/* Dates across midnight; the same stamps in one column, in two, and without a unit. */
static void
test_dates(Scratch *fixture, gconstpointer data)
{
  static const char one[] = "stamp,q\n2026-11-20T23:59:59.75Z,1\n2026-11-21T00:00:00.000001Z,2\n"
                            "2026-11-21T00:00:01Z,3\n";
  static const char two[] = "date,clock,q\n2026-11-20,23:59:59.75,1\n2026-11-21,00:00:00.000001,2"
                            "\n2026-11-21,00:00:01,3\n";
  const struct {
    const char *content, *log;
  } cases[] = {{one, "\"time\": { \"column\": \"stamp\", \"unit\": \"iso8601\" },"},
               {one, "\"time\": { \"column\": \"stamp\" },"},
               {two, "\"time\": { \"column\": [\"date\", \"clock\"] },"}};

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelProblem) problem =
        make_problem(fixture, cases[i].content, cases[i].log, sensor, &error);
    g_assert_no_error(error);
    const TrChannel *s = &trammel_problem_get_task(problem)->logs[0].channels[0];
    g_assert_cmpuint(s->n, ==, 3);
    g_assert_cmpfloat(s->t[0], ==, 0);
    g_assert_cmpfloat_with_epsilon(s->t[1], 0.250001, 1e-12);
    g_assert_cmpfloat(s->t[2], ==, 1.25);
  }
  assert_message(fixture, "stamp,q\n2026-11-20T12:00:00.5Z,1\n2026-11-20T12:00:00.25Z,2\n",
                 "\"time\": { \"column\": \"stamp\", \"unit\": \"iso8601\" },", sensor,
                 "does not increase at data row 2: 2026-11-20 12:00:00.250000 comes after");
}

/* A sensor with dates and a motor with seconds since 1970 have the same time. */
static void
test_clocks_of_two_kinds(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = make_problem(
      fixture, "stamp,q,unix,u\n1970-01-02T00:00:00Z,1,86400.5,7\n1970-01-02T00:00:02Z,2,86402,8\n",
      "",
      "{ \"signal\": \"s\", \"column\": \"q\","
      "  \"time\": { \"column\": \"stamp\", \"unit\": \"iso8601\" } },"
      "{ \"signal\": \"m\", \"column\": \"u\","
      "  \"time\": { \"column\": \"unix\", \"unit\": \"s\" } }",
      &error);
  g_assert_no_error(error);

  const TrLog *log = &trammel_problem_get_task(problem)->logs[0];
  g_assert_cmpfloat(log->channels[0].t[0], ==, 0);
  g_assert_cmpfloat(log->channels[1].t[0], ==, 0.5);
  g_assert_cmpfloat(log->channels[1].t[1], ==, 2);
}

static void
test_difference_of_columns(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      make_problem(fixture, "t,q [deg],p [deg]\n0,90,0\n1,90,\n2,90,45\n", "",
                   "{ \"signal\": \"s\", \"column\": \"q\", \"minus\": \"p\","
                   "  \"offset\": 1 }",
                   &error);
  g_assert_no_error(error);

  const TrChannel *s = &trammel_problem_get_task(problem)->logs[0].channels[0];
  g_assert_cmpuint(s->n, ==, 2);
  g_assert_cmpfloat_with_epsilon(s->y[0], G_PI / 2 - 1, 1e-15);
  g_assert_cmpfloat_with_epsilon(s->y[1], G_PI / 4 - 1, 1e-15);
}

/* A log without a sensor is valid for a simulation: the motors' samples, or the clock, give its
 * length. */
static void
test_log_without_a_sensor(Scratch *fixture, gconstpointer data)
{
  static const char *const motors[] = {"{ \"signal\": \"m\", \"column\": \"u\" }",
                                       "{ \"signal\": \"m\", \"constant\": 3 }"};

  for (guint i = 0; i < G_N_ELEMENTS(motors); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelProblem) problem =
        make_problem(fixture, csv, "\"time\": { \"column\": \"t\" },", motors[i], &error);
    g_assert_no_error(error);
    const TrTask *task = trammel_problem_get_task(problem);
    g_assert_cmpfloat(task->logs[0].start, ==, 0);
    g_assert_cmpfloat(task->logs[0].end, ==, 4);

    TrError detail = {0};
    TrFit *fit = NULL;
    g_assert_cmpint(tr_identify(&fit, task, &detail), ==, TR_BAD_LOG);
    g_assert_nonnull(strstr(detail.text, "log 'a' has no sensor mapped"));
    g_assert_null(fit);
  }
}

static void
test_parameters_of_channels(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = make_problem(
      fixture, csv, "",
      "{ \"signal\": \"m\", \"column\": \"u\", \"scale\": { \"value\": 0.5,"
      "  \"tie\": \"-1*body.rod.mass\" } },"
      "{ \"signal\": \"s\", \"column\": \"q\", \"offset\": { \"value\": 0.25, \"free\": true },"
      "  \"delay\": { \"value\": 0.125, \"free\": true, \"transform\": \"log\", \"max\": 1 } }",
      &error);
  g_assert_no_error(error);

  const TrTask *task = trammel_problem_get_task(problem);
  char id[TR_ID_SIZE];
  g_assert_cmpint(task->n_free, ==, 3);
  tr_task_param_id(id, task, task->free[1].param);
  g_assert_cmpstr(id, ==, "log.a.s.offset");
  g_assert_cmpstr(tr_task_param_unit(task, task->free[1].param), ==, "rad");
  g_assert_cmpfloat(task->free[1].start, ==, 0.25);
  tr_task_param_id(id, task, task->free[2].param);
  g_assert_cmpstr(id, ==, "log.a.s.delay");
  g_assert_cmpint(task->free[2].transform, ==, TR_TRANSFORM_LOG);
  g_assert_cmpint(task->n_ties, ==, 1);
  tr_task_param_id(id, task, task->ties[0].param);
  g_assert_cmpstr(id, ==, "log.a.m.scale");
  g_assert_cmpint(task->ties[0].master, ==, 0);
  g_assert_cmpfloat(task->ties[0].factor, ==, -1);

  /* the samples were made with the tied value */
  const TrChannel *m = &task->logs[0].channels[0], *s = &task->logs[0].channels[1];
  g_assert_cmpfloat(m->scale, ==, -0.5);
  g_assert_cmpfloat(m->y[1], ==, -0.5 * 3);
  g_assert_cmpfloat(s->offset, ==, 0.25);
  g_assert_cmpfloat(s->delay, ==, 0.125);
  g_assert_cmpfloat(s->scale, ==, 1);

  /* a change without effect is detected */
  g_autoptr(TrammelProject) still =
      make_project(fixture, "",
                   "{ \"signal\": \"s\", \"column\": \"q\" }, { \"signal\": \"m\", \"constant\": 0,"
                   "  \"scale\": { \"value\": 1, \"free\": true } }");
  g_autoptr(TrammelProblem) constant = trammel_problem_new(still, NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_true(has_finding(constant, "parameter-without-effect"));
  g_assert_false(has_finding(problem, "parameter-without-effect"));

  /* another offset: the logs are read again */
  g_autoptr(TrammelProject) other = trammel_project_copy(trammel_problem_get_project(problem));
  g_assert_true(trammel_project_set_value(other, "log.a.s.offset", 0.5, NULL));
  g_autoptr(TrammelProblem) next = trammel_problem_new_from(problem, other, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(trammel_problem_get_task(next)->logs[0].channels[1].y[0], ==, -0.5);
  g_assert_cmpfloat(s->y[0], ==, -0.25);
}

static const char two_logs[] =
    "{ \"format\": \"trammel/3\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 1 } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"channels\": [ { \"signal\": \"s\","
    "    \"column\": \"q\", \"offset\": { \"value\": 0, \"free\": true } } ] },"
    "  { \"name\": \"b\", \"file\": \"a.csv\", \"channels\": [ { \"signal\": \"s\","
    "    \"column\": \"u\", \"scale\": { \"value\": 2, \"free\": true },"
    "    \"offset\": { \"value\": 9, \"min\": 0, \"tie\": \"log.a.s.offset\" } } ] } ] }";

/* Channels are counted by the logs of the fit, not of the project. */
static void
test_parameters_of_some_logs(Scratch *fixture, gconstpointer data)
{
  static const char *const only_b[] = {"b", NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project =
      trammel_project_new_from_data(two_logs, -1, fixture->folder, &error);
  char id[TR_ID_SIZE];

  g_assert_no_error(error);
  g_assert_true(g_file_set_contents(fixture->path, csv, -1, NULL));
  g_autoptr(TrammelProblem) both = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpint(trammel_problem_get_task(both)->n_free, ==, 2);
  g_assert_cmpint(trammel_problem_get_task(both)->n_ties, ==, 1);
  g_assert_cmpint(trammel_problem_get_task(both)->ties[0].param.owner, ==, 1);
  g_assert_true(has_finding(both, "tied-with-own"));
  g_assert_true(has_finding(both, "newer-format"));

  /* both have their parts of the shared file */
  const TrLog *logs = trammel_problem_get_task(both)->logs;
  g_assert_cmpstr(logs[0].name, ==, "a");
  g_assert_cmpfloat(logs[0].channels[0].y[1], ==, 90);
  g_assert_cmpfloat(logs[1].channels[0].y[3], ==, 2 * 5);
  g_assert_cmpstr(trammel_problem_get_log_sha256(both, 0), ==,
                  trammel_problem_get_log_sha256(both, 1));

  g_autoptr(TrammelProblem) one = trammel_problem_new(project, only_b, NULL, &error);
  g_assert_no_error(error);
  const TrTask *task = trammel_problem_get_task(one);
  g_assert_cmpint(task->n_free, ==, 1);
  g_assert_cmpint(task->n_ties, ==, 0);
  tr_task_param_id(id, task, task->free[0].param);
  g_assert_cmpstr(id, ==, "log.b.s.scale");
  g_assert_cmpint(task->free[0].param.owner, ==, 0);
  g_assert_true(has_finding(one, "tie-without-master"));
  g_assert_cmpfloat(task->logs[0].channels[0].offset, ==, 0);
}

static void
test_missing_file(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(make_problem(fixture, NULL, "", sensor, &error));
  g_assert_nonnull(error);
  g_assert_nonnull(strstr(error->message, "a.csv"));
  g_assert_true(g_str_has_prefix(error->message, "log 'a': "));
}

static void
test_names(Scratch *fixture, gconstpointer data)
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
test_reference_log(Scratch *fixture, gconstpointer data)
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

#define ADD(path, func) scratch_add_test(path, "a.csv", func)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  ADD("/problem/mapping", test_mapping);
  ADD("/problem/delays", test_delays);
  ADD("/problem/rate", test_rate_and_constant);
  ADD("/problem/large-stamps", test_large_stamps_keep_their_digits);
  ADD("/problem/findings", test_findings);
  ADD("/problem/automatic-step", test_automatic_step);
  ADD("/problem/messages", test_messages);
  ADD("/problem/words", test_words_among_numbers);
  ADD("/problem/exclude", test_excluded_ranges);
  ADD("/problem/dates", test_dates);
  ADD("/problem/dates/and-numbers", test_clocks_of_two_kinds);
  ADD("/problem/minus", test_difference_of_columns);
  ADD("/problem/no-sensor", test_log_without_a_sensor);
  ADD("/problem/channel-parameters", test_parameters_of_channels);
  ADD("/problem/channel-parameters/logs", test_parameters_of_some_logs);
  ADD("/problem/missing-file", test_missing_file);
  ADD("/problem/names", test_names);
  ADD("/problem/reference", test_reference_log);
  return g_test_run();
}
