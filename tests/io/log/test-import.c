/* Tests of import recipes for CSV files: previews, faults in place, names and units that replace
 * the file's, sorted rows, progress; and the same recipe in a project's file. */
#include <glib/gstdio.h>
#include <math.h>

#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/log/csv/preview.h"
#include "io/log/load.h"
#include "io/project/import_json.h"
#include "io/scratch.h"

static TrammelDataset *
load(const Scratch *fixture, const char *text, const TrammelImport *import)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(fixture->path, text, -1, NULL));
  TrammelDataset *dataset = trammel_dataset_load(fixture->path, import, NULL, &error);
  g_assert_no_error(error);
  return dataset;
}

static void
test_preview(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) text = g_string_new("# made by hand\nt;q [deg]\n");

  for (int i = 0; i < 500; i++)
    g_string_append_printf(text, "%d,5;\"x%d\"\n", i, i);
  g_assert_true(g_file_set_contents(fixture->path, text->str, -1, NULL));
  g_autoptr(TrammelCsvPreview) top = trammel_csv_preview_new(fixture->path, NULL, 0, 50, &error);
  g_assert_no_error(error);
  g_assert_cmpint(top->layout.separator, ==, ';');
  g_assert_cmpint(top->layout.decimal, ==, ',');
  g_assert_cmpstr(top->header, ==, "t;q [deg]");
  g_assert_cmpuint(top->n_columns, ==, 2);
  g_assert_cmpuint(top->rows->len, ==, 50);
  const TrammelCsvRow *row = top->rows->pdata[3];
  g_assert_cmpuint(row->line, ==, 6);
  g_assert_cmpstr(row->cells[0], ==, "3,5");
  g_assert_cmpstr(row->cells[1], ==, "x3");
  g_autoptr(TrammelCsvPreview) end = trammel_csv_preview_new(fixture->path, NULL, 501, 50, &error);
  g_assert_cmpuint(end->rows->len, ==, 2);
  g_assert_cmpuint(((TrammelCsvRow *)end->rows->pdata[0])->line, ==, 501);
  g_assert_null(trammel_csv_preview_new("/nowhere/a.csv", NULL, 0, 5, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
}

static void
test_faults(Scratch *fixture, gconstpointer data)
{
  g_autoptr(TrammelDataset) dataset =
      load(fixture, "t,q,w\n0,1,a\n1,oops,b\n2,3,c\n3,12V,d\n4,,e\n5,6,f\n", NULL);

  g_assert_cmpuint(trammel_dataset_get_n_faults(dataset), ==, 2);
  const TrammelFault *second = trammel_dataset_get_fault(dataset, 1);
  g_assert_cmpuint(second->column, ==, 1);
  g_assert_cmpuint(second->line, ==, 5);
  g_assert_cmpstr(second->text, ==, "12V");
}

static void
test_columns(Scratch *fixture, gconstpointer data)
{
  g_autoptr(TrammelImport) import = trammel_import_new();
  const TrammelImportColumn angle = {"q [deg]", "angle", "rad", FALSE};
  const TrammelImportColumn bare = {"u [V]", NULL, "", FALSE};
  const TrammelImportColumn unused = {"temp", NULL, NULL, TRUE};
  const TrammelImportColumn stranger = {"nowhere", "x", NULL, TRUE};

  trammel_import_set_column(import, &angle);
  trammel_import_set_column(import, &bare);
  trammel_import_set_column(import, &unused);
  trammel_import_set_column(import, &stranger);
  g_autoptr(TrammelImport) copy = trammel_import_copy(import);
  g_autoptr(TrammelDataset) dataset =
      load(fixture, "t,q [deg],u [V],temp\n0,1,2,3\n1,2,3,4\n", copy);
  const TrammelColumn *column = trammel_dataset_get_column(dataset, 1);
  gsize n;

  g_assert_cmpstr(column->name, ==, "angle");
  g_assert_cmpstr(column->label, ==, "q [deg]");
  g_assert_cmpstr(column->unit, ==, "rad");
  g_assert_null(trammel_dataset_get_column(dataset, 2)->unit);
  g_assert_true(trammel_dataset_get_column(dataset, 3)->is_skipped);
  g_assert_null(trammel_dataset_dup_vector(dataset, "temp", &n, NULL, NULL));
  g_autofree double *by_header = trammel_dataset_dup_vector(dataset, "q [deg]", &n, NULL, NULL);
  g_autofree double *by_name = trammel_dataset_dup_vector(dataset, "angle", &n, NULL, NULL);
  g_assert_nonnull(by_header);
  g_assert_nonnull(by_name);
}

/* Rows in the order of the time; repeated and missing stamps are removed, lines are those of the
 * file. */
static void
test_sort(Scratch *fixture, gconstpointer data)
{
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(GError) error = NULL;

  import->sort = g_strdup("t");
  g_autoptr(TrammelDataset) dataset =
      load(fixture, "t,q,w\n2,20,c\n0,0,a\n,9,x\n1,,b\n2,21,d\n3,30,e\n", import);
  const TrammelColumn *q = trammel_dataset_get_column(dataset, 1);
  const TrammelColumn *w = trammel_dataset_get_column(dataset, 2);
  g_assert_cmpuint(q->n, ==, 4);
  g_assert_cmpuint(q->n_missing, ==, 1);
  g_assert_cmpfloat(q->values[2], ==, 20);
  g_assert_cmpstr(w->texts[1], ==, "b");
  g_assert_null(w->texts[4]);
  g_assert_cmpuint(trammel_dataset_get_line(dataset, 0), ==, 3);
  g_assert_cmpuint(trammel_dataset_get_line(dataset, 3), ==, 7);
  /* the sort column is read too, when only others are requested */
  g_autoptr(TrammelDataset) some = trammel_dataset_load_columns(
      fixture->path, import, (const char *[]){"q", NULL}, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(trammel_dataset_get_column(some, 1)->values[3], ==, 30);
  g_free(import->sort);
  import->sort = g_strdup("w");
  g_assert_null(trammel_dataset_load(fixture->path, import, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
}

static void
on_share_cb(double share, gpointer user)
{
  GArray *shares = user;

  g_array_append_val(shares, share);
}

static void
test_progress(Scratch *fixture, gconstpointer data)
{
  g_autoptr(GArray) shares = g_array_new(FALSE, FALSE, sizeof(double));
  const TrammelWatch watch = {on_share_cb, shares};
  g_autoptr(GString) text = g_string_new("t,q\n");
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 100000; i++)
    g_string_append_printf(text, "%d,%d\n", i, i % 100);
  g_assert_true(g_file_set_contents(fixture->path, text->str, -1, NULL));
  g_autoptr(TrammelDataset) dataset =
      trammel_dataset_load_watched(fixture->path, NULL, &watch, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(shares->len, ==, 100000 / (16 * 1024));
  for (guint i = 1; i < shares->len; i++)
    g_assert_cmpfloat(g_array_index(shares, double, i), >, g_array_index(shares, double, i - 1));
}

/* A written recipe is read back unchanged. */
static void
test_json(Scratch *fixture, gconstpointer data)
{
  static const char text[] =
      "{ \"separator\": \"tab\", \"decimal\": \",\", \"header_row\": 2, \"units_row\": -1,"
      " \"skip\": 1, \"comment\": \"!\", \"encoding\": \"LATIN1\", \"missing\": [\"-\", \"-9999\"],"
      " \"sort\": \"t\", \"rows\": [ 4, 90 ], \"columns\": [ { \"column\": \"q\", \"name\": "
      "\"angle\","
      " \"unit\": \"deg\" }, { \"column\": \"x\", \"use\": false } ] }";
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = trammel_json_parse(text, -1, "recipe", &error);
  TrammelNode node = trammel_node_root(root);
  g_autoptr(TrammelImport) import = trammel_import_read(&node, &error);

  g_assert_no_error(error);
  g_assert_cmpint(import->separator, ==, '\t');
  g_assert_cmpuint(import->columns->len, ==, 2);
  TrammelJsonWriter *json = trammel_json_writer_new();
  trammel_import_write(json, import);
  g_autofree char *written = trammel_json_writer_finish(json);
  g_autofree char *expected = trammel_json_node_to_text(root);
  g_assert_cmpstr(written, ==, expected);
}

static void
add(const char *name, void (*func)(Scratch *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf("/io/import/%s", name);

  scratch_add_test(path, "a.csv", func);
}

/* Some rows of the file, then sorted; a line of the dataset is still that of the file. */
static void
test_rows(Scratch *fixture, gconstpointer data)
{
  const char *text = "t,q\n0,10\n1,11\n2,12\n1,13\n0.5,14\n3,15\n";
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(GError) error = NULL;

  import->rows[0] = 4;
  import->rows[1] = 6;
  g_autoptr(TrammelDataset) part = load(fixture, text, import);
  const TrammelColumn *q = trammel_dataset_get_column(part, 1);
  g_assert_cmpuint(q->n, ==, 3);
  g_assert_cmpfloat(q->values[0], ==, 13);
  g_assert_cmpuint(trammel_dataset_get_line(part, 0), ==, 5);
  import->sort = g_strdup("t");
  g_autoptr(TrammelDataset) sorted = load(fixture, text, import);
  q = trammel_dataset_get_column(sorted, 1);
  g_assert_cmpfloat(q->values[0], ==, 14);
  g_assert_cmpuint(trammel_dataset_get_line(sorted, 0), ==, 6);
  import->rows[1] = 7;
  g_assert_null(trammel_dataset_load(fixture->path, import, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "1 to 6"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  add("preview", test_preview);
  add("faults", test_faults);
  add("columns", test_columns);
  add("sort", test_sort);
  add("rows", test_rows);
  add("progress", test_progress);
  add("json", test_json);
  return g_test_run();
}
