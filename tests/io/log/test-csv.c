/* Tests of the CSV reader through io/log/data/dataset.h: layouts, numbers, faults. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/base/table.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "support/seed.h"

static char *folder;

static char *
write_file(const char *data, gssize length)
{
  char *path = g_build_filename(folder, "log.csv", NULL);

  /* without the wait for the disk */
  g_unlink(path);
  g_assert_true(g_file_set_contents_full(path, data, length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  return path;
}

static TrammelDataset *
load_with(const char *data, const TrammelImport *import)
{
  g_autofree char *path = write_file(data, -1);
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, import, NULL, &error);

  g_assert_no_error(error);
  g_assert_cmpstr(trammel_dataset_get_kind(dataset), ==, "csv");
  return dataset;
}

static TrammelDataset *
load(const char *data)
{
  return load_with(data, NULL);
}

static void
assert_error(const char *data, gssize length, const char *words)
{
  g_autofree char *path = write_file(data, length);
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
}

static void
assert_column(
    const TrammelDataset *dataset, guint i, const char *name, const char *unit, guint n, ...)
{
  const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
  va_list values;

  g_assert_cmpstr(column->name, ==, name);
  g_assert_cmpstr(column->unit, ==, unit);
  g_assert_cmpuint(column->n, ==, n);
  g_assert_cmpuint(column->n_rows, ==, n);
  g_assert_cmpuint(column->n_columns, ==, 1);
  g_assert_false(column->is_text);
  va_start(values, n);
  for (guint k = 0; k < n; k++) {
    double wanted = va_arg(values, double);

    if (isnan(wanted))
      g_assert_true(isnan(column->values[k]));
    else
      g_assert_cmpfloat(column->values[k], ==, wanted);
  }
  va_end(values);
}

static void
assert_problem(const TrammelDataset *dataset, const char *text)
{
  const char *const *problems = trammel_dataset_get_problems(dataset);

  g_assert_nonnull(problems[0]);
  g_assert_cmpstr(problems[0], ==, text);
  g_assert_null(problems[1]);
}

static void
assert_no_problem(const TrammelDataset *dataset)
{
  g_assert_null(trammel_dataset_get_problems(dataset)[0]);
}

static void
test_plain(void)
{
  g_autoptr(TrammelDataset) d = load("t,q1\n0,1.5\n0.01,-2e-3\n0.02,+.25\n");

  g_assert_cmpuint(trammel_dataset_get_n_columns(d), ==, 2);
  assert_column(d, 0, "t", NULL, 3, 0.0, 0.01, 0.02);
  assert_column(d, 1, "q1", NULL, 3, 1.5, -2e-3, 0.25);
  assert_no_problem(d);
  g_assert_cmpstr(trammel_dataset_get_sha256(d), ==,
                  "e3b8641f2119e409a8e86a1c3aa11807b95cf085f3ff94ce79ccaf5e281d38f4");
}

/* the same two columns in every layout that is sniffed */
static void
test_layouts(void)
{
  static const char *const texts[] = {
      "t,q\n0,1.5\n1,2.5\n",
      "t;q\n0;1.5\n1;2.5\n",
      "t;q\r\n0;1,5\r\n1;2,5\r\n",
      "t\tq\n0\t1.5\n1\t2.5\n",
      "t\tq\n0\t1,5\n1\t2,5\n",
      "t|q\n0|1.5\n1|2.5\n",
      "t q\n0 1.5\n1 2.5\n",
      "  t    q\n  0  1.5\n  1  2.5  \n",
      "t, q\n0, 1.5\n1, 2.5\n",
      "\"t\",\"q\"\n\"0\",\"1.5\"\n1,2.5\n",
      "\xef\xbb\xbft,q\n0,1.5\n1,2.5\n",
      "t,q\r0,1.5\r1,2.5\r",
      "t,q\n0,1.5\n1,2.5",
      "\n\nt,q\n\n0,1.5\n\n1,2.5\n\n",
      "# a remark, one of two\n% 1,2\nt,q\n0,1.5\n# 7,7\n1,2.5\n",
      "# t q\n0 1.5\n1 2.5\n",
      "% written by a scope\n#t,q\n0,1.5\n1,2.5\n",
      "Scope X\nDate: today\nt,q\nfloat,float\n0,1.5\n1,2.5\n",
      "t,q,\n0,1.5,\n1,2.5,\n",
      "t,q\n0,1.5,\n1,2.5,\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(TrammelDataset) d = load(texts[i]);

    g_test_message("%s", texts[i]);
    assert_column(d, 0, "t", NULL, 2, 0.0, 1.0);
    assert_column(d, 1, "q", NULL, 2, 1.5, 2.5);
    assert_no_problem(d);
  }
}

static void
test_no_header(void)
{
  g_autoptr(TrammelDataset) d = load("0,1.5\n1,2.5\n");

  assert_column(d, 0, "#1", NULL, 2, 0.0, 1.0);
  assert_column(d, 1, "#2", NULL, 2, 1.5, 2.5);
}

static void
test_header_short(void)
{
  g_autoptr(TrammelDataset) d = load("t,\n0,1.5\n1,2.5\n");
  g_autoptr(TrammelDataset) e = load("t\n0,1.5\n1,2.5\n");

  assert_column(d, 1, "#2", NULL, 2, 1.5, 2.5);
  assert_column(e, 1, "#2", NULL, 2, 1.5, 2.5);
}

static void
test_units(void)
{
  g_autoptr(TrammelDataset) d = load("t [s],\"q, left (deg)\",u [ V ],/a/b.0,f(x)\n"
                                     "0,1,2,3,4\n");
  g_autoptr(TrammelDataset) row = load("t,q,n\ns,[deg],-\n0,1,2\n");

  assert_column(d, 0, "t", "s", 1, 0.0);
  assert_column(d, 1, "q, left", "deg", 1, 1.0);
  assert_column(d, 2, "u", "V", 1, 2.0);
  assert_column(d, 3, "/a/b.0", NULL, 1, 3.0);
  assert_column(d, 4, "f(x)", NULL, 1, 4.0);
  g_assert_cmpstr(trammel_dataset_get_column(d, 1)->label, ==, "q, left (deg)");
  assert_column(row, 0, "t", "s", 1, 0.0);
  assert_column(row, 1, "q", "deg", 1, 1.0);
  assert_column(row, 2, "n", "-", 1, 2.0);
}

static void
test_missing(void)
{
  g_autoptr(TrammelDataset) d = load("t,a,b\n0,,NaN\n1,2,null\n2,NA,-\n3,n/a,4\n");

  assert_column(d, 1, "a", NULL, 4, NAN, 2.0, NAN, NAN);
  assert_column(d, 2, "b", NULL, 4, NAN, NAN, NAN, 4.0);
  g_assert_cmpuint(trammel_dataset_get_column(d, 0)->n_missing, ==, 0);
  g_assert_cmpuint(trammel_dataset_get_column(d, 1)->n_missing, ==, 3);
  assert_no_problem(d);
}

static void
test_import(void)
{
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(TrammelImport) copy = NULL;
  g_autoptr(TrammelDataset) d = NULL;

  import->separator = ';';
  import->decimal = ',';
  import->skip = 1;
  import->header_row = 2;
  import->units_row = 3;
  import->comment = '!';
  import->missing = g_strsplit("-9999;off", ";", -1);
  copy = trammel_import_copy(import);
  d = load_with("1;2;3\nt;q\nms;mm\n0;1,5\n! remark\n1;-9999\n2;off\n3;\n", copy);
  assert_column(d, 0, "t", "ms", 4, 0.0, 1.0, 2.0, 3.0);
  assert_column(d, 1, "q", "mm", 4, 1.5, NAN, NAN, NAN);
  assert_no_problem(d);
}

static void
test_import_no_header(void)
{
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(TrammelDataset) d = NULL;

  import->header_row = -1;
  d = load_with("1,2\n3,4\n", import);
  assert_column(d, 0, "#1", NULL, 2, 1.0, 3.0);
}

static void
test_encoding(void)
{
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(TrammelDataset) latin = load("Zeit [s];Winkel [\xb0]\n0;1\n");
  g_autoptr(TrammelDataset) named = NULL;

  assert_column(latin, 1, "Winkel", "°", 1, 1.0);
  import->encoding = g_strdup("CP437");
  named = load_with("t,\x84\n0,1\n", import);
  assert_column(named, 1, "ä", NULL, 1, 1.0);
}

static void
test_wide(void)
{
  g_autofree char *wide = NULL, *path = NULL;
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(TrammelDataset) marked = NULL, named = NULL;
  gsize length;

  wide = g_convert("t\tä [°]\r\n0\t1,5\r\n", -1, "UTF-16", "UTF-8", NULL, &length, NULL);
  path = write_file(wide, (gssize)length);
  marked = trammel_dataset_load(path, NULL, NULL, NULL);
  assert_column(marked, 1, "ä", "°", 1, 1.5);

  import->encoding = g_strdup("UTF-16LE");
  g_free(path);
  path = write_file("t\0,\0q\0\n\0"
                    "1\0,\0"
                    "2\0",
                    14);
  named = trammel_dataset_load(path, import, NULL, NULL);
  assert_column(named, 1, "q", NULL, 1, 2.0);
}

/* text that comes late, in a column that is mostly empty */
static void
test_late_text(void)
{
  g_autoptr(GString) text = g_string_new("t,state\n");
  g_autoptr(TrammelDataset) d = NULL;
  const TrammelColumn *state;

  for (int i = 0; i < 5000; i++)
    g_string_append_printf(text, "%d,%s\n", i, i == 4000 ? "done" : "");
  d = load(text->str);
  state = trammel_dataset_get_column(d, 1);
  g_assert_true(state->is_text);
  g_assert_cmpstr(state->texts[4000], ==, "done");
  g_assert_cmpstr(state->texts[4001], ==, "");
  g_assert_cmpuint(trammel_dataset_get_column(d, 0)->n_missing, ==, 0);
  assert_no_problem(d);
}

static void
test_bad_cells(void)
{
  g_autoptr(TrammelDataset) d =
      load("t,q1\n0,1\n1,abc\n2,3\n3,4x\n4,5\n5,1e999\n6,inf\n7,8\n8,9\n");
  g_autoptr(TrammelDataset) one = load("t,q1 [m]\n0,1\n1,0x10\n2,3\n");

  assert_column(d, 1, "q1", NULL, 9, 1.0, NAN, 3.0, NAN, 5.0, NAN, NAN, 8.0, 9.0);
  g_assert_cmpuint(trammel_dataset_get_column(d, 1)->n_missing, ==, 4);
  assert_problem(d, "log.csv, line 3, column 'q1': 'abc' is not a number; 4 such cells are "
                    "treated as missing");
  assert_problem(one, "log.csv, line 3, column 'q1 [m]': '0x10' is not a number (hexadecimal "
                      "numbers are not read; export decimal ones); 1 such cell is treated as "
                      "missing");
}

static void
test_text_column(void)
{
  g_autoptr(TrammelDataset) d = load("t,state,q\n0,idle,1\n1,\"a, \"\"b\"\"\",2\n2,7,3\n");
  const TrammelColumn *state = trammel_dataset_get_column(d, 1);

  g_assert_true(state->is_text);
  g_assert_cmpstr(state->texts[0], ==, "idle");
  g_assert_cmpstr(state->texts[1], ==, "a, \"b\"");
  g_assert_cmpstr(state->texts[2], ==, "7");
  g_assert_null(state->texts[3]);
  assert_column(d, 2, "q", NULL, 3, 1.0, 2.0, 3.0);
  assert_no_problem(d);
}

/* The apostrophe that the program writes before a formula is no part of the text. */
static void
test_formulas(void)
{
  static const char *const words[] = {"=1+1", "@SUM(1,2)", "-x", "'a", "it's"};
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_column(table, "+cmd|calc!A0", "m", NULL);
  trammel_table_add_columns(table, "word", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
    trammel_table_add_number(table, -1.0 - i);
    trammel_table_add_text(table, words[i]);
  }
  g_autofree char *csv = trammel_table_to_csv(table);
  g_autoptr(TrammelDataset) d = load(csv);
  assert_column(d, 0, "+cmd|calc!A0", "m", 5, -1.0, -2.0, -3.0, -4.0, -5.0);
  g_assert_cmpstr(trammel_dataset_get_column(d, 0)->label, ==, "+cmd|calc!A0 [m]");
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    g_assert_cmpstr(trammel_dataset_get_column(d, 1)->texts[i], ==, words[i]);
}

static void
test_ragged(void)
{
  g_autoptr(TrammelDataset) few = load("a,b,c\n1,2,3\n4,5\n6,7,8\n9\n");
  g_autoptr(TrammelDataset) many = load("a,b\n1,2\n3,4,5\n6,7\n");

  assert_column(few, 1, "b", NULL, 4, 2.0, 5.0, 7.0, NAN);
  assert_column(few, 2, "c", NULL, 4, 3.0, NAN, 8.0, NAN);
  assert_problem(few, "log.csv, line 3: fewer cells than the 3 columns; the missing cells of 2 "
                      "such rows count as missing samples");
  assert_column(many, 1, "b", NULL, 3, 2.0, 4.0, 7.0);
  assert_problem(many,
                 "log.csv, line 3: more cells than the 2 columns; 1 such row loses its last cells");
}

static void
test_refused(void)
{
  g_autoptr(GString) wide = g_string_new("t,q\n0,1\n");
  g_autoptr(GError) error = NULL;

  assert_error("", 0, "log.csv is empty");
  assert_error("t,q\n", -1, "no rows of values");
  assert_error("# nothing\n\n", -1, "no rows of values");
  assert_error("\x7f\x45LF\0\0\0\0\1\2\3\4\0\0\0\0\0\0\0\0\0\0\0\0", 24, "neither text nor a MAT");
  for (int i = 0; i < 300000; i++)
    g_string_append(wide, "12345");
  assert_error(wide->str, -1, "log.csv, line 3: the line is longer");

  g_assert_null(trammel_dataset_load(folder, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_clear_error(&error);
  g_assert_null(trammel_dataset_load("/nowhere/log.csv", NULL, NULL, &error));
  g_assert_nonnull(strstr(error->message, "/nowhere/log.csv"));
}

/* every literal gives the same bits as the C library */
static void
test_exact_numbers(void)
{
  g_autoptr(GRand) random = tr_test_rand_new();
  g_autoptr(GString) text = g_string_new("x\n");
  enum { N = 20000 };
  g_autofree double *wanted = g_new(double, N);
  g_autoptr(TrammelDataset) d = NULL;
  const TrammelColumn *column;

  for (int i = 0; i < N; i++) {
    static const char *const formats[] = {"%.17g", "%.15g", "%.3f", "%.18e", "%.9f", "%.0f"};
    double x = g_rand_double_range(random, -1, 1) * pow(10, g_rand_int_range(random, -30, 30));
    char cell[512];

    g_ascii_formatd(cell, sizeof cell, formats[i % 6], i % 6 == 2 || i > N / 2 ? fmod(x, 1e6) : x);
    wanted[i] = g_ascii_strtod(cell, NULL);
    g_string_append_printf(text, "%s\n", cell);
  }
  d = load(text->str);
  column = trammel_dataset_get_column(d, 0);
  g_assert_cmpuint(column->n, ==, N);
  for (int i = 0; i < N; i++)
    g_assert_cmpfloat(column->values[i], ==, wanted[i]);
}

static void
test_cancelled(void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GString) text = g_string_new("t,q\n");
  g_autofree char *path = NULL;
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 50000; i++)
    g_string_append_printf(text, "%d,1\n", i);
  path = write_file(text->str, -1);
  g_cancellable_cancel(cancellable);
  g_assert_null(trammel_dataset_load(path, NULL, cancellable, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
check_sound(const TrammelDataset *dataset)
{
  guint n = trammel_dataset_get_n_columns(dataset);

  g_assert_cmpuint(n, >, 0);
  for (guint i = 0; i < n; i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    gsize missing = 0;

    g_assert_true(g_utf8_validate(column->name, -1, NULL));
    g_assert_true(g_utf8_validate(column->label, -1, NULL));
    g_assert_cmpuint(column->n, ==, trammel_dataset_get_column(dataset, 0)->n);
    for (gsize k = 0; k < column->n; k++) {
      g_assert_false(isinf(column->values[k]));
      missing += isnan(column->values[k]) != 0;
    }
    g_assert_cmpuint(missing, ==, column->n_missing);
    g_assert_true((column->texts != NULL) == column->is_text);
    if (column->texts)
      g_assert_cmpuint(g_strv_length(column->texts), ==, column->n);
  }
}

/* after any change of a file the reader gives valid columns or an error of its own */
static void
test_mutations(void)
{
  static const char *const seeds[] = {
      "t [s];q, \"x\" [deg];state\n# remark\n0;1,5;idle\n0,01;;run\n0,02;abc;run\n",
      "\xef\xbb\xbft,q,u\ns,rad,V\n0,1,2\n0.1,-1e-3,NaN\n0.2,,3\r\n",
      "0 1 2\n  1 2 3\n2 3 4\n3 4 5\n",
  };
  static const char alphabet[] = ",;\t |\"\"\n\r#%eE+-.0123456789[]()x\xb0\xff";
  g_autoptr(GRand) random = tr_test_rand_new();

  for (int i = 0; i < 900; i++) {
    g_autoptr(GString) text = g_string_new(seeds[i % 3]);
    g_autoptr(TrammelDataset) d = NULL;
    g_autofree char *path = NULL;
    g_autoptr(GError) error = NULL;

    for (int k = g_rand_int_range(random, 1, 12); k > 0 && text->len > 2; k--) {
      gssize at = g_rand_int_range(random, 0, (int)text->len);
      char c = alphabet[g_rand_int_range(random, 0, sizeof alphabet - 1)];

      if (k % 3 == 0)
        g_string_erase(text, at, MIN(3, (gssize)text->len - at));
      else if (k % 3 == 1)
        g_string_insert_c(text, at, c);
      else
        text->str[at] = c;
    }
    path = write_file(text->str, (gssize)text->len);
    d = trammel_dataset_load(path, NULL, NULL, &error);
    if (d)
      check_sound(d);
    else
      g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  }
}

/* Loads a measured log: without a problem, and with at least time, position and input. */
static void
check_measured(const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) d = trammel_dataset_load(path, NULL, NULL, &error);

  g_test_message("%s", path);
  g_assert_no_error(error);
  check_sound(d);
  assert_no_problem(d);
  g_assert_cmpuint(trammel_dataset_get_n_columns(d), >=, 3);
}

/* Loads a hostile file, which may have problems: as many columns as cells in its first line. */
static void
check_hostile(const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) d = trammel_dataset_load(path, NULL, NULL, &error);
  g_autofree char *text = NULL;
  guint n = 1;

  g_test_message("%s", path);
  g_assert_no_error(error);
  check_sound(d);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  for (const char *c = text; *c && *c != '\n'; c++)
    n += *c == ',';
  g_assert_cmpuint(trammel_dataset_get_n_columns(d), ==, n);
}

/* Calls a check with all CSV files of a folder and its folders; counts them. */
static void
check_folder(const char *path, guint *n_measured, guint *n_hostile)
{
  g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
  g_autofree char *base = g_path_get_basename(path);
  gboolean is_hostile = g_str_has_prefix(base, "hostile-");
  const char *name;

  while (dir && (name = g_dir_read_name(dir))) {
    g_autofree char *file = g_build_filename(path, name, NULL);

    if (g_file_test(file, G_FILE_TEST_IS_DIR))
      check_folder(file, n_measured, n_hostile);
    if (!g_str_has_suffix(name, ".csv"))
      continue;
    (is_hostile ? check_hostile : check_measured)(file);
    (*(is_hostile ? n_hostile : n_measured))++;
  }
}

static void
test_shared(void)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *data = shared ? g_build_filename(shared, "data", NULL) : NULL;
  g_autofree char *ref = shared ? g_build_filename(shared, "ref", NULL) : NULL;
  guint n_measured = 0, n_hostile = 0;

  if (!shared || !g_file_test(data, G_FILE_TEST_IS_DIR)) {
    g_test_skip("the folder of measured logs (TRAMMEL_SHARED) is not there");
    return;
  }
  check_folder(data, &n_measured, &n_hostile);
  check_folder(ref, &n_measured, &n_hostile);
  g_assert_cmpuint(n_measured, >=, 20);
  g_test_message("%u measured, %u hostile", n_measured, n_hostile);
}

int
main(int argc, char **argv)
{
  int result;

  tr_test_init(&argc, &argv);
  folder = g_dir_make_tmp("trammel-csv-XXXXXX", NULL);
  g_test_add_func("/io/csv/plain", test_plain);
  g_test_add_func("/io/csv/layouts", test_layouts);
  g_test_add_func("/io/csv/no-header", test_no_header);
  g_test_add_func("/io/csv/header-short", test_header_short);
  g_test_add_func("/io/csv/units", test_units);
  g_test_add_func("/io/csv/missing", test_missing);
  g_test_add_func("/io/csv/import", test_import);
  g_test_add_func("/io/csv/import-no-header", test_import_no_header);
  g_test_add_func("/io/csv/encoding", test_encoding);
  g_test_add_func("/io/csv/wide", test_wide);
  g_test_add_func("/io/csv/late-text", test_late_text);
  g_test_add_func("/io/csv/bad-cells", test_bad_cells);
  g_test_add_func("/io/csv/text-column", test_text_column);
  g_test_add_func("/io/csv/formulas", test_formulas);
  g_test_add_func("/io/csv/ragged", test_ragged);
  g_test_add_func("/io/csv/refused", test_refused);
  g_test_add_func("/io/csv/exact-numbers", test_exact_numbers);
  g_test_add_func("/io/csv/cancelled", test_cancelled);
  g_test_add_func("/io/csv/mutations", test_mutations);
  g_test_add_func("/io/csv/shared", test_shared);
  result = g_test_run();
  {
    g_autofree char *path = g_build_filename(folder, "log.csv", NULL);

    g_unlink(path);
    g_rmdir(folder);
    g_free(folder);
  }
  return result;
}
