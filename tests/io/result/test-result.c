/* Tests of result files: a fit as JSON and CSV, and read back. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/export/result_save.h"
#include "io/export/states_csv.h"
#include "io/result/correlation_finding.h"
#include "io/result/fit_finding.h"
#include "io/result/node.h"
#include "io/result/result.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"name\": \"one\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": { \"value\": 0.5, \"free\": true, \"min\": 0.1 "
    "},"
    "   \"com\": [ { \"value\": 0.1, \"free\": true, \"min\": -1, \"max\": 1 }, 0, 0 ] } ],"
    " \"joints\": [ { \"name\": \"pin\", \"type\": \"hinge\", \"parent\": \"world\","
    "   \"child\": \"rod\" } ],"
    " \"motors\": [ { \"name\": \"m\", \"joint\": \"pin\" } ],"
    " \"sensors\": [ { \"name\": \"angle, raw\", \"type\": \"joint-position\", \"joint\": \"pin\" }"
    " ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"channels\": ["
    "   { \"signal\": \"angle, raw\", \"column\": \"q\" } ] } ],"
    " \"settings\": { \"h\": 0.5 } }";

typedef struct {
  char *folder, *path;
  TrammelProblem *problem;
  TrFit fit;
  TrEstimate estimates[2];
  TrIteration history[2];
  TrSensorFit sensor;
  TrLogFit log;
  TrDirection direction;
  double covariance[4], parameters[4], loading[2];
  TrPhysical physical;
  TrPhysicalValue values[2];
} Fixture;

/* A fit with a determined and an undetermined parameter. */
static void
fill_fit(Fixture *f)
{
  f->estimates[0] = (TrEstimate){.value = 0.1,
                                 .sigma = NAN,
                                 .sigma_linear = NAN,
                                 .scale = 1,
                                 .identifiable = false,
                                 .at_bound = true};
  f->estimates[1] =
      (TrEstimate){.value = 1.0 / 3, .sigma = 0.02, .sigma_linear = 0.01, .identifiable = true};
  memcpy(f->covariance, (double[4]){NAN, NAN, NAN, 4e-4}, sizeof f->covariance);
  memcpy(f->parameters, (double[4]){0.5, 0.1, 0.1, 1.0 / 3}, sizeof f->parameters);
  memcpy(f->loading, (double[2]){1, 0.02}, sizeof f->loading);
  f->direction = (TrDirection){.sd_ratio = 0.9, .loading = f->loading};
  f->history[0] = (TrIteration){.iteration = 0, .cost = {.total = 10}, .gain_ratio = NAN};
  f->history[1] = (TrIteration){.iteration = 1, .cost = {.total = 1e-8}, .damping = 1e-6};
  f->sensor = (TrSensorFit){.sensor = 0,
                            .sigma = 0.1,
                            .n_samples = 5,
                            .rmse = 0.25,
                            .fit_percent = 98,
                            .chi2_per_sample = 1.5};
  f->log = (TrLogFit){.n_nodes = 9, .n_sensors = 1, .sensors = &f->sensor};
  f->fit = (TrFit){.status = TR_OK,
                   .message = "Converged after 1 iteration: the step is zero.",
                   .iterations = 1,
                   .seconds = 0.25,
                   .kappa = 100,
                   .kappa_ref = 50,
                   .cost = {.total = 1e-8, .observation = 5e-9, .state = 3e-9, .prior = 2e-9},
                   .observation_mse = 0.0625,
                   .state_mse = NAN,
                   .n_free = 2,
                   .estimates = f->estimates,
                   .covariance = f->covariance,
                   .n_directions = 1,
                   .directions = &f->direction,
                   .n_history = 2,
                   .history = f->history,
                   .history_parameters = f->parameters,
                   .n_logs = 1,
                   .logs = &f->log};
}

static void
set_up(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *csv = NULL;
  g_autoptr(TrammelProject) project = NULL;

  f->folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  csv = g_build_filename(f->folder, "a.csv", NULL);
  f->path = g_build_filename(f->folder, "out.json", NULL);
  g_assert_true(g_file_set_contents(csv, "t,q\n0,0\n1,1\n2,0\n3,1\n4,0\n", -1, NULL));
  project = trammel_project_new_from_data(project_text, -1, f->folder, &error);
  g_assert_no_error(error);
  f->problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpint(trammel_problem_get_task(f->problem)->n_free, ==, 2);
  g_remove(csv);
  fill_fit(f);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  trammel_problem_unref(f->problem);
  g_remove(f->path);
  g_assert_cmpint(g_rmdir(f->folder), ==, 0);
  g_free(f->path);
  g_free(f->folder);
}

static JsonObject *
get_object(JsonObject *object, const char *key)
{
  return json_object_get_object_member(object, key);
}

static JsonObject *
get_element(JsonObject *object, const char *key, guint i)
{
  return json_array_get_object_element(json_object_get_array_member(object, key), i);
}

static void
test_json_head(Fixture *f, gconstpointer data)
{
  g_autofree char *text = trammel_result_to_json(f->problem, &f->fit);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "result", &error);
  JsonObject *root, *cost, *settings;

  g_assert_no_error(error);
  root = json_node_get_object(node);
  cost = get_object(root, "cost");
  settings = get_object(root, "settings");
  g_assert_true(g_str_has_prefix(text, "{\n  \"format\": \"trammel-result/2\",\n  \"program\": "));
  g_assert_cmpstr(json_object_get_string_member(root, "status"), ==, "converged");
  g_assert_cmpint(json_object_get_int_member(root, "iterations"), ==, 1);
  g_assert_cmpfloat(json_object_get_double_member(cost, "total"), ==, 1e-8);
  g_assert_cmpfloat(json_object_get_double_member(cost, "observation_mse"), ==, 0.0625);
  g_assert_true(json_object_get_null_member(cost, "state_mse"));
  g_assert_cmpfloat(json_object_get_double_member(settings, "kappa"), ==, 100);
  g_assert_cmpfloat(json_object_get_double_member(settings, "h"), ==, 0.5);
  g_assert_true(json_object_get_null_member(settings, "friction_rate"));
}

static void
test_json_parameters(Fixture *f, gconstpointer data)
{
  g_autofree char *text = trammel_result_to_json(f->problem, &f->fit);
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "result", NULL);
  JsonObject *root = json_node_get_object(node);
  JsonObject *mass = get_element(root, "parameters", 0), *com = get_element(root, "parameters", 1);
  JsonArray *flags = json_object_get_array_member(mass, "flags");
  JsonArray *correlation = json_object_get_array_member(root, "correlation");

  g_assert_cmpstr(json_object_get_string_member(mass, "id"), ==, "body.rod.mass");
  g_assert_true(json_object_get_null_member(mass, "sigma"));
  g_assert_true(json_object_get_null_member(mass, "max"));
  g_assert_false(json_object_get_boolean_member(mass, "physical"));
  g_assert_cmpstr(json_object_get_string_member(mass, "missing"), ==, "not-computed");
  g_assert_false(json_object_get_boolean_member(mass, "identifiable"));
  g_assert_cmpuint(json_array_get_length(flags), ==, 3);
  g_assert_cmpstr(json_array_get_string_element(flags, 0), ==, "at-bound");
  g_assert_cmpstr(json_array_get_string_element(flags, 1), ==, "not-identifiable");
  g_assert_cmpstr(json_array_get_string_element(flags, 2), ==, "stepper-value");
  g_assert_cmpfloat(json_object_get_double_member(com, "value"), ==, 1.0 / 3);
  g_assert_cmpfloat(json_object_get_double_member(com, "sigma"), ==, 0.02);
  g_assert_cmpfloat(json_object_get_double_member(com, "min"), ==, -1);
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(com, "flags")), ==, 1);
  g_assert_true(json_array_get_null_element(json_array_get_array_element(correlation, 0), 0));
  g_assert_cmpfloat(json_array_get_double_element(json_array_get_array_element(correlation, 1), 1),
                    ==, 1);
}

/* The mechanism's mass 0.12 beside the stepper's at its bound, and no value of the other. */
static void
take_physical(Fixture *f)
{
  f->values[0] = (TrPhysicalValue){
      .value = 0.12, .noise = 0.003, .step = 0.004, .smoothing = 0.012, .gap = TR_PHYSICAL_KNOWN};
  f->values[1] = (TrPhysicalValue){
      .value = NAN, .noise = NAN, .step = NAN, .smoothing = NAN, .gap = TR_PHYSICAL_OUT_OF_BOUNDS};
  f->physical = (TrPhysical){.status = TR_OK, .turn_joint = -1, .n_free = 2, .values = f->values};
  f->fit.physical = &f->physical;
}

static void
test_json_reported(Fixture *f, gconstpointer data)
{
  take_physical(f);
  g_autofree char *text = trammel_result_to_json(f->problem, &f->fit);
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "result", NULL);
  JsonObject *root = json_node_get_object(node);
  JsonObject *mass = get_element(root, "parameters", 0), *com = get_element(root, "parameters", 1);
  JsonArray *interval = json_object_get_array_member(mass, "interval");

  g_assert_cmpfloat(json_object_get_double_member(mass, "value"), ==, 0.12);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(mass, "sigma"), 0.013, 1e-15);
  g_assert_cmpfloat(json_object_get_double_member(mass, "step"), ==, 0.004);
  g_assert_true(json_object_get_boolean_member(mass, "physical"));
  g_assert_true(json_object_get_null_member(mass, "missing"));
  g_assert_true(json_object_get_boolean_member(mass, "at_bound"));
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(mass, "flags")), ==, 0);
  g_assert_cmpfloat(json_object_get_double_member(get_object(mass, "stepper"), "value"), ==, 0.1);
  g_assert_cmpfloat_with_epsilon(json_array_get_double_element(interval, 0), 0.12 - 1.96 * 0.013,
                                 1e-4);
  g_assert_cmpfloat(json_object_get_double_member(com, "value"), ==, 1.0 / 3);
  g_assert_cmpstr(json_object_get_string_member(com, "missing"), ==, "out-of-bounds");
  g_assert_true(json_object_get_null_member(com, "step"));
}

/* A fit that did not converge marks every number. */
static void
test_stopped(Fixture *f, gconstpointer data)
{
  f->fit.status = TR_NOT_CONVERGED;
  for (int i = 0; i < 2; i++) {
    g_autofree char *flags = trammel_result_dup_flags(&f->fit, i);
    g_assert_true(g_str_has_suffix(flags, "stepper-value,stopped"));
  }
}

static JsonObject *
load_format_1(JsonNode **root)
{
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "results", "format-1.json", NULL);
  g_autoptr(GError) error = NULL;

  *root = trammel_result_load(path, &error);
  g_assert_no_error(error);
  return json_node_get_object(*root);
}

/* A stored result of format 1: its physical values become the values. */
static void
test_format_1(Fixture *f, gconstpointer data)
{
  g_autoptr(JsonNode) node = NULL;
  JsonObject *root = load_format_1(&node);
  g_autoptr(GArray) values = trammel_result_read_values(node, "r", NULL);
  const TrammelResultValue *inertia = &g_array_index(values, TrammelResultValue, 0);
  JsonObject *known = get_element(root, "parameters", 0),
             *bound = get_element(root, "parameters", 1);
  JsonArray *rows = json_object_get_array_member(root, "covariance");
  double sigma = json_object_get_double_member(known, "sigma");

  g_assert_cmpstr(json_object_get_string_member(root, "format"), ==, "trammel-result/2");
  g_assert_cmpuint(values->len, ==, 3);
  g_assert_cmpfloat(trammel_result_value_get(inertia, TRAMMEL_VALUES_PHYSICAL), ==,
                    0.010507933060290511);
  g_assert_cmpfloat(trammel_result_value_get(inertia, TRAMMEL_VALUES_STEPPER), ==,
                    0.010472712561833906);
  g_assert_cmpfloat_with_epsilon(sigma, hypot(5.80331312070467e-05, 4.583902162961943e-06), 1e-18);
  g_assert_cmpfloat_with_epsilon(hypot(json_object_get_double_member(known, "step"),
                                       json_object_get_double_member(known, "smoothing")),
                                 4.583902162961943e-06, 1e-18);
  g_assert_cmpfloat_with_epsilon(
      json_array_get_double_element(json_array_get_array_element(rows, 0), 0), sigma * sigma,
      1e-22);
  g_assert_false(json_object_get_boolean_member(bound, "physical"));
  g_assert_cmpstr(json_object_get_string_member(bound, "missing"), ==, "at-bound");
  g_assert_cmpfloat(json_object_get_double_member(bound, "value"), ==, 2e-5);
  g_assert_true(json_object_get_null_member(bound, "sigma"));
}

static gboolean
has_finding(JsonObject *root, const char *code)
{
  JsonArray *findings = json_object_get_array_member(root, "findings");

  for (guint i = 0; i < json_array_get_length(findings); i++)
    if (g_str_equal(
            json_object_get_string_member(json_array_get_object_element(findings, i), "code"),
            code))
      return TRUE;
  return FALSE;
}

static const TrammelFinding *
find_finding(const GArray *findings, const char *code)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, code))
      return &g_array_index(findings, TrammelFinding, i);
  return NULL;
}

/* v = 3, 1 with sigma 0.5, 0.25 and r = -0.996: a + 1.992 b is known to 0.5 sqrt(1 - r^2). */
static void
test_correlated(Fixture *f, gconstpointer data)
{
  const double r = -0.996;
  TrammelCorrelatedPair pairs[TRAMMEL_MOST_PAIRS];

  f->estimates[0] =
      (TrEstimate){.value = 3, .sigma = 0.5, .sigma_linear = 0.5, .identifiable = true};
  f->estimates[1] =
      (TrEstimate){.value = 1, .sigma = 0.25, .sigma_linear = 0.25, .identifiable = true};
  memcpy(f->covariance, (double[4]){0.25, r / 8, r / 8, 0.0625}, sizeof f->covariance);
  g_assert_cmpuint(trammel_correlated_pairs_find(pairs, &f->fit), ==, 1);
  g_assert_cmpint(pairs[0].first, ==, 0);
  g_assert_cmpint(pairs[0].second, ==, 1);
  g_assert_cmpfloat_with_epsilon(pairs[0].factor, -1.992, 1e-12);
  g_assert_cmpfloat_with_epsilon(pairs[0].value, 4.992, 1e-12);
  g_assert_cmpfloat_with_epsilon(pairs[0].sigma, 0.5 * sqrt(1 - r * r), 1e-12);

  g_autoptr(GArray) findings = trammel_fit_findings_new(f->problem, &f->fit);
  const TrammelFinding *found = find_finding(findings, "parameters-correlated");

  g_assert_nonnull(found);
  g_assert_nonnull(strstr(found->text, "body.rod.mass + 1.992 body.rod.com.x = 4.992 +- 0.045 kg"));
  g_assert_nonnull(strstr(found->text, "11 times"));

  /* a little less, none at all, and bound together by a constraint */
  static const double others[] = {0.98, 0, 1, -1};

  for (guint k = 0; k < G_N_ELEMENTS(others); k++) {
    f->covariance[1] = f->covariance[2] = others[k] / 8;
    g_assert_cmpuint(trammel_correlated_pairs_find(pairs, &f->fit), ==, 0);
  }
  f->covariance[1] = f->covariance[2] = NAN;
  g_assert_cmpuint(trammel_correlated_pairs_find(pairs, &f->fit), ==, 0);
}

/* Forces that were not checked are reported: with loops or drives none, or not all of them. */
static void
test_unchecked(Fixture *f, gconstpointer data)
{
  g_autoptr(GArray) checked = trammel_fit_findings_new(f->problem, &f->fit);

  g_assert_null(find_finding(checked, "forces-not-checked"));
  f->log.force_error = NAN;
  f->log.unexplained = 0.025;

  g_autoptr(GArray) findings = trammel_fit_findings_new(f->problem, &f->fit);
  const TrammelFinding *found = find_finding(findings, "forces-not-checked");

  g_assert_nonnull(found);
  g_assert_cmpstr(found->severity, ==, "info");
  g_assert_nonnull(strstr(found->text, "Log 'a': the forces were not compared"));
  g_assert_nonnull(strstr(found->text, "not measured"));
  g_assert_nonnull(strstr(found->text, "(2.5 %)"));
}

static void
test_json_rest(Fixture *f, gconstpointer data)
{
  g_autofree char *text = trammel_result_to_json(f->problem, &f->fit);
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "result", NULL);
  JsonObject *root = json_node_get_object(node);
  JsonObject *direction = get_element(root, "unidentifiable_directions", 0);
  JsonObject *iteration = get_element(root, "history", 1), *log = get_element(root, "logs", 0);
  JsonObject *provenance = get_object(root, "provenance");
  const char *sentence = json_object_get_string_member(direction, "text");

  /* the small loading is not in the sentence */
  g_assert_nonnull(strstr(sentence, "body.rod.mass"));
  g_assert_null(strstr(sentence, "body.rod.com.x"));
  g_assert_cmpfloat(
      json_object_get_double_member(get_object(direction, "loadings"), "body.rod.com.x"), ==, 0.02);
  g_assert_cmpfloat(json_object_get_double_member(iteration, "cost"), ==, 1e-8);
  g_assert_cmpfloat(
      json_array_get_double_element(json_object_get_array_member(iteration, "parameters"), 1), ==,
      1.0 / 3);
  g_assert_cmpstr(json_object_get_string_member(log, "role"), ==, "estimate");
  g_assert_cmpint(json_object_get_int_member(log, "samples"), ==, 5);
  g_assert_cmpstr(json_object_get_string_member(get_element(log, "sensors", 0), "name"), ==,
                  "angle, raw");
  g_assert_cmpuint(strlen(json_object_get_string_member(provenance, "project_sha256")), ==, 64);
  g_assert_cmpuint(strlen(json_object_get_string_member(get_object(provenance, "log_sha256"), "a")),
                   ==, 64);
  g_assert_true(has_finding(root, "not-identifiable"));
  g_assert_true(has_finding(root, "at-bound"));
  g_assert_true(has_finding(root, "motor-without-channel"));
}

/* Unexplained forces, and a motion that misses the measurements: no number is trusted. */
static void
test_bad_fit(Fixture *f, gconstpointer data)
{
  static const struct {
    double unexplained, force_error, fit_percent;
    const char *code; /* NULL: the fit is good */
  } cases[] = {{0.19, 0.10, 95.5, NULL},
               {0.21, 0.10, 99.0, "model-error"},
               {0.05, 0.30, 99.9, "model-error"},
               {0.01, 0.30, 98.0, "model-error"},
               {0.01, 0.30, 99.9, NULL}, /* the start filter took too much off */
               {0.01, 0.05, 94.0, "sensor-misfit"},
               {NAN, NAN, NAN, NULL}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    f->log.unexplained = cases[i].unexplained;
    f->log.force_error = cases[i].force_error;
    f->sensor.fit_percent = cases[i].fit_percent;
    g_autofree char *text = trammel_result_to_json(f->problem, &f->fit);
    g_autofree char *flags = trammel_result_dup_flags(&f->fit, 1);
    g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "result", NULL);
    JsonObject *root = json_node_get_object(node);

    g_assert_cmpstr(flags, ==, cases[i].code ? "stepper-value,bad-fit" : "stepper-value");
    g_assert_true(trammel_fit_is_bad(&f->fit) == (cases[i].code != NULL));
    g_assert_true(!cases[i].code || has_finding(root, cases[i].code));
    g_assert_true(cases[i].code || !has_finding(root, "model-error"));
    g_assert_true(cases[i].code || !has_finding(root, "sensor-misfit"));
  }
}

static void
test_csv(Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_strconcat(f->path, ".csv", NULL), *csv = NULL;

  g_assert_true(trammel_result_save(f->problem, &f->fit, path, NULL));
  g_assert_true(g_file_get_contents(path, &csv, NULL, NULL));
  g_assert_cmpint(g_remove(path), ==, 0);

  g_assert_cmpstr(
      csv, ==,
      "id,unit,value,sigma,noise,model,timing,step,smoothing,physical,missing,"
      "stepper_value,stepper_sigma,sigma_linear,start,min,max,identifiable,at_bound,flags\n"
      "body.rod.mass,kg,0.1,,,,,,,false,not-computed,0.1,,,0.5,0.1,,false,true,"
      "\"at-bound,not-identifiable,stepper-value\"\n"
      "body.rod.com.x,m,0.3333333333333333,0.02,0.02,0,,,,false,not-computed,"
      "0.3333333333333333,0.02,0.01,0.1,-1,1,true,false,stepper-value\n");
}

static void
test_status(Fixture *f, gconstpointer data)
{
  const struct {
    TrStatus status;
    const char *word;
  } rows[] = {{TR_OK, "converged"},
              {TR_NOT_CONVERGED, "stopped"},
              {TR_CANCELLED, "cancelled"},
              {TR_NOT_DEFINITE, "failed"}};

  for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
    f->fit.status = rows[i].status;
    g_assert_cmpstr(trammel_result_get_status(&f->fit), ==, rows[i].word);
  }
}

static void
test_save_and_load(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) values = NULL;

  g_assert_true(trammel_result_save(f->problem, &f->fit, f->path, &error));
  g_assert_no_error(error);
  values = trammel_result_load_values(f->path, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(values->len, ==, 2);
  g_assert_cmpstr(g_array_index(values, TrammelResultValue, 1).id, ==, "body.rod.com.x");
  g_assert_cmpfloat(g_array_index(values, TrammelResultValue, 1).value, ==, 1.0 / 3);
  g_assert_false(trammel_result_save(f->problem, &f->fit, "/nowhere/x.txt", &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
}

static void
check_load_error(Fixture *f, const char *text, const char *part)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(f->path, text, -1, NULL));
  g_assert_null(trammel_result_load_values(f->path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, part));
  g_assert_nonnull(strstr(error->message, "out.json"));
}

static void
test_load_errors(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  check_load_error(f, "{ \"format\": ", "1:");
  check_load_error(f, "[]", "missing");
  check_load_error(f, "{ \"format\": \"trammel/1\" }", "\"trammel/1\"");
  check_load_error(f, "{ \"format\": \"trammel-result/3\" }", "\"trammel-result/3\"");
  check_load_error(f, "{ \"format\": \"trammel-result/2\" }", "parameters");
  check_load_error(f, "{ \"format\": \"trammel-result/1\" }", "parameters");
  check_load_error(f, "{ \"format\": \"trammel-result/1\", \"parameters\": [ 3 ] }",
                   "parameters[0]");
  check_load_error(f,
                   "{ \"format\": \"trammel-result/2\", \"parameters\": [ { \"id\": \"a\", "
                   "\"value\": 1 } ] }",
                   "'stepper'");
  check_load_error(f, "{ \"format\": \"trammel-result/1\", \"parameters\": [ { \"id\": \"a\" } ] }",
                   "parameters[0]");
  check_load_error(
      f,
      "{ \"format\": \"trammel-result/1\", \"parameters\": [ { \"id\": 3, \"value\": 1 "
      "} ] }",
      "parameters[0]");
  g_remove(f->path);
  g_assert_null(trammel_result_load_values(f->path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, "no such file"));
}

/* Half a turn between the nodes: the columns do not jump back. */
static void
test_states(Fixture *f, gconstpointer data)
{
  const TrModel *model = trammel_problem_get_task(f->problem)->model;
  TrTrajectory *motion = tr_trajectory_new(3, 1, 1, 0.5);
  const double input[] = {1, 2, 3};
  const char *const units[] = {"V"};
  g_autofree char *csv = NULL, *bare = NULL;
  g_auto(GStrv) lines = NULL;

  for (int k = 0; k < 3; k++) {
    double half = k * 1.5 / 2; /* 0, 1.5 and 3 rad */
    memcpy(tr_trajectory_pose(motion, k), (double[7]){0, 0, 0, cos(half), 0, 0, sin(half)},
           7 * sizeof(double));
    memcpy(tr_trajectory_twist(motion, k), (double[6]){0, 0, 0, 0, 0, k}, 6 * sizeof(double));
  }
  csv = trammel_states_to_csv(&(TrammelStates){model, motion, input, units, NULL});
  bare = trammel_states_to_csv(&(TrammelStates){model, motion, NULL, NULL, NULL});
  tr_trajectory_free(motion);
  lines = g_strsplit(csv, "\n", -1);
  g_assert_cmpstr(lines[0], ==,
                  "t [s],pin.position [rad],pin.velocity [rad/s],\"angle, raw [rad]\",m [V]");
  g_assert_cmpstr(lines[1], ==, "1,0,0,0,1");
  g_assert_true(g_str_has_prefix(lines[2], "1.5,1.5,1,1.5"));
  g_assert_true(g_str_has_prefix(lines[3], "2,3"));
  g_assert_cmpuint(g_strv_length(lines), ==, 5);
  g_assert_null(strstr(bare, "m ["));
}

#define ADD(name, func) g_test_add("/io/result/" name, Fixture, NULL, set_up, func, tear_down)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  ADD("json/head", test_json_head);
  ADD("json/parameters", test_json_parameters);
  ADD("json/reported", test_json_reported);
  ADD("stopped", test_stopped);
  ADD("format-1", test_format_1);
  ADD("correlated", test_correlated);
  ADD("unchecked", test_unchecked);
  ADD("json/rest", test_json_rest);
  ADD("csv", test_csv);
  ADD("bad-fit", test_bad_fit);
  ADD("status", test_status);
  ADD("save-and-load", test_save_and_load);
  ADD("load-errors", test_load_errors);
  ADD("states", test_states);
  return g_test_run();
}
