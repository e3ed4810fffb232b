/* Tests of findings on logs with one planted fault each, and on clean ones. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/check/health_private.h"
#include "io/check/log_info.h"
#include "io/log/load.h"
#include "io/project/put.h"

enum { N = 3000 };
#define STEP 0.005

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"j\" } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" SIGMA } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"channels\": ["
    "   { \"signal\": \"s\", \"column\": \"q1\" UNIT }, { \"signal\": \"m\", \"column\": \"u\" } ] "
    "} ] }";

typedef struct {
  double t[N], q[N], dq[N], u[N];
} Rows;

/* Row of the table: the planted fault, and the expected finding. */
typedef struct {
  const char *name;
  void (*plant)(Rows *rows);
  const char *unit, *sigma, *rate_name; /* nullable */
  const char *code;                     /* NULL: nothing */
  const char *severity, *fix_path, *fix_value;
} Case;

/* A swing with an encoder of 1e-3 rad and a little noise. */
static Rows *
make_rows(void)
{
  Rows *rows = g_new0(Rows, 1);
  g_autoptr(GRand) rand = g_rand_new_with_seed(1);

  for (int i = 0; i < N; i++) {
    double t = rows->t[i] = STEP * i;
    rows->q[i] = 0.8 * sin(5 * t) + 0.3 * sin(7.3 * t + 1) + 6e-4 * (g_rand_double(rand) - 0.5);
    rows->q[i] = 1e-3 * round(1e3 * rows->q[i]);
    rows->dq[i] = 4 * cos(5 * t) + 2.19 * cos(7.3 * t + 1) + 0.1 * (g_rand_double(rand) - 0.5);
    rows->u[i] = sin(5 * t);
  }
  return rows;
}

static void
plant_nothing(Rows *rows)
{
}

static void
plant_repeated_stamp(Rows *rows)
{
  rows->t[100] = rows->t[99];
}

static void
plant_fall(Rows *rows)
{
  rows->t[200] = rows->t[150];
}

static void
plant_gap(Rows *rows)
{
  for (int i = 1500; i < N; i++) {
    rows->t[i] += 0.2;
    rows->q[i] = 0.8 * sin(5 * rows->t[i]) + 0.3 * sin(7.3 * rows->t[i] + 1);
    rows->q[i] = 1e-3 * round(1e3 * rows->q[i]);
  }
}

static void
plant_jitter(Rows *rows)
{
  for (int i = 1; i < N; i += 3)
    rows->t[i] += 0.7 * STEP;
  for (int i = 0; i < N; i++)
    rows->q[i] = 1e-3 * round(800 * sin(5 * rows->t[i]));
  for (int i = 0; i < N; i++)
    rows->dq[i] = 4 * cos(5 * rows->t[i]);
}

static void
plant_missing(Rows *rows)
{
  rows->q[40] = rows->q[900] = NAN;
}

static void
plant_constant(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->q[i] = 0.25;
}

static void
plant_stuck(Rows *rows)
{
  for (int i = 1200; i < 1290; i++)
    rows->q[i] = rows->q[1199];
}

static void
plant_saturation(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->q[i] = fmin(rows->q[i], 0.7);
}

static void
plant_clipped_input(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->u[i] = CLAMP(rows->u[i], -0.7, 0.7);
}

static void
plant_spike(Rows *rows)
{
  rows->q[777] += 0.5;
}

static void
plant_counter(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->q[i] = 40.96 * (rows->t[i] * 0.7 - floor(rows->t[i] * 0.7));
  for (int i = 0; i < N; i++)
    rows->dq[i] = 28.672;
}

static void
plant_whole_turns(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->q[i] = remainder(rows->q[i] + 3 * rows->t[i], 2 * G_PI);
  for (int i = 0; i < N; i++)
    rows->dq[i] += 3;
}

static void
plant_whole_turns_and_sign(Rows *rows)
{
  plant_whole_turns(rows);
  for (int i = 0; i < N; i++)
    rows->dq[i] *= -1;
}

static void
plant_turns_in_degrees(Rows *rows)
{
  plant_whole_turns(rows);
  for (int i = 0; i < N; i++)
    rows->q[i] *= 180 / G_PI;
}

static void
plant_degrees(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->q[i] *= 180 / G_PI;
}

static void
plant_rate_in_degrees(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->dq[i] *= 180 / G_PI;
}

static void
plant_rate_in_rpm(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->dq[i] *= 30 / G_PI;
}

static void
plant_gear(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->dq[i] *= 5;
}

static void
plant_sign(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->dq[i] *= -1;
}

static void
plant_noise_at_rest(Rows *rows)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(5);

  /* slow oscillations do not show in the fourth differences */
  for (int i = 0; i < N; i++)
    rows->q[i] = i < 600 ? 0.1 + ((i / 2) % 2 ? 6e-3 : -6e-3) * g_rand_double(rand)
                         : rows->q[i] + 1e-5 * g_rand_double(rand);
  for (int i = 0; i < 600; i++)
    rows->dq[i] = 0;
}

static void
plant_rest(Rows *rows)
{
  for (int i = 0; i < N; i++)
    rows->q[i] = 1e-3 * (i % 7 == 0);
}

static const Case cases[] = {
    {"clean", plant_nothing, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
    {"clean-with-unit", plant_nothing, NULL, NULL, "dq1 [rad/s]", NULL, NULL, NULL, NULL},
    {"clean-degrees", plant_degrees, "deg", NULL, "dq1 [rad/s]", NULL, NULL, NULL, NULL},
    {"whole-turns", plant_whole_turns, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
    {"repeated-stamp", plant_repeated_stamp, NULL, NULL, NULL, "time-not-increasing", "error",
     "logs[0].time", "{ \"rate\": 200 }"},
    {"fall", plant_fall, NULL, NULL, NULL, "time-not-increasing", "error", "logs[0].time",
     "{ \"rate\": 200 }"},
    {"gap", plant_gap, NULL, NULL, "speedometer", "gap", "warning", "logs[0].exclude[]",
     "[7.495, 7.7]"},
    {"jitter", plant_jitter, NULL, NULL, NULL, "jitter", "info", NULL, NULL},
    {"missing", plant_missing, NULL, NULL, NULL, "missing-samples", "info", NULL, NULL},
    {"constant", plant_constant, NULL, NULL, NULL, "channel-constant", "warning", NULL, NULL},
    {"stuck", plant_stuck, NULL, NULL, NULL, "channel-stuck", "warning", "logs[0].exclude[]",
     "[5.995, 6.445]"},
    {"saturated", plant_saturation, NULL, NULL, NULL, "channel-saturated", "warning", NULL, NULL},
    {"clipped-input", plant_clipped_input, NULL, NULL, NULL, "input-saturated", "info", NULL, NULL},
    {"spike", plant_spike, NULL, NULL, NULL, "spikes", "warning", "logs[0].exclude[]",
     "[3.88, 3.89]"},
    {"counter", plant_counter, NULL, NULL, NULL, "wrap-around", "warning", NULL, NULL},
    {"turns-in-degrees", plant_turns_in_degrees, NULL, NULL, NULL, "unit-suspicion", "warning",
     "logs[0].channels[0].unit", "\"deg\""},
    {"degrees", plant_degrees, NULL, NULL, "dq1 [rad/s]", "unit-suspicion", "warning",
     "logs[0].channels[0].unit", "\"deg\""},
    {"degrees-bare", plant_degrees, NULL, NULL, NULL, "unit-suspicion", "warning",
     "logs[0].channels[0].unit", "\"deg\""},
    {"radians-called-degrees", plant_nothing, "deg", NULL, "dq1 [rad/s]", "unit-suspicion",
     "warning", "logs[0].channels[0].unit", "\"rad\""},
    {"rate-in-degrees", plant_rate_in_degrees, NULL, NULL, NULL, "unit-suspicion", "info", NULL,
     NULL},
    {"rate-in-rpm", plant_rate_in_rpm, NULL, NULL, NULL, "unit-suspicion", "info", NULL, NULL},
    {"gear", plant_gear, NULL, NULL, "dq1 [rad/s]", "scale-suspicion", "info", NULL, NULL},
    {"sign", plant_sign, NULL, NULL, NULL, "sign-suspicion", "warning", "logs[0].channels[0].sign",
     "-1"},
    {"sign-with-turns", plant_whole_turns_and_sign, NULL, NULL, NULL, "sign-suspicion", "warning",
     "logs[0].channels[0].sign", "-1"},
    {"sigma", plant_nothing, NULL, "1e-5", NULL, "sigma-too-small", "info",
     "model.sensors[0].sigma", NULL},
    {"noise-at-rest", plant_noise_at_rest, NULL, NULL, NULL, "quiet-window", "info",
     "model.sensors[0].sigma", NULL},
    {"rest", plant_rest, NULL, NULL, NULL, "low-excitation", "warning", NULL, NULL},
};

static void
append_number(GString *csv, double value, char end)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite(value))
    g_string_append(csv, g_ascii_formatd(text, sizeof text, "%.9g", value));
  g_string_append_c(csv, end);
}

static TrammelDataset *
write_log(const Rows *rows, const char *name, const char *rate_name, const char *folder)
{
  g_autoptr(GString) csv = g_string_new(NULL);
  g_autofree char *path = g_build_filename(folder, "a.csv", NULL);
  g_autoptr(GError) error = NULL;

  g_string_append_printf(csv, "t,%s,%s,u\n", name ? name : "q1", rate_name ? rate_name : "dq1");
  for (int i = 0; i < N; i++) {
    append_number(csv, rows->t[i], ',');
    append_number(csv, rows->q[i], ',');
    append_number(csv, rows->dq[i], ',');
    append_number(csv, rows->u[i], '\n');
  }
  g_assert_true(g_file_set_contents(path, csv->str, -1, NULL));
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_remove(path);
  return dataset;
}

static TrammelProject *
make_project(const Case *c, const char *folder)
{
  g_autoptr(GString) text = g_string_new(project_text);
  g_autofree char *unit = c->unit ? g_strdup_printf(", \"unit\": \"%s\"", c->unit) : g_strdup("");
  g_autofree char *sigma = c->sigma ? g_strdup_printf(", \"sigma\": %s", c->sigma) : g_strdup("");
  g_autoptr(GError) error = NULL;

  g_string_replace(text, "UNIT", unit, 1);
  g_string_replace(text, "SIGMA", sigma, 1);
  TrammelProject *project = trammel_project_new_from_data(text->str, -1, folder, &error);
  g_assert_no_error(error);
  return project;
}

static void
print_findings(const GArray *findings)
{
  for (guint i = 0; i < findings->len; i++) {
    const TrammelFinding *f = &g_array_index(findings, TrammelFinding, i);
    g_test_message("%s %s: %s [%s = %s]", f->severity, f->code, f->text, f->fix_path, f->fix_value);
  }
}

static void
test_case(gconstpointer data)
{
  const Case *c = data;
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree Rows *rows = make_rows();
  g_autoptr(GArray) findings = trammel_findings_new();

  c->plant(rows);
  g_autoptr(TrammelDataset) dataset = write_log(rows, NULL, c->rate_name, folder);
  g_autoptr(TrammelProject) project = make_project(c, folder);
  trammel_health_check_log(findings, project, 0, dataset);
  print_findings(findings);
  g_assert_cmpuint(findings->len, ==, c->code ? 1 : 0);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
  if (!c->code)
    return;
  const TrammelFinding *f = &g_array_index(findings, TrammelFinding, 0);
  g_assert_cmpstr(f->code, ==, c->code);
  g_assert_cmpstr(f->severity, ==, c->severity);
  g_assert_cmpstr(f->log, ==, "a");
  g_assert_cmpstr(f->fix_path, ==, c->fix_path);
  if (c->fix_value)
    g_assert_cmpstr(f->fix_value, ==, c->fix_value);
}

/* A gap that its own fix leaves out is no finding any more; another one still is. */
static void
test_excluded_gap(void)
{
  static const struct {
    const char *excluded;
    gboolean is_found;
  } ranges[] = {{"[[7.495, 7.7]]", FALSE}, {"[[7, 8]]", FALSE}, {"[[7.6, 7.7]]", TRUE}};
  static const Case gap = {.name = "gap"};

  for (guint i = 0; i < G_N_ELEMENTS(ranges); i++) {
    g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
    g_autofree Rows *rows = make_rows();
    g_autoptr(GArray) findings = trammel_findings_new();
    g_autoptr(GError) error = NULL;

    plant_gap(rows);
    g_autoptr(TrammelDataset) dataset = write_log(rows, NULL, "speedometer", folder);
    g_autoptr(TrammelProject) project = make_project(&gap, folder);
    g_assert_true(trammel_project_put(project, "logs[0].exclude", ranges[i].excluded, &error));
    trammel_health_check_log(findings, project, 0, dataset);
    print_findings(findings);
    g_assert_cmpint(trammel_findings_contain(findings, "gap"), ==, ranges[i].is_found);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
  }
}

/* Without a project the same faults are found, and those of columns without a mapping. */
static void
test_dataset(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree Rows *rows = make_rows();
  g_autoptr(GArray) clean = trammel_findings_new();
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(TrammelDataset) good = write_log(rows, NULL, NULL, folder);

  trammel_health_check_dataset(clean, good, "x");
  print_findings(clean);
  g_assert_cmpuint(clean->len, ==, 0);

  plant_spike(rows);
  plant_sign(rows);
  for (int i = 0; i < N; i++)
    rows->u[i] = 0;
  g_autoptr(TrammelDataset) bad = write_log(rows, NULL, NULL, folder);
  trammel_health_check_dataset(findings, bad, "x");
  print_findings(findings);
  g_assert_cmpuint(findings->len, ==, 3);
  g_assert_true(trammel_findings_contain(findings, "spikes"));
  g_assert_true(trammel_findings_contain(findings, "sign-suspicion"));
  g_assert_true(trammel_findings_contain(findings, "channel-constant"));
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* Faults outside the trim of a log are not those of a run. */
static void
test_trim(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree Rows *rows = make_rows();
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GError) error = NULL;

  plant_gap(rows);
  plant_counter(rows);
  g_autoptr(TrammelDataset) dataset = write_log(rows, NULL, "speedometer", folder);
  g_autoptr(TrammelProject) project = make_project(&(Case){0}, folder);
  g_assert_true(trammel_project_put(project, "logs[0].trim", "[0, 1.4]", &error));
  g_assert_no_error(error);
  trammel_health_check_log(findings, project, 0, dataset);
  print_findings(findings);
  g_assert_cmpuint(findings->len, ==, 0);
  g_assert_true(trammel_project_put(project, "logs[0].trim", "[6, 12]", &error));
  g_assert_no_error(error);
  trammel_health_check_log(findings, project, 0, dataset);
  print_findings(findings);
  g_assert_cmpuint(findings->len, ==, 2);
  g_assert_true(trammel_findings_contain(findings, "gap"));
  g_assert_true(trammel_findings_contain(findings, "wrap-around"));
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A delayed rate, found without a project. */
static void
test_delay(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree Rows *rows = make_rows();
  g_autoptr(GArray) findings = trammel_findings_new();

  for (int i = 0; i < N; i++) {
    double t = rows->t[i] - 0.0125;
    rows->dq[i] = 4 * cos(5 * t) + 2.19 * cos(7.3 * t + 1);
  }
  g_autoptr(TrammelDataset) dataset = write_log(rows, NULL, NULL, folder);
  trammel_health_check_dataset(findings, dataset, "x");
  g_assert_cmpuint(findings->len, ==, 1);
  const TrammelFinding *f = &g_array_index(findings, TrammelFinding, 0);
  g_assert_cmpstr(f->code, ==, "delay-suspicion");
  g_assert_cmpstr(f->column, ==, "dq1");
  g_assert_nonnull(strstr(f->text, "12.5 ms"));
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* Findings that a log ignores are not reported; the same on another signal are. */
static void
test_ignored(void)
{
  static const char text[] =
      "{ \"format\": \"trammel/1\", \"model\": {"
      " \"bodies\": [ { \"name\": \"rod\", \"mass\": 1 } ], \"joints\": [ { \"name\": \"j\","
      "   \"type\": \"hinge\", \"parent\": \"world\", \"child\": \"rod\" } ] },"
      " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\","
      "   \"ignore\": [\"jitter t\", \"log-file\"] }, { \"name\": \"b\", \"file\": \"b.csv\" } ] }";
  static const struct {
    const char *code;
    TrammelPlace place;
    gboolean stays;
  } rows[] = {{"jitter", {"a", NULL, "t"}, FALSE},
              {"jitter", {"a", "s", "t"}, TRUE},
              {"jitter", {"b", NULL, "t"}, TRUE},
              {"gap", {"a", NULL, "t"}, TRUE},
              {"log-file", {"a", NULL, NULL}, FALSE}};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, NULL, &error);
  g_autoptr(GArray) findings = trammel_findings_new();

  g_assert_no_error(error);
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    trammel_findings_add(findings, &rows[i].place, "info", rows[i].code, "%u", i);
  g_assert_cmpuint(trammel_findings_drop_ignored(findings, project), ==, 2);
  for (guint i = 0, k = 0; i < G_N_ELEMENTS(rows); i++)
    if (rows[i].stays)
      g_assert_cmpint(atoi(g_array_index(findings, TrammelFinding, k++).text), ==, (int)i);
}

/* `trammel-cli info` reports the same on a file alone. */
static void
test_info(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.csv", NULL);
  g_autoptr(GString) csv = g_string_new("t,q\n");
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 400; i++)
    g_string_append_printf(csv, "%g,%g\n", 0.01 * i + (i > 200 ? 3 : 0), sin(0.05 * i));
  g_assert_true(g_file_set_contents(path, csv->str, -1, NULL));
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *json = trammel_info_to_json(dataset);
  g_autofree char *text = trammel_info_to_text(dataset);
  g_assert_nonnull(strstr(json, "\"code\": \"gap\""));
  g_assert_nonnull(strstr(text, "warning: gap: 'q' has 1 gap"));
  g_remove(path);
  g_rmdir(folder);
}

/* Names that consist of separators only are not rates. */
static void
test_rate_names(void)
{
  g_assert_true(trammel_name_is_rate_of("arm_vel", "arm_pos"));
  g_assert_true(trammel_name_is_rate_of("dq", "q"));
  g_assert_false(trammel_name_is_rate_of("q", "dq"));
  g_assert_false(trammel_name_is_rate_of("-", "q"));
  g_assert_false(trammel_name_is_rate_of("", ""));
  g_assert_false(trammel_name_is_rate_of("vel", "_"));
}

/* Units in the header do not hide that a column is the rate of another. */
static void
test_units_in_header(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree Rows *rows = make_rows();
  g_autoptr(GString) text = g_string_new(project_text);
  g_autoptr(GArray) of_file = trammel_findings_new();
  g_autoptr(GArray) of_log = trammel_findings_new();
  g_autoptr(GError) error = NULL;

  plant_sign(rows);
  g_autoptr(TrammelDataset) dataset = write_log(rows, "q1 [rad]", "dq1 [rad/s]", folder);
  trammel_health_check_dataset(of_file, dataset, "x");
  g_assert_true(trammel_findings_contain(of_file, "sign-suspicion"));
  g_string_replace(text, "\"q1\" UNIT", "\"q1 [rad]\"", 1);
  g_string_replace(text, "SIGMA", "", 1);
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(text->str, -1, folder, &error);
  g_assert_no_error(error);
  trammel_health_check_log(of_log, project, 0, dataset);
  g_assert_true(trammel_findings_contain(of_log, "sign-suspicion"));
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/io/health/%s", cases[i].name);
    g_test_add_data_func(path, &cases[i], test_case);
  }
  g_test_add_func("/io/check/health/excluded-gap", test_excluded_gap);
  g_test_add_func("/io/health/dataset", test_dataset);
  g_test_add_func("/io/health/delay", test_delay);
  g_test_add_func("/io/health/trim", test_trim);
  g_test_add_func("/io/health/ignored", test_ignored);
  g_test_add_func("/io/health/info", test_info);
  g_test_add_func("/io/health/units-in-header", test_units_in_header);
  g_test_add_func("/io/health/rate-names", test_rate_names);
  return g_test_run();
}
