/* Tests of the MAT writer: files are read back by the program's own reader and by Matio, names are
 * MATLAB's, and too large variables are refused. */
#include <glib/gstdio.h>
#include <math.h>
#include <matio.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/export/mat.h"
#include "io/export/mat_write.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"

static char *folder;

static char *
make_path(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

static char *
save(TrammelMatWriter *writer, const char *name)
{
  g_autoptr(GError) error = NULL;
  char *path = make_path(name);

  trammel_mat_writer_save(writer, path, &error);
  g_assert_no_error(error);
  return path;
}

static TrammelDataset *
load(const char *path)
{
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);

  g_assert_no_error(error);
  g_assert_cmpstr(trammel_dataset_get_problems(dataset)[0], ==, NULL);
  return dataset;
}

/* Writes JSON as the variable `v` and loads the file. */
static TrammelDataset *
load_json(const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "test", &error);
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  g_autofree char *path = NULL;

  g_assert_no_error(error);
  trammel_mat_writer_add_json(writer, "v", node);
  path = save(writer, "json.mat");
  return load(path);
}

static const TrammelColumn *
find(const TrammelDataset *dataset, const char *name)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    if (g_str_equal(column->name, name))
      return column;
  }
  return NULL;
}

static void
assert_numbers(const TrammelDataset *dataset,
               const char *name,
               gsize rows,
               gsize columns,
               const double *values)
{
  const TrammelColumn *column = find(dataset, name);

  g_assert_nonnull(column);
  g_assert_false(column->is_text);
  g_assert_cmpuint(column->n_rows, ==, rows);
  g_assert_cmpuint(column->n_columns, ==, columns);
  for (gsize i = 0; i < rows * columns; i++)
    if (isnan(values[i]))
      g_assert_true(isnan(column->values[i]));
    else
      g_assert_cmpfloat(column->values[i], ==, values[i]);
}

static void
assert_text(const TrammelDataset *dataset, const char *name, const char *text)
{
  const TrammelColumn *column = find(dataset, name);

  g_assert_nonnull(column);
  g_assert_true(column->is_text);
  g_assert_cmpstr(column->texts[0], ==, text);
}

static void
test_values(void)
{
  static const double values[] = {1, -2.5, NAN, 1e-300, 5, 6};
  static const guint8 bits[] = {1, 0, 1};
  static const char *const texts[] = {"arm", "", "\316\270 [\302\260]", NULL};
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  g_autoptr(TrammelDataset) dataset = NULL;
  g_autofree char *path = NULL;

  trammel_mat_writer_add_numbers(writer, "m", values, 2, 3);
  trammel_mat_writer_add_logicals(writer, "bits", bits, 3);
  trammel_mat_writer_add_text(writer, "word", "abc");
  trammel_mat_writer_add_texts(writer, "cell", texts);
  trammel_mat_writer_add_empty(writer, "none");
  path = save(writer, "values.mat");
  dataset = load(path);
  assert_numbers(dataset, "m", 2, 3, values);
  assert_numbers(dataset, "bits", 3, 1, (double[]){1, 0, 1});
  assert_text(dataset, "word", "abc");
  assert_text(dataset, "cell{1}", "arm");
  assert_text(dataset, "cell{3}", "\316\270 [\302\260]");
  g_assert_null(find(dataset, "cell{2}"));
  assert_numbers(dataset, "none", 0, 0, NULL);
}

/* Classes and flags, which the program's own reader does not show, are checked with Matio. */
static void
test_classes(void)
{
  static const char *const fields[] = {"a", "rather_long_field_name_of_forty_letters_", NULL};
  static const guint8 bit = 1;
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  g_autofree char *path = NULL;
  mat_t *file;
  matvar_t *variable;

  trammel_mat_writer_begin_struct(writer, "s", fields, 1, 2);
  for (int i = 0; i < 2; i++) {
    trammel_mat_writer_add_logicals(writer, NULL, &bit, 1);
    trammel_mat_writer_begin_cell(writer, NULL, 0, 0);
    trammel_mat_writer_end(writer);
  }
  trammel_mat_writer_end(writer);
  path = save(writer, "classes.mat");
  file = Mat_Open(path, MAT_ACC_RDONLY);
  g_assert_nonnull(file);
  g_assert_cmpint(Mat_GetVersion(file), ==, MAT_FT_MAT5);
  variable = Mat_VarRead(file, "s");
  g_assert_nonnull(variable);
  g_assert_cmpint(variable->compression, ==, MAT_COMPRESSION_ZLIB);
  g_assert_cmpint(variable->class_type, ==, MAT_C_STRUCT);
  g_assert_cmpuint(variable->dims[1], ==, 2);
  g_assert_cmpuint(Mat_VarGetNumberOfFields(variable), ==, 2);
  g_assert_cmpstr(Mat_VarGetStructFieldnames(variable)[1], ==, fields[1]);
  g_assert_true(Mat_VarGetStructFieldByName(variable, "a", 1)->isLogical);
  g_assert_cmpint(Mat_VarGetStructFieldByName(variable, fields[1], 0)->class_type, ==, MAT_C_CELL);
  Mat_VarFree(variable);
  Mat_Close(file);
}

static void
test_same_bytes(void)
{
  char *text[2] = {NULL, NULL};
  gsize length[2];

  for (int i = 0; i < 2; i++) {
    g_autoptr(TrammelDataset) dataset = load_json("{ \"a\": [1, 2, 3], \"b\": \"x\" }");
    g_autofree char *path = make_path("json.mat");
    g_assert_true(g_file_get_contents(path, &text[i], &length[i], NULL));
  }
  g_assert_cmpmem(text[0], length[0], text[1], length[1]);
  g_free(text[0]);
  g_free(text[1]);
}

static void
test_json(void)
{
  g_autoptr(TrammelDataset) dataset = load_json(
      "{ \"n\": 2, \"none\": null, \"yes\": [true, false], \"column\": [1, null, 3],"
      "  \"matrix\": [[1, 2], [3, null], [5, 6]], \"ragged\": [[1], [2, 3]],"
      "  \"mixed\": [1, \"two\", null, { \"x\": 4 }], \"words\": [\"a\", \"b\"], \"empty\": [],"
      "  \"flags\": [], \"inner\": { \"deep\": { \"value\": 7 } } }");

  assert_numbers(dataset, "v.n", 1, 1, (double[]){2});
  assert_numbers(dataset, "v.none", 1, 1, (double[]){NAN});
  assert_numbers(dataset, "v.yes", 2, 1, (double[]){1, 0});
  assert_numbers(dataset, "v.column", 3, 1, (double[]){1, NAN, 3});
  assert_numbers(dataset, "v.matrix", 3, 2, (double[]){1, 3, 5, 2, NAN, 6});
  assert_numbers(dataset, "v.ragged{1}", 1, 1, (double[]){1});
  assert_numbers(dataset, "v.ragged{2}", 2, 1, (double[]){2, 3});
  assert_numbers(dataset, "v.mixed{1}", 1, 1, (double[]){1});
  assert_text(dataset, "v.mixed{2}", "two");
  assert_numbers(dataset, "v.mixed{3}", 0, 0, NULL);
  assert_numbers(dataset, "v.mixed{4}.x", 1, 1, (double[]){4});
  assert_text(dataset, "v.words{2}", "b");
  assert_numbers(dataset, "v.empty", 0, 0, NULL);
  g_assert_null(find(dataset, "v.flags"));
  assert_numbers(dataset, "v.inner.deep.value", 1, 1, (double[]){7});
}

static void
test_struct_array(void)
{
  g_autoptr(TrammelDataset) dataset =
      load_json("[ { \"id\": \"a\", \"sigma\": null, \"physical\": null, \"note\": null },"
                "  { \"id\": \"b\", \"sigma\": 2, \"physical\": { \"value\": 1 }, \"extra\": true,"
                "    \"note\": \"n\" } ]");

  assert_text(dataset, "v(1).id", "a");
  assert_numbers(dataset, "v(1).sigma", 1, 1, (double[]){NAN});
  assert_numbers(dataset, "v(2).sigma", 1, 1, (double[]){2});
  assert_numbers(dataset, "v(1).physical", 0, 0, NULL);
  assert_numbers(dataset, "v(2).physical.value", 1, 1, (double[]){1});
  assert_numbers(dataset, "v(1).note", 0, 0, NULL);
  assert_text(dataset, "v(2).note", "n");
  assert_numbers(dataset, "v(1).extra", 0, 0, NULL);
  assert_numbers(dataset, "v(2).extra", 1, 1, (double[]){1});
}

/* Keys of the user become fields, with their originals beside them. */
static void
test_user_keys(void)
{
  g_autoptr(TrammelDataset) dataset =
      load_json("{ \"loadings\": { \"body.arm.mass\": 0.5, \"body_arm.mass\": 1 },"
                "  \"log_sha256\": { \"plain\": \"00\" }, \"other\": { \"end\": 1 } }");

  assert_numbers(dataset, "v.loadings.body_arm_mass", 1, 1, (double[]){0.5});
  assert_numbers(dataset, "v.loadings.body_arm_mass_1", 1, 1, (double[]){1});
  assert_text(dataset, "v.loadings_names{1}", "body.arm.mass");
  assert_text(dataset, "v.loadings_names{2}", "body_arm.mass");
  assert_text(dataset, "v.log_sha256_names{1}", "plain");
  assert_numbers(dataset, "v.other.xEnd", 1, 1, (double[]){1});
  assert_text(dataset, "v.other_names{1}", "end");
}

static void
test_names(void)
{
  static const struct {
    const char *name, *valid;
  } cases[] = {{"theta1", "theta1"},
               {"j1.position", "j1_position"},
               {" my angle ", "myAngle"},
               {"2nd", "x2nd"},
               {"_t", "x_t"},
               {"for", "xFor"},
               {"", "x"},
               {"\316\270", "x_"},
               {"a\tb-c", "aB_c"},
               {"theta.1", "theta_1_1"}, /* the one that is valid as it is keeps its name */
               {"theta_1", "theta_1"},
               {"theta 1", "theta1_1"}};
  const char *names[G_N_ELEMENTS(cases) + 1] = {NULL};
  g_auto(GStrv) valid = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    names[i] = cases[i].name;
  valid = trammel_mat_make_names(names);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_cmpstr(valid[i], ==, cases[i].valid);
}

static void
test_long_names(void)
{
  g_autofree char *name = g_strnfill(100, 'n'), *other = g_strconcat(name, "2", NULL);
  g_auto(GStrv) valid = trammel_mat_make_names((const char *[]){name, other, NULL});

  g_assert_cmpuint(strlen(valid[0]), ==, 63);
  g_assert_cmpuint(strlen(valid[1]), ==, 63);
  g_assert_true(g_str_has_suffix(valid[1], "n_1"));
}

static void
test_too_large(void)
{
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  g_autofree double *values = g_new0(double, 1000);
  g_autofree char *path = make_path("large.mat");
  g_autoptr(GError) error = NULL;

  trammel_mat_writer_set_limit(writer, 4096);
  trammel_mat_writer_add_numbers(writer, "few", values, 100, 1);
  g_assert_true(trammel_mat_writer_save(writer, path, &error));
  g_assert_cmpint(g_unlink(path), ==, 0);
  trammel_mat_writer_begin_cell(writer, "many", 2, 1);
  trammel_mat_writer_add_numbers(writer, NULL, values, 1000, 1);
  trammel_mat_writer_add_text(writer, NULL, "small");
  trammel_mat_writer_end(writer);
  g_assert_false(trammel_mat_writer_save(writer, path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "large.mat"));
  g_assert_nonnull(strstr(error->message, "2 GiB"));
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

static void
test_no_folder(void)
{
  g_autoptr(TrammelMatWriter) writer = trammel_mat_writer_new();
  g_autofree char *path = g_build_filename(folder, "gone", "x.mat", NULL);
  g_autoptr(GError) error = NULL;

  trammel_mat_writer_add_empty(writer, "x");
  g_assert_false(trammel_mat_writer_save(writer, path, &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

int
main(int argc, char **argv)
{
  int code;

  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-mat-write-XXXXXX", NULL);
  g_test_add_func("/io/mat-write/values", test_values);
  g_test_add_func("/io/mat-write/classes", test_classes);
  g_test_add_func("/io/mat-write/same-bytes", test_same_bytes);
  g_test_add_func("/io/mat-write/json", test_json);
  g_test_add_func("/io/mat-write/struct-array", test_struct_array);
  g_test_add_func("/io/mat-write/user-keys", test_user_keys);
  g_test_add_func("/io/mat-write/names", test_names);
  g_test_add_func("/io/mat-write/long-names", test_long_names);
  g_test_add_func("/io/mat-write/too-large", test_too_large);
  g_test_add_func("/io/mat-write/no-folder", test_no_folder);
  code = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return code;
}
