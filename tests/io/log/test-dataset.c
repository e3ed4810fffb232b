/* Tests of io/log/data/dataset.h (looking up vectors) and io/check/log_info.h. */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/check/log_info.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"

static char *folder;

static TrammelDataset *
load_csv(const char *data)
{
  g_autofree char *path = g_build_filename(folder, "log.csv", NULL);
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset;

  g_assert_true(g_file_set_contents(path, data, -1, NULL));
  dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  return dataset;
}

static TrammelDataset *
load_mat(const char *name)
{
  g_autofree char *path = g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "logs", name, NULL);
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);

  g_assert_no_error(error);
  return dataset;
}

static void
assert_vector(const TrammelDataset *dataset, const char *column, gsize n, double first, double last)
{
  g_autoptr(GError) error = NULL;
  const TrammelColumn *source = NULL;
  gsize length = 0;
  g_autofree double *values = trammel_dataset_dup_vector(dataset, column, &length, &source, &error);

  g_assert_no_error(error);
  g_assert_nonnull(source);
  g_assert_cmpuint(length, ==, n);
  g_assert_cmpfloat(values[0], ==, first);
  g_assert_cmpfloat(values[n - 1], ==, last);
  g_assert_true(values != source->values);
}

static void
assert_no_vector(const TrammelDataset *dataset, const char *column, const char *words)
{
  g_autoptr(GError) error = NULL;
  gsize n;

  g_assert_null(trammel_dataset_dup_vector(dataset, column, &n, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
}

static void
test_csv_names(void)
{
  g_autoptr(TrammelDataset) d =
      load_csv("t [s],q,/a/b [rad],q,q (deg),state\n0,1,2,3,4,x\n1,11,12,13,14,y\n");

  assert_vector(d, "t [s]", 2, 0, 1);
  assert_vector(d, "t", 2, 0, 1);
  assert_vector(d, "q", 2, 1, 11);
  assert_vector(d, "q#2", 2, 3, 13);
  assert_vector(d, "q (deg)", 2, 4, 14);
  assert_vector(d, "/a/b", 2, 2, 12);
  assert_vector(d, "#3", 2, 2, 12);
  assert_no_vector(d, "#7", "log.csv has no column '#7'");
  assert_no_vector(d, "#0", "no column");
  assert_no_vector(d, "q#4", "no column");
  assert_no_vector(d, "Q1", "no column 'Q1'; it has 'q'");
  assert_no_vector(d, "/a/c", "it has '/a/b [rad]'");
  assert_no_vector(d, "", "no column");
  assert_no_vector(d, "state", "holds text");
}

static void
test_many_names(void)
{
  g_autoptr(GString) text = g_string_new("t");
  g_autoptr(TrammelDataset) d = NULL;

  for (int i = 0; i < 40; i++)
    g_string_append_printf(text, ",joint%d", i);
  g_string_append(text, "\n0");
  for (int i = 0; i < 40; i++)
    g_string_append_printf(text, ",%d", i);
  g_string_append(text, "\n");
  d = load_csv(text->str);
  assert_no_vector(d, "joint_31", "it has 'joint31', ");
  assert_no_vector(d, "joint_31", " and 29 more");
}

static void
test_mat_paths(void)
{
  g_autoptr(TrammelDataset) d = load_mat("v5.mat");
  double last = 0.5 * cos(3 * 1.99);

  assert_vector(d, "t", 200, 0, 1.99);
  assert_vector(d, "q(:)", 200, 0.5, last);
  assert_vector(d, "q(1,:)", 200, 0.5, last);
  assert_vector(d, "both(:,1)", 200, 0.5, last);
  assert_vector(d, "both( 1 , : )", 2, 0.5, 0);
  assert_vector(d, "log.signals.values", 200, 0.5, last);
  assert_vector(d, "log(1).signals(1,1).values(:,1)", 200, 0.5, last);
  assert_vector(d, "arm(2).q", 200, -0.5, -last);
  assert_vector(d, "arm(1,2).q", 200, -0.5, -last);
  assert_vector(d, "arm(2,1).q", 200, -0.5, -last);
  assert_vector(d, "cell{1}", 3, 1, 3);
  assert_vector(d, "cell{1,3}(2,:)", 3, 3, 5);
  assert_vector(d, "cell{3}(:,3)", 2, 2, 5);
  assert_vector(d, "grid{1,2}", 1, 12, 12);
  assert_vector(d, "grid{2,1}", 1, 21, 21);
}

static void
test_mat_no_paths(void)
{
  g_autoptr(TrammelDataset) d = load_mat("v5.mat");

  assert_no_vector(d, "both", "is 200 by 2; name one of its columns, such as both(:,1)");
  assert_no_vector(d, "both(:,3)", "v5.mat: 'both(:,3)' requests column 3, but 'both' is 200 by 2");
  assert_no_vector(d, "both(0,:)", "no column");
  assert_no_vector(d, "both(:,:)", "no column");
  assert_no_vector(d, "arm(3).q", "it has 'arm(1).q', 'arm(2).q'");
  assert_no_vector(d, "arm.q", "no column");
  assert_no_vector(d, "grid{2}", "no column");
  assert_no_vector(d, "cell{1", "no column");
  assert_no_vector(d, "cell(1)", "no column");
  assert_no_vector(d, "log", "no column");
  assert_no_vector(d, "label", "holds text, not numbers (its first cell is 'J1 [°]')");
}

static JsonObject *
get_channel(JsonObject *info, guint i)
{
  return json_array_get_object_element(json_object_get_array_member(info, "channels"), i);
}

static JsonNode *
parse_info(const TrammelDataset *dataset)
{
  g_autofree char *text = trammel_info_to_json(dataset);
  g_autoptr(GError) error = NULL;
  JsonNode *root = json_from_string(text, &error);

  g_assert_no_error(error);
  g_assert_true(g_str_has_suffix(text, "}\n"));
  return root;
}

static void
test_info_csv(void)
{
  g_autoptr(TrammelDataset) d =
      load_csv("t [ms],q [deg],u,state\n0,1,,on\n2,2,5,on\n4,abc,,on\n6,-4,7,off\n");
  g_autoptr(JsonNode) root = parse_info(d);
  JsonObject *info = json_node_get_object(root), *q = get_channel(info, 1);

  g_assert_cmpstr(json_object_get_string_member(info, "file"), ==, trammel_dataset_get_path(d));
  g_assert_cmpstr(json_object_get_string_member(info, "kind"), ==, "csv");
  g_assert_cmpstr(json_object_get_string_member(q, "name"), ==, "q");
  g_assert_cmpstr(json_object_get_string_member(q, "unit"), ==, "deg");
  g_assert_cmpint(json_object_get_int_member(q, "samples"), ==, 3);
  g_assert_cmpint(json_object_get_int_member(q, "missing"), ==, 1);
  g_assert_cmpfloat(json_object_get_double_member(q, "min"), ==, -4);
  g_assert_cmpfloat(json_object_get_double_member(q, "max"), ==, 2);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(get_channel(info, 0), "rate"), 500,
                                 1e-9);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(get_channel(info, 2), "rate"), 250,
                                 1e-9);
  g_assert_true(json_object_get_null_member(get_channel(info, 2), "unit"));
  g_assert_true(json_object_get_null_member(get_channel(info, 3), "min"));
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(info, "problems")), ==, 1);
}

static void
test_info_clocks(void)
{
  g_autoptr(TrammelDataset) falling = load_csv("time,q\n0,1\n2,2\n1,3\n");
  g_autoptr(TrammelDataset) none = load_csv("a,q\n0,1\n2,2\n3,3\n");
  g_autoptr(TrammelDataset) second = load_csv("time,/x/stamp,q\n5,0,1\n4,0.1,2\n3,0.2,3\n");
  g_autoptr(JsonNode) f = parse_info(falling), n = parse_info(none), s = parse_info(second);
  JsonArray *problems = json_object_get_array_member(json_node_get_object(f), "problems");

  g_assert_true(json_object_get_null_member(get_channel(json_node_get_object(f), 1), "rate"));
  g_assert_nonnull(strstr(json_array_get_string_element(problems, 0), "falls at its sample 3"));
  g_assert_true(json_object_get_null_member(get_channel(json_node_get_object(n), 1), "rate"));
  g_assert_cmpfloat_with_epsilon(
      json_object_get_double_member(get_channel(json_node_get_object(s), 2), "rate"), 10, 1e-9);
}

static void
test_info_mat(void)
{
  g_autoptr(TrammelDataset) d = load_mat("v7.mat");
  g_autoptr(JsonNode) root = parse_info(d);
  JsonObject *info = json_node_get_object(root), *both = get_channel(info, 2);
  JsonArray *size = json_object_get_array_member(both, "size");

  g_assert_cmpstr(json_object_get_string_member(info, "kind"), ==, "mat");
  g_assert_cmpstr(json_object_get_string_member(both, "name"), ==, "both");
  g_assert_cmpint(json_object_get_int_member(both, "samples"), ==, 400);
  g_assert_cmpint(json_array_get_int_element(size, 1), ==, 2);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(both, "rate"), 100, 1e-9);
}

static void
test_info_duplicates(void)
{
  g_autoptr(TrammelDataset) d = load_csv("q,q,q [m]\n1,2,3\n");
  g_autoptr(JsonNode) root = parse_info(d);
  JsonObject *info = json_node_get_object(root);

  for (guint i = 0; i < 3; i++) {
    const char *name = json_object_get_string_member(get_channel(info, i), "name");

    assert_vector(d, name, 1, i + 1, i + 1);
  }
}

static void
test_info_text(void)
{
  g_autoptr(TrammelDataset) d = load_csv("t [s],q\n0,1\n0.5,x\n1,2\n");
  g_autofree char *text = trammel_info_to_text(d);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

  g_assert_cmpuint(g_strv_length(lines), ==, 6);
  g_assert_true(g_str_has_suffix(lines[0], "log.csv (csv, 2 channels)"));
  g_assert_true(g_str_has_prefix(lines[1], "name  unit"));
  g_assert_true(g_str_has_prefix(lines[2], "t     s"));
  g_assert_nonnull(strstr(lines[3], " 2 "));
  g_assert_true(g_str_has_prefix(lines[4], "problem: log.csv, line 3, column 'q': 'x'"));
}

int
main(int argc, char **argv)
{
  g_autofree char *path = NULL;
  int result;

  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-dataset-XXXXXX", NULL);
  g_test_add_func("/io/dataset/csv-names", test_csv_names);
  g_test_add_func("/io/dataset/many-names", test_many_names);
  g_test_add_func("/io/dataset/mat-paths", test_mat_paths);
  g_test_add_func("/io/dataset/mat-no-paths", test_mat_no_paths);
  g_test_add_func("/io/info/csv", test_info_csv);
  g_test_add_func("/io/info/clocks", test_info_clocks);
  g_test_add_func("/io/info/mat", test_info_mat);
  g_test_add_func("/io/info/duplicates", test_info_duplicates);
  g_test_add_func("/io/info/text", test_info_text);
  result = g_test_run();
  path = g_build_filename(folder, "log.csv", NULL);
  g_unlink(path);
  g_rmdir(folder);
  g_free(folder);
  return result;
}
