/* Tests of MAT files: every version and class, damaged and hostile files.  Files of version 7.3 are
 * written here with Matio. */
#include <glib/gstdio.h>
#include <math.h>
#include <matio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/log/shapes.h"
#include "io/packed/temp_folder.h"
#include "support/seed.h"

static char *folder;

static char *
get_fixture(const char *name)
{
  return g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "logs", name, NULL);
}

static char *
write_file(const char *name, const void *data, gsize length)
{
  char *path = g_build_filename(folder, name, NULL);

  g_unlink(path);
  g_assert_true(
      g_file_set_contents_full(path, data, (gssize)length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  return path;
}

static TrammelDataset *
load(const char *path)
{
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, NULL, &error);

  g_assert_no_error(error);
  g_assert_cmpstr(trammel_dataset_get_kind(dataset), ==, "mat");
  return dataset;
}

static void
assert_error(const char *path, const char *words)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
}

static const TrammelColumn *
find(const TrammelDataset *dataset, const char *name)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);

    if (g_str_equal(column->name, name))
      return column;
  }
  g_error("no column %s", name);
}

static void
assert_shape(const TrammelColumn *column, gsize rows, gsize columns)
{
  g_assert_cmpuint(column->n_rows, ==, rows);
  g_assert_cmpuint(column->n_columns, ==, columns);
  g_assert_cmpuint(column->n, ==, rows * columns);
}

static void
assert_plain(const TrammelDataset *dataset)
{
  const TrammelColumn *t = find(dataset, "t"), *q = find(dataset, "q"),
                      *both = find(dataset, "both");

  assert_shape(t, 200, 1);
  assert_shape(q, 1, 200);
  assert_shape(both, 200, 2);
  for (int i = 0; i < 200; i++) {
    g_assert_cmpfloat(t->values[i], ==, i / 100.0);
    g_assert_cmpfloat_with_epsilon(q->values[i], 0.5 * cos(3 * t->values[i]), 1e-15);
    g_assert_cmpfloat(both->values[i], ==, q->values[i]);
    g_assert_cmpfloat_with_epsilon(both->values[200 + i], -1.5 * sin(3 * t->values[i]), 1e-15);
  }
}

static void
assert_problem(const TrammelDataset *dataset, const char *words)
{
  const char *const *problems = trammel_dataset_get_problems(dataset);

  for (guint i = 0; problems[i]; i++)
    if (strstr(problems[i], words))
      return;
  g_error("no problem says '%s'", words);
}

static void
test_v4(void)
{
  g_autofree char *path = get_fixture("v4.mat");
  g_autoptr(TrammelDataset) d = load(path);

  assert_plain(d);
  g_assert_cmpuint(trammel_dataset_get_n_columns(d), ==, 3);
  g_assert_null(trammel_dataset_get_problems(d)[0]);
}

static void
check_values(const TrammelDataset *d, const char *name, gsize n, ...)
{
  const TrammelColumn *column = find(d, name);
  va_list values;

  g_assert_cmpuint(column->n, ==, n);
  va_start(values, n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat(column->values[i], ==, va_arg(values, double));
  va_end(values);
}

static void
test_classes(gconstpointer name)
{
  g_autofree char *path = get_fixture(name);
  g_autoptr(TrammelDataset) d = load(path);
  const TrammelColumn *gaps = find(d, "gaps");

  assert_plain(d);
  check_values(d, "i16", 2, -300.0, 300.0);
  check_values(d, "u64", 2, 1.0, 9007199254740992.0);
  check_values(d, "f32", 2, 0.5, -0.25);
  check_values(d, "on", 3, 1.0, 0.0, 1.0);
  check_values(d, "cell{1}", 3, 1.0, 2.0, 3.0);
  check_values(d, "cell{3}", 6, 0.0, 3.0, 1.0, 4.0, 2.0, 5.0);
  check_values(d, "grid{2,1}", 1, 21.0);
  check_values(d, "none", 0);
  assert_shape(find(d, "space"), 200, 1);
  assert_shape(find(d, "cube"), 2, 12);
  assert_shape(find(d, "log.signals.values"), 200, 1);
  g_assert_cmpfloat(find(d, "arm(2).q")->values[0], ==, -0.5);
  g_assert_cmpuint(gaps->n_missing, ==, 2);
  g_assert_true(isnan(gaps->values[1]) && isnan(gaps->values[2]));
}

static void
test_texts(gconstpointer name)
{
  g_autofree char *path = get_fixture(name);
  g_autoptr(TrammelDataset) d = load(path);
  const TrammelColumn *lines = find(d, "lines");

  g_assert_true(lines->is_text);
  g_assert_cmpstr(find(d, "label")->texts[0], ==, "J1 [°]");
  g_assert_cmpstr(find(d, "arm(1).side")->texts[0], ==, "left");
  g_assert_cmpstr(lines->texts[0], ==, "ab");
  g_assert_cmpstr(lines->texts[1], ==, "cd");
  g_assert_null(lines->texts[2]);
}

static void
test_problems(void)
{
  g_autofree char *path = get_fixture("v5.mat");
  g_autoptr(TrammelDataset) d = load(path);

  assert_problem(d, "v5.mat: 'z' is complex, and samples are real; save real(...), imag(...)");
  assert_problem(d, "v5.mat: 'sparse' is a sparse matrix, which is not read; save full(...)");
  assert_problem(d, "v5.mat: 1 infinite value of 'gaps' counts as missing");
  g_assert_cmpuint(g_strv_length((char **)trammel_dataset_get_problems(d)), ==, 3);
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

/* a request for a column that cannot be read gets the reason */
static void
test_refused(void)
{
  g_autofree char *path = get_fixture("v7.mat");
  g_autoptr(TrammelDataset) d = load(path);

  assert_no_vector(d, "z", "no column 'z' that can be read: v7.mat: 'z' is complex");
  assert_no_vector(d, "z(1,:)", "v7.mat: 'z' is complex, and samples are real");
  assert_no_vector(d, "sparse(:,2)", "'sparse' is a sparse matrix");
  assert_no_vector(d, "sparsely", "v7.mat has no column 'sparsely'; it has ");
  assert_no_vector(d, "none", "v7.mat: 'none' is an empty array");
}

/* only the named variables have their numbers */
static void
test_wanted(gconstpointer name)
{
  g_autofree char *path = get_fixture(name);
  const char *const wanted[] = {"both(:,2)", " log.signals.values", "nothing", NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) d = trammel_dataset_load_columns(path, NULL, wanted, NULL, &error);
  g_autofree double *dq = NULL, *q = NULL;
  gsize n;

  g_assert_no_error(error);
  dq = trammel_dataset_dup_vector(d, wanted[0], &n, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(n, ==, 200);
  q = trammel_dataset_dup_vector(d, "log.signals.values", &n, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(q[0], ==, 0.5);
  g_assert_true(find(d, "t")->is_skipped);
  g_assert_cmpuint(find(d, "t")->n, ==, 0);
  g_assert_true(find(d, "arm")->is_skipped);
  g_assert_cmpuint(strlen(trammel_dataset_get_sha256(d)), ==, 64);
  assert_no_vector(d, "t", "column 't' was not read");
  assert_no_vector(d, "nothing", "has no column 'nothing'; it has ");
}

static matvar_t *
make_array(const char *name, double *values, size_t rows, size_t columns)
{
  size_t dims[] = {rows, columns};

  return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values, 0);
}

static void
put_variable(mat_t *mat, matvar_t *variable)
{
  g_assert_cmpint(Mat_VarWrite(mat, variable, MAT_COMPRESSION_ZLIB), ==, 0);
  Mat_VarFree(variable);
}

/* log.time and log.signals.values, of 3 samples */
static matvar_t *
make_time_struct(double *values)
{
  const char *const fields[] = {"time", "signals", NULL}, *const inner[] = {"values", NULL};
  size_t one[] = {1, 1};
  matvar_t *log = Mat_VarCreateStruct2("log", 2, one, fields),
           *signals = Mat_VarCreateStruct2(NULL, 2, one, inner);

  Mat_VarSetStructFieldByName(signals, "values", 0, make_array(NULL, values, 3, 2));
  Mat_VarSetStructFieldByName(log, "time", 0, make_array(NULL, values, 3, 1));
  Mat_VarSetStructFieldByName(log, "signals", 0, signals);
  return log;
}

static char *
write_v73(void)
{
  char *path = g_build_filename(folder, "v73.mat", NULL);
  mat_t *mat = Mat_CreateVer(path, NULL, MAT_FT_MAT73);
  const char *const fields[] = {"q", NULL};
  size_t two[] = {1, 2}, one[] = {1, 1};
  double values[6] = {1, 2, 3, 4, 5, 6};
  uint32_t handle = 0xdd000000;
  matvar_t *arm, *cell;

  g_assert_nonnull(mat);
  put_variable(mat, make_array("m", values, 2, 3));
  arm = Mat_VarCreateStruct2("arm", 2, two, fields);
  Mat_VarSetStructFieldByName(arm, "q", 0, make_array(NULL, values, 3, 1));
  Mat_VarSetStructFieldByName(arm, "q", 1, make_array(NULL, values + 3, 3, 1));
  put_variable(mat, arm);
  cell = Mat_VarCreate("cell", MAT_C_CELL, MAT_T_CELL, 2, two, NULL, 0);
  Mat_VarSetCell(cell, 0, make_array(NULL, values, 1, 1));
  Mat_VarSetCell(cell, 1, make_array(NULL, values, 1, 6));
  put_variable(mat, cell);
  put_variable(mat, make_time_struct(values));
  put_variable(mat, Mat_VarCreate("tt", MAT_C_UINT32, MAT_T_UINT32, 2, one, &handle, 0));
  Mat_Close(mat);
  return path;
}

static void
test_v73(void)
{
  g_autofree char *path = write_v73();
  g_autoptr(TrammelDataset) d = load(path);
  g_autoptr(GPtrArray) shapes = trammel_shapes_find(d);
  gboolean found = FALSE;

  assert_shape(find(d, "m"), 2, 3);
  check_values(d, "m", 6, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
  check_values(d, "arm(1).q", 3, 1.0, 2.0, 3.0);
  check_values(d, "arm(2).q", 3, 4.0, 5.0, 6.0);
  check_values(d, "cell{1}", 1, 1.0);
  check_values(d, "cell{2}", 6, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
  check_values(d, "log.time", 3, 1.0, 2.0, 3.0);
  check_values(d, "log.signals.values", 6, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
  for (guint i = 0; i < shapes->len; i++) {
    const TrammelLogShape *shape = g_ptr_array_index(shapes, i);

    found = found || (shape->kind == TRAMMEL_SHAPE_TIME_STRUCT && shape->channels->len == 2 &&
                      g_str_equal(shape->path, "log") && g_str_equal(shape->time, "log.time"));
  }
  g_assert_true(found);
  g_assert_null(trammel_dataset_get_problems(d)[0]);
}

/* HDF5 resolves names itself: a link in another folder is read like the file. */
static void
test_v73_link(void)
{
  g_autofree char *path = write_v73(), *link = g_build_filename(folder, "link.mat", NULL);

  g_assert_cmpint(symlink("v73.mat", link), ==, 0);
  g_autoptr(TrammelDataset) d = load(link);
  check_values(d, "m", 6, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
}

/* MATLAB keeps a string or table as a word that refers to hidden data, and names its class */
static void
test_v73_object(void)
{
  g_autofree char *path = write_v73(), *data = NULL, *changed = NULL;
  g_autoptr(TrammelDataset) d = NULL;
  char *class;
  gsize length;

  g_assert_true(g_file_get_contents(path, &data, &length, NULL));
  class = memmem(data, length, "uint32", 6);
  g_assert_nonnull(class);
  memcpy(class, "string", 6);
  changed = write_file("object.mat", data, length);
  d = load(changed);
  assert_problem(d, "object.mat: 1 class object ('tt'), such as a timetable");
  assert_problem(d, "s = table2struct(timetable2table(tt,");
  assert_no_vector(d, "tt.q", "no column 'tt.q' that can be read: object.mat: 1 class object");
  assert_no_vector(d, "q", "object.mat has no column 'q'; it has ");
  check_values(d, "m", 6, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
}

static void
test_truncated(void)
{
  static const char *const names[] = {"v4.mat", "v5.mat", "v7.mat"};
  g_autofree char *v73 = write_v73();

  for (gsize i = 0; i <= G_N_ELEMENTS(names); i++) {
    g_autofree char *path = i < G_N_ELEMENTS(names) ? get_fixture(names[i]) : g_strdup(v73);
    g_autofree char *data = NULL;
    gsize length;

    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    for (gsize part = 1; part < 8; part++) {
      g_autofree char *cut = write_file("cut.mat", data, length * part / 8);

      assert_error(cut, i < G_N_ELEMENTS(names) ? "cut off inside its variable" : "cut off; copy");
    }
  }
}

static void
test_nonsense(void)
{
  g_autofree char *zeros = write_file("zeros.mat", (char[64]){0}, 64);
  g_autofree char *header = write_file("header.mat", "MATLAB 5.0 MAT-file", 19);
  g_autofree char *hdf = write_file("hdf.mat", "\x89HDF\r\n\x1a\n\0\0\0\0\0\0\0\0", 16);

  assert_error(zeros, "zeros.mat");
  assert_error(header, "header.mat");
  assert_error(hdf, "hdf.mat");
}

/* Valid columns or an error of the program, nothing else. */
static void
check_any(const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) d = trammel_dataset_load(path, NULL, NULL, &error);

  if (!d) {
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    return;
  }
  for (guint i = 0; i < trammel_dataset_get_n_columns(d); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(d, i);
    gsize missing = 0;

    g_assert_true(g_utf8_validate(column->name, -1, NULL));
    assert_shape(column, column->n_rows, column->n_columns);
    for (gsize k = 0; k < column->n; k++)
      missing += isnan(column->values[k]) != 0;
    g_assert_cmpuint(missing, ==, column->n_missing);
  }
}

static void
check_any_cb(gpointer path, gpointer user_data)
{
  check_any(path);
  g_free(path);
}

/* Many files at a time: those that loop do so until their CPU time is over. */
static void
check_all(GPtrArray *paths)
{
  GThreadPool *pool = g_thread_pool_new(check_any_cb, NULL, 6, TRUE, NULL);

  for (guint i = 0; i < paths->len; i++)
    g_thread_pool_push(pool, g_strdup(g_ptr_array_index(paths, i)), NULL);
  g_thread_pool_free(pool, FALSE, TRUE);
}

static void
mutate(GRand *random, char *data, gsize length)
{
  for (int k = g_rand_int_range(random, 1, 6); k > 0; k--) {
    gsize at = (gsize)g_rand_int_range(random, 0, (int)MIN(length, 4096));

    if (k % 2 == 0)
      data[at] ^= (char)(1 << g_rand_int_range(random, 0, 8));
    else
      data[at] = (char)g_rand_int_range(random, -2, 2);
  }
}

static void
test_mutations(void)
{
  enum { N = 120 };
  g_autofree char *v5 = get_fixture("v5.mat"), *v7 = get_fixture("v7.mat");
  g_autofree char *v4 = get_fixture("v4.mat"), *v73 = write_v73();
  const char *const seeds[] = {v5, v7, v4, v73};
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GRand) random = tr_test_rand_new();

  for (int i = 0; i < N; i++) {
    g_autofree char *data = NULL, *name = g_strdup_printf("mutant-%d.mat", i);
    gsize length;

    g_assert_true(g_file_get_contents(seeds[i % 4], &data, &length, NULL));
    mutate(random, data, length);
    g_ptr_array_add(paths, write_file(name, data, length));
  }
  check_all(paths);
}

static void
test_hostile(void)
{
  const char *shared = g_getenv("TRAMMEL_SHARED"), *name;
  g_autofree char *path = shared ? g_build_filename(shared, "data", "hostile-mat", NULL) : NULL;
  g_autoptr(GDir) dir = path ? g_dir_open(path, 0, NULL) : NULL;
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);

  if (!dir) {
    g_test_skip("the folder of hostile files (TRAMMEL_SHARED) is not there");
    return;
  }
  while ((name = g_dir_read_name(dir)))
    if (g_str_has_suffix(name, ".mat"))
      g_ptr_array_add(paths, g_build_filename(path, name, NULL));
  g_assert_cmpuint(paths->len, >, 20);
  check_all(paths);
}

static TrammelDataset *
load_shared(const char *name)
{
  g_autofree char *path = g_build_filename(g_getenv("TRAMMEL_SHARED"), "data", name, NULL);

  return load(path);
}

static void
test_measured(void)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *data = shared ? g_build_filename(shared, "data", "emps", NULL) : NULL;
  g_autoptr(TrammelDataset) emps = NULL, nested = NULL, cells = NULL, objects = NULL;

  if (!data || !g_file_test(data, G_FILE_TEST_IS_DIR)) {
    g_test_skip("the folder of measured logs (TRAMMEL_SHARED) is not there");
    return;
  }
  emps = load_shared("emps/DATA_EMPS.mat");
  nested = load_shared("multiarm_pendulum/SingleDataFreeSwing_1_Dt_0_0001.mat");
  cells = load_shared("multiarm_pendulum/DoublePendulumDataForParameterEstimation.mat");
  objects = load_shared("multiarm_pendulum/SinglePendulumArm_RawData_1.mat");
  assert_shape(find(emps, "qm"), 24841, 1);
  assert_shape(find(nested, "Theta1.signals.values"), 231757, 1);
  assert_shape(find(cells, "Y_id{26}"), 4, 2667);
  assert_problem(objects, "1 class object, such as a timetable, table, timeseries");
  assert_problem(objects, "the file does not give their names");
  assert_no_vector(objects, "Theta.Data", "only MATLAB can read");
}

static void
load_folder(const char *path, guint *n)
{
  g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name(dir))) {
    g_autofree char *file = g_build_filename(path, name, NULL);
    g_autoptr(TrammelDataset) d = NULL;

    if (!g_str_has_suffix(name, ".mat") || g_str_equal(name, "SinglePendulumArm_RawData_1.mat"))
      continue;
    g_test_message("%s", name);
    d = load(file);
    g_assert_cmpstr(trammel_dataset_get_problems(d)[0], ==, NULL);
    g_assert_cmpuint(trammel_dataset_get_n_columns(d), >, 0);
    (*n)++;
  }
}

/* all but the one of class objects */
static void
test_measured_folders(void)
{
  static const char *const folders[] = {"emps", "cart_pole", "multiarm_pendulum"};
  const char *shared = g_getenv("TRAMMEL_SHARED");
  guint n = 0;

  for (gsize i = 0; shared && i < G_N_ELEMENTS(folders); i++) {
    g_autofree char *path = g_build_filename(shared, "data", folders[i], NULL);

    load_folder(path, &n);
  }
  if (n == 0)
    g_test_skip("the folder of measured logs (TRAMMEL_SHARED) is not there");
  else
    g_assert_cmpuint(n, ==, 12);
}

int
main(int argc, char **argv)
{
  int result;

  tr_test_init(&argc, &argv);
  folder = g_dir_make_tmp("trammel-mat-XXXXXX", NULL);
  g_test_add_func("/io/mat/v4", test_v4);
  g_test_add_data_func("/io/mat/v5/classes", "v5.mat", test_classes);
  g_test_add_data_func("/io/mat/v7/classes", "v7.mat", test_classes);
  g_test_add_data_func("/io/mat/v5/texts", "v5.mat", test_texts);
  g_test_add_data_func("/io/mat/v7/texts", "v7.mat", test_texts);
  g_test_add_func("/io/mat/v73-link", test_v73_link);
  g_test_add_func("/io/mat/v73", test_v73);
  g_test_add_func("/io/mat/v73/object", test_v73_object);
  g_test_add_func("/io/mat/problems", test_problems);
  g_test_add_func("/io/mat/refused", test_refused);
  g_test_add_data_func("/io/mat/v5/wanted", "v5.mat", test_wanted);
  g_test_add_data_func("/io/mat/v7/wanted", "v7.mat", test_wanted);
  g_test_add_func("/io/mat/truncated", test_truncated);
  g_test_add_func("/io/mat/nonsense", test_nonsense);
  g_test_add_func("/io/mat/measured", test_measured);
  g_test_add_func("/io/mat/measured-folders", test_measured_folders);
  g_test_add_func("/io/mat/mutations", test_mutations);
  g_test_add_func("/io/mat/hostile", test_hostile);
  result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
