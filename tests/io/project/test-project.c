/* Tests of projects: loading, strict messages with their place, edits in place, byte-identical
 * saves. */
#include <glib/gstdio.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "io/base/error.h"
#include "io/project/save.h"
#include "io/scratch.h"
#include "support/seed.h"

static const char minimal[] =
    "{ \"format\": \"trammel/1\", \"future\": { \"b\": 1, \"a\": [1e-8, 0.10] },\n"
    "  \"model\": { \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],\n"
    "    \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": "
    "\"rod\" } ],\n"
    "    \"motors\": [ { \"name\": \"m\", \"joint\": \"j\" } ],\n"
    "    \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },\n"
    "  \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"channels\": [ { \"signal\": \"s\", "
    "\"column\": \"q\" } ] } ] }\n";

/* `text` with the first `from` replaced by `to`. */
static char *
replace(const char *text, const char *from, const char *to)
{
  const char *place = strstr(text, from);

  g_assert_nonnull(place);
  return g_strdup_printf("%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
}

static TrammelProject *
load_text(const char *text)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(text, -1, NULL, &error);

  g_assert_no_error(error);
  return project;
}

static const TrammelQuantity *
find_quantity(const TrammelProject *project, const char *id)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    if (g_str_equal(trammel_project_get_quantity(project, i)->id, id))
      return trammel_project_get_quantity(project, i);
  g_error("no quantity %s", id);
}

static void
test_defaults(void)
{
  g_autoptr(TrammelProject) project = load_text(minimal);
  const TrModel *model = trammel_project_get_model(project);
  const TrSettings *settings = trammel_project_get_settings(project);

  g_assert_cmpint(model->n_bodies, ==, 1);
  g_assert_cmpfloat(model->bodies[0].mass, ==, 0.5);
  g_assert_cmpfloat(model->gravity.magnitude, ==, 9.82);
  g_assert_cmpint(model->joints[0].parent, ==, TR_WORLD);
  g_assert_true(isnan(model->sensors[0].sigma));
  g_assert_true(isnan(model->joints[0].damping_time));
  g_assert_true(isnan(settings->kappa));
  g_assert_true(isnan(settings->h) && settings->h_is_auto);
  g_assert_cmpint(settings->max_iterations, ==, 0);
  g_assert_cmpint(trammel_project_get_log_role(project, 0), ==, TRAMMEL_ROLE_ESTIMATE);
  g_assert_cmpuint(trammel_project_get_n_quantities(project), ==, (guint)tr_param_count(model) + 3);
  g_assert_cmpfloat(trammel_project_get_mapping(project, 0, 0)->scale, ==, 1);
}

static void
assert_message(const char *from, const char *to, TrammelError code, const char *message)
{
  g_autofree char *text = replace(minimal, from, to);
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_project_new_from_data(text, -1, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, (gint)code);
  if (!strstr(error->message, message))
    g_error("the message '%s' lacks '%s'", error->message, message);
}

static void
test_messages(void)
{
  static const struct {
    const char *from, *to, *message;
  } cases[] = {
      {"\"child\": \"rod\"", "\"child\": \"rood\"",
       "model.joints[0].child: there is no body called 'rood'; bodies are 'rod'"},
      {"\"parent\": \"world\"", "\"parent\": 3", "model.joints[0].parent: expected a string"},
      {"\"type\": \"hinge\"", "\"type\": \"sphere\"",
       "model.joints[0].type: 'sphere' is not supported by this version"},
      {", \"mass\": 0.5", "", "model.bodies[0].mass: body 'rod' has no mass"},
      {"\"mass\": 0.5", "\"mass\": 0", "body 'rod' has a mass of 0 kg"},
      {"\"mass\": 0.5", "\"mass\": \"heavy\"", "model.bodies[0].mass: expected a number"},
      {"\"mass\": 0.5", "\"mass\": { \"free\": true }", "model.bodies[0].mass.value: is missing"},
      {"\"mass\": 0.5", "\"mass\": { \"value\": 1, \"free\": true, \"max\": 0.5 }",
       "model.bodies[0].mass: the value 1 is not within"},
      {"\"mass\": 0.5", "\"mass\": { \"value\": 1, \"note\": 3 }",
       "model.bodies[0].mass.note: expected a string"},
      {"\"mass\": 0.5", "\"mass\": { \"value\": { \"value\": 1 } }",
       "model.bodies[0].mass.value: expected a number, found an object"},
      {"\"mass\": 0.5", "\"mass\": { \"value\": 1, \"prior\": { \"sigma\": 0 } }",
       "model.bodies[0].mass.prior.sigma: must be above zero"},
      {"\"mass\": 0.5", "\"mass\": 0.5, \"com\": [0, 1]",
       "model.bodies[0].com: expected 3 numbers, found 2"},
      {"\"mass\": 0.5", "\"mass\": 0.5, \"com\": [0, true, 0]",
       "model.bodies[0].com[1]: expected a number, found true or false"},
      {"\"mass\": 0.5", "\"mass\": 0.5, \"shapes\": [ { \"type\": \"sphere\" } ]",
       "model.bodies[0].shapes[0].radius: is missing"},
      {"\"name\": \"rod\"", "\"name\": \"r.d\"", "model.bodies[0].name: 'r.d' cannot be the name"},
      {"\"name\": \"rod\"", "\"name\": \"\"", "model.bodies[0].name: '' cannot be the name"},
      {"\"name\": \"rod\"", "\"name\": \"world\"", "is the ground"},
      {"\"name\": \"s\"", "\"name\": \"m\"", "already the name of a motor"},
      {"\"joint\": \"j\" }", "\"joint\": \"k\" }",
       "model.motors[0].joint: there is no joint called 'k'; joints are 'j'"},
      {"\"joint\": \"j\" }", "\"joint\": \"j\", \"drive\": \"sideways\" }",
       "model.motors[0].drive: 'sideways' is not supported by this version"},
      {"\"signal\": \"s\"", "\"signal\": \"x\"",
       "logs[0].channels[0].signal: there is no sensor or motor called 'x'; sensors are 's', "
       "motors are 'm'"},
      {"\"column\": \"q\"", "\"sign\": 2, \"column\": \"q\"", "logs[0].channels[0].sign: must be"},
      {"\"column\": \"q\"", "\"delay\": -1, \"column\": \"q\"", "delay: must not be negative"},
      {", \"column\": \"q\"", "", "logs[0].channels[0].column: is missing"},
      {"\"file\": \"a.csv\",", "", "logs[0].file: is missing"},
      {"\"file\": \"a.csv\",", "\"file\": \"a.csv\", \"trim\": [2, 1],", "logs[0].trim: the end"},
      {"\"file\": \"a.csv\",", "\"file\": \"a.csv\", \"sha256\": \"*/ int x; /*\",",
       "logs[0].sha256: expected the SHA-256 of the file, 64 hexadecimal digits"},
      {"\"file\": \"a.csv\",", "\"file\": \"a.csv\", \"time\": { \"unit\": \"days\" },",
       "logs[0].time.column: is missing"},
      {"\"format\"", "\"settings\": { \"h\": 0 }, \"format\"", "settings.h: must be above zero"},
      {"\"format\"", "\"settings\": { \"kappa\": \"big\" }, \"format\"",
       "settings.kappa: expected a number or \"auto\""},
      {"\"format\"", "\"settings\": { \"formulation\": \"published\" }, \"format\"",
       "settings.formulation: 'published' is not supported by this version"},
      {"trammel/1", "spice/1", "format: 'spice/1' is not a project of this program"},
  };

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    assert_message(cases[i].from, cases[i].to, TRAMMEL_ERROR_INVALID, cases[i].message);
  assert_message("\"model\"", "model", TRAMMEL_ERROR_UNREADABLE, "the project:1:65: ");
}

static void
assert_stable(const TrammelProject *project)
{
  g_autofree char *first = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = load_text(first);
  g_autofree char *second = trammel_project_to_data(again);

  g_assert_cmpstr(first, ==, second);
}

/* A gear before the joints that it couples, with renaming and limits. */
static void
test_gear(void)
{
  static const char joints[] =
      "\"joints\": [ { \"name\": \"g\", \"type\": \"gear\", \"joints\": [\"j\", \"k\"],"
      " \"ratio\": -2.5, \"offset\": 0.1 },"
      " { \"name\": \"k\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": \"wheel\","
      " \"limits\": [-1, 0.5] }, ";
  static const struct {
    const char *from, *to, *message;
  } wrong[] = {
      {"\"k\"],", "\"l\"],", "model.joints[0].joints[1]: there is no joint called 'l'"},
      {"\"k\"],", "\"j\"],", "gear 'g' couples joint 'j' to itself"},
      {"\"k\"],", "\"g\"],", "gear 'g' couples 'g', which is of type gear"},
      {"\"k\"],", "3],", "model.joints[0].joints[1]: expected a string"},
      {", \"k\"],", "],", "gear 'g' couples two joints: expected 2 names, found 1"},
      {" \"ratio\": -2.5,", "", "gear 'g' has no ratio"},
      {"-2.5", "0", "gear 'g': the ratio (0)"},
      {"-2.5", "{ \"value\": 2, \"free\": true }", "is not estimated"},
      {"[-1, 0.5]", "[1, 0.5]", "joint 'k': the lower limit"},
  };
  g_autofree char *two =
      replace(minimal, "\"mass\": 0.5 }", "\"mass\": 0.5 }, { \"name\": \"wheel\", \"mass\": 1 }");
  g_autofree char *text = replace(two, "\"joints\": [ ", joints);
  g_autoptr(TrammelProject) project = load_text(text);
  const TrModel *model = trammel_project_get_model(project);

  g_assert_cmpint(model->joints[0].gear.first, ==, 2);
  g_assert_cmpint(model->joints[0].gear.second, ==, 1);
  g_assert_cmpfloat(model->joints[0].gear.ratio, ==, -2.5);
  g_assert_cmpfloat(model->joints[0].gear.offset, ==, 0.1);
  g_assert_cmpfloat(model->joints[1].limits.upper, ==, 0.5);
  assert_stable(project);
  g_assert_nonnull(trammel_project_find_quantity(project, "joint.g.compliance.angular"));
  g_assert_null(trammel_project_find_quantity(project, "joint.g.viscous"));
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *bad = replace(text, wrong[i].from, wrong[i].to);
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_project_new_from_data(bad, -1, NULL, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, wrong[i].message));
  }
}

/* Loads a text: a project or one clear error; a project can be written and loaded again. */
static void
try_to_load(const char *text, gsize length)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(text, (gssize)length, NULL, &error);

  if (!project) {
    g_assert_nonnull(error);
    g_assert_true(error->domain == TRAMMEL_ERROR);
    g_assert_cmpuint(strlen(error->message), >, 10);
    return;
  }
  g_assert_no_error(error);
  assert_stable(project);
  trammel_project_unref(project);
}

static void
test_damaged_text(void)
{
  static const char replacements[] = "{}[]\",:0-.etn \\/\x80";
  gsize length = strlen(minimal);

  for (gsize n = 0; n < length; n++)
    try_to_load(minimal, n);
  for (int i = 0; i < 3000; i++) {
    g_autofree char *text = g_strdup(minimal);
    for (int k = g_test_rand_int_range(1, 4); k > 0; k--)
      text[g_test_rand_int_range(0, (gint32)length)] =
          replacements[g_test_rand_int_range(0, sizeof replacements - 1)];
    try_to_load(text, length);
  }
}

/* Every value in turn is replaced by one of another type. */
static void
test_values_of_another_type(void)
{
  static const char *const values[] = {"null", "true", "-1", "1e999", "\"x\"", "[]", "{}", "[[1]]"};
  gsize length = strlen(minimal);

  for (gsize at = 0; at + 1 < length; at++) {
    if (minimal[at] != ':')
      continue;
    for (guint v = 0; v < G_N_ELEMENTS(values); v++) {
      const char *begin = minimal + at + 2;
      gsize skip = *begin == '"' ? strcspn(begin + 1, "\"") + 2 : strcspn(begin, ",]}\n");
      g_autofree char *text =
          g_strdup_printf("%.*s %s%s", (int)(at + 1), minimal, values[v], begin + skip);
      try_to_load(text, strlen(text));
    }
  }
}

static void
test_missing_file(void)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_project_load("no-such-file.trammel", &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, "no-such-file.trammel"));
}

static void
assert_refused(const char *path)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_project_load(path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, path));
  g_assert_nonnull(strstr(error->message, "is a pipe or a device"));
}

/* A pipe that nobody writes to, and devices, are refused at once. */
static void
test_pipe(Scratch *scratch, gconstpointer data)
{
  g_assert_cmpint(mkfifo(scratch->path, 0600), ==, 0);
  assert_refused(scratch->path);
  assert_refused("/dev/zero");
  assert_refused("/dev/null");
}

static void
test_save_is_stable(void)
{
  g_autoptr(TrammelProject) project = load_text(minimal);
  g_autofree char *text = trammel_project_to_data(project);

  assert_stable(project);
  g_assert_nonnull(strstr(text, "\"future\": { \"b\": 1, \"a\": [1e-08, 0.1] }"));
}

static void
test_edits(void)
{
  g_autoptr(TrammelProject) project = load_text(minimal);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_project_set_value(project, "body.rod.com.y", -0.25, &error));
  g_assert_true(trammel_project_set_value(project, "joint.j.stribeck.delta", 0.5, &error));
  g_assert_true(trammel_project_set_free(project, "body.rod.inertia.zz", TRUE, &error));
  g_assert_true(trammel_project_set_bounds(project, "body.rod.inertia.zz", 0, 2, &error));
  g_assert_true(trammel_project_set_free(project, "gravity.tilt.z", TRUE, &error));
  g_assert_true(trammel_project_set_setting(project, "kappa", "1e3", &error));
  g_assert_true(trammel_project_set_setting(project, "observations", "node", &error));
  g_assert_true(trammel_project_set_log_role(project, 0, TRAMMEL_ROLE_VALIDATE));
  g_assert_no_error(error);

  g_autofree char *text = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = load_text(text);
  g_assert_cmpfloat(trammel_project_get_model(again)->bodies[0].com[1], ==, -0.25);
  g_assert_cmpfloat(trammel_project_get_model(again)->joints[0].friction.delta, ==, 0.5);
  g_assert_true(find_quantity(again, "body.rod.inertia.zz")->free);
  g_assert_cmpfloat(find_quantity(again, "body.rod.inertia.zz")->value, ==, 0.01);
  g_assert_cmpfloat(find_quantity(again, "body.rod.inertia.zz")->max, ==, 2);
  g_assert_true(find_quantity(again, "gravity.tilt.z")->free);
  g_assert_false(find_quantity(again, "gravity.tilt.x")->free);
  g_assert_cmpfloat(trammel_project_get_settings(again)->kappa, ==, 1000);
  g_assert_cmpint(trammel_project_get_settings(again)->observations, ==, TR_OBSERVE_NODE);
  g_assert_cmpint(trammel_project_get_log_role(again, 0), ==, TRAMMEL_ROLE_VALIDATE);
  assert_stable(project);

  /* the new members stand where the schema has them */
  g_assert_true(strstr(text, "\"com\"") < strstr(text, "\"inertia\""));
  g_assert_true(strstr(text, "\"gravity\"") < strstr(text, "\"bodies\""));
  g_assert_nonnull(strstr(text, "\"future\""));
}

static void
test_refused_edits_change_nothing(void)
{
  g_autoptr(TrammelProject) project = load_text(minimal);
  g_autofree char *before = trammel_project_to_data(project);

  for (int i = 0; i < 6; i++) {
    g_autoptr(GError) error = NULL;
    gboolean done = FALSE;
    TrammelError code = TRAMMEL_ERROR_INVALID;
    if (i == 0)
      done = trammel_project_set_value(project, "body.rod.mass", -1, &error);
    else if (i == 1)
      done = trammel_project_set_setting(project, "h", "-1", &error);
    else if (i == 2)
      done = trammel_project_set_setting(project, "kappa", "much", &error);
    else if (i == 3)
      done = trammel_project_set_free(project, "sensor.s.sigma", TRUE, &error);
    else if (i == 4)
      done = trammel_project_set_value(project, "body.rod.com.x", NAN, &error);
    else {
      done = trammel_project_set_value(project, "body.rood.mass", 1, &error);
      code = TRAMMEL_ERROR_USAGE;
    }
    g_assert_false(done);
    g_assert_error(error, TRAMMEL_ERROR, (gint)code);
  }
  g_autofree char *after = trammel_project_to_data(project);
  g_assert_cmpstr(before, ==, after);
  g_assert_cmpfloat(trammel_project_get_model(project)->bodies[0].mass, ==, 0.5);
}

static void
test_copy_is_independent(void)
{
  g_autoptr(TrammelProject) project = load_text(minimal);
  g_autofree char *before = trammel_project_to_data(project);
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);

  g_assert_true(trammel_project_set_value(copy, "body.rod.mass", 7, NULL));
  g_autofree char *after = trammel_project_to_data(project);
  g_assert_cmpstr(before, ==, after);
  g_assert_cmpfloat(trammel_project_get_model(project)->bodies[0].mass, ==, 0.5);
  g_assert_cmpfloat(trammel_project_get_model(copy)->bodies[0].mass, ==, 7);
}

static void
save(const TrammelProject *project, const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) written = trammel_project_write(project, path, NULL, &error);

  g_assert_no_error(error);
  g_assert_nonnull(written);
}

static void
test_file(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", &error);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL), *text = NULL;
  g_autoptr(TrammelProject) project = load_text(minimal);

  save(project, path);
  g_autoptr(TrammelProject) loaded = trammel_project_load(path, &error);
  g_assert_no_error(error);
  g_autofree char *log = trammel_project_dup_log_path(loaded, 0);
  g_autofree char *expected = g_build_filename(folder, "a.csv", NULL);
  g_assert_cmpstr(log, ==, expected);
  save(loaded, path);
  g_assert_true(g_file_get_contents(path, &text, NULL, &error));
  g_autofree char *data = trammel_project_to_data(project);
  g_assert_cmpstr(text, ==, data);
  g_assert_cmpint(remove(path), ==, 0);
  g_assert_cmpint(remove(folder), ==, 0);
}

static void
test_prior_without_mean_follows_the_value(void)
{
  g_autofree char *text =
      replace(minimal, "\"mass\": 0.5", "\"mass\": { \"value\": 1, \"prior\": { \"sigma\": 2 } }");
  g_autoptr(TrammelProject) project = load_text(text);

  g_assert_cmpfloat(find_quantity(project, "body.rod.mass")->prior_mean, ==, 1);
  g_assert_cmpfloat(find_quantity(project, "body.rod.mass")->prior_sigma, ==, 2);
  g_assert_true(trammel_project_set_value(project, "body.rod.mass", 3, NULL));
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_assert_cmpfloat(find_quantity(project, "body.rod.mass")->prior_mean, ==, 3);
  g_assert_cmpfloat(find_quantity(copy, "body.rod.mass")->prior_mean, ==, 3);
}

static void
test_save_elsewhere_keeps_the_logs(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *outer = g_dir_make_tmp("trammel-XXXXXX", &error);
  g_autofree char *inner = g_build_filename(outer, "inner", NULL);
  g_autofree char *path = g_build_filename(inner, "b.trammel", NULL);
  g_autofree char *back = g_build_filename(outer, "c.trammel", NULL);
  g_autofree char *expected = g_build_filename(outer, "a.csv", NULL);
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(minimal, -1, outer, &error);

  g_assert_no_error(error);
  g_assert_cmpint(g_mkdir(inner, 0700), ==, 0);
  save(project, path);
  g_autoptr(TrammelProject) moved = trammel_project_load(path, &error);
  g_assert_no_error(error);
  g_autofree char *log = trammel_project_dup_log_path(moved, 0);
  g_assert_cmpstr(log, ==, expected);
  g_autoptr(TrammelProject) returned = trammel_project_write(moved, back, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *again = trammel_project_dup_log_path(returned, 0);
  g_assert_cmpstr(again, ==, expected);
  g_assert_cmpint(remove(path) | remove(back) | remove(inner) | remove(outer), ==, 0);
}

static void
test_reference_projects(void)
{
  static const char *const names[] = {"furuta-release.trammel", "furuta-swing.trammel"};
  const char *shared = g_getenv("TRAMMEL_SHARED");

  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *path = g_build_filename(shared ? shared : "", "ref", names[i], NULL);
    g_autoptr(GError) error = NULL;
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
      g_test_skip("no reference projects beside the source");
      return;
    }
    g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpint(trammel_project_get_model(project)->n_joints, ==, 2);
    assert_stable(project);
  }
}

typedef struct {
  TrammelProject *project;
  atomic_bool done;
} Loan;

static void *
use_and_return(void *data)
{
  Loan *loan = data;

  trammel_project_unref(trammel_project_copy(loan->project));
  trammel_project_unref(loan->project);
  atomic_store_explicit(&loan->done, true, memory_order_relaxed);
  return NULL;
}

/* Work of another thread before it released its reference is visible when the last one is released.
 * The flag orders nothing: under ThreadSanitizer the count alone has to. */
static void
test_shared(void)
{
  Loan loan = {load_text(minimal), false};
  pthread_t thread;

  trammel_project_ref(loan.project);
  g_assert_cmpint(pthread_create(&thread, NULL, use_and_return, &loan), ==, 0);
  while (!atomic_load_explicit(&loan.done, memory_order_relaxed))
    g_usleep(100);
  g_assert_cmpstr(trammel_project_get_model(loan.project)->bodies[0].name, ==, "rod");
  trammel_project_unref(loan.project);
  pthread_join(thread, NULL);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/project/defaults", test_defaults);
  g_test_add_func("/project/messages", test_messages);
  g_test_add_func("/project/damaged/text", test_damaged_text);
  g_test_add_func("/project/damaged/types", test_values_of_another_type);
  g_test_add_func("/project/missing-file", test_missing_file);
  scratch_add_test("/project/pipe", "p.trammel", test_pipe);
  g_test_add_func("/project/stable", test_save_is_stable);
  g_test_add_func("/project/edits", test_edits);
  g_test_add_func("/project/edits/refused", test_refused_edits_change_nothing);
  g_test_add_func("/project/copy", test_copy_is_independent);
  g_test_add_func("/project/shared", test_shared);
  g_test_add_func("/project/file", test_file);
  g_test_add_func("/project/file/elsewhere", test_save_elsewhere_keeps_the_logs);
  g_test_add_func("/project/gear", test_gear);
  g_test_add_func("/project/prior", test_prior_without_mean_follows_the_value);
  g_test_add_func("/project/reference", test_reference_projects);
  return g_test_run();
}
