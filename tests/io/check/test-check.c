/* Tests of findings on projects with one planted fault each: a driven pendulum whose log is
 * simulated with the project's own numbers, so that the clean project has none. */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/signal/unwrap.h"
#include "engine/sim/simulate.h"
#include "io/base/error.h"
#include "io/check/check.h"
#include "io/project/put.h"

#define SIM_STEP 0.001
enum { STEPS = 10000, EVERY = 2 }; /* samples of 2 ms */

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": MASS, \"com\": [0, COM, 0],"
    "   \"inertia\": { \"xx\": XX, \"yy\": 0.01,"
    "     \"zz\": { \"value\": 0.012, \"free\": true, \"min\": 0 } } } BODY ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": "
    "\"rod\","
    "   \"compliance\": { \"linear\": LINEAR },"
    "   \"friction\": { \"model\": \"coulomb\", \"load\": \"none\", \"viscous\": VISCOUS,"
    "     \"coulomb\": COULOMB, \"rate\": RATE } } JOINT ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"j\", \"gain\": GAIN } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } SENSOR ] "
    "},"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", TRIM"
    "   \"channels\": [ OUTPUT INPUT ] } ],"
    " \"settings\": { \"h\": STEP, \"cutoff\": CUTOFF } }";

static const char *const defaults[][2] = {
    {"MASS", "0.5"},
    {"COM", "-0.2"},
    {"XX", "0.01"},
    {"BODY", ""},
    {"LINEAR", "1e-9"},
    {"VISCOUS", "{ \"value\": 0.02, \"free\": true, \"min\": 0 }"},
    {"COULOMB", "{ \"value\": 0.03, \"free\": true, \"min\": 0 }"},
    {"RATE", "\"auto\""},
    {"JOINT", ""},
    {"GAIN", "1"},
    {"SENSOR", ""},
    {"TRIM", ""},
    {"OUTPUT", "{ \"signal\": \"s\", \"column\": \"q\" },"},
    {"INPUT", "{ \"signal\": \"m\", \"column\": \"u\", \"unit\": \"N m\" }"},
    {"STEP", "0.01"},
    {"CUTOFF", "10"},
};

typedef struct {
  const char *name;
  const char *key, *value; /* replacement of the default; key NULL: none */
  const char *code;        /* NULL: no finding */
  const char *signal;      /* nullable */
  const char *fix_path;    /* nullable */
  int error;               /* 0, or the code of the TRAMMEL_ERROR that stops the check */
} Case;

static const Case cases[] = {
    {"clean", NULL, NULL, NULL, NULL, NULL, 0},
    {"start-on-bound", "VISCOUS", "{ \"value\": 0, \"free\": true, \"min\": 0 }", "start-on-bound",
     "joint.j.viscous", "model.joints[0].friction.viscous.value", 0},
    {"prior-outside", "VISCOUS",
     "{ \"value\": 0.02, \"free\": true, \"min\": 0, \"max\": 1,"
     "  \"prior\": { \"mean\": 3, \"sigma\": 0.1 } }",
     "prior-outside-bounds", "joint.j.viscous", "model.joints[0].friction.viscous.prior.mean", 0},
    {"prior-tight", "VISCOUS",
     "{ \"value\": 0.02, \"free\": true, \"min\": 0,"
     "  \"prior\": { \"mean\": 0.02, \"sigma\": 1e-6 } }",
     "prior-too-tight", "joint.j.viscous", "model.joints[0].friction.viscous.free", 0},
    {"h-short", "STEP", "0.0015", "h-below-sample-step", "s", "settings.h", 0},
    {"h-not-multiple", "STEP", "0.005", "h-not-multiple", "s", "settings.h", 0},
    {"h-too-long", "STEP", "0.05", "rate-too-high", "j", "settings.h", 0},
    {"h-beyond-log", "STEP", "8", "invalid", NULL, NULL, TRAMMEL_ERROR_INVALID},
    {"free-gain", "GAIN", "{ \"value\": 1, \"free\": true }", NULL, NULL, NULL, 0},
    {"turned", "INPUT", "{ \"signal\": \"m\", \"column\": \"u\", \"unit\": \"N m\", \"sign\": -1 }",
     "input-sign", "m", "logs[0].channels[1].sign", 0},
    {"late", "INPUT", "{ \"signal\": \"m\", \"column\": \"early\", \"unit\": \"N m\" }",
     "input-delay", "m", "logs[0].channels[1].delay", 0},
    {"late-but-stated", "INPUT",
     "{ \"signal\": \"m\", \"column\": \"early\", \"unit\": \"N m\", \"delay\": 0.02 }", NULL, NULL,
     NULL, 0},
    {"sensors-late", "INPUT", "{ \"signal\": \"m\", \"column\": \"after\", \"unit\": \"N m\" }",
     "input-delay", "m", "logs[0].channels", 0},
    {"unrelated", "INPUT", "{ \"signal\": \"m\", \"column\": \"noise\", \"unit\": \"N m\" }",
     "input-unrelated", "m", NULL, 0},
    {"no-unit", "INPUT", "{ \"signal\": \"m\", \"column\": \"u\" }", "input-unit", "m",
     "logs[0].channels[1].unit", 0},
    {"force-for-torque", "INPUT", "{ \"signal\": \"m\", \"column\": \"u\", \"unit\": \"N\" }",
     "input-unit", "m", "model.motors[0].gain.free", 0},
    {"amperes", "INPUT", "{ \"signal\": \"m\", \"column\": \"u\", \"unit\": \"A\" }", "input-unit",
     "m", "model.motors[0].gain.free", 0},
    {"amperes-scaled", "INPUT",
     "{ \"signal\": \"m\", \"column\": \"u\", \"unit\": \"A\", \"scale\": 1.0001 }", NULL, NULL,
     NULL, 0},
    {"amperes-in-header", "INPUT", "{ \"signal\": \"m\", \"column\": \"coil [A]\" }", "input-unit",
     "m", "model.motors[0].gain.free", 0},
    {"torque-in-header", "INPUT", "{ \"signal\": \"m\", \"column\": \"cell [N m]\" }", NULL, NULL,
     NULL, 0},
    {"gain-without-unit", "GAIN", "0.9999", NULL, NULL, NULL, 0},
    {"trim", "TRIM", "\"trim\": [0, 30],", "trim-outside-log", NULL, "logs[0].trim[1]", 0},
    {"no-output", "OUTPUT", "", "no-mapped-output", NULL, NULL, TRAMMEL_ERROR_INVALID},
    {"no-column", "OUTPUT", "{ \"signal\": \"s\", \"column\": \"nix\" },", "invalid", NULL, NULL,
     TRAMMEL_ERROR_INVALID},
    {"without-influence", "XX", "{ \"value\": 0.01, \"free\": true }",
     "parameter-without-influence", "body.rod.inertia.xx", "model.bodies[0].inertia.xx.free", 0},
    {"free-com", "COM", "{ \"value\": -0.2, \"free\": true }", NULL, NULL, NULL, 0},
    {"smoothing", "RATE", "1e-5", "friction-rate", "j", "model.joints[0].friction.rate", 0},
    {"cutoff", "CUTOFF", "0.7", "cutoff-too-low", "s", "settings.cutoff", 0},
    {"compliance", "LINEAR", "1e-3", "compliance-too-large", "j",
     "model.joints[0].compliance.linear", 0},
    {"sensor", "SENSOR", ", { \"name\": \"s2\", \"type\": \"joint-position\", \"joint\": \"j\" }",
     "sensor-without-channel", "s2", NULL, 0},
};

static char *
make_text(const char *key, const char *value)
{
  GString *text = g_string_new(project_text);

  for (guint i = 0; i < G_N_ELEMENTS(defaults); i++)
    g_string_replace(text, defaults[i][0],
                     key && g_str_equal(key, defaults[i][0]) ? value : defaults[i][1], 1);
  return g_string_free(text, FALSE);
}

static TrammelProject *
make_project(const char *text, const char *folder)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(text, -1, folder, &error);

  g_assert_no_error(error);
  return project;
}

static void
append_number(GString *csv, double value, char end)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append(csv, g_ascii_formatd(text, sizeof text, "%.9g", value));
  g_string_append_c(csv, end);
}

/* Columns t, q (an encoder of 1e-4 rad), u, noise, u recorded 20 ms before and 12 ms after it acts,
 * and u with units in the header. */
static void
write_log(const char *path, const TrTrajectory *motion, const TrModel *model, const double *u)
{
  g_autoptr(GString) csv = g_string_new("t,q,u,noise,early,after,coil [A],cell [N m]\n");
  g_autoptr(GRand) rand = g_rand_new_with_seed(4);
  g_autofree double *q = g_new(double, STEPS + 1);

  for (int k = 0; k <= STEPS; k++)
    q[k] = tr_joint_position(model, 0, tr_trajectory_pose(motion, k));
  tr_unwrap(q, STEPS + 1);
  for (int k = 0; k <= STEPS; k += EVERY) {
    append_number(csv, k * SIM_STEP, ',');
    append_number(csv, 1e-4 * round(1e4 * q[k] + g_rand_double_range(rand, -0.5, 0.5)), ',');
    append_number(csv, u[k], ',');
    append_number(csv, g_rand_double_range(rand, -1, 1), ',');
    append_number(csv, u[MIN(k + 20, STEPS)], ',');
    append_number(csv, u[MAX(k - 12, 0)], ',');
    append_number(csv, u[k], ',');
    append_number(csv, u[k], '\n');
  }
  g_assert_true(g_file_set_contents(path, csv->str, -1, NULL));
}

static double
drive(double t)
{
  return 0.5 * sin(6.1 * t) + 0.4 * sin(2.3 * t + 1) + 0.2 * sin(11 * t);
}

/* Torque that rises so slowly that nothing reverses. */
static double
drive_slowly(double t)
{
  return 0.03 + 0.6 * t / 10;
}

static double
drive_after_a_rest(double t)
{
  return t < 4.5 ? 0 : 0.5 * drive(t);
}

/* Simulates the log of a project under a torque. */
static void
simulate_text(const char *folder, const char *text, double (*torque)(double t))
{
  g_autofree char *path = g_build_filename(folder, "a.csv", NULL);
  g_autoptr(TrammelProject) project = make_project(text, folder);
  const TrModel *model = trammel_project_get_model(project);
  g_autofree double *t = g_new(double, STEPS + 1), *u = g_new(double, STEPS + 1);
  TrSimOptions options = {
      .h = SIM_STEP, .duration = STEPS * SIM_STEP, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion = NULL;
  double zero[1] = {0}, pose[TR_POSE], twist[TR_TWIST];

  for (int k = 0; k <= STEPS; k++) {
    t[k] = k * SIM_STEP;
    u[k] = torque(t[k]);
  }
  TrChannel input = {
      .kind = TR_SIGNAL_MOTOR, .linear = true, .n = STEPS + 1, .t = t, .y = u, .scale = 1};
  tr_forward_kinematics(pose, twist, model, zero, zero);
  g_assert_cmpint(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &input}, &options, NULL, NULL), ==,
      TR_OK);
  write_log(path, motion, model, u);
  tr_trajectory_free(motion);
}

static void
simulate(const char *folder, double (*torque)(double t))
{
  g_autofree char *text = make_text(NULL, NULL);

  simulate_text(folder, text, torque);
}

static void
print_findings(const GArray *findings)
{
  for (guint i = 0; i < findings->len; i++) {
    const TrammelFinding *f = &g_array_index(findings, TrammelFinding, i);
    g_test_message("%s %s: %s [%s = %s]", f->severity, f->code, f->text, f->fix_path, f->fix_value);
  }
}

static char *common_folder;

static GArray *
check(const char *text, const char *folder, GError **error)
{
  GArray *findings = trammel_findings_new();
  g_autoptr(TrammelProject) project = make_project(text, folder);

  g_assert_true(trammel_check_project(findings, NULL, project, NULL, error) == (*error == NULL));
  print_findings(findings);
  return findings;
}

/* The fix removes the finding and brings no other one. */
static void
assert_is_mended(const char *text, const TrammelFinding *finding)
{
  g_autoptr(TrammelProject) project = make_project(text, common_folder);
  g_autoptr(GArray) findings = trammel_findings_new();
  g_autoptr(GError) error = NULL;

  trammel_project_put(project, finding->fix_path, finding->fix_value, &error);
  g_assert_no_error(error);
  trammel_check_project(findings, NULL, project, NULL, &error);
  g_assert_no_error(error);
  print_findings(findings);
  g_assert_false(trammel_findings_contain(findings, finding->code));
}

static void
test_case(gconstpointer data)
{
  const Case *c = data;
  g_autofree char *text = make_text(c->key, c->value);
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) findings = check(text, common_folder, &error);

  if (c->error)
    g_assert_error(error, TRAMMEL_ERROR, c->error);
  else
    g_assert_no_error(error);
  g_assert_cmpuint(findings->len, ==, c->code ? 1 : 0);
  if (!c->code)
    return;
  const TrammelFinding *f = &g_array_index(findings, TrammelFinding, 0);
  g_assert_cmpstr(f->code, ==, c->code);
  g_assert_cmpstr(f->signal, ==, c->signal);
  g_assert_cmpstr(f->fix_path, ==, c->fix_path);
  g_assert_cmpint(g_str_equal(f->severity, "error"), ==, c->error != 0);
  if (f->fix_path)
    assert_is_mended(text, f);
}

/* Time steps just above the limit: the proposed one passes, and is another one. */
static void
test_proposed_step(void)
{
  int n = 0;

  for (int k = 11; k <= 40; k++) {
    g_autofree char *step = g_strdup_printf("%g", 1e-3 * k);
    g_autofree char *text = make_text("STEP", step);
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) findings = check(text, common_folder, &error);

    g_assert_no_error(error);
    for (guint i = 0; i < findings->len; i++)
      if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, "rate-too-high")) {
        assert_is_mended(text, &g_array_index(findings, TrammelFinding, i));
        n++;
      }
  }
  g_assert_cmpint(n, >, 10);
}

/* Exactly these codes, in any order; NULL-terminated. */
static void
assert_codes(const GArray *findings, const char *const *codes)
{
  g_assert_cmpuint(findings->len, ==, g_strv_length((char **)codes));
  for (guint i = 0; codes[i]; i++)
    g_assert_true(trammel_findings_contain(findings, codes[i]));
}

/* Several places changed at once. */
static GArray *
check_changed(const char *const (*changes)[2], guint n, const char *folder)
{
  g_autoptr(GString) text = g_string_new(project_text);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < n; i++)
    g_string_replace(text, changes[i][0], changes[i][1], 1);
  for (guint i = 0; i < G_N_ELEMENTS(defaults); i++)
    g_string_replace(text, defaults[i][0], defaults[i][1], 1);
  GArray *findings = check(text->str, folder, &error);
  g_assert_no_error(error);
  return findings;
}

static void
test_mapping(void)
{
  static const char *const idle[][2] = {{"INPUT", "{ \"signal\": \"m\", \"constant\": 0 }"},
                                        {"GAIN", "{ \"value\": 1, \"free\": true }"}};
  static const char *const no_motor[] = {"motor-without-channel", NULL};
  static const char *const is_idle[] = {"input-idle", NULL};
  g_autoptr(GString) text = g_string_new(NULL);
  g_autofree char *clean = make_text("INPUT", "");
  g_autoptr(GError) error = NULL;

  g_string_append(text, clean);
  g_string_replace(text, "\"q\" },", "\"q\" }", 1);
  g_autoptr(GArray) findings = check(text->str, common_folder, &error);
  g_assert_no_error(error);
  assert_codes(findings, no_motor);
  g_assert_cmpstr(g_array_index(findings, TrammelFinding, 0).fix_value, ==,
                  "{ \"signal\": \"m\", \"constant\": 0 }");
  g_autoptr(GArray) other = check_changed(idle, G_N_ELEMENTS(idle), common_folder);
  assert_codes(other, is_idle);
}

/* Inputs of several motors without a unit share a finding, and its fixes change all of them. */
static void
test_shared_unit(void)
{
  static const char *const two[][2] = {
      {"\"gain\": GAIN } ]",
       "\"gain\": 1 }, { \"name\": \"m2\", \"joint\": \"j\", \"gain\": 1 } ]"},
      {"INPUT", "{ \"signal\": \"m\", \"column\": \"u\" }, "
                "{ \"signal\": \"m2\", \"column\": \"early\" }"}};
  g_autoptr(GArray) findings = check_changed(two, G_N_ELEMENTS(two), common_folder);
  guint n = 0;

  for (guint i = 0; i < findings->len; i++) {
    const TrammelFinding *f = &g_array_index(findings, TrammelFinding, i);
    if (!g_str_equal(f->code, "input-unit"))
      continue;
    n++;
    g_assert_nonnull(strstr(f->text, "'m', 'm2'"));
    g_assert_cmpstr(f->fix_path, ==, "logs[0].channels[1].unit,logs[0].channels[2].unit");
    g_assert_cmpstr(f->alternatives[0], ==, "model.motors[0].gain.free,model.motors[1].gain.free");
  }
  g_assert_cmpuint(n, ==, 1);
}

/* Free parameters of which the log shows only combinations. */
static void
test_directions(void)
{
  static const char *const scale[][2] = {{"MASS", "{ \"value\": 0.5, \"free\": true }"},
                                         {"GAIN", "{ \"value\": 1, \"free\": true }"}};
  static const char *const combination[][2] = {{"MASS", "{ \"value\": 0.5, \"free\": true }"},
                                               {"COM", "{ \"value\": -0.2, \"free\": true }"}};
  static const char *const is_scale[] = {"scale-not-determined", NULL};
  static const char *const is_combination[] = {"direction-not-determined", NULL};
  g_autoptr(GArray) first = check_changed(scale, G_N_ELEMENTS(scale), common_folder);
  g_autoptr(GArray) second = check_changed(combination, G_N_ELEMENTS(combination), common_folder);

  assert_codes(first, is_scale);
  assert_codes(second, is_combination);
  g_assert_nonnull(strstr(g_array_index(second, TrammelFinding, 0).text, "body.rod.mass"));
  g_assert_nonnull(strstr(g_array_index(second, TrammelFinding, 0).text, "body.rod.com.y"));
}

/* Findings on a log under another torque. */
static void
check_torque(double (*torque)(double t), const char *const *codes)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.csv", NULL), *text = make_text(NULL, NULL);
  g_autoptr(GError) error = NULL;

  simulate(folder, torque);
  g_autoptr(GArray) findings = check(text, folder, &error);
  g_assert_no_error(error);
  assert_codes(findings, codes);
  g_remove(path);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* Compliance and, after it, limits of the joint. */
static const char limited[] = "1e-9 }, \"limits\": [-0.4, 0.35], \"more\": { \"nothing\": 0";

/* A pendulum that hits its limits: reported with the time, until all of it is excluded. */
static void
test_limits(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.csv", NULL);
  g_autofree char *text = make_text("LINEAR", limited);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = make_project(text, folder);
  guint n_touches = 0;

  simulate_text(folder, text, drive);
  for (;;) {
    g_autoptr(GArray) findings = trammel_findings_new();
    const TrammelFinding *found = NULL;
    g_assert_true(trammel_check_project(findings, NULL, project, NULL, &error));
    g_assert_no_error(error);
    g_assert_false(trammel_findings_contain(findings, "joint-beyond-limit"));
    for (guint i = 0; i < findings->len && !found; i++)
      if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, "joint-at-limit"))
        found = &g_array_index(findings, TrammelFinding, i);
    if (!found)
      break;
    g_assert_cmpstr(found->signal, ==, "j");
    g_assert_cmpstr(found->fix_path, ==, "logs[0].exclude[]");
    g_assert_true(trammel_project_put(project, found->fix_path, found->fix_value, &error));
    g_assert_cmpuint(++n_touches, <, 60);
  }
  g_assert_cmpuint(n_touches, >, 3);
  g_remove(path);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* The common log passes such limits. */
static void
test_beyond_limits(void)
{
  static const char *const codes[] = {"joint-beyond-limit", "joint-beyond-limit", NULL};
  g_autofree char *text = make_text("LINEAR", limited);
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) findings = check(text, common_folder, &error);

  g_assert_no_error(error);
  assert_codes(findings, codes);
}

/* Messages on invalid limits. */
static void
test_wrong_limits(void)
{
  static const char *const wrong[][2] = {{"[1]", "model.joints[0].limits"},
                                         {"[0.5, -0.5]", "'j'"},
                                         {"[null, 0.5]", "one turn"},
                                         {"[\"a\", 0.5]", "model.joints[0].limits[0]"}};

  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *value =
        g_strdup_printf("1e-9 }, \"limits\": %s, \"more\": { \"nothing\": 0", wrong[i][0]);
    g_autofree char *text = make_text("LINEAR", value);
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelProject) project =
        trammel_project_new_from_data(text, -1, common_folder, &error);
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_assert_nonnull(strstr(error->message, wrong[i][1]));
  }
}

static void
test_slow_motion(void)
{
  static const char *const codes[] = {"speed-without-reversal", "acceleration-too-small", NULL};

  check_torque(drive_slowly, codes);
}

static void
test_rest(void)
{
  static const char *const codes[] = {"friction-rate", NULL};

  check_torque(drive_after_a_rest, codes);
}

/* A second link that no sensor measures. */
static void
test_unmeasured(void)
{
  static const char *const link[][2] = {
      {"BODY", ", { \"name\": \"tip\", \"mass\": 0.1, \"com\": [0, -0.1, 0] }"},
      {"JOINT",
       ", { \"name\": \"k\", \"type\": \"hinge\", \"parent\": \"rod\", \"child\": \"tip\" }"}};
  g_autoptr(GArray) findings = check_changed(link, G_N_ELEMENTS(link), common_folder);

  g_assert_true(trammel_findings_contain(findings, "joint-unmeasured"));
}

static void
test_unreadable(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL), *text = make_text(NULL, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) findings = check(text, folder, &error);
  g_autofree char *json = NULL, *table = NULL;

  g_assert_nonnull(error);
  g_assert_cmpuint(findings->len, ==, 1);
  g_assert_cmpstr(g_array_index(findings, TrammelFinding, 0).code, ==, "unreadable");
  json = trammel_check_to_json(findings, NULL);
  table = trammel_check_to_text(findings);
  g_assert_true(g_str_has_prefix(table, "severity\tcode\twhere\ttext\nerror\tunreadable\t-\t"));
  g_autoptr(JsonNode) node = json_from_string(json, NULL);
  JsonObject *finding = json_array_get_object_element(
      json_object_get_array_member(json_node_get_object(node), "findings"), 0);
  g_assert_cmpstr(json_object_get_string_member(finding, "severity"), ==, "error");
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int
main(int argc, char **argv)
{
  g_autofree char *path = NULL;
  int result;

  g_test_init(&argc, &argv, NULL);
  common_folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  path = g_build_filename(common_folder, "a.csv", NULL);
  simulate(common_folder, drive);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *name = g_strdup_printf("/io/check/%s", cases[i].name);
    g_test_add_data_func(name, &cases[i], test_case);
  }
  g_test_add_func("/io/check/mapping", test_mapping);
  g_test_add_func("/io/check/shared-unit", test_shared_unit);
  g_test_add_func("/io/check/proposed-step", test_proposed_step);
  g_test_add_func("/io/check/directions", test_directions);
  g_test_add_func("/io/check/slow-motion", test_slow_motion);
  g_test_add_func("/io/check/limits", test_limits);
  g_test_add_func("/io/check/beyond-limits", test_beyond_limits);
  g_test_add_func("/io/check/wrong-limits", test_wrong_limits);
  g_test_add_func("/io/check/rest", test_rest);
  g_test_add_func("/io/check/unmeasured", test_unmeasured);
  g_test_add_func("/io/check/unreadable", test_unreadable);
  result = g_test_run();
  g_remove(path);
  g_rmdir(common_folder);
  g_free(common_folder);
  return result;
}
