/* Tests of io/log/shapes.h on tests/data/logs/shapes.mat, which tests/data/logs/make-mat-logs.py
 * writes, on other MAT files and on measured ones. */
#include <math.h>
#include <string.h>

#include "io/check/log_info.h"
#include "io/log/load.h"
#include "io/log/shapes.h"

static TrammelDataset *
load(const char *variable, const char *first, const char *second)
{
  g_autofree char *path = g_build_filename(g_getenv(variable), first, second, NULL);
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);

  g_assert_no_error(error);
  return dataset;
}

static const TrammelLogShape *
find(const GPtrArray *shapes, const char *path)
{
  for (guint i = 0; i < shapes->len; i++) {
    const TrammelLogShape *shape = g_ptr_array_index(shapes, i);

    if (g_str_equal(shape->path, path))
      return shape;
  }
  g_error("'%s' has no shape", path);
}

typedef struct {
  const char *path;
  TrammelLogShapeKind kind;
  const char *time;
  gsize samples;
  double step;
  const char *columns, *names; /* of the channels */
} Case;

static const Case cases[] = {
    {"arm", TRAMMEL_SHAPE_TIME_STRUCT, "arm.time", 120, 0.02,
     "arm.signals(1).values(:,1)|arm.signals(1).values(:,2)|arm.signals(2).values",
     "q [rad] 1|q [rad] 2|values"},
    {"robot.joints", TRAMMEL_SHAPE_DATA_TIME, "robot.joints.time", 90, 0.02,
     "robot.joints.data(:,1)|robot.joints.data(:,2)|robot.joints.data(:,3)",
     "joints 1|joints 2|joints 3"},
    {"robot.imu", TRAMMEL_SHAPE_DATA_TIME, "robot.imu.timestamps", 60, 0.04,
     "robot.imu.data(1,:)|robot.imu.data(2,:)", "imu 1|imu 2"},
    {"run", TRAMMEL_SHAPE_FIELDS, "run.k", 40, 1, "run.angle|run.effort", "angle|effort"},
    {"rig", TRAMMEL_SHAPE_FIELDS, "rig.Time", 70, 4.0 / 69, "rig.q|rig.both(:,1)|rig.both(:,2)",
     "q|both 1|both 2"},
    {"rig.gain", TRAMMEL_SHAPE_CONSTANT, NULL, 1, NAN, "", ""},
    {"tout", TRAMMEL_SHAPE_TIME, "tout", 120, 0.02, "", ""},
    {"yout", TRAMMEL_SHAPE_BESIDE_TIME, "tout", 120, 0.02,
     "yout(:,1)|yout(:,2)|yout(:,3)|yout(:,4)", "yout 1|yout 2|yout 3|yout 4"},
    {"across", TRAMMEL_SHAPE_BESIDE_TIME, "tout", 120, 0.02,
     "across(1,:)|across(2,:)|across(3,:)|across(4,:)", "across 1|across 2|across 3|across 4"},
    {"tail{1}", TRAMMEL_SHAPE_BESIDE_TIME, "Time_tail{1}", 90, 0.02, "tail{1}", "tail{1}"},
    {"tail{2}", TRAMMEL_SHAPE_BESIDE_TIME, "Time_tail{2}", 70, 4.0 / 69, "tail{2}", "tail{2}"},
    {"ans", TRAMMEL_SHAPE_ROW_TIME, "ans(1,:)", 55, 0.1, "ans(2,:)|ans(3,:)|ans(4,:)",
     "ans 2|ans 3|ans 4"},
    {"sheet", TRAMMEL_SHAPE_COLUMN_TIME, "sheet(:,1)", 35, 0.1, "sheet(:,2)|sheet(:,3)",
     "sheet 2|sheet 3"},
    {"g", TRAMMEL_SHAPE_CONSTANT, NULL, 1, NAN, "", ""},
    {"n", TRAMMEL_SHAPE_CONSTANT, NULL, 1, NAN, "", ""},
    {"on", TRAMMEL_SHAPE_CONSTANT, NULL, 1, NAN, "", ""},
    {"counts", TRAMMEL_SHAPE_UNKNOWN, NULL, 3, NAN, "counts", "counts"},
};

/* Every column that a shape names exists, and is as long as its time. */
static void
check_channels(const TrammelDataset *dataset, const TrammelLogShape *shape, const Case *c)
{
  g_auto(GStrv) columns = g_strsplit(c->columns, "|", -1), names = g_strsplit(c->names, "|", -1);

  g_assert_cmpuint(shape->channels->len, ==, g_strv_length(columns));
  for (guint i = 0; i < shape->channels->len; i++) {
    const TrammelShapeChannel *channel = &g_array_index(shape->channels, TrammelShapeChannel, i);
    g_autoptr(GError) error = NULL;
    const TrammelColumn *source;
    gsize n;
    g_autofree double *values =
        trammel_dataset_dup_vector(dataset, channel->column, &n, &source, &error);

    g_assert_no_error(error);
    g_assert_cmpstr(channel->column, ==, columns[i]);
    g_assert_cmpstr(channel->name, ==, names[i]);
    g_assert_cmpuint(n, ==, c->samples);
    g_assert_true(source == trammel_dataset_get_column(dataset, channel->source));
  }
}

static void
test_shapes(void)
{
  g_autoptr(TrammelDataset) dataset = load("TRAMMEL_TEST_DATA", "logs", "shapes.mat");
  g_autoptr(GPtrArray) shapes = trammel_shapes_find(dataset);

  g_assert_cmpuint(shapes->len, ==, G_N_ELEMENTS(cases) + 4);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    const Case *c = &cases[i];
    const TrammelLogShape *shape = find(shapes, c->path);

    g_test_message("%s", c->path);
    g_assert_cmpint(shape->kind, ==, c->kind);
    g_assert_cmpstr(shape->time, ==, c->time);
    g_assert_cmpuint(shape->samples, ==, c->samples);
    if (isnan(c->step))
      g_assert_true(isnan(shape->step));
    else
      g_assert_cmpfloat_with_epsilon(shape->step, c->step, 1e-6);
    check_channels(dataset, shape, c);
  }
}

static void
test_words(void)
{
  g_autoptr(TrammelDataset) dataset = load("TRAMMEL_TEST_DATA", "logs", "shapes.mat");
  g_autoptr(GPtrArray) shapes = trammel_shapes_find(dataset);
  g_autofree char *arm = trammel_shape_describe(find(shapes, "arm")),
                  *rig = trammel_shape_describe(find(shapes, "rig")),
                  *ans = trammel_shape_describe(find(shapes, "ans")),
                  *counts = trammel_shape_describe(find(shapes, "counts")),
                  *g = trammel_shape_describe(find(shapes, "g"));

  g_assert_cmpstr(arm, ==, "structure with time, 3 channels, 120 samples, step 0.02 s");
  g_assert_cmpstr(rig, ==,
                  "structure of equally long fields, one of them the time, 3 channels, 70 samples, "
                  "uneven steps of 0.057971 s on average");
  g_assert_cmpstr(ans, ==,
                  "To File array, whose first row is the time, 3 channels, 55 samples, step 0.1 s");
  g_assert_cmpstr(counts, ==, "array without a time, 1 channel, 3 samples");
  g_assert_cmpstr(g, ==, "constant");
  for (int a = TRAMMEL_SHAPE_TIME_STRUCT; a <= TRAMMEL_SHAPE_UNKNOWN; a++)
    for (int b = TRAMMEL_SHAPE_TIME_STRUCT; b < a; b++)
      g_assert_cmpstr(trammel_shape_get_word((TrammelLogShapeKind)a), !=,
                      trammel_shape_get_word((TrammelLogShapeKind)b));
}

/* a file of version 4 has nothing but matrices */
static void
test_old(void)
{
  g_autoptr(TrammelDataset) dataset = load("TRAMMEL_TEST_DATA", "logs", "v4.mat");
  g_autoptr(GPtrArray) shapes = trammel_shapes_find(dataset);

  g_assert_cmpuint(shapes->len, ==, 3);
  g_assert_cmpint(find(shapes, "t")->kind, ==, TRAMMEL_SHAPE_TIME);
  g_assert_cmpstr(find(shapes, "q")->time, ==, "t");
  g_assert_cmpuint(find(shapes, "both")->channels->len, ==, 2);
}

static void
test_info(void)
{
  g_autoptr(TrammelDataset) dataset = load("TRAMMEL_TEST_DATA", "logs", "shapes.mat");
  g_autofree char *text = trammel_info_to_text(dataset), *json = trammel_info_to_json(dataset);
  g_autoptr(JsonNode) root = json_from_string(json, NULL);
  JsonArray *shapes = json_object_get_array_member(json_node_get_object(root), "shapes");
  JsonObject *arm = json_array_get_object_element(shapes, 0);
  JsonObject *channel =
      json_array_get_object_element(json_object_get_array_member(arm, "channels"), 1);

  g_assert_nonnull(strstr(text, "\narm looks like: structure with time, 3 channels, 120 samples, "
                                "step 0.02 s; time 'arm.time'\n"));
  g_assert_null(strstr(text, "\ng looks like"));
  g_assert_cmpstr(json_object_get_string_member(arm, "variable"), ==, "arm");
  g_assert_cmpstr(json_object_get_string_member(arm, "kind"), ==, "time-struct");
  g_assert_cmpstr(json_object_get_string_member(arm, "time"), ==, "arm.time");
  g_assert_cmpint(json_object_get_int_member(arm, "samples"), ==, 120);
  g_assert_cmpstr(json_object_get_string_member(channel, "column"), ==,
                  "arm.signals(1).values(:,2)");
  g_assert_cmpstr(json_object_get_string_member(channel, "name"), ==, "q [rad] 2");
}

static void
test_measured(void)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *data = shared ? g_build_filename(shared, "data", "emps", NULL) : NULL;
  g_autoptr(TrammelDataset) nested = NULL, segments = NULL;
  g_autoptr(GPtrArray) n = NULL, s = NULL;

  if (!data || !g_file_test(data, G_FILE_TEST_IS_DIR)) {
    g_test_skip("the folder of measured logs (TRAMMEL_SHARED) is not there");
    return;
  }
  nested = load("TRAMMEL_SHARED", "data/multiarm_pendulum", "SingleDataFreeSwing_1_Dt_0_0001.mat");
  segments = load("TRAMMEL_SHARED", "data/multiarm_pendulum",
                  "DoublePendulumDataForParameterEstimation.mat");
  n = trammel_shapes_find(nested);
  s = trammel_shapes_find(segments);
  g_assert_cmpint(find(n, "Theta1")->kind, ==, TRAMMEL_SHAPE_TIME_STRUCT);
  g_assert_cmpuint(find(n, "Theta1")->samples, ==, 231757);
  g_assert_cmpstr(find(s, "Y_vad{3}")->time, ==, "Time_vad{3}");
  g_assert_cmpstr(find(s, "Y_id{26}")->time, ==, "Time_id{26}");
  g_assert_cmpuint(find(s, "Y_id{26}")->channels->len, ==, 4);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/shapes/cases", test_shapes);
  g_test_add_func("/io/shapes/words", test_words);
  g_test_add_func("/io/shapes/old", test_old);
  g_test_add_func("/io/shapes/info", test_info);
  g_test_add_func("/io/shapes/measured", test_measured);
  return g_test_run();
}
