/* Tests of the quantities of a project: objects on every number, ties, transforms, priors, notes;
 * their edits. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/project/save.h"

/* A project with every feature; places that tests fill are words in capitals. */
static const char full[] =
    "{ \"format\": \"trammel/1\", \"name\": \"all\", \"notes\": \"n\",\n"
    "  \"model\": {\n"
    "    \"gravity\": { \"magnitude\": { \"value\": 9.81, \"free\": true, \"prior\": { \"mean\": "
    "9.8, "
    "\"sigma\": 0.01 } }, \"direction\": [0, -1, 0], \"tilt\": [{ \"value\": 0, \"free\": true }, "
    "0] },\n"
    "    \"bodies\": [\n"
    "      { \"name\": \"a\", \"mass\": { \"value\": 2, MASS \"note\": \"weighed\" },\n"
    "        \"com\": [0, { \"value\": 0.1, \"free\": true, \"transform\": \"log\", \"min\": 0 }, "
    "0] },\n"
    "      { \"name\": \"b\", \"mass\": { \"value\": 7, \"tie\": \"0.5*body.a.mass\" } },\n"
    "      { \"name\": \"c\", \"mass\": { \"value\": 7, \"tie\": \" 3 * body.b.mass \" } } ],\n"
    "    \"joints\": [\n"
    "      { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": \"a\",\n"
    "        \"parent_frame\": { \"position\": [0, { \"value\": 0.5, \"free\": true }, 0] },\n"
    "        \"damping_time\": { \"value\": 0.01, \"note\": \"guess\" },\n"
    "        \"friction\": { \"model\": \"coulomb\", \"radius\": { \"value\": 0.02 }, \"rate\": { "
    "\"value\": "
    "\"auto\", \"note\": \"?\" } } },\n"
    "      { \"name\": \"k\", \"type\": \"slide\", \"parent\": \"a\", \"child\": \"b\", "
    "\"child_frame\": "
    "{ \"position\": [ANCHOR, 0, 0] } },\n"
    "      { \"name\": \"f\", \"type\": \"fixed\", \"parent\": \"b\", \"child\": \"c\" } ],\n"
    "    \"motors\": [ { \"name\": \"m\", \"joint\": \"j\", \"gear\": { \"value\": 3, \"note\": "
    "\"plate\" } } ],\n"
    "    \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },\n"
    "  \"logs\": [ { \"name\": \"x\", \"file\": \"x.csv\", \"time\": { \"column\": [\"d\", \"t\"] "
    "},\n"
    "    \"exclude\": [[1, 2], [3, 4]], \"channels\": [\n"
    "      { \"signal\": \"s\", \"column\": \"q\", \"minus\": \"p\", \"scale\": { \"value\": 0.5, "
    "\"min\": 0.1, "
    "\"max\": 1 }, \"offset\": { \"value\": 0.25, \"free\": true }, \"delay\": DELAY },\n"
    "      { \"signal\": \"m\", \"column\": \"u\", \"delay\": { \"value\": 9, \"tie\": "
    "\"log.x.s.delay\" } } ] } ],\n"
    "  \"runs\": [ { \"format\": \"trammel-result/1\", \"name\": \"first\", \"parameters\": [] } ] "
    "}\n";

static char *
fill(const char *mass, const char *anchor, const char *delay)
{
  GString *text = g_string_new(full);

  g_string_replace(text, "MASS", mass, 1);
  g_string_replace(text, "ANCHOR", anchor, 1);
  g_string_replace(text, "DELAY", delay, 1);
  return g_string_free(text, FALSE);
}

static TrammelProject *
load(const char *mass, const char *anchor, const char *delay)
{
  g_autofree char *text = fill(mass, anchor, delay);
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(text, -1, NULL, &error);

  g_assert_no_error(error);
  return project;
}

static const TrammelQuantity *
find(const TrammelProject *project, const char *id)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  if (!quantity)
    g_error("no quantity %s", id);
  return quantity;
}

static guint
index_of(const TrammelProject *project, const char *id)
{
  return (guint)(find(project, id) - trammel_project_get_quantity(project, 0));
}

static void
test_values(void)
{
  g_autoptr(TrammelProject) project = load("\"free\": true,", "0", "0.125");
  const TrModel *model = trammel_project_get_model(project);

  g_assert_cmpfloat(model->gravity.magnitude, ==, 9.81);
  g_assert_true(find(project, "gravity.magnitude")->free);
  g_assert_cmpfloat(find(project, "gravity.magnitude")->prior_mean, ==, 9.8);
  g_assert_cmpfloat(find(project, "gravity.magnitude")->prior_sigma, ==, 0.01);
  g_assert_cmpfloat(model->joints[0].parent_frame.position[1], ==, 0.5);
  g_assert_true(find(project, "joint.j.parent_frame.position.y")->free);
  g_assert_cmpint(find(project, "body.a.com.y")->transform, ==, TR_TRANSFORM_LOG);
  g_assert_cmpfloat(model->joints[0].damping_time, ==, 0.01);
  g_assert_cmpfloat(model->joints[0].friction.radius, ==, 0.02);
  g_assert_true(isnan(model->joints[0].friction.rate));
  g_assert_cmpfloat(model->motors[0].gear, ==, 3);
  g_assert_cmpstr(trammel_project_get_note(project, index_of(project, "body.a.mass")), ==,
                  "weighed");
  g_assert_null(trammel_project_get_note(project, index_of(project, "body.b.mass")));

  const TrammelMapping *s = trammel_project_get_mapping(project, 0, 0);
  g_assert_cmpstr(s->minus, ==, "p");
  g_assert_cmpfloat(s->scale, ==, 0.5);
  g_assert_cmpfloat(s->offset, ==, 0.25);
  g_assert_cmpfloat(s->delay, ==, 0.125);
  g_assert_cmpstr(find(project, "log.x.s.offset")->unit, ==, "rad");
  g_assert_cmpstr(find(project, "log.x.m.offset")->unit, ==, "1");
  g_assert_cmpstr(find(project, "log.x.m.delay")->unit, ==, "s");
  g_assert_cmpfloat(find(project, "log.x.m.scale")->value, ==, 1);
  g_assert_cmpfloat(find(project, "log.x.s.scale")->max, ==, 1);
}

static void
test_ties(void)
{
  g_autoptr(TrammelProject) project = load("", "0", "0.125");
  const TrModel *model = trammel_project_get_model(project);

  /* the stated values of tied quantities do not count */
  g_assert_cmpfloat(model->bodies[1].mass, ==, 1);
  g_assert_cmpfloat(model->bodies[2].mass, ==, 3);
  g_assert_cmpfloat(trammel_project_get_mapping(project, 0, 1)->delay, ==, 0.125);
  g_assert_true(find(project, "body.c.mass")->tied);
  g_assert_cmpuint(find(project, "body.c.mass")->master, ==, index_of(project, "body.b.mass"));
  g_assert_cmpfloat(find(project, "body.c.mass")->factor, ==, 3);

  g_assert_true(trammel_project_set_value(project, "body.a.mass", 4, NULL));
  g_assert_true(trammel_project_set_value(project, "log.x.s.delay", 0.5, NULL));
  g_assert_cmpfloat(model->bodies[1].mass, ==, 2);
  g_assert_cmpfloat(model->bodies[2].mass, ==, 6);
  g_assert_cmpfloat(trammel_project_get_mapping(project, 0, 1)->delay, ==, 0.5);
  g_autofree char *text = trammel_project_to_data(project);
  g_assert_nonnull(strstr(text, "{ \"value\": 2, \"tie\": \"0.5*body.a.mass\" }"));
  g_assert_nonnull(strstr(text, "{ \"value\": 6, \"tie\": \" 3 * body.b.mass \" }"));
}

static void
assert_load_fails(const char *mass, const char *anchor, const char *delay, const char *message)
{
  g_autofree char *text = fill(mass, anchor, delay);
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_project_new_from_data(text, -1, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  if (!strstr(error->message, message))
    g_error("the message '%s' lacks '%s'", error->message, message);
}

static void
test_messages(void)
{
  assert_load_fails("\"free\": true, \"tie\": \"log.x.s.scale\",", "0", "0",
                    "model.bodies[0].mass.tie: body.a.mass cannot be free and follow "
                    "log.x.s.scale as well");
  assert_load_fails("\"tie\": \"2*body.a.masss\",", "0", "0",
                    "model.bodies[0].mass.tie: there is no quantity 'body.a.masss'; nearest: "
                    "'body.a.mass'");
  assert_load_fails("\"tie\": \"body.c.mass\",", "0", "0",
                    "model.bodies[0].mass.tie: body.a.mass follows body.c.mass, which follows "
                    "it in turn");
  assert_load_fails("\"tie\": \"body.a.mass\",", "0", "0", "follows it in turn");
  assert_load_fails("\"tie\": \"0*log.x.s.scale\",", "0", "0", "the factor 0 must be");
  assert_load_fails("\"tie\": 2,", "0", "0", "model.bodies[0].mass.tie: expected a string");
  assert_load_fails("\"tie\": \"-1*log.x.s.scale\",", "0", "0", "mass of -0.5 kg");
  assert_load_fails("\"transform\": \"sqrt\",", "0", "0",
                    "model.bodies[0].mass.transform: 'sqrt' is not supported");
  assert_load_fails("\"transform\": \"log\", \"min\": -1,", "0", "0",
                    "model.bodies[0].mass.transform: 'log' needs a min of zero or more");
  assert_load_fails("", "{ \"value\": -1, \"transform\": \"log\" }", "0",
                    "model.joints[1].child_frame.position[0].transform: 'log' needs a value above "
                    "zero, found -1");
  assert_load_fails("", "{ \"value\": 1, \"free\": 1 }", "0", "position[0].free: expected true");
  assert_load_fails("", "0", "-1", "logs[0].channels[0].delay: must not be negative, found -1");
  assert_load_fails("", "0", "{ \"value\": -1 }",
                    "logs[0].channels[0].delay.value: must not be negative");
  assert_load_fails("", "0", "{ \"value\": 0, \"tie\": \"-1*log.x.s.offset\" }",
                    "logs[0].channels[0].delay.tie: log.x.s.delay would be -0.25, but must not");
  assert_load_fails("", "0", "{ \"value\": 0, \"free\": true, \"min\": 0.1 }",
                    "logs[0].channels[0].delay: the value 0 is not within min 0.1");
}

/* Construction data can have a note, but are not estimated. */
static void
test_construction(void)
{
  static const char *const froms[] = {"\"gear\": { \"value\": 3,", "\"radius\": { \"value\": 0.02",
                                      "\"rate\": { \"value\": \"auto\",",
                                      "\"damping_time\": { \"value\": 0.01,"};
  static const char *const tos[] = {"\"gear\": { \"free\": true, \"value\": 3,",
                                    "\"radius\": { \"tie\": \"body.a.mass\", \"value\": 0.02",
                                    "\"rate\": { \"free\": true, \"value\": 1,",
                                    "\"damping_time\": { \"free\": true, \"value\": \"auto\","};
  static const char *const messages[] = {
      "model.motors[0].gear.free: this number is part of the construction and is not estimated",
      "model.joints[0].friction.radius.tie: this number is part of the construction and cannot "
      "follow",
      "model.joints[0].friction.rate.free: joint.j.rate cannot be estimated: it is a setting",
      "model.joints[0].damping_time.free: this number is part of the construction"};

  for (guint i = 0; i < G_N_ELEMENTS(froms); i++) {
    g_autofree char *text = fill("", "0", "0");
    g_autoptr(GString) changed = g_string_new(text);
    g_autoptr(GError) error = NULL;
    g_assert_cmpuint(g_string_replace(changed, froms[i], tos[i], 1), ==, 1);
    g_assert_null(trammel_project_new_from_data(changed->str, -1, NULL, &error));
    if (!error || !strstr(error->message, messages[i]))
      g_error("the message '%s' lacks '%s'", error ? error->message : "", messages[i]);
  }
}

/* A file of the program is written again byte for byte, with any members of its quantities. */
static void
test_stable(void)
{
  g_autoptr(TrammelProject) project = load("\"free\": true,", "0", "0.125");
  g_autofree char *first = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = trammel_project_new_from_data(first, -1, NULL, NULL);
  g_autofree char *second = trammel_project_to_data(again);

  g_assert_cmpstr(first, ==, second);
  g_assert_cmpuint(trammel_project_get_n_runs(again), ==, 1);
  g_assert_nonnull(strstr(second, "\"name\": \"first\""));
}

static void
test_edits(void)
{
  g_autoptr(TrammelProject) project = load("", "0", "0.125");
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_project_set_value(project, "log.x.m.scale", 2, &error));
  g_assert_true(trammel_project_set_free(project, "log.x.s.delay", TRUE, &error));
  g_assert_true(trammel_project_set_bounds(project, "log.x.s.delay", 0, 0.5, &error));
  g_assert_true(trammel_project_set_value(project, "joint.k.parent_frame.position.z", 3, &error));
  g_assert_true(trammel_project_set_free(project, "joint.k.child_frame.position.x", TRUE, &error));
  g_assert_true(trammel_project_set_prior(project, "body.a.mass", 2.5, 0.5, &error));
  g_assert_true(trammel_project_set_transform(project, "log.x.s.scale", TR_TRANSFORM_LOG, &error));
  g_assert_true(trammel_project_set_tie(project, "log.x.m.scale", "4*log.x.s.scale", &error));
  g_assert_true(trammel_project_set_tie(project, "body.c.mass", NULL, &error));
  g_assert_true(trammel_project_set_prior(project, "gravity.magnitude", 0, INFINITY, &error));
  g_assert_true(trammel_project_set_transform(project, "body.a.com.y", TR_TRANSFORM_NONE, &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(trammel_project_get_mapping(project, 0, 1)->scale, ==, 2);

  g_autofree char *text = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = trammel_project_new_from_data(text, -1, NULL, &error);
  g_assert_no_error(error);
  g_assert_true(find(again, "log.x.s.delay")->free);
  g_assert_cmpfloat(find(again, "log.x.s.delay")->max, ==, 0.5);
  g_assert_cmpfloat(trammel_project_get_model(again)->joints[1].parent_frame.position[2], ==, 3);
  g_assert_cmpfloat(find(again, "body.a.mass")->prior_mean, ==, 2.5);
  g_assert_cmpfloat(find(again, "body.a.mass")->prior_sigma, ==, 0.5);
  g_assert_cmpint(find(again, "log.x.s.scale")->transform, ==, TR_TRANSFORM_LOG);
  g_assert_true(find(again, "log.x.m.scale")->tied);
  g_assert_false(find(again, "body.c.mass")->tied);
  g_assert_cmpfloat(find(again, "body.c.mass")->value, ==, 3);
  g_assert_true(isinf(find(again, "gravity.magnitude")->prior_sigma));
  g_assert_cmpint(find(again, "body.a.com.y")->transform, ==, TR_TRANSFORM_NONE);

  /* new keys are in the order of the schema */
  g_assert_nonnull(strstr(text, "{ \"value\": 2, \"tie\": \"4*log.x.s.scale\" }"));
  const char *channel = strstr(text, "\"signal\": \"m\"");
  g_assert_true(strstr(channel, "\"scale\"") < strstr(channel, "\"delay\""));
}

/* The test file with every key: loads, and is written unchanged. */
static void
test_everything(void)
{
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "format", "everything.trammel", NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, &error));
  g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
  g_assert_no_error(error);
  g_autofree char *again = trammel_project_to_data(project);
  g_assert_cmpstr(again, ==, text);
  g_assert_cmpfloat(trammel_project_get_model(project)->joints[2].parent_frame.position[0], ==,
                    0.05);

  /* there and back leaves no trace where the member was there before */
  g_assert_true(trammel_project_set_value(project, "log.first.phi.delay", 0.01, &error));
  g_assert_cmpfloat(find(project, "log.first.psi.delay")->value, ==, 0.01);
  g_assert_true(trammel_project_set_value(project, "log.first.phi.delay", 0.002, &error));
  g_assert_true(
      trammel_project_set_tie(project, "log.second.x.scale", "log.first.x.scale", &error));
  g_assert_no_error(error);
  g_autofree char *back = trammel_project_to_data(project);
  g_assert_cmpstr(back, ==, text);
}

typedef gboolean (*Edit)(TrammelProject *project, GError **error);

static gboolean
edit_follower(TrammelProject *project, GError **error)
{
  return trammel_project_set_value(project, "body.b.mass", 1, error);
}

static gboolean
free_follower(TrammelProject *project, GError **error)
{
  return trammel_project_set_free(project, "body.c.mass", TRUE, error);
}

static gboolean
make_circle(TrammelProject *project, GError **error)
{
  return trammel_project_set_tie(project, "body.a.mass", "body.c.mass", error);
}

static gboolean
tie_to_nothing(TrammelProject *project, GError **error)
{
  return trammel_project_set_tie(project, "log.x.s.scale", "log.x.s.scal", error);
}

static gboolean
make_followers_impossible(TrammelProject *project, GError **error)
{
  return trammel_project_set_value(project, "log.x.s.delay", -1, error);
}

static gboolean
leave_the_logarithm(TrammelProject *project, GError **error)
{
  return trammel_project_set_value(project, "body.a.com.y", 0, error);
}

static gboolean
bound_the_logarithm(TrammelProject *project, GError **error)
{
  return trammel_project_set_bounds(project, "body.a.com.y", -1, 1, error);
}

static gboolean
take_logarithm_of_zero(TrammelProject *project, GError **error)
{
  return trammel_project_set_transform(project, "gravity.tilt.x", TR_TRANSFORM_LOG, error);
}

static gboolean
give_bad_prior(TrammelProject *project, GError **error)
{
  return trammel_project_set_prior(project, "body.a.mass", 1, 0, error);
}

static gboolean
free_what_does_not_move(TrammelProject *project, GError **error)
{
  return trammel_project_set_free(project, "joint.f.child_frame.position.x", TRUE, error);
}

static void
test_refused_edits(void)
{
  static const Edit edits[] = {edit_follower,
                               free_follower,
                               make_circle,
                               tie_to_nothing,
                               make_followers_impossible,
                               leave_the_logarithm,
                               bound_the_logarithm,
                               take_logarithm_of_zero,
                               give_bad_prior,
                               free_what_does_not_move};
  static const char *const messages[] = {"it follows body.a.mass",
                                         "it follows body.b.mass",
                                         "follows it in turn",
                                         "there is no quantity 'log.x.s.scal'",
                                         "log.x.s.delay: the value must not be negative",
                                         "the value must be above zero",
                                         "min must not be negative",
                                         "'log' needs a value above zero",
                                         "a sigma above zero",
                                         "cannot be estimated"};
  g_autoptr(TrammelProject) project = load("", "0", "0.125");
  g_autofree char *before = trammel_project_to_data(project);

  for (guint i = 0; i < G_N_ELEMENTS(edits); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(edits[i](project, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    if (!strstr(error->message, messages[i]))
      g_error("the message '%s' lacks '%s'", error->message, messages[i]);
    g_autofree char *after = trammel_project_to_data(project);
    g_assert_cmpstr(before, ==, after);
  }
  g_assert_cmpfloat(trammel_project_get_model(project)->bodies[1].mass, ==, 1);
}

static void
test_unknown_id(void)
{
  g_autoptr(TrammelProject) project = load("", "0", "0");
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_project_set_value(project, "log.x.s.offst", 1, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "nearest: 'log.x.s.offset'"));
  g_assert_null(trammel_project_find_quantity(project, "log.x.s.offst"));
}

/* An automatic value that becomes an object stays automatic, and can be read again. */
static void
test_automatic_value_in_an_object(void)
{
  g_autoptr(TrammelProject) project = load("", "0", "0");

  g_assert_true(trammel_project_set_bounds(project, "sensor.s.sigma", 0, 1, NULL));
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_assert_true(isnan(find(copy, "sensor.s.sigma")->value));
  g_assert_cmpfloat(find(copy, "sensor.s.sigma")->max, ==, 1);
}

/* A null list counts as missing, and gets all of its members at once. */
static void
test_null_for_a_list(void)
{
  g_autofree char *text = fill("", "0", "0");
  g_autoptr(GString) changed = g_string_new(text);

  g_string_replace(changed, "{ \"position\": [0, 0, 0] }", "{ \"position\": null }", 1);
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(changed->str, -1, NULL, NULL);
  g_assert_true(trammel_project_set_value(project, "joint.k.child_frame.position.y", 2, NULL));
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_assert_cmpfloat(trammel_project_get_model(copy)->joints[1].child_frame.position[1], ==, 2);
}

static void
test_newer_format(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", &error);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL);
  g_autofree char *other = g_build_filename(folder, "b.trammel", NULL);
  g_autofree char *old = fill("", "0", "0"), *kept = NULL;
  g_autoptr(GString) text = g_string_new(old);

  g_string_replace(text, "trammel/1", "trammel/3", 1);
  g_assert_true(g_file_set_contents(path, text->str, -1, &error));
  g_autoptr(TrammelProject) loaded = trammel_project_load(path, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_project_is_read_only(loaded));
  g_autoptr(TrammelProject) project = trammel_project_copy(loaded);
  g_assert_true(trammel_project_set_prior(project, "body.a.mass", 1, 1, &error));
  g_assert_true(trammel_project_is_read_only(project));

  g_assert_null(trammel_project_write(project, path, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "written by a newer version of the program (trammel/3)"));
  g_clear_error(&error);
  g_assert_true(g_file_get_contents(path, &kept, NULL, &error));
  g_assert_cmpstr(kept, ==, text->str);
  g_autoptr(TrammelProject) written = trammel_project_write(project, other, NULL, &error);
  g_assert_no_error(error);

  /* unknown words stay errors with a reason */
  g_string_replace(text, "\"coulomb\"", "\"lugre\"", 1);
  g_assert_null(trammel_project_new_from_data(text->str, -1, NULL, &error));
  g_assert_nonnull(strstr(error->message, "'lugre' is not supported"));
  g_assert_nonnull(strstr(error->message, "the format trammel/3, newer than"));
  g_assert_cmpint(g_remove(path) | g_remove(other) | g_remove(folder), ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/project/quantity/values", test_values);
  g_test_add_func("/project/quantity/ties", test_ties);
  g_test_add_func("/project/quantity/messages", test_messages);
  g_test_add_func("/project/quantity/construction", test_construction);
  g_test_add_func("/project/quantity/stable", test_stable);
  g_test_add_func("/project/quantity/everything", test_everything);
  g_test_add_func("/project/quantity/edits", test_edits);
  g_test_add_func("/project/quantity/edits/refused", test_refused_edits);
  g_test_add_func("/project/quantity/unknown", test_unknown_id);
  g_test_add_func("/project/quantity/automatic", test_automatic_value_in_an_object);
  g_test_add_func("/project/quantity/null", test_null_for_a_list);
  g_test_add_func("/project/newer-format", test_newer_format);
  return g_test_run();
}
