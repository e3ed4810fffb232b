/* Tests of MAT files that are written here with Matio: every class of integers to the ends of its
 * range, and structs in structs to the depth that is read. */
#include <matio.h>
#include <string.h>

#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"

static char *folder;

static TrammelDataset *
load(const char *path)
{
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);

  g_assert_no_error(error);
  return dataset;
}

static const TrammelColumn *
find(const TrammelDataset *dataset, const char *name)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    if (g_str_equal(trammel_dataset_get_column(dataset, i)->name, name))
      return trammel_dataset_get_column(dataset, i);
  g_error("no column %s", name);
}

static matvar_t *
make_number(const char *name, double *value)
{
  size_t one[] = {1, 1};

  return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, one, value, 0);
}

static void
put_variable(mat_t *mat, matvar_t *variable)
{
  g_assert_cmpint(Mat_VarWrite(mat, variable, MAT_COMPRESSION_NONE), ==, 0);
  Mat_VarFree(variable);
}

/* The ends of the range of every class of integers, as of a converter that uses all its bits. */
static void
test_integers(gconstpointer version)
{
  g_autofree char *path = g_build_filename(folder, "integers.mat", NULL);
  int8_t a[] = {INT8_MIN, INT8_MAX};
  uint8_t b[] = {INT8_MAX + 1, UINT8_MAX};
  int16_t c[] = {INT16_MIN, INT16_MAX};
  uint16_t d[] = {INT16_MAX + 1, UINT16_MAX};
  int32_t e[] = {INT32_MIN, INT32_MAX};
  uint32_t g[] = {(uint32_t)INT32_MAX + 1, UINT32_MAX};
  int64_t h[] = {INT64_MIN, 1};
  uint64_t k[] = {(uint64_t)INT64_MAX + 1, 1};
  const struct {
    const char *name;
    enum matio_classes class;
    enum matio_types type;
    void *data;
    double first, last;
  } cases[] = {
      {"a", MAT_C_INT8, MAT_T_INT8, a, -128, 127},
      {"b", MAT_C_UINT8, MAT_T_UINT8, b, 128, 255},
      {"c", MAT_C_INT16, MAT_T_INT16, c, -32768, 32767},
      {"d", MAT_C_UINT16, MAT_T_UINT16, d, 32768, 65535},
      {"e", MAT_C_INT32, MAT_T_INT32, e, -2147483648.0, 2147483647.0},
      {"g", MAT_C_UINT32, MAT_T_UINT32, g, 2147483648.0, 4294967295.0},
      {"h", MAT_C_INT64, MAT_T_INT64, h, -0x1p63, 1},
      {"k", MAT_C_UINT64, MAT_T_UINT64, k, 0x1p63, 1},
  };
  size_t two[] = {1, 2};
  mat_t *mat = Mat_CreateVer(path, NULL, (enum mat_ft)GPOINTER_TO_INT(version));

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    put_variable(
        mat, Mat_VarCreate(cases[i].name, cases[i].class, cases[i].type, 2, two, cases[i].data, 0));
  Mat_Close(mat);
  g_autoptr(TrammelDataset) dataset = load(path);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    const TrammelColumn *column = find(dataset, cases[i].name);

    g_test_message("%s", cases[i].name);
    g_assert_cmpuint(column->n, ==, 2);
    g_assert_cmpfloat(column->values[0], ==, cases[i].first);
    g_assert_cmpfloat(column->values[1], ==, cases[i].last);
  }
}

/* Structs in structs: `depth` of them around one number. */
static char *
write_nested(int depth)
{
  char *path = g_build_filename(folder, "nested.mat", NULL);
  const char *const fields[] = {"s", NULL};
  size_t one[] = {1, 1};
  double value = 7;
  matvar_t *inner = make_number(NULL, &value);
  mat_t *mat = Mat_CreateVer(path, NULL, MAT_FT_MAT5);

  for (int i = 1; i <= depth; i++) {
    matvar_t *outer = Mat_VarCreateStruct2(i < depth ? NULL : "s", 2, one, fields);
    Mat_VarSetStructFieldByName(outer, "s", 0, inner);
    inner = outer;
  }
  put_variable(mat, inner);
  put_variable(mat, make_number("beside", &value));
  Mat_Close(mat);
  return path;
}

static void
test_nested(void)
{
  g_autofree char *path = write_nested(16);
  g_autoptr(TrammelDataset) deepest = load(path);
  g_assert_null(trammel_dataset_get_problems(deepest)[0]);
  g_assert_cmpuint(trammel_dataset_get_n_columns(deepest), ==, 2);
  g_autofree char *deeper = write_nested(17);
  g_autoptr(TrammelDataset) beyond = load(deeper);
  g_assert_nonnull(strstr(trammel_dataset_get_problems(beyond)[0], "nested too deeply"));
  g_assert_cmpfloat(find(beyond, "beside")->values[0], ==, 7);
  g_assert_cmpuint(trammel_dataset_get_n_columns(beyond), ==, 1);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/io/mat/v5/integers", GINT_TO_POINTER(MAT_FT_MAT5), test_integers);
  g_test_add_data_func("/io/mat/v73/integers", GINT_TO_POINTER(MAT_FT_MAT73), test_integers);
  g_test_add_func("/io/mat/v5/nested", test_nested);
  int status = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return status;
}
